"""Each side signs the record; a later change breaks the signature, and undoing that change restores it."""

from __future__ import annotations

from scorekeeper.core.game import AGREED, DISPUTED, SIGN, GameState, NotNow
from scorekeeper.core.game.sign_off import side_signed_for
from scorekeeper.core.inputs import InvalidInput
from tests.core.game.games import BIG, EVEN, correct, partnership, play, redo, undo, write
from tests.each_case import each_case
from tests.refusals import refuses


def signed(state: GameState, side: int = 0, verdict: str = AGREED, **more: object) -> GameState:
    return write(state, SIGN, side=side, verdict=verdict, **more)


def broken(state: GameState) -> dict[int, bool]:
    return {sign.side: sign.broken for sign in state.signs}


def test_each_side_agrees_or_disputes_a_hand() -> None:
    state = signed(play(partnership(), EVEN, BIG))
    state = signed(state, 1, DISPUTED, hand=2, note="we took one")
    first, second = state.signs
    assert (first.side, first.verdict, first.hand, first.note, first.broken) == (0, AGREED, None, "", False)
    assert (second.side, second.verdict, second.hand, second.note) == (1, DISPUTED, 2, "we took one")


def test_signature_has_its_device_and_old_ones_none() -> None:
    state = signed(signed(play(partnership(), EVEN), device="own"), 1)
    assert [sign.device for sign in state.signs] == ["own", None]


def test_signature_changes_no_score() -> None:
    state = play(partnership(), EVEN)
    assert signed(state).board == state.board


def test_latest_verdict_of_a_side_counts() -> None:
    state = signed(signed(play(partnership(), EVEN), verdict=DISPUTED, hand=1))
    assert [sign.verdict for sign in state.signs] == [AGREED]


def test_hand_or_correction_breaks_earlier_signatures() -> None:
    state = signed(play(partnership(), EVEN))
    assert broken(play(state, EVEN)) == {0: True}
    assert broken(correct(state, 1, BIG)) == {0: True}
    assert broken(signed(correct(state, 1, BIG), 1)) == {0: True, 1: False}


def test_undo_breaks_a_signature_and_redo_restores_it() -> None:
    state = signed(play(partnership(), EVEN, EVEN))
    without = write(state, "take-back", entry=3)
    assert broken(without) == {0: True}
    assert broken(write(without, "take-back", entry=5)) == {0: False}


def test_bids_of_the_next_hand_break_nothing() -> None:
    state = signed(play(partnership(), EVEN))
    assert broken(write(state, "bids", hand=2, bids=[["4", None], [None, None]])) == {0: False}


def test_stopping_the_game_breaks_a_signature() -> None:
    assert broken(write(signed(play(partnership(), EVEN)), "close", reason="late")) == {0: True}


def test_a_signature_can_be_undone_and_redone() -> None:
    state = undo(signed(play(partnership(), EVEN)))
    assert state.signs == ()
    assert broken(redo(state)) == {0: False}


@each_case(
    ("body", "message"),
    [
        ({"side": 0}, "verdict"),
        ({"verdict": AGREED}, "side"),
        ({"side": 2, "verdict": AGREED}, "must be 0 to 1"),
        ({"side": 0, "verdict": "fine"}, "agreed or disputed"),
        ({"side": 0, "verdict": ["agreed"]}, "agreed or disputed"),
        ({"side": 0, "verdict": AGREED, "hand": 0}, "must be 1 to"),
        ({"side": 0, "verdict": AGREED, "note": 3}, "must be text"),
        ({"side": 0, "verdict": AGREED, "by": "Ann"}, "it can have side, verdict"),
        ({"side": 0, "verdict": AGREED, "device": "mine"}, "own, shared, program"),
        ({"side": 0, "verdict": AGREED, "device": ["own"]}, "own, shared, program"),
    ],
)
def test_malformed_signature_is_refused(body: dict[str, object], message: str) -> None:
    with refuses(InvalidInput, match=message):
        write(play(partnership(), EVEN), SIGN, **body)


def test_a_hand_that_is_not_recorded_cannot_be_disputed() -> None:
    with refuses(NotNow, match="Hand 2 is not recorded; the last one is 1"):
        signed(play(partnership(), EVEN), verdict=DISPUTED, hand=2)


def test_a_phone_is_bound_to_the_side_that_signed_on_it_as_its_own() -> None:
    state = signed(signed(play(partnership(), EVEN), device="own"), 1, device="shared")
    assert [side_signed_for(state.signs, at) for at in (0, 1, None)] == [0, None, None]
