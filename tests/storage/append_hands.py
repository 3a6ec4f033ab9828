"""A separate program that appends hands to a game: `append_hands.py URL GAME HOW_MANY`."""

from __future__ import annotations

import sys

from flask import Flask

from scorekeeper.storage import UnsavedEvent, append, close_storage, init_storage

if __name__ == "__main__":
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = sys.argv[1]
    init_storage(app)
    with app.app_context():
        for _ in range(int(sys.argv[3])):
            append(sys.argv[2], UnsavedEvent(kind="hand", payload={}))
    close_storage(app)
