"""Where names occur at a table: in its games and their events, in the names of devices, and in other players' names.

All searches ignore the case of ASCII letters, so callers give other spellings too. What they find contains one of the
words, but perhaps within another word.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Text, func, literal, select, type_coerce

from scorekeeper.storage.database import Base, db
from scorekeeper.storage.members import Member
from scorekeeper.storage.models import EventRow, Game, Player

ROWS = Base.metadata.tables
ENTRY, GAME, PLAYER, MEMBER = (ROWS[model.__tablename__] for model in (EventRow, Game, Player, Member))
IN_ROWS = (GAME.c.sides, GAME.c.summary, GAME.c.differences)
READ_AT_ONCE = 1000


def games_with(table_id: str, words: Iterable[str]) -> list[str]:
    """The ids of the table's games that may contain one of these words, oldest first."""
    words = _lowered(words)
    games = select(GAME.c.id, GAME.c.number).where(GAME.c.table_id == table_id)
    in_rows = games.where(_any_of(words, IN_ROWS, (GAME.c.not_counted,)))
    in_events = games.join(ENTRY, ENTRY.c.game_id == GAME.c.id)
    in_events = in_events.where(_any_of(words, (ENTRY.c.payload,), (ENTRY.c.who, ENTRY.c.reason)))
    found = in_rows.union(in_events).subquery()
    return list(db.session.connection().scalars(select(found.c.id).order_by(found.c.number)))


class NamedRow(NamedTuple):
    """What a game's row says that may contain a name."""

    game_id: str
    sides: list[dict[str, Any]]
    summary: dict[str, Any]
    differences: list[dict[str, Any]] | None
    not_counted: str | None


def rows_with(table_id: str, words: Iterable[str]) -> list[NamedRow]:
    """The rows of the table's games that may contain one of these words, oldest first."""
    rows = select(*(GAME.c[name] for name in ("id", *NamedRow._fields[1:]))).where(GAME.c.table_id == table_id)
    rows = rows.where(_any_of(_lowered(words), IN_ROWS, (GAME.c.not_counted,))).order_by(GAME.c.number)
    return [NamedRow._make(row) for row in db.session.connection().execute(rows)]


def seated(table_id: str, names: Collection[str]) -> set[str]:
    """Those of these names that a player sits under in one of the table's games, from the start or as a substitute."""
    found = set[str]()
    rows = select(GAME.c.sides, GAME.c.summary).where(GAME.c.table_id == table_id)
    rows = rows.where(_any_of(_lowered(names), (GAME.c.sides, GAME.c.summary), ()))
    for row in db.session.connection().execute(rows):
        found |= {player["name"] for side in row.sides for player in side["players"]}
        found |= {name for side in row.summary.get("sides", ()) for name in side["players"]}
    return found & set(names)


class Wording(NamedTuple):
    """What an event says that may contain a name, and who wrote it."""

    game_id: str
    payload: dict[str, Any]
    reason: str | None
    who: str | None
    salt: str | None


def events_with(table_id: str, words: Iterable[str]) -> Iterator[Wording]:
    """The events of the table's games that may contain one of these words, oldest first, whoever wrote them."""
    query = select(*(ENTRY.c[name] for name in Wording._fields)).join(GAME, GAME.c.id == ENTRY.c.game_id)
    query = query.where(
        GAME.c.table_id == table_id, _any_of(_lowered(words), (ENTRY.c.payload,), (ENTRY.c.reason,))
    ).order_by(GAME.c.number, ENTRY.c.seq)
    for rows in db.session.connection().execute(query).partitions(READ_AT_ONCE):
        yield from map(Wording._make, rows)


class Written(NamedTuple):
    """How many events of a game somebody wrote, and how many of them have no salt."""

    game_id: str
    who: str
    unsalted: int


def written_by(table_id: str, words: Iterable[str]) -> list[Written]:
    """Who wrote events of the table's games under a name that may contain one of these words, for each game."""
    unsalted = func.count() - func.count(ENTRY.c.salt)
    query = select(ENTRY.c.game_id, ENTRY.c.who, unsalted).join(GAME, GAME.c.id == ENTRY.c.game_id)
    query = query.where(GAME.c.table_id == table_id, _any_of(_lowered(words), (), (ENTRY.c.who,)))
    return [Written._make(row) for row in db.session.connection().execute(query.group_by(ENTRY.c.game_id, ENTRY.c.who))]


def has_more_events(table_id: str, games: int, events: int) -> bool:
    """Whether the table has more games or events than this; reads no more than one game above."""
    lengths = select(GAME.c.last_seq).where(GAME.c.table_id == table_id).limit(games + 1).subquery()
    count = select(func.count(), func.coalesce(func.sum(lengths.c.last_seq), 0)).select_from(lengths)
    found = db.session.connection().execute(count).one()
    return bool(found[0] > games or found[1] > events)


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
    pairs = {name[place : place + 2] for name in names for place in range(len(name) - 1)}
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
