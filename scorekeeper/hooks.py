"""The places where a room joins in: what stands beside the table.

The table knows no room. It calls these hooks, and each room that has a function of that name, marked with `@joins`,
takes part:

    from scorekeeper.hooks import RoomParts, joins

    @joins
    def parts() -> RoomParts:
        return RoomParts(blueprints=lambda: [pages])

A room is a module that `found_rooms` finds. `SCOREKEEPER_ROOMS` says which of them are open. A hook for `open_rooms` is
about what people see, and reaches only those; one for `every_room` keeps rows right, and reaches closed ones, too; one
for `closed_rooms` says what they keep back.

A hook is called like a function and answers with a list: what each room that takes part returned, without None. What
a room raises ends the caller's transaction, so nothing is half stored. Where a hook is about several things of one
subject, a room returns an object of the class named here, and overrides what it has; the rest is asked in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pluggy import HookimplMarker

from scorekeeper.found_rooms import NAME, closed_rooms, every_room, in_open_rooms, open_rooms

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
    from scorekeeper.core.pages import PadNotice, View
    from scorekeeper.core.rules.scoreboard import Scoreboard
    from scorekeeper.core.rules.seating import Shape
    from scorekeeper.core.sheet import Sheet
    from scorekeeper.formats.files import Format
    from scorekeeper.formats.games import ExportedClub, ExportedTable
    from scorekeeper.formats.parts import CheckedPart, ExportedPart, PartKind
    from scorekeeper.storage.called import Called
    from scorekeeper.storage.members import Role
    from scorekeeper.storage.models import Game
    from scorekeeper.storage.players import MainPlayer
    from scorekeeper.storage.visits import GameRow, TableRow

joins = HookimplMarker(NAME)


@dataclass(frozen=True)
class RoomParts:
    """What a room adds to the program. Each is called when it is needed, and imports only then what it takes.

    In an app with the room open: `blueprints`, its pages; `schemas`, the JSON schemas that its API calls refer to, or
    that take the place of the table's; `urls`, what its URLs have instead of a table or a game: for the name of each,
    how the access check finds its table by its id, in the request; it raises a `NoSuchRow` for an id that is none.

    Of closed rooms, too: `calls` imports its API calls, of which an app leaves out those of closed rooms, and says what
    each module is about, by its last name, in the order of the OpenAPI document; a call with the endpoint of one of the
    table's takes its place. `words` puts the sentences of its refusals into the tables of `core.words.faults`, once,
    when rooms are found. `commands` are those for `scorekeeper`, by name. `kinds` are those of the parts that it
    adds to the ZIP of a table; whoever reads such a file asks, in a process without an app. `formats` are more of those
    that a table is exported to, of what the room has in `exported`. `keeps_score` is for the
    query of the access check: of a game and a member, a column that says whether the member keeps its score, None if
    the room does not let it in there. `prepare` is called at the start, once the schema is the newest, outside a
    transaction. `demo` adds to the made-up games of the demo, in their transaction: entered before they are played at
    the table, between two times and by these dice, left after that.
    """

    blueprints: Callable[[], Iterable[Blueprint]] = tuple
    schemas: Callable[[], Mapping[str, Any]] = dict
    urls: Callable[[], Mapping[str, Callable[[str], str]]] = dict
    calls: Callable[[], Mapping[str, str]] = dict
    words: Callable[[], object] = tuple
    commands: Callable[[], Mapping[str, Command]] = dict
    kinds: Callable[[], Sequence[PartKind]] = tuple
    formats: Callable[[], Sequence[Format]] = tuple
    keeps_score: Callable[[ColumnElement[str], ColumnElement[int]], ColumnElement[bool | None]] | None = None
    prepare: Callable[[], object] = tuple
    demo: Callable[[str, datetime, datetime, Random], AbstractContextManager[object]] = lambda *_args: nullcontext()


@every_room
def parts() -> RoomParts:
    """What the room adds to the program. Asked whenever one of the parts is needed."""
    raise NotImplementedError


def open_parts() -> list[RoomParts]:
    """Those of the rooms that are open in the current app."""
    return in_open_rooms("parts")


# Pages of the table


class AtHome(NamedTuple):
    """What a room has on Home: what goes on, above the games, and where something begins, in the menu.

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


class Card(NamedTuple):
    """A card of a page: what it is, its title, a line beside that, and buttons, the first of which is the main one."""

    label: str
    title: str
    note: str
    links: Sequence[tuple[str, str]]


