"""The places where a room joins in: what stands beside the table, such as the club or tournaments.

The table knows no room. It calls these hooks, and each room that has a function of that name, marked with `@joins`,
takes part:

    from scorekeeper.hooks import joins

    @joins
    def blueprints() -> list[Blueprint]:
        return [pages]

A room is a module: the package of one of `OWN` in `scorekeeper/rooms/`, or what another installed package names in
its entry points for `scorekeeper.rooms`. `SCOREKEEPER_ROOMS` says which of them are open. A hook for `open_rooms` is
about what people see, and reaches only those; one for `every_room` keeps rows right, and reaches closed ones, too; one
for `closed_rooms` says what they keep back.

A hook is called like a function and answers with a list: what each room that takes part returned, without None. What
a room raises ends the caller's transaction, so nothing is half stored.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, wraps
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, Protocol, TypeVar

from pluggy import HookimplMarker, HookspecMarker, PluginManager

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from datetime import datetime
    from random import Random

    from click import Command
    from flask import Blueprint
    from markupsafe import Markup
    from sqlalchemy import ColumnElement
    from wtforms import Form

    from scorekeeper.core.game import GameState
    from scorekeeper.core.game.pseudonyms import Pseudonyms
    from scorekeeper.core.inputs import Fault
    from scorekeeper.core.pages import Room, View
    from scorekeeper.core.rules.scoreboard import Scoreboard
    from scorekeeper.core.rules.seating import Shape
    from scorekeeper.core.sheet import Sheet
    from scorekeeper.formats.games import ExportedClub, ExportedTable
    from scorekeeper.formats.parts import CheckedPart, ExportedPart, PartKind
    from scorekeeper.storage.called import Called
    from scorekeeper.storage.members import Role
    from scorekeeper.storage.models import Game
    from scorekeeper.storage.players import MainPlayer
    from scorekeeper.storage.visits import GameRow, TableRow

OWN = ("club", "tournaments")
"""The rooms that come with the program, unless their folder was deleted."""

GROUP = "scorekeeper.rooms"

joins = HookimplMarker("scorekeeper")
_declared = HookspecMarker("scorekeeper")

P = ParamSpec("P")
R = TypeVar("R")


@cache
def room_modules() -> Mapping[str, str]:
    """The module of each room that is installed, by the room's name; imports none of them."""
    own = {name: f"scorekeeper.rooms.{name}" for name in OWN}
    return {name: module for name, module in own.items() if find_spec(module)} | {
        found.name: found.module for found in entry_points(group=GROUP) if found.name not in own
    }


@cache
def rooms() -> PluginManager:
    """All rooms, imported at the first call."""
    manager = PluginManager("scorekeeper")
    manager.add_hookspecs(sys.modules[__name__])
    for name, module in reversed(list(room_modules().items())):  # the last one registered is called first
        manager.register(import_module(module), name)
    manager.check_pending()
    return manager


def is_open(module: str, names: Collection[str]) -> bool:
    """Whether an app with these open rooms has what this module adds: the table's always, a room's if it is open."""
    found = (name for name, package in room_modules().items() if module == package or module.startswith(f"{package}."))
    name = next(found, None)
    return name is None or name in names


def every_room(hook: Callable[P, R]) -> Callable[P, list[R]]:
    """A hook that reaches every room, open or closed."""
    return _hook(hook, lambda name: getattr(rooms().hook, name))


def open_rooms(hook: Callable[P, R]) -> Callable[P, list[R]]:
    """A hook that reaches the rooms that are open in the current app."""

    def caller(name: str) -> Callable[..., Any]:
        from flask import current_app  # noqa: PLC0415 - processes that read files have no app

        closed = [room for own, room in rooms().list_name_plugin() if own not in current_app.config["ROOMS"]]
        return rooms().subset_hook_caller(name, closed)

    return _hook(hook, caller)


def closed_rooms(hook: Callable[P, R]) -> Callable[P, list[R]]:
    """A hook that reaches the rooms that are closed in the current app."""

    def caller(name: str) -> Callable[..., Any]:
        from flask import current_app  # noqa: PLC0415 - as above

        opened = [room for own, room in rooms().list_name_plugin() if own in current_app.config["ROOMS"]]
        return rooms().subset_hook_caller(name, opened)

    return _hook(hook, caller)


