"""Games of a table that were played: by rules, people and time, the latest first; every page costs the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute, aliased

from scorekeeper.storage.base import db
from scorekeeper.storage.games import find_game
from scorekeeper.storage.models import Game
from scorekeeper.storage.result_models import Result, Tally
from scorekeeper.storage.writing import writing

Place = tuple[datetime, int]
"""Where a page ends: when the last game of it began, and its number."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games: those with all of these people are finished ones that count."""

    people: tuple[int, ...] = ()
    rules: str | None = None
    status: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    number: int | None = None


def played(table_id: str, wanted: Wanted, before: Place | None = None, limit: int = 30) -> list[Game]:
    """The games, the latest first; `before` is the place where the last page ended."""
    if wanted.people:
        query, created, number = _with_people(wanted)
    else:
        query, created, number = select(Game).where(Game.table_id == table_id), Game.created, Game.number
        if wanted.rules is not None:
            query = query.where(Game.rules == wanted.rules)
    if wanted.status is not None:
        query = query.where(Game.status == wanted.status)
    if wanted.number is not None:
        query = query.where(number == wanted.number)
    if wanted.since is not None:
        query = query.where(created >= wanted.since)
    if wanted.until is not None:
        query = query.where(created < wanted.until)
    if before is not None:
        query = query.where(tuple_(created, number) < before)
    return list(db.session.scalars(query.order_by(created.desc(), number.desc()).limit(limit)))


def _with_people(
    wanted: Wanted,
) -> tuple[Select[Game], InstrumentedAttribute[datetime], InstrumentedAttribute[int]]:
    """Who played least comes first: the others are looked up in that person's games."""
    first, *others = _rarest_first(wanted.people)
    query = select(Game).join(Result, Result.game_id == Game.id).where(Result.player_id == first)
    for person in others:
        more = aliased(Result)
        query = query.join(more, (more.game_id == Result.game_id) & (more.player_id == person))
    if wanted.rules is not None:
        query = query.where(Result.rules == wanted.rules)
    return query, Result.played, Result.number


def _rarest_first(people: Sequence[int]) -> list[int]:
    counts = {row.player_id: row.games for row in db.session.scalars(select(Tally).where(Tally.player_id.in_(people)))}
    return sorted(dict.fromkeys(people), key=lambda person: counts.get(person, 0))


def games_from(table_id: str, after: int = 0, limit: int = 200) -> list[Game]:
    """The table's games, the first one first; `after` is the number of the last one seen."""
    query = select(Game).where(Game.table_id == table_id, Game.number > after).order_by(Game.number).limit(limit)
    return list(db.session.scalars(query))


def how_many_games(table_id: str) -> int:
    """How many games the table has: their numbers are without gaps."""
    newest = select(Game.number).where(Game.table_id == table_id).order_by(Game.number.desc()).limit(1)
    return db.session.scalar(newest) or 0


def mark_not_counted(game_id: str, reason: str | None) -> Game:
    """Keep why statistics leave the game out; None lets it count. Raises `NoSuchGame`."""
    with writing():
        game = find_game(game_id)
        game.not_counted = reason
    return game
