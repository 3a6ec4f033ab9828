"""The end of a game: stopping it, who won and why, each side's signature, and the page for signing off."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.analysis.moments import KeyMoment, key_moments
from scorekeeper.core.game import AGREED, DISPUTED, OWN_DEVICE, SHARED_DEVICE, GameState, SignOff
from scorekeeper.core.game.sign_off import side_signed_for
from scorekeeper.core.inputs.faults import MAX_TEXT_LENGTH
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.pages.board import board_view
from scorekeeper.core.pages.fields import MAX_REASON_LENGTH, field
from scorekeeper.core.pages.hand_words import hand_words, sentence
from scorekeeper.core.rules.lines import Contract
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet.writing import would_end_text
from scorekeeper.core.words.language import listed, minus, translate as _, with_dots
from scorekeeper.core.words.moments import moment_text
from scorekeeper.core.words.outcomes import end_reasons, headline, outcome_heading, result_text
from scorekeeper.core.words.vocabulary import format_points, worth_text


@dataclass(frozen=True, slots=True)
class Ending:
    """Who won, as a heading without and with the score, and why, one sentence each."""

    heading: str
    headline: str
    reason: list[str]


def signs_view(state: GameState, context: PageContext, own_side: int | None) -> list[View]:
    """Values for `signatures` in `macros/ending.html`: what each side signed, and whether that is still valid.

    Empty where nobody can sign.
    """
    if not context.link("sign_off.new", side=0):
        return []
    given = {sign.side: sign for sign in state.signs}
    views: list[View] = []
    for side in state.setup.rules.seating.sides:
        sign = given.get(side)
        is_own = own_side == side
        views.append(
            {
                "index": side,
                "name": state.setup.names[side],
                "verdict": sign.verdict if sign else None,
                "broken": sign.broken if sign else False,
                "note": _dispute(sign) if sign else None,
                "device": device_words(state, sign) if sign else None,
                "url": context.link("sign_off.new", side=side) if context.may_write or is_own else None,
                "phone": context.may_write or is_own,
                "hidden": {
                    "seq": state.seq,
                    "entry_id": context.new_id(),
                    "phone": OWN_DEVICE if is_own else SHARED_DEVICE,
                },
                "longest_note": MAX_REASON_LENGTH,
                "hand": sign.hand if sign else None,
                "correct_url": _correct_url(context, sign),
            }
        )
    return views


def _correct_url(context: PageContext, sign: SignOff | None) -> str | None:
    """Where the hand that a side disputes is corrected, for whoever may write."""
    if sign is None or sign.verdict != DISPUTED or sign.broken or not sign.hand or not context.may_write:
        return None
    return context.link("corrections.new", hand=sign.hand)


def confirmed_words(state: GameState) -> str:
    """Who disputes the score as it is now, or how many sides confirmed it: `1 of 2 sides`."""
    disputed = [state.setup.names[sign.side] for sign in state.signs if sign.verdict == DISPUTED and not sign.broken]
    if disputed:
        return _("disputed by {names}", names=listed(disputed))
    agreed = sum(sign.verdict == AGREED and not sign.broken for sign in state.signs)
    return _("{confirmed} of {sides} sides", confirmed=agreed, sides=len(state.setup.names))


def _dispute(sign: SignOff) -> str | None:
    """What a side disputes: the hand, and what is wrong with it."""
    if not sign.hand or sign.verdict != DISPUTED:
        return sign.note or None
    if not sign.note:
        return _("Hand {number}", number=sign.hand)
    return _("Hand {number}: {note}", number=sign.hand, note=sign.note)


def why_totals(state: GameState, context: PageContext) -> list[View]:
    """What leads to each side's total at the end of a game; empty where the board does.

    The board is needed where the words of the ending have the totals without names, or not at all.
    """
    board, outcome = state.board, state.board.outcome
    if len(board.scores) > 2 or outcome is None or outcome.decided_by == "outright":
        return []
    totals = [format_points(score.total, board.rules.scoring.unit) for score in board.scores]
    return [
        {"url": context.link("why.total", side=side), "label": _("Why {points}?", points=minus(str(total)))}
        for side, total in enumerate(totals)
    ]


def ending_view(state: GameState, beside_board: bool = False) -> Ending:
    """Values for `macros/ending.html`, of a finished game; `beside_board`: without the score of three or more sides."""
    board = state.board
    assert board.outcome is not None
    names, plays_alone = state.setup.names, state.setup.plays_alone
    totals = [score.total for score in board.scores]
    heading = outcome_heading(board.outcome, names, plays_alone)
    with_score = headline(board.outcome, names, totals, plays_alone, board.rules.scoring.unit)
    reasons = end_reasons(board, names, plays_alone)
    return Ending(heading, with_score, reasons[1:] if beside_board else reasons)


def moment_views(state: GameState) -> list[View]:
    """Values for `moments` in `macros/ending.html`: the three hands to talk about."""
    unit = state.board.rules.scoring.unit
    return [
        {
            "hand": moment.hand,
            "index": moment.side,
            "text": moment_words(state, moment),
            "points": worth_text(moment.points, unit),
            "lost": moment.points < 0,
        }
        for moment in key_moments(state.board)
    ]


def moment_words(state: GameState, moment: KeyMoment) -> str:
    """The moment in a sentence: about the player if only one seat's tricks decided it, else about the side."""
    params = None if moment.line is None else moment.line.params
    if isinstance(params, Contract) and len(params.seats) == 1:
        name = state.setup.player_at(params.seats[0], moment.hand)
    else:
        name = state.setup.names_at(moment.hand)[moment.side]
    return moment_text(moment, name, state.board.rules.scoring.unit)


