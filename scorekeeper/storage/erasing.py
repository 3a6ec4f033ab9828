"""Erasing: finds names at a table, rewrites them in events and rows, and deletes games and whole tables.

All searches ignore the case of ASCII letters, so callers give other spellings too. What they find contains one of the
words, but perhaps within another word.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    MetaData,
    Table,
    Text,
    bindparam,
    cast,
    delete,
    func,
    inspect,
    literal,
    or_,
    select,
    tuple_,
    type_coerce,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.storage.cleaning import mark_unclean
from scorekeeper.storage.custom_games import CustomGameRow
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.events import GAMES
from scorekeeper.storage.members import Member
from scorekeeper.storage.models import LEFT, Erasure, EventRow, Game, Player, Table as CardTable

ROWS = Base.metadata.tables
EVENT, ERASURE, GAME = (ROWS[model.__tablename__] for model in (EventRow, Erasure, Game))
CARD_TABLE, MEMBER, PLAYER = (ROWS[model.__tablename__] for model in (CardTable, Member, Player))
IN_ROWS = (GAME.c.sides, GAME.c.summary, GAME.c.differences, GAME.c.room)
READ_AT_ONCE = 1000


def games_with(table_id: str, words: Iterable[str]) -> list[str]:
    """The ids of the table's games that may contain one of these words, oldest first."""
    words = _lowered(words)
    games = select(GAME.c.id, GAME.c.number).where(GAME.c.table_id == table_id)
    in_rows = games.where(_any_of(words, IN_ROWS, (GAME.c.not_counted, GAME.c.counted_by)))
    in_events = games.join(EVENT, EVENT.c.game_id == GAME.c.id)
    in_events = in_events.where(_any_of(words, (EVENT.c.payload,), (EVENT.c.who, EVENT.c.reason)))
    matching = in_rows.union(in_events).subquery()
    return list(db.session.connection().scalars(select(matching.c.id).order_by(matching.c.number)))


class NamedRow(NamedTuple):
    """What a game's row says that may contain a name."""

    game_id: str
    sides: list[dict[str, Any]]
    summary: dict[str, Any]
    differences: list[dict[str, Any]] | None
    not_counted: str | None
    counted_by: str | None
    room: dict[str, Any] | None


def rows_with(table_id: str, words: Iterable[str]) -> list[NamedRow]:
    """The rows of the table's games that may contain one of these words, oldest first."""
    rows = select(*(GAME.c[name] for name in ("id", *NamedRow._fields[1:]))).where(GAME.c.table_id == table_id)
    rows = rows.where(_any_of(_lowered(words), IN_ROWS, (GAME.c.not_counted, GAME.c.counted_by))).order_by(
        GAME.c.number
    )
    return [NamedRow._make(row) for row in db.session.connection().execute(rows)]


def seated(table_id: str, names: Collection[str]) -> set[str]:
    """Those of these names that a player sits under in one of the table's games, from the start or as a substitute."""
    seated_names = set[str]()
    rows = select(GAME.c.sides, GAME.c.summary).where(GAME.c.table_id == table_id)
    rows = rows.where(_any_of(_lowered(names), (GAME.c.sides, GAME.c.summary), ()))
    for row in db.session.connection().execute(rows):
        seated_names |= {player["name"] for side in row.sides for player in side["players"]}
        seated_names |= {name for side in row.summary.get("sides", ()) for name in side["players"]}
    return seated_names & set(names)


class EventText(NamedTuple):
    """What an event says that may contain a name, and who wrote it."""

    game_id: str
    payload: dict[str, Any]
    reason: str | None
    who: str | None
    salt: str | None


def events_with(table_id: str, words: Iterable[str]) -> Iterator[EventText]:
    """The events of the table's games that may contain one of these words, oldest first, whoever wrote them."""
    query = select(*(EVENT.c[name] for name in EventText._fields)).join(GAME, GAME.c.id == EVENT.c.game_id)
    query = query.where(
        GAME.c.table_id == table_id, _any_of(_lowered(words), (EVENT.c.payload,), (EVENT.c.reason,))
    ).order_by(GAME.c.number, EVENT.c.seq)
    for rows in db.session.connection().execute(query).partitions(READ_AT_ONCE):
        yield from map(EventText._make, rows)


