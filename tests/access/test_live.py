"""A live stream begins with the version of the page, and hands its connection over, where the server can keep it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.test import TestResponse

from scorekeeper.access import followers, live
from scorekeeper.access.followers import AccessEnded, Current, Follower, Program, Viewer, version_mark
from scorekeeper.access.live import (
    BEAT,
    HUB,
    HandedOver,
    Hub,
    add_live_streams,
    can_stream,
    entry_stream,
    followers_changed,
    hub_of,
)
from scorekeeper.storage import Commits, Role, events_of, live_games, live_members, members_of
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


def test_the_version_of_a_phone_s_pages() -> None:
    assert version_mark(Role.WATCHER, False, None, None) == "-w"
    assert version_mark(Role.SCORER, True, 12, [{"seat": 2}, {"seat": 0}]) == "-sp12.2.0"


def test_a_viewer_gets_news_and_signs_of_life() -> None:
    viewer, sent = Viewer("g1", 7, "3-s12"), list[bytes]()
    viewer.write = sent.append
    ann = SimpleNamespace(role="scorer", pen_since=None, player_id=12)
    current = Current({7: ann}, ())  # type: ignore[dict-item]
    for last_seq, beat in ((3, False), (3, True), (4, False), (4, False)):
        viewer.look(SimpleNamespace(last_seq=last_seq, waiting=None), current, beat)  # type: ignore[arg-type]
    assert sent == [b"data: 3-s12\n\n", b"data: 4-s12\n\n"]
    ann.pen_since = "now"
    viewer.look(SimpleNamespace(last_seq=4, waiting=[{"seat": 1}]), current, False)  # type: ignore[arg-type]
    assert (sent[-1], viewer.version) == (b"data: 4-sp12.1\n\n", "4-sp12.1")
    with pytest.raises(AccessEnded):
        viewer.look(SimpleNamespace(last_seq=4, waiting=None), Current({}, ()), True)  # type: ignore[arg-type]


def test_a_follower_that_was_handed_over_ends_the_response() -> None:
    viewer: Follower = Viewer("g1", 7, "3-s")
    handed = HandedOver(viewer)
    assert (handed.follower, str(handed)) == (viewer, "the connection stays open")


def test_a_program_gets_all_entries_since_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    def events(_game: str, after: int) -> list[SimpleNamespace]:
        return [SimpleNamespace(seq=seq, kind=kind) for seq, kind in ((4, "hand"), (5, "undo")) if seq > after]

    monkeypatch.setattr(followers, "events_of", events)
    program = Program("g1", "i1", 3, lambda entry: entry.kind)
    assert program.news() == "id: 4\nevent: entry\ndata: hand\n\nid: 5\nevent: entry\ndata: undo\n\n"
    assert program.seq == 5
    assert program.news() == ""
    assert program.seq == 5


def test_most_servers_cannot_stream(cast: Cast) -> None:
    with cast.app.test_request_context("/"):
        assert can_stream() is False


@dataclass(eq=False)
class Listener(Follower):
    """Notes each time that it is served, and whether a beat was due."""

    served: list[bool] = field(default_factory=list)

    def look(self, _game: Any, _current: Any, beat: bool) -> None:
        self.served.append(beat)


def test_a_hub_serves_all_at_each_beat_arrival_and_commit_about_them(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, seq, members = 100.0, 1, dict[int, str]()
    monkeypatch.setattr(live, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(live, "live_games", lambda ids: {one: (one, seq, None) for one in ids if one == cast.game})
    monkeypatch.setattr(live, "live_members", lambda _ids: dict(members))
    hub, early, late, ended = Hub(cast.app), Listener(cast.game), Listener(cast.game), list[str]()
    gone = Listener("of a game that was deleted")
    gone.end = lambda: ended.append(gone.game_id)
    hub._thread = Thread()  # this one
    hub.add(early)

    def commits() -> Iterator[bool]:
        nonlocal now, seq
        yield False  # the first beat
        yield False  # nothing
        hub.add(late)
        yield False
        yield False
        yield True  # about another game
        seq = 2
        yield True
        members[1] = "now a watcher"
        yield True
        now += BEAT - 0.1
        yield False
        now += 0.1
        yield False
        hub.add(gone)
        yield False
        hub.remove(gone)
        hub.remove(early)
        hub.remove(late)
        yield False

    waited = commits()
    with cast.app.app_context():
        hub._tell_news(SimpleNamespace(wait=lambda _seconds: next(waited)))  # type: ignore[arg-type]
    assert early.served == [True, False, False, False, True, False]
    assert late.served == [False, False, False, True, False]
    assert (ended, gone.served) == ([gone.game_id], [])


def test_a_hub_waits_longer_after_each_unexpected_error(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    errors = iter([ZeroDivisionError("first"), SQLAlchemyError("away"), *(KeyError("next") for _ in range(8))])

    class Troubled(Hub):
        def _tell_news(self, _commits: Commits) -> None:
            for error in errors:
                raise error
            self._followers.clear()

    pauses: list[float] = []
    monkeypatch.setattr(live, "time", SimpleNamespace(sleep=pauses.append))
    hub = Troubled(cast.app)
    hub._thread = Thread()  # this one
    hub.add(Listener(cast.game))
    hub._run()
    assert pauses == [1, 1, 2, 4, 8, 16, 32, 64, 64, 64]
    (line,) = caplog.records
    assert line.getMessage() == "The thread of the live streams failed, and tries again"
    assert line.exc_info is not None
    assert isinstance(line.exc_info[1], ZeroDivisionError)
    assert hub._thread is None


def test_a_hub_has_one_thread_which_does_not_keep_the_server_alive(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hub, "_run", lambda _hub: None)
    hub = Hub(cast.app)
    hub.add(Listener(cast.game))
    thread = hub._thread
    assert thread is not None
    assert (thread.name, thread.daemon) == (HUB, True)
    hub.add(Listener(cast.game))
    assert hub._thread is thread


def test_each_app_has_a_hub_of_its_own() -> None:
    apps = [Flask("of one table"), Flask("of another")]
    for app in apps:
        add_live_streams(app)
    assert [hub_of(app)._app for app in apps] == apps
