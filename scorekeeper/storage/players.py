"""Players of a table by name, merged names, and the names to offer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    exists,
    func,
    select,
    type_coerce,
    update,
)
from sqlalchemy.orm import Session

from scorekeeper.core.inputs.spelling import composed, forms
from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.columns import PlainText
from scorekeeper.storage.database import Base, db, insert_missing, write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.games import find_table
from scorekeeper.storage.models import RANKED, UNRANKED, PlayedGame, Player, last_name

PLAYER, PLAYED = (Base.metadata.tables[model.__tablename__] for model in (Player, PlayedGame))


def main_names_of(session: Session, table_id: str) -> dict[int, int]:
    """For each merged name of the table, the id of the player's main name."""
    query = select(PLAYER.c.id, PLAYER.c.merged_into).where(
        PLAYER.c.table_id == table_id, PLAYER.c.merged_into.is_not(None)
    )
    into = {row.id: row.merged_into for row in session.connection().execute(query)}
    return {name: last_name(name, into.get, int) for name in into}


def names_of(table_id: str) -> list[str]:
    """The names of every player of the table, merged ones too."""
    return list(db.session.connection().scalars(select(PLAYER.c.name).where(PLAYER.c.table_id == table_id)))


def names_now_of(table_id: str) -> dict[str, str]:
    """For each merged name of the table, the player's main name."""
    main = main_names_of(db.session(), table_id)
    if not main:
        return {}
    rows = db.session.connection().execute(select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.table_id == table_id))
    names = {row.id: row.name for row in rows}
    return {names[name]: names[into] for name, into in main.items()}


def known_names(table_id: str, names: Iterable[str]) -> set[str]:
    """Those of these names that the table has a player for."""
    names = list(names)
    query = select(PLAYER.c.name).where(PLAYER.c.table_id == table_id, PLAYER.c.name.in_(_spelled(names)))
    stored = {composed(name) for name in db.session.connection().scalars(query)}
    return {name for name in names if composed(name) in stored}


def merged_names_of(table_id: str) -> dict[str, str]:
    """For each merged name of the table, the name that it was merged into."""
    into = PLAYER.alias()
    merged = select(PLAYER.c.name, into.c.name.label("into")).join(into, into.c.id == PLAYER.c.merged_into)
    merged = merged.where(PLAYER.c.table_id == table_id, PLAYER.c.merged_into.is_not(None))  # found by an index
    rows = db.session.connection().execute(merged)
    return {row.name: row.into for row in rows}


def count_players(table_id: str) -> int:
    """How many players the table has, by the names that are shown."""
    return db.session.scalar(select(func.count()).where(shown_at(table_id))) or 0


MAX_OFFERED = 100
"""Names that a page offers to choose from; others can be typed."""


def roster_of(table_id: str, limit: int = MAX_OFFERED, *, everyone: bool = False) -> list[str]:
    """The names to offer when people sit down, by name; `everyone`: also visitors and those who left. A larger table
    offers those with the most games.
    """
    return sorted(player.name for player in most_active_players(table_id, limit, everyone=everyone))


class ActivePlayer(NamedTuple):
    """A player, and how many games of theirs count."""

    id: int
    name: str
    games: int


def most_active_players(table_id: str, limit: int = MAX_OFFERED, *, everyone: bool = False) -> list[ActivePlayer]:
    """The table's members without their other names, most games first, then those without a game; `everyone`: also
    visitors and those who left.
    """
    query = _EVERYONE_BY_GAMES if everyone else _BY_GAMES
    rows = db.session.connection().execute(query, {"table": table_id, "limit": limit})
    return [ActivePlayer(*row) for row in rows]


def shown_at(table_id: str | BindParameter[str]) -> ColumnElement[bool]:
    """Whether this is a player of the table, by the name that is shown."""
    return and_(PLAYER.c.table_id == table_id, PLAYER.c.merged_into.is_(None))


