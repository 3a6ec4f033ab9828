"""Erasing: rewrites names in events and rows, and deletes games and whole tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Table, Text, bindparam, cast, delete, func, insert, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.storage.cleaning import mark_unclean
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.house_rules import ScriptedGameRow
from scorekeeper.storage.members import Member
from scorekeeper.storage.mentions import seated
from scorekeeper.storage.models import Erasure, EventRow, Game, Player, Together
from scorekeeper.storage.models import Table as CardTable

AT_ONCE = 100
REWRITTEN = ("id", "payload", "who", "reason", "salt")
ROWS = Base.metadata.tables
ENTRY, ERASURE, GAME, PLAYER = (ROWS[model.__tablename__] for model in (EventRow, Erasure, Game, Player))
CARD_TABLE, TOGETHER = ROWS[CardTable.__tablename__], ROWS[Together.__tablename__]


def versions_of_games(table_id: str) -> frozenset[str]:
    """For each game of a table, its id and what changes with it: the number of its last event, why it does not count.

    The database puts the numbers into one text, since reading 100,000 rows takes eight times as long.
    """
    own, connection = GAME.c.table_id == table_id, db.session.connection()
    numbered = func.aggregate_strings(GAME.c.id + " " + cast(GAME.c.last_seq, Text), ",")
    numbers: str = connection.scalar(select(numbered).where(own)) or ""
    reasons = select(GAME.c.id + " " + GAME.c.not_counted).where(own, GAME.c.not_counted.is_not(None))
    return frozenset([*numbers.split(","), *connection.scalars(reasons)])


def changed_games(before: Collection[str], now: Collection[str]) -> set[str]:
    """The ids of games that are new or changed between these versions."""
    return {version.partition(" ")[0] for version in set(now).difference(before)}


@dataclass(frozen=True, slots=True)
class RewrittenGame:
    """What an erasure writes of one game: columns of its row, rewritten events, and the event that says so."""

    game_id: str
    row: Mapping[str, Any]
    entries: Sequence[StoredEvent]
    erasure: StoredEvent | None


def rewrite_games(session: Session, games: Collection[RewrittenGame]) -> None:
    """Write these games, in the caller's transaction. Raises `IntegrityError` if a game got an event meanwhile."""
    connection = session.connection()
    erasures = [game.erasure.columns() for game in games if game.erasure is not None]
    if erasures:  # first, as `append` does: in another order, each could wait for the other on PostgreSQL
        connection.execute(insert(ENTRY), erasures)
    _rewrite_events(session, [entry for game in games for entry in game.entries])
    rows = defaultdict[tuple[str, ...], list[dict[str, Any]]](list)
    for game in games:
        if game.row:
            rows[tuple(sorted(game.row))].append({"game": game.game_id, **game.row})
    for names, values in rows.items():  # most games change the same columns, and one statement writes them all
        own = update(GAME).where(GAME.c.id == bindparam("game"))
        connection.execute(own.values({name: bindparam(name) for name in names}), values)


def _rewrite_events(session: Session, entries: Sequence[StoredEvent]) -> None:
    if not entries:
        return
    own = update(ENTRY).where(ENTRY.c.game_id == bindparam("game"), ENTRY.c.seq == bindparam("number"))
    own = own.values({name: bindparam(name) for name in REWRITTEN})
    values = [
        {"game": entry.game_id, "number": entry.seq} | {name: getattr(entry, name) for name in REWRITTEN}
        for entry in entries
    ]
    with _erasure_allowed(session, {entry.game_id for entry in entries}, whole=False):
        session.connection().execute(own, values)


def rename_players(session: Session, table_id: str, instead: Mapping[str, str]) -> None:
    """Rename players of the table, in the caller's transaction."""
    for old, new in instead.items():
        mine = (PLAYER.c.table_id == table_id) & (PLAYER.c.name == old)
        session.connection().execute(update(PLAYER).where(mine).values(name=new))


def rename_member(session: Session, member_id: int, name: str) -> None:
    """Rename a device, in the caller's transaction."""
    session.execute(update(Member).where(Member.id == member_id).values(name=name))


def unlink_devices(session: Session, table_id: str, names: Collection[str]) -> None:
    """Forget which devices belong to these players, in the caller's transaction."""
    players = select(PLAYER.c.id).where(PLAYER.c.table_id == table_id, PLAYER.c.name.in_(names))
    session.execute(update(Member).where(Member.player_id.in_(players)).values(player_id=None))


