"""The connection of a request, where the server is our own (`server/connections`): it outlives the thread that answers.

Other servers, such as Flask's and the one for Windows, have none. There phones poll, and downloads are not counted.
"""

from collections.abc import Callable
from typing import Protocol, cast

from flask import request

from scorekeeper.access.followers import Follower

ENVIRON_KEY = "gunicorn.socket"
"""Where gunicorn puts the socket of a request, which is one of ours."""


class OwnConnection(Protocol):
    """The connection of a client that nobody waits for."""

    def when_answered(self, do: Callable[[], None], /) -> None:
        """Call this once the client has accepted the whole answer, or is gone."""


class HandedOver(OSError):
    """Ends the writing of a response in its thread; the connection stays open for its follower.

    An `OSError`, since gunicorn does not log these.
    """

    def __init__(self, follower: Follower) -> None:
        super().__init__("the connection stays open")
        self.follower = follower


def own_connection() -> OwnConnection | None:
    """That of this request; None on another server."""
    found = request.environ.get(ENVIRON_KEY)
    return cast(OwnConnection, found) if hasattr(found, "when_answered") else None
