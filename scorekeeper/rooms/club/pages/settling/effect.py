"""What a correction of a finished game does to money, before it is saved."""

from typing import Any

from flask import url_for

from scorekeeper.core.game import GameState
from scorekeeper.core.pages import View
from scorekeeper.core.pages.correcting import Correction
from scorekeeper.core.pages.correcting.consequences import consequences_of
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.rooms.club.pages.settling.page import change_views
from scorekeeper.rooms.club.services.settling import effect_of
from scorekeeper.storage.models import Game
from scorekeeper.storage.visits import TableRow


def effect_page(table: TableRow, game: Game, state: GameState, hand: int, record: HandRecord) -> View:
    """Values for `rooms/club/settling/effect.html`: what everybody gets from the game as it is and as corrected."""
    after = consequences_of(state, hand, record).after
    found = None if after is None else effect_of(game, state, after)
    fields: dict[str, Any] = {**Correction.of_record(state, hand, record).changed}
    return {
        "table": table,
        "number": game.number,
        "hand": hand,
        "back": url_for("corrections.new", game=game.id, hand=hand, **fields),
        "changes": [] if found is None else change_views(found[1], found[0]),
    }