def _hook(hook: Callable[P, R], caller: Callable[[str], Callable[..., Any]]) -> Callable[P, list[R]]:
    names = tuple(signature(hook).parameters)

    @wraps(_declared(hook))
    def call(*args: P.args, **kwargs: P.kwargs) -> list[R]:
        return list(caller(hook.__name__)(**dict(zip(names, args, strict=False)), **kwargs))

    return call


# An app, when it is made


@open_rooms
def blueprints() -> Sequence[Blueprint]:
    """The room's pages. `web.register` asks once, when an app is made."""
    raise NotImplementedError


@open_rooms
def parts_of_urls() -> Mapping[str, Callable[[str], str]]:
    """What URLs of the room have instead of a table or a game: for the name of each, how to find its table by its id.

    The access check asks once, when an app is made. A function is called before the view, in the request, and raises a
    `NoSuchRow` for an id that is none.
    """
    raise NotImplementedError


@every_room
def api_subjects() -> Mapping[str, str]:
    """What each of the room's modules of API calls is about, by the module's last name; imports them.

    `api.register` asks when an app is made, which leaves out the calls of closed rooms (`is_open`). The OpenAPI
    document has the subjects in this order.
    """
    raise NotImplementedError


@open_rooms
def api_schemas() -> Mapping[str, Any]:
    """The JSON schemas that the room's API calls refer to, by name. The OpenAPI document asks once in an app."""
    raise NotImplementedError


@every_room
def commands() -> Mapping[str, Command]:
    """Commands for `scorekeeper`, by name, each with its help; also of closed rooms. The command line asks."""
    raise NotImplementedError


# Pages of the table


class AtHome(NamedTuple):
    """What a room has on Home: what goes on, above the games, and where something begins, below the tables.

    What goes on `comes_first` if it is more pressing than a game in progress, and may need a `script`. A phone that
    `is_here`, in the room, needs no example of what this program does.
    """

    now: Markup
    start: Markup
    comes_first: bool = False
    is_here: bool = False
    script: str | None = None


@open_rooms
def at_home(secret: str | None, roles: Mapping[str, Role]) -> AtHome:
    """What this phone sees on Home, by its cookie's secret and its role at each of its tables that is not archived."""
    raise NotImplementedError


class Row(NamedTuple):
    """A row of a page: where it leads, its title, and perhaps a line below that."""

    url: str
    title: str
    note: str | None = None


@open_rooms
def rows_on_table_page(table: TableRow) -> Sequence[Row]:
    """Rows below the games on a table's page, for whoever asks: `access.may` knows who that is."""
    raise NotImplementedError


class Card(NamedTuple):
    """A card of a page: what it is, its title, a line beside that, and buttons, the first of which is the main one."""

    label: str
    title: str
    note: str
    links: Sequence[tuple[str, str]]


@open_rooms
def cards_on_table_page(table: TableRow) -> Sequence[Card]:
    """Cards above the games on a table's page, for whoever asks: `access.may` knows who that is."""
    raise NotImplementedError


@open_rooms
def page_of_players(table: TableRow, merging: View) -> str | None:
    """The page of a table's players with what the room knows of them; None for their names alone.

    The table's page of players asks, and takes the first answer. `merging` is for `same_person` of its template.
    """
    raise NotImplementedError


@open_rooms
def page_of_player(table: TableRow, player: MainPlayer, rename: Form) -> str | None:
    """The page of one player, in the same way; `rename` is for `own_name` of the template."""
    raise NotImplementedError


class Period(NamedTuple):
    """A time of a table with a number and a name: games belong to it that began in it, `end` excluded."""

    number: int
    name: str
    begin: datetime
    end: datetime


@open_rooms
def named_periods(table: TableRow, number: int | None = None) -> Sequence[Period]:
    """The table's periods to find games by: the latest ones, or the one with this number.

    The history asks, and the call that searches games.
    """
    raise NotImplementedError


# A game


