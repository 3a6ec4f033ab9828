"""Where a game stands, in the few figures that lists show without opening it."""

from collections.abc import Sequence

from scorekeeper.core.game import GameState
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet.board import outcome_text
from scorekeeper.storage import PLAYING, Standing

OVER = "over"


def standing_of(course: GameState) -> Standing:
    """Where the course stands."""
    return standing_on(course.board, course.head.names)


def standing_on(board: Scoreboard, names: Sequence[str]) -> Standing:
    """Totals, hands and, when it is over, the winners and why."""
    summary: dict[str, object] = {
        "totals": [standing.total for standing in board.standings],
        "hands": sum(1 for hand in board.hands if hand.counted),
    }
    if board.outcome is None:
        return Standing(PLAYING, None, summary)
    summary["winners"] = list(board.outcome.winners)
    summary["text"] = outcome_text(board, names)
    return Standing(OVER, board.outcome.ended_by, summary)
