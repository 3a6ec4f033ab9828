"""A table's seasons: named times with rules for their leaderboards, and the results that count in one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Subquery, and_, delete, func, literal, select, true, union_all, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.rooms.club.storage.leaderboard import FIGURES, Period, Sums
from scorekeeper.rooms.club.storage.models import Payment, Season, SeasonPlace
from scorekeeper.rooms.club.storage.results import MARGIN_IN_POINTS, RESULT, sums_of_players
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.errors import NoSuchPeriod, TakenByAnother
from scorekeeper.storage.games import find_table
from scorekeeper.storage.models import PLAYING, RANKED, EventRow, Game, Player
from scorekeeper.storage.players import main_names_of

PLAYER, GAME, PLACE = (Base.metadata.tables[model.__tablename__] for model in (Player, Game, SeasonPlace))

OF_CLOSING = ("closed", "closed_game", "closed_by_id", "reopened", "reopened_by_id")
SETTINGS = tuple(
    column.name for column in Base.metadata.tables["season"].c if column.name not in ("id", "table_id", *OF_CLOSING)
)
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
        forget_places(season_id)
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
        query = select(*columns).join(sums, sums.c.player_id == Player.id).where(RANKED)
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
        for season, *row in db.session.connection().execute(query.where(within, RANKED)):
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


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """A player's place in a closed season, as it was shown then: see `SeasonPlace`."""

    player_id: int
    name: str
    rank: int | None
    champion: str | None
    score: float
    nights: int
    sums: Sums


def keep_places(season_id: int, places: Iterable[KeptPlace]) -> None:
    """Store the leaderboard of a season that is closed now, in the caller's transaction."""
    db.session.add_all(
        SeasonPlace(
            season_id=season_id,
            player_id=each.player_id,
            place=number,
            rank=each.rank,
            champion=each.champion,
            score=each.score,
            nights=each.nights,
            sums=asdict(each.sums),
        )
        for number, each in enumerate(places)
    )


def forget_places(season_id: int) -> None:
    """Drop the stored leaderboard of a season, in the caller's transaction."""
    db.session.execute(delete(SeasonPlace).where(SeasonPlace.season_id == season_id))


def places_in(table_id: str, seasons: Sequence[int], *, unranked: bool = False) -> dict[int, list[KeptPlace]]:
    """The stored leaderboards of these closed seasons, by the names of now, without who asked to be left out, unless
    they are wanted, too (`unranked`).

    Of two names that were merged since, the better place is shown.
    """
    found: dict[int, list[KeptPlace]] = {season: [] for season in seasons}
    if not found:
        return found
    main_players = main_names_of(db.session(), table_id)
    rows = db.session.scalars(
        select(SeasonPlace).where(SeasonPlace.season_id.in_(seasons)).order_by(SeasonPlace.season_id, SeasonPlace.place)
    ).all()
    ids = {row.player_id: main_players.get(row.player_id, row.player_id) for row in rows}
    ranked = select(Player.id, Player.name).where(Player.id.in_(set(ids.values())))
    ranked = ranked if unranked else ranked.where(Player.unranked.is_(None))
    names = {row.id: row.name for row in db.session.execute(ranked)}
    for row in rows:
        player, places = ids[row.player_id], found[row.season_id]
        if player in names and all(each.player_id != player for each in places):
            sums = Sums(**{name: int(row.sums.get(name, 0)) for name in Sums.__dataclass_fields__})
            places.append(KeptPlace(player, names[player], row.rank, row.champion, row.score, row.nights, sums))
    return found


def newest_game(table_id: str) -> int:
    """The number of the table's latest game; 0 without one."""
    return db.session.scalar(select(func.max(Game.number)).where(Game.table_id == table_id)) or 0


@dataclass(frozen=True, slots=True)
class LaterEvent:
    """An event of a game: which, by whom (as the game's log says), and when."""

    game_id: str
    seq: int
    who: str | None
    at: datetime


def events_after(period: Period, moment: datetime, limit: int, without: str) -> list[LaterEvent]:
    """The events that were recorded after a moment in games of this period, but for one kind; the latest first."""
    query = select(EventRow.game_id, EventRow.seq, EventRow.who, EventRow.at).join(Game, Game.id == EventRow.game_id)
    query = query.where(EventRow.game_id.in_(period.games), Game.last_activity > moment, EventRow.at > moment)
    query = query.where(EventRow.kind != without)
    query = query.order_by(EventRow.at.desc(), EventRow.game_id, EventRow.seq.desc()).limit(limit)
    return [LaterEvent(*row) for row in db.session.execute(query)]


def games_in(period: Period) -> list[Game]:
    """Those games of this period that statistics leave out, or about which somebody said whether they count, or that
    were taken away: the first one first.
    """
    query = select(Game).where(Game.id.in_(period.games), Game.counted_at.is_not(None) | Game.not_counted.is_not(None))
    return list(db.session.scalars(query.order_by(Game.created, Game.number)))


def games_added_after(period: Period, number: int, limit: int) -> list[Game]:
    """The games of this period whose numbers are higher, the latest first."""
    query = select(Game).where(Game.id.in_(period.games), Game.number > number, Game.taken_away.is_(None))
    return list(db.session.scalars(query.order_by(Game.number.desc()).limit(limit)))


def count_running(period: Period) -> int:
    """How many games of this period are not over."""
    query = select(func.count()).select_from(Game)
    query = query.where(Game.id.in_(period.games), Game.status == PLAYING, Game.taken_away.is_(None))
    return db.session.scalar(query) or 0