class AuthorCount(NamedTuple):
    """How many events of a game somebody wrote, and how many of them have no salt."""

    game_id: str
    who: str
    unsalted: int


def written_by(table_id: str, words: Iterable[str]) -> list[AuthorCount]:
    """Who wrote events of the table's games under a name that may contain one of these words, for each game."""
    unsalted = func.count() - func.count(EVENT.c.salt)
    query = select(EVENT.c.game_id, EVENT.c.who, unsalted).join(GAME, GAME.c.id == EVENT.c.game_id)
    query = query.where(GAME.c.table_id == table_id, _any_of(_lowered(words), (), (EVENT.c.who,)))
    return [
        AuthorCount._make(row) for row in db.session.connection().execute(query.group_by(EVENT.c.game_id, EVENT.c.who))
    ]


def has_more_events(table_id: str, games: int, events: int) -> bool:
    """Whether the table has more games or events than this; reads no more than one game above."""
    lengths = select(GAME.c.last_seq).where(GAME.c.table_id == table_id).limit(games + 1).subquery()
    count = select(func.count(), func.coalesce(func.sum(lengths.c.last_seq), 0)).select_from(lengths)
    counted = db.session.connection().execute(count).one()
    return bool(counted[0] > games or counted[1] > events)


def members_with(table_id: str, words: Iterable[str]) -> dict[int, str]:
    """The names, by id, of devices at the table, also former ones, that may contain one of these words."""
    query = select(MEMBER.c.id, MEMBER.c.name).where(MEMBER.c.table_id == table_id)
    query = query.where(_any_of(_lowered(words), (), (MEMBER.c.name,))).order_by(MEMBER.c.id)
    return {row.id: row.name for row in db.session.connection().execute(query)}


def names_of_members(table_id: str, names: Collection[str]) -> set[str]:
    """Those of these names that a device at the table has, or a former one had."""
    query = select(MEMBER.c.name).where(MEMBER.c.table_id == table_id, MEMBER.c.name.in_(names))
    return set(db.session.connection().scalars(query))


def names_like(table_id: str, names: Collection[str], spellings: Iterable[str]) -> list[str]:
    """The table's other names that may share letters of a text with these: they contain one, or end as one begins."""
    first = {name[0] for name in names}
    pairs = {name[position : position + 2] for name in names for position in range(len(name) - 1)}
    length = func.length(PLAYER.c.name)
    ends = func.substr(PLAYER.c.name, length).in_(first) | func.substr(PLAYER.c.name, length - 1).in_(pairs)
    contains = _one_of(_contains(PLAYER.c.name, word, any_case=True) for word in _lowered(spellings))
    query = select(PLAYER.c.name).where(PLAYER.c.table_id == table_id, PLAYER.c.name.not_in(names), ends | contains)
    return list(db.session.connection().scalars(query))


def taken_names(table_id: str, names: Sequence[str]) -> set[str]:
    """Those of these ASCII names that a player of the table has, in any case; in lower case."""
    small = func.lower(PLAYER.c.name)
    query = select(small).where(PLAYER.c.table_id == table_id, small.in_([name.lower() for name in names]))
    return set(db.session.connection().scalars(query))


def _lowered(words: Iterable[str]) -> list[str]:
    """The words in the lower case of ASCII letters, without repeats."""
    small = ("".join(letter.lower() if letter.isascii() else letter for letter in word) for word in words)
    return list(dict.fromkeys(small))


def _any_of(
    words: Iterable[str], of_json: Iterable[ColumnElement[Any]], of_text: Iterable[ColumnElement[Any]]
) -> ColumnElement[bool]:
    """Whether one of these columns may contain one of the words."""
    texts = tuple(type_coerce(column, Text) for column in of_json)
    in_json = (_contains(column, json.dumps(word)[1:-1]) for word in words for column in texts)
    return _one_of([*in_json, *(_contains(column, word) for word in words for column in of_text)])


def _one_of(conditions: Iterable[ColumnElement[bool]]) -> ColumnElement[bool]:
    """Whether one of the conditions is true. With `or_`, SQLite allows no more than a thousand."""
    return literal(True).in_(list(conditions))