class Period(NamedTuple):
    """A time of a table with a number and a name: games belong to it that began in it, `end` excluded."""

    number: int
    name: str
    begin: datetime
    end: datetime


@dataclass(frozen=True)
class AtTable:
    """What a room has at a table, for whoever asks: `access.may` knows who that is."""

    table: TableRow

    def cards(self) -> Iterable[Card]:
        """Cards above the games on the table's page."""
        return ()

    def rows(self) -> Iterable[Row]:
        """Rows below the games on the table's page."""
        return ()

    def page_of_players(self, merging: View) -> str | None:
        """The page of the table's players with what the room knows of them; `merging` is for `same_person` of its
        template. The first answer is taken; if all are None, the page has their names alone.
        """

    def page_of_player(self, player: MainPlayer, rename: Form) -> str | None:
        """The page of one player, in the same way; `rename` is for `own_name` of the template."""

    def periods(self, number: int | None) -> Sequence[Period]:
        """Periods for the history to find games by: the latest ones, or the one with this number."""
        return ()

    def names_of_next(self, shape: Shape) -> Sequence[str]:
        """The players of the next game, seat by seat, for the form of a new game; empty if the room does not say."""
        return ()

    def roles(self) -> Mapping[Role, Mapping[str, str]]:
        """Words for roles that mean more at this table, for the pages that share it: `verb` and `does` as in
        `ROLE_WORDS`, `now` what who has it is, `yours` of this phone, `opens` of its link. The first answer for a
        role is taken.
        """
        return {}

    def own_page(self, member_id: int) -> str | None:
        """Where the access check leads a device that is at the table only for the room, and asks for another page."""


@open_rooms
def at_table(table: TableRow) -> AtTable:
    """What the room has at this table. The pages named in `AtTable` ask."""
    raise NotImplementedError


class OnPad(NamedTuple):
    """What a room adds to the pad of a game: the `notice` that it shows; where its end leads a device
    that is at the `desk`; whether its end offers to see who plays next, as `turns` are taken; and the page of the
    `effect` that a correction has beside the score, once the game is over, empty if it has none.
    """

    notice: PadNotice | None = None
    desk: str = ""
    turns: bool = False
    effect: str = ""


@open_rooms
def on_pad(game: GameRow) -> OnPad:
    """What the pad of this game shows of the room, on the device that asks. Each page of the game asks."""
    raise NotImplementedError


# Who is at the table


class GameMatch(Protocol):
    """The match of a game, as the room knows it."""

    def keeper(self) -> str | None:
        """Whose phone keeps the score. The game's page asks, unless it is this phone."""

    def why_closed(self) -> str | None:
        """Why its players may not record any more; None while it does not count yet.

        The access check asks before a write of a phone that may only as long as that.
        """


@every_room
def match_of(game: GameRow) -> GameMatch:
    """The game's match in the room, if it is one. Its pages ask, and the access check before some writes."""
    raise NotImplementedError


@open_rooms
def strengths(table_id: str, names: Collection[str]) -> Mapping[str, float]:
    """How strong these players are, as far as the room can tell; more is stronger. Who seeds by that asks."""
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


class Codes(Protocol):
    """The codes of a room that let devices in at a table: links that its pages show, and printed cards."""

    def links(self) -> int:
        """How many links. The page that removes a device says that they are new."""

    def cards(self) -> int:
        """How many cards. Who removes a device is asked whether they end."""

    def end(self, member_id: int | None, *, links: bool, cards: bool) -> None:
        """A device (None: several) lost its access, or left: end what it has in the room, and these codes. At the end
        of that transaction.
        """


@every_room
def codes_at(table_id: str) -> Codes:
    """The room's codes at this table. `services.members` asks, and the page that removes a device."""
    raise NotImplementedError


# Files


class Exported(NamedTuple):
    """What a room adds to an export. `parts`: those of the ZIP, of one of its `RoomParts.kinds`, but not for those who
    only watch. `club`: what it makes of a table's games, and what people agreed about that: sheets of a workbook, a
    part of the table's own file, all that some CSV files have. Rows are read when they are written.
    """

    parts: Callable[[], Iterable[ExportedPart]] = tuple
    club: ExportedClub | None = None


@open_rooms
def exported(table: TableRow) -> Exported:
    """What the room adds to an export of the table. Each export asks, and the page that offers them."""
    raise NotImplementedError


@closed_rooms
def kept_back(table_id: str) -> Sequence[str]:
    """What the closed room has of a table, which an export leaves out, in words. Exports and their page ask."""
    raise NotImplementedError


