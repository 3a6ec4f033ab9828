"""Ratings as stored: each player's after every rated game, the current ones, and how partners did against them.

The rated games of a table are always its first ones, in the order they ended. What changes a game that is rated forgets
it and all later ones; `services.ratings` rates them again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    Insert,
    Row,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorekeeper.rooms.club.storage.models import Chemistry, RatedGame, Rating, Result
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.games import find_table
from scorekeeper.storage.models import RANKED, Player, Table
from scorekeeper.storage.players import players_named
from scorekeeper.storage.visits import TableRow

RATING, RATED, CHEMISTRY, RESULT, TABLE, PLAYER = (
    Base.metadata.tables[model.__tablename__] for model in (Rating, RatedGame, Chemistry, Result, Table, Player)
)

GameKey = tuple[datetime, int]
"""When a game ended, and its number: the order in which games are rated."""
OF_GAME = (RESULT.c.ended, RESULT.c.number)
OF_RATED = (RATED.c.ended, RATED.c.number)
SHARES = ("share", "expected")


def rated_until(session: Session, table_id: str, *, locked: bool = False) -> GameKey | None:
    """The last game of the table that ratings know; `locked` makes other writers wait. None if they know none."""
    row = session.connection().execute(_UNTIL_LOCKED if locked else _UNTIL, {"table": table_id}).one_or_none()
    return None if row is None or row.rated_until is None else (row.rated_until, row.rated_number)


def set_rated_until(session: Session, table_id: str, last: GameKey | None) -> None:
    """Store the last game that ratings know."""
    ended, number = last or (None, None)
    session.connection().execute(_SET_UNTIL, {"table": table_id, "ended": ended, "game": number})


def forget_ratings(session: Session, table_id: str, start: GameKey | None = None) -> None:
    """Forget what this game and all later ones did to ratings (None: all games), in the caller's transaction."""
    last = rated_until(session, table_id, locked=True)
    if last is None or (start is not None and start > last):
        return
    of_table = RATED.c.table_id == table_id
    gone = of_table if start is None else of_table & (tuple_(*OF_RATED) >= start)
    for row in _sums_of_partners(session, gone):
        _subtract(session, row)
    query = select(RATED.c.player_id, RATED.c.solo, func.count().label("games")).where(gone)
    changed = session.connection().execute(query.group_by(RATED.c.player_id, RATED.c.solo)).all()
    session.connection().execute(delete(RATED).where(gone))
    for row in changed:
        _set_back(session, row.player_id, row.solo, row.games)
    before = None
    if start is not None:
        query = select(*OF_GAME).where(RESULT.c.table_id == table_id, tuple_(*OF_GAME) < start)
        found = session.connection().execute(query.order_by(*(key.desc() for key in OF_GAME)).limit(1)).one_or_none()
        before = None if found is None else (found.ended, found.number)
    set_rated_until(session, table_id, before)


def _sums_of_partners(session: Session, gone: Any) -> Sequence[Row[Any]]:
    other = RATED.alias()
    together = (other.c.game_id == RATED.c.game_id) & (other.c.side == RATED.c.side)
    sums = [func.count().label("games"), *(func.sum(RATED.c[key]).label(key) for key in SHARES)]
    query = select(RATED.c.player_id, other.c.player_id.label("other_id"), *sums)
    query = query.join_from(RATED, other, together & (other.c.player_id != RATED.c.player_id)).where(gone)
    return session.connection().execute(query.group_by(RATED.c.player_id, other.c.player_id)).all()


def _subtract(session: Session, row: Row[Any]) -> None:
    pair = (CHEMISTRY.c.player_id == row.player_id) & (CHEMISTRY.c.other_id == row.other_id)
    values = {key: CHEMISTRY.c[key] - getattr(row, key) for key in ("games", *SHARES)}
    session.connection().execute(update(CHEMISTRY).where(pair).values(values))
    session.connection().execute(delete(CHEMISTRY).where(pair, CHEMISTRY.c.games == 0))


def _set_back(session: Session, player_id: int, solo: int, games: int) -> None:
    """Set a rating back to the player's last game that is left, `games` fewer."""
    own = (RATING.c.player_id == player_id) & (RATING.c.solo == solo)
    last = _latest(player_id, solo).limit(1)
    row = session.connection().execute(last).one_or_none()
    if row is None:
        session.connection().execute(delete(RATING).where(own))
    else:
        values = {"mu": row.mu, "sigma": row.sigma, "games": RATING.c.games - games}
        session.connection().execute(update(RATING).where(own).values(values))


def _latest(player_id: int | BindParameter[int], solo: int) -> Any:
    query = select(RATED).where(RATED.c.player_id == player_id, RATED.c.solo == solo)
    return query.order_by(*(key.desc() for key in OF_RATED))


class Rateable(NamedTuple):
    """One who sat in the last hand of a game."""

    game_id: str
    ended: datetime
    number: int
    player_id: int
    side: int
    rank: int
    share: int


