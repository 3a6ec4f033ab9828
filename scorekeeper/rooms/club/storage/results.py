"""Results of finished games, written and read: a row per player, winning streaks, and sums, alone and in pairs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Insert, Select, and_, case, delete, func, insert, or_, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, aliased

from scorekeeper.rooms.club.storage.models import PairTotals, PlayerTotals, Result, SideStats, SummedStats
from scorekeeper.rooms.club.storage.ratings import forget_ratings
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.events import last_times
from scorekeeper.storage.games import hold_table
from scorekeeper.storage.models import Game, PlayedGame, Player
from scorekeeper.storage.players import main_names_of, players_named, seat_players, unranked_at

RESULT, PLAYER_TOTALS, PAIR_TOTALS = (
    Base.metadata.tables[model.__tablename__] for model in (Result, PlayerTotals, PairTotals)
)
PLAYER = Base.metadata.tables[Player.__tablename__]
ORDER = (RESULT.c.played, RESULT.c.number, RESULT.c.sat_as)
"""The last column orders two names of one player in the same game."""
PAGE_SIZE = 200
POINTS = "points"
"""The unit of most games; the others' totals are not added to points."""
MARGIN_IN_POINTS: ColumnElement[int] = case((RESULT.c.unit == POINTS, RESULT.c.margin), else_=0)
"""The points over the others, which sums count; 0 where a game has another unit."""

StreakKey = tuple[datetime, int, int]


class Streak(NamedTuple):
    """After a game: the games won alone in a row, the longest run of made nils that it has a part of, those open."""

    streak: int = 0
    nil_streak: int = 0
    nils_open: int = 0

    def after(self, row: Any) -> Streak:
        """After the next game."""
        no_set = row.nils == row.nils_made
        nils_open = self.nils_open + row.nils if no_set else row.nils_after
        ended = self.nils_open + row.nils_before if row.nils_before else 0
        return Streak(self.streak + 1 if row.won and not row.shared else 0, max(ended, row.nil_run), nils_open)


STREAKS = Streak._fields
OF_STREAKS = ("won", "shared", "nils", "nils_made", "nil_run", "nils_before", "nils_after")


def recompute_streaks(session: Session, player_id: int, played: datetime, number: int) -> None:
    """Recompute the player's streaks from this game on, until they no longer change."""
    here = (played, number, 0)
    columns = [RESULT.c[name] for name in STREAKS]
    before = select(*columns).where(RESULT.c.player_id == player_id, tuple_(*ORDER) < here)
    last = before.order_by(*(column.desc() for column in ORDER)).limit(1)
    row = session.connection().execute(last).one_or_none()
    _recompute_from(session, player_id, Streak() if row is None else Streak(*row), here)


def recompute_all_streaks(session: Session, player_id: int) -> None:
    """Recompute all of the player's streaks."""
    _recompute_from(session, player_id, Streak(), None)


def recompute_table_streaks(session: Session, table_id: str) -> None:
    """Recompute the streaks of everyone at the table."""
    players = select(RESULT.c.player_id).where(RESULT.c.table_id == table_id).distinct()
    for player_id in session.connection().scalars(players).all():
        recompute_all_streaks(session, player_id)


def _recompute_from(session: Session, player_id: int, streak: Streak, start: StreakKey | None) -> None:
    """Recompute streaks from `start` until nothing changes, or (None) from the first game to the last."""
    columns = [RESULT.c[name] for name in (*OF_STREAKS, *STREAKS)]
    query = select(RESULT.c.game_id, *ORDER, *columns).where(RESULT.c.player_id == player_id)
    page, after = query.order_by(*ORDER).limit(PAGE_SIZE), start
    while True:
        found = page if after is None else page.where(tuple_(*ORDER) > after)
        rows = session.connection().execute(found).all()
        for row in rows:
            streak = streak.after(row)
            if streak != tuple(getattr(row, name) for name in STREAKS):
                _set(session, row.game_id, row.sat_as, streak)
            elif start is not None and (row.played, row.number) != start[:2]:
                return
        if len(rows) < PAGE_SIZE:
            return
        after = (rows[-1].played, rows[-1].number, rows[-1].sat_as)


