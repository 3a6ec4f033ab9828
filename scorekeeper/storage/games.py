"""Games: finding one, listing a table's, and keeping where they stand."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import select, update

from scorekeeper.storage.base import db
from scorekeeper.storage.errors import NoSuchGame
from scorekeeper.storage.models import Game
from scorekeeper.storage.standing import Standing
from scorekeeper.storage.writing import writing


def find_game(game_id: str) -> Game:
    """The game with this id; raises `NoSuchGame`."""
    game = db.session.get(Game, game_id)
    if game is None:
        raise NoSuchGame(game_id)
    return game


def games_of(table_id: str, *, after: int | None = None, limit: int = 50, status: str | None = None) -> list[Game]:
    """The table's games, newest first, all or those of one `status`; `after` is the last seen game's number.

    The key is the number, so that the thousandth page costs what the first did.
    """
    newest_first = select(Game).where(Game.table_id == table_id).order_by(Game.number.desc()).limit(limit)
    if after is not None:
        newest_first = newest_first.where(Game.number < after)
    if status is not None:
        newest_first = newest_first.where(Game.status == status)
    return list(db.session.scalars(newest_first))


def keep_standing(game_id: str, seq: int, standing: Standing) -> None:
    """Keep where the game stands after entry `seq`, unless a later standing is already kept."""
    with writing() as session:
        kept = update(Game).where(Game.id == game_id, Game.standing_seq <= seq)
        session.execute(kept.values(standing_seq=seq, **asdict(standing)))
