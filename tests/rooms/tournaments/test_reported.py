"""Scores that differ: what is in force, what stands beside it, and what a choice makes of both, as a fold of events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs, state as st
from scorekeeper.rooms.tournaments.domain.log.reported import in_force, is_corrected, replaced, undecided, version
from scorekeeper.rooms.tournaments.domain.log.state import GameResult, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.domain.pairing.corrections import source_of
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


# A game that is corrected after its result was confirmed

CONFIRMED = game((231, -49), 0)
BEFORE: dict[str, Any] = {"scores": [231, -49], "winner": 1, "signed": True, "hands": 6, "record": CONFIRMED.record}
NOW = GameResult((221, -49), 0, hands=6, status="over", record=31)


def corrected(now: GameResult = NOW, **body: Any) -> TournamentState:
    return record(paired(CONFIRMED), rs.CORRECTED, match=1, **(BEFORE | body)).with_results({"a": now})


def result(state: TournamentState) -> tuple[int, ...]:
    found = state.result(state.matches[1])
    return () if found is None else found.scores


def test_confirmed_result_stays_in_force_beside_the_corrected_game() -> None:
    state = corrected()
    assert (status(state), result(state), scores(state), wins(state)) == (st.DONE, (231, -49), [(221, -49)], 1)
    assert not is_corrected(state, state.matches[1])


@each_case(
    ("now", "result", "beside"),
    [
        (replace(NOW, scores=(231, -49), bags=(1, 2)), (231, -49), []),  # the same totals: nothing to choose
        (CONFIRMED, (231, -49), []),  # the correction was undone
        (replace(NOW, status="confirmed"), (221, -49), []),  # both sides confirmed what it is now
        (replace(NOW, status="disputed"), (231, -49), [(221, -49)]),
        (replace(NOW, status="playing", winner=None), (231, -49), [(221, -49)]),
        (replace(NOW, record=11), (231, -49), [(221, -49)]),  # a hand was undone
    ],
)
def test_game_says_what_there_is_to_choose(
    now: GameResult, result: tuple[int, ...], beside: list[tuple[int, ...]]
) -> None:
    state = corrected(now)
    found = state.result(state.matches[1])
    assert found is not None
    assert (status(state), found.scores, scores(state)) == (st.DONE, result, beside)


def test_corrected_hands_with_the_same_totals_give_their_own_bags() -> None:
    state = corrected(replace(NOW, scores=(231, -49), bags=(1, 2)))
    found = state.result(state.matches[1])
    assert found is not None
    assert found.bags == (1, 2)


@each_case(
    ("kind", "body", "result"),
    [
        (rs.CONFIRM, {"record": 31}, (231, -49)),
        (rs.TAKE_OUT, {"record": 31}, (221, -49)),
        (rs.RESULT, {**PAPER, "instead": 9, "record": 31}, (210, 20)),
    ],
)
def test_choice_settles_a_correction(kind: str, body: dict[str, Any], result: tuple[int, ...]) -> None:
    before = corrected()
    state = record(before, kind, match=1, **body)
    found = state.result(state.matches[1])
    assert found is not None
    assert (status(state), found.scores, scores(state)) == (st.DONE, result, [])
    assert replace(record(state, ev.TAKE_BACK, entry=state.seq), events=()) == replace(before, events=())


def test_later_correction_asks_again_and_signatures_do_not_undo_a_choice() -> None:
    state = record(corrected(), rs.CONFIRM, match=1, record=31)
    signed = state.with_results({"a": replace(NOW, status="confirmed")})
    assert (result(signed), scores(signed)) == ((231, -49), [])
    again = state.with_results({"a": replace(NOW, scores=(211, -49), record=35)})
    assert (status(again), result(again), scores(again)) == (st.DONE, (231, -49), [(211, -49)])


def test_director_lets_a_corrected_game_go_on() -> None:
    state = corrected(replace(NOW, status="playing", winner=None))
    out = record(state, rs.TAKE_OUT, match=1)
    assert (status(out), scores(out), wins(out)) == (st.PLAYING, [], 0)


def test_director_disputes_a_result_beside_a_correction() -> None:
    state = record(corrected(), rs.CONFIRM, match=1, record=31, verdict="disputed")
    assert (status(state), scores(state)) == (st.DISPUTED, [(221, -49)])


def test_correction_stands_on_nothing_once_the_confirmation_is_undone() -> None:
    state = record(paired(replace(CONFIRMED, status="over")), rs.CONFIRM, match=1, record=CONFIRMED.record)
    confirmed = state.seq
    state = record(state, rs.CORRECTED, match=1, **(BEFORE | {"signed": False})).with_results({"a": NOW})
    assert (status(state), result(state)) == (st.DONE, (231, -49))
    undone = record(state, ev.TAKE_BACK, entry=confirmed)
    assert (status(undone), result(undone)) == (st.TO_CONFIRM, (221, -49))


def test_undo_of_the_desk_goes_past_a_correction() -> None:
    state = corrected()
    assert state.undo is not None
    assert state.undo.kind == ev.GAME
    undone = record(state, ev.TAKE_BACK, entry=state.undo.seq)
    assert undone.redo is not None


def test_result_of_a_correction_is_no_new_one_for_what_was_paired_from_it() -> None:
    state = paired(CONFIRMED)
    before = source_of(state, state.matches[1])
    state = corrected()
    assert source_of(state, state.matches[1]) == before
    chosen = record(state, rs.TAKE_OUT, match=1, record=31)
    assert source_of(chosen, chosen.matches[1]) == 31


def test_older_log_of_a_corrected_game_folds_as_before() -> None:
    """Nothing says what had been confirmed, so the match waits for the director."""
    state = paired(replace(NOW, agreed=(231, -49)))
    assert (status(state), scores(state), result(state)) == (st.TO_CONFIRM, [], (221, -49))
    assert is_corrected(state, state.matches[1])
    confirmed = record(paired(replace(CONFIRMED, status="over")), rs.CONFIRM, match=1, record=CONFIRMED.record)
    assert is_corrected(confirmed.with_results({"a": NOW}), confirmed.matches[1])
