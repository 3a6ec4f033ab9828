"""Those who follow a game: by a live stream, or by asking whether their page is still current."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, ClassVar, Protocol

from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import LiveGame
from scorekeeper.storage.members import LiveMember, Role

SIGN_OF_LIFE = b":\n\n"


class AccessEnded(Exception):
    """The device or the link of this stream may no longer read."""


@dataclass(frozen=True, slots=True)
class Current:
    """The followers that still have access: rows of members by id, and ids of invites.

    `phones` and `for_desk` are as in `hooks.LiveRows`.
    """

    members: Mapping[int, LiveMember]
    invites: Collection[str]
    phones: Mapping[tuple[int, str], bool] = field(default_factory=dict)
    for_desk: Collection[str] = ()


@dataclass(eq=False)
class Follower(ABC):
    """Someone who follows a game. The server sets the functions that write to them and end their stream."""

    most: ClassVar[int]
    """How many streams the same device or link may have."""

    game_id: str
    # Factories: a plain default is an attribute of the class, and called as a method.
    write: Callable[[bytes], None] = field(default_factory=lambda: lambda _piece: None, init=False)
    end: Callable[[], None] = field(default_factory=lambda: lambda: None, init=False)

    @property
    @abstractmethod
    def whose(self) -> object:
        """The device or link that follows."""

    @abstractmethod
    def look(self, game: Any, current: Current, beat: bool) -> None:
        """Send what is new, or at least a keep-alive if a `beat` is due. Raises `AccessEnded`."""


@dataclass(eq=False)
class PageFollower(Follower):
    """A phone that shows a page, and the last version of it that it was sent."""

    most = 8  # a phone needs one; the rest is for other tabs and windows, and for connections that died unnoticed

    member_id: int
    version: str

    @property
    def whose(self) -> object:
        return "device", self.member_id

    def tell(self, version: str, beat: bool) -> None:
        """Send the version if it is another one, or a `beat` is due."""
        if beat or version != self.version:
            self.version = version
            self.write(message_of(version))


@dataclass(eq=False)
class Viewer(PageFollower):
    """A phone that shows a game."""

    def look(self, game: LiveGame, current: Current, beat: bool) -> None:
        """Send the version of the game's pages."""
        member = current.members.get(self.member_id)
        keeps = current.phones.get((self.member_id, self.game_id))
        if member is None or (member.for_matches and keeps is None):
            raise AccessEnded
        if keeps is None and not Role(member.role).may(Role.SCORER) and self.game_id in current.for_desk:
            raise AccessEnded
        role = Role.SCORER if keeps and member.role == Role.WATCHER else Role(member.role)
        mark = version_mark(self.member_id, role, member.pen_since is not None, member.player_id, game)
        self.tell(f"{game.last_seq}{mark}", beat)


@dataclass(eq=False)
class RoomViewer(PageFollower):
    """A phone that shows a page of what a room has under the id in `game_id`. `version_now` says its version."""

    version_now: Callable[[], str]

    def look(self, _game: object, current: Current, beat: bool) -> None:
        """Send the version of the page."""
        if self.member_id not in current.members:
            raise AccessEnded
        self.tell(self.version_now(), beat)


@dataclass(eq=False)
class Program(Follower):
    """A program that follows a game's events with a link's token, and the number of the last one it was sent."""

    most = 64  # several programs may share a link

    invite_id: str
    seq: int
    data_of: Callable[[StoredEvent], str]
    role: Role = Role.SCORER

    @property
    def whose(self) -> object:
        return "link", self.invite_id

    def look(self, game: LiveGame, current: Current, beat: bool) -> None:
        """Send the events after the last one."""
        if self.invite_id not in current.invites:
            raise AccessEnded
        if not self.role.may(Role.SCORER) and self.game_id in current.for_desk:
            raise AccessEnded
        if game.last_seq > self.seq:
            self.write(self.news().encode())
        elif beat:
            self.write(SIGN_OF_LIFE)

    def news(self) -> str:
        """The events after the last one, as messages."""
        events = events_of(self.game_id, after=self.seq)
        self.seq = max([self.seq, *(event.seq for event in events)])
        return "".join(f"id: {event.seq}\nevent: entry\ndata: {self.data_of(event)}\n\n" for event in events)


@dataclass(eq=False)
class ProgramViewer(Follower):
    """A program that follows a table, or what a room has, with a link's token: it hears the version alone.

    `game_id` is the id of what it follows: a table's, or (without `of_table`) one of a room.
    """

    most = Program.most

    invite_id: str
    version: str
    of_table: bool

    @property
    def whose(self) -> object:
        return "link", self.invite_id

    def look(self, now: object, current: Current, beat: bool) -> None:
        """Send the version if it is another one."""
        if self.invite_id not in current.invites:
            raise AccessEnded
        version = version_of(now)
        if version != self.version:
            self.version = version
            self.write(version_message(version).encode())
        elif beat:
            self.write(SIGN_OF_LIFE)


def version_of(now: object) -> str:
    """A short text that changes with what followers of a table, or of something in a room, compare."""
    return sha256(repr(now).encode()).hexdigest()[:16]


def version_message(version: str) -> str:
    """A message of a stream that has the version alone; its id is where the stream goes on."""
    return f'id: {version}\nevent: version\ndata: {{"version": "{version}"}}\n\n'


class PageVersion(Protocol):
    """What changes on a game's pages besides its events: bids and taps that wait, what a room tells its pad,
    and rematches once it is over.
    """

    @property
    def waiting(self) -> Sequence[Mapping[str, Any]] | None: ...
    @property
    def unsent(self) -> Sequence[Mapping[str, Any]] | None: ...
    @property
    def room(self) -> Mapping[str, Any] | None: ...
    @property
    def rematches(self) -> int: ...


def version_mark(member_id: int | None, role: Role, has_pen: bool, player_id: int | None, game: PageVersion) -> str:
    """Everything besides events that changes a member's pages: its role and player, the pen, waiting bids, rematches,
    and in a match the number of the event that last told the pad something, such as `#31`.

    `-sp.2`: a scorer with the pen, while the bid of seat 2 waits. `-w~1`: a watcher, after the first rematch began.
    `-k!7x3`: a keeper, while 3 taps wait on the phone of member 7.
    """
    waiting = game.waiting  # asked for each phone after each commit
    seats = "".join([f".{bid['seat']}" for bid in waiting]) if waiting else ""
    rematches = f"~{game.rematches}" if game.rematches else ""
    room = f"#{game.room['seq']}" if game.room else ""
    taps = ""
    if game.unsent and role is Role.KEEPER:
        taps = "".join([f"!{row['member']}x{row['taps']}" for row in game.unsent if row["member"] != member_id])
    return f"-{role.value[0]}{'p' if has_pen else ''}{player_id or ''}{seats}{room}{rematches}{taps}"


def message_of(version: str) -> bytes:
    """The message that tells a phone the version of its pages."""
    return f"data: {version}\n\n".encode()
