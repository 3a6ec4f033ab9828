"""Viewers of a game get each new version of its pages until their access ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from queue import Queue

import pytest
from flask import Flask
from sqlalchemy import create_engine

from scorekeeper.access import live
from scorekeeper.access.followers import Viewer
from scorekeeper.access.live import HUB, Hub
from scorekeeper.core.game import CLOSE
from scorekeeper.services.members import revoke_member
from scorekeeper.services.recording import record
from scorekeeper.services.starting import rematch
from scorekeeper.storage import database
from scorekeeper.storage.database import Commits, db
from scorekeeper.storage.errors import DatabaseAway
from scorekeeper.storage.members import Member, Role, add_member, give_pen
from scorekeeper.storage.models import Table
from tests.services.cast import ANN, EVEN, play

ENDED = "ended"
STARTED, ONE_HAND, WITH_PEN, WITH_REMATCH = "1-w", "2-w", "1-wp", "2-w~1"
"""A game's versions: for a watcher after the start and after a hand, with the pen, and after a rematch began."""
LONGEST = 30  # seconds to wait for a message, on a busy machine


class Phone:
    """A phone with a game page open, and what it was sent."""

    def __init__(self, hub: Hub, game_id: str, member: Member, version: str) -> None:
        self.heard: Queue[str] = Queue()
        self.viewer = Viewer(game_id, member.id, version)
        self.viewer.write = lambda piece: self.heard.put(piece.decode())
        self.viewer.end = self.end
        self._hub = hub
        hub.add(self.viewer)

    def end(self) -> None:
        self._hub.remove(self.viewer)
        self.heard.put(ENDED)

    def hears(self, expected: str) -> bool:
        """Whether this arrives in time; keep-alive messages repeat earlier versions."""
        while True:
            found = self.heard.get(timeout=LONGEST)
            if found == expected:
                return True
            assert found < expected


def message(version: str) -> str:
    return f"data: {version}\n\n"


def hub_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == HUB]


@pytest.fixture
def watch(app: Flask, table: Table, game_id: str) -> Iterator[Callable[[str], Phone]]:
    """Lets a new member of the table, by name, watch the game from its first event on."""
    hub, phones = Hub(app), list[Phone]()

    def watch_as(name: str) -> Phone:
        member = add_member(table.id, name, name=name, role=Role.WATCHER, seen=True)
        phones.append(Phone(hub, game_id, member, version=STARTED))
        return phones[-1]

    yield watch_as
    for phone in phones:
        hub.remove(phone.viewer)
    for thread in hub_threads():
        thread.join(LONGEST)


def test_every_viewer_gets_news_of_a_hand(watch: Callable[[str], Phone], game_id: str) -> None:
    phones = [watch("Ann"), watch("Ben")]
    play(game_id, EVEN)
    assert all(phone.hears(message(ONE_HAND)) for phone in phones)


def test_a_commit_of_this_process_is_noticed_without_a_second_look_at_the_file(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "LOOK_EVERY", 2 * LONGEST)
    with closing(Commits(db.engine)) as commits, ThreadPoolExecutor() as pool:
        commits.wait(0)
        noticed = pool.submit(commits.wait, LONGEST)
        play(game_id, EVEN)
        assert noticed.result(LONGEST)


def test_database_that_does_not_answer_is_away_for_those_who_wait_for_news() -> None:
    """The thread of the streams then tries again each second, instead of ever more seldom."""
    with pytest.raises(DatabaseAway):
        Commits(create_engine("postgresql+psycopg://ann@127.0.0.1:1/games"))


def test_stream_begins_with_what_the_page_missed(watch: Callable[[str], Phone], game_id: str) -> None:
    play(game_id, EVEN)
    assert watch("Ann").hears(message(ONE_HAND))


def test_signs_of_life_come_without_news(watch: Callable[[str], Phone]) -> None:
    phone = watch("Ann")
    assert [phone.heard.get(timeout=LONGEST) for _ in range(2)] == [message(STARTED)] * 2


def test_phone_that_gets_the_pen_says_so(watch: Callable[[str], Phone], table: Table) -> None:
    phone = watch("Ann")
    give_pen(table.id, phone.viewer.member_id)
    assert phone.hears(message(WITH_PEN))


def test_viewer_of_a_finished_game_hears_of_its_rematch(watch: Callable[[str], Phone], game_id: str) -> None:
    phone = watch("Ann")
    record(game_id, CLOSE, {"reason": "late"}, author=ANN)
    rematch(game_id, ANN)
    assert phone.hears(message(WITH_REMATCH))


def test_removed_device_gets_no_more_news(watch: Callable[[str], Phone], game_id: str) -> None:
    removed, other = watch("Ann"), watch("Ben")
    member = db.session.get(Member, removed.viewer.member_id)
    assert member is not None
    revoke_member(member)
    assert removed.hears(ENDED)
    play(game_id, EVEN)
    assert other.hears(message(ONE_HAND))
    assert removed.heard.empty()


def test_an_unexpected_error_is_logged_once_and_does_not_end_the_news(
    watch: Callable[[str], Phone], game_id: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fails = iter([ZeroDivisionError("first"), KeyError("second")])

    class Fails(Commits):
        def wait(self, seconds: float) -> bool:
            for error in fails:
                raise error
            return super().wait(seconds)

    monkeypatch.setattr(live, "Commits", Fails)
    monkeypatch.setattr(live, "AGAIN_AFTER", 0.01)
    phone = watch("Ann")
    play(game_id, EVEN)
    assert phone.hears(message(ONE_HAND))
    logged = [record.exc_info[0] for record in caplog.records if record.exc_info]
    assert logged == [ZeroDivisionError]


def test_one_thread_tells_a_viewer_who_joins_as_the_last_one_leaves(
    app: Flask, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, late, begun, joined = Hub(app), Viewer(game_id, 0, ""), threading.Event(), threading.Event()

    class JoinedAtTheEnd(Commits):
        def wait(self, seconds: float) -> bool:
            begun.set()
            return super().wait(seconds)

        def close(self) -> None:
            super().close()
            if not joined.is_set():
                hub.add(late)
                joined.set()

    monkeypatch.setattr(live, "Commits", JoinedAtTheEnd)
    early = Viewer(game_id, 0, "")
    hub.add(early)
    assert begun.wait(LONGEST)
    hub.remove(early)
    try:
        assert joined.wait(LONGEST)
        assert len(hub_threads()) == 1
    finally:
        hub.remove(late)
        for thread in hub_threads():
            thread.join(LONGEST)
