"""Stores a new game, started here or imported: its row and its events, in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.chance import new_id
from scorekeeper.formats.chain import NOTHING_BEFORE, chained
from scorekeeper.formats.chain.stored_event import START, StoredEvent, UnsavedEvent
from scorekeeper.storage.columns import unguessable_id
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import EventIdTaken, NoSuchGame, RematchUnderway
from scorekeeper.storage.events import GAMES, event_by_id, events_of
from scorekeeper.storage.games import GameSetup, GameSummary, find_game, find_table, hold_table, rematches_after
from scorekeeper.storage.models import PLAYING, Game, Player
from scorekeeper.storage.players import seat_players

_MAX_ATTEMPTS = 50  # to get the table's next number before other processes do


@dataclass(frozen=True, slots=True)
class RematchOf:
    """The game before a rematch; unless `another` is true, it may not have a rematch that is not over."""

    game_id: str
    another: bool = True


@dataclass(frozen=True, slots=True)
class Created:
    """The game with its events, and whether this call created it or an earlier request with the same id did."""

    game: Game
    events: list[StoredEvent]
    new: bool


def create_game(
    table_id: str,
    setup: GameSetup,
    *,
    id: str | None = None,  # noqa: A002 - the first event's id, named as in `UnsavedEvent`
    who: str | None = None,
    hands: Sequence[UnsavedEvent] = (),
    summary: GameSummary | None = None,
    rematch_of: RematchOf | None = None,
) -> Created:
    """Create a game at the table, adding players that the table does not know.

    `id` is the first event's, chosen by the client, so that a repeated request returns the same game.
    Raises `NoSuchTable`, `NoSuchGame` and `RematchUnderway` (for `rematch_of`), `EventIdTaken`; then nothing was
    written.
    """
    start = UnsavedEvent(kind=START, payload=setup.payload(), id=id or new_id(), who=who)
    with write_transaction() as session:
        find_table(table_id).archived = None
        underway = None if rematch_of is None else _rematch_underway(session, table_id, rematch_of)
        hold_table(table_id)  # for the next number and new names
        seated = seat_players(session, table_id, setup.players())
        for _ in range(_MAX_ATTEMPTS):
            made = _made_before(table_id, start)
            if made is not None:
                return made
            if underway is not None:
                raise underway
            game_id = unguessable_id()
            events = _chained(game_id, [start, *hands])
            row = row_of(table_id, setup, seated, events, summary) | {
                "rematch_of": rematch_of.game_id if rematch_of else None,
            }
            if GAMES.begin(session, row, events):
                return Created(find_game(game_id), events, new=True)
            _check_ids(hands)
    raise RuntimeError(f"no free number for a game after {_MAX_ATTEMPTS} tries")


def _rematch_underway(session: Session, table_id: str, rematch_of: RematchOf) -> RematchUnderway | None:
    """The latest rematch of this game that is not over, as an error; None without one, and if it does not matter.

    The game stays locked, so that of two phones that start its rematch at once, one sees the other's.
    """
    before = session.get(Game, rematch_of.game_id, with_for_update=True, populate_existing=True)
    if before is None or before.table_id != table_id:
        raise NoSuchGame(rematch_of.game_id)
    rematches = [] if rematch_of.another else rematches_after(table_id, before.id, before.number)
    return next((RematchUnderway(row.id, row.number) for row in reversed(rematches) if row.status == PLAYING), None)


def _made_before(table_id: str, start: UnsavedEvent) -> Created | None:
    stored = event_by_id(start.id)
    if stored is None:
        return None
    game = find_game(stored.game_id)
    if game.table_id != table_id or not stored.says_the_same(game.id, start):
        raise EventIdTaken(start.id)
    return Created(game, events_of(game.id), new=False)


def _check_ids(hands: Sequence[UnsavedEvent]) -> None:
    for hand in hands:
        if event_by_id(hand.id) is not None:
            raise EventIdTaken(hand.id)


def _chained(game_id: str, written: Sequence[UnsavedEvent]) -> list[StoredEvent]:
    events: list[StoredEvent] = []
    for seq, new in enumerate(written, start=1):
        previous = events[-1].hash if events else NOTHING_BEFORE
        events.append(chained(game_id, new, seq=seq, previous=previous))
    return events


def row_of(
    table_id: str,
    setup: GameSetup,
    seated: Mapping[str, Player],
    events: Sequence[StoredEvent],
    summary: GameSummary | None,
) -> dict[str, Any]:
    taken = select(func.coalesce(func.max(Game.number), 0)).where(Game.table_id == table_id)
    sides = [
        {"name": side.name, "players": [{"id": _id_of(seated, name), "name": name} for name in side.players]}
        for side in setup.sides
    ]
    return setup.columns() | {
        "sides": sides,
        "id": events[0].game_id,
        "best_of": setup.best_of,
        "table_id": table_id,
        "number": taken.scalar_subquery() + 1,
        "created": events[0].at,
        "last_seq": events[-1].seq,
        "last_hash": events[-1].hash,
        "last_activity": events[-1].at,
        **(summary or GameSummary()).columns(events[-1].seq if summary else 1),
    }


def _id_of(seated: Mapping[str, Player], name: str) -> int | None:
    return seated[name].id if name in seated else None


def add_imported_game(
    table_id: str,
    setup: GameSetup,
    events: Sequence[StoredEvent],
    summary: GameSummary,
    *,
    not_counted: str | None = None,
    differences: Sequence[Mapping[str, Any]] = (),
) -> Game:
    """Add an imported game to the table. Raises `NoSuchTable`, `EventIdTaken`; then nothing was written."""
    with write_transaction() as session:
        hold_table(table_id)
        seated = seat_players(session, table_id, setup.players())
        more = {
            "rematch_of": None,
            "imported": True,
            "not_counted": not_counted,
            "differences": list(differences) or None,
        }
        if not GAMES.begin(session, row_of(table_id, setup, seated, events, summary) | more, events):
            taken = next((event.id for event in events if event_by_id(event.id)), events[0].id)
            raise EventIdTaken(taken)
    return find_game(events[0].game_id)


def find_any_game(game_id: str) -> Game | None:
    """The game with this id, at any table."""
    return db.session.get(Game, game_id)


def games_started(table_id: str, rules: str, since: datetime, until: datetime) -> list[Game]:
    """The table's games of this rule set that began in this period."""
    query = select(Game).where(
        Game.table_id == table_id, Game.rules == rules, Game.created >= since, Game.created < until
    )
    return list(db.session.scalars(query.order_by(Game.number)))
