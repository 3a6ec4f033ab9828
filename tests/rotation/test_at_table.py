"""Rotation at one table: partners, opponents and turns to sit out are even, whoever comes, goes or skips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, count
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from scorekeeper.core.rules.seating import Shape
from scorekeeper.rotation.at_table import (
    NextGames,
    PlayedGame,
    Present,
    Proposal,
    as_proposed,
    rotated,
    sat_out,
    sides_players,
    turns_out,
    winners_stay,
)
from scorekeeper.rotation.schedules import ONE_TABLE
from tests.hypothesis_budget import examples

PAIRS = Shape(2, 2)


def evening(players: int, games: int, seed: int = 1) -> list[NextGames]:
    here = [Present(player) for player in range(1, players + 1)]
    played: list[PlayedGame] = []
    found: list[NextGames] = []
    for number in range(games):
        proposed = rotated(here, played, PAIRS, seed + number, 1)
        assert proposed is not None
        found.append(proposed)
        played.append(PlayedGame(proposed.sides, 0))
    return found


def partners(games: list[NextGames]) -> Counter[frozenset[int]]:
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
        proposed = rotated(here, played, PAIRS, number, 1)
        assert proposed is not None
        played.append(PlayedGame(proposed.sides, data.draw(st.sampled_from([0, 1, None]))))
        if number == 4 and data.draw(st.booleans()):
            here.append(Present(9, since=len(played)))
    turns = turns_out(here, played)
    assert max(turns.values()) - min(turns.values()) <= 2, "one more only in the middle of a known schedule"


def test_who_comes_later_plays_next() -> None:
    here = [Present(player) for player in range(1, 6)]
    played = [PlayedGame(((1, 2), (3, 4)), 0), PlayedGame(((1, 5), (2, 3)), 0)]
    here.append(Present(6, since=2))
    proposed = rotated(here, played, PAIRS, 7)
    assert proposed is not None
    assert turns_out(here, played) == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1}
    assert set(proposed.sitting_out) < {1, 2, 3}


def test_who_skips_sits_out() -> None:
    here = [Present(player, skips=0 if player == 2 else None) for player in range(1, 6)]
    proposed = rotated(here, [], PAIRS, 1)
    assert proposed is not None
    assert proposed.sitting_out == (2,)
    assert rotated([*here[:3], replace(here[3], skips=0)], [], PAIRS, 1) is None, "three cannot play"


def test_everybody_alone_takes_turns_too() -> None:
    proposed = rotated([Present(player) for player in range(1, 6)], [], Shape(4, 1), 1)
    assert proposed is not None
    assert len(proposed.sides) == 4
    assert len(proposed.sitting_out) == 1


def stay(players: int, *games: tuple[tuple[int, ...], tuple[int, ...], int | None], longest: int = 0) -> NextGames:
    here = [Present(player) for player in range(1, players + 1)]
    proposed = winners_stay(here, [PlayedGame((one, two), won) for one, two, won in games], PAIRS, longest, 1)
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


def propose_rotation(here: Sequence[Present], played: Sequence[PlayedGame]) -> NextGames | None:
    return rotated(here, played, PAIRS, len(played))


def propose_winners(here: Sequence[Present], played: Sequence[PlayedGame]) -> NextGames | None:
    return winners_stay(here, played, PAIRS, 3)


class Evening:
    """Nine people at two tables, whose games end at different times; who is proposed is dealt at once."""

    def __init__(self, propose: Proposal, luck: Random) -> None:
        self.propose, self.luck = propose, luck
        self.here = [Present(player) for player in range(1, 10)]
        self.played: list[PlayedGame] = []
        self.ends = count(1)

    def deal(self) -> Iterator[NextGames]:
        """Deal each table that is proposed."""
        while (proposed := as_proposed(self.propose, self.here, self.played)) is not None:
            yield proposed
            busy = self.busy
            assert busy.isdisjoint(sides_players(proposed.sides)), "nobody is at two tables"
            self.played.append(PlayedGame(proposed.sides, None, running=True, elsewhere=frozenset(busy)))

    @property
    def busy(self) -> set[int]:
        return {player for game in self.played if game.running for player in game.players}

    def end(self) -> PlayedGame:
        """One of the games that go on ends."""
        number = self.luck.choice([number for number, game in enumerate(self.played) if game.running])
        self.played[number] = replace(
            self.played[number], running=False, winner=self.luck.choice([0, 1]), ended=next(self.ends)
        )
        return self.played[number]


@settings(max_examples=examples(5, 80))
@given(st.randoms(use_true_random=False))
def test_an_evening_of_two_tables_and_nine_people_is_fair(luck: Random) -> None:
    evening = Evening(propose_rotation, luck)
    first = list(evening.deal())
    assert [len(proposed.games) for proposed in first] == [2, 1]
    assert first[1].games == first[0].games[1:], "the second table stays as it was proposed"
    assert first[1].sitting_out == first[0].sitting_out
    for _game in range(24):
        evening.end()
        for proposed in evening.deal():
            assert len(evening.busy) + len(sides_players(proposed.sides)) + len(proposed.sitting_out) <= 9
        assert len(evening.busy) == 8, "two tables play all the time"
    turns = turns_out(evening.here, evening.played).values()
    assert max(turns) - min(turns) <= 2


@settings(max_examples=examples(5, 200))
@given(st.randoms(use_true_random=False))
def test_an_evening_of_two_tables_where_winners_stay(luck: Random) -> None:
    evening = Evening(propose_winners, luck)
    list(evening.deal())
    for _game in range(24):
        last = evening.end()
        waiting = set(range(1, 10)) - evening.busy - last.players
        for proposed in evening.deal():
            assert waiting <= set(sides_players(proposed.sides)), "the one who waits sits down"
        assert len(evening.busy) == 8


def test_winners_of_either_table_stay_at_theirs() -> None:
    here = [Present(player) for player in range(1, 11)]
    played = [
        PlayedGame(((1, 2), (3, 4)), 0),
        PlayedGame(((5, 6), (7, 8)), 1, elsewhere=frozenset((1, 2, 3, 4))),
    ]
    proposed = winners_stay(here, played, PAIRS)
    assert proposed is not None
    assert [sides[0] for sides in proposed.games] == [(7, 8), (1, 2)]
    assert (9, 10) in proposed.games[0], "who waited sits down first"


def test_who_plays_is_not_proposed_and_does_not_sit_out() -> None:
    here = [Present(player) for player in range(1, 10)]
    running = PlayedGame(((1, 2), (3, 4)), None, running=True)
    proposed = rotated(here, [running], PAIRS, 1)
    assert proposed is not None
    assert len(proposed.games) == 1
    assert {*sides_players(proposed.sides), *proposed.sitting_out} == {5, 6, 7, 8, 9}
    assert rotated(here[:7], [running], PAIRS, 1) is None


def test_as_many_tables_as_fit_or_fewer_if_there_are_fewer() -> None:
    here = [Present(player) for player in range(1, 13)]
    for tables, found in ((0, 3), (1, 1), (2, 2), (5, 3)):
        for propose in (rotated(here, [], PAIRS, 1, tables), winners_stay(here, [], PAIRS, 0, tables)):
            assert propose is not None
            assert len(propose.games) == found


def test_games_at_several_tables_are_one_round_to_sit_out() -> None:
    one, two = ((1, 2), (3, 4)), ((5, 6), (7, 8))
    round_ = [PlayedGame(one, 0), PlayedGame(two, 0, elsewhere=frozenset({1, 2, 3, 4}))]
    assert [sat_out(Present(player), round_[:1]) for player in (1, 5, 9)] == [0, 1, 1]
    assert [sat_out(Present(player), round_) for player in (1, 5, 9)] == [0, 0, 1]
    other = PlayedGame(((9, 2), (3, 4)), 0)
    another = PlayedGame(two, 0, elsewhere=frozenset({9, 2, 3, 4}))
    assert [sat_out(Present(player), [*round_, other, another]) for player in (1, 5, 9)] == [1, 0, 1]
    assert sat_out(Present(9, since=2), round_) == 0
    nine = [Present(player) for player in range(1, 10)]
    assert turns_out(nine, round_) == dict.fromkeys(range(1, 9), 0) | {9: 1}, "what is fair is counted as it is shown"


def test_rest_of_a_round_is_proposed_anew_when_somebody_came_or_skips() -> None:
    here = [Present(player) for player in range(1, 10)]
    first = propose_rotation(here, [])
    assert first is not None
    begun = [PlayedGame(first.games[0], None, running=True)]
    left = as_proposed(propose_rotation, here, begun)
    assert left is not None
    assert left.games == first.games[1:]
    assert left.begun == 1
    came = as_proposed(propose_rotation, [*here, Present(10, since=1)], begun)
    assert came is not None
    assert 10 in sides_players(came.sides), "who comes later is in next"
    skips = first.games[1][0][0]
    away = as_proposed(propose_rotation, [replace(one, skips=1) if one.player == skips else one for one in here], begun)
    assert away is not None
    assert skips in away.sitting_out
