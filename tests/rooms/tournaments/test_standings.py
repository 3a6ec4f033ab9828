"""Standings: wins, tie-breaks in the director's order, byes and forfeits, and why each place is what it is."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from hypothesis import given, strategies as st

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.results import BY_BYE, CONFIRM, RESULT
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.domain.standings import RankedTeam
from scorekeeper.rooms.tournaments.domain.words import why_text
from tests.rooms.tournaments import fields
from tests.rooms.tournaments.fields import enter, field_of, order, paper, play, record, shown, stage, tournament

# Five teams meet once each, all but one match: Ann 1's team has beaten everybody it met.
ROUNDS = [[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(2, 3), (1, 4)]]


def league(results: dict[tuple[int, int], tuple[int, int]], **settings: Any) -> TournamentState:
    """Four teams who meet as `ROUNDS` says, with these scores; the other matches end 300 to 200."""
    state = enter(tournament([stage("swiss", rounds=3)], **settings), 4)
    match = 0
    for number, pairs in enumerate(ROUNDS, 1):
        pairings = [{"match": match + 1 + place, "sides": [[a], [b]]} for place, (a, b) in enumerate(pairs)]
        state = record(state, ev.ROUND, stage=1, round=number, pairings=pairings)
        for pair in pairs:
            match += 1
            state = paper(state, state.matches[match], results.get(pair, (300, 200)))
    return state


def reasons(state: TournamentState) -> list[str]:
    """The reason of each place, in order."""
    names = {team.id: f"T{team.id}" for team in state.teams.values()}
    return [why_text(place.why, names) for place in standings(state, 1)]


def decided(state: TournamentState) -> list[str]:
    """What separates each place from the one above."""
    return [place.decided_by for place in standings(state, 1)]


def place_of(state: TournamentState, team: int) -> RankedTeam:
    return next(place for place in standings(state, 1) if place.team == team)


def test_wins_come_first() -> None:
    state = league({})
    assert order(state) == [1, 2, 3, 4]
    assert decided(state) == ["", "wins", "wins", "wins"]
    assert reasons(state) == ["", "", "", ""]


def test_head_to_head_separates_two_level_teams() -> None:
    state = league({(1, 4): (200, 300)})  # 1 and 2 have two wins, 3 and 4 one
    assert order(state) == [1, 2, 3, 4]
    assert reasons(state) == [
        "ahead of T2: beat them in round 1",
        "behind T1: lost to them in round 1",
        "ahead of T4: beat them in round 1",
        "behind T3: lost to them in round 1",
    ]


def test_a_circle_of_level_teams_goes_on_to_the_next_tie_break() -> None:
    """1 beats 2, 2 beats 3, 3 beats 1, and all beat 4: the difference decides."""
    state = league({(1, 3): (200, 260), (1, 4): (300, 100), (2, 4): (300, 150)})
    assert order(state) == [1, 2, 3, 4]
    assert decided(state) == ["", "difference", "difference", "wins"]
    assert reasons(state)[1] == "behind T1: a smaller difference, by 90"


def test_one_who_beat_all_the_others_is_first_although_they_did_not_all_meet() -> None:
    state = enter(tournament([stage("swiss", rounds=2)]), 3)
    for number, pair in enumerate([(1, 2), (1, 3)], 1):
        rest = ({1, 2, 3} - set(pair)).pop()
        pairings = [
            {"match": 2 * number, "sides": [[pair[0]], [pair[1]]]},
            {"match": 2 * number + 1, "sides": [[rest]]},
        ]
        state = record(state, ev.ROUND, stage=1, round=number, pairings=pairings)
        state = paper(state, state.matches[2 * number], (300, 200))
    state = record(state, ev.ADJUST, team=1, wins=-1, reason="late")  # all have one win
    assert [place.record.score for place in standings(state, 1)] == [2, 2, 2]
    assert order(state)[0] == 1
    assert decided(state)[1] == "head-to-head"
    assert [place.rank for place in standings(state, 1)] == [1, 2, 2]


def test_the_order_of_tie_breaks_can_be_changed() -> None:
    results = {(1, 4): (200, 300), (1, 2): (300, 299), (2, 4): (500, 100)}
    assert order(league(results))[:2] == [1, 2]
    other = league(results, tie_breaks=["difference", "head-to-head"])
    assert order(other)[:2] == [2, 1]
    assert decided(other)[1] == "difference"
    changed = record(
        league(results),
        ev.SETTINGS,
        name="Harbour Open",
        stages=[stage("swiss", rounds=3)],
        settings={"tie_breaks": ["difference"]},
    )
    assert order(changed) == order(other)


def test_the_difference_of_a_match_has_a_cap() -> None:
    state = league({(1, 2): (500, 0)}, cap=150)
    assert place_of(state, 1).record.difference == 150 + 100 + 100
    assert place_of(state, 2).record.difference == -150 + 100 + 100
    assert place_of(state, 1).record.points == 500 + 300 + 300


def test_fewest_sets_and_bags_decide_only_where_they_are_known() -> None:
    order_ = ["fewest-sets", "fewest-bags"]
    state = enter(tournament([stage("swiss", rounds=1)], tie_breaks=order_), 4)
    pairings = [{"match": 1, "sides": [[1], [2]]}, {"match": 2, "sides": [[3], [4]]}]
    state = record(state, ev.ROUND, stage=1, round=1, pairings=pairings)
    known = paper(state, state.matches[1], (300, 200), sets=[2, 3], bags=[1, 1])
    known = paper(known, known.matches[2], (300, 200), sets=[1, 3], bags=[2, 0])
    assert order(known) == [3, 1, 4, 2]
    assert reasons(known) == [
        "ahead of T1: 1 set fewer",
        "behind T3: 1 set more",
        "ahead of T2: 1 bag fewer",
        "behind T4: 1 bag more",
    ]
    unknown = paper(state, state.matches[1], (300, 200), bags=[1, 1])
    unknown = paper(unknown, unknown.matches[2], (300, 200), sets=[1, 3], bags=[2, 0])
    assert order(unknown) == [1, 3, 4, 2]
    assert decided(unknown) == ["", "fewest-bags", "wins", "fewest-bags"]


def test_lots_and_a_deciding_hand_settle_what_stays_level() -> None:
    state = enter(tournament([stage("swiss", rounds=1)]), 4)
    pairings = [{"match": 1, "sides": [[1], [2]]}, {"match": 2, "sides": [[3], [4]]}]
    state = record(state, ev.ROUND, stage=1, round=1, pairings=pairings)
    for match in (1, 2):
        state = paper(state, state.matches[match], (300, 200))
    assert [place.rank for place in standings(state, 1)] == [1, 1, 3, 3]
    assert reasons(state) == ["level with T3", "level with T1", "level with T4", "level with T2"]
    drawn = record(state, ev.LOTS, stage=1, order=[3, 1], lot_seed=9)
    assert order(drawn) == [3, 1, 2, 4]
    assert reasons(drawn)[:2] == ["ahead of T1: drawn by lot", "behind T3: drawn by lot"]
    played = record(drawn, ev.LOTS, stage=1, order=[1, 3], by="deciding-hand")
    assert order(played)[:2] == [1, 3]
    assert shown(record(played, ev.TAKE_BACK, entry=played.seq)) == shown(drawn)


def test_teams_that_a_tie_break_leaves_level_share_a_rank_and_are_level_with_each_other() -> None:
    state = enter(tournament([stage("swiss", rounds=1)]), 6)
    pairings = [{"match": match, "sides": [[match], [match + 3]]} for match in (1, 2, 3)]
    state = record(state, ev.ROUND, stage=1, round=1, pairings=pairings)
    for match, score in ((1, 100), (2, 200), (3, 200)):
        state = paper(state, state.matches[match], (300, score))
    assert [place.rank for place in standings(state, 1)][:3] == [1, 2, 2]
    assert decided(state)[:3] == ["", "difference", ""]
    assert reasons(state)[:3] == [
        "ahead of T2: a better difference, by 100",
        "behind T1: a smaller difference, by 100",
        "level with T2",
    ]


def bye_and_forfeit(scores: tuple[int, int] = (350, 230), **settings: object) -> TournamentState:
    """Three teams: 1 beats 2 by 120, then has a bye; 3 has a bye, then 2 forfeits against it."""
    state = enter(tournament([stage("swiss", rounds=2, options={"target": 350})], **settings), 3)
    pairings: list[dict[str, Any]] = [{"match": 1, "sides": [[1], [2]]}, {"match": 2, "sides": [[3]]}]
    state = record(state, ev.ROUND, stage=1, round=1, pairings=pairings)
    state = paper(state, state.matches[1], scores)
    pairings = [{"match": 3, "sides": [[2], [3]]}, {"match": 4, "sides": [[1]]}]
    state = record(state, ev.ROUND, stage=1, round=2, pairings=pairings)
    return record(state, RESULT, match=3, forfeit=[2])


def test_a_bye_and_a_forfeit_give_the_winner_its_own_average_and_cost_the_loser_the_target() -> None:
    state = bye_and_forfeit()
    first, second, third = (place_of(state, team).record for team in (1, 2, 3))
    assert [first.wins, first.difference, first.points, first.byes] == [2, 120 + 120, 700, 1]
    assert [second.wins, second.losses, second.difference, second.forfeits] == [0, 2, -120 - 350, 1]
    assert [third.wins, third.difference, third.byes, third.forfeits] == [2, 0, 1, 1]


def test_a_bye_and_a_forfeit_are_won_by_what_is_set() -> None:
    """Also for a team whose own average is below zero, which lost by its forfeit win before."""
    state = bye_and_forfeit((230, 350), bye_points=100)
    first, second, third = (place_of(state, team).record for team in (1, 2, 3))
    assert [first.wins, first.difference, first.points] == [1, -120 + 100, 2 * 230]
    assert [second.wins, second.difference] == [1, 120 - 350]
    assert [third.wins, third.difference] == [2, 100 + 100]
    capped = bye_and_forfeit((230, 350), bye_points=100, cap=60)
    assert place_of(capped, 3).record.difference == 120
    assert place_of(bye_and_forfeit((230, 350), bye_points=0), 1).record.difference == -120


def test_who_sits_out_where_partners_change_scores_the_own_average_as_ever() -> None:
    found = []
    for settings in ({}, {"bye_points": 100}):
        state = enter(tournament([stage("rotation", rounds=2)], **settings), 5, solo=True)
        places = standings(play(fields.pair(state), lambda match: (300, 180)), 1)
        found.append([(place.team, place.record.points, place.record.difference) for place in places])
    assert found[0] == found[1]


def test_byes_and_forfeits_enter_opponents_wins_as_the_teams_own_average() -> None:
    state = bye_and_forfeit()
    assert place_of(state, 1).record.opponents_wins == 0  # 2 won nothing, and the bye counts as much
    assert place_of(state, 2).record.opponents_wins == 2 + 2
    assert place_of(state, 3).record.opponents_wins == 0


def test_a_paper_result_is_marked() -> None:
    assert place_of(bye_and_forfeit(), 1).record.papers == 1


def test_a_bonus_and_a_penalty_count_with_their_reason() -> None:
    state = record(league({}), ev.ADJUST, stage=1, team=4, wins=4, reason="free win")
    state = record(state, ev.ADJUST, stage=1, team=1, points=-30, reason="phone at the table")
    assert order(state)[0] == 4
    assert place_of(state, 1).record.difference == 300 - 30
    assert [event.reason for event in state.adjustments] == ["free win", "phone at the table"]
    assert place_of(state, 2).record.opponents_wins == 3 + 1 + 0  # a bonus is no opponent's win


def test_missed_rounds_count_as_set() -> None:
    for late, score in (("losses", 0), ("halves", 1), ("zero", 0)):
        state = enter(tournament([stage("swiss", rounds=3)], late=late), 4)
        pairings = [{"match": 1, "sides": [[1], [2]]}, {"match": 2, "sides": [[3], [4]]}]
        state = enter(record(state, ev.ROUND, stage=1, round=1, pairings=pairings), 1)
        found = place_of(state, 5).record
        assert (found.score, found.losses, found.missed) == (score, int(late == "losses"), 1)


def test_a_round_that_is_not_published_and_a_match_that_is_not_over_count_nothing() -> None:
    state = enter(tournament([stage("swiss", rounds=3)]), 4)
    pairings = [{"match": 1, "sides": [[1], [2]]}, {"match": 2, "sides": [[3], [4]]}]
    state = record(state, ev.ROUND, stage=1, round=1, pairings=pairings)
    state = record(state, RESULT, match=1, scores=[300, 200])
    assert [place.record.score for place in standings(state, 1)] == [0, 0, 0, 0]
    state = record(state, CONFIRM, match=1)
    assert order(state)[0] == 1


def test_a_team_that_left_before_it_played_has_no_place() -> None:
    state = record(field_of(5, "swiss", rounds=2), ev.TEAM_STATUS, teams=[5], status="no-show")
    assert sorted(order(state)) == [1, 2, 3, 4]


# Against an independent sum

Outcome = tuple[str, int, int]


@st.composite
def seasons(draw: st.DrawFn) -> tuple[int, list[list[tuple[int, ...]]], dict[int, Outcome]]:
    """Teams, rounds of random pairs, and what each match gave: paper, a forfeit of a side or of both."""
    teams = draw(st.integers(2, 9))
    rounds, outcomes, match = [], {}, 0
    for _ in range(draw(st.integers(1, 5))):
        seats = draw(st.permutations(range(1, teams + 1)))
        pairs = [tuple(seats[place : place + 2]) for place in range(0, teams, 2)]
        rounds.append(pairs)
        for pair in pairs:
            match += 1
            if len(pair) == 2:
                kind = draw(st.sampled_from(("paper", "paper", "paper", "first", "second", "both")))
                outcomes[match] = (kind, draw(st.integers(-200, 700)), draw(st.integers(-200, 700)))
    return teams, rounds, outcomes


@given(seasons(), st.sampled_from((None, 100)))
def test_records_equal_an_independent_sum(
    season: tuple[int, list[list[tuple[int, ...]]], dict[int, Outcome]], cap: int | None
) -> None:
    teams, rounds, outcomes = season
    state = enter(tournament([stage("swiss", rounds=9, options={"target": 350})], cap=cap), teams)
    rows: dict[int, list[tuple[str, int, int, int]]] = defaultdict(list)  # kind, half-wins, margin, opponent
    match = 0
    for number, pairs in enumerate(rounds, 1):
        pairings = [{"match": match + 1 + i, "sides": [[team] for team in pair]} for i, pair in enumerate(pairs)]
        state = record(state, ev.ROUND, stage=1, round=number, pairings=pairings)
        for pair in pairs:
            match += 1
            if len(pair) == 1:
                rows[pair[0]].append(("free", 2, 0, 0))
                continue
            kind, one, other = outcomes[match]
            if kind == "paper":
                state = paper(state, state.matches[match], (one, other))
                for team, rival, ahead in ((pair[0], pair[1], one - other), (pair[1], pair[0], other - one)):
                    capped = ahead if cap is None else sorted((-cap, ahead, cap))[1]
                    rows[team].append(("played", 2 * (ahead > 0) + (ahead == 0), capped, rival))
                continue
            out = {"first": [pair[0]], "second": [pair[1]], "both": list(pair)}[kind]
            state = record(state, RESULT, match=match, forfeit=out)
            for team in pair:
                rows[team].append(("lost" if team in out else "free", 0 if team in out else 2, 0, 0))
    half_wins = {team: sum(row[1] for row in rows[team]) for team in rows}
    for place in standings(state, 1):
        own = rows[place.team]
        played = [row for row in own if row[0] == "played"]
        mean = Fraction(sum(row[2] for row in played), len(played)) if played else Fraction(0)
        free, lost = (sum(row[0] == kind for row in own) for kind in ("free", "lost"))
        assert place.record.score == half_wins[place.team]
        assert place.record.difference == sum(row[2] for row in played) + free * mean - lost * (cap or 350)
        rivals = sum(Fraction(half_wins[row[3]], 2) for row in played)
        average = rivals / len(played) if played else Fraction(0)
        assert place.record.opponents_wins == rivals + average * (len(own) - len(played))
        assert sum(meeting.by == BY_BYE for meeting in place.record.meetings) == place.record.byes
    ranks = [(place.rank, -place.record.score) for place in standings(state, 1)]
    assert ranks == sorted(ranks)