def _contains(column: ColumnElement[Any], word: str, *, any_case: bool = False) -> ColumnElement[bool]:
    """Whether the text has the word in any case of ASCII letters, or with `any_case` of all letters.

    SQLite ignores case by itself, at half the time of `ilike`.
    """
    alike = column.like if db.engine.dialect.name == "sqlite" else column.ilike
    return alike(f"%{''.join(_pattern(letter, any_case) for letter in word)}%", escape="!")


def _pattern(letter: str, any_case: bool) -> str:
    """The letter in a pattern of `like`; with `any_case` any letter for one whose case the database may not know."""
    if any_case and not letter.isascii() and letter.lower() != letter.upper():
        return "_"
    return f"!{letter}" if letter in "!%_" else letter


ERASE_BATCH = 100
MAX_ATTEMPTS = 5
ERASED_AT_ONCE = 4000
"""Rows that are deleted in one transaction, for which all other writers wait; one game may have more events."""


def versions_of_games(table_id: str) -> frozenset[str]:
    """For each game of a table, its id and what changes with it: the number of its last event, why it does not count.

    The database puts the numbers into one text, since reading 100,000 rows takes eight times as long.
    """
    of_table, connection = GAME.c.table_id == table_id, db.session.connection()
    numbered = func.aggregate_strings(GAME.c.id + " " + cast(GAME.c.last_seq, Text), ",")
    numbers: str = connection.scalar(select(numbered).where(of_table)) or ""
    reasons = select(GAME.c.id + " " + GAME.c.not_counted).where(of_table, GAME.c.not_counted.is_not(None))
    return frozenset([*numbers.split(","), *connection.scalars(reasons)])


def changed_games(before: Collection[str], now: Collection[str]) -> set[str]:
    """The ids of games that are new or changed between these versions."""
    return {version.partition(" ")[0] for version in set(now).difference(before)}


@dataclass(frozen=True, slots=True)
class RewrittenGame:
    """What an erasure writes of one game: columns of its row, rewritten events, and the event that says so."""

    game_id: str
    row: Mapping[str, Any]
    events: Sequence[StoredEvent]
    erasure: StoredEvent | None


def rewrite_games(session: Session, games: Collection[RewrittenGame]) -> None:
    """Write these games, in the caller's transaction. Raises `IntegrityError` if a game got an event meanwhile."""
    connection = session.connection()
    erasures = [game.erasure for game in games if game.erasure is not None]
    if erasures:  # first, as `append` does: in another order, each could wait for the other on PostgreSQL
        GAMES.add(session, erasures)
    GAMES.rewrite(session, [event for game in games for event in game.events])
    rows = defaultdict[tuple[str, ...], list[dict[str, Any]]](list)
    for game in games:
        if game.row:
            rows[tuple(sorted(game.row))].append({"game": game.game_id, **game.row})
    for names, values in rows.items():  # most games change the same columns, and one statement writes them all
        rewrite = update(GAME).where(GAME.c.id == bindparam("game"))
        connection.execute(rewrite.values({name: bindparam(name) for name in names}), values)


def rename_players(session: Session, table_id: str, instead: Mapping[str, str]) -> None:
    """Rename players of the table whose names are erased, in the caller's transaction: nobody is offered or ranked by a
    pseudonym.
    """
    for old, new in instead.items():
        mine = (PLAYER.c.table_id == table_id) & (PLAYER.c.name == old)
        session.connection().execute(update(PLAYER).where(mine).values(name=new, standing=LEFT))


def rename_member(session: Session, member_id: int, name: str) -> None:
    """Rename a device, in the caller's transaction."""
    session.execute(update(Member).where(Member.id == member_id).values(name=name))


def unlink_devices(session: Session, table_id: str, names: Collection[str]) -> None:
    """Forget which devices belong to these players, in the caller's transaction."""
    players = select(PLAYER.c.id).where(PLAYER.c.table_id == table_id, PLAYER.c.name.in_(names))
    session.execute(update(Member).where(Member.player_id.in_(players)).values(player_id=None))


def rename_table(session: Session, table_id: str, name: str) -> None:
    """Rename the table, in the caller's transaction; one of quick games is then like any other."""
    session.execute(update(CardTable).where(CardTable.id == table_id).values(stored_name=name, quick=None))


def rewrite_custom_game(session: Session, custom_game_id: int, content: Mapping[str, Any]) -> None:
    """Overwrite a custom game of the table's own, in the caller's transaction."""
    session.execute(update(CustomGameRow).where(CustomGameRow.id == custom_game_id).values(content=content))