def _set(session: Session, game_id: str, alias_id: int, streak: Streak) -> None:
    found = (RESULT.c.game_id == game_id) & (RESULT.c.sat_as == alias_id)
    session.connection().execute(update(RESULT).where(found).values(**streak._asdict()))


ENDING_KINDS = ("hand", "close")
"""The kinds of events after which a game may be over: the last of them is when it ended."""
GAME_COLUMNS = ("game_id", "table_id", "sat_as", "player_id", "number", "played", "ended", "rules", "unit")
FIGURES = tuple(column.name for column in RESULT.c if column.name not in (*GAME_COLUMNS, *STREAKS))
"""The figures that `core.game.player_stats` computes."""
COMPARED = ("sat_as", "player_id", "number", "played", "ended", "rules", "unit", *FIGURES)

Row = dict[str, Any]


def save_results(game: Game, unit: str, stats: Mapping[str, Mapping[str, int]]) -> bool:
    """Store these figures, by name, as the game's results; none if the game does not count. True if anything changed.

    `figures` is empty while the game is in progress.
    """
    with write_transaction() as session:
        hold_table(game.table_id)  # a merge of names moves results
        rows = _rows(session, game, unit, _of_players(game, stats)) if game.counts else []
        stored = results_of(session, game.id)
        if _compared(rows) == _compared(stored):
            return False
        forget_ratings(session, game.table_id, min((row["ended"], row["number"]) for row in (*rows, *stored)))
        if stored:
            session.connection().execute(delete(RESULT).where(RESULT.c.game_id == game.id))
            add_to_sums(session, stored, -1)
        if rows:
            session.connection().execute(insert(RESULT), rows)
            add_to_sums(session, rows)
        for player in {row["player_id"] for row in (*rows, *stored)}:
            recompute_streaks(session, player, game.created, game.number)
    return True


def results_of(session: Session, game_id: str) -> list[Row]:
    """The game's stored results."""
    found = session.connection().execute(select(RESULT).where(RESULT.c.game_id == game_id).order_by(RESULT.c.sat_as))
    return [dict(row._mapping) for row in found]


def expected_results(session: Session, game: Game, unit: str, stats: Mapping[str, Mapping[str, int]]) -> list[Row]:
    """The rows the game should have, without streaks; writes nothing, unlike `save_results`."""
    stats = _of_players(game, stats)
    names = {name: player.id for name, player in players_named(game.table_id, stats).items()}
    if not game.counts or set(names) != set(stats):
        return []
    return _result_rows(game, unit, stats, names, main_names_of(session, game.table_id))


def same_results(rows: Iterable[Row], stored: Iterable[Row]) -> bool:
    """Whether these are the same results, streaks aside."""
    return _compared(list(rows)) == _compared(list(stored))


def _of_players(game: Game, stats: Mapping[str, Mapping[str, int]]) -> Mapping[str, Mapping[str, int]]:
    """The figures without seats that nobody has named; with such a seat, nobody counts as sitting there at the end."""
    unnamed = set(game.unnamed)
    if not any(own["at_end"] for name, own in stats.items() if name in unnamed):
        return {name: own for name, own in stats.items() if name not in unnamed}
    return {name: {**own, "at_end": 0} for name, own in stats.items() if name not in unnamed}


def _rows(session: Session, game: Game, unit: str, stats: Mapping[str, Mapping[str, int]]) -> list[Row]:
    if not stats:
        return []
    seated = seat_players(session, game.table_id, stats)
    names = {name: player.id for name, player in seated.items()}
    return _result_rows(game, unit, stats, names, main_names_of(session, game.table_id))


def _result_rows(
    game: Game,
    unit: str,
    stats: Mapping[str, Mapping[str, int]],
    names: Mapping[str, int],
    main_players: Mapping[int, int],
) -> list[Row]:
    common = {
        "game_id": game.id,
        "table_id": game.table_id,
        "number": game.number,
        "played": game.created,
        "ended": last_times([game.id], ENDING_KINDS).get(game.id, game.created),
        "rules": game.rules,
        "unit": unit,
        **dict.fromkeys(STREAKS, 0),
    }
    return [
        {**common, "sat_as": names[name], "player_id": main_players.get(names[name], names[name]), **_figures(own)}
        for name, own in sorted(stats.items(), key=lambda item: names[item[0]])
    ]


