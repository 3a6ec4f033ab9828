"""Live streams: the server pushes news to each phone with a game page open, and to each program that follows a game.

A stream needs no thread: the thread that begins the response hands its connection over to the server, and one thread
serves all of them. That thread also closes the streams of devices and links whose access has ended.
"""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from blinker import Signal
from flask import Flask, Response, request
from sqlalchemy import Row
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.storage import (
    Commits,
    Role,
    StorageError,
    StoredEvent,
    db,
    events_of,
    live_games,
    live_invites,
    live_members,
)

BEAT = 2.0
"""Seconds between keep-alive messages; a phone that gets none starts to poll."""
LONGEST_WAIT = 0.1
"""Seconds that the hub waits for a commit before it serves new followers."""
AGAIN_AFTER = 1.0
"""Seconds before retrying a database that does not answer, and after the first of several unexpected errors."""
MOST_DOUBLINGS = 6
"""How often that pause doubles while unexpected errors go on."""
RECONNECT = "retry: 2000\n"
"""Makes a browser reconnect two seconds after its stream ends."""
EVENT_STREAM = "text/event-stream"
SIGN_OF_LIFE = b":\n\n"
HUB = "scorekeeper-live"


class AccessEnded(Exception):
    """The device or the link of this stream may no longer read."""


@dataclass(frozen=True, slots=True)
class Current:
    """The followers that still have access: rows of members by id, and ids of invites."""

    members: Mapping[int, Row[int, str, Any, int | None]]
    invites: Collection[str]


@dataclass(eq=False)
class Follower(ABC):
    """Someone who follows a game. The server sets the functions that write to them and end their stream."""

    game_id: str
    # Factories: a plain default is an attribute of the class, and called as a method.
    write: Callable[[bytes], None] = field(default_factory=lambda: lambda _piece: None, init=False)
    end: Callable[[], None] = field(default_factory=lambda: lambda: None, init=False)

    @abstractmethod
    def look(self, game: Row[str, int, list[Any] | None], current: Current, beat: bool) -> None:
        """Send what is new, or at least a keep-alive if a `beat` is due. Raises `AccessEnded`."""


@dataclass(eq=False)
class Viewer(Follower):
    """A phone that shows a game, and the last version of its pages that it was sent."""

    member_id: int
    version: str

    def look(self, game: Row[str, int, list[Any] | None], current: Current, beat: bool) -> None:
        """Send the version of the game's pages."""
        own = current.members.get(self.member_id)
        if own is None:
            raise AccessEnded
        mark = version_mark(Role(own.role), own.pen_since is not None, own.player_id, game.waiting)
        version = f"{game.last_seq}{mark}"
        if beat or version != self.version:
            self.version = version
            self.write(_message(version))


@dataclass(eq=False)
class Program(Follower):
    """A program that follows a game's entries with a link's token, and the number of the last entry it was sent."""

    invite_id: str
    seq: int
    data_of: Callable[[StoredEvent], str]

    def look(self, game: Row[str, int, list[Any] | None], current: Current, beat: bool) -> None:
        """Send the entries after the last one."""
        if self.invite_id not in current.invites:
            raise AccessEnded
        if game.last_seq > self.seq:
            self.write(self.news().encode())
        elif beat:
            self.write(SIGN_OF_LIFE)

    def news(self) -> str:
        """The entries after the last one, as messages."""
        entries = events_of(self.game_id, after=self.seq)
        self.seq = max([self.seq, *(entry.seq for entry in entries)])
        return "".join(f"id: {entry.seq}\nevent: entry\ndata: {self.data_of(entry)}\n\n" for entry in entries)


class HandedOver(OSError):
    """Ends the writing of a response in its thread; the connection stays open for its follower.

    An `OSError`, since gunicorn does not log these.
    """

    def __init__(self, follower: Follower) -> None:
        super().__init__("the connection stays open")
        self.follower = follower


def can_stream() -> bool:
    """Whether the server of this request can keep a connection open without a thread."""
    return getattr(request.environ.get("gunicorn.socket"), "can_stream", False)


