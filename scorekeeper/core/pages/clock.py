"""Time on a game's pages: the clock of a game with a limit, and which hand is the last once time is called."""

from scorekeeper.core.game import GameState
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.rules.endings import AfterHands, AtTime, Ranking
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.words.language import translate as _


def hand_title(board: Scoreboard) -> str:
    """The next hand: `Hand 7`; once time is called, `Hand 7, the last`, and after it `Hand 8, overtime`."""
    number = board.next_number
    last = 0 if board.time is None else max(board.time.hand, board.rules.scoring.least_hands)
    if number == last:
        return _("Hand {number}, the last", number=number)
    return _("Hand {number}, overtime", number=number) if 0 < last < number else _("Hand {number}", number=number)


def last_hand(board: Scoreboard) -> tuple[int, Ranking] | None:
    """The hand after which the leader wins, whatever the totals, and who leads; None if nothing makes one the last."""
    found = [(ending.hands, ending.ranking) for ending in board.endings if isinstance(ending, AfterHands)]
    least = board.rules.scoring.least_hands
    found += [(max(ending.call.hand, least), ending.ranking) for ending in board.endings if isinstance(ending, AtTime)]
    return min(found, key=lambda last: last[0]) if found else None


def clock_view(state: GameState, context: PageContext) -> View | None:
    """Values for `macros/clock.html`; None without a limit, or once time is called or the game is over."""
    minutes, board = state.setup.minutes, state.board
    if not minutes or not context.game.started or board.time is not None or board.outcome is not None:
        return None
    return {"started": context.game.started, "minutes": minutes}