def _figures(own: Mapping[str, int]) -> dict[str, int]:
    return {key: own[key] for key in FIGURES}


def _compared(rows: list[Row]) -> list[tuple[Any, ...]]:
    return [tuple(_value(row[key]) for key in COMPARED) for row in sorted(rows, key=lambda row: row["sat_as"])]


def _value(value: object) -> object:
    return value.timestamp() if isinstance(value, datetime) else value


OF_SIDE = tuple(SideStats.__annotations__)
SUMMED = (*OF_SIDE, *SummedStats.__annotations__)
SHARE = "share"
SUMS = ("games", SHARE, *SUMMED)
PAIR = ("player_id", "other_id", "partners")
IN_PAIRS = tuple(key for key in OF_SIDE if key not in ("won", "shared"))
"""What partners did together: summed where both sat in every hand."""
PAIR_SUMS = ("games", "won", "shared", SHARE, *IN_PAIRS)


def add_to_sums(session: Session, rows: Sequence[Row], times: int = 1) -> None:
    """Add a game's results to its players' sums; with -1 `times`, subtract them."""
    of_players = [
        {"player_id": row["player_id"], "table_id": row["table_id"], "games": times}
        | {key: times * row[key] for key in (SHARE, *SUMMED)}
        | {"margin": times * row["margin"] * int(row["unit"] == POINTS)}
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
            SHARE: times * one[SHARE],
        }
        | {key: times * one[key] * _together(one, other) for key in IN_PAIRS}
        for one, other in permutations(rows, 2)
        if one["player_id"] != other["player_id"] and _met(one, other)
    ]
    _add(session, PLAYER_TOTALS.name, ("player_id",), SUMS, of_players)
    _add(session, PAIR_TOTALS.name, PAIR, PAIR_SUMS, of_pairs)


def _met(one: Row, other: Row) -> bool:
    """Whether two sat in a hand together; one of them may have taken over the other's seat, or come later."""
    return bool(
        (one["side"] != other["side"] or one["seat"] != other["seat"])
        and one["first_hand"] <= other["last_hand"]
        and other["first_hand"] <= one["last_hand"]
    )


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
    session.connection().execute(delete(PLAYER_TOTALS).where(PLAYER_TOTALS.c.table_id == table_id))
    of_table = select(PLAYER.c.id).where(PLAYER.c.table_id == table_id)
    session.connection().execute(delete(PAIR_TOTALS).where(PAIR_TOTALS.c.player_id.in_(of_table)))
    _tally(session, RESULT.c.table_id == table_id)
    one, other = RESULT.alias(), RESULT.alias()
    _pair(session, one, other, one.c.table_id == table_id)


def rebuild_totals(session: Session, players: Collection[int]) -> None:
    """Rebuild the sums of these players, and their sums with everyone else, from their results."""
    ids = list(players)
    session.connection().execute(delete(PLAYER_TOTALS).where(PLAYER_TOTALS.c.player_id.in_(ids)))
    gone = or_(PAIR_TOTALS.c.player_id.in_(ids), PAIR_TOTALS.c.other_id.in_(ids))
    session.connection().execute(delete(PAIR_TOTALS).where(gone))
    _tally(session, RESULT.c.player_id.in_(ids))
    one, other = RESULT.alias(), RESULT.alias()
    _pair(session, one, other, one.c.player_id.in_(ids))
    _pair(session, one, other, other.c.player_id.in_(ids) & one.c.player_id.not_in(ids))


def move_results(session: Session, table_id: str, players: Collection[int]) -> None:
    """Move results to the player each name belongs to now, and rebuild the sums of everyone affected."""
    main_players = main_names_of(session, table_id)
    names = {*players, *(name for name, main_player in main_players.items() if main_player in players)}
    for name in names:
        moved = update(RESULT).where(RESULT.c.sat_as == name).values(player_id=main_players.get(name, name))
        session.connection().execute(moved)
    for main_player in players:
        recompute_all_streaks(session, main_player)
    rebuild_totals(session, players)


def _tally(session: Session, which: ColumnElement[bool]) -> None:
    session.connection().execute(
        insert(PLAYER_TOTALS).from_select(["player_id", "table_id", *SUMS], sums_of_players(which))
    )


