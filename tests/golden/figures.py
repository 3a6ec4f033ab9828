"""The results of a game and a table, as codes and figures only: no sentences, no lists of options."""

from typing import Any

from sqlalchemy import select

from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.formats.games import ExportedGame
from scorekeeper.formats.scored import LATER_OBJECTIONS
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Player

Json = dict[str, Any]

SUMS = (
    "games",
    "won",
    "shared",
    "hands",
    "bids",
    "made",
    "nils",
    "nils_made",
    "overtricks",
    "bid_tricks",
    "took_tricks",
)


def game_figures(game: ExportedGame) -> Json:
    """A game with its chain: its scores, its signatures, and its last hash."""
    signs = [[sign.side, sign.verdict, sign.hand, sign.broken] for sign in game.state.signs]
    return {
        "rules": game.sheet.rules.ruleset.key,
        "sides": list(game.sheet.names),
        "entries": len(game.events),
        "last_hash": game.events[-1].hash,
        "not_counted": game.not_counted,
        "signs": signs,
        **score_figures(game.board),
    }


def score_figures(board: Scoreboard) -> Json:
    """Every score of a game, with the codes of its lines and objections, and how it ended."""
    outcome = board.outcome
    return {
        "totals": [score.total for score in board.scores],
        "overtricks": [score.overtricks for score in board.scores],
        "hands": [_hand(hand) for hand in board.hands],
        "outcome": outcome and [list(outcome.winners), outcome.ended_by, outcome.decided_by, outcome.forfeit],
    }


def _hand(hand: ScoredHand) -> Json:
    return {
        "counted": hand.counted,
        "objections": [  # without those that files of earlier versions lack
            [found.code, found.side, found.rule] for found in hand.objections if found.code not in LATER_OBJECTIONS
        ],
        "sides": [
            {
                "tricks": side.tricks,
                "points": side.points,
                "total": side.score.total,
                "overtricks": side.overtricks,
                "lines": [[line.points, line.reason, line.rule] for line in side.lines],
            }
            for side in hand.sides
        ],
    }


def people_figures(table_id: str) -> Json:
    """The sums of every player who finished a game at a table; the club has them."""
    from scorekeeper.rooms.club.storage.models import PlayerTotals

    sums = select(Player.name, PlayerTotals).join(PlayerTotals).where(PlayerTotals.table_id == table_id)
    return {name: {each: getattr(totals, each) for each in SUMS} for name, totals in db.session.execute(sums)}