def remove_table(table_id: str, remove_first: Callable[[], object] = tuple) -> None:
    """Delete a table and everything that refers to it, in short transactions, so that other tables can save.

    What others have of it, they `remove_first` in the same way, when its games are gone. If it stops halfway, deleting
    the table again finishes the work.
    """
    for attempt in range(MAX_ATTEMPTS):
        try:
            while _remove_some_games(table_id):
                pass
            remove_first()
            _remove_rest(table_id)
        except IntegrityError:  # somebody wrote there meanwhile
            if attempt == MAX_ATTEMPTS - 1:
                raise
        else:
            return


def _remove_some_games(table_id: str) -> bool:
    """Delete some games of the table; False if there was none."""
    with write_transaction() as session:
        some = select(Game.id, Game.last_seq).where(Game.table_id == table_id).limit(ERASE_BATCH)
        games, events = list[str](), 0
        for game_id, last_seq in session.execute(some):
            events += last_seq
            if not games or events <= ERASED_AT_ONCE:
                games.append(game_id)
        mark_unclean(session)
        if games:
            _remove_games(session, games)
            session.expire_all()
        return bool(games)


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
    keys = [key for table in _every_table(session) for key in _keys(table, PLAYER)]
    return any(session.scalar(select(key).where(key == player_id).limit(1)) is not None for key in keys)


def _remove_games(session: Session, games: Collection[str]) -> None:
    session.connection().execute(update(GAME).where(GAME.c.rematch_of.in_(games)).values(rematch_of=None))
    with GAMES.erasure(session.connection(), games, whole=True):
        for table in _referring(session, GAME):
            if table.name != ERASURE.name:
                _remove(session, table, GAME, games)
    session.connection().execute(delete(GAME).where(GAME.c.id.in_(games)))


def _remove_of_players(table_id: str) -> None:
    """Delete what is about the players of a table, whose pairs are more than anything but events."""
    of_players = _referring(db.session(), PLAYER)
    players = db.session.scalars(select(Player.id).where(Player.table_id == table_id).order_by(Player.id)).all()
    for start in range(0, len(players), ERASE_BATCH):
        with write_transaction() as session:
            for table in of_players:
                _remove(session, table, PLAYER, players[start : start + ERASE_BATCH])


def _remove_rest(table_id: str) -> None:
    _remove_of_players(table_id)
    for table in _referring(db.session(), CARD_TABLE):
        _remove_of_table(table, table_id)
    with write_transaction() as session:
        session.connection().execute(delete(CARD_TABLE).where(CARD_TABLE.c.id == table_id))
        session.expire_all()


def _remove_of_table(table: Table, table_id: str) -> None:
    """Delete the rows that refer to this card table, in as many transactions as it needs."""
    own = or_(*(key == table_id for key in _keys(table, CARD_TABLE)))
    each = [*table.primary_key]
    some = delete(table).where(tuple_(*each).in_(select(*each).where(own).limit(ERASED_AT_ONCE)))
    others = {key.name: None for key in _keys(table, table)}
    while True:
        with write_transaction() as session:
            if others:  # rows of the same table, which may go before or after
                session.connection().execute(update(table).where(own).values(others))
                others = {}
            if session.connection().execute(some).rowcount < ERASED_AT_ONCE:
                return


def _referring(session: Session, target: Table) -> list[Table]:
    """The tables with a foreign key to this one, in the order in which rows may be deleted."""
    tables = reversed(_every_table(session))
    return [table for table in tables if table.name != target.name and _keys(table, target)]


def _every_table(session: Session) -> list[Table]:
    """The tables of all models; if the database has more, such as a room's that was deleted, all that it has."""
    connection = session.connection()
    if {*inspect(connection).get_table_names()} <= {*Base.metadata.tables, "alembic_version"}:
        return Base.metadata.sorted_tables
    found = MetaData()
    found.reflect(connection)
    return found.sorted_tables


def _keys(table: Table, target: Table) -> list[ColumnElement[Any]]:
    return [key.parent for key in table.foreign_keys if key.column.table.name == target.name]


def _remove(session: Session, table: Table, target: Table, ids: Collection[object]) -> None:
    session.connection().execute(delete(table).where(or_(*(key.in_(ids) for key in _keys(table, target)))))