def rename_table(session: Session, table_id: str, name: str) -> None:
    """Rename the table, in the caller's transaction; one of quick games is then like any other."""
    session.execute(update(CardTable).where(CardTable.id == table_id).values(name=name, quick=None))


def rewrite_scripted_game(session: Session, scripted_id: int, content: Mapping[str, Any]) -> None:
    """Overwrite a scripted game of the table's own, in the caller's transaction."""
    session.execute(update(ScriptedGameRow).where(ScriptedGameRow.id == scripted_id).values(content=content))


def remove_table(table_id: str) -> None:
    """Delete a table and everything that refers to it, a few games or players at a time so that other tables can save.

    If it stops halfway, deleting the table again finishes the work.
    """
    has_pairs = True
    while True:
        with write_transaction() as session:
            games = list(session.scalars(select(Game.id).where(Game.table_id == table_id).limit(AT_ONCE)))
            mark_unclean(session)
            if games:
                _remove_games(session, games)
                session.expire_all()
            elif not has_pairs:
                _remove_rest(session, table_id)
                return
        if not games:
            _remove_pairs(table_id)
            has_pairs = False


def remove_game(table_id: str, game_id: str) -> None:
    """Delete a game, with the players who sit in no other game of the table, and have no other name or statistic."""
    with write_transaction() as session:
        sides: list[dict[str, Any]] = session.scalars(select(Game.sides).where(Game.id == game_id)).one()
        _remove_games(session, [game_id])
        session.expire_all()
        players = {player["id"]: player["name"] for side in sides for player in side["players"]}
        unused = {name: id_ for id_, name in players.items() if id_ is not None and not _is_referred_to(session, id_)}
        gone = [unused[name] for name in unused.keys() - (seated(table_id, unused) if unused else ())]
        session.connection().execute(delete(PLAYER).where(PLAYER.c.id.in_(gone)))


def _is_referred_to(session: Session, player_id: int) -> bool:
    """Whether another row names this player: another name of theirs, a result, or sums of results."""
    keys = [key for table in Base.metadata.sorted_tables for key in _keys(table, PLAYER)]
    return any(session.scalar(select(key).where(key == player_id).limit(1)) is not None for key in keys)


def _remove_games(session: Session, games: Collection[str]) -> None:
    session.connection().execute(update(GAME).where(GAME.c.rematch_of.in_(games)).values(rematch_of=None))
    with _erasure_allowed(session, games, whole=True):
        for table in _referring(GAME):
            if table is not ERASURE:
                _remove(session, table, GAME, games)
    session.connection().execute(delete(GAME).where(GAME.c.id.in_(games)))


def _remove_pairs(table_id: str) -> None:
    """Delete the sums of the players in pairs, of which a large table has more than of anything but events."""
    players = db.session.scalars(select(Player.id).where(Player.table_id == table_id)).all()
    for start in range(0, len(players), AT_ONCE):
        with write_transaction() as session:
            _remove(session, TOGETHER, PLAYER, players[start : start + AT_ONCE])


def _remove_rest(session: Session, table_id: str) -> None:
    players = list(session.scalars(select(Player.id).where(Player.table_id == table_id)))
    for start in range(0, len(players), AT_ONCE):
        for table in _referring(PLAYER):
            if table is not PLAYER:
                _remove(session, table, PLAYER, players[start : start + AT_ONCE])
    for table in _referring(CARD_TABLE):
        _remove(session, table, CARD_TABLE, [table_id])
    session.connection().execute(delete(CARD_TABLE).where(CARD_TABLE.c.id == table_id))
    session.expire_all()


def _referring(target: Table) -> list[Table]:
    """The tables with a foreign key to this one, in the order in which rows may be deleted."""
    return [table for table in reversed(Base.metadata.sorted_tables) if table is not target and _keys(table, target)]


def _keys(table: Table, target: Table) -> list[ColumnElement[Any]]:
    return [key.parent for key in table.foreign_keys if key.column.table is target]


def _remove(session: Session, table: Table, target: Table, ids: Collection[object]) -> None:
    session.connection().execute(delete(table).where(or_(*(key.in_(ids) for key in _keys(table, target)))))


@contextmanager
def _erasure_allowed(session: Session, games: Collection[str], *, whole: bool) -> Iterator[None]:
    """Let the triggers allow rewriting or (`whole`) deleting these games' events, in this transaction."""
    session.connection().execute(insert(ERASURE), [{"game_id": game, "whole": whole} for game in games])
    yield
    session.connection().execute(
        delete(ERASURE).where(ERASURE.c.game_id == bindparam("game")), [{"game": game} for game in games]
    )
