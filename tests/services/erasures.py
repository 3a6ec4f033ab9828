"""A game with a name in every place, and what is stored of it."""

from __future__ import annotations

import re
from dataclasses import replace

from flask import Flask
from sqlalchemy import text

from scorekeeper.core.game import BIDS, CORRECTION, SIGN
from scorekeeper.services.erasing import erase_player
from scorekeeper.services.recording import Author, record
from scorekeeper.services.starting import Started, start_game
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import find_player
from tests.services.cast import ANN, BEN, BIG, EVEN, game_setup, hand_body, play
from tests.shared_app import file_of

NAME = "Marguerite"
PHONE = Author(f"{NAME}’s phone")


def finished_game(table: Table) -> Started:
    """A finished game with the name in every possible place."""
    sheet = game_setup()
    sides = (replace(sheet.sides[0], name=f"{NAME} & Cal", players=(NAME, "Cal")), sheet.sides[1])
    sheet = replace(sheet, sides=sides, tags={"Place": f"At {NAME}'s"}, agreed=(f"{NAME} shuffles",))
    started = start_game(table.id, sheet, author=PHONE)
    game = started.game.id
    record(game, BIDS, {"hand": 1, "bids": [["4", None], [None, None]]}, author=ANN)
    record(game, "hand", {**hand_body(1, EVEN), "note": f"{NAME.lower()} looked late"}, author=BEN)
    record(game, CORRECTION, {**hand_body(1, BIG), "reason": f"{NAME} counted wrong"}, author=BEN)
    record(game, SIGN, {"side": 1, "verdict": "disputed", "note": f"{NAME} said 3"}, author=BEN)
    play(game, BIG, BIG, BIG, start=2)
    return started


def player_id(table: Table, name: str = NAME) -> int:
    player = find_player(table.id, name)
    assert player is not None
    return player.id


def erase(table: Table, name: str = NAME) -> bool:
    return erase_player(table.id, player_id(table, name), BEN)[1]


def file_bytes(app: Flask) -> bytes:
    """The database with its write-ahead log."""
    file = file_of(app)
    beside = [file, *(file.with_name(file.name + log) for log in ("-wal", "-shm"))]
    return b"".join(each.read_bytes() for each in beside if each.exists())


def is_kept(word: str) -> bool:
    """Whether any row has this word. A short one may be in the middle of a random id, too."""
    return re.search(rf"\b{word}\b", everything_kept()) is not None


def everything_kept() -> str:
    """All rows of all tables, as text."""
    connection = db.session.connection()
    return "\n".join(
        str(row) for each in db.metadata.sorted_tables for row in connection.execute(text(f'SELECT * FROM "{each}"'))
    )
