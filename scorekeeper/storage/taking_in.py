"""A game that comes from outside with its chain: its row and its entries go in as they are, all of it or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select

from scorekeeper.formats.chain.entry import Entry
from scorekeeper.storage.base import db
from scorekeeper.storage.entries import entry_by_id
from scorekeeper.storage.errors import EntryIdTaken
from scorekeeper.storage.games import find_game
from scorekeeper.storage.head import Head
from scorekeeper.storage.models import Game
from scorekeeper.storage.new_game import insert_game, row_of
from scorekeeper.storage.players import seat_players
from scorekeeper.storage.standing import Standing
from scorekeeper.storage.tables import find_table
from scorekeeper.storage.writing import writing


def take_in_game(
    table_id: str,
    head: Head,
    entries: Sequence[Entry],
    standing: Standing,
    *,
    not_counted: str | None = None,
    differences: Sequence[Mapping[str, Any]] = (),
) -> Game:
    """The game, new at the table. Raises `NoSuchTable`, `EntryIdTaken`; then nothing was written."""
    with writing() as session:
        find_table(table_id)
        seated = seat_players(session, table_id, head.players())
        more = {"rematch_of": None, "not_counted": not_counted, "differences": list(differences) or None}
        if not insert_game(session, row_of(table_id, head, seated, entries, standing) | more, entries):
            taken = next((entry.id for entry in entries if entry_by_id(entry.id)), entries[0].id)
            raise EntryIdTaken(taken)
    return find_game(entries[0].game_id)


def known_game(game_id: str) -> Game | None:
    """The game of this id, at whichever table."""
    return db.session.get(Game, game_id)


def games_begun(table_id: str, rules: str, since: datetime, until: datetime) -> list[Game]:
    """The table's games by these rules that began in this time."""
    query = select(Game).where(
        Game.table_id == table_id, Game.rules == rules, Game.created >= since, Game.created < until
    )
    return list(db.session.scalars(query.order_by(Game.number)))
