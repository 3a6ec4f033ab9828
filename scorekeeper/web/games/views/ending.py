"""The end of a game: who won and why."""

from dataclasses import dataclass

from flask import url_for

from scorekeeper.access import current_membership, may
from scorekeeper.core.game import DISPUTED, GameState, Sign
from scorekeeper.core.words.outcomes import outcome_heading, outcome_why
from scorekeeper.services.signing import side_of_phone
from scorekeeper.web.games.views.signing import device_words

View = dict[str, object]


@dataclass(frozen=True, slots=True)
class Ending:
    """Who won, as a heading, and why, a sentence each."""

    heading: str
    why: list[str]


def signs_view(state: GameState, game_id: str) -> list[View]:
    """Values for `signatures` in `macros/ending.html`: what each side said, and whether its seal holds."""
    given = {sign.side: sign for sign in state.signs}
    own = side_of_phone(game_id, current_membership())
    views: list[View] = []
    for side in state.head.rules.seating.sides:
        sign = given.get(side)
        views.append(
            {
                "index": side,
                "name": state.head.names[side],
                "verdict": sign.verdict if sign else None,
                "broken": sign.broken if sign else False,
                "note": _said(sign) if sign else None,
                "device": device_words(state, sign) if sign else None,
                "url": url_for("signing.new", game=game_id, side=side) if may("scorer") or own == side else None,
            }
        )
    return views


def _said(sign: Sign) -> str | None:
    """What stands beside a dispute: the hand, and what is wrong there."""
    at = f"hand {sign.hand}" if sign.hand and sign.verdict == DISPUTED else ""
    return ": ".join(part for part in (at, sign.note) if part) or None


def ending_view(state: GameState) -> Ending:
    """What `macros/ending.html` says; for a game that is over."""
    board = state.board
    assert board.outcome is not None
    plays_alone = len(state.head.sides[0].players) == 1
    totals = [score.total for score in board.scores]
    overtricks = [score.overtricks for score in board.scores]
    return Ending(
        outcome_heading(board.outcome, state.head.names, plays_alone),
        outcome_why(board.outcome, state.head.names, totals, overtricks, board.rules.play.word),
    )