def shown_names_of(table_id: str) -> dict[int, str]:
    """The names that the table calls its players by now, by id."""
    return {
        row.id: row.name for row in db.session.execute(select(PLAYER.c.id, PLAYER.c.name).where(shown_at(table_id)))
    }


def ranked_names_of(table_id: str) -> dict[int, str]:
    """The same, without those whom rankings leave out."""
    ranked = select(PLAYER.c.id, PLAYER.c.name).where(shown_at(table_id), RANKED)
    return {row.id: row.name for row in db.session.execute(ranked)}


def players_by_name(table_id: str, limit: int, skip: int = 0) -> list[Row[int, str, str | None]]:
    """The table's players with their standing, but no other names of theirs, by name."""
    query = select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.standing).where(shown_at(table_id)).order_by(PLAYER.c.name)
    return list(db.session.execute(query.limit(limit).offset(skip)))


def unranked_at(table_id: str) -> Select[int]:
    """The ids of the table's players whom rankings leave out."""
    return select(PLAYER.c.id).where(PLAYER.c.table_id == table_id, UNRANKED)


def unranked_names_of(table_id: str) -> list[str]:
    """The names of the table's players who asked to be left out of rankings."""
    query = select(PLAYER.c.name).where(PLAYER.c.table_id == table_id, PLAYER.c.unranked.is_not(None))
    return list(db.session.connection().scalars(query))


def set_unranked(table_id: str, player_id: int, unranked: bool) -> Player:
    """Leave the player behind this name out of rankings, or not any more. Raises `NoSuchPlayer`."""
    with write_transaction() as session:
        player = find_main_player(table_id, player_id).player
        session.connection().execute(update(PLAYER).where(PLAYER.c.id == player.id).values(unranked=unranked or None))
        session.expire_all()
    return player


def standings_of(table_id: str) -> dict[str, str]:
    """The table's visitors, and those who left, by name."""
    query = select(PLAYER.c.name, PLAYER.c.standing).where(
        PLAYER.c.table_id == table_id, UNRANKED, PLAYER.c.standing.is_not(None)
    )
    return {row.name: row.standing for row in db.session.connection().execute(query.order_by(PLAYER.c.name))}


def set_standing(table_id: str, player_id: int, standing: str | None) -> Player:
    """Make the player behind this name a visitor, one who left, or (None) a member. Raises `NoSuchPlayer`."""
    with write_transaction() as session:
        player = find_main_player(table_id, player_id).player
        session.connection().execute(update(PLAYER).where(PLAYER.c.id == player.id).values(standing=standing))
        session.expire_all()
    return player


# Built once: every list of a table's games reads them, and building a statement takes longer than running it.
_EVERYONE_BY_GAMES = (
    select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.games)
    .where(shown_at(bindparam("table")))
    .order_by(PLAYER.c.games.desc(), PLAYER.c.name)
    .limit(bindparam("limit"))
)
_BY_GAMES = _EVERYONE_BY_GAMES.where(PLAYER.c.standing.is_(None))


def players_named(table_id: str, names: Iterable[str]) -> dict[str, Player]:
    """The table's players with these names, by the name as it is given here."""
    return _known(db.session(), table_id, names)


def merged_players_of(table_id: str, limit: int | None = None, skip: int = 0) -> list[Player]:
    """The table's players that are another name of someone, by name."""
    query = select(Player).where(Player.table_id == table_id, Player.merged_into.is_not(None))
    return list(db.session.scalars(query.order_by(Player.name).limit(limit).offset(skip)))


def newest_names_of(table_id: str, limit: int = MAX_OFFERED) -> list[str]:
    """The shown names that were added last."""
    newest = select(PLAYER.c.name).where(shown_at(table_id)).order_by(PLAYER.c.id.desc())
    return list(db.session.scalars(newest.limit(limit)))


def find_player(table_id: str, name: str) -> Player | None:
    """The table's player with this name."""
    return players_named(table_id, [name]).get(name)


