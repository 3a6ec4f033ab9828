"""Scores that differ: what is in force, what stands beside it, and what a choice makes of both, as a fold of events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs, state as st
from scorekeeper.rooms.tournaments.domain.log.reported import in_force, replaced, undecided, version
from scorekeeper.rooms.tournaments.domain.log.state import GameResult, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import standings
from tests.each_case import each_case
from tests.rooms.tournaments.fields import field_of, game, latest, pair, record, refused_with

PAPER: dict[str, Any] = {"scores": [210, 20], "signed": True, "source": "stack"}


def paired(result: GameResult | None = None) -> TournamentState:
    """A round of two matches, the first of which has a game."""
    state = record(pair(field_of(4, "swiss", rounds=3)), ev.GAME, match=1, game="a")
    return state.with_results({} if result is None else {"a": result})


def running(hands: int = 2, scores: tuple[int, int] = (35, 20)) -> GameResult:
    """A game after some hands."""
    return GameResult(scores=scores, hands=hands, record=10 + hands)


def status(state: TournamentState) -> str:
    return state.match_status(state.matches[1])


def scores(state: TournamentState) -> list[tuple[int, ...]]:
    """Those that nobody decided."""
    return [one.result.scores for one in undecided(state, state.matches[1])]


def wins(state: TournamentState) -> int:
    return sum(place.record.wins for place in standings(state, 1))


def test_report_beside_a_running_game_keeps_the_match_open_after_its_end() -> None:
    state = record(paired(running()), rs.REPORT, match=1, **PAPER)
    assert (status(state), scores(state)) == (st.PLAYING, [(210, 20)])
    state = state.with_results({"a": game((231, -49), 0)})
    assert (status(state), scores(state)) == (st.DISPUTED, [(210, 20)])
    assert not state.is_over(state.matches[1])
    assert wins(state) == 0
    there = in_force(state, state.matches[1])
    assert there is not None
    assert there.result.scores == (231, -49)


def test_report_that_the_game_reaches_is_no_contradiction() -> None:
    state = record(paired(running()), rs.REPORT, match=1, **PAPER).with_results({"a": game((210, 20), 0)})
    assert (status(state), scores(state)) == (st.DONE, [])


def test_report_beside_a_result_that_counts_leaves_it_in_force() -> None:
    state = record(paired(game((231, -49), 0)), rs.REPORT, match=1, counted=True, **PAPER)
    assert (status(state), scores(state), wins(state)) == (st.DONE, [(210, 20)], 1)


@each_case(
    ("kind", "body", "now", "result"),
    [
        (rs.CONFIRM, {"record": 20}, st.DONE, (231, -49)),
        (rs.RESULT, {**PAPER, "instead": 8, "record": 20}, st.DONE, (210, 20)),
        (rs.TAKE_OUT, {"record": 20}, st.DONE, (231, -49)),
    ],
)
def test_choice_settles_it(kind: str, body: dict[str, Any], now: str, result: tuple[int, ...]) -> None:
    before = record(paired(running()), rs.REPORT, match=1, **PAPER).with_results({"a": game((231, -49), 0, "over")})
    state = record(before, kind, match=1, **body)
    found = state.result(state.matches[1])
    assert found is not None
    assert (status(state), scores(state), found.scores, wins(state)) == (now, [], result, 1)
    undone = record(state, ev.TAKE_BACK, entry=state.seq)
    assert replace(undone, events=()) == replace(before, events=())


def test_hands_that_come_after_a_result_stand_beside_it() -> None:
    state = record(paired(), rs.RESULT, match=1, **PAPER)
    assert scores(state) == []
    state = state.with_results({"a": running()})
    assert (status(state), scores(state), wins(state)) == (st.DONE, [(35, 20)], 1)
    state = record(state, rs.CONFIRM, match=1, record=12)
    assert scores(state) == []
    state = state.with_results({"a": running(3)})
    assert scores(state) == [(35, 20)], "a later hand asks again"


def test_result_that_says_which_game_it_saw_is_a_choice() -> None:
    state = record(paired(running()), rs.RESULT, match=1, **PAPER, record=12)
    assert scores(state) == []
    assert [one.result.scores for one in replaced(state, state.matches[1])] == [(35, 20)]
    again = record(state, rs.RESULT, match=1, scores=[210, 30], signed=True, source="desk", instead=state.seq)
    assert scores(again) == [], "what was decided once stays decided"


def test_older_log_folds_as_before() -> None:
    """Without a source, nobody knows whether its writer saw the game."""
    state = record(paired(game((231, -49), 0)), rs.RESULT, match=1, scores=[210, 20])
    assert (status(state), scores(state)) == (st.TO_CONFIRM, [])
    state = record(state, rs.RESULT, match=1, scores=[1, 2], signed=True)
    assert (status(state), scores(state)) == (st.DONE, [])


def test_results_of_a_match_are_told_the_latest_first() -> None:
    state = paired()
    for first in (210, 310, 410):
        state = record(state, rs.RESULT, match=1, scores=[first, 20], source="desk")
    assert [one.result.scores[0] for one in replaced(state, state.matches[1])] == [310, 210]
    assert version(state, state.matches[1]) == (state.seq, 0)
    state = record(state, ev.GAME, match=1, game=None)
    assert replaced(state, state.matches[1]) == []


def test_result_is_taken_out_and_the_match_is_open() -> None:
    state = record(pair(field_of(4, "swiss", rounds=3)), rs.RESULT, match=1, **PAPER)
    state = record(state, rs.RESULT, match=1, scores=[211, 20], signed=True, source="desk", instead=state.seq)
    out = record(state, rs.TAKE_OUT, match=1)
    assert (status(out), out.result(out.matches[1]), wins(out)) == (st.WAITING, None, 0)
    assert not out.has_hands(out.matches[1])
    with refused_with("nothing-to-take-out"):
        record(out, rs.TAKE_OUT, match=1)
    assert status(record(out, ev.TAKE_BACK, entry=out.seq)) == st.DONE


def test_result_that_is_taken_out_lets_the_game_count() -> None:
    state = record(paired(game((231, -49), 0)), rs.RESULT, match=1, **PAPER, record=20)
    out = record(state, rs.TAKE_OUT, match=1)
    assert (status(out), wins(out)) == (st.DONE, 1)
    over = record(paired(game((231, -49), 0, "over")), rs.RESULT, match=1, **PAPER, record=20)
    assert status(record(over, rs.TAKE_OUT, match=1)) == st.TO_CONFIRM
    assert status(record(over, rs.TAKE_OUT, match=1, record=20)) == st.DONE


def test_games_that_are_exchanged_take_what_was_reported_along() -> None:
    state = record(paired(running()), rs.REPORT, match=1, **PAPER)
    other = latest(state)[1].id
    state = record(state, ev.SWAP, what="games", first=1, second=other)
    assert scores(state) == []
    assert [one.result.scores for one in undecided(state, state.matches[other])] == [(210, 20)]