def _pair(session: Session, one: Any, other: Any, which: ColumnElement[bool]) -> None:
    session.connection().execute(insert(PAIR_TOTALS).from_select([*PAIR, *PAIR_SUMS], sums_of_pairs(one, other, which)))


def sums_of_players(which: ColumnElement[bool]) -> Select[Any]:
    """The sums of these results by player, with the columns of `PlayerTotals`."""
    sums = [func.sum(MARGIN_IN_POINTS if key == "margin" else RESULT.c[key]).label(key) for key in SUMS[1:]]
    tallies = select(RESULT.c.player_id, RESULT.c.table_id, func.count().label("games"), *sums).where(which)
    return tallies.group_by(RESULT.c.player_id, RESULT.c.table_id)


def sums_of_pairs(one: Any, other: Any, which: ColumnElement[bool]) -> Select[Any]:
    """The sums of these results by player and other player, with the columns of `PairTotals`; both are `RESULT`."""
    partners = case((one.c.side == other.c.side, 1), else_=0)
    met = and_(
        or_(one.c.side != other.c.side, one.c.seat != other.c.seat),
        one.c.first_hand <= other.c.last_hand,
        other.c.first_hand <= one.c.last_hand,
    )
    together = case((and_(one.c.side == other.c.side, one.c.whole > 0, other.c.whole > 0), 1), else_=0)
    sums = [func.count().label("games"), *(func.sum(one.c[key]).label(key) for key in ("won", "shared", SHARE))]
    sums += [func.sum(one.c[key] * together).label(key) for key in IN_PAIRS]
    return (
        select(one.c.player_id, other.c.player_id.label("other_id"), partners.label("partners"), *sums)
        .join_from(one, other, (one.c.game_id == other.c.game_id) & (one.c.player_id != other.c.player_id))
        .where(which, met)
        .group_by(one.c.player_id, other.c.player_id, partners)
    )


MAX_PLAYERS = 500
READ_AT_ONCE = 500


OF_NIGHTS = ("player_id", "played", "won", "shared", "share", "margin", "unit", "nils", "nils_made")


def every_result(table_id: str) -> Iterator[Any]:
    """What nights show of every result of the table, in the order in which the games began."""
    columns = [RESULT.c[name] for name in OF_NIGHTS]
    query = select(*columns).where(RESULT.c.table_id == table_id).order_by(*ORDER)
    for rows in db.session.connection().execute(query).partitions(READ_AT_ONCE):
        yield from rows


OF_YEARS = (
    *("game_id", "player_id", "played", "side", "first_hand", "last_hand", "whole", "unit", "hands"),
    *("won", "shared", "share", "comeback", "comeback_hand"),
)


def results_in_order(games: Select[Any]) -> Iterator[Any]:
    """What a year shows of every result of these games, game by game in the order in which they began."""
    query = select(*(RESULT.c[name] for name in OF_YEARS)).where(RESULT.c.game_id.in_(games))
    query = query.order_by(RESULT.c.played, RESULT.c.number, RESULT.c.side, RESULT.c.seat)
    for rows in db.session.connection().execute(query).partitions(READ_AT_ONCE):
        yield from rows


def first_result(table_id: str, since: datetime) -> datetime | None:
    """When the first game of the table with a result began, of those from this moment on."""
    found = select(func.min(RESULT.c.played)).where(RESULT.c.table_id == table_id, RESULT.c.played >= since)
    first: datetime | None = db.session.scalar(found)
    return first


def last_result(table_id: str, until: datetime | None = None) -> datetime | None:
    """When the last game of the table with a result began, of those before this moment (None: of all)."""
    found = select(func.max(RESULT.c.played)).where(RESULT.c.table_id == table_id)
    last: datetime | None = db.session.scalar(found if until is None else found.where(RESULT.c.played < until))
    return last


class SummedPlayer(NamedTuple):
    """A player with their sums."""

    player: Player
    totals: PlayerTotals


