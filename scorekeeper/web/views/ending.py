"""The end of a game: who won and why."""

from scorekeeper.log import Course
from scorekeeper.rules import wording

View = dict[str, object]


def ending_view(course: Course) -> View:
    """Values for `macros/ending.html`; for a game that is over."""
    board = course.board
    assert board.outcome is not None
    plays_alone = len(course.head.sides[0].players) == 1
    totals = [standing.total for standing in board.standings]
    overtricks = [standing.overtricks for standing in board.standings]
    return {
        "heading": wording.outcome_heading(board.outcome, course.head.names, plays_alone),
        "why": wording.outcome_why(board.outcome, course.head.names, totals, overtricks, board.rules.play.word),
    }
