"""A league: its table with points, for and against, counted again by another sum; old fixtures rank as before."""

from __future__ import annotations

import csv
from collections import defaultdict
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.services.csv_files import standings_csv
from tests.each_case import each_case
from tests.rooms.tournaments.directing import Directed
from tests.rooms.tournaments.fields import enter, pair, record, stage, tournament

TIE_BREAKS = ["difference", "points", "head-to-head", "lots"]


def meetings(teams: int) -> list[dict[str, Any]]:
    """Everybody meets everybody, at home and away."""
    ring, found = [*range(1, teams + 1)], list[dict[str, Any]]()
    for turn in range(2 * (teams - 1)):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        found += [{"round": turn + 1, "teams": list(two if turn < teams - 1 else two[::-1])} for two in pairs]
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return found


def league(teams: int, points: str = "2-1-0", **settings: object) -> TournamentState:
    """A league whose teams have entered and whose rounds are all published."""
    state = enter(tournament([stage("fixtures")], tie_breaks=TIE_BREAKS), teams)
    parts = stage("fixtures", fixtures=meetings(teams), settings={"league_points": points, **settings})
    state = record(state, "settings", name="League", stages=[parts], settings={"tie_breaks": TIE_BREAKS})
    for _ in range(2 * (teams - 1)):
        state = pair(state, anyway=True)
    return state


Row = tuple[int, int, int, int, int, int, int, int]


def by_spreadsheet(state: TournamentState, worth: tuple[int, int, int]) -> dict[int, Row]:
    """Played, won, level, lost, for, against, difference and points of each team, added up from the results alone."""
    rows: dict[int, list[int]] = defaultdict(lambda: [0] * 8)
    for match in state.matches.values():
        given = match.given
        if given is None or (not given.signed and not given.forfeits):
            continue
        scores = list(given.scores)
        if given.forfeits:
            scores = [0 if team in given.forfeits else 100 for team in match.teams]
        for team, own, other in zip(match.teams, scores, scores[::-1], strict=True):
            lost = own < other or len(given.forfeits) == 2
            came = 3 if lost else 2 if own == other else 1
            row = rows[team]
            row[0], row[came] = row[0] + 1, row[came] + 1
            row[4], row[5], row[6] = row[4] + own, row[5] + other, row[6] + own - other
            row[7] += worth[came - 1]
    return {team: tuple(row) for team, row in rows.items()}  # type: ignore[misc]


def table(state: TournamentState) -> dict[int, Row]:
    """The same as the league's table has it, in its order."""
    found: dict[int, Row] = {}
    for place in standings(state, 1):
        own = place.record
        count = own.wins + own.level + own.losses
        figures = (int(own.points), int(own.against), int(own.difference), own.league_points)
        found[place.team] = (count, own.wins, own.level, own.losses, *figures)
    return found


@each_case(("points", "worth"), [("2-1-0", (2, 1, 0)), ("3-1-0", (3, 1, 0))])
def test_table_is_what_a_spreadsheet_adds_up(points: str, worth: tuple[int, int, int]) -> None:
    state, lots = league(6, points), Random(4)
    for match in state.matches.values():
        if lots.random() < 0.1:
            continue
        if lots.random() < 0.1:
            away = list(match.teams) if lots.random() < 0.3 else [lots.choice(match.teams)]
            state = record(state, "result", match=match.id, forfeit=away)
            continue
        first, second = (lots.randrange(0, 40) * 10 for _ in range(2))
        scores = [first, first if lots.random() < 0.2 else second]
        state = record(state, "result", match=match.id, scores=scores, signed=True)
    found = table(state)
    assert found == by_spreadsheet(state, worth)
    assert list(found) == sorted(found, key=lambda team: (-found[team][7], -found[team][6], -found[team][4]))


@each_case(("points", "order"), [("2-1-0", [3, 4, 1, 2]), ("3-1-0", [3, 1, 4, 2])])
def test_a_win_is_worth_more_than_two_level_matches_where_that_is_set(points: str, order: list[int]) -> None:
    state = league(4, points)
    given = {frozenset((1, 2)): {1: 400, 2: 399}, frozenset((1, 3)): {1: 0, 3: 400}}
    given |= {frozenset((4, other)): {4: 200, other: 200} for other in (2, 3)}
    for match in state.matches.values():
        if scores := given.pop(frozenset(match.teams), None):
            placed = [scores[team] for team in match.teams]
            state = record(state, "result", match=match.id, scores=placed, signed=True)
    assert list(table(state)) == order


@each_case(("walkover", "figures"), [(100, (100, 0, 100)), (0, (0, 0, 0)), (500, (500, 0, 500))])
def test_walkover_counts_by_its_rule(walkover: int, figures: tuple[int, int, int]) -> None:
    state = league(4, walkover=walkover)
    match = state.matches[1]
    state = record(state, "result", match=1, forfeit=[match.teams[1]])
    points, against, difference = figures
    found = table(state)
    assert found[match.teams[0]] == (1, 1, 0, 0, points, against, difference, 2)
    assert found[match.teams[1]] == (1, 0, 0, 1, against, points, -difference, 0)


def test_fixtures_without_league_points_rank_as_before() -> None:
    state = league(4, points="none")
    match = state.matches[1]
    state = record(state, "result", match=1, scores=[300, 240], signed=True)
    first = standings(state, 1)[0]
    assert (first.team, first.record.league_points) == (match.teams[0], 0)
    assert first.record.difference == 60


def test_bonus_wins_are_worth_as_much_as_others() -> None:
    state = record(league(4, "3-1-0"), "adjust", team=2, wins=-1, reason="Nobody came to the meeting")
    assert {team: row[7] for team, row in table(state).items()} == {1: 0, 2: -3, 3: 0, 4: 0}


def test_exports_have_the_league_in_columns_of_their_own() -> None:
    for points, last in (("3-1-0", ["240", "3"]), ("none", ["", ""])):
        state = league(4, points)
        state = record(state, "result", match=1, scores=[300, 240], signed=True)
        names = {team.id: team.name for team in state.teams.values()}
        heads, first, *_others = csv.reader("".join(standings_csv(state, names)).splitlines())
        assert heads[-2:] == ["against", "league points"]
        assert first[-2:] == last


@pytest.fixture
def held(app: Flask) -> Directed:
    """A league of two teams as a program sets it up; the first round is played."""
    held = Directed(app, {"format": "fixtures", "rules": "partnership", "settings": {"league_points": "3-1-0"}})
    held.enter(("Ann", "Abe"), ("Bea", "Ben"))
    return held


def test_program_reads_league_points(held: Directed) -> None:
    listed = {"list": "round,team,team,score,score\n1,Ann & Abe,Bea & Ben,300,240", "signed": True}
    held.call("POST", "/fixtures", listed, 200)
    places = held.standings()
    found = [(place["team"], place["league_points"], place["points"], place["against"]) for place in places]
    assert found == [(1, 3, 300, 240), (2, 0, 240, 300)]
    assert places[1]["decided_by"] == "league-points"