@open_rooms
def names_of_next(table: TableRow, shape: Shape) -> Sequence[str]:
    """The players of the table's next game, seat by seat; empty if the room does not say.

    The form of a new game asks, and takes the first answer that says something.
    """
    raise NotImplementedError


@open_rooms
def are_turns_taken(game: GameRow) -> bool:
    """Whether the end of this game offers to see who plays next. The game's page asks."""
    raise NotImplementedError


@open_rooms
def room_of_match(game: GameRow) -> Room | None:
    """What the pad of this game shows of its tournament; None if it is no match. Each page of the game asks."""
    raise NotImplementedError


@open_rooms
def desk_of_match(game: GameRow) -> str | None:
    """Where the end of this game leads a device that is at the desk of its tournament; None for all others."""
    raise NotImplementedError


@every_room
def keeper_of_match(game: GameRow) -> str | None:
    """Whose phone keeps the score of this game, if it is a match’s. The game's page asks, unless it is this phone."""
    raise NotImplementedError


@every_room
def is_match_open(game: GameRow) -> bool:
    """Whether the match of this game does not count yet, so that its players may still record.

    The access check asks before a write of a phone that may only therefore.
    """
    raise NotImplementedError


# Who is at the table


@every_room
def keeps_score(game: ColumnElement[str], member: ColumnElement[int]) -> ColumnElement[bool | None]:
    """Whether this member keeps the score of this game as the room says, as a column of the query that the access check
    runs; None where the room says nothing. Storage asks once, when an app is made.
    """
    raise NotImplementedError


@open_rooms
def own_page(member_id: int) -> str | None:
    """The page of a device that is at the table only for the room, which asks for another page of the table.

    The access check redirects it to the first answer.
    """
    raise NotImplementedError


@every_room
def called_by_number(table_id: str) -> Called:
    """What players of the table are called who don't want to be named, and in which games, for those who only watch.

    Every request of a watcher asks, so that a name is kept back while the room is closed, too.
    """
    raise NotImplementedError


class LiveRows(NamedTuple):
    """What the live streams of this process compare after a commit.

    `followed`: for each id that is the room's, what changes with its pages. `phones`: those that are at a game only
    for their match, by member and game: whether they keep its score. `for_desk`: the games that nobody may read any
    more who only watches.
    """

    followed: Mapping[str, object]
    phones: Mapping[tuple[int, str], bool]
    for_desk: Collection[str]


@every_room
def live_rows(games: Collection[str], others: Collection[str]) -> LiveRows:
    """Of these games that somebody follows, and of `others`, which are a room's.

    `access.live` asks after each commit and every two seconds while anybody follows, in the thread of the streams.
    """
    raise NotImplementedError


class Codes(NamedTuple):
    """How many codes of a room let devices in at a table: links that its pages show, and printed cards."""

    links: int
    cards: int


@every_room
def codes_at(table_id: str) -> Codes:
    """The room's codes at this table. Who removes a device is asked, and told, since it could see them."""
    raise NotImplementedError


@every_room
def access_ended(table_id: str, member_id: int | None, links: bool, cards: bool) -> None:
    """A device (None: several) lost its access to the table, or left. In that transaction, at the end.

    With `links` and `cards`, what of the room lets devices in ends, too: see `Codes`.
    """


# Files


@every_room
def part_kinds() -> Sequence[PartKind]:
    """The kinds of parts that the room adds to the ZIP of a table.

    Whoever reads or verifies a file that has such a part asks, in a process without an app and a database.
    """
    raise NotImplementedError


@open_rooms
def exported_parts(table_id: str) -> Sequence[ExportedPart]:
    """The parts that the room adds to the ZIP of a table, of one of its `part_kinds`.

    Exports ask, but for those who only watch.
    """
    raise NotImplementedError


@open_rooms
def exported_club(table: TableRow) -> ExportedClub:
    """What the room makes of a table's games, and what its people agreed about that.

    A workbook has it in sheets, a ZIP in the table's own file, and some CSV files have nothing else. Each export asks;
    rows are read when they are written.
    """
    raise NotImplementedError


@closed_rooms
def kept_back(table_id: str) -> Sequence[str]:
    """What the closed room has of a table, which an export leaves out: `2 tournaments`. Exports and their page ask."""
    raise NotImplementedError


