"""Live streams: the server pushes news to each phone with a game page open, and to each program that follows a game.

A stream needs no thread: the thread that begins the response hands its connection over to the server, and one thread
serves all of them. That thread also closes the streams of devices and links whose access has ended.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from typing import Any, cast

from blinker import Signal
from flask import Flask, Response, current_app
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import hooks
from scorekeeper.access.followers import (
    AccessEnded,
    Current,
    Follower,
    PageFollower,
    Program,
    ProgramViewer,
    RoomViewer,
    Viewer,
    message_of,
    version_message,
    version_of,
)
from scorekeeper.access.own_connection import HandedOver, own_connection
from scorekeeper.access.refusals import TooMany
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.storage.database import Commits, db
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.games import live_games, live_tables
from scorekeeper.storage.invites import live_invites
from scorekeeper.storage.members import Role, live_members

BEAT = 2.0
"""Seconds between keep-alive messages; a phone that gets none starts to poll."""
MAX_WAIT = 0.1
"""Seconds that the hub waits for a commit before it serves new followers."""
AGAIN_AFTER = 1.0
"""Seconds before retrying a database that does not answer, and after the first of several unexpected errors."""
MAX_DOUBLINGS = 6
"""How often that pause doubles while unexpected errors go on."""
NOW = "event: now\ndata: {milliseconds}\n\n"
"""Tells a phone the server's time, for the clock of a game with a limit."""
RECONNECT = "retry: 2000\n"
"""Makes a browser reconnect two seconds after its stream ends."""
EVENT_STREAM = "text/event-stream"
NO_BUFFER = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}  # the first is for nginx
HUB = "scorekeeper-live"


def page_stream(game_id: str, member_id: int, version: str) -> Response:
    """Stream the version of this phone's pages of the game, now and after each change; 204 if the server cannot.

    The stream begins with the server's time.
    """
    viewer = Viewer(game_id, member_id, version)
    if own_connection() is None or _hub().is_full_for(viewer):
        return Response(status=204)  # it tells a browser not to reconnect; the page polls instead
    now = NOW.format(milliseconds=round(time.time() * 1000))
    return _response(f"{now}{message_of(version).decode()}", viewer)


def room_stream(followed_id: str, member_id: int, version_now: Callable[[], str]) -> Response:
    """Stream the version of this phone's page of what a room has under this id; 204 if the server cannot.

    `version_now` is asked after each commit that changes what `hooks.live_rows` gives for the id, in the thread of the
    streams.
    """
    viewer = RoomViewer(followed_id, member_id, version_now(), version_now)
    if own_connection() is None or _hub().is_full_for(viewer):
        return Response(status=204)
    return _response(message_of(viewer.version).decode(), viewer)


def is_connected(member_id: int) -> bool:
    """Whether this phone has a stream open to this process."""
    return _hub().is_following(member_id)


def event_stream(
    game_id: str, invite_id: str, after: int, data_of: Callable[[StoredEvent], str], role: Role = Role.SCORER
) -> Response:
    """Stream the events after this number, then each new one; if the server cannot, only those so far."""
    program = Program(game_id, invite_id, after, data_of, role)
    if _hub().is_full_for(program):
        raise TooMany(_("This link follows games over too many connections. Close some, then try again."), wait=5)
    return _response(program.news(), program if own_connection() else None)


def version_stream(followed_id: str, invite_id: str, seen: str, *, of_table: bool) -> Response:
    """Stream the version of a table, or of what a room has under this id: now, unless it was `seen`, then each new one.

    If the server cannot, only the version now.
    """
    now = _compared((), set() if of_table else {followed_id}, {followed_id} if of_table else set())[0]
    version = version_of(now.get(followed_id))
    program = ProgramViewer(followed_id, invite_id, version, of_table)
    if _hub().is_full_for(program):
        raise TooMany(_("This link follows games over too many connections. Close some, then try again."), wait=5)
    return _response("" if version == seen else version_message(version), program if own_connection() else None)


