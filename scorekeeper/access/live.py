"""Live streams: phones that a game page is open on are told the number of each new event, without asking for it.

A stream needs no thread: the thread that begins the response hands its connection over to the server, and one thread
tells all of them. It also ends the streams of devices whose access has ended.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from flask import Flask, Response, request
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.storage import Commits, StorageError, db, last_seqs, still_inside

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
    """One phone that watches a game; `seq` is the event it was told last. The server sets how to write and to end."""

    game_id: str
    member_id: int
    seq: int
    write: Callable[[bytes], None] = field(default=lambda _piece: None)
    end: Callable[[], None] = field(default=lambda: None)

    def tell(self, seq: int) -> None:
        """Send the number of the game's last event."""
        self.seq = seq
        self.write(_message(seq))


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


def stream(game_id: str, member_id: int, seq: int) -> Response:
    """The number of the game's last event, now and whenever it changes; to a server that cannot stream, 204."""
    if not can_stream():
        return Response(status=204)  # a browser does not ask again

    def begin() -> Iterator[str]:
        yield RECONNECT + _message(seq).decode()
        raise HandedOver(Viewer(game_id, member_id, seq))

    no_buffer = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}  # the first is for nginx
    return Response(begin(), mimetype=EVENT_STREAM, headers=no_buffer)


def _message(seq: int) -> bytes:
    return f"id: {seq}\ndata: {seq}\n\n".encode()


class Hub:
    """All viewers of this process, and the thread that tells them; it runs as long as there are any."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._viewers: set[Viewer] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._joined = False  # somebody may have missed what happened since the response began

    def add(self, viewer: Viewer) -> None:
        """Tell this viewer from now on."""
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
        while self._has_viewers():
            try:
                with self._app.app_context(), closing(Commits(db.engine)) as commits:
                    self._tell_news(commits)
            except (StorageError, SQLAlchemyError):
                time.sleep(AGAIN_AFTER)

    def _tell_news(self, commits: Commits) -> None:
        next_beat = 0.0
        while self._has_viewers():
            news = commits.wait(LONGEST_WAIT)
            beat = time.monotonic() >= next_beat
            if news or beat or self._joined:
                self._tell_all(beat)
            if beat:
                next_beat = time.monotonic() + BEAT

    def _tell_all(self, beat: bool) -> None:
        with self._lock:
            viewers, self._joined = list(self._viewers), False
        now = last_seqs({one.game_id for one in viewers})
        inside = still_inside({one.member_id for one in viewers})
        db.session.rollback()  # the next look is a new one
        for viewer in viewers:
            seq = now.get(viewer.game_id)
            if seq is None or viewer.member_id not in inside:
                viewer.end()
            elif beat or seq != viewer.seq:
                viewer.tell(seq)

    def _has_viewers(self) -> bool:
        with self._lock:
            if not self._viewers:
                self._thread = None
            return bool(self._viewers)


def add_live_streams(app: Flask) -> None:
    """Give the app its hub."""
    app.extensions[HUB] = Hub(app)


def hub_of(app: Flask) -> Hub:
    """The hub of this app."""
    hub: Hub = app.extensions[HUB]
    return hub
