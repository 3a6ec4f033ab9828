"""Two copies of a game that went on in different ways, side by side: this phone's, and another's or the server's."""

from scorekeeper.core.game import GameState
from scorekeeper.core.pages import View
from scorekeeper.core.pages.hand_words import bid_words, side_bid_words, tricks_words
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.sheet.hands import PARTNERS
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import format_points


def copies_view(here: GameState, there: GameState, is_server: bool) -> View:
    """Values for `macros/copies.html`: each hand that is not the same in both, the bids of the next one, the totals."""
    ours, theirs = here.board.hands, there.board.hands
    numbers = list(range(1, max(len(ours), len(theirs)) + 1))
    other = [number for number in numbers if not _is_same(ours, theirs, number)]
    rows = [
        _row(_("Hand {number}", number=number), _hand(here, number), _hand(there, number), is_points=True)
        for number in other
    ]
    bids = [_bids(here), _bids(there)]
    if bids[0] != bids[1] or here.board.next_number != there.board.next_number:
        rows.append(_row(_("Bids of the next hand"), bids[0], bids[1]))
    rows.append(_row(_("Total"), _totals(here), _totals(there)))
    return {
        "same": len(numbers) - len(other),
        "there": _("On the server") if is_server else _("On the other phone"),
        "rows": rows,
    }


def _is_same(ours: tuple[ScoredHand, ...], theirs: tuple[ScoredHand, ...], number: int) -> bool:
    return number <= min(len(ours), len(theirs)) and ours[number - 1].record == theirs[number - 1].record


def _row(title: str, here: list[View], there: list[View], is_points: bool = False) -> View:
    return {"title": title, "here": here, "there": there, "is_points": is_points}


def _hand(state: GameState, number: int) -> list[View]:
    """What each side bid, took and scored; nothing if this copy does not have the hand."""
    if number > len(state.board.hands):
        return []
    hand, names, unit = state.board.hands[number - 1], state.setup.names_at(number), state.board.rules.scoring.unit
    return [
        {
            "index": side,
            "name": names[side],
            "words": _(
                "bid {bid}, took {tricks}", bid=side_bid_words(state, hand, side), tricks=tricks_words(hand, side)
            ),
            "points": format_points(hand.sides[side].points, unit),
        }
        for side in state.setup.rules.seating.sides
    ]


def _bids(state: GameState) -> list[View]:
    """What is bid for the hand that is not counted yet."""
    side_of = state.setup.rules.seating.side_of
    return [
        {"index": side_of[seat], "name": state.setup.player_at(seat), "words": "", "points": bid_words(bid)}
        for seat in state.setup.rules.seating.bidders
        for bid in [state.draft[seat]]
        if bid is not None and bid != PARTNERS
    ]


def _totals(state: GameState) -> list[View]:
    unit = state.board.rules.scoring.unit
    return [
        {
            "index": side,
            "name": state.setup.names[side],
            "words": "",
            "points": format_points(state.board.scores[side].total, unit),
        }
        for side in state.setup.rules.seating.sides
    ]