def _compared(
    games: Collection[str], of_rooms: Collection[str], tables: Collection[str]
) -> tuple[dict[str, Any], dict[tuple[int, str], bool], set[str]]:
    """What followers compare, by id; who is at a game only for their match; the games that are for the desk."""
    followed: dict[str, Any] = {**live_games(games), **live_tables(tables)}
    phones: dict[tuple[int, str], bool] = {}
    for_desk: set[str] = set()
    for rows in hooks.live_rows(games, of_rooms):
        followed |= rows.followed
        phones |= rows.phones
        for_desk.update(rows.for_desk)
    return followed, phones, for_desk


def _response(first: str, follower: Follower | None) -> Response:
    def begin() -> Iterator[str]:
        yield RECONNECT + first
        if follower is not None:
            raise HandedOver(follower)

    return Response(begin(), mimetype=EVENT_STREAM, headers=NO_BUFFER)


followers_changed = Signal("Sent by a hub with the `count` of its followers when one joins or leaves.")


class Hub:
    """All followers of this process, and the thread that sends them news; it runs as long as there are any."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._followers: set[Follower] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._joined = False  # someone may have missed an event since the response began
        self._told: Mapping[str, Any] = {}  # the games and what rooms have, as their followers last heard of them
        self._current = Current({}, ())  # who had access then
        self._failed = 0  # unexpected errors in a row

    def is_full_for(self, follower: Follower) -> bool:
        """Whether its device or link has as many streams as it may have."""
        with self._lock:
            return self._streams_of(follower) >= follower.most

    def _streams_of(self, follower: Follower) -> int:
        return sum(other.whose == follower.whose for other in self._followers)

    def is_following(self, member_id: int) -> bool:
        """Whether this device has a stream."""
        with self._lock:
            return any(other.whose == ("device", member_id) for other in self._followers)

    def add(self, follower: Follower) -> None:
        """Send this follower all news from now on; end it if others of its device came first at the same moment."""
        with self._lock:
            is_one_more = self._streams_of(follower) < follower.most
            if is_one_more:
                self._followers.add(follower)
                self._joined = True
                followers_changed.send(self, count=len(self._followers))
            if is_one_more and self._thread is None:
                self._thread = threading.Thread(target=self._run, name=HUB, daemon=True)
                self._thread.start()
        if not is_one_more:
            follower.end()

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
                time.sleep(AGAIN_AFTER * 2 ** min(self._failed, MAX_DOUBLINGS))
                self._failed += 1

    def _tell_news(self, commits: Commits) -> None:
        next_beat = 0.0
        while self._followers:
            news = commits.wait(MAX_WAIT)
            beat = time.monotonic() >= next_beat
            if news or beat or self._joined:
                self._tell_all(beat)
                self._failed = 0
            if beat:
                next_beat = time.monotonic() + BEAT

    def _tell_all(self, beat: bool) -> None:
        """Send all followers what is new; without a `beat` only look at those of games that have changed: often one."""
        with self._lock:
            followers, to_each, self._joined = list(self._followers), beat or self._joined, False
        viewers = [one for one in followers if isinstance(one, ProgramViewer)]
        tables = {one.game_id for one in viewers if one.of_table}
        of_rooms = {one.game_id for one in followers if isinstance(one, RoomViewer)}
        of_rooms |= {one.game_id for one in viewers if not one.of_table}
        games = {one.game_id for one in followers} - of_rooms - tables
        followed, phones, for_desk = _compared(games, of_rooms, tables)
        current = Current(
            live_members({one.member_id for one in followers if isinstance(one, PageFollower)}),
            live_invites({one.invite_id for one in followers if isinstance(one, Program | ProgramViewer)}),
            phones,
            for_desk,
        )
        before = self._told if current == self._current and not to_each else {}
        same = {game_id for game_id, game in followed.items() if game == before.get(game_id)}
        for follower in followers:
            if follower.game_id in same:
                continue
            game = followed.get(follower.game_id)
            try:
                if game is None:
                    raise AccessEnded
                follower.look(game, current, beat)
            except AccessEnded:
                follower.end()
        self._told, self._current = followed, current
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


def _hub() -> Hub:
    return cast(Hub, current_app.extensions[HUB])


def hub_of(app: Flask) -> Hub:
    """The hub of this app."""
    return cast(Hub, app.extensions[HUB])
