"""Round robin: everybody meets, in pools too, and half the teams sit while the others move."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from flask import Flask
from hypothesis import given, strategies as st

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import payload_of, read_stored
from scorekeeper.rooms.tournaments.domain.log.replay import apply, replay_checked
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of, published, standings
from scorekeeper.rooms.tournaments.domain.pairing.swaps import meetings_after_swap
from scorekeeper.rooms.tournaments.pages.page import rounds_of_stage
from tests.each_case import each_case
from tests.rooms.tournaments.directing import Directed
from tests.rooms.tournaments.fields import (
    at_random,
    by_number,
    enter,
    latest,
    met,
    order,
    pair,
    play,
    play_on,
    record,
    refused_with,
    stage,
    tournament,
)
from tests.rooms.tournaments.hall import EIGHT, Hall


def round_robin(teams: int, **settings: object) -> TournamentState:
    return enter(tournament([stage("round-robin", seeds="entry", settings=settings)]), teams)


@given(st.integers(2, 13), st.integers(1, 2))
def test_everybody_meets_as_often_as_there_are_legs(teams: int, legs: int) -> None:
    state = play_on(round_robin(teams, legs=legs))
    played = Counter(pairs for pairs in met(state) if len(pairs) == 2)
    assert played == dict.fromkeys(combinations(range(1, teams + 1), 2), legs)
    sat_out = Counter(pairs[0] for pairs in met(state) if len(pairs) == 1)
    assert set(sat_out.values()) <= {legs}
    assert len(state.rounds) == (teams - 1 + teams % 2) * legs
    assert order(state)[0] == 1


@given(st.integers(3, 13), st.integers(1, 2), st.booleans(), st.lists(st.tuples(*[st.integers(1, 13)] * 2), max_size=4))
def test_everybody_still_meets_after_swaps_in_round_1(
    teams: int, legs: int, draft: bool, swaps: list[tuple[int, int]]
) -> None:
    state = pair(round_robin(teams, legs=legs), published=not draft)
    for first, second in swaps:
        if first != second and max(first, second) <= teams:
            state = record(state, ev.SWAP, what="teams", first=first, second=second, stage=1, round=1)
    if draft:
        state = apply(state, published(state, seq=state.seq + 1))
    state = play_on(play(state, by_number))
    played = Counter(pairs for pairs in met(state) if len(pairs) == 2)
    assert played == dict.fromkeys(combinations(range(1, teams + 1), 2), legs)
    assert len(state.rounds) == (teams - 1 + teams % 2) * legs


@given(
    st.sampled_from([("circle", 1), ("circle", 2), ("half-sit", 1)]), st.integers(4, 9), st.integers(2, 20), st.data()
)
def test_swap_in_a_later_round_says_who_will_meet_too_often_and_too_seldom(
    kind: tuple[str, int], teams: int, number: int, data: st.DataObject
) -> None:
    movement, legs = kind
    state = pair(round_robin(teams, movement=movement, legs=legs))
    rounds = format_of(state, 1).rounds(state.stages[0], teams)
    for _ in range(1, min(number, rounds)):
        state = pair(play(state, by_number))
    playing = st.sampled_from([team for match in state.matches.values() for team in match.teams])
    first, second = data.draw(playing), data.draw(playing)
    if first == second or len(state.rounds) < 2:
        return
    again, too_seldom = meetings_after_swap(state, state.rounds[-1], first, second)
    swap = record(state, ev.SWAP, what="teams", first=first, second=second, stage=1, round=len(state.rounds))
    before, after = (Counter(met(play_on(play(each, by_number)))) for each in (state, swap))
    pairs = [pair for pair in {*before, *after} if len(pair) == 2]
    assert {(one.team, one.other) for one in again} == {pair for pair in pairs if after[pair] > max(legs, before[pair])}
    assert {(one.team, one.other): one.times for one in too_seldom} == {
        pair: after[pair] for pair in pairs if after[pair] < min(legs, before[pair])
    }


def test_who_was_swapped_in_round_1_goes_round_in_the_place_of_the_other() -> None:
    sit = tournament([stage("round-robin", seeds="entry", rounds=4, settings={"movement": "half-sit"})])
    state = record(pair(enter(sit, 8)), ev.SWAP, what="teams", first=1, second=5, stage=1, round=1)
    state = record(state, ev.SWAP, what="teams", first=2, second=3, stage=1, round=1)
    state = play_on(play(state, by_number))
    sitting = {5, 3, 2, 4}
    assert Counter(met(state)) == Counter(
        tuple(sorted((one, other))) for one in sitting for other in set(range(1, 9)) - sitting
    )


def test_late_team_comes_into_a_draw_that_was_swapped() -> None:
    state = pair(round_robin(5))
    out = next(match.teams[0] for match in state.matches.values() if match.pairing.is_bye)
    other = next(team for team in (1, 2) if team != out)
    state = record(state, ev.SWAP, what="teams", first=out, second=other, stage=1, round=1)
    state = play_on(enter(play(state, by_number), 1))
    late = next(match for match in state.matches.values() if match.round == 1 and match.pairing.is_bye)
    assert late.teams == (other,)
    assert set(combinations(range(1, 7), 2)) - set(met(state)) == {(other, 6)}


def test_who_sits_out_wins_nothing_for_it() -> None:
    state = play_on(round_robin(3))
    assert [place.record.byes for place in standings(state, 1)] == [0, 0, 0]
    assert [place.record.wins for place in standings(state, 1)] == [2, 1, 0]


def test_the_match_against_a_team_that_left_is_a_walkover() -> None:
    state = play(pair(round_robin(4)), by_number)
    state = play_on(record(state, ev.TEAM_STATUS, teams=[4], status="dropped"))
    wins = {place.team: place.record.wins for place in standings(state, 1)}
    assert wins[1] + wins[2] + wins[3] + wins[4] == 6


def test_pools_are_filled_to_and_fro_and_the_best_of_each_go_on() -> None:
    stages = [
        stage("round-robin", seeds="entry", advance=2, settings={"pools": 3}),
        stage("single-elimination"),
    ]
    state = pair(enter(tournament(stages), 12))
    assert state.draws[1][0].places == ((1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10))
    assert [match.pairing.pool for match in latest(state)] == [1, 1, 2, 2, 3, 3]
    for _ in range(2):
        state = pair(play(state, by_number))
    state = play(state, by_number)
    assert [(place.pool, place.rank) for place in standings(state, 1)] == [
        (pool, rank) for pool in (1, 2, 3) for rank in (1, 2, 3, 4)
    ]
    state = pair(state)
    drawn = state.draws[2][0].places[0]
    assert sorted(team for team in drawn if team) == [1, 2, 3, 4, 5, 6]
    assert {drawn[0], drawn[4]} <= {1, 2, 3}  # winners of pools have the byes


def test_a_tie_at_the_cut_of_a_pool_is_named() -> None:
    stages = [stage("round-robin", seeds="entry", advance=1, settings={"pools": 2}), stage("single-elimination")]
    state = enter(tournament(stages, tie_breaks=["lots"]), 6)
    for _ in range(3):
        state = play(pair(state), lambda match: (300, 200) if match.pairing.pool == 1 else by_number(match))
    top = [place.team for place in standings(state, 1) if place.pool == 1 and place.rank == 1]
    if len(top) > 1:
        with refused_with("tie-at-the-cut"):
            pair(state)
        state = record(state, ev.LOTS, stage=1, order=top)
    assert pair(state).stage == 2


def test_pools_have_three_to_twelve_teams() -> None:
    for teams, pools in ((5, 2), (26, 2)):
        with refused_with("size-of-pools"):
            pair(round_robin(teams, pools=pools))


def test_half_the_teams_sit_and_the_others_move_up_a_table() -> None:
    state = enter(tournament([stage("round-robin", seeds="entry", rounds=3, settings={"movement": "half-sit"})]), 8)
    state = play_on(state, at_random(3))
    assert met(state) == [
        (1, 5),
        (2, 6),
        (3, 7),
        (4, 8),
        (1, 6),
        (2, 7),
        (3, 8),
        (4, 5),
        (1, 7),
        (2, 8),
        (3, 5),
        (4, 6),
    ]
    assert [match.pairing.table for match in state.matches.values()] == [1, 2, 3, 4] * 3


def test_an_odd_team_of_a_moving_half_has_a_bye_that_is_a_win() -> None:
    state = enter(tournament([stage("round-robin", seeds="entry", rounds=2, settings={"movement": "half-sit"})]), 5)
    state = play_on(state)
    byes = [place for place in standings(state, 1) if place.record.byes]
    assert len(byes) == 2


def test_a_late_team_comes_in_where_a_team_sits_out() -> None:
    state = enter(play(pair(round_robin(5)), by_number), 1)
    with refused_with("no-place-left"):
        enter(state, 1)
    state = play_on(state)
    played = Counter(pairs for pairs in met(state) if len(pairs) == 2)
    missed = set(combinations(range(1, 7), 2)) - set(played)
    assert set(played.values()) == {1}
    assert [pair_ for pair_ in missed if 6 in pair_] == list(missed)
    assert len(missed) == 1  # whoever sat out in round 1 has not met it
    assert len(state.rounds) == 5
    assert sorted(order(state)) == [1, 2, 3, 4, 5, 6]


def test_a_late_team_joins_the_smallest_pool_with_a_place() -> None:
    state = play(pair(round_robin(7, pools=2)), by_number)
    with refused_with("no-place-left"):
        enter(enter(state, 1), 1)
    state = play_on(enter(state, 1))
    assert Counter(place.pool for place in standings(state, 1)) == {1: 4, 2: 4}


def test_a_late_team_moves_where_half_the_teams_sit() -> None:
    state = enter(play(pair(round_robin(5, movement="half-sit")), by_number), 1)
    state = pair(state)
    assert not any(match.pairing.is_bye for match in state.matches.values() if match.round == 2)
    with refused_with("no-place-left"):
        enter(state, 1)


def test_pools_of_unequal_size_play_nobody_twice() -> None:
    state = play_on(round_robin(9, pools=2))
    played = Counter(pairs for pairs in met(state) if len(pairs) == 2)
    assert set(played.values()) == {1}
    assert len(played) == 10 + 6
    pool_of_four = [place for place in standings(state, 1) if place.pool == 2]
    assert [(place.record.wins, place.record.losses) for place in pool_of_four] == [(3, 0), (2, 1), (1, 2), (0, 3)]


def test_rounds_that_a_late_team_missed_count_as_the_director_set() -> None:
    for late, losses, level in (("losses", 2, 0), ("halves", 0, 2), ("zero", 0, 0)):
        state = enter(tournament([stage("round-robin", seeds="entry")], late=late), 5)
        state = play(pair(play(pair(state), by_number)), by_number)
        state = enter(state, 1)
        record = next(place.record for place in standings(state, 1) if place.team == 6)
        assert (record.losses, record.level) == (losses, level), late
        others = [place.record for place in standings(state, 1) if place.team != 6]
        assert not any(record.missed for record in others), "whoever sat out missed nothing"


def test_a_cycle_is_not_called_a_win() -> None:
    """Seven teams, each of which beats the three after it: nobody beat who is level and below."""
    state = enter(tournament([stage("round-robin", seeds="entry")]), 7)

    def beats(match: Match) -> tuple[int, int]:
        one, other = match.teams
        return (350, 300) if (other - one) % 7 in (1, 2, 3) else (300, 350)

    check_reasons(play_on(state, beats))


@given(st.integers(3, 8), st.integers(0, 10_000))
def test_beat_them_is_said_only_of_who_did(teams: int, seed: int) -> None:
    check_reasons(play_on(round_robin(teams), at_random(seed)))


def check_reasons(state: TournamentState) -> None:
    """Every reason that names a round names one that the team won, or lost if it is behind."""
    for place in standings(state, 1):
        for why in place.why:
            for round_ in why.params.get("rounds", ()):
                match = next(
                    match
                    for match in state.matches.values()
                    if match.round == round_ and {place.team, why.params["other"]} == set(match.teams)
                )
                result = state.result(match)
                assert result is not None
                assert (result.winner == match.side_of(place.team)) == (why.code == "ahead")


# A late team is asked about


@each_case(("teams", "pools", "rounds"), [(5, 1, 1), (5, 1, 3), (7, 2, 1), (9, 2, 2)])
def test_what_a_late_team_would_play_is_what_it_plays(teams: int, pools: int, rounds: int) -> None:
    state = round_robin(teams, pools=pools)
    for _ in range(rounds):
        state = play(pair(state), by_number)
    late = teams + 1
    (place,) = format_of(state, 1).late_places(state, 1, [late, late + 1])
    before = rounds_of_stage(state, 1)
    state = play_on(enter(state, 1))
    played = [match for match in state.matches.values() if late in match.teams and not match.pairing.is_bye]
    assert (place.team, place.matches, place.missed) == (late, len(played), rounds)
    assert place.pool == next(each.pool for each in standings(state, 1) if each.team == late)
    assert len(state.rounds) == before


def test_no_place_is_free_in_an_even_pool_and_other_formats_do_not_ask() -> None:
    state = play(pair(round_robin(4)), by_number)
    assert format_of(state, 1).late_places(state, 1, [5]) == []
    swiss = play(pair(enter(tournament([stage("swiss", rounds=3)]), 4)), by_number)
    assert format_of(swiss, 1).late_places(swiss, 1, [5]) == []


def test_director_is_asked_before_a_late_team_comes_in(hall: Hall) -> None:
    hall.set_up(EIGHT[:5], format="round-robin", playoff="0", kept_on="paper")
    hall.pair()
    page = hall.paste(["Jo & Kim"])
    assert "Jo & Kim takes the free place and plays 4 matches. No round is added." in page.text
    assert "1 match of an earlier round is not made up." in page.text
    assert "count as losses" in page.text
    assert hall.state.teams[6].status == ev.ENTERED
    hall.director.tap("Let it come in")
    assert hall.state.teams[6].status == ev.ARRIVED


def test_director_is_asked_whether_rounds_are_added_for_a_late_team(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="round-robin", playoff="0", kept_on="paper")
    hall.pair()
    page = hall.paste(["Jo & Kim"])
    assert "Jo & Kim meets everybody." in page.text
    assert "2 more rounds with 4 more matches: 5 rounds in all. What was played stays." in page.text
    assert "Not now" in page.text
    assert hall.state.teams[5].status == ev.ENTERED
    page = hall.director.tap("Add the rounds")
    assert hall.state.teams[5].status == ev.ARRIVED
    assert rounds_of_stage(hall.state, 1) == 5


def test_director_is_asked_about_all_late_teams_at_once(hall: Hall) -> None:
    hall.set_up(EIGHT[:5], format="round-robin", playoff="0", kept_on="paper")
    hall.pair()
    page = hall.paste(["Jo & Kim", "Lou & Max"])
    assert "Jo & Kim and Lou & Max meet everybody." in page.text
    assert "3 more rounds with 11 more matches: 8 rounds in all." in page.text
    hall.director.tap("Add the rounds")
    assert [hall.state.teams[team].adds_rounds for team in (6, 7)] == [True, True]


def test_late_team_without_a_free_place_is_told_why(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="round-robin", playoff="0", kept_on="paper")
    for _ in range(3):
        hall.pair()
        hall.play_round()
    page = hall.paste(["Jo & Kim"])
    assert "a late team can only come in where a team sits out" in page.text
    assert hall.state.teams[5].status == ev.ENTERED


def test_teams_that_come_in_time_are_not_asked_about(hall: Hall) -> None:
    hall.set_up([], format="round-robin", playoff="0")
    hall.paste(EIGHT[:5])
    hall.director.tap("Here")
    assert hall.state.teams[1].status == ev.ARRIVED


def test_two_late_teams_at_once_find_one_free_place() -> None:
    state = play(pair(round_robin(5)), by_number)
    for number in (6, 7):
        state = record(state, ev.TEAM, team=number, players=[f"Late {number}", f"Later {number}"])
    with refused_with("no-place-left"):
        record(state, ev.TEAM_STATUS, teams=[6, 7], status="arrived")
    state = record(state, ev.TEAM_STATUS, teams=[6], status="arrived")
    with refused_with("no-place-left"):
        record(state, ev.TEAM_STATUS, teams=[6, 7], status="arrived")


# Rounds are added for a late team


def let_in(state: TournamentState, count: int = 1) -> TournamentState:
    """Late teams enter, and arrive with rounds that are added for them."""
    first = state.next_team
    teams = list(range(first, first + count))
    for team in teams:
        state = record(state, ev.TEAM, team=team, players=[f"Ann {team}", f"Ben {team}"])
    return record(state, ev.TEAM_STATUS, teams=teams, status="arrived", adds_rounds=True)


def after_rounds(state: TournamentState, rounds: int) -> TournamentState:
    for _ in range(rounds):
        state = play(pair(state), by_number)
    return state


def test_teams_that_arrive_before_the_first_round_add_none() -> None:
    state = play_on(let_in(round_robin(4)))
    assert len(state.rounds) == 5
    assert not any(team.adds_rounds for team in state.teams.values())


@each_case(
    ("teams", "rounds", "late", "legs"),
    [(4, 1, 1, 1), (4, 2, 1, 1), (4, 1, 2, 1), (6, 1, 1, 1), (6, 2, 1, 1), (6, 4, 3, 1), (12, 5, 1, 1), (4, 2, 1, 2)],
)
def test_with_added_rounds_everybody_meets(teams: int, rounds: int, late: int, legs: int) -> None:
    state = after_rounds(round_robin(teams, legs=legs), rounds)
    known = state
    for number in range(teams + 1, teams + late + 1):
        known = record(known, ev.TEAM, team=number, players=[f"Ann {number}", f"Ben {number}"])
    added = format_of(state, 1).added_rounds(known, 1, list(range(teams + 1, teams + late + 1)))
    assert added is not None
    before, played = rounds_of_stage(state, 1), met(state)
    state = let_in(state, late)
    assert rounds_of_stage(state, 1) == added.total == before + added.rounds
    state = play_on(state)
    assert met(state)[: len(played)] == played
    meetings = Counter(pairs for pairs in met(state) if len(pairs) == 2)
    assert meetings == dict.fromkeys(combinations(range(1, teams + late + 1), 2), legs)
    assert len(state.rounds) == added.total
    assert added.matches == meetings.total() - teams * (teams - 1) // 2 * legs
    for round_ in state.rounds:
        playing = [team for match in round_.matches for team in state.matches[match].teams]
        assert len(playing) == len(set(playing))
    assert not any(place.record.missed for place in standings(state, 1))
    assert all(place.record.wins + place.record.losses == (teams + late - 1) * legs for place in standings(state, 1))


@each_case(("teams", "more"), [(4, 0), (6, 0), (8, 0), (10, 0), (12, 0), (14, 0), (18, 1)])
def test_added_rounds_are_as_many_as_the_late_team_plays(teams: int, more: int) -> None:
    """Only a pool of more than 14 teams may take one more."""
    state = round_robin(teams)
    for rounds in range(1, min(teams - 1, 4)):
        state = play(pair(state), by_number)
        assert rounds + teams <= rounds_of_stage(let_in(state), 1) <= rounds + teams + more


def test_a_second_late_team_adds_rounds_too() -> None:
    state = let_in(after_rounds(round_robin(4), 1))
    state = after_rounds(state, 1)
    with refused_with("no-place-left"):
        enter(state, 1)
    state = play_on(let_in(state))
    assert Counter(pairs for pairs in met(state) if len(pairs) == 2) == dict.fromkeys(combinations(range(1, 7), 2), 1)


def test_rounds_are_added_to_one_pool_and_the_other_sits_out() -> None:
    state = play_on(let_in(after_rounds(round_robin(8, pools=2), 1)))
    assert Counter(place.pool for place in standings(state, 1)) == {1: 5, 2: 4}
    meetings = Counter(pairs for pairs in met(state) if len(pairs) == 2)
    assert set(meetings.values()) == {1}
    assert len(meetings) == 10 + 6
    assert len(state.rounds) == 5


def test_who_missed_a_match_in_a_free_place_makes_it_up_with_added_rounds() -> None:
    state = after_rounds(enter(after_rounds(round_robin(5), 1), 1), 1)
    assert next(place.record.missed for place in standings(state, 1) if place.team == 6) == 1
    state = play_on(let_in(state))
    assert Counter(pairs for pairs in met(state) if len(pairs) == 2) == dict.fromkeys(combinations(range(1, 8), 2), 1)
    assert not any(place.record.missed for place in standings(state, 1))


def test_a_team_that_leaves_gives_walkovers_in_added_rounds() -> None:
    state = after_rounds(let_in(after_rounds(round_robin(4), 1)), 1)
    state = play_on(record(state, ev.TEAM_STATUS, teams=[2, 3], status="dropped"))
    for one, other in combinations((1, 4, 5), 2):
        assert met(state).count((one, other)) == 1
    for place in standings(state, 1):
        if place.team in (1, 4, 5):
            assert place.record.wins + place.record.losses == 4


def test_undo_takes_a_late_team_and_its_rounds_back() -> None:
    before = after_rounds(round_robin(4), 1)
    state = let_in(before)
    assert rounds_of_stage(state, 1) == 5
    undone = record(state, ev.TAKE_BACK, entry=state.seq)
    assert rounds_of_stage(undone, 1) == 3
    assert len(play_on(undone).rounds) == 3
    paired = pair(state)
    with refused_with("team-is-paired"):
        record(paired, ev.TAKE_BACK, entry=state.seq)
    withdrawn = record(paired, ev.TAKE_BACK, entry=paired.seq)
    assert rounds_of_stage(withdrawn, 1) == 5
    assert rounds_of_stage(record(withdrawn, ev.TAKE_BACK, entry=state.seq), 1) == 3


def test_rounds_are_added_only_where_everybody_is_to_meet() -> None:
    with refused_with("no-rounds-added"):
        let_in(after_rounds(enter(tournament([stage("swiss", rounds=3)]), 4), 1))
    with refused_with("no-rounds-added"):
        let_in(after_rounds(round_robin(4, movement="half-sit"), 1))
    state = after_rounds(round_robin(4), 1)
    with refused_with("no-rounds-added"):
        record(state, ev.TEAM_STATUS, teams=[1], status="dropped", adds_rounds=True)
    with refused_with("too-late-to-enter"):
        let_in(after_rounds(round_robin(4), 3))
    with refused_with("no-place-left"):
        let_in(after_rounds(round_robin(24, pools=2), 1))
    with refused_with("no-place-left"):
        let_in(pair(round_robin(40)))


def test_the_log_of_added_rounds_reads_as_it_was_written() -> None:
    state = let_in(after_rounds(round_robin(4), 1))
    assert payload_of(state.events[-1]) == {"teams": [5], "status": "arrived", "adds_rounds": True}
    state = play_on(state)
    stored = [
        read_stored(event.kind, payload_of(event), event.seq, event.at, event.reason, event.who)
        for event in state.events
    ]
    read_again = replay_checked(stored)
    assert met(read_again) == met(state)
    assert rounds_of_stage(read_again, 1) == rounds_of_stage(state, 1) == 5


# What is said of pools


def test_pools_are_named_in_pairings_and_the_cut_is_of_each(app: Flask) -> None:
    pools = {"format": "round-robin", "rules": "partnership", "advance": 2, "settings": {"pools": 2}}
    held = Directed(app, pools, {"format": "single-elimination", "rules": "partnership"})
    held.enter(*(name.split(" & ") for name in EIGHT))
    matches = held.pair()
    director = held.phone()
    page = director.open(f"/tournaments/{held.id}/rounds")
    assert page.text.count("Pool 1") == page.text.count("Pool 2") == 2
    held.better_wins(matches)
    page = director.open(f"/tournaments/{held.id}/standings?stage=1")
    assert "The best 2 of each pool go on" in page.text
