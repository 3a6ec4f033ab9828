"""A table's leaderboard: its players by one of their figures, and the games that some of them had with each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Float,
    FromClause,
    Select,
    UnaryExpression,
    case,
    cast,
    exists,
    func,
    literal,
    or_,
    select,
    true,
)

from scorekeeper.rooms.club.storage.models import Rating
from scorekeeper.rooms.club.storage.results import (
    PAIR_TOTALS,
    PLAYER_TOTALS,
    RESULT,
    SUMS,
    sums_of_pairs,
    sums_of_players,
)
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.models import RANKED, UNRANKED, Game, Player
from scorekeeper.storage.players import shown_at, unranked_at

GAME, RATINGS = (Base.metadata.tables[model.__tablename__] for model in (Game, Rating))

SORTINGS: Mapping[str, tuple[str, str | None]] = {
    "won": ("share", "games"),
    "games": ("games", None),
    "made": ("made", "bids"),
    "nils": ("nils_made", None),
    "bags": ("overtricks", "hands"),
    "bid": ("own_bid_tricks", "own_bids"),
    "points": ("margin", None),
    "sets": ("made", "bids"),
    "name": ("name", None),
}
"""What a leaderboard can be sorted by: a sum, and its divisor; of `sets` what is left of those of games alone."""
RATING, SETS = "rating", "sets"
ASCENDING = ("bags", "sets", "name")
"""The best has the fewest bags per hand and contracts set, and the most of the other figures."""


@dataclass(frozen=True, slots=True)
class Period:
    """Which games count: those of a table that began at `since` or later and before `until` (None: all).

    Players are ranked from `ranked_from` games on.
    """

    table_id: str
    ranked_from: int
    since: datetime | None = None
    until: datetime | None = None

    @property
    def sums(self) -> FromClause:
        """The players' sums."""
        if self.since is None:
            return PLAYER_TOTALS
        return sums_of_players(RESULT.c.game_id.in_(self.games)).subquery()

    def pairs(self, players: Sequence[int]) -> FromClause:
        """The sums of these players in pairs."""
        if self.since is None:
            among = PAIR_TOTALS.c.player_id.in_(players) & PAIR_TOTALS.c.other_id.in_(players)
            return select(PAIR_TOTALS).where(among).subquery()
        one, other = RESULT.alias(), RESULT.alias()
        # Sums, so that the games of the period are read, not all of these players'.
        among = (one.c.player_id + 0).in_(players) & (other.c.player_id + 0).in_(players)
        return sums_of_pairs(one, other, one.c.game_id.in_(self.games) & among).subquery()

    @property
    def games(self) -> Select[Any]:
        """The ids of the games that began in this time."""
        found = select(GAME.c.id).where(GAME.c.table_id == self.table_id)
        found = found if self.since is None else found.where(GAME.c.created >= self.since)
        return found if self.until is None else found.where(GAME.c.created < self.until)


@dataclass(frozen=True, slots=True)
class Sums:
    """A player's sums: the figures of the leaderboard. The bids and overtricks are the side's; `share` are the parts of
    wins, as parts of `WHOLE_WIN`.
    """

    games: int
    won: int
    share: int
    bids: int
    made: int
    nils: int
    nils_made: int
    overtricks: int
    hands: int
    own_bids: int
    own_bid_tricks: int
    margin: int
    solo_bids: int
    solo_made: int

    @property
    def contracts(self) -> int:
        """The contracts with partners: what the set rate is of, which tells most about skill."""
        return self.bids - self.solo_bids

    @property
    def contracts_set(self) -> int:
        """Those of them that failed."""
        return self.contracts - (self.made - self.solo_made)


@dataclass(frozen=True, slots=True)
class Leader:
    """A player on the leaderboard; `sums` is None before the first result, `rank` with too few games."""

    id: int
    name: str
    sums: Sums | None
    rank: int | None


class Pair(NamedTuple):
    """The games of two players; `won` counts the first one's wins, `share` sums their parts."""

    player_id: int
    other_id: int
    games: int
    won: int
    share: int


def leaderboard(period: Period, by: str, limit: int, skip: int = 0) -> list[Leader]:
    """The table's players, those with too few games last. Equal figures share a rank; names have none.

    The all-time table includes players without a result; the others only those who played. Who asked to be left out of
    rankings is in none.
    """
    if period.since is None and by in INDEXED:
        return _from_indexes(period, by, limit, skip)
    sums = period.sums
    too_few = case((sums.c.games >= period.ranked_from, 0), else_=1)
    best = _best_first(by, sums)
    order = [best] if by == "name" else [too_few, best]
    rank = literal(0) if by == "name" else func.rank().over(order_by=order)
    query = (
        select(Player.id, Player.name, rank, *(sums.c[key] for key in FIGURES))
        .join(sums, sums.c.player_id == Player.id, isouter=period.since is None)
        .where(Player.table_id == period.table_id, Player.merged_into.is_(None), RANKED)
        .order_by(*order, sums.c.games.desc().nulls_last(), Player.name)
        .limit(limit)
        .offset(skip)
    )
    found = []
    for player, name, rank, *figures in db.session.execute(query):
        own = None if figures[0] is None else Sums(*figures)
        is_ranked = by != "name" and own is not None and own.games >= period.ranked_from
        found.append(Leader(player, name, own, rank if is_ranked else None))
    return found


