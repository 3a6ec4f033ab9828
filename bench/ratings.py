"""Ratings of a table with very many games: all of them from the first one, and those of one more game."""

import tempfile
import time
from statistics import median

from bench.many_games import fill
from scorekeeper import create_app
from scorekeeper.rooms.club.services.ratings import rate_again, rate_games
from scorekeeper.rooms.club.storage.ratings import RESULT, forget_ratings
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.games import create_table
from scorekeeper.storage.setup import close_storage

GAMES = 100_000
ONE_MORE = 200


def measured(games: int = GAMES) -> dict[str, float]:
    """Seconds for all ratings, and milliseconds for those of one more game."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder}/scorekeeper.sqlite"})
        with app.app_context():
            table = create_table("Large").id
            fill(table, games)
            began = time.perf_counter()
            rate_again(table)
            seconds = time.perf_counter() - began
            one_more = [_one_more(table) for _ in range(ONE_MORE)]
        close_storage(app)
    return {"games": games, "seconds": seconds, "one_more_ms": 1000 * median(one_more)}


def _one_more(table: str) -> float:
    """The seconds that the last game adds to its save, without the commit: its ratings are forgotten, then made."""
    newest = RESULT.select().where(RESULT.c.table_id == table).order_by(RESULT.c.ended.desc(), RESULT.c.number.desc())
    last = db.session.execute(newest.limit(1)).one()
    with write_transaction() as session:
        forget_ratings(session, table, (last.ended, last.number))
    with write_transaction():
        began = time.perf_counter()
        assert rate_games(table)
        return time.perf_counter() - began
