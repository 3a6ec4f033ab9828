"""Time on a game's pages: the clock of a game with a limit, and which hand is the last once time is called."""

from scorekeeper.core.game import GameState
from scorekeeper.core.pages import PadNotice, PageContext, View
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


def is_open(board: Scoreboard) -> bool:
    """Whether the game goes on although its last hand reached a limit."""
    return bool(board.hands) and board.open_end(len(board.hands)) is not None


def last_hand(board: Scoreboard) -> tuple[int, Ranking] | None:
    """The hand after which the leader wins, whatever the totals, and who leads; None if nothing makes one the last."""
    found = [(ending.hands, ending.ranking) for ending in board.endings if isinstance(ending, AfterHands)]
    least = board.rules.scoring.least_hands
    found += [(max(ending.call.hand, least), ending.ranking) for ending in board.endings if isinstance(ending, AtTime)]
    return min(found, key=lambda last: last[0]) if found else None


def clock_view(state: GameState, context: PageContext) -> View | None:
    """Values for `macros/clock.html`; None without a limit, or once time is called or the game is over."""
    minutes, board, notice = state.setup.minutes, state.board, context.notice
    if board.time is not None or board.outcome is not None:
        return None
    call = None if notice is None else _call(state, context, notice)
    if notice is not None and (notice.ends is not None or notice.left is not None or call is not None):
        times = {"ends": notice.ends, "left": notice.left, "more": notice.more}
        return {"started": "", "minutes": minutes, **times, "call": call}
    if not minutes or not context.game.started:
        return None
    return {"started": context.game.started, "minutes": minutes, "ends": None, "left": None, "more": 0, "call": None}


def _call(state: GameState, context: PageContext, notice: PadNotice) -> View | None:
    """How the phone that keeps score calls time: at once, or at the clock's end. None on any other phone.

    The last hand is the one that has a bid, or if so set one more. Where none has a bid, the table says whether the
    cards were dealt, except before the first hand. What the director made the last hand is not asked.
    """
    if not context.may_write or context.pen() is not None:
        return None
    board = state.board
    saved, following = len(board.hands), board.next_number
    is_up = notice.left is not None and notice.left <= 0
    last = notice.last_hand
    if last is not None and following >= last:
        hand, is_due = max(last, saved), True
    elif notice.ends is not None or notice.left is not None:
        has_bid = any(bid is not None for bid in state.draft)
        hand, is_due = following + notice.more if has_bid or not saved else 0, is_up
    else:
        return None
    return {
        "url": context.link("rulings.create_time" if hand else "rulings.time"),
        "hand": hand or None,
        "is_due": is_due,
        "seq": state.seq,
        "entry_id": context.new_id(),
    }


def message_view(context: PageContext) -> View | None:
    """The desk's message to this pad, and until when it is shown, in milliseconds since 1970; None without one."""
    notice = context.notice
    return {"text": notice.message, "until": notice.until} if notice is not None and notice.message else None
