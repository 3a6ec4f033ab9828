"""Long lists are read, compared and prepared in a worker process, as they would be here."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.core.words.language import use_catalogues
from scorekeeper.formats.catalogues import FOLDER, Catalogues
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.rooms.tournaments.domain.log.event_json import read_start
from scorekeeper.rooms.tournaments.services import fixture_plan, fixtures, teams
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.fixture_plan import planned
from scorekeeper.rooms.tournaments.services.fixtures import take
from scorekeeper.rooms.tournaments.services.recording import start_tournament
from scorekeeper.rooms.tournaments.services.teams import MANY_NAMES, look_alikes
from scorekeeper.storage.models import Table
from tests.services.cast import ANN

NAMES = [*"abcdefghijkl"]
LINES = [
    f"{turn + 1},{one * 9} & {one * 8},{other * 9} & {other * 8},500,{turn}"
    for turn in range(12)
    for one, other in zip(NAMES[:6], NAMES[6 + turn % 6 :] + NAMES[6 : 6 + turn % 6], strict=True)
]
TEXT = "\n".join([*LINES * 2, "No line of a list"])


@pytest.fixture(autouse=True)
def apart(lists_here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """In processes of their own, as in the app."""
    for module in (fixture_plan, fixtures, teams):
        monkeypatch.setattr(module, "run_sandboxed", run_sandboxed)


def begin(table: Table, form: str = "fixtures", name: str = "Open") -> str:
    start = read_start({"name": name, "stages": [{"format": form, "rules": "partnership"}], "settings": {}})
    return start_tournament(table.id, start.name, start.stages, start.settings, ANN)[0].id


def test_a_plan_is_the_same_and_in_the_language_of_its_reader(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    state = load_tournament(begin(table)).state
    monkeypatch.setattr(fixture_plan, "MANY_LETTERS", len(TEXT))
    words = Catalogues(FOLDER).of("de")
    assert words is not None
    before = use_catalogues(lambda: words)
    there = planned(state, TEXT, {})
    use_catalogues(before)
    monkeypatch.setattr(fixture_plan, "MANY_LETTERS", len(TEXT) + 1)
    here = planned(state, TEXT, {})
    assert replace(there, not_read=[]) == replace(here, not_read=[])
    assert [each.why for each in there.not_read] == [words.text(each.why) for each in here.not_read]
    assert there.not_read != here.not_read


def test_what_a_list_changes_is_the_same(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for most in (len(LINES), len(LINES) * 2 + 1):
        monkeypatch.setattr(fixtures, "MANY_LINES", most)
        tournament = begin(table, name=f"Open {most}")
        plan = planned(load_tournament(tournament).state, TEXT, {})
        assert len(plan.read) > len(LINES)
        take(tournament, plan, ANN, signed=True)
        state = load_tournament(tournament).state
        found.append([(match.round, match.teams, state.result(match)) for match in state.matches.values()])
    assert found[0] == found[1]
    assert len(found[0]) == len(LINES)


def test_many_names_are_compared_alike(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = begin(table, "swiss")
    names = [f"{one * 4}{other * 4}" for one in NAMES for other in NAMES] + ["aaaabbbc"]
    assert len(names) > MANY_NAMES
    there = look_alikes(tournament, names)
    monkeypatch.setattr(teams, "MANY_NAMES", len(names) + 1)
    assert there == look_alikes(tournament, names)
    assert there


def test_season_of_twenty_teams_with_days_and_places_is_read_here(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To start a process takes ten times as long as to read it."""
    monkeypatch.setattr(fixture_plan, "run_sandboxed", lambda *_asked: pytest.fail("a process was started"))
    names = [f"{one}{two}" for one in ("Bal", "Kor", "Mav", "Tis", "Lun") for two in ("ana", "ero", "ix", "olf")]
    teams = [f"{name}astian & {name}elina" for name in names]
    lines = ["round,date,time,place,team,team,score,score"]
    for turn in range(38):
        ring = [teams[0], *teams[turn % 19 + 1 :], *teams[1 : turn % 19 + 1]]
        for one, other in zip(ring[:10], reversed(ring[10:]), strict=True):
            lines.append(f"{turn + 1},2026-09-05,19:30,The Anchor Inn,{one},{other},500,{turn}")
    assert len(planned(load_tournament(begin(table)).state, "\n".join(lines), {}).fixtures) == 380
