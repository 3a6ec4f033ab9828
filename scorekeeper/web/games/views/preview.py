"""The hand before it is saved: its lines, the totals it leads to, and what the rules object to."""

from scorekeeper.core.game import GameState
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.web.games.views.lines import line_views

View = dict[str, object]


def preview_view(state: GameState, after: Scoreboard) -> list[View]:
    """Values for `macros/preview.html`."""
    hand = after.hands[-1]
    return [
        {
            "index": side,
            "name": state.head.names[side],
            "before": state.board.scores[side].total,
            "after": scored.score.total,
            "points": scored.points,
            "lines": line_views(scored.lines, state.head.rules),
        }
        for side, scored in enumerate(hand.sides)
    ]
