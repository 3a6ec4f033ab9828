"""A live stream begins with the version of the page, and hands its connection over, where the server can keep it."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread
from types import SimpleNamespace

import pytest
from werkzeug.test import TestResponse

from scorekeeper.access.followers import AccessEnded, Current, Program, Viewer
from scorekeeper.access.live import HandedOver, Hub, entry_stream, followers_changed
from scorekeeper.storage import Role, events_of, live_games, live_members, members_of
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


def test_a_program_gets_the_entries_so_far_and_hands_over_its_connection(cast: Cast) -> None:
    def news(after: int, *, can_stream: bool) -> Iterator[str]:
        connection = SimpleNamespace(can_stream=can_stream)
        with cast.app.test_request_context("/", environ_overrides={"gunicorn.socket": connection}):
            answer = entry_stream(cast.game, "i1", after, lambda entry: entry.kind)
        return iter(answer.response)  # type: ignore[arg-type]

    with cast.app.app_context():
        last = events_of(cast.game)[-1]
    pieces = news(last.seq - 1, can_stream=True)
    assert next(pieces) == f"retry: 2000\nid: {last.seq}\nevent: entry\ndata: {last.kind}\n\n"
    with pytest.raises(HandedOver) as handed:
        next(pieces)
    follower = handed.value.follower
    assert isinstance(follower, Program)
    assert (follower.game_id, follower.invite_id, follower.seq) == (cast.game, "i1", last.seq)
    assert list(news(last.seq, can_stream=False)) == ["retry: 2000\n"]


def test_a_hub_says_how_many_follow(cast: Cast) -> None:
    hub, counts = Hub(cast.app), list[int]()
    hub._thread = Thread()  # none is needed here

    def counted(_hub: object, count: int) -> None:
        counts.append(count)

    follower = Viewer(cast.game, 1, "1-k")
    with followers_changed.connected_to(counted, sender=hub):
        hub.add(follower)
        hub.add(Viewer(cast.game, 2, "1-w"))
        hub.remove(follower)
        hub.remove(follower)
    assert counts == [1, 2, 1, 1]


def test_server_that_cannot_stream_says_so(cast: Cast) -> None:
    answer = follows(cast, "wendy", can_stream=False)
    assert (answer.status_code, answer.data) == (204, b"")


def test_a_follower_is_told_what_is_new_or_that_the_server_is_there(cast: Cast) -> None:
    """Without news, a phone gets its version again and a program an empty line, but only when a beat is due."""
    written: list[bytes] = []
    with cast.app.app_context():
        last = events_of(cast.game)[-1]
        game, members = live_games({cast.game})[cast.game], members_of(cast.table)
        wendy = next(one.id for one in members if one.role == Role.WATCHER)
        current = Current(live_members({wendy}), {"i1"})
        phone = Viewer(cast.game, wendy, "0-w")
        program = Program(cast.game, "i1", last.seq - 1, lambda entry: entry.kind)
        phone.write = program.write = written.append
        for beat in (False, False, True):
            phone.look(game, current, beat)
            program.look(game, current, beat)
        version = f"data: {last.seq}-w\n\n".encode()
        news = f"id: {last.seq}\nevent: entry\ndata: {last.kind}\n\n".encode()
        assert written == [version, news, version, b":\n\n"]
        for gone in (phone, program):
            with pytest.raises(AccessEnded):
                gone.look(game, Current({}, ()), beat=True)
