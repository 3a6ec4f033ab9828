"""The work of a separate program: it plays hands of a game."""

from __future__ import annotations

from flask import Flask

from scorekeeper.core.game import HAND, AlreadyRecorded
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.recording import Author, record
from scorekeeper.storage.errors import AnotherEventCameFirst
from scorekeeper.storage.setup import close_storage
from tests.databases import app_on
from tests.services.cast import EVEN, hand_body


def score_hands(app: Flask, game_id: str, how_many: int, author: Author) -> None:
    """Record hands, while another program does so too."""
    scored = 0
    while scored < how_many:
        with app.app_context():
            number = load_game(game_id).state.board.next_number
            try:
                record(game_id, HAND, hand_body(number, EVEN), author=author)
                scored += 1
            except (AlreadyRecorded, AnotherEventCameFirst):
                continue  # the other program was quicker


def score_hands_on(database: str, game_id: str, how_many: int, author: Author) -> None:
    """The same on the database of this URL."""
    app = app_on(database)
    score_hands(app, game_id, how_many, author)
    close_storage(app)
