"""Upgrading: the database gets this version's schema, and statistics that no older version kept are worked out."""

from flask import Flask
from sqlalchemy import exists, select

from scorekeeper.services.standing import OVER
from scorekeeper.services.statistics import rebuild
from scorekeeper.storage import Game, Prepared, Result, close_storage, db, prepare_database, writing


def prepare(app: Flask) -> Prepared:
    """Create or upgrade the database, and fill statistics that are still empty. Raises what `prepare_database` does.

    Leaves no connection open, so that a server may fork afterwards.
    """
    prepared = prepare_database(app)
    with app.app_context():
        try:
            _fill_statistics()
        finally:
            db.session.remove()
    close_storage(app)
    return prepared


def _fill_statistics() -> None:
    """Work them out where finished games have none: all in one transaction, so that a break leaves none again."""
    if db.session.scalar(select(exists(select(Result.game_id)))):
        return
    finished = select(exists().where(Game.status == OVER, Game.not_counted.is_(None)))
    if db.session.scalar(finished):
        with writing():
            for _ in rebuild():
                pass