def version_mark(role: Role, has_pen: bool, player_id: int | None, waiting: Sequence[Mapping[str, Any]] | None) -> str:
    """Everything besides events that changes a phone's pages: its role and player, the pen, and waiting bids.

    `-sp.2`: a scorer with the pen, while the bid of seat 2 waits.
    """
    seats = "".join(f".{bid['seat']}" for bid in waiting or ())
    return f"-{role.value[0]}{'p' if has_pen else ''}{player_id or ''}{seats}"


def page_stream(game_id: str, member_id: int, version: str) -> Response:
    """Stream the version of this phone's pages of the game, now and after each change; 204 if the server cannot."""
    if not can_stream():
        return Response(status=204)  # it tells a browser not to reconnect
    return _response(_message(version).decode(), Viewer(game_id, member_id, version))


def entry_stream(game_id: str, invite_id: str, after: int, data_of: Callable[[StoredEvent], str]) -> Response:
    """Stream the entries after this number, then each new one; if the server cannot, only those so far."""
    program = Program(game_id, invite_id, after, data_of)
    return _response(program.news(), program if can_stream() else None)


def _response(first: str, follower: Follower | None) -> Response:
    def begin() -> Iterator[str]:
        yield RECONNECT + first
        if follower is not None:
            raise HandedOver(follower)

    no_buffer = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}  # the first is for nginx
    return Response(begin(), mimetype=EVENT_STREAM, headers=no_buffer)


def _message(version: str) -> bytes:
    return f"data: {version}\n\n".encode()


followers_changed = Signal("Sent by a hub with the `count` of its followers when one joins or leaves.")


class Hub:
    """All followers of this process, and the thread that sends them news; it runs as long as there are any."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._followers: set[Follower] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._joined = False  # someone may have missed an event since the response began
        self._failed = 0  # unexpected errors in a row

    def add(self, follower: Follower) -> None:
        """Send this follower all news from now on."""
        with self._lock:
            self._followers.add(follower)
            self._joined = True
            followers_changed.send(self, count=len(self._followers))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=HUB, daemon=True)
                self._thread.start()

    def remove(self, follower: Follower) -> None:
        """Forget a follower whose connection is closed."""
        with self._lock:
            self._followers.discard(follower)
            followers_changed.send(self, count=len(self._followers))

    def _run(self) -> None:
        while not self._is_done():
            try:
                with self._app.app_context(), closing(Commits(db.engine)) as commits:
                    self._tell_news(commits)
            except (StorageError, SQLAlchemyError):
                time.sleep(AGAIN_AFTER)
            except Exception as error:
                # Without this thread no phone would hear anything, and the next followers would wait for it in vain.
                if not self._failed:
                    self._app.logger.error("The thread of the live streams failed, and tries again", exc_info=error)
                time.sleep(AGAIN_AFTER * 2 ** min(self._failed, MOST_DOUBLINGS))
                self._failed += 1

    def _tell_news(self, commits: Commits) -> None:
        next_beat = 0.0
        while self._followers:
            news = commits.wait(LONGEST_WAIT)
            beat = time.monotonic() >= next_beat
            if news or beat or self._joined:
                self._tell_all(beat)
                self._failed = 0
            if beat:
                next_beat = time.monotonic() + BEAT

    def _tell_all(self, beat: bool) -> None:
        with self._lock:
            followers, self._joined = list(self._followers), False
        games = live_games({one.game_id for one in followers})
        current = Current(
            live_members({one.member_id for one in followers if isinstance(one, Viewer)}),
            live_invites({one.invite_id for one in followers if isinstance(one, Program)}),
        )
        for follower in followers:
            game = games.get(follower.game_id)
            try:
                if game is None:
                    raise AccessEnded
                follower.look(game, current, beat)
            except AccessEnded:
                follower.end()
        db.session.rollback()  # the next look is a new one

    def _is_done(self) -> bool:
        """Whether no followers are left. Then this thread ends, and the next follower starts another."""
        with self._lock:
            if not self._followers:
                self._thread = None
            return not self._followers


def add_live_streams(app: Flask) -> None:
    """Give the app its hub."""
    app.extensions[HUB] = Hub(app)


def hub_of(app: Flask) -> Hub:
    """The hub of this app."""
    hub: Hub = app.extensions[HUB]
    return hub
