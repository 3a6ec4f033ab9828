"""Open play: one round that grows, the nearest record at once, rematches only after a wait, and an end by the clock."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from flask import Flask
from hypothesis import given, strategies as st

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.replay import apply
from scorekeeper.rooms.tournaments.domain.log.results import RESULT
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import is_stage_over, pair_free, standings
from scorekeeper.rooms.tournaments.storage import tournament_events
from tests.rooms.tournaments.directing import Directed, hand
from tests.rooms.tournaments.fields import (
    codes,
    enter,
    latest,
    met,
    pair,
    record,
    refused_with,
    shown,
    stage,
    tournament,
)
from tests.rooms.tournaments.hall import EIGHT, Hall

MINUTE = 60_000


def open_play(teams: int, advance: int | None = None, **settings: object) -> TournamentState:
    stages = [stage("open", seeds="entry", settings=settings, advance=advance)]
    if advance is not None:
        stages.append(stage("single-elimination"))
    state = pair(enter(tournament(stages), teams), now=0)
    return record(state, ev.CLOCK, stage=1, round=1, act="start")


def free(state: TournamentState, minute: int) -> TournamentState:
    """The state after the server paired who is free."""
    event = pair_free(state, seq=state.seq + 1, lot_seed=1, now=minute * MINUTE)
    return state if event is None else apply(state, replace(event, at=minute * MINUTE))


def over(state: TournamentState, match: int, minute: int, winner: int) -> TournamentState:
    """A match ends at this minute."""
    side = state.matches[match].side_of(winner)
    scores = [300 if number == side else 200 for number in range(2)]
    return record(state, RESULT, at=minute * MINUTE, match=match, scores=scores, signed=True)


def test_all_begin_at_once_and_an_odd_team_waits() -> None:
    state = open_play(5)
    assert len(latest(state)) == 2
    assert len(state.rounds) == 1
    assert not any(match.pairing.is_bye for match in state.matches.values())


def test_who_is_free_meets_the_nearest_record_not_met_yet_at_once() -> None:
    state = open_play(6)
    teams = [match.teams for match in latest(state)]
    state = free(over(state, 1, 20, teams[0][0]), 20)
    assert len(state.matches) == 3  # nobody else is free
    state = free(over(state, 2, 25, teams[1][0]), 25)
    assert sorted(met(state)[3:]) == sorted(
        tuple(sorted(pairs)) for pairs in ((teams[0][0], teams[1][0]), (teams[0][1], teams[1][1]))
    )
    assert len(state.rounds) == 1
    assert codes(match.pairing for match in list(state.matches.values())[3:]) == [["free-now", "not-met"]] * 2


def test_a_rematch_waits_and_never_comes_twice_running() -> None:
    state = open_play(3, wait=10)
    [first] = latest(state)
    winner, loser = first.teams
    third = ({1, 2, 3} - set(first.teams)).pop()
    state = free(over(state, 1, 20, winner), 20)
    assert met(state)[1] in [tuple(sorted((winner, third))), tuple(sorted((loser, third)))]
    resting = ({1, 2, 3} - set(met(state)[1])).pop()
    opponent = next(team for team in met(state)[1] if team != third)
    state = free(over(state, 2, 40, third), 40)
    assert set(met(state)[2]) == {resting, third}
    state = free(over(state, 3, 60, third), 60)
    assert len(state.matches) == 4  # who waited since minute 40 meets again; not the two who just played
    assert opponent in met(state)[3]


def test_two_who_just_played_each_other_wait_for_others() -> None:
    state = open_play(2, wait=10)
    state = free(over(state, 1, 20, 1), 20)
    state = free(state, 90)
    assert len(state.matches) == 1


def test_a_resting_team_is_not_paired_until_it_is_free() -> None:
    state = open_play(4)
    one, other = latest(state)
    state = record(state, ev.TEAM_STATUS, teams=[one.teams[0]], status="resting")
    state = free(over(over(state, 1, 20, one.teams[0]), 2, 21, other.teams[0]), 21)
    assert len(state.matches) == 3
    assert one.teams[0] not in met(state)[2]
    state = record(state, ev.TEAM_STATUS, at=30 * MINUTE, teams=[one.teams[0]], status="free")
    state = free(state, 30)
    assert one.teams[0] in met(state)[3]


def test_no_match_begins_in_the_last_minutes_and_the_stage_ends() -> None:
    state = open_play(4, play_minutes=60, no_start=15, advance=2)
    one, other = latest(state)
    state = over(over(state, 1, 50, one.teams[0]), 2, 51, other.teams[0])
    assert free(state, 51) is state
    assert is_stage_over(state, 1, now=51 * MINUTE)
    assert not is_stage_over(state, 1, now=40 * MINUTE)
    state = pair(state, now=51 * MINUTE)
    assert state.stage == 2
    assert set(met(state, 2)[0]) == {one.teams[0], other.teams[0]}


def test_the_playoff_waits_for_matches_that_are_still_played() -> None:
    state = open_play(4, play_minutes=60, advance=2)
    with refused_with("matches-still-played"):
        pair(state, now=61 * MINUTE)


def test_a_team_plays_at_most_its_matches() -> None:
    state = open_play(4, most_matches=2)
    one, other = latest(state)
    state = free(over(over(state, 1, 20, one.teams[0]), 2, 21, other.teams[0]), 21)
    for match in (3, 4):
        state = over(state, match, 40, state.matches[match].teams[0])
    assert free(state, 60) is state
    assert is_stage_over(state, 1, now=60 * MINUTE)


def test_the_average_difference_ranks_level_teams() -> None:
    state = open_play(4, wait=0)
    one, other = latest(state)
    state = free(over(over(state, 1, 20, one.teams[0]), 2, 21, other.teams[0]), 21)
    places = standings(state, 1)
    assert [place.record.wins for place in places] == [1, 1, 0, 0]
    assert places[0].record.average_difference == 100


def test_pairs_that_were_made_at_once_are_undone_alone() -> None:
    state = open_play(4)
    one, other = latest(state)
    before = over(over(state, 1, 20, one.teams[0]), 2, 21, other.teams[0])
    grown = free(before, 21)
    undone = record(grown, ev.TAKE_BACK, entry=grown.seq)
    assert shown(undone) == shown(before)
    with refused_with("round-has-hands"):
        record(over(grown, 3, 40, grown.matches[3].teams[0]), ev.TAKE_BACK, entry=grown.seq)


@given(st.integers(3, 9), st.integers(0, 10**6))
def test_a_random_hour_has_no_rematch_at_once_or_before_a_wait(teams: int, seed: int) -> None:
    state, lots, minute = open_play(teams, wait=10), Random(seed), 0
    ended = dict.fromkeys(range(1, teams + 1), 0)
    last: dict[int, int] = {}
    for _ in range(15):
        playing = [match for match in state.matches.values() if not state.is_over(match)]
        minute += lots.randrange(8) if playing else 10
        if playing:
            match = lots.choice(playing)
            state = over(state, match.id, minute, lots.choice(match.teams))
            ended |= dict.fromkeys(match.teams, minute)
            last |= dict.fromkeys(match.teams, match.id)
        before = met(state)
        state = free(state, minute)
        for one, other in met(state)[len(before) :]:
            if (one, other) in before:
                assert max(minute - ended[one], minute - ended[other]) >= 10
                assert last[one] != last[other]
        busy = [team for match in state.matches.values() if not state.is_over(match) for team in match.teams]
        assert len(busy) == len(set(busy))


def test_nobody_is_paired_after_an_undo_until_something_else_is_recorded() -> None:
    state = open_play(4)
    one, other = latest(state)
    state = free(over(over(state, 1, 20, one.teams[0]), 2, 21, other.teams[0]), 21)
    state = record(state, ev.TAKE_BACK, entry=state.seq)
    assert free(state, 22) is state
    state = record(state, ev.TAKE_BACK, entry=state.undo.seq if state.undo else 0)
    assert not state.is_over(state.matches[2])
    assert len(free(over(state, 2, 30, other.teams[1]), 30).matches) == 4


def test_teams_are_paired_as_soon_as_they_are_free(app: Flask) -> None:
    """Nobody looks at the tournament: two results from paper, then a game that both sides sign."""
    held = Directed(app, {"format": "open", "rules": "partnership", "options": {"target": 50}, "seeds": "entry"})
    held.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    first, second = held.pair()
    held.write("clock", stage=1, round=1, act="start")
    game = held.game(first)
    held.program.write(game, "hand", hand=1, **hand(8, 5, 8))
    held.wins(second, second["teams"][0])

    def paired() -> int:
        with app.app_context():
            return sum(entry.kind == ev.ROUND for entry in tournament_events(held.id))

    held.program.write(game, "sign", side=0, verdict="agreed")
    assert paired() == 1
    held.program.write(game, "sign", side=1, verdict="agreed")
    assert paired() == 2
    third = next(match for match in held.matches() if match["id"] == 3)
    held.wins(third, third["teams"][0])
    fourth = next(match for match in held.matches() if match["id"] == 4)
    before = paired()
    held.call("POST", f"/matches/{fourth['id']}/result", {"scores": [300, 200], "signed": True})
    assert paired() == before + 1


def test_undo_of_a_pairing_names_it_and_leaves_nobody_stuck(hall: Hall) -> None:
    hall.set_up(EIGHT[:5], format="open", playoff="0", kept_on="paper")
    hall.pair()
    waits = next(team for team in hall.state.teams.values() if not hall.state.current_match(team.id))
    assert f"Free: {waits.name}" in hall.director.open(hall.at("desk")).text
    first, second = hall.open_matches
    hall.paper(first, 300, 200)
    (paired,) = [match for match in hall.open_matches if match.id != second.id]
    page = hall.director.open(hall.at("desk"))
    names = " – ".join(hall.names(paired))
    assert hall.director.can_tap(f"Undo: {names} paired")
    assert not hall.director.can_tap("Pair them")
    page = hall.undo()
    assert f"Undone: {names} paired." in page.text
    assert waits.name in page.text
    assert [match.id for match in hall.open_matches] == [second.id]
    hall.director.tap("Pair them")
    assert len(hall.open_matches) == 2
    assert "After an undo nobody is paired" not in hall.director.open(hall.at("desk")).text


def test_phone_of_a_free_team_and_the_desk_say_what_comes_next(hall: Hall) -> None:
    hall.set_up(EIGHT[:5], format="open", playoff="0", kept_on="paper")
    hall.pair()
    waits = next(team for team in hall.state.teams.values() if not hall.state.current_match(team.id))
    phone, desk = hall.phone_of(waits.players[0]), hall.director.open(hall.at("desk"))
    page = phone.open(hall.at("my-match"))
    assert "Next match" in page.text
    assert "As soon as another team is free." in page.text
    assert "paired once all tables are done" not in page.text
    assert "Time left" in desk.text
    assert "Teams that are free are paired at once." in desk.text

    hall.paper(hall.open_matches[0], 300, 200)
    hall.director.open(hall.at("desk"))
    hall.undo()
    assert "The desk pairs those who are free." in phone.open(hall.at("my-match")).text

    hall.director.open(hall.at("desk"))
    hall.director.tap("Call last hand")
    hall.director.tap("Call last hand")
    assert "No match begins any more." in phone.open(hall.at("my-match")).text
    assert "No match begins any more." in hall.director.open(hall.at("desk")).text
