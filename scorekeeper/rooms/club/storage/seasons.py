"""A table's seasons: named times with rules for their leaderboards, and the results that count in one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Subquery,
    and_,
    func,
    literal,
    select,
    true,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError

from scorekeeper.rooms.club.storage.leaderboard import FIGURES, Period, Sums
from scorekeeper.rooms.club.storage.models import Payment, Season
from scorekeeper.rooms.club.storage.results import MARGIN_IN_POINTS, RESULT, sums_of_players
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.errors import NoSuchPeriod, TakenByAnother
from scorekeeper.storage.games import find_table
from scorekeeper.storage.models import Game, Player

PLAYER, GAME = (Base.metadata.tables[model.__tablename__] for model in (Player, Game))


SETTINGS = tuple(column.name for column in Base.metadata.tables["season"].c if column.name not in ("id", "table_id"))
"""What a table says about a season."""


class NoSuchSeason(NoSuchPeriod):
    """The table has no such season."""

    def __init__(self) -> None:
        super().__init__("there is no such season at this table")


def seasons_of(table_id: str, limit: int | None = None, skip: int = 0) -> list[Season]:
    """The table's seasons, the one that ends last first."""
    query = select(Season).where(Season.table_id == table_id).order_by(Season.last_night.desc(), Season.id.desc())
    return list(db.session.scalars(query.limit(limit).offset(skip)))


def find_season(table_id: str, season_id: int) -> Season:
    """The table's season with this id. Raises `NoSuchSeason`."""
    found = db.session.get(Season, season_id)
    if found is None or found.table_id != table_id:
        raise NoSuchSeason
    return found


def season_at(table_id: str, night: date) -> Season | None:
    """The season that a night belongs to: of several the one that began last."""
    query = select(Season).where(Season.table_id == table_id, Season.first_night <= night, Season.last_night >= night)
    return db.session.scalar(query.order_by(Season.first_night.desc(), Season.id.desc()).limit(1))


def count_seasons(table_id: str) -> int:
    """How many seasons the table has."""
    return db.session.scalars(select(func.count()).select_from(Season).where(Season.table_id == table_id)).one()


def add_season(table_id: str, **parts: Any) -> Season:
    """Add a season. Raises `NoSuchTable`, or `TakenByAnother` if the table has a season with this name."""
    with write_transaction() as session:
        find_table(table_id)
        added = Season(table_id=table_id, **parts)
        try:
            with session.begin_nested():
                session.add(added)
        except IntegrityError:
            raise TakenByAnother from None
    return added


def change_season(table_id: str, season_id: int, **parts: Any) -> None:
    """Change a season. Raises `NoSuchSeason`, or `TakenByAnother` if another one has this name."""
    with write_transaction() as session:
        own = Season.id == find_season(table_id, season_id).id
        try:
            with session.begin_nested():
                session.execute(update(Season).where(own).values(**parts))
        except IntegrityError:
            raise TakenByAnother from None
        session.expire_all()


def remove_season(table_id: str, season_id: int) -> None:
    """Delete a season; its games and payments stay. Raises `NoSuchSeason`."""
    with write_transaction() as session:
        found = find_season(table_id, season_id)
        session.execute(update(Payment).where(Payment.season_id == season_id).values(season_id=None))
        session.delete(found)


@dataclass(frozen=True, slots=True)
class SeasonSums:
    """What a player did in a season."""

    player_id: int
    name: str
    shared: int
    sums: Sums


def sums_in(periods: Mapping[int, Period]) -> dict[int, list[SeasonSums]]:
    """By season, everybody who played in its time, without those who asked to be left out of rankings."""
    found: dict[int, list[SeasonSums]] = {season: [] for season in periods}
    if periods:
        times, within = _games_in(periods)
        tallies = sums_of_players(within).join_from(RESULT, GAME, GAME.c.id == RESULT.c.game_id)
        sums = tallies.join(times, true()).add_columns(times.c.season).group_by(times.c.season).subquery()
        columns = (
            sums.c.season,
            Player.id,
            Player.name,
            sums.c.shared,
            *(sums.c[key] for key in FIGURES),
        )
        query = select(*columns).join(sums, sums.c.player_id == Player.id).where(Player.unranked.is_(None))
        for season, player, name, shared, *figures in db.session.execute(query):
            found[season].append(SeasonSums(player, name, shared, Sums(*figures)))
    return found


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """A player's result in one game of a season; `margin` is 0 in games that do not count points."""

    player_id: int
    played: datetime
    won: int
    shared: int
    share: int
    bids: int
    made: int
    solo_bids: int
    solo_made: int
    margin: int


def results_in(periods: Mapping[int, Period]) -> dict[int, list[SeasonResult]]:
    """By season, the results of its time, without those of players who asked to be left out of rankings."""
    found: dict[int, list[SeasonResult]] = {season: [] for season in periods}
    if periods:
        times, within = _games_in(periods)
        names = [name for name in SeasonResult.__dataclass_fields__ if name != "margin"]
        columns: list[ColumnElement[Any]] = [times.c.season, *(RESULT.c[name] for name in names), MARGIN_IN_POINTS]
        query = select(*columns).join_from(RESULT, PLAYER, PLAYER.c.id == RESULT.c.player_id)
        query = query.join(GAME, GAME.c.id == RESULT.c.game_id).join(times, true())
        for season, *row in db.session.connection().execute(query.where(within, PLAYER.c.unranked.is_(None))):
            found[season].append(SeasonResult(*row))
    return found


def _games_in(periods: Mapping[int, Period]) -> tuple[Subquery, ColumnElement[bool]]:
    """The times of these seasons as a table, and which games are in which: one query reads what all of them need."""
    at = GAME.c.created.type
    rows = [
        select(
            literal(season).label("season"),
            literal(period.table_id).label("table_id"),
            literal(period.since, at).label("since"),
            literal(period.until, at).label("until"),
        )
        for season, period in periods.items()
    ]
    times = union_all(*rows).subquery("times")
    within = and_(GAME.c.table_id == times.c.table_id, GAME.c.created >= times.c.since, GAME.c.created < times.c.until)
    return times, within
