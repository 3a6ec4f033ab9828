"""Rotation at one table: partners, opponents and turns to sit out are even, whoever comes, goes or skips."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.rules.seating import Shape
from scorekeeper.rotation.at_table import NextGame, PlayedGame, Present, rotated, turns_out, winners_stay
from scorekeeper.rotation.schedules import ONE_TABLE
from tests.hypothesis_budget import examples

PAIRS = Shape(2, 2)


def evening(players: int, games: int, seed: int = 1) -> list[NextGame]:
    here = [Present(player) for player in range(1, players + 1)]
    played: list[PlayedGame] = []
    found: list[NextGame] = []
    for number in range(games):
        proposed = rotated(here, played, PAIRS, seed + number)
        assert proposed is not None
        found.append(proposed)
        played.append(PlayedGame(proposed.sides, 0))
    return found


def partners(games: list[NextGame]) -> Counter[frozenset[int]]:
    return Counter(frozenset(side) for game in games for side in game.sides)


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_known_schedule_lets_everybody_partner_everybody(players: int) -> None:
    games = evening(players, len(ONE_TABLE[players]))
    assert partners(games).keys() == {frozenset(pair) for pair in combinations(range(1, players + 1), 2)}
    out = Counter(player for game in games for player in game.sitting_out)
    assert max(out.values()) - min(out.values()) <= 1


def test_after_the_schedule_it_goes_on_evenly() -> None:
    games = evening(5, 15)
    out = Counter(player for game in games for player in game.sitting_out)
    assert set(out.values()) == {3}
    assert max(partners(games).values()) <= 4


@settings(max_examples=examples(8, 500))
@given(st.data())
def test_turns_are_even_among_those_who_stay(data: st.DataObject) -> None:
    here = [Present(player) for player in range(1, data.draw(st.integers(5, 8)) + 1)]
    played: list[PlayedGame] = []
    for number in range(10):
        proposed = rotated(here, played, PAIRS, number)
        assert proposed is not None
        played.append(PlayedGame(proposed.sides, data.draw(st.sampled_from([0, 1, None]))))
        if number == 4 and data.draw(st.booleans()):
            here.append(Present(9, since=len(played)))
    turns = turns_out(here, played)
    assert max(turns.values()) - min(turns.values()) <= 2, "one more only in the middle of a known schedule"


def test_who_comes_later_plays_next() -> None:
    here = [Present(player) for player in range(1, 6)]
    played = [PlayedGame(((1, 2), (3, 4)), 0), PlayedGame(((1, 5), (2, 3)), 0)]
    proposed = rotated([*here, Present(6, since=2)], played, PAIRS, 7)
    assert proposed is not None
    assert proposed.turns == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1}
    assert set(proposed.sitting_out) < {1, 2, 3}


def test_who_skips_sits_out() -> None:
    here = [Present(player, skips=player == 2) for player in range(1, 6)]
    proposed = rotated(here, [], PAIRS, 1)
    assert proposed is not None
    assert proposed.sitting_out == (2,)
    assert rotated([*here[:3], replace(here[3], skips=True)], [], PAIRS, 1) is None, "three cannot play"


def test_everybody_alone_takes_turns_too() -> None:
    proposed = rotated([Present(player) for player in range(1, 6)], [], Shape(4, 1), 1)
    assert proposed is not None
    assert len(proposed.sides) == 4
    assert len(proposed.sitting_out) == 1


def stay(players: int, *games: tuple[tuple[int, ...], tuple[int, ...], int | None], longest: int = 0) -> NextGame:
    here = [Present(player) for player in range(1, players + 1)]
    proposed = winners_stay(here, [PlayedGame((one, two), won) for one, two, won in games], PAIRS, longest)
    assert proposed is not None
    return proposed


def test_losers_get_up_and_the_longest_waiting_pair_sits_down() -> None:
    first = ((1, 2), (3, 4), 0)
    assert stay(8, first).sides == ((1, 2), (5, 6))
    assert stay(8, first, ((1, 2), (5, 6), 1)).sides == ((5, 6), (7, 8))
    assert stay(8, first, ((1, 2), (5, 6), 1), ((5, 6), (7, 8), 0)).sides == ((5, 6), (3, 4)), "partners stay partners"


def test_one_who_waits_replaces_a_loser() -> None:
    proposed = stay(5, ((1, 2), (3, 4), 1))
    assert proposed.sides[0] == (3, 4)
    assert 5 in proposed.sides[1]
    assert len(proposed.sitting_out) == 1


def test_longest_stay_makes_winners_get_up() -> None:
    games = (((1, 2), (3, 4), 0), ((1, 2), (5, 6), 0))
    assert stay(6, *games).sides == ((1, 2), (3, 4))
    assert stay(6, *games, longest=2).sides == ((3, 4), (5, 6))


def test_without_a_winner_who_waits_comes_first() -> None:
    assert stay(8, ((1, 2), (3, 4), None)).sides == ((5, 6), (7, 8))
