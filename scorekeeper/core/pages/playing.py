"""A hand in play, for every phone: the bids, who leads and who deals, and what each side needs."""

from scorekeeper.core.analysis.goals import Goal, goals
from scorekeeper.core.game import GameState
from scorekeeper.core.pages.hand_words import bid_words
from scorekeeper.core.pages.place import Place, View
from scorekeeper.core.pages.seats import short_names
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet.hands import PARTNERS
from scorekeeper.core.words.what_wins import makes_words, penalty_words

SHORT, MIDDLE = 2, 4
"""The maximum length of a bid in large type, and in medium type."""

NEAR = 3
"""If this many tricks or fewer beyond the bid bring a penalty, it is shown in a warning colour."""


def bids_view(state: GameState, place: Place, bids: tuple[Bid, ...]) -> list[View]:
    """Values for `bids` in `macros/played.html`, in bidding order."""
    board = state.board
    order = [seat for seat in board.bidding_order if bids[seat] != PARTNERS]
    words = {seat: bid_words(bids[seat]) for seat in order}
    names = short_names(state.head)
    return [
        {
            "side": board.rules.seating.side_of[seat],
            "name": names[seat],
            "bid": words[seat],
            "size": "" if len(words[seat]) <= SHORT else "middle" if len(words[seat]) <= MIDDLE else "long",
            "leads": board.rules.play.left_leads and seat == order[0],
            "deals": seat == board.dealer,
            "change": place.link("games.show", seat=seat) if place.may_write else None,
        }
        for seat in order
    ]


def goals_view(state: GameState, bids: tuple[Bid, ...]) -> list[View]:
    """Values for `goals` in `macros/played.html`, side by side."""
    return [_goal_view(state, Side(side), goal) for side, goal in enumerate(goals(state.board, bids))]


def _goal_view(state: GameState, side: Side, goal: Goal) -> View:
    play = state.board.rules.play
    tricks = play.seating.tricks
    is_at_least = tricks in goal.makes
    needed = (goal.makes[0] if is_at_least else goal.makes[-1]) if goal.makes else 0
    danger = goal.penalty[0] if goal.penalty else None
    return {
        "index": side,
        "name": state.head.names[side],
        "makes": makes_words(goal.makes, play),
        "bags": penalty_words(goal.penalty, play) if play.every else None,
        "needed": needed,
        "danger": danger,
        "near": danger is not None and danger <= needed + NEAR,
        "tricks": tricks,
    }
