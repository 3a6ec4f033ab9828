"""Tables and games: their rows, the setup of each game, and the figures that lists show."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, case, func, select, tuple_, update

from scorekeeper.clock import utc_now
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.errors import NoSuchGame, NoSuchTable
from scorekeeper.storage.models import PLAYING, Game, Table


def create_table(name: str, quick: bool = False, zone: str | None = None) -> Table:
    """Create a table with a random id, in this time zone; a `quick` one is a phone's own, until it is kept."""
    with write_transaction() as session:
        table = Table(stored_name=name, quick=quick or None, zone=zone)
        session.add(table)
        session.flush()
    return table


def find_table(table_id: str) -> Table:
    """The table with this id; raises `NoSuchTable`."""
    table = db.session.get(Table, table_id)
    if table is None:
        raise NoSuchTable(table_id)
    return table


_HOLD = select(Table.id).where(Table.id == bindparam("table")).with_for_update(key_share=True)


def hold_table(table_id: str) -> None:
    """Let others who hold this table wait until this transaction ends; new rows may refer to it. Raises `NoSuchTable`.

    Whoever reads what a table has, and then writes what may exist there once, holds it first. SQLite has one writer
    anyway. A game is held before what a room has of it, and both before the table, so that no two wait for each other.
    """
    with write_transaction() as session:
        if session.connection().execute(_HOLD, {"table": table_id}).first() is None:
            raise NoSuchTable(table_id)


def tables(after: str | None = None, limit: int = 50) -> list[Table]:
    """Tables, newest first; `after` is the id of the last one seen. Keyset pagination: each page costs the same."""
    newest_first = select(Table).order_by(Table.created.desc(), Table.id.desc()).limit(limit)
    if after is not None:
        seen = find_table(after)
        newest_first = newest_first.where(tuple_(Table.created, Table.id) < (seen.created, seen.id))
    return list(db.session.scalars(newest_first))


PAGE_SIZE = 32
"""Small pages, so that the first rows come soon."""


def every_table() -> Iterator[str]:
    """The id of every table, read a page at a time."""
    after: str | None = None
    while page := tables(after=after, limit=PAGE_SIZE):
        yield from (table.id for table in page)
        after = page[-1].id


def count_tables() -> int:
    """How many tables there are."""
    return db.session.scalar(select(func.count()).select_from(Table)) or 0


def archive_table(table_id: str, archived: datetime | None) -> None:
    """Archive the table, or (None) bring it back."""
    with write_transaction() as session:
        session.execute(update(Table).where(Table.id == table_id).values(archived=archived))
        session.expire_all()


def store_zone(table_id: str, zone: str) -> None:
    """Store the table's time zone. Raises `NoSuchTable`."""
    with write_transaction():
        find_table(table_id).zone = zone


def store_turns(table_id: str, turns: dict[str, Any]) -> None:
    """Store who takes turns at the table, and how."""
    with write_transaction() as session:
        session.execute(update(Table).where(Table.id == table_id).values(turns=turns))
        session.expire_all()


def store_without_club(table_id: str, without_club: bool) -> None:
    """Store whether the table shows nothing of the club. Raises `NoSuchTable`."""
    with write_transaction():
        find_table(table_id).without_club = without_club or None


def store_agreed_lines(table_id: str, lines: Sequence[str]) -> None:
    """Store the lines that every new game at this table copies. Raises `NoSuchTable`."""
    with write_transaction():
        find_table(table_id).agreed = list(lines) or None  # on the object, since callers may hold it


@dataclass(frozen=True, slots=True)
class SideSetup:
    """A side: its name, and its players' names in seat order."""

    name: str
    players: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetup:
    """The rule set and its revision, the options as given and resolved, the sides, and the first dealer.

    `more` has other parts of the sheet's setup, such as the table's own deals; only the first event stores them.
    `unnamed` are names of seats that nobody has given a player's name, `best_of` the games of the series; only the
    game's row stores them.
    """

    rules: str
    revision: int
    options_given: Mapping[str, Any]
    options: Mapping[str, Any]
    sides: Sequence[SideSetup]
    dealer: int
    more: Mapping[str, Any] = field(default_factory=dict)
    unnamed: Collection[str] = ()
    best_of: int | None = None

    def payload(self) -> dict[str, Any]:
        """The payload of the first event. It has players' names only, because their ids are local to this database."""
        sides = [{"name": side.name, "players": list(side.players)} for side in self.sides]
        return {
            **self.more,
            **self.columns(),
            "options_given": self.options_given,
            "sides": sides,
            "dealer": self.dealer,
        }

    def columns(self) -> dict[str, Any]:
        """The parts that the game's row repeats, for lists and for the next game's form."""
        return {"rules": self.rules, "revision": self.revision, "options": self.options}

    def players(self) -> list[str]:
        """Every player's name, in seat order."""
        return [name for side in self.sides for name in side.players if name not in self.unnamed]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game's status, why it ended if it did, and the summary that lists show."""

    status: str = PLAYING
    ended_by: str | None = None
    summary: Mapping[str, Any] = field(default_factory=dict)

    def columns(self, seq: int) -> dict[str, Any]:
        """The columns of the game's row after the event `seq`, of which this is the summary."""
        return {"summary_seq": seq, "status": self.status, "ended_by": self.ended_by, "summary": self.summary}


