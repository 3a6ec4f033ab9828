"""The people of a table with their sums, the games of two of them, and the records that stand."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Row, select

from scorekeeper.storage.base import db
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.models import Player
from scorekeeper.storage.result_models import Result, Tally, Together

MOST_PEOPLE = 500


class NoSuchPlayer(StorageError):
    """The table has no such player."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person of a table: who, what the results add up to (None before the first), and the other names."""

    player: Player
    tally: Tally | None
    other_names: tuple[str, ...] = ()


def people_of(table_id: str, limit: int = MOST_PEOPLE) -> list[Person]:
    """Everyone, who played most first; a merged name is no person of its own."""
    query = (
        select(Player, Tally)
        .outerjoin(Tally, Tally.player_id == Player.id)
        .where(Player.table_id == table_id, Player.merged_into.is_(None))
        .order_by(Tally.games.desc().nulls_last(), Player.name)
        .limit(limit)
    )
    return [Person(player, tally) for player, tally in db.session.execute(query)]


def find_person(table_id: str, player_id: int) -> Person:
    """The person behind this player. Raises `NoSuchPlayer`."""
    player = db.session.get(Player, player_id)
    while player is not None and player.merged_into is not None:
        player = db.session.get(Player, player.merged_into)
    if player is None or player.table_id != table_id:
        raise NoSuchPlayer("there is no such player at this table")
    merged_names = select(Player.id, Player.name).where(Player.table_id == table_id)
    names = [player.id]
    found: list[str] = []
    while names:
        merged = db.session.execute(merged_names.where(Player.merged_into.in_(names))).all()
        names = [row.id for row in merged]
        found += [row.name for row in merged]
    return Person(player, db.session.get(Tally, player.id), tuple(sorted(found)))


def company_of(player_id: int, limit: int = MOST_PEOPLE) -> list[Row[Together, str]]:
    """With whom and against whom a person played, most games first, each with the other's name."""
    query = (
        select(Together, Player.name)
        .join(Player, Player.id == Together.other_id)
        .where(Together.player_id == player_id)
        .order_by(Together.games.desc(), Player.name)
        .limit(limit)
    )
    return list(db.session.execute(query).all())


def between(one: int, other: int) -> list[Together]:
    """The games of two people: as partners, and against each other."""
    query = select(Together).where(Together.player_id == one, Together.other_id == other).order_by(Together.partners)
    return list(db.session.scalars(query))


def results_of_person(player_id: int, limit: int) -> list[Result]:
    """A person's latest results."""
    query = select(Result).where(Result.player_id == player_id)
    return list(db.session.scalars(query.order_by(Result.played.desc(), Result.number.desc()).limit(limit)))


def record_of(column: str, *, table_id: str | None = None, player_id: int | None = None) -> Result | None:
    """The result with the highest `largest` (in points), `run` or `streak`, of a table or of a person."""
    figure = {"largest": Result.largest, "run": Result.run, "streak": Result.streak}[column]
    whose = Result.player_id == player_id if player_id is not None else Result.table_id == table_id
    query = select(Result).where(whose, figure > 0)
    if column == "largest":
        query = query.where(Result.unit == "points")
    return db.session.scalar(query.order_by(figure.desc()).limit(1))


def names_by_id(ids: list[int]) -> dict[int, str]:
    """The names of these players."""
    found = db.session.execute(select(Player.id, Player.name).where(Player.id.in_(ids)))
    return {row.id: row.name for row in found}


def search_people(table_id: str, word: str, limit: int = 20) -> list[Player]:
    """Players whose name holds the word, whoever has the shortest name first."""
    pattern = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    query = select(Player).where(Player.table_id == table_id, Player.name.ilike(f"%{pattern}%", escape="\\"))
    return sorted(db.session.scalars(query.limit(limit)), key=lambda player: (len(player.name), player.name))
