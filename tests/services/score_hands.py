"""A separate program that plays hands of a game: `score_hands.py URL GAME HOW_MANY`."""

from __future__ import annotations

import sys

from scorekeeper.core.game import HAND, AlreadyRecorded
from scorekeeper.services import game_on_table, record
from scorekeeper.storage import AnotherEventCameFirst, close_storage
from tests.databases import app_on
from tests.services.cast import BEN, EVEN, hand_body

if __name__ == "__main__":
    app = app_on(sys.argv[1])
    scored = 0
    while scored < int(sys.argv[3]):
        with app.app_context():
            number = game_on_table(sys.argv[2]).state.board.next_number
            try:
                record(sys.argv[2], HAND, hand_body(number, EVEN), writer=BEN)
                scored += 1
            except (AlreadyRecorded, AnotherEventCameFirst):
                continue  # the other program was quicker
    close_storage(app)
