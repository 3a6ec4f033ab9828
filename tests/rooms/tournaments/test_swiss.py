"""Swiss rounds: no rematch while one without exists, byes in turn, near records, and no dead end in small fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hypothesis import given, strategies as st

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.domain.words import why_text
from tests.each_case import each_case
from tests.rooms.tournaments.fields import (
    at_random,
    by_number,
    codes,
    enter,
    field_of,
    latest,
    met,
    pair,
    play,
    play_on,
    record,
    refused_with,
    stage,
    tournament,
)

Pair = tuple[int, ...]


def test_the_first_round_pairs_the_halves_of_the_seeds() -> None:
    state = pair(field_of(6, "swiss", seeds="entry"))
    assert [match.teams for match in latest(state)] == [(1, 4), (2, 5), (3, 6)]
    assert [match.pairing.table for match in latest(state)] == [1, 2, 3]
    assert state.draws[1][0].places == ((1, 2, 3, 4, 5, 6),)


def test_lots_fall_by_their_seed() -> None:
    state = field_of(12, "swiss")
    assert met(pair(state, 5)) == met(pair(state, 5))
    assert met(pair(state, 5)) != met(pair(state, 6))


def test_winners_play_winners() -> None:
    state = pair(play(pair(field_of(8, "swiss", seeds="entry")), by_number))
    assert sorted(met(state)[4:]) == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert codes(match.pairing for match in latest(state)) == [["same-record", "not-met"]] * 4


def test_nobody_is_lowest_before_anything_is_played() -> None:
    first = pair(field_of(7, "swiss"))
    assert {why_text(match.pairing.why, {}) for match in first.matches.values()} == {"drawn by lot"}
    second = pair(play(first, by_number))
    assert "lowest without a bye" in [why_text(match.pairing.why, {}) for match in second.matches.values()]


def test_a_pairing_says_why() -> None:
    state = play(pair(play(pair(field_of(7, "swiss", seeds="entry")), by_number)), by_number)
    texts = [why_text(match.pairing.why, {}) for match in pair(state).matches.values()]
    assert texts[0] == "seeds 1 and 4"
    assert texts[3] == "lowest without a bye"
    assert "both 1–0, not met yet" in texts
    six = pair(play(pair(field_of(6, "swiss", seeds="entry")), by_number))
    assert "1–0 and 0–1, not met yet" in [why_text(match.pairing.why, {}) for match in latest(six)]


def test_the_lowest_without_a_bye_has_it() -> None:
    state = field_of(5, "swiss", seeds="entry", rounds=4)
    for _ in range(4):
        state = play(pair(state), by_number)
    byes = [match.teams[0] for match in state.matches.values() if match.pairing.is_bye]
    assert byes[0] == 5
    assert len(set(byes)) == 4


def test_the_oldest_pairing_repeats_where_one_is_unavoidable() -> None:
    state = field_of(4, "swiss", seeds="entry", rounds=5)
    for _ in range(3):
        state = play(pair(state), by_number)
    first = met(state)[:2]
    state = pair(state)
    assert sorted(met(state)[6:]) == sorted(first)
    assert codes(match.pairing for match in latest(state))[0][-1] == "met-before"
    assert "met in round 1; no one else is left" in why_text(latest(state)[0].pairing.why, {})


def test_a_house_team_fills_an_odd_field_and_has_no_place() -> None:
    state = enter(tournament([stage("swiss", rounds=3, settings={"house_team": True})]), 5)
    state = record(state, ev.TEAM, team=6, players=[], name="House", house=True)
    state = play_on(state)
    assert not any(match.pairing.is_bye for match in state.matches.values())
    against = [pair_ for pair_ in met(state) if 6 in pair_]
    assert len(set(against)) == len(against) == 3
    assert sorted(place.team for place in standings(state, 1)) == [1, 2, 3, 4, 5]


def test_a_team_that_left_is_not_paired_and_one_that_came_late_is() -> None:
    state = play(pair(field_of(6, "swiss", rounds=4)), by_number)
    state = enter(record(state, ev.TEAM_STATUS, teams=[2], status="dropped"), 1)
    state = pair(state)
    assert sorted(team for match in latest(state) for team in match.teams) == [1, 3, 4, 5, 6, 7]
    back = pair(play(record(state, ev.TEAM_STATUS, teams=[2], status="arrived"), by_number))
    assert 2 in {team for match in back.rounds[-1].matches for team in back.matches[match].teams}


def test_unpaid_teams_are_kept_from_pairing() -> None:
    state = enter(tournament([stage("swiss")], must_pay=True), 4)
    with refused_with("too-few-teams"):
        pair(state)
    state = record(state, ev.TEAM_STATUS, teams=[1, 3], status="paid")
    assert met(pair(state)) == [(1, 3)]


def test_a_round_waits_for_the_one_before_unless_the_director_says() -> None:
    state = pair(field_of(4, "swiss", rounds=3))
    with refused_with("matches-still-played"):
        pair(state)
    assert len(pair(state, anyway=True).rounds) == 2
    with refused_with("round-not-published"):
        pair(pair(field_of(4, "swiss"), published=False))


def test_all_rounds_played_ends_the_pairing() -> None:
    state = play_on(field_of(4, "swiss", rounds=2))
    assert len(state.rounds) == 2
    with refused_with("all-rounds-played"):
        pair(state)
    with refused_with("tournament-over"):
        pair(record(state, ev.END))


def test_too_few_tables_make_two_waves_and_a_kept_table_stays() -> None:
    state = enter(tournament([stage("swiss", seeds="entry", rounds=2)], tables=2), 8)
    state = record(state, ev.TEAM, team=3, players=["Ann 3", "Ben 3"], table=1)
    state = pair(state)
    places = {match.teams: (match.pairing.table, match.pairing.wave) for match in latest(state)}
    assert places[(3, 7)] == (1, 1)
    assert sorted(places.values()) == [(1, 1), (1, 2), (2, 1), (2, 2)]


# Against brute force


def every_round(teams: tuple[int, ...]) -> Iterator[list[Pair]]:
    """Every way to pair all teams; of an odd number, one is alone."""
    if len(teams) % 2:
        for team in teams:
            for rest in every_round(tuple(other for other in teams if other != team)):
                yield [(team,), *rest]
        return
    if not teams:
        yield []
        return
    first, *others = teams
    for other in others:
        for rest in every_round(tuple(team for team in others if team != other)):
            yield [(first, other), *rest]


def has_a_new_round(state: TournamentState, teams: tuple[int, ...]) -> bool:
    """Whether a round without a rematch exists, in which nobody has a bye who had more than another."""
    before = Counter(met(state))
    byes = {team: before[(team,)] for team in teams}

    def is_new(pairs: Pair) -> bool:
        if len(pairs) == 1:
            return byes[pairs[0]] == min(byes.values())
        return tuple(sorted(pairs)) not in before

    return any(all(map(is_new, pairs)) for pairs in every_round(teams))


@given(st.integers(3, 10), st.integers(2, 10), st.integers(0, 10**6), st.data())
def test_nobody_meets_again_while_that_is_possible(teams: int, rounds: int, seed: int, data: st.DataObject) -> None:
    state = field_of(teams, "swiss", rounds=rounds)
    result = at_random(seed)
    for _ in range(rounds):
        gone = data.draw(st.booleans()) and sum(team.plays for team in state.teams.values()) > 3
        if gone and state.rounds:
            state = record(state, ev.TEAM_STATUS, teams=[data.draw(st.integers(1, teams))], status="dropped")
        here = tuple(team.id for team in state.teams.values() if team.plays)
        possible = has_a_new_round(state, here)
        before = set(met(state))
        state = pair(state, seed)
        new = [tuple(sorted(state.matches[match].teams)) for match in state.rounds[-1].matches]
        assert sorted(team for pairs in new for team in pairs) == sorted(here)
        assert not possible or not {pairs for pairs in new if len(pairs) == 2} & before
        byes = Counter(pairs[0] for pairs in met(state) if len(pairs) == 1)
        counts = [byes[team] for team in here]
        assert not state.teams or max(counts) - min(counts) <= 1 or gone
        state = play(state, result)


@each_case(("teams", "rounds"), [(6, 5), (8, 7), (4, 3), (5, 5), (7, 7), (9, 9), (10, 9), (12, 11), (14, 9)])
def test_a_small_field_has_no_dead_end(teams: int, rounds: int) -> None:
    for seed in range(3):
        state = play_on(field_of(teams, "swiss", rounds=rounds), at_random(seed))
        assert len(state.rounds) == rounds
        assert len(set(met(state))) == len(met(state)), seed


@given(st.integers(3, 11), st.integers(0, 10_000))
def test_lowest_without_a_bye_is_said_only_where_it_is_true(teams: int, seed: int) -> None:
    state = field_of(teams, "swiss", rounds=min(5, teams - 1 + teams % 2))
    for _ in range(state.stages[0].rounds or 0):
        places = [place.team for place in standings(state, 1)]
        had = {match.teams[0] for match in state.matches.values() if match.pairing.is_bye}
        state = play(pair(state), at_random(seed))
        for match in (state.matches[number] for number in state.rounds[-1].matches):
            if match.pairing.why[0].code == "lowest-without-bye" and len(state.rounds) > 1:
                lower = places[places.index(match.teams[0]) + 1 :]
                assert set(lower) <= had