def every_sum(table_id: str) -> list[SummedPlayer]:
    """Every player with a result, most games first."""
    query = (
        select(Player, PlayerTotals)
        .join(PlayerTotals, PlayerTotals.player_id == Player.id)
        .where(PlayerTotals.table_id == table_id)
    )
    return [SummedPlayer(*row) for row in db.session.execute(query.order_by(PlayerTotals.games.desc(), Player.name))]


def sums_of(player_ids: Sequence[int]) -> dict[int, PlayerTotals]:
    """The sums of those of these players who have a result."""
    return {
        row.player_id: row
        for row in db.session.scalars(select(PlayerTotals).where(PlayerTotals.player_id.in_(player_ids)))
    }


class PairTotalsRow(NamedTuple):
    """A player whom another one met, and their games, as partners or as opponents."""

    name: str
    totals: PairTotals


def partners_and_opponents(player_id: int, limit: int = MAX_PLAYERS, skip: int = 0) -> list[PairTotalsRow]:
    """A player's partners and opponents, most games first."""
    query = (
        select(Player.name, PairTotals)
        .join(Player, Player.id == PairTotals.other_id)
        .where(PairTotals.player_id == player_id)
        .order_by(PairTotals.games.desc(), Player.name, PairTotals.partners)
        .limit(limit)
        .offset(skip)
    )
    return [PairTotalsRow._make(row) for row in db.session.execute(query)]


def between(one: int, other: int) -> list[PairTotals]:
    """The games of two players: as partners, and as opponents."""
    query = (
        select(PairTotals)
        .where(PairTotals.player_id == one, PairTotals.other_id == other)
        .order_by(PairTotals.partners)
    )
    return list(db.session.scalars(query))


def results_of_player(player_id: int, limit: int) -> list[Result]:
    """A player's latest results."""
    query = select(Result).where(Result.player_id == player_id)
    return list(db.session.scalars(query.order_by(Result.played.desc(), Result.number.desc()).limit(limit)))


def results_with(figure: str, player_id: int, partner_id: int | None, limit: int, skip: int = 0) -> list[Result]:
    """A player's results with this figure, latest first; with a partner, those where both sat in every hand."""
    query = select(Result).where(Result.player_id == player_id, getattr(Result, figure) > 0)
    if partner_id is not None:
        other = aliased(Result)
        together = (other.game_id == Result.game_id) & (other.side == Result.side) & (other.whole > 0)
        query = query.join(other, together).where(other.player_id == partner_id, Result.whole > 0)
    query = query.order_by(Result.played.desc(), Result.number.desc())
    return list(db.session.scalars(query.limit(limit).offset(skip)))


def side_in(best: Result, hand: int) -> list[int]:
    """Who sat on the side of this result in that hand, without those who asked to be left out."""
    query = select(Result.player_id).where(
        *(
            Result.game_id == best.game_id,
            Result.side == best.side,
            Result.first_hand <= hand,
            Result.last_hand >= hand,
        ),
        Result.player_id.not_in(unranked_at(best.table_id)),
    )
    return list(db.session.scalars(query.order_by(Result.seat)))


def rules_played(*, table_id: str | None = None, player_id: int | None = None) -> list[str]:
    """The rule sets of the games of a table or a player, those of most games first."""
    whose: ColumnElement[bool] = PlayedGame.player_id == player_id
    key = PlayedGame.rules
    if player_id is None:
        whose, key = Game.table_id == table_id, Game.rules
    return list(db.session.scalars(select(key).where(whose).group_by(key).order_by(func.count().desc(), key)))


def record_of(
    column: str, rules: str | None = None, *, table_id: str | None = None, player_id: int | None = None
) -> Result | None:
    """The result with the highest `largest` or `comeback` (in points), or another record, of a table or a player, in
    games of a rule set or (None) of all; of equal ones the first.

    Those of a table leave out whoever asked to be.
    """
    figure = getattr(Result, column)
    whose = Result.player_id == player_id if player_id is not None else Result.table_id == table_id
    query = select(Result).where(whose, figure > 0)
    if rules is not None:
        query = query.where(Result.rules == rules)
    if table_id is not None:
        query = query.where(Result.player_id.not_in(unranked_at(table_id)))
    if column in ("largest", "comeback"):
        query = query.where(Result.unit == POINTS)
    return db.session.scalar(query.order_by(figure.desc(), Result.ended, Result.number).limit(1))
