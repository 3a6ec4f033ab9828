"""Sums of players' results, alone and in pairs: adds or subtracts a game, or rebuilds them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Any

from sqlalchemy import ColumnElement, Insert, Select, and_, case, delete, func, insert, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorekeeper.storage.database import Base
from scorekeeper.storage.models import Player, Result, SideFigures, SummedFigures, Tally, Together

RESULT, TALLY, TOGETHER = (Base.metadata.tables[model.__tablename__] for model in (Result, Tally, Together))
PLAYER = Base.metadata.tables[Player.__tablename__]
OF_SIDE = tuple(SideFigures.__annotations__)
SUMMED = (*OF_SIDE, *SummedFigures.__annotations__)
SUMS = ("games", *SUMMED)
PAIR = ("player_id", "other_id", "partners")
IN_PAIRS = tuple(key for key in OF_SIDE if key not in ("won", "shared"))
"""What partners did together: summed where both sat in every hand."""
PAIR_SUMS = ("games", "won", "shared", *IN_PAIRS)

Row = Mapping[str, Any]


def add_to_sums(session: Session, rows: Sequence[Row], times: int = 1) -> None:
    """Add a game's results to its players' sums; with -1 `times`, subtract them."""
    of_players = [
        {"player_id": row["player_id"], "table_id": row["table_id"], "games": times}
        | {key: times * row[key] for key in SUMMED}
        for row in rows
    ]
    of_pairs = [
        {
            "player_id": one["player_id"],
            "other_id": other["player_id"],
            "partners": int(one["side"] == other["side"]),
            "games": times,
            "won": times * one["won"],
            "shared": times * one["shared"],
        }
        | {key: times * one[key] * _together(one, other) for key in IN_PAIRS}
        for one, other in permutations(rows, 2)
        if one["player_id"] != other["player_id"]
    ]
    _add(session, TALLY.name, ("player_id",), SUMS, of_players)
    _add(session, TOGETHER.name, PAIR, PAIR_SUMS, of_pairs)


def _together(one: Row, other: Row) -> int:
    """1 for partners who both sat in every hand, else 0: who took over a seat played only some of them together."""
    return int(one["side"] == other["side"] and bool(one["whole"] and other["whole"]))


def _add(session: Session, name: str, key: Sequence[str], sums: Sequence[str], rows: Sequence[Row]) -> None:
    if not rows:
        return
    connection = session.connection()
    connection.execute(_adding(connection.dialect.name, name, tuple(key), tuple(sums)), rows)
    if rows[0]["games"] < 0:
        table = Base.metadata.tables[name]
        players = {row["player_id"] for row in rows}
        connection.execute(delete(table).where(table.c.games == 0, table.c.player_id.in_(players)))


@cache
def _adding(dialect: str, name: str, key: Sequence[str], sums: Sequence[str]) -> Insert:
    """An upsert that adds a row to the stored one. Cached, since the last hand runs it for every pair of players."""
    table = Base.metadata.tables[name]
    new = (postgresql.insert if dialect == "postgresql" else sqlite.insert)(table)
    added = {column: table.c[column] + new.excluded[column] for column in sums}
    return new.on_conflict_do_update(index_elements=list(key), set_=added)


def rebuild_table_sums(session: Session, table_id: str) -> None:
    """Rebuild all sums of a table from its results."""
    session.connection().execute(delete(TALLY).where(TALLY.c.table_id == table_id))
    of_table = select(PLAYER.c.id).where(PLAYER.c.table_id == table_id)
    session.connection().execute(delete(TOGETHER).where(TOGETHER.c.player_id.in_(of_table)))
    _tally(session, RESULT.c.table_id == table_id)
    one, other = RESULT.alias(), RESULT.alias()
    _pair(session, one, other, one.c.table_id == table_id)


def rebuild_totals(session: Session, players: Collection[int]) -> None:
    """Rebuild the sums of these players, and their sums with everyone else, from their results."""
    ids = list(players)
    session.connection().execute(delete(TALLY).where(TALLY.c.player_id.in_(ids)))
    gone = or_(TOGETHER.c.player_id.in_(ids), TOGETHER.c.other_id.in_(ids))
    session.connection().execute(delete(TOGETHER).where(gone))
    _tally(session, RESULT.c.player_id.in_(ids))
    one, other = RESULT.alias(), RESULT.alias()
    _pair(session, one, other, one.c.player_id.in_(ids))
    _pair(session, one, other, other.c.player_id.in_(ids) & one.c.player_id.not_in(ids))


def _tally(session: Session, which: ColumnElement[bool]) -> None:
    session.connection().execute(insert(TALLY).from_select(["player_id", "table_id", *SUMS], sums_of_players(which)))


def _pair(session: Session, one: Any, other: Any, which: ColumnElement[bool]) -> None:
    session.connection().execute(insert(TOGETHER).from_select([*PAIR, *PAIR_SUMS], sums_of_pairs(one, other, which)))


def sums_of_players(which: ColumnElement[bool]) -> Select[Any]:
    """The sums of these results by player, with the columns of `Tally`."""
    sums = [func.sum(RESULT.c[key]).label(key) for key in SUMMED]
    tallies = select(RESULT.c.player_id, RESULT.c.table_id, func.count().label("games"), *sums).where(which)
    return tallies.group_by(RESULT.c.player_id, RESULT.c.table_id)


def sums_of_pairs(one: Any, other: Any, which: ColumnElement[bool]) -> Select[Any]:
    """The sums of these results by player and other player, with the columns of `Together`; both are `RESULT`."""
    partners = case((one.c.side == other.c.side, 1), else_=0)
    together = case((and_(one.c.side == other.c.side, one.c.whole > 0, other.c.whole > 0), 1), else_=0)
    sums = [func.count().label("games"), *(func.sum(one.c[key]).label(key) for key in ("won", "shared"))]
    sums += [func.sum(one.c[key] * together).label(key) for key in IN_PAIRS]
    return (
        select(one.c.player_id, other.c.player_id.label("other_id"), partners.label("partners"), *sums)
        .join_from(one, other, (one.c.game_id == other.c.game_id) & (one.c.player_id != other.c.player_id))
        .where(which)
        .group_by(one.c.player_id, other.c.player_id, partners)
    )
