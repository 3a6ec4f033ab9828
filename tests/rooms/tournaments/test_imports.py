"""Tournaments in imported files: each is checked event by event, and named before anything is imported."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli.transfer import _look
from scorekeeper.core.game import NotNow
from scorekeeper.formats.chain import NOTHING_BEFORE, chained
from scorekeeper.formats.chain.stored_event import StoredEvent, UnsavedEvent
from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.rooms.tournaments.exports import ExportedTournament, checked_tournament
from scorekeeper.rooms.tournaments.pages.page import rounds_of_stage
from scorekeeper.rooms.tournaments.services.cache import TOURNAMENT_CACHE, load_tournament
from scorekeeper.rooms.tournaments.services.exporting import exported_tournament
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.services.recording import Author
from scorekeeper.services.verifying import verify_stored
from tests.api.calling import Program
from tests.rooms.tournaments.hall import EIGHT, Hall

Json = dict[str, Any]
FORGED: dict[str, Json] = {
    "round": {"stage": 3, "round": 1, "pairings": [{"match": 9, "sides": [[1], [2]]}]},
    "swap": {"what": "x", "first": 1, "second": 2},
    "result": {"match": 99, "scores": [1, 2], "by": "paper"},
    "clock": {"stage": 1, "round": 1, "act": "last-hand", "hand": 5000},
    "take-back": {"entry": 500},
}


@pytest.fixture
def playing(hall: Hall) -> Hall:
    """A round with a result, and a game that was played again."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0")
    hall.pair()
    hall.paper(hall.open_matches[0], 300, 200)
    return hall


def file_of(hall: Hall, *more: tuple[str, Json], as_id: str = "another-tournament-id1") -> bytes:
    """A ZIP of the tournament under another id, with these events at its end."""
    with hall.app.app_context():
        exported = exported_tournament(hall.id)
    new = [
        UnsavedEvent(kind=each.kind, payload=each.payload, who=each.who, at=each.at, reason=each.reason)
        for each in exported.events
    ]
    new += [UnsavedEvent(kind=kind, payload=payload, at=exported.events[-1].at) for kind, payload in more]
    entries: list[StoredEvent] = []
    for seq, event in enumerate(new, start=1):
        entries.append(chained(as_id, event, seq=seq, previous=entries[-1].hash if entries else NOTHING_BEFORE))
    tournament = ExportedTournament(as_id, "Harbour Open", tuple(entries))
    return b"".join(table_zip(ExportedTable("Elsewhere", parts=[tournament]), []))


def test_tournament_is_named_before_it_is_imported(playing: Hall) -> None:
    program = Program(playing.app)
    imports, content = f"/tables/{program.table}/imports", file_of(playing)
    (shown,) = program.call("POST", f"{imports}/preview", file=content).get_json()["tournaments"]
    assert (shown["name"], shown["state"]) == ("Harbour Open", "new")
    assert program.call("POST", imports, file=content).get_json()["tournaments"] == ["another-tournament-id1"]
    (again,) = program.call("POST", f"{imports}/preview", file=content).get_json()["tournaments"]
    assert again["state"] == "here"


def test_page_names_the_tournament_and_imports_it(playing: Hall) -> None:
    director = playing.director
    director.open(f"/tables/{playing.director_table}/import")
    form = director.page.form_with("file")
    token = form.fields["csrf_token"]
    sent = {"csrf_token": token, "file": (io.BytesIO(file_of(playing)), "table.zip")}
    answer = director.client.post(f"/tables/{playing.director_table}/import", data=sent)
    assert "Harbour Open" in answer.text
    assert "Will be imported" in answer.text
    assert ">Import</button>" in answer.text


@pytest.mark.parametrize("event", FORGED)
def test_forged_tournament_is_named_and_stays_out(playing: Hall, event: str) -> None:
    program = Program(playing.app)
    imports, content = f"/tables/{program.table}/imports", file_of(playing, (event, FORGED[event]))
    (shown,) = program.call("POST", f"{imports}/preview", file=content).get_json()["tournaments"]
    assert shown["state"] == "unfit"
    assert "entry" in shown["words"]
    imported = program.call("POST", imports, file=content).get_json()
    assert imported["tournaments"] == []
    assert "Harbour Open" in imported["problems"][0]
    assert program.get(f"/tables/{program.table}/tournaments")["tournaments"] == []


def test_broken_chain_stays_out(playing: Hall) -> None:
    with playing.app.app_context():
        exported = exported_tournament(playing.id)
    changed = exported.events[1]._replace(payload={**exported.events[1].payload, "name": "The Aces"})
    broken = replace(exported, events=(exported.events[0], changed, *exported.events[2:]))
    assert checked_tournament(broken).fault is not None


def test_whole_tournament_with_games_is_imported_again(playing: Hall) -> None:
    """What was honestly recorded fits, although the file does not say how the games stood at each moment."""
    with playing.app.app_context():
        checked = checked_tournament(exported_tournament(playing.id))
    assert checked.fault is None
    TOURNAMENT_CACHE.clear()


def test_command_line_names_it(playing: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with playing.app.app_context():
        _look(io.BytesIO(file_of(playing)), None)
    assert "Tournament Harbour Open: will be imported" in capsys.readouterr().out


def test_two_late_teams_for_one_place_come_in_where_an_older_log_says_so(hall: Hall) -> None:
    """It is refused when it is recorded now; once both came in, and the second was never paired."""
    hall.set_up(EIGHT[:5], format="round-robin", playoff="0", kept_on="paper")
    hall.pair()
    hall.play_round()
    hall.paste(["Jo & Kim", "Max & Nia"])
    came: Json = {"teams": [6, 7], "status": "arrived"}
    with hall.app.app_context(), pytest.raises(NotNow):
        record(hall.id, "team-status", came, author=Author("Dora", directs=True))
    program = Program(hall.app)
    content = file_of(hall, ("team-status", came))
    imported = program.call("POST", f"/tables/{program.table}/imports", file=content).get_json()
    assert (imported["tournaments"], imported["problems"]) == (["another-tournament-id1"], [])
    TOURNAMENT_CACHE.clear()
    at = f"/tournaments/{imported['tournaments'][0]}"
    paired = program.post(f"{at}/rounds", {})
    assert {team for match in paired["matches"] for team in match["teams"]} == {1, 2, 3, 4, 5, 6}
    for page in ("", "/entries", "/exports/standings"):
        assert program.call("GET", f"{at}{page}").status_code == 200
    with hall.app.app_context():
        assert verify_stored().findings == []


def test_rounds_added_for_a_late_team_come_along(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="round-robin", playoff="0", kept_on="paper")
    hall.pair()
    hall.play_round()
    hall.paste(["Jo & Kim"])
    hall.director.tap("Add the rounds")
    hall.pair()
    program = Program(hall.app)
    imported = program.call("POST", f"/tables/{program.table}/imports", file=file_of(hall)).get_json()
    assert imported["problems"] == []
    TOURNAMENT_CACHE.clear()
    (copy,) = imported["tournaments"]
    first, second = program.get(f"/tournaments/{copy}")["stages"][0]["rounds"]
    assert any(5 in match["teams"] for match in second["matches"])
    assert not any(5 in match["teams"] for match in first["matches"])
    with hall.app.app_context():
        assert rounds_of_stage(load_tournament(copy).state, 1) == 5
        assert verify_stored().findings == []