class Taken(NamedTuple):
    """How a part of a file compares with what is here: a state of `services.importing`, and the same in words.

    `going_on` are the names that a new one could be mistaken for; None where names don't matter.
    """

    state: str
    words: str
    going_on: Sequence[str] | None = None


@dataclass(frozen=True)
class Imports:
    """What a room takes from a file, in transactions of its own; one that only looks writes nothing."""

    table_id: str | None
    look: bool

    def part(self, part: CheckedPart) -> Taken | None:
        """What it does with a part of this room, after the games of the file; None for another's."""

    def copy(self, copy: ExportedTable) -> Sequence[str] | None:
        """What it does with what a copy of a table has beside its games, before them: sentences on what it cannot take;
        None if it takes nothing from copies.
        """


@open_rooms
def imports(table_id: str | None, look: bool) -> Imports:
    """What the room takes from a file for this table (None: yet to be made). Previews only `look`; imports don't."""
    raise NotImplementedError


# Rows


class Author(Protocol):
    """Who writes: the name stored with the event; of a device also its number, and whether it is a keeper's."""

    @property
    def name(self) -> str | None: ...
    @property
    def member_id(self) -> int | None: ...
    @property
    def directs(self) -> bool: ...


@every_room
def event_checked(game: GameRow, before: GameState, after: GameState, author: Author) -> None:
    """An event is about to be appended: raise `NotNow` if the room does not let this author. Before its transaction."""


@every_room
def event_stored(game: GameRow | Game, before: GameState | None, after: GameState, author: Author) -> None:
    """An event, or a whole new game (`before` is None then), was appended. In its transaction.

    A game has ended if only `after` has an outcome, and is open again if only `before` has one.
    """


class Scored(NamedTuple):
    """A game as it is scored now."""

    sheet: Sheet
    board: Scoreboard


@open_rooms
def game_ended(game_id: str) -> None:
    """An event that ended a game, or followed its end, is saved. After its transaction; it stays saved, whatever the
    room raises.
    """
    raise NotImplementedError


@every_room
def game_recounted(game_id: str, scored: Scored | None, in_file: bool) -> None:
    """A game counts another way now, in that transaction: left out, taken away, or the reverse; mended; a match from
    now on; one of many `in_file`, which was stored with all its events; or (None) it is deleted next.
    """


@every_room
def names_erased() -> None:
    """A table or a name was erased: forget what this process has cached, which may hold it. After that transaction."""
    raise NotImplementedError


class ErasedInRoom(Protocol):
    """What erasing a player changes in a room, with each text before and after; equal to what would write the same."""

    @property
    def texts(self) -> Sequence[tuple[str, str]]:
        """Free text, such as messages."""

    @property
    def renamed(self) -> Sequence[tuple[str, str]]:
        """The names of what a table has in the room."""

    def write(self, pseudonyms: Pseudonyms, who: str | None) -> None:
        """Write it, in the transaction of the erasure; `who` is the name of the device that erases."""


@dataclass(frozen=True)
class Rows:
    """What a room has stored of a table."""

    table_id: str

    def rebuilt(self) -> Iterator[tuple[Game, bool]]:
        """Compute again all that is counted from games: each game, and whether its figures were wrong.

        `scorekeeper stats rebuild` asks; the room writes in transactions of its own.
        """
        return iter(())

    def differ(self, game: Game, state: GameState) -> bool:
        """Whether what is stored of a game differs from what its events give. `services.verifying` asks."""
        return False

    def damage(self) -> Iterable[Fault]:
        """What is damaged in the room's own records. `services.verifying` asks; nothing is written."""
        return ()

    def names_moved(self, one: int, other: int, *, renamed: bool) -> None:
        """The first of these names became another name of the other player, or is a player again; or the first player
        was `renamed` to the other name. In that transaction, at the end.
        """

    def erasure(self, pseudonyms: Pseudonyms) -> ErasedInRoom | None:
        """What erasing these names changes; writes nothing.

        `services.erasing` asks for a preview, before an erasure, and in its transaction once more.
        """

    def open_with(self, player_id: int) -> Iterable[str]:
        """What is still open with a player, in sentences: the page that erases the name says it, and the command."""
        return ()

    def delete(self) -> None:
        """The table is deleted next; its games are gone, and what refers to its players goes with them.

        In short transactions: delete what must go before or what no foreign key of a table or player reaches.
        """


@every_room
def rows_of(table_id: str) -> Rows:
    """What the room has stored of this table."""
    raise NotImplementedError
