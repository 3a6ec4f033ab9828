"""Why a game has no such page at the moment, and shows itself instead."""

from scorekeeper.core.game import GameState
from scorekeeper.core.game.rulings import is_in_play
from scorekeeper.core.words.language import translate as _

WHILE_PLAYING = ("ending.new", "rulings.forfeit", "rulings.misdeal", "rulings.time", "what_wins.show")


def unavailable_reason(state: GameState, page: str) -> str | None:
    """Why the game has no such page, in a sentence; None if it has. `page` is its endpoint."""
    if page in WHILE_PLAYING and state.board.outcome is not None:
        return _("The game is over.")
    if page == "rulings.time" and state.board.time is not None:
        return _("Time was called already. Hand {number} is the last.", number=state.board.time.hand)
    without = page == "rulings.points" or (page == "rulings.renege" and not is_in_play(state))
    return _("No hands yet. Save a hand first.") if without and not state.board.hands else None
