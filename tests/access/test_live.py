"""A live stream begins with the version of the page, and hands its connection over, where the server can keep it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper.access import followers
from scorekeeper.access.followers import (
    AccessEnded,
    Current,
    Follower,
    Program,
    RoomViewer,
    Viewer,
    message_of,
    version_mark,
)
from scorekeeper.access.live import HUB, Hub, event_stream, is_connected, page_stream, room_stream
from scorekeeper.access.own_connection import ENVIRON_KEY, HandedOver, own_connection
from scorekeeper.access.refusals import TooMany
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import live_games
from scorekeeper.storage.members import Role, live_members, members_of
from tests.access.cast import Cast
from tests.access.test_unchanged import version


def follows(cast: Cast, who: str, *, can_stream: bool) -> TestResponse:
    """Somebody's phone opens the game's stream, at a server that keeps connections open, or not."""
    url, connection = f"/games/{cast.game}/live", connection_that(can_stream)
    return cast.clients[who].get(url, environ_overrides={ENVIRON_KEY: connection}, buffered=False)


def connection_that(can_stream: bool) -> SimpleNamespace:
    """The connection of our own server, or of another one."""
    return SimpleNamespace(when_answered=None) if can_stream else SimpleNamespace()


def test_stream_begins_with_the_version_and_hands_over_its_phone(cast: Cast) -> None:
    current = version(cast, "wendy").strip('"')
    asked_at = time.time() - 0.001
    answer = follows(cast, "wendy", can_stream=True)
    assert answer.mimetype == "text/event-stream"
    assert (answer.headers["Cache-Control"], answer.headers["X-Accel-Buffering"]) == ("no-store", "no")
    pieces = iter(answer.response)
    piece = next(pieces)
    assert isinstance(piece, bytes)
    first = re.fullmatch(rb"retry: 2000\nevent: now\ndata: (\d+)\n\ndata: (.+)\n\n", piece)
    assert first is not None
    assert asked_at <= int(first[1]) / 1000 <= time.time() + 0.001, "the server's time, in ms"
    assert first[2] == current.encode()
    with pytest.raises(HandedOver) as handed:
        next(pieces)
    follower = handed.value.follower
    assert isinstance(follower, Viewer)
    with cast.app.app_context():
        wendy = next(one.id for one in members_of(cast.table) if one.role == Role.WATCHER)
    assert (follower.game_id, follower.member_id, follower.version) == (cast.game, wendy, current)


def test_a_program_gets_the_entries_so_far_and_hands_over_its_connection(cast: Cast) -> None:
    def news(after: int, *, can_stream: bool) -> Iterator[str]:
        with cast.app.test_request_context("/", environ_overrides={ENVIRON_KEY: connection_that(can_stream)}):
            answer = event_stream(cast.game, "i1", after, lambda entry: entry.kind)
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


def test_server_that_cannot_stream_says_so(cast: Cast) -> None:
    answer = follows(cast, "wendy", can_stream=False)
    assert (answer.status_code, answer.data) == (204, b"")


def test_a_device_or_link_has_only_so_many_streams(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = Hub(cast.app)
    hub._thread = Thread()  # none is needed here
    monkeypatch.setitem(cast.app.extensions, HUB, hub)

    def begins_two(member: int) -> list[int]:
        streams = (page_stream(cast.game, member, "1-k"), room_stream("t1", member, lambda: "1"))
        return [stream.status_code for stream in streams]

    with cast.app.test_request_context("/", environ_overrides={ENVIRON_KEY: connection_that(True)}):
        assert not is_connected(1)
        for number in range(8):
            assert begins_two(1) == [200, 200]
            hub.add(Viewer(cast.game, 1, "1-k") if number % 2 else RoomViewer("t1", 1, "1", lambda: "1"))
        assert (is_connected(1), is_connected(2)) == (True, False)
        assert (begins_two(1), begins_two(2)) == ([204, 204], [200, 200])
        for _ in range(64):
            assert event_stream(cast.game, "i1", 0, lambda entry: entry.kind).status_code == 200
            hub.add(Program(cast.game, "i1", 0, lambda entry: entry.kind))
        with pytest.raises(TooMany) as refused:
            event_stream(cast.game, "i1", 0, lambda entry: entry.kind)
        assert refused.value.wait == 5
        assert event_stream(cast.game, "i2", 0, lambda entry: entry.kind).status_code == 200


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
    quiet = SimpleNamespace(waiting=None, unsent=None, rematches=0, room=None)
    assert version_mark(7, Role.WATCHER, False, None, quiet) == "-w"
    quiet.waiting = [{"seat": 2}, {"seat": 0}]
    assert version_mark(7, Role.SCORER, True, 12, quiet) == "-sp12.2.0"
    over = SimpleNamespace(
        waiting=None, unsent=[{"member": 8, "taps": 3}, {"member": 7, "taps": 1}], rematches=2, room=None
    )
    assert version_mark(7, Role.WATCHER, False, 12, over) == "-w12~2"
    assert version_mark(7, Role.KEEPER, False, None, over) == "-k~2!8x3", "its own taps are on its own page"


def after(last_seq: int, waiting: Any = None, rematches: int = 0) -> Any:
    """A game after this many events."""
    return SimpleNamespace(last_seq=last_seq, waiting=waiting, unsent=None, rematches=rematches, room=None)


def test_a_viewer_gets_news_and_signs_of_life() -> None:
    viewer, sent = Viewer("g1", 7, "3-s12"), list[bytes]()
    viewer.write = sent.append
    ann = SimpleNamespace(role="scorer", pen_since=None, player_id=12, for_matches=None)
    current = Current({7: ann}, ())  # type: ignore[dict-item]
    for last_seq, beat in ((3, False), (3, True), (4, False), (4, False)):
        viewer.look(after(last_seq), current, beat)
    assert sent == [b"data: 3-s12\n\n", b"data: 4-s12\n\n"]
    ann.pen_since = "now"
    viewer.look(after(4, [{"seat": 1}]), current, False)
    assert (sent[-1], viewer.version) == (b"data: 4-sp12.1\n\n", "4-sp12.1")
    viewer.look(after(4, rematches=1), current, False)
    assert (sent[-1], viewer.version) == (b"data: 4-sp12~1\n\n", "4-sp12~1")
    with pytest.raises(AccessEnded):
        viewer.look(after(4), Current({}, ()), True)


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
        assert own_connection() is None


def test_a_phone_at_its_match_hears_whether_it_keeps_the_score_and_nothing_of_other_games() -> None:
    viewer, sent = Viewer("g1", 7, "3-w"), list[bytes]()
    viewer.write = sent.append
    members = {7: SimpleNamespace(role="watcher", pen_since=None, player_id=None, for_matches=True)}
    viewer.look(after(3), Current(members, (), {(7, "g1"): True}), False)  # type: ignore[arg-type]
    assert sent == [message_of("3-s")]
    with pytest.raises(AccessEnded):
        viewer.look(after(3), Current(members, (), {(7, "g2"): True}), False)  # type: ignore[arg-type]