class Taken(NamedTuple):
    """How a part of a file compares with what is here: a state of `services.importing`, and the same in words.

    `going_on` are the names that a new one could be mistaken for; None where names don't matter.
    """

    state: str
    words: str
    going_on: Sequence[str] | None = None


@open_rooms
def part_taken(part: CheckedPart, table_id: str | None, look: bool) -> Taken:
    """What an import does with a part of this room; None for another. Unless it only looks, it adds one that is new.

    Previews and imports ask; without a `table_id` the table is yet to be made. The room writes in a transaction of its
    own, after the games of the file.
    """
    raise NotImplementedError


@open_rooms
def copy_taken(table_id: str | None, copy: ExportedTable, look: bool) -> Sequence[str]:
    """What an import does with what a copy of a table has beside its games: sentences on what the room cannot take.

    Unless it only looks, the room adds the rest, in transactions of its own. Previews ask, without a `table_id` of a
    table that is yet to be made; imports ask before the games of the copy.
    """
    raise NotImplementedError


# Rows


@every_room
def database_prepared() -> None:
    """The database has the newest schema, and no request has come yet. Outside a transaction."""


@every_room
def event_stored(game_id: str, before: GameState | None, after: GameState) -> None:
    """An event, or a whole new game (`before` is None then), was appended. In its transaction.

    A game has ended if only `after` has an outcome, and is open again if only `before` has one.
    """


@every_room
def game_recounted(game_id: str, state: GameState) -> None:
    """A game counts another way now: left out or taken away, or the reverse, or mended. In that transaction."""


@every_room
def game_imported(game: Game, sheet: Sheet, board: Scoreboard) -> None:
    """A game from a file was stored, with all its events. In its transaction."""


@every_room
def game_deleted(game: Game) -> None:
    """A damaged game is deleted next. In that transaction."""


@every_room
def figures_rebuilt() -> Iterator[tuple[Game, bool]]:
    """Compute again all that the room counts from games: each game, and whether its figures were wrong.

    `scorekeeper stats rebuild` asks; the room writes in transactions of its own.
    """
    raise NotImplementedError


@every_room
def figures_differ(game: Game, state: GameState) -> bool:
    """Whether what the room has stored of a game differs from what its events give; writes nothing.

    `services.verifying` asks for each game.
    """
    raise NotImplementedError


@every_room
def damage_found(table_id: str) -> Iterable[Fault]:
    """What is damaged in the room's records of a table; writes nothing. `services.verifying` asks for each table."""
    raise NotImplementedError


@every_room
def names_merged(table_id: str, player_ids: frozenset[int]) -> None:
    """One of these players became another name of the other, or is a player again. In that transaction, at the end."""


@every_room
def player_renamed(table_id: str, old_id: int, new_id: int) -> None:
    """A player's main name is another row of names now. In that transaction, at the end."""


class ErasedInRoom(Protocol):
    """What erasing a player changes in a room, with each text before and after; equal to what would write the same."""

    @property
    def texts(self) -> Sequence[tuple[str, str]]:
        """Free text, such as messages."""

    @property
    def renamed(self) -> Sequence[tuple[str, str]]:
        """The names of what a table has in the room, such as seasons."""

    def write(self, pseudonyms: Pseudonyms, who: str | None) -> None:
        """Write it, in the transaction of the erasure; `who` is the name of the device that erases."""


@every_room
def erasure_planned(table_id: str, pseudonyms: Pseudonyms) -> ErasedInRoom:
    """What erasing these names changes in the room; writes nothing.

    `services.erasing` asks for a preview, before an erasure, and in its transaction once more.
    """
    raise NotImplementedError


@every_room
def table_deleted(table_id: str) -> None:
    """A table is deleted next; its games are gone, and what refers to its players goes with them.

    In that transaction: delete what must go before or what no foreign key of a table or player reaches.
    """


@every_room
def demo_made(table_id: str, first: datetime, last: datetime, rng: Random) -> AbstractContextManager[None]:
    """What the room adds to the made-up games of the demo: entered before they are played, left after that.

    They are played from `first` to `last`. `services.demo` asks, in one transaction for all.
    """
    raise NotImplementedError
