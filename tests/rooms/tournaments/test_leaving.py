"""A team that leaves: what it played in a round robin counts, or nothing of it; standings mark it and say so."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import standings
from tests.rooms.tournaments.fields import by_number, field_of, order, pair, play, record, refused_with, stage
from tests.rooms.tournaments.hall import EIGHT, Hall


def drop(state: TournamentState, team: int, **parts: Any) -> TournamentState:
    return record(state, ev.TEAM_STATUS, teams=[team], status="dropped", **parts)


def wins(state: TournamentState) -> dict[int, int]:
    return {place.team: place.record.wins for place in standings(state, 1)}


@pytest.fixture
def two_rounds() -> TournamentState:
    """Four teams, of whom the lower number wins; two of three rounds are played."""
    return play(pair(play(pair(field_of(4, "round-robin")), by_number)), by_number)


def test_what_it_played_counts_by_default_and_the_rest_are_walkovers(two_rounds: TournamentState) -> None:
    before = wins(two_rounds)
    state = pair(drop(two_rounds, 4))
    walkover = next(
        team for team in (1, 2, 3) if not any({team, 4} == set(m.teams) for m in two_rounds.matches.values())
    )
    assert wins(state) == before | {walkover: before[walkover] + 1}


@pytest.mark.parametrize("as_set", [True, False])
def test_nothing_of_it_counts_as_set_or_chosen_at_the_drop(as_set: bool) -> None:
    state = field_of(4, "round-robin", settings={"when_left": "nothing"} if as_set else {})
    state = play(pair(play(pair(state), by_number)), by_number)
    against = {team for match in state.matches.values() if 4 in match.teams for team in match.teams} - {4}
    before = wins(state)
    state = pair(drop(state, 4) if as_set else drop(state, 4, played="nothing"))
    assert wins(state) == {team: count - (team in against) for team, count in before.items() if team != 4}
    assert 4 not in order(state)


def league() -> TournamentState:
    """Four teams that all meet, by fixtures of their own; two of three rounds are played, 4 met 3 and 2."""
    rounds = [(1, (1, 2), (3, 4)), (2, (1, 3), (2, 4)), (3, (1, 4), (2, 3))]
    fixtures = [{"round": number, "teams": list(teams)} for number, *matches in rounds for teams in matches]
    state = record(field_of(4, "fixtures"), ev.SETTINGS, name="X", stages=[stage("fixtures", fixtures=fixtures)])
    return play(pair(play(pair(state), by_number)), by_number)


def test_nothing_of_it_counts_in_a_league_with_fixtures_either() -> None:
    assert wins(league()) == {1: 2, 2: 1, 3: 1, 4: 0}
    struck = pair(drop(league(), 4, played="nothing"))
    assert wins(struck) == {1: 2, 2: 0, 3: 0}
    assert 4 not in order(struck)


def test_what_it_played_counts_by_default_in_a_league_too() -> None:
    assert wins(pair(drop(league(), 4))) == {1: 3, 2: 1, 3: 1, 4: 0}


def test_choice_is_changed_later_and_return_brings_all_back(two_rounds: TournamentState) -> None:
    counts = pair(drop(two_rounds, 4))
    struck = drop(counts, 4, played="nothing")
    assert wins(drop(struck, 4, played="counts")) == wins(counts)
    assert wins(record(struck, ev.TAKE_BACK, entry=struck.seq)) == wins(counts)
    back = record(struck, ev.TEAM_STATUS, teams=[4], status="arrived")
    assert 4 in order(back)


def test_setting_that_changes_later_leaves_who_left_before(two_rounds: TournamentState) -> None:
    state = drop(two_rounds, 4)
    stages = [{"format": "round-robin", "rules": "partnership"}]
    later = record(state, ev.SETTINGS, name="X", stages=stages, settings={"when_left": "nothing"})
    assert wins(later) == wins(state)


def test_swiss_counts_all_that_was_played() -> None:
    state = play(pair(field_of(4, "swiss", rounds=3)), by_number)
    assert wins(drop(state, 4, played="nothing")) == wins(state)


def test_only_who_leaves_is_asked(two_rounds: TournamentState) -> None:
    with refused_with("only-who-leaves"):
        record(two_rounds, ev.TEAM_STATUS, teams=[4], status="arrived", played="nothing")


def test_standings_mark_who_left_and_say_what_counts(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="round-robin", playoff="0")
    hall.pair()
    for match in list(hall.open_matches):
        hall.paper(match, 300, 200)
    ann = hall.team("Ann & Abe")
    hall.director.open(hall.at(f"teams/{ann}"))
    assert "If it leaves, what it played counts." in hall.director.page.text
    hall.director.tap("Drops out")
    page = hall.director.open(hall.at("standings"))
    assert "Ann & Abe left" in page.text
    assert "Ann & Abe left: what it played counts." in page.text
    hall.director.open(hall.at(f"teams/{ann}"))
    assert "What it played does not count." in hall.director.tap("Let it count nothing").text
    page = hall.director.open(hall.at("standings"))
    assert "Ann & Abe left: its matches do not count." in page.text
    assert page.text.count("Ann & Abe") == 1
