"""Nothing that was acknowledged is lost in a power cut, whenever it comes and whatever the disk had not yet written."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from random import Random

import pytest

from scorekeeper.storage.backups import damage
from scorekeeper.storage.errors import DatabaseRefused
from tests.api.calling import EVEN, PAIRS
from tests.api.client import Scorekeeper
from tests.hypothesis_budget import IN_SOAK
from tests.power import trace
from tests.power.disk import Disk, everything, nothing, some
from tests.power.starting import DATABASE, Found, lay_out, start
from tests.power.trace import NO_STRACE, STRACE, Reader, Said
from tests.sampled import seed
from tests.served import Served, environment, served

pytestmark = pytest.mark.skipif(STRACE is None, reason=NO_STRACE)

Events = frozenset[tuple[str, int]]
Open = Callable[[Path], Found]

COMMAND = (sys.executable, "-m", "scorekeeper")
STATES = 4_000 if IN_SOAK else 12
"""How many states each recording is tried in, about."""
EACH = 6
"""How many states of one moment, besides that with and that without all that is not synced."""
GAMES = 20 if IN_SOAK else 2
MANY = 100
"""As many starts are remembered, each with all its files."""
GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "0.1.0"
WRITTEN = re.compile(rb'"entry": ?(\d+), ?"seq"')
"""In the answer to an event that was recorded: its number."""


@dataclass
class Recording:
    """What a program did to the files below `root`, which were `before`."""

    root: Path
    before: dict[PurePosixPath, bytes]
    record: Path


@dataclass(frozen=True)
class State:
    """The files after a power cut, in `root`, what the program had said before it, and whether that was all."""

    root: Path
    output: bytes
    said_all: bool


def files_in(root: Path) -> dict[PurePosixPath, bytes]:
    return {
        PurePosixPath(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()
    }


def recorded(root: Path, record: Path, *words: str) -> Recording:
    """Run a command on the instance in `root`, which must succeed."""
    before = files_in(root)
    done = subprocess.run(
        [*trace.command(record), *COMMAND, *words],
        env=environment(root / "instance"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return Recording(root, before, record)


def states(recording: Recording, folder: Path, share_of_states: float = 1.0, each: int = EACH) -> Iterator[State]:
    """States that a power cut may leave, each laid out in `folder`, at moments that the commit draws."""
    random = Random(seed())
    are_said = [isinstance(step, Said) for step in _steps(recording)[1]]
    moments, says = len(are_said), sum(are_said)
    share = min(1.0, share_of_states * STATES / (EACH + 2) / moments)
    disk, steps = _steps(recording)
    output, seen = b"", set()
    for number, step in enumerate(steps, 1):
        if isinstance(step, Said):
            output += step.data
            says -= 1
        if random.random() > share and number != moments:
            continue
        for survivors in (nothing, everything, *(some(random) for _ in range(each))):
            same = lay_out(disk.after_power_cut(survivors), folder)
            if same not in seen:
                seen.add(same)
                yield State(folder, output, says == 0)


def _steps(recording: Recording) -> tuple[Disk, Iterator[trace.Step]]:
    disk = Disk()
    for path, content in recording.before.items():
        disk.store(path, content)
    return disk, Reader(PurePosixPath(recording.root), disk).steps(recording.record)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """The first start of a server, an evening at a table, and the end of the server."""
    folder = tmp_path_factory.mktemp("evening")
    root, record = folder / "root", folder / "record"
    root.mkdir()
    found = Recording(root, {}, record)
    settings = {"SCOREKEEPER_RATE_LIMITS": "off"}
    command = [*trace.command(record), *COMMAND]
    with (
        served(root / "instance", "--host", "127.0.0.1", command=command, settings=settings) as server,
        ended(server),
    ):
        program = Scorekeeper(server.url)
        made = program.call("POST", "/tables", {"name": "Thursday"})
        program.headers = {"Authorization": f"Bearer {made['tokens']['keeper']}"}
        for _ in range(GAMES):
            game = program.call("POST", f"/tables/{made['table']}/games", PAIRS)["game"]
            for number in range(1, 8):
                program.record(game, "hand", hand=number, **EVEN)
    return found


@contextmanager
def ended(server: Served) -> Iterator[None]:
    """Stop the recorded server afterwards: strace passes no signal on."""
    strace = server.process.pid
    (main,) = Path(f"/proc/{strace}/task/{strace}/children").read_text("ascii").split()
    try:
        yield
    finally:
        os.kill(int(main), signal.SIGTERM)
        server.end()


@pytest.fixture
def root(evening: Recording, tmp_path: Path) -> Path:
    """A folder with the instance of that evening, whose server has ended."""
    return shutil.copytree(evening.root, tmp_path / "root")


@pytest.fixture
def events(evening: Recording, root: Path, opened: Open) -> Events:
    """What was recorded in that evening."""
    return opened(shutil.copytree(root / "instance", root.parent / "as-it-was")).events


@pytest.fixture(scope="module")
def opened() -> Open:
    """Starts on an instance folder, mostly once for the same files."""
    known = dict[frozenset[tuple[PurePosixPath, bytes]], Found]()

    def open_once(instance: Path) -> Found:
        files = frozenset((path, sha256(content).digest()) for path, content in files_in(instance).items())
        if files not in known:
            if len(known) == MANY:
                known.clear()
            with pytest.MonkeyPatch.context() as patched:
                known[files] = start(instance, patched)
        return known[files]

    return open_once


def copy_of(path: Path, instance: Path) -> Path:
    """A new instance whose database is a copy of this file."""
    shutil.rmtree(instance, ignore_errors=True)
    instance.mkdir(parents=True)
    shutil.copyfile(path, instance / DATABASE)
    return instance


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory, opened: Open) -> tuple[Path, Events]:
    """A database with other games, and their events."""
    instance = copy_of(GOLDEN / "games.sqlite", tmp_path_factory.mktemp("other") / "instance")
    return instance / DATABASE, opened(instance).events


def copy_of_others(others: tuple[Path, Events], root: Path) -> tuple[Path, Events]:
    """A copy of that database in a folder of its own."""
    (root / "copies").mkdir()
    return shutil.copyfile(others[0], root / "copies" / "games.sqlite"), others[1]


def test_no_hand_that_was_acknowledged_is_lost(evening: Recording, tmp_path: Path, opened: Open) -> None:
    """From the first start of a server until its end; its keys stay the same too."""
    tried = acknowledged = 0
    keys = {path: path.read_bytes() for path in (evening.root / "instance").rglob("*key*/*.pem")}
    keys[evening.root / "instance" / "secret_key"] = (evening.root / "instance" / "secret_key").read_bytes()
    for state in states(evening, tmp_path / "after"):
        answers = Counter(int(number) for number in WRITTEN.findall(state.output))
        tried += 1
        try:
            found = opened(state.root / "instance")
        except DatabaseRefused:
            assert not state.output, "the server is in use"
            continue
        assert answers <= Counter(seq for _, seq in found.events)  # each game has an event of each number
        if state.output:
            assert keys == {path: (state.root / path.relative_to(evening.root)).read_bytes() for path in keys}
        acknowledged += answers.total()
    report("recording", tried, acknowledged)


def test_name_is_erased_everywhere_or_nowhere(root: Path, events: Events, tmp_path: Path, opened: Open) -> None:
    recording = recorded(root, tmp_path / "record", *("forget", "--table", "Thursday", "--player", "Ann", "--yes"))
    erased = opened(shutil.copytree(root / "instance", tmp_path / "erased")).events
    assert erased > events
    tried = 0
    for state in states(recording, tmp_path / "after"):
        tried += 1
        found = opened(state.root / "instance")
        assert found.events in (events, erased)
        assert found.events == erased or not state.said_all
        assert (b'"Ann' in found.content) == (found.events == events)
    report("erasing", tried, tried * len(events))


def test_upgrade_keeps_every_event(tmp_path: Path, opened: Open) -> None:
    root = tmp_path / "root"
    copy_of(GOLDEN / "first-schema.sqlite", root / "instance")
    upgraded = opened(shutil.copytree(root / "instance", tmp_path / "upgraded")).events
    assert upgraded
    recording = recorded(root, tmp_path / "record", "stats", "rebuild")
    tried, each = 0, EACH if IN_SOAK else 2  # a start upgrades, which takes long
    for state in states(recording, tmp_path / "after", 0.1, each):
        tried += 1
        assert [damage(path) for path in state.root.glob("instance/scorekeeper-*.sqlite") if damage(path)] == []
        assert opened(state.root / "instance").events == upgraded
    report("upgrading", tried, tried * len(upgraded))


def test_backup_replaces_the_copy_before_with_a_whole_one(
    root: Path, events: Events, others: tuple[Path, Events], tmp_path: Path, opened: Open
) -> None:
    copy, before = copy_of_others(others, root)
    recording = recorded(root, tmp_path / "record", "backup", "--force", str(copy))
    tried = 0
    for state in states(recording, tmp_path / "after"):
        tried += 1
        assert opened(state.root / "instance").events == events
        copied = opened(copy_of(state.root / "copies" / "games.sqlite", tmp_path / "copy")).events
        assert copied in (before, events)
        assert copied == events or not state.output
    report("backing up", tried, tried * len(events))


def test_restored_database_is_the_copy_or_the_one_before(
    root: Path, events: Events, others: tuple[Path, Events], tmp_path: Path, opened: Open
) -> None:
    copy, restored = copy_of_others(others, root)
    keep_in_log(root / "instance" / DATABASE)
    recording = recorded(root, tmp_path / "record", "restore", "--force", str(copy))
    tried = 0
    for state in states(recording, tmp_path / "after"):
        tried += 1
        try:
            found = opened(state.root / "instance").events
        except DatabaseRefused:
            assert not state.output
            (aside,) = state.root.glob("instance/scorekeeper-before-*.sqlite")
            found = opened(copy_of(aside, tmp_path / "copy")).events
            assert found == events
        assert found in (events, restored)
        assert found == restored or not state.output
    report("restoring", tried, tried * len(events))


def keep_in_log(file: Path) -> None:
    """Leave a change of each page in the database's log, as a server does that is killed."""
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA wal_autocheckpoint=0").close()
        opened.execute("VACUUM").close()
        logs = {path: path.read_bytes() for path in (file, file.with_name(f"{file.name}-wal"))}
    for path, content in logs.items():
        path.write_bytes(content)


def report(what: str, tried: int, acknowledged: int) -> None:
    sys.stdout.write(f"{what}: {tried} states, {acknowledged} acknowledged events in them, 0 lost\n")
    assert tried
