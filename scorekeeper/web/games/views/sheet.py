"""The score sheet: every hand, newest first, with all its lines."""

from flask import get_template_attribute, request, url_for

from scorekeeper.access import may
from scorekeeper.core.game import Event, GameState, HandCorrected
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.language import current_language
from scorekeeper.core.words.plain import bid_word, call_word
from scorekeeper.web.games.views.drawn import DRAWN
from scorekeeper.web.games.views.lines import line_views, objection_views

View = dict[str, object]

HANDS_A_PAGE = 50


def sheet_view(state: GameState, game_id: str, last: int | None = None, open_hand: int | None = None) -> View:
    """Values for `sheet` in `macros/sheet.html`: a page of hands, each drawn by its macro `hand`.

    The page ends with hand `last`, or the game's last one.
    """
    hands = state.board.hands
    end = min(last or len(hands), len(hands))
    if end > len(hands) - HANDS_A_PAGE:
        end = len(hands)
    start = max(0, end - HANDS_A_PAGE)
    draw = get_template_attribute("macros/sheet.html", "hand")
    drawn = DRAWN.drawn(
        (current_language(), game_id, open_hand, request.script_root, may("scorer"), state.head.substitutes, start),
        list(zip(hands[start:end], state.written[start:end], strict=True)),
        lambda place: draw(_hand(state, hands[start + place], game_id, open_hand)),
    )
    return {
        "sides": [{"index": side, "name": name} for side, name in enumerate(state.head.names)],
        "hands": drawn[::-1],
        "older": hand_url(game_id, start, len(hands)) if start else None,
        "newer": hand_url(game_id, min(end + HANDS_A_PAGE, len(hands)), len(hands)) if end < len(hands) else None,
    }


def hand_url(game_id: str, number: int, hands: int) -> str:
    """The address of a hand on the score sheet of a game that has so many."""
    last = number if number <= hands - HANDS_A_PAGE else None
    return url_for("games.show", game=game_id, hands=last, _anchor=f"hand-{number}")


def _hand(state: GameState, hand: ScoredHand, game_id: str, open_hand: int | None) -> View:
    """Values for `hand` in `macros/sheet.html`. What is neither `hand` nor `written` belongs into the drawing's key."""
    written = state.written[hand.number - 1]
    names = state.head.names_at(hand.number)
    return {
        "number": hand.number,
        "deal": hand.deal.name,
        "counted": hand.counted,
        "open": hand.number == open_hand,
        "sides": [_side(state, hand, side, game_id) for side in state.head.rules.seating.sides],
        "objections": objection_views(hand.objections, names, "The table" if hand.record.overruled else None),
        "note": hand.record.note or None,
        "corrected": _corrected(written) if isinstance(written, HandCorrected) else None,
        "by": written.who,
        "correct_url": url_for("corrections.new", game=game_id, hand=hand.number) if may("scorer") else None,
    }


def _corrected(event: Event) -> str:
    return f"{event.reason} ({event.who})" if event.who else str(event.reason)


def _side(state: GameState, hand: ScoredHand, side: Side, game_id: str) -> View:
    scored = hand.sides[side]
    why = url_for("why.hand", game=game_id, hand=hand.number, side=side)
    return {
        "index": side,
        "name": state.head.names_at(hand.number)[side],
        "bid": side_bid_words(state, hand, side),
        "tricks": scored.tricks,
        "points": scored.points,
        "total": scored.score.total,
        "lines": line_views(scored.lines, state.head.rules, why),
        "why_url": why,
    }


def side_bid_words(state: GameState, hand: ScoredHand, side: Side) -> str:
    """What a side bid, as it is said: a pair's numbers as their sum, `nil + 4`."""
    seating = state.head.rules.seating
    bids = [hand.record.bids[seat] for seat in seating.bidders_of(side)]
    if hand.deal.joint:
        return _joint_words(hand, bids)
    return " + ".join(bid_words(bid) for bid in bids)


def _joint_words(hand: ScoredHand, bids: list[Bid]) -> str:
    calls = [hand.deal.by_code[bid.calls[0]] for bid in bids]
    numbers = [call.tricks for call in calls if not call.is_nil]
    words = [call_word(call.code).lower() for call in calls if call.is_nil]
    return " + ".join([*words, *([str(sum(numbers))] if numbers else [])])


def bid_words(bid: Bid) -> str:
    """A bid as it is said, with the bid that it replaced: `5, raised from 4`."""
    words = bid_word(bid.calls)
    earlier = ", ".join(bid_word(calls).lower() for calls in bid.earlier)
    return f"{words.lower()} (first {earlier})" if earlier else words.lower()
