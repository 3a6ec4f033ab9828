"""Two phones at a real server that is restored from an older copy: nothing that anybody has seen saved is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from scorekeeper.core.outbox.model import Phase
from scorekeeper.storage.backups import restore_backup
from tests.api.calling import PAIRS, Json
from tests.api.client import Scorekeeper
from tests.hypothesis_budget import examples
from tests.served import served
from tests.server.outbox_phone import OutboxPhone

LENGTH = 60  # steps of an evening
ROUNDS = 30  # more than two phones need to agree


class Evening:
    """A server that can be stopped and restored, a game, and two phones at its table."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder, self.random = folder, random
        self.file, self.copy = folder / "scorekeeper.sqlite", folder / "copy.sqlite"
        self._running = ExitStack()
        self.url = ""
        self.tapped: list[str] = []
        self.is_bad = True  # the line
        self.start()
        maker = Scorekeeper(self.url)
        made = maker.call("POST", "/tables", {"name": "Thursday"})
        maker.headers = {"Authorization": f"Bearer {made['tokens']['keeper']}"}
        self.program = maker
        self.game: str = maker.call("POST", f"/tables/{made['table']}/games", PAIRS)["game"]
        self.phones = [OutboxPhone(self.url, self.game, self.line) for _ in range(2)]
        for phone in self.phones:
            phone.line = lambda: (True, True)
            phone.join(made["tokens"]["scorer"])
            phone.line = self.line

    def start(self) -> None:
        settings = {"SCOREKEEPER_RATE_LIMITS": "off"}
        server = self._running.enter_context(served(self.folder, "--host", "127.0.0.1", settings=settings))
        self.url = server.url

    def stop(self) -> None:
        self._running.close()

    def line(self) -> tuple[bool, bool]:
        """Some requests do not arrive, and some answers do not come back."""
        return (self.random.random() < 0.8, self.random.random() < 0.8) if self.is_bad else (True, True)

    def back_up(self) -> None:
        with closing(sqlite3.connect(self.file)) as old, closing(sqlite3.connect(self.copy)) as new:
            old.backup(new)

    def restore(self) -> None:
        self.stop()
        restore_backup(self.copy, f"sqlite:///{self.file}", force=True)
        self.start()
        for phone in self.phones:
            phone.url = self.url
        self.program.api = f"{self.url}/api/v1"

    def play(self, steps: int) -> None:
        """Taps, pauses that end, and news, on both phones."""
        for _ in range(steps):
            phone = self.random.choice(self.phones)
            act = self.random.random()
            if act < 0.5:
                self.tapped.append(phone.bid(1 + len(self.tapped) % 13))
            elif act < 0.8:
                phone.wait()
            else:
                phone.hear()

    def settle(self) -> None:
        """The line is well, until nothing waits on either phone."""
        self.is_bad = False
        for _ in range(ROUNDS):
            for phone in self.phones:
                phone.wait()
                phone.hear()
            if all(not phone.taps and phone.phase is Phase.READY for phone in self.phones) and (
                self.phones[0].events == self.phones[1].events
            ):
                return
        raise AssertionError([(phone.phase, len(phone.taps)) for phone in self.phones])

    def on_server(self) -> list[Json]:
        found: list[Json] = self.program.call("GET", f"/games/{self.game}/entries")["entries"]
        return found


@contextmanager
def evening(folder: Path, seed: int) -> Iterator[Evening]:
    found = Evening(folder, Random(seed))
    try:
        yield found
    finally:
        found.stop()


def content(entries: list[Json]) -> list[Json]:
    """What was recorded and when. Hashes have other salts then, and the phone that records it again signs it."""
    return [{name: entry[name] for name in ("seq", "id", "kind", "payload", "at")} for entry in entries]


def test_phones_record_again_what_a_restored_server_lost(tmp_path: Path) -> None:
    """Both know more than the copy: they send it again with the same ids and moments, and it is there once."""
    with evening(tmp_path / "instance", 1) as tonight:
        tonight.is_bad = False
        tonight.play(20)
        tonight.back_up()
        tonight.play(20)
        tonight.settle()
        before = tonight.on_server()
        tonight.restore()
        assert len(tonight.on_server()) < len(before)
        tonight.settle()
        assert content(tonight.on_server()) == content(before)
        assert all(not phone.files for phone in tonight.phones)


def test_phone_keeps_a_file_of_what_a_server_went_on_without(tmp_path: Path) -> None:
    with evening(tmp_path / "instance", 2) as tonight:
        tonight.is_bad = False
        ann, ben = tonight.phones
        ann.bid(4)
        tonight.settle()
        tonight.back_up()
        lost = [ann.bid(5), ann.bid(6)]
        tonight.restore()
        kept = ben.bid(7)
        tonight.settle()
        assert [entry["id"] for entry in tonight.on_server()][2:] == [kept]
        assert [event["id"] for event in ann.files] == lost
        assert [event["payload"]["bids"][0][0] for event in ann.files] == ["5", "6"]


@pytest.mark.parametrize("seed", range(examples(3, soak=200)))
def test_nothing_seen_saved_is_lost_in_random_evenings(tmp_path: Path, seed: int) -> None:
    with evening(tmp_path / "instance", seed) as tonight:
        tonight.play(LENGTH // 3)
        tonight.back_up()
        tonight.play(LENGTH // 3)
        tonight.restore()
        tonight.play(LENGTH // 3)
        tonight.settle()
        there = [entry["id"] for entry in tonight.on_server()]
        assert len(set(there)) == len(there)
        for phone in tonight.phones:
            assert [event["id"] for event in phone.events] == there
        in_files = {event["id"] for phone in tonight.phones for event in phone.files}
        seen_saved = {event for phone in tonight.phones for event in phone.seen}
        assert seen_saved <= {*there, *in_files}
        assert {*tonight.tapped} <= {*there, *in_files}
