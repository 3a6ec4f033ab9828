"""Live streams: each phone with a game page open hears of a newer version without asking.

A stream needs no thread: the thread that begins the response hands its connection over to the server, and one thread
tells all of them. It also ends the streams of devices whose access has ended.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, Response, request
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.storage import Commits, Role, StorageError, db, live_games, live_members

BEAT = 2.0
"""Seconds between signs of life; a phone that hears none looks for news itself."""
LONGEST_WAIT = 0.1
"""Seconds that the hub waits for a commit before it looks at who joined."""
AGAIN_AFTER = 1.0
"""Seconds until a database that does not answer is asked again."""
RECONNECT = "retry: 2000\n"
"""A browser connects again two seconds after a stream has ended."""
EVENT_STREAM = "text/event-stream"
HUB = "scorekeeper-live"


@dataclass(eq=False, slots=True)
class Viewer:
    """One phone that watches a game, and the last version it was sent. The server sets how to write and to end."""

    game_id: str
    member_id: int
    version: str
    write: Callable[[bytes], None] = field(default=lambda _piece: None)
    end: Callable[[], None] = field(default=lambda: None)

    def tell(self, version: str) -> None:
        """Send the version of the game's pages."""
        self.version = version
        self.write(_message(version))


class HandedOver(OSError):
    """Ends the writing of a response in its thread; the connection stays open for the viewer.

    An `OSError`, since gunicorn passes these on without a word in its log.
    """

    def __init__(self, viewer: Viewer) -> None:
        super().__init__("the connection stays open")
        self.viewer = viewer


def can_stream() -> bool:
    """Whether the server of this request can keep a connection open without a thread."""
    return getattr(request.environ.get("gunicorn.socket"), "can_stream", False)


def version_mark(role: Role, has_pen: bool, player_id: int | None, waiting: Sequence[Mapping[str, Any]] | None) -> str:
    """What changes a phone's pages beside the game's events: its role and player, the pen, and waiting bids.

    `-sp.2`: a scorer with the pen, while the bid of seat 2 waits.
    """
    seats = "".join(f".{bid['seat']}" for bid in waiting or ())
    return f"-{role.value[0]}{'p' if has_pen else ''}{player_id or ''}{seats}"


def stream(game_id: str, member_id: int, version: str) -> Response:
    """The version of this phone's pages of the game, now and whenever it changes; where that cannot be, 204."""
    if not can_stream():
        return Response(status=204)  # a browser does not ask again

    def begin() -> Iterator[str]:
        yield RECONNECT + _message(version).decode()
        raise HandedOver(Viewer(game_id, member_id, version))

    no_buffer = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}  # the first is for nginx
    return Response(begin(), mimetype=EVENT_STREAM, headers=no_buffer)


def _message(version: str) -> bytes:
    return f"data: {version}\n\n".encode()


class Hub:
    """All viewers of this process, and the thread that tells them; it runs as long as there are any."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._viewers: set[Viewer] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._joined = False  # somebody may have missed what happened since the response began

    def add(self, viewer: Viewer) -> None:
        """Send this viewer each new version from now on."""
        with self._lock:
            self._viewers.add(viewer)
            self._joined = True
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=HUB, daemon=True)
                self._thread.start()

    def remove(self, viewer: Viewer) -> None:
        """Forget a viewer whose connection is closed."""
        with self._lock:
            self._viewers.discard(viewer)

    def _run(self) -> None:
        while not self._is_done():
            try:
                with self._app.app_context(), closing(Commits(db.engine)) as commits:
                    self._tell_news(commits)
            except (StorageError, SQLAlchemyError):
                time.sleep(AGAIN_AFTER)

    def _tell_news(self, commits: Commits) -> None:
        next_beat = 0.0
        while self._viewers:
            news = commits.wait(LONGEST_WAIT)
            beat = time.monotonic() >= next_beat
            if news or beat or self._joined:
                self._tell_all(beat)
            if beat:
                next_beat = time.monotonic() + BEAT

    def _tell_all(self, beat: bool) -> None:
        with self._lock:
            viewers, self._joined = list(self._viewers), False
        games = live_games({one.game_id for one in viewers})
        members = live_members({one.member_id for one in viewers})
        db.session.rollback()  # the next look is a new one
        for viewer in viewers:
            game, own = games.get(viewer.game_id), members.get(viewer.member_id)
            if game is None or own is None:
                viewer.end()
                continue
            mark = version_mark(Role(own.role), own.pen_since is not None, own.player_id, game.waiting)
            version = f"{game.last_seq}{mark}"
            if beat or version != viewer.version:
                viewer.tell(version)

    def _is_done(self) -> bool:
        """Whether nobody watches. Then this thread ends, and the next viewer starts another."""
        with self._lock:
            if not self._viewers:
                self._thread = None
            return not self._viewers


def add_live_streams(app: Flask) -> None:
    """Give the app its hub."""
    app.extensions[HUB] = Hub(app)


def hub_of(app: Flask) -> Hub:
    """The hub of this app."""
    hub: Hub = app.extensions[HUB]
    return hub