def find_game(game_id: str) -> Game:
    """The game with this id; raises `NoSuchGame`."""
    game = db.session.get(Game, game_id)
    if game is None:
        raise NoSuchGame(game_id)
    return game


def game_numbered(table_id: str, number: int) -> Game | None:
    """The game of the table with this number."""
    return db.session.scalar(select(Game).where(Game.table_id == table_id, Game.number == number))


def games_by_id(ids: Collection[str]) -> list[Game]:
    """These games, in any order."""
    return list(db.session.scalars(select(Game).where(Game.id.in_(ids))))


NEXT_GAMES = 20
"""How many games after one may be its rematch: it is nearly always the very next."""
_REMATCHES = (
    select(Game.id, Game.number, Game.status)
    .where(Game.table_id == bindparam("table"), Game.rematch_of == bindparam("game"))
    .where(Game.number.between(bindparam("number") + 1, bindparam("number") + NEXT_GAMES))
    .order_by(Game.number)
)


def rematches_after(table_id: str, game_id: str, number: int) -> Sequence[Row[str, int, str]]:
    """`id`, `number` and `status` of each rematch of the game with this id and number, the first one first."""
    asked = {"table": table_id, "game": game_id, "number": number}
    return db.session.connection().execute(_REMATCHES, asked).all()


_GAME = Base.metadata.tables[Game.__tablename__]
_LATER = _GAME.alias()
_OF_GAME = (_LATER.c.table_id == _GAME.c.table_id, _LATER.c.rematch_of == _GAME.c.id)
_NEXT = _LATER.c.number.between(_GAME.c.number + 1, _GAME.c.number + NEXT_GAMES)
_COUNTED = select(func.count()).select_from(_LATER).where(*_OF_GAME, _NEXT).scalar_subquery()
REMATCHES = case((_GAME.c.status == PLAYING, 0), else_=_COUNTED).label("rematches")
"""How many games `rematches_after` finds for a finished game; 0 for one in progress, which looks for none."""

LiveGame = Row[str, int, list[Any] | None, list[Any] | None, dict[str, Any] | None, int]
"""`id`, `last_seq`, `waiting`, `unsent`, `room` and `rematches` of a game."""

# Asked after each commit: building the statement takes longer than running it.
LIVE_GAMES = select(Game.id, Game.last_seq, Game.waiting, Game.unsent, Game.room, REMATCHES).where(
    Game.id.in_(bindparam("ids", expanding=True))
)


def live_games(game_ids: Collection[str]) -> dict[str, LiveGame]:
    """Each of these games as its followers must know it."""
    return {row.id: row for row in db.session.execute(LIVE_GAMES, {"ids": list(game_ids)})}


NEWEST_FOLLOWED = 50
"""Finished games of a table whose corrections its followers hear of; of those in progress they hear of all."""


def live_tables(table_ids: Collection[str]) -> dict[str, object]:
    """Each of these tables as its followers must know it: its name, its newest games, and those in progress."""
    found: dict[str, object] = {}
    for row in db.session.execute(select(Table.id, Table.stored_name, Table.archived).where(Table.id.in_(table_ids))):
        games = select(Game.number, Game.last_hash, Game.taken_away).where(Game.table_id == row.id)
        newest = db.session.execute(games.order_by(Game.number.desc()).limit(NEWEST_FOLLOWED)).all()
        playing = db.session.execute(games.where(Game.status == PLAYING).order_by(Game.number)).all()
        found[row.id] = (tuple(row), [*map(tuple, newest)], [*map(tuple, playing)])
    return found


def games_of(
    table_id: str,
    *,
    after: int | None = None,
    limit: int = 50,
    status: str | None = None,
    of_matches: bool = True,
    since: datetime | None = None,
    before: datetime | None = None,
) -> list[Game]:
    """The table's games, newest first, all or those of one `status`; `after` is the number of the last game seen.

    Those taken away are left out; without `of_matches`, those of matches are too. Something was last recorded `since` a
    moment, or `before` it.

    Keyset pagination: each page costs the same.
    """
    newest_first = select(Game).where(Game.table_id == table_id, Game.taken_away.is_(None))
    newest_first = newest_first.order_by(Game.number.desc()).limit(limit)
    if after is not None:
        newest_first = newest_first.where(Game.number < after)
    if status is not None:
        newest_first = newest_first.where(Game.status == status)
    if not of_matches:
        newest_first = newest_first.where(Game.match_of.is_(None))
    if since is not None:
        newest_first = newest_first.where(Game.last_activity >= since)
    if before is not None:
        newest_first = newest_first.where(Game.last_activity < before)
    return list(db.session.scalars(newest_first))