def count_shown(table_id: str) -> int:
    """How many players every leaderboard of the table has, ranked or not."""
    shown = select(func.count()).select_from(Player).where(shown_at(table_id), RANKED)
    return db.session.scalar(shown) or 0


def unranked_players(table_id: str, limit: int, skip: int = 0) -> list[Leader]:
    """The players whom no leaderboard has: visitors, who left, and who asked to be left out; by name."""
    query = select(Player.id, Player.name).where(shown_at(table_id), UNRANKED).order_by(Player.name)
    rows = db.session.execute(query.limit(limit).offset(skip))
    return [Leader(row.id, row.name, None, None) for row in rows]


def count_unranked(table_id: str) -> int:
    """How many players no leaderboard of the table has."""
    unranked = select(func.count()).select_from(Player).where(shown_at(table_id), UNRANKED)
    return db.session.scalar(unranked) or 0


FIGURES = tuple(key for key in Sums.__annotations__ if key in SUMS)


def _best_first(by: str, sums: FromClause) -> UnaryExpression[Any]:
    part, whole = SORTINGS[by]
    if by == "name":
        return Player.name.asc()
    figure: ColumnElement[Any] = sums.c[part]
    if by == SETS:
        contracts = sums.c.bids - sums.c.solo_bids
        return (cast(contracts - sums.c.made + sums.c.solo_made, Float) / func.nullif(contracts, 0)).asc().nulls_last()
    if whole is not None:
        figure = cast(figure, Float) / func.nullif(sums.c[whole], 0)
    return (figure.asc() if by in ASCENDING else figure.desc()).nulls_last()


INDEXED = {
    "bags": "bags_per_hand",
    "bid": "own_average",
    "won": "won_share",
    "games": "games",
    "made": "made_share",
    "nils": "nils_made",
    "points": "margin",
}
"""The column of the all-time sums, with an index, for each sorting by a figure."""


def _from_indexes(period: Period, by: str, limit: int, skip: int) -> list[Leader]:
    """The all-time leaderboard: ranked players, those with too few games, those without a result.

    It reads each part in the order of an index, so it takes as long at a large table as at a small one.
    """
    figure = PLAYER_TOTALS.c[INDEXED[by]]
    best = figure.asc() if by in ASCENDING else figure.desc()
    games = PLAYER_TOTALS.c.games + 0  # a sum: otherwise the index of games is used, and everyone sorted
    found: list[Leader] = []
    for is_ranked in (True, False):
        enough = games >= period.ranked_from if is_ranked else games < period.ranked_from
        part = (
            (PLAYER_TOTALS.c.table_id == period.table_id)
            & enough
            & PLAYER_TOTALS.c.player_id.not_in(unranked_at(period.table_id))
        )
        start = _start_after(part, figure, skip, by)
        if start is None:
            skip -= _count(part)
            continue
        query = select(Player.id, Player.name, figure, *(PLAYER_TOTALS.c[key] for key in FIGURES))
        query = query.join_from(PLAYER_TOTALS, Player, Player.id == PLAYER_TOTALS.c.player_id).where(part, start.rows)
        query = (
            query.order_by(best, PLAYER_TOTALS.c.games.desc(), Player.name).limit(limit - len(found)).offset(start.skip)
        )
        rows = db.session.execute(query).all()
        ranks = _ranks([row[2] for row in rows], skip, start.better) if is_ranked else [None] * len(rows)
        found += [
            Leader(player, name, Sums(*sums), rank)
            for (player, name, _figure, *sums), rank in zip(rows, ranks, strict=True)
        ]
        if len(found) == limit:
            return found
        skip = 0
    has_none = ~exists().where(PLAYER_TOTALS.c.player_id == Player.id)
    others = select(Player.id, Player.name).where(shown_at(period.table_id), has_none, RANKED)
    others = others.order_by(Player.name).limit(limit - len(found)).offset(max(0, skip))
    return found + [Leader(player.id, player.name, None, None) for player in db.session.execute(others)]


