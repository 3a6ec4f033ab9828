"""Tables and games: their rows, the head each game began with, and the figures that lists show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import select, tuple_, update

from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import NoSuchGame, NoSuchTable
from scorekeeper.storage.models import PLAYING, Game, Table


def create_table(name: str) -> Table:
    """A new table, with an id that nobody can guess."""
    with write_transaction() as session:
        table = Table(name=name)
        session.add(table)
        session.flush()
    return table


def find_table(table_id: str) -> Table:
    """The table with this id; raises `NoSuchTable`."""
    table = db.session.get(Table, table_id)
    if table is None:
        raise NoSuchTable(table_id)
    return table


def tables(after: str | None = None, limit: int = 50) -> list[Table]:
    """Tables, newest first; `after` is the id of the last one seen. Every page costs the same."""
    newest_first = select(Table).order_by(Table.created.desc(), Table.id.desc()).limit(limit)
    if after is not None:
        seen = find_table(after)
        newest_first = newest_first.where(tuple_(Table.created, Table.id) < (seen.created, seen.id))
    return list(db.session.scalars(newest_first))


@dataclass(frozen=True, slots=True)
class SideHead:
    """A side: its name, and its players' names in seat order."""

    name: str
    players: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The rules with their revision, the options as given and as resolved, the sides, and who deals first.

    `more` is what else the sheet's head holds, such as deals of the table's own; it stands in the first entry alone.
    """

    rules: str
    revision: int
    options_given: Mapping[str, Any]
    options: Mapping[str, Any]
    sides: Sequence[SideHead]
    dealer: int
    more: Mapping[str, Any] = field(default_factory=dict)

    def payload(self) -> dict[str, Any]:
        """The first entry's payload, so that the chain covers it. Names only: a player's id is local."""
        sides = [{"name": side.name, "players": list(side.players)} for side in self.sides]
        return {
            **self.more,
            **self.columns(),
            "options_given": self.options_given,
            "sides": sides,
            "dealer": self.dealer,
        }

    def columns(self) -> dict[str, Any]:
        """What the game's row repeats, for lists and for the next game's form."""
        return {"rules": self.rules, "revision": self.revision, "options": self.options}

    def players(self) -> list[str]:
        """Every name, side by side."""
        return [name for side in self.sides for name in side.players]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """Whether the game is still played, why it ended if it did, and a summary of the caller's making."""

    status: str = PLAYING
    ended_by: str | None = None
    summary: Mapping[str, Any] = field(default_factory=dict)


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


def keep_summary(game_id: str, seq: int, standing: GameSummary) -> None:
    """Keep where the game stands after entry `seq`, unless a later standing is already kept."""
    with write_transaction() as session:
        kept = update(Game).where(Game.id == game_id, Game.standing_seq <= seq)
        session.execute(kept.values(standing_seq=seq, **asdict(standing)))
