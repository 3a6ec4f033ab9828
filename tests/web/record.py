"""A table with a few finished games, for the tests of exports, imports and statistics."""

from __future__ import annotations

import json

from flask import Flask

from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from tests.hand_notation import Hand
from tests.tables import sheet_of
from tests.web.at_table import start_table
from tests.web.browsing import Phone

HANDS = ("Ann 5 took 6, Ben 4>5 took 7", "Ann 5 took 7, Ben nil took 6")


def between(one: str, other: str, *hands: str, closed: str | None = "late") -> Hand:
    """A game of two, Ann against Ben."""
    sheet = sheet_of("two-player", *(hands or HANDS), closed=closed)
    sheet["sides"] = [{"name": name, "players": [name]} for name in (one, other)]
    return sheet


def table_with(app: Flask, phone: Phone, *sheets: Hand) -> tuple[str, list[str]]:
    """The table's URL, and those of its games."""
    table = start_table(phone)

    def record() -> list[str]:
        with app.app_context():
            games = [start_game(table.rsplit("/", 1)[-1], read_sheet(sheet), author=Author("Ann")) for sheet in sheets]
            return [f"/games/{started.game.id}" for started in games]

    return table, list(phone.step(("games", json.dumps(sheets)), record))