def leaderboard_by_rating(table_id: str, solo: int, ranked_from: int, limit: int, skip: int = 0) -> list[Leader]:
    """The table's players by their ratings, those with fewer rated games last, then those without a rating.

    Equal ratings, such as those of two who always play together, share a rank.
    """
    rated = (RATINGS.c.table_id == table_id) & (RATINGS.c.solo == solo)
    rated &= RATINGS.c.player_id.not_in(unranked_at(table_id))
    names = select(Player.id, Player.name, RATINGS.c.mu, *(PLAYER_TOTALS.c[key] for key in FIGURES))
    names = names.join_from(RATINGS, Player, Player.id == RATINGS.c.player_id)
    names = names.join(PLAYER_TOTALS, PLAYER_TOTALS.c.player_id == Player.id, isouter=True)
    found: list[Leader] = []
    for is_ranked in (True, False):
        part = rated & (RATINGS.c.games >= ranked_from if is_ranked else RATINGS.c.games < ranked_from)
        query = names.where(part).order_by(RATINGS.c.mu.desc(), Player.name)
        rows = db.session.execute(query.limit(limit - len(found)).offset(skip)).all()
        better = _better_rated(part, rows[0].mu) if rows and is_ranked else 0
        ranks = _ranks([row.mu for row in rows], skip, better) if is_ranked else [None] * len(rows)
        found += [
            Leader(player, name, None if sums[0] is None else Sums(*sums), rank)
            for (player, name, _mu, *sums), rank in zip(rows, ranks, strict=True)
        ]
        if len(found) == limit:
            return found
        skip = 0 if rows else skip - _better_rated(part, None)
    has_none = ~select(RATINGS.c.player_id).where(RATINGS.c.player_id == Player.id, RATINGS.c.solo == solo).exists()
    others = select(Player.id, Player.name, *(PLAYER_TOTALS.c[key] for key in FIGURES))
    others = others.join(PLAYER_TOTALS, PLAYER_TOTALS.c.player_id == Player.id, isouter=True)
    others = others.where(Player.table_id == table_id, Player.merged_into.is_(None), RANKED, has_none)
    others = others.order_by(PLAYER_TOTALS.c.games.desc().nulls_last(), Player.name)
    return found + [
        Leader(player, name, None if sums[0] is None else Sums(*sums), None)
        for player, name, *sums in db.session.execute(others.limit(limit - len(found)).offset(max(0, skip)))
    ]


def _better_rated(part: ColumnElement[bool], mu: float | None) -> int:
    """How many ratings of this part are better; all of them if it is None."""
    query = select(func.count()).select_from(RATINGS).where(part)
    return db.session.scalar(query if mu is None else query.where(RATINGS.c.mu > mu)) or 0


class _Start(NamedTuple):
    """Where a page begins: a condition for its rows and `skip` before them, and how many players are better."""

    rows: ColumnElement[bool]
    skip: int
    better: int


def _start_after(part: ColumnElement[bool], figure: ColumnElement[Any], skip: int, by: str) -> _Start | None:
    """Where the page begins that follows `skip` players; None if the part has no more.

    It reads those before the page from the index alone: their names are only needed where both figure and games are
    the same.
    """
    if skip == 0:
        return _Start(true(), 0, 0)
    order = figure.asc() if by in ASCENDING else figure.desc()
    first = (
        select(figure, PLAYER_TOTALS.c.games)
        .where(part)
        .order_by(order, PLAYER_TOTALS.c.games.desc())
        .limit(1)
        .offset(skip)
    )
    found = db.session.execute(first).one_or_none()
    if found is None:
        return None
    own, games = found
    ahead, after, here = figure > own, figure < own, figure <= own
    if by in ASCENDING:
        ahead, after, here = after, ahead, figure >= own
    better = _count(part & ahead)
    same = _count(part & (figure == own) & (PLAYER_TOTALS.c.games > games))
    return _Start(here & or_(after, PLAYER_TOTALS.c.games <= games), skip - better - same, better)


def _ranks(figures: Sequence[Any], skip: int, better: int) -> list[int | None]:
    """The ranks of players who follow `skip` others, `better` of them with a better figure; equal ones share a rank."""
    ranks = list[int | None]()
    for position, own in enumerate(figures):
        if position == 0:
            ranks.append(1 + better)
        else:
            ranks.append(ranks[-1] if own == figures[position - 1] else skip + position + 1)
    return ranks


def _count(which: ColumnElement[bool]) -> int:
    return db.session.scalar(select(func.count()).select_from(PLAYER_TOTALS).where(which)) or 0


def most_active(period: Period, limit: int) -> dict[int, str]:
    """The names of the players with the most games, by id, most games first."""
    sums = period.sums
    query = select(Player.id, Player.name).join(sums, sums.c.player_id == Player.id)
    query = query.where(RANKED)
    if period.since is None:
        query = query.where(PLAYER_TOTALS.c.table_id == period.table_id)
    query = query.order_by(sums.c.games.desc(), Player.id).limit(limit)
    return {row.id: row.name for row in db.session.execute(query)}


def games_among(period: Period, players: Sequence[int], *, partners: bool) -> list[Pair]:
    """The games that each two of these players had as partners, or as opponents, in both orders of the two."""
    sums = period.pairs(players)
    query = select(*(sums.c[key] for key in Pair._fields)).where(sums.c.partners == int(partners))
    return [Pair(*row) for row in db.session.execute(query)]