def result_lines(state: GameState) -> list[str]:
    """A finished game in two lines for a chat: the result, and the moments that moved most, or why it ended."""
    board = state.board
    if board.outcome is None:
        return []
    totals = [score.total for score in board.scores]
    overtricks = [score.overtricks for score in board.scores]
    unit = board.rules.scoring.unit
    best: list[str] = []
    for moment in sorted(key_moments(board), key=lambda moment: -abs(moment.points)):
        words = moment_words(state, moment)
        if words not in best and len(best) < 2:
            best.append(words)
    return [
        result_text(board.outcome, state.setup.names, totals, overtricks, unit),
        with_dots(best) or ending_view(state).reason[0],
    ]


def result_view(state: GameState) -> View:
    """Values for `games/result_card/show.html`, without a picture: only the server draws it."""
    return {"lines": result_lines(state), "picture": None}


def stop_view(state: GameState, context: PageContext, reason: str = "", errors: Sequence[str] = ()) -> View:
    """Values for `games/stop.html`: the result if the game stops now."""
    asked = field("text", "reason", _("Reason (optional)"), reason, max_length=MAX_TEXT_LENGTH, errors=[*errors])
    names = state.setup.names
    return {
        "board": board_view(state.board, names),
        "comes_to": sentence(would_end_text(state.board.closed(""), state.setup)) if state.board.hands else None,
        "bids_wait": any(bid is not None for bid in state.draft),
        "hidden": {"seq": state.seq, "entry_id": context.new_id()},
        "reason": asked | {"placeholder": _("for example: out of time")},
        "empty": False,
        "may_delete": False,
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


def sign_off_view(state: GameState, context: PageContext, side: Side, phone: ThisPhone) -> View:
    """Values for `sign_off/new.html`."""
    names = state.setup.names
    hands = [
        {"value": hand.number, "label": _("Hand {number}: {hand}", number=hand.number, hand=hand_words(state, hand))}
        for hand in state.board.hands
    ]
    choices = [{"value": "", "label": _("The whole game")}, *hands]
    other = side_signed_for(state.signs, phone.side)
    hidden: View = {"seq": state.seq, "entry_id": context.new_id()}
    return {
        "side": {"index": side, "name": names[side]},
        "given": next((sign for sign in state.signs if sign.side == side), None),
        "board": board_view(state.board, names),
        "ending": ending_view(state),
        "hidden": hidden | ({"key": phone.key} if phone.key else {}),
        "question": _question(context, side, phone, other),
        "phone": SHARED_DEVICE if phone.has_pen else OWN_DEVICE,
        "other": None if other is None else names[other],
        "own_code": phone.code,
        "hand": field("select", "hand", _("Which hand?"), "", choices=choices),
        "note": field(
            "text",
            "note",
            _("What’s off?"),
            "",
            max_length=MAX_REASON_LENGTH,
            placeholder=_("for example: we took 7, not 6"),
        ),
    }


def _question(context: PageContext, side: Side, phone: ThisPhone, other: int | None) -> str:
    """What to ask about the phone: `nothing`, `whose` it is (own or shared), or to confirm that it is `share`d.

    A watcher's phone signs only for its own side, so without the side’s key it has to give the `code`.
    """
    if context.may_write:
        return "nothing" if phone.side == side else "whose" if other is None else "share"
    return "nothing" if phone.side == side or phone.key_fits else "code"


def device_words(state: GameState, sign: SignOff) -> str | None:
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