PAGE_SIZE = 2000
READ_AT_ONCE = 500
BEFORE_ALL = datetime(1, 1, 2, tzinfo=UTC)

# Built once: the last hand of a game runs them, and building a statement takes longer than running it.
_UNTIL = select(TABLE.c.rated_until, TABLE.c.rated_number).where(TABLE.c.id == bindparam("table"))
_UNTIL_LOCKED = _UNTIL.with_for_update(key_share=True)
_SET_UNTIL = (
    update(TABLE)
    .where(TABLE.c.id == bindparam("table"))
    .values(rated_until=bindparam("ended"), rated_number=bindparam("game"))
)
_AFTER = tuple_(bindparam("ended", type_=RESULT.c.ended.type), bindparam("game", type_=RESULT.c.number.type))
_NEXT = (
    select(RESULT.c.at_end, *(RESULT.c[key] for key in Rateable._fields))
    .where(RESULT.c.table_id == bindparam("table"), tuple_(*OF_GAME) > _AFTER)
    .order_by(*OF_GAME, RESULT.c.sat_as)
    .limit(PAGE_SIZE)
)
_RATE = insert(RATED)
_RATINGS = select(RATING).where(RATING.c.player_id.in_(bindparam("players", expanding=True)))


@dataclass(frozen=True, slots=True)
class NextGames:
    """Who sat at the end of the next games, game by game; the last game (None: there was none), and if more follow."""

    seated: list[Rateable]
    last: GameKey | None
    more: bool


def next_games(session: Session, table_id: str, after: GameKey | None) -> NextGames:
    """The table's next games after this one."""
    ended, number = after or (BEFORE_ALL, 0)
    rows = session.connection().execute(_NEXT, {"table": table_id, "ended": ended, "game": number}).all()
    more = len(rows) == PAGE_SIZE
    if more:  # the last game may be cut off
        rows = [row for row in rows if row.game_id != rows[-1].game_id]
    last = (rows[-1].ended, rows[-1].number) if rows else None
    return NextGames([Rateable(*row[1:]) for row in rows if row.at_end], last, more)


def has_unrated(table: TableRow) -> bool:
    """Whether the table has games that ratings do not know yet."""
    query = select(RESULT.c.game_id).where(RESULT.c.table_id == table.id)
    if table.rated_until is not None:
        query = query.where(tuple_(*OF_GAME) > (table.rated_until, table.rated_number))
    return db.session.connection().execute(query.limit(1)).first() is not None


def ratings_of(session: Session, players: Collection[int]) -> dict[tuple[int, int], Row[Any]]:
    """The current ratings of these players: `mu`, `sigma`, `games`, by player and whether of solo games."""
    found = session.connection().execute(_RATINGS, {"players": list(players)})
    return {(row.player_id, row.solo): row for row in found}


def strengths(table_id: str, names: Collection[str]) -> dict[str, float]:
    """openskill's mu of these players of the table, by name: of games with partners, else of those alone.

    Nobody is in it without a rated game, or who asked to be left out of rankings.
    """
    if find_table(table_id).without_club:
        return {}
    mains = {name: player.merged_player or player for name, player in players_named(table_id, names).items()}
    found = ratings_of(db.session(), {player.id for player in mains.values()})
    rated = {
        name: found.get((player.id, 0)) or found.get((player.id, 1))
        for name, player in mains.items()
        if player.unranked is None
    }
    return {name: rating.mu for name, rating in rated.items() if rating is not None}


def save_ratings(
    session: Session,
    rated: Sequence[Mapping[str, Any]],
    ratings: Sequence[Mapping[str, Any]],
    partners: Sequence[Mapping[str, Any]],
) -> None:
    """Store rated games, the ratings after them, and what partners add; each as rows of its table."""
    connection = session.connection()
    if rated:
        connection.execute(_RATE, rated)
        connection.execute(_upsert(connection.dialect.name, RATING.name, ("games", "mu", "sigma"), adds=False), ratings)
    if partners:
        sums = ("games", *SHARES)
        connection.execute(_upsert(connection.dialect.name, CHEMISTRY.name, sums, adds=True), partners)


@cache
def _upsert(dialect: str, name: str, columns: Sequence[str], adds: bool) -> Insert:
    """An insert that replaces these columns of a stored row, or adds to them."""
    table = Base.metadata.tables[name]
    new = (postgresql.insert if dialect == "postgresql" else sqlite.insert)(table)
    values = {key: table.c[key] + new.excluded[key] if adds else new.excluded[key] for key in columns}
    return new.on_conflict_do_update(index_elements=list(table.primary_key), set_=values)


def move_ratings(session: Session, player_id: int, new: int) -> None:
    """Let another row of the same player have the ratings; it has none."""
    for column in (RATING.c.player_id, RATED.c.player_id, CHEMISTRY.c.player_id, CHEMISTRY.c.other_id):
        table = column.table
        session.connection().execute(update(table).where(column == player_id).values({column.name: new}))