def add_player(table_id: str, name: str) -> Player:
    """The table's player with this name, added if new. Raises `NoSuchTable`."""
    with write_transaction() as session:
        find_table(table_id)
        return seat_players(session, table_id, [name])[name]


def add_players(table_id: str, names: Iterable[str]) -> None:
    """Let the table know these names. Raises `NoSuchTable`."""
    names = list(names)
    with write_transaction() as session:
        find_table(table_id)
        _add(session, table_id, set(names) - set(_known(session, table_id, names)))


def seat_players(session: Session, table_id: str, names: Iterable[str]) -> dict[str, Player]:
    """The table's players with these names, by the name as it is given here; new ones are added, in the caller's
    transaction.
    """
    seated = _known(session, table_id, names)
    new = sorted(set(names) - set(seated))
    _add(session, table_id, new)
    return seated | _known(session, table_id, new) if new else seated


def _add(session: Session, table_id: str, new: Iterable[str]) -> None:
    names = dict.fromkeys(map(composed, sorted(new)))
    insert_missing(session.connection(), Player, [{"table_id": table_id, "name": name} for name in names])


def _known(session: Session, table_id: str, names: Iterable[str]) -> dict[str, Player]:
    """Each name's player: the one spelled like it, or else the one with the same letters."""
    names = list(names)
    stored = type_coerce(PLAYER.c.name, PlainText).label("stored")  # whatever this reader calls the player
    query = select(Player, stored).where(Player.table_id == table_id, Player.name.in_(_spelled(names)))
    exactly = {name: player for player, name in session.execute(query)}
    alike = {composed(name): player for name, player in exactly.items()}
    found = ((name, exactly.get(name) or alike.get(composed(name))) for name in names)
    return {name: player for name, player in found if player is not None}


def _spelled(names: Iterable[str]) -> list[str]:
    return [form for name in names for form in forms(name)]


class NoSuchPlayer(StorageError):
    """The table has no such player."""


@dataclass(frozen=True, slots=True)
class MainPlayer:
    """A player of a table, with the names merged into theirs."""

    player: Player
    other_names: tuple[str, ...] = ()


def find_main_player(table_id: str, player_id: int) -> MainPlayer:
    """The player behind this name's row. Raises `NoSuchPlayer`."""
    named = db.session.get(Player, player_id)
    if named is None or named.table_id != table_id:
        raise NoSuchPlayer(_("This table has no such player"))
    player = named.main
    merged_names = select(Player.id, Player.name).where(Player.table_id == table_id)
    names = [player.id]
    other_names: dict[int, str] = {}
    while names:
        merged = db.session.execute(merged_names.where(Player.merged_into.in_(names))).all()
        new = {row.id: row.name for row in merged if row.id != player.id and row.id not in other_names}
        names = list(new)
        other_names |= new
    return MainPlayer(player, tuple(sorted(other_names.values())))


def names_in_other_games(table_id: str, names: Collection[str], games: Collection[str]) -> set[str]:
    """Those of these names under which somebody played at the table in a game that is none of `games`."""
    stored = type_coerce(PLAYER.c.name, PlainText)
    query = select(stored).where(PLAYER.c.table_id == table_id, PLAYER.c.name.in_(names))
    elsewhere = exists().where(PLAYED.c.sat_as == PLAYER.c.id, PLAYED.c.game_id.not_in(games))
    return set(db.session.connection().scalars(query.where(elsewhere)))


def main_ids_named(table_id: str, names: Collection[str]) -> set[int]:
    """The ids of the table's players with these names, and of the players that they were merged into."""
    into = main_names_of(db.session(), table_id)
    query = select(PLAYER.c.id).where(PLAYER.c.table_id == table_id, PLAYER.c.name.in_(names))
    found = set(db.session.connection().scalars(query))
    return found | {into[player] for player in found if player in into}


def names_by_id(ids: list[int]) -> dict[int, str]:
    """The names of these players."""
    rows = db.session.execute(select(Player.id, Player.name).where(Player.id.in_(ids)))
    return {row.id: row.name for row in rows}