def last_game_by(table_id: str, rules: str, sides: int, players_per_side: int) -> Game | None:
    """The table's latest game of this rule set and shape, among its last 100."""
    query = select(Game).where(Game.table_id == table_id, Game.rules == rules, Game.taken_away.is_(None))
    query = query.order_by(Game.number.desc())
    latest = db.session.scalars(query.limit(100))
    return next((game for game in latest if _players_by_side(game) == [players_per_side] * sides), None)


def _players_by_side(game: Game) -> list[int]:
    """How many players each side has; none if the row is damaged."""
    try:
        return [len(side["players"]) for side in game.sides]
    except (LookupError, TypeError):
        return []


def change_waiting(game_id: str, seat: int, row: Mapping[str, Any] | None) -> None:
    """Store a seat's waiting bid in place of its last one (None: without another); those of earlier deals go."""
    with write_transaction() as session:
        game = session.get_one(Game, game_id, with_for_update=True, populate_existing=True)
        others = [other for other in game.waiting or () if other["seat"] != seat]
        kept = others if row is None else [*(each for each in others if each["deal"] == row["deal"]), dict(row)]
        if kept != (game.waiting or []):
            session.execute(update(Game).where(Game.id == game_id).values(waiting=kept or None))
            session.expire(game)


def change_unsent(game_id: str, member_id: int, taps: int) -> None:
    """Store how many taps for this game wait on a member's phone, and since when it has had any."""
    with write_transaction() as session:
        game = session.get_one(Game, game_id, with_for_update=True, populate_existing=True)
        waiting = next(
            (row for row in game.unsent or () if row["member"] == member_id), {"since": utc_now().isoformat()}
        )
        others = [row for row in game.unsent or () if row["member"] != member_id]
        kept = [*others, {**waiting, "member": member_id, "taps": taps}] if taps else others
        session.execute(update(Game).where(Game.id == game_id).values(unsent=kept or None))
        session.expire(game)


def unsent_at(table_id: str) -> dict[int, tuple[int, datetime]]:
    """How many taps wait on each member's phone for games of this table, and since when; by the member's id."""
    by_member: dict[int, tuple[int, datetime]] = {}
    for rows in db.session.scalars(select(Game.unsent).where(Game.table_id == table_id, Game.unsent.is_not(None))):
        for row in rows or ():
            since = datetime.fromisoformat(row["since"])
            taps, first = by_member.get(row["member"], (0, since))
            by_member[row["member"]] = taps + row["taps"], min(first, since)
    return by_member


def unsent_everywhere() -> list[dict[str, Any]]:
    """What phones hold of any game, each with its `member`, its `taps` and since when."""
    held = db.session.scalars(select(Game.unsent).where(Game.unsent.is_not(None)))
    return [row for rows in held for row in rows or ()]


def games_from(table_id: str, after: int = 0, limit: int = 200) -> list[Game]:
    """The table's games, also those taken away, oldest first; `after` is the number of the last one seen."""
    return list(db.session.scalars(_GAMES_FROM, {"table": table_id, "after": after, "limit": limit}))


_GAMES_FROM = select(Game).where(Game.table_id == bindparam("table"), Game.number > bindparam("after"))
_GAMES_FROM = _GAMES_FROM.order_by(Game.number).limit(bindparam("limit"))


def every_game(table_id: str) -> Iterator[Game]:
    """Every game of a table, oldest first, a page in memory at a time."""
    seen = 0
    while page := games_from(table_id, seen, PAGE_SIZE):
        seen = page[-1].number
        for game in page:  # so that writes do not expire them, and the session does not hold them
            db.session.expunge(game)
        yield from page


def count_games(table_id: str) -> int:
    """How many games the table has without those taken away; all their numbers have no gaps."""
    newest = select(Game.number).where(Game.table_id == table_id).order_by(Game.number.desc()).limit(1)
    taken_away = select(func.count()).where(Game.table_id == table_id, Game.taken_away.is_not(None))
    return (db.session.scalar(newest) or 0) - (db.session.scalar(taken_away) or 0)


def mark_not_counted(game_id: str, reason: str | None, who: str | None = None) -> Game:
    """Store why statistics exclude the game, and who said so; None includes it again. Raises `NoSuchGame`."""
    with write_transaction():
        game = find_game(game_id)
        game.not_counted, game.counted_at, game.counted_by = reason, utc_now(), who
    return game


def mark_taken_away(game_id: str, taken_away: datetime | None, who: str | None = None) -> Game:
    """Store since when the game is taken away, and who said so; None brings it back. Raises `NoSuchGame`."""
    with write_transaction():
        game = find_game(game_id)
        game.taken_away, game.counted_at, game.counted_by = taken_away, utc_now(), who
    return game
