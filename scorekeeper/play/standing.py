"""Where a game stands, in the few figures that lists show without opening it."""

from scorekeeper.log import Course
from scorekeeper.sheet.board import outcome_text
from scorekeeper.storage import PLAYING, Standing

OVER = "over"


def standing_of(course: Course) -> Standing:
    """Totals, hands and, when it is over, the winners and why."""
    board = course.board
    summary: dict[str, object] = {
        "totals": [standing.total for standing in board.standings],
        "hands": sum(1 for hand in board.hands if hand.counted),
    }
    if board.outcome is None:
        return Standing(PLAYING, None, summary)
    summary["winners"] = list(board.outcome.winners)
    summary["text"] = outcome_text(board, course.head.names)
    return Standing(OVER, board.outcome.ended_by, summary)
