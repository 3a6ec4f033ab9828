"""The end of a game: stopping it, who won and why, each side's signature, and the page for signing."""

from dataclasses import dataclass

from scorekeeper.core.game import DISPUTED, OWN_DEVICE, SHARED_DEVICE, GameState, Sign
from scorekeeper.core.game.signatures import side_signed_for
from scorekeeper.core.pages.board import board_view
from scorekeeper.core.pages.fields import field
from scorekeeper.core.pages.hand_words import hand_words, sentence
from scorekeeper.core.pages.place import Place, View
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet.writing import outcome_text
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.outcomes import outcome_heading, outcome_why


@dataclass(frozen=True, slots=True)
class Ending:
    """Who won, as a heading, and why, one sentence each."""

    heading: str
    why: list[str]


def signs_view(state: GameState, place: Place, own_side: int | None) -> list[View]:
    """Values for `signatures` in `macros/ending.html`: what each side signed, and whether that is still valid."""
    given = {sign.side: sign for sign in state.signs}
    views: list[View] = []
    for side in state.head.rules.seating.sides:
        sign = given.get(side)
        views.append(
            {
                "index": side,
                "name": state.head.names[side],
                "verdict": sign.verdict if sign else None,
                "broken": sign.broken if sign else False,
                "note": _dispute(sign) if sign else None,
                "device": device_words(state, sign) if sign else None,
                "url": place.link("signing.new", side=side) if place.may_write or own_side == side else None,
            }
        )
    return views


def _dispute(sign: Sign) -> str | None:
    """What a side disputes: the hand, and what is wrong with it."""
    if not sign.hand or sign.verdict != DISPUTED:
        return sign.note or None
    if not sign.note:
        return _("Hand {number}", number=sign.hand)
    return _("Hand {number}: {note}", number=sign.hand, note=sign.note)


def ending_view(state: GameState) -> Ending:
    """Values for `macros/ending.html`, of a finished game."""
    board = state.board
    assert board.outcome is not None
    plays_alone, play = len(state.head.sides[0].players) == 1, board.rules.play
    totals = [score.total for score in board.scores]
    overtricks = [score.overtricks for score in board.scores]
    return Ending(
        outcome_heading(board.outcome, state.head.names, plays_alone),
        outcome_why(board.outcome, state.head.names, totals, overtricks, play.word, play.unit),
    )


def stop_view(state: GameState, place: Place) -> View:
    """Values for `games/stop.html`: the result if the game stops now."""
    names = state.head.names
    return {
        "board": board_view(state.board, names),
        "comes_to": sentence(outcome_text(state.board.closed(""), names)) if state.board.hands else None,
        "bids_wait": any(bid is not None for bid in state.draft),
        "hidden": {"seq": state.seq, "entry_id": place.new_id()},
    }


@dataclass(frozen=True, slots=True)
class ThisPhone:
    """The phone that signs: its side, whether it has the pen, and the key it scanned, if any.

    `code` is a link for the side's own phone, with its QR code.
    """

    side: int | None
    has_pen: bool
    key: str = ""
    key_fits: bool = False
    code: View | None = None


def signing_view(state: GameState, place: Place, side: Side, phone: ThisPhone) -> View:
    """Values for `signing/new.html`."""
    names = state.head.names
    hands = [
        {"value": hand.number, "label": _("Hand {number}: {hand}", number=hand.number, hand=hand_words(state, hand))}
        for hand in state.board.hands
    ]
    choices = [{"value": "", "label": _("The whole game")}, *hands]
    other = side_signed_for(state.signs, phone.side)
    hidden: View = {"seq": state.seq, "entry_id": place.new_id()}
    return {
        "side": {"index": side, "name": names[side]},
        "given": next((sign for sign in state.signs if sign.side == side), None),
        "alone": len(state.head.sides[side].players) == 1,
        "board": board_view(state.board, names),
        "ending": ending_view(state),
        "hidden": hidden | ({"key": phone.key} if phone.key else {}),
        "asked": _asked(place, side, phone, other),
        "phone": SHARED_DEVICE if phone.has_pen else OWN_DEVICE,
        "other": None if other is None else names[other],
        "own_code": phone.code,
        "hand": field("select", "hand", _("Which hand?"), "", choices=choices),
        "note": field(
            "text", "note", _("What’s off?"), "", max_length=200, placeholder=_("for example: we took 7, not 6")
        ),
    }


def _asked(place: Place, side: Side, phone: ThisPhone, other: int | None) -> str:
    """What to ask about the phone: `nothing`, `whose` it is (own or shared), or to confirm that it is `share`d.

    A watcher's phone signs only for its own side, so without the side's key it is asked for the `code`.
    """
    if place.may_write:
        return "nothing" if phone.side == side else "whose" if other is None else "share"
    return "nothing" if phone.side == side or phone.key_fits else "code"


def device_words(state: GameState, sign: Sign) -> str | None:
    """Where a side signed: `on their own phone`; None if that was not recorded."""
    if sign.device is None:
        return None
    if sign.device == OWN_DEVICE:
        return _("on their own phone")
    who = sign.event.who
    same = any(other.side != sign.side and other.event.who == who for other in state.signs)
    if sign.device == SHARED_DEVICE:
        return _("on the same phone") if same else _("on the table’s phone")
    return _("by a program")
