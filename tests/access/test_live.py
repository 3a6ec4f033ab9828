"""A live stream begins with the version of the page, and hands its connection over, where the server can keep it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from werkzeug.test import TestResponse

from scorekeeper.access.live import HandedOver, Viewer
from scorekeeper.storage import Role, members_of
from tests.access.cast import Cast
from tests.access.test_unchanged import version


def follows(cast: Cast, who: str, *, can_stream: bool) -> TestResponse:
    """Somebody's phone opens the game's stream, at a server that keeps connections open, or not."""
    connection = SimpleNamespace(can_stream=can_stream)
    url = f"/games/{cast.game}/live"
    return cast.clients[who].get(url, environ_overrides={"gunicorn.socket": connection}, buffered=False)


def test_stream_begins_with_the_version_and_hands_over_its_phone(cast: Cast) -> None:
    current = version(cast, "wendy").strip('"')
    answer = follows(cast, "wendy", can_stream=True)
    assert answer.mimetype == "text/event-stream"
    assert (answer.headers["Cache-Control"], answer.headers["X-Accel-Buffering"]) == ("no-store", "no")
    pieces = iter(answer.response)
    assert next(pieces) == f"retry: 2000\ndata: {current}\n\n".encode()
    with pytest.raises(HandedOver) as handed:
        next(pieces)
    follower = handed.value.follower
    assert isinstance(follower, Viewer)
    with cast.app.app_context():
        wendy = next(one.id for one in members_of(cast.table) if one.role == Role.WATCHER)
    assert (follower.game_id, follower.member_id, follower.version) == (cast.game, wendy, current)


def test_server_that_cannot_stream_says_so(cast: Cast) -> None:
    answer = follows(cast, "wendy", can_stream=False)
    assert (answer.status_code, answer.data) == (204, b"")