def forget_ratings_of(session: Session, table_id: str, players: Iterable[int]) -> None:
    """Forget all games since the first one of these players, whose results belong to someone else now."""
    first = select(*OF_GAME).where(RESULT.c.player_id.in_(list(players))).order_by(*OF_GAME).limit(1)
    row = session.connection().execute(first).one_or_none()
    if row is not None:
        forget_ratings(session, table_id, (row.ended, row.number))


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a game: openskill's `mu` and `sigma`, and what was won and expected as parts of a whole win."""

    game_id: str
    ended: datetime
    mu: float
    sigma: float
    share: int
    expected: int


def latest_ratings(player_id: int, solo: int, limit: int) -> list[RatingPoint]:
    """A player's ratings after the latest rated games, the last one first."""
    rows = db.session.execute(_latest(player_id, solo).limit(limit)).all()
    return [RatingPoint(row.game_id, row.ended, row.mu, row.sigma, row.share, row.expected) for row in rows]


def earlier_ratings(players: Collection[int], solo: int, games: int) -> dict[int, float]:
    """The `mu` that each of these players had this many games ago; who has not played more is left out."""
    mine = RATED.alias()
    earlier = select(mine.c.mu).where(mine.c.player_id == PLAYER.c.id, mine.c.solo == solo)
    earlier = earlier.order_by(mine.c.ended.desc(), mine.c.number.desc()).limit(1).offset(games)
    query = select(PLAYER.c.id, earlier.scalar_subquery().label("mu")).where(PLAYER.c.id.in_(players))
    return {row.id: row.mu for row in db.session.execute(query) if row.mu is not None}


def every_rating(table_id: str) -> Sequence[Row[Any]]:
    """All ratings of a table, of games with partners first, the best first."""
    query = select(RATING).where(RATING.c.table_id == table_id)
    return db.session.execute(query.order_by(RATING.c.solo, RATING.c.mu.desc(), RATING.c.player_id)).all()


def every_rated_game(table_id: str) -> Iterator[Any]:
    """All ratings after games of a table, in the order of the games."""
    query = select(RATED).where(RATED.c.table_id == table_id).order_by(*OF_RATED, RATED.c.player_id)
    for rows in db.session.connection().execute(query).partitions(READ_AT_ONCE):
        yield from rows


def rating_counts(table_id: str, least: int = 1) -> dict[int, int]:
    """How many players have a rating of this many games or more, by whether it is of solo games."""
    query = select(RATING.c.solo, func.count().label("players"))
    query = query.where(RATING.c.table_id == table_id, RATING.c.games >= least)
    return {row.solo: row.players for row in db.session.execute(query.group_by(RATING.c.solo))}


def ranked_ratings(table_id: str, solo: int, least: int, limit: int) -> list[tuple[float, float]]:
    """The `mu` and `sigma` of each player who has a place: with this many games or more, not left out of rankings."""
    query = select(RATING.c.mu, RATING.c.sigma).join_from(RATING, PLAYER, PLAYER.c.id == RATING.c.player_id)
    query = query.where(RATING.c.table_id == table_id, RATING.c.solo == solo, RATING.c.games >= least)
    return [(row.mu, row.sigma) for row in db.session.execute(query.where(RANKED).limit(limit))]


def fewest_games(game_id: str, solo: int) -> int:
    """How many rated games the player of this game has who has the fewest."""
    query = select(func.min(RATING.c.games)).join_from(RATED, RATING, RATED.c.player_id == RATING.c.player_id)
    return db.session.scalar(query.where(RATED.c.game_id == game_id, RATING.c.solo == solo)) or 0


LATELY = 100
"""Games with partners, and as many alone, that say how a player does against others: so a page takes as long at any
table."""


def _against() -> Select[Any]:
    """The sums of a `player`’s `latest` games of each kind, by opponent."""
    parts = [RATED.c[key] for key in ("game_id", "side", *SHARES)]
    latest = (_latest(bindparam("player"), solo).with_only_columns(*parts) for solo in (0, 1))
    own = union_all(*(select(kind.limit(bindparam("latest")).subquery()) for kind in latest)).subquery()
    other = RATED.alias()
    sums = [func.count().label("games"), *(func.sum(own.c[key]).label(key) for key in SHARES)]
    met = (other.c.game_id == own.c.game_id) & (other.c.side != own.c.side)
    return select(other.c.player_id, *sums).join_from(own, other, met).group_by(other.c.player_id)


_AGAINST = _against()


def lately_against(player_id: int) -> dict[int, tuple[int, int, int]]:
    """How a player did against each opponent in the latest games, as `chemistry_of` has it for partners."""
    found = db.session.execute(_AGAINST, {"player": player_id, "latest": LATELY})
    return {row.player_id: (row.games, row.share, row.expected) for row in found}


def chemistry_of(player_id: int) -> dict[int, tuple[int, int, int]]:
    """How a player did with each partner: rated games, the wins and those expected, as parts of a whole win."""
    found = db.session.execute(select(CHEMISTRY).where(CHEMISTRY.c.player_id == player_id))
    return {row.other_id: (row.games, row.share, row.expected) for row in found}
