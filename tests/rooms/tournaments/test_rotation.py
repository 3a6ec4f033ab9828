"""Rotation: a new partner every round, even opponents and sit-outs, known designs, players who come and go."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from flask import Flask
from hypothesis import given, strategies as st

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of, standings
from scorekeeper.rooms.tournaments.domain.pairing.swaps import meetings_after_swap
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage
from scorekeeper.rooms.tournaments.domain.words import why_text
from scorekeeper.rotation.schedules import ONE_TABLE, WHIST, whist
from tests.each_case import each_case
from tests.rooms.tournaments.directing import Directed
from tests.rooms.tournaments.fields import (
    at_random,
    by_number,
    codes,
    enter,
    field_of,
    latest,
    pair,
    paper,
    play,
    play_on,
    record,
    refused_with,
    stage,
    tournament,
)

Pairs = Counter[tuple[int, ...]]


def partners(state: TournamentState) -> Pairs:
    """How often each two were partners."""
    sides = [side for match in state.matches.values() for side in match.pairing.sides if len(side) == 2]
    return Counter(tuple(sorted(side)) for side in sides)


def opponents(state: TournamentState) -> Pairs:
    """How often each two were opponents."""
    found: Pairs = Counter()
    for match in state.matches.values():
        for one, other in combinations(match.pairing.sides, 2):
            found.update(tuple(sorted((a, b))) for a in one for b in other)
    return found


def sat_out(state: TournamentState) -> Counter[int]:
    """How often each player sat out."""
    found = Counter(match.teams[0] for match in state.matches.values() if match.pairing.is_bye)
    return Counter({player: found[player] for player in state.teams})


@each_case("players", WHIST)
def test_a_whist_design_has_each_partner_once_and_each_opponent_twice(players: int) -> None:
    state = play_on(field_of(players, "rotation", hands=8), at_random(1))
    assert len(state.rounds) == players - 1
    everyone = list(combinations(range(1, players + 1), 2))
    assert partners(state) == dict.fromkeys(everyone, 1)
    assert opponents(state) == dict.fromkeys(everyone, 2)
    assert len(whist(players, 3)) == 3


@given(st.sampled_from([8, 12, 14]), st.integers(1, 4), st.data())
def test_swap_says_who_will_be_partners_again_in_rounds_that_were_drawn_ahead(
    players: int, rounds: int, data: st.DataObject
) -> None:
    state = pair(field_of(players, "rotation", hands=8))
    for _ in range(1, rounds):
        state = pair(play(state, by_number))
    playing = st.sampled_from([player for match in latest(state) for player in match.teams])
    first, second = data.draw(playing), data.draw(playing)
    again, too_seldom = meetings_after_swap(state, state.rounds[-1], first, second)
    swap = record(state, ev.SWAP, what="teams", first=first, second=second, stage=1, round=rounds)
    before, after = (partners(play_on(play(each, by_number))) for each in (state, swap))
    assert {(one.team, one.other) for one in again} == {pair for pair in after if after[pair] > max(1, before[pair])}
    assert all(len(one.rounds) + len(one.later) == after[one.team, one.other] - 1 for one in again)
    assert too_seldom == []


@each_case(("players", "games"), [(5, 5), (6, 8), (7, 11), (8, 14)])
def test_friends_at_one_table_all_partner_each_other(players: int, games: int) -> None:
    state = enter(tournament([stage("rotation", hands=8)], tables=1), players, solo=True)
    state = play_on(state, at_random(2))
    assert len(state.rounds) == games == len(ONE_TABLE[players])
    assert set(partners(state)) == set(combinations(range(1, players + 1), 2))
    assert sum(partners(state).values()) - len(partners(state)) <= 1
    counts = sat_out(state).values()
    assert max(counts) - min(counts) <= 1
    assert max(opponents(state).values()) <= 4


def test_who_sits_out_hears_how_often_it_was() -> None:
    state = field_of(5, "rotation", hands=8, rounds=10)
    for _ in range(10):
        state = play(pair(state), by_number)
    reasons = [why_text(match.pairing.why, {}) for match in state.matches.values() if match.pairing.is_bye]
    assert reasons == ["sits out for the first time"] * 5 + ["sits out; 2 times so far"] * 5


@each_case(("players", "rounds"), [(48, 12), (64, 12), (40, 8)])
def test_a_large_field_has_no_partner_and_no_opponent_twice(players: int, rounds: int) -> None:
    state = pair(field_of(players, "rotation", hands=8, rounds=rounds))
    plan = [state.matches[match].pairing.sides for match in state.rounds[0].matches]
    plan += [sides for round_ in state.plans[1][0].rounds for sides in round_]
    partner = Counter(tuple(sorted(side)) for sides in plan for side in sides)
    facing = Counter(tuple(sorted((a, b))) for one, other in plan for a in one for b in other)
    assert set(partner.values()) == set(facing.values()) == {1}
    assert sum(partner.values()) == rounds * players / 2


@given(st.integers(5, 23), st.integers(1, 8), st.integers(0, 10**6))
def test_partners_are_new_and_sit_outs_are_even(players: int, rounds: int, seed: int) -> None:
    state = field_of(players, "rotation", hands=8, rounds=min(rounds, players - 1))
    state = pair(state, seed)
    for _ in state.plans.get(1, ())[:1] and state.plans[1][0].rounds:
        state = pair(play(state, at_random(seed)), seed)
    counts = sat_out(state).values()
    assert max(counts) - min(counts) <= 1
    assert max(partners(state).values()) == 1 or players < 8
    if players > 9:
        assert max(opponents(state).values()) <= 3


def test_a_plan_is_kept_until_players_come_or_go() -> None:
    state = pair(field_of(12, "rotation", hands=8, rounds=6))
    plan = state.plans[1][0].rounds
    state = pair(play(state, by_number))
    assert [match.pairing.sides for match in latest(state)] == list(plan[0])
    state = record(play(state, by_number), ev.TEAM_STATUS, teams=[3], status="dropped")
    state = pair(state)
    assert len(state.plans[1]) == 2
    assert state.plans[1][1].round == 3
    assert len(state.plans[1][1].rounds) == 3
    assert sum(match.pairing.is_bye for match in state.matches.values() if match.round == 3) == 3
    assert max(partners(state).values()) == 1


def test_a_player_who_comes_late_is_in_the_rounds_that_remain() -> None:
    """Fourteen on paper: one arrives in round 2, and one leaves."""
    state = play(pair(field_of(13, "rotation", hands=8, rounds=6)), by_number)
    state = pair(enter(state, 1, solo=True))
    assert sat_out(state)[14] == 0 or sum(sat_out(state).values()) == 3
    state = record(play(state, by_number), ev.TEAM_STATUS, teams=[1], status="dropped")
    state = play_on(state)
    assert len(state.rounds) == 6
    assert max(partners(state).values()) == 1
    late = next(place for place in standings(state, 1) if place.team == 14)
    assert late.record.missed == 1


def test_both_partners_get_the_points_of_the_pair_and_a_sit_out_the_average() -> None:
    state = enter(tournament([stage("rotation", hands=8, rounds=2)], tables=1), 5, solo=True)
    state = pair(state)
    first = latest(state)[0]
    state = paper(state, first, (300, 180))
    state = pair(state)
    second = latest(state)[0]
    state = paper(state, second, (260, 260))
    out_now = next(match.teams[0] for match in state.matches.values() if match.pairing.is_bye and match.round == 2)
    records = {place.team: place.record for place in standings(state, 1)}
    side = next(number for number, side in enumerate(first.pairing.sides) if out_now in side)
    own = (300, 180)[side]
    assert records[out_now].points == 2 * own
    assert records[out_now].wins == (1 if side == 0 else 0)
    both = next(iter(set(first.pairing.sides[0]) - {out_now}))
    assert records[both].points == 300 + 260
    assert (records[both].wins, records[both].level) == (1, 1)


def test_points_or_wins_rank_the_players() -> None:
    for by, first in (("points", "points"), ("wins", "wins")):
        state = enter(tournament([stage("rotation", hands=8, rounds=3)], ranked_by=by), 8, solo=True)
        places = standings(play_on(state, at_random(4)), 1)
        assert {place.decided_by for place in places[1:]} <= {
            first,
            "",
            *(["points"] if by == "wins" else ["wins"]),
        } | {
            "head-to-head",
            "opponents-wins",
            "difference",
        }
        key = [place.record.points if by == "points" else place.record.score for place in places]
        assert key == sorted(key, reverse=True)


def test_winners_move_up_a_table_and_change_partner() -> None:
    state = enter(tournament([stage("rotation", hands=8, rounds=2, settings={"moves": "winners-up"})]), 12, solo=True)
    state = play(pair(state), by_number)
    before = {match.pairing.table: match for match in latest(state)}
    state = pair(state)
    after = {match.pairing.table: set(match.teams) for match in latest(state)}

    def parts(table: int) -> tuple[set[int], set[int]]:
        result = state.result(state.matches[before[table].id])
        assert result is not None
        assert result.winner is not None
        return set(before[table].pairing.sides[result.winner]), set(before[table].pairing.sides[1 - result.winner])

    assert after[1] == parts(1)[0] | parts(2)[0]
    assert after[2] == parts(2)[1] | parts(3)[0]
    assert after[3] == parts(3)[1] | parts(1)[1]
    assert max(partners(state).values()) == 1
    assert codes(match.pairing for match in latest(state)) == [["winners-move"]] * 3


def test_winners_move_down_where_the_stage_says_so() -> None:
    state = enter(tournament([stage("rotation", hands=8, rounds=2, settings={"moves": "winners-down"})]), 8, solo=True)
    state = play(pair(state), by_number)
    first = {match.pairing.table: match for match in latest(state)}
    won = {table: set(match.pairing.sides[state.result(match).winner or 0]) for table, match in first.items()}  # type: ignore[union-attr]
    state = pair(state)
    second = {match.pairing.table: set(match.teams) for match in latest(state)}
    assert second[2] == won[1] | won[2]


def test_with_a_solo_rule_set_everybody_plays_alone() -> None:
    state = enter(tournament([stage("rotation", rules="cutthroat", rounds=4)]), 7, solo=True)
    state = pair(state)
    assert [len(match.pairing.sides) for match in latest(state)] == [3, 3]
    assert codes(match.pairing for match in latest(state)) == [["new-opponents"]] * 2
    state = play(state, lambda match: (100, 50, 20))
    assert sorted(place.record.wins for place in standings(state, 1)) == [0, 0, 0, 0, 0, 1, 1]


def test_too_few_players_cannot_begin() -> None:
    with refused_with("too-few-teams"):
        pair(field_of(3, "rotation", hands=8))


def test_partners_who_play_together_again_are_named() -> None:
    state = play_on(field_of(4, "rotation", hands=8, rounds=4), by_number)
    names = {team.id: team.name for team in state.teams.values()}
    texts = [why_text(match.pairing.why, names) for match in state.matches.values()]
    assert texts[:3] == ["new partners"] * 3
    assert "play together again; no one else is left" in texts[3]


@each_case(("players", "tables", "rounds"), [(6, None, 8), (8, None, 7), (8, 1, 14), (14, None, 12), (20, None, 19)])
def test_the_rounds_are_those_of_the_design(players: int, tables: int | None, rounds: int) -> None:
    setup = Stage("rotation", "partnership")
    assert format_of(field_of(4, "rotation"), 1).rounds(setup, players, tables) == rounds


def test_players_alone_collect_their_own_points(app: Flask) -> None:
    """Seven at tables of three: one table by hands, one on paper, and who sits out has no points yet."""
    held = Directed(app, {"format": "rotation", "rules": "cutthroat", "rounds": 1, "hands": 2})
    held.enter(*([name] for name in ("Ann", "Bea", "Cal", "Dee", "Eve", "Fay", "Gus")))
    first, second = held.pair()
    bids = {"bids": [["5"], ["4"], ["6"]]}
    played = held.play(first, [bids | {"took": [5, 5, 7]}, bids | {"took": [4, 5, 8]}])
    assert (played["status"], played["result"]["scores"]) == ("done", [0, 82, 123])
    held.paper(second, 100, 120, -30)
    points = {place["team"]: place["points"] for place in held.standings()}
    at_tables = dict(zip((*first["teams"], *second["teams"]), (0, 82, 123, 100, 120, -30), strict=True))
    assert points == at_tables | dict.fromkeys(held.byes(), 0)
