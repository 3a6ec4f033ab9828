"""A hub serves the followers of all games from one thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.access import live
from scorekeeper.access.followers import Follower, Viewer
from scorekeeper.access.live import BEAT, HUB, Hub, add_live_streams, followers_changed, hub_of
from scorekeeper.storage.database import Commits
from tests.access.cast import Cast


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


@dataclass(eq=False)
class Listener(Follower):
    """Notes each time that it is served, and whether a beat was due."""

    most = 8

    served: list[bool] = field(default_factory=list)

    @property
    def whose(self) -> object:
        return self

    def look(self, _game: Any, _current: Any, beat: bool) -> None:
        self.served.append(beat)


def test_a_hub_serves_all_at_each_beat_and_at_news(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
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
        for follower in (gone, early, late):
            hub.remove(follower)
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
