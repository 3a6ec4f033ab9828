"""Fills the database's disk while eight clients record hands, makes room again, and counts what was lost.

The disk is a small tmpfs, so this needs root. The instance folder is on another one: otherwise the server would refuse
to write before the disk is full.
"""

import errno
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.recorder import Recorder, counted, new_recorders, recording, wait, wait_until_acknowledged
from bench.restarts import new_postgres, restart
from bench.serving import served, three_processes
from bench.table import settings

TIMES = 5
GAMES = 10
LIFE = 1.0  # seconds of recording between two full disks
REFUSALS = 16  # how many hands are refused before there is room again
PIECE = 4096
SQLITE_DISK, POSTGRES_DISK = "24m", "256m"


class CannotMount(Exception):
    """A tmpfs cannot be mounted here."""


def on_sqlite(times: int = TIMES) -> dict[str, float]:
    """How many hands were acknowledged, lost and recorded twice, while SQLite's disk was full this many times."""
    with tempfile.TemporaryDirectory() as folder, small_disk(Path(folder) / "disk", SQLITE_DISK) as disk:
        instance = Path(folder) / "instance"
        instance.mkdir()
        url = f"sqlite:///{disk}/scorekeeper.sqlite"
        more = {"SCOREKEEPER_DATABASE_URL": url, "SCOREKEEPER_RATE_LIMITS": "off"}
        with served("scorekeeper:create_app()", settings(instance) | more) as port:
            recorders = new_recorders(instance, port, GAMES, url)
            _fill_under_load(recorders, port, disk, times, mend=lambda: None)
        return {"times": times} | counted(url, instance, recorders)


def on_postgres(times: int = TIMES) -> dict[str, float]:
    """The same with three processes on PostgreSQL, which is started again: without room it may not start by itself."""
    with (
        tempfile.TemporaryDirectory() as folder,
        small_disk(Path(folder) / "disk", POSTGRES_DISK) as disk,
        new_postgres(disk) as (postgres, _),
    ):
        instance, url = Path(folder) / "instance", str(postgres.get_uri())
        with three_processes(instance, url) as (port, _):
            recorders = new_recorders(instance, port, GAMES, url)
            _fill_under_load(recorders, port, disk, times, mend=lambda: restart(postgres, signal.SIGINT))
        return {"times": times} | counted(url, instance, recorders)


def _fill_under_load(
    recorders: Sequence[Recorder], port: int, disk: Path, times: int, mend: Callable[[], None]
) -> None:
    with recording(recorders, port):
        for _ in range(times):
            wait_until_acknowledged(recorders)
            time.sleep(LIFE)
            with _full(disk):
                wait(lambda: sum((one.refused + one.unclear).total() for one in recorders), REFUSALS)
            mend()
        wait_until_acknowledged(recorders)


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of this size. Raises `CannotMount`."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        raise CannotMount(mounted.stderr.decode().strip())
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def _full(disk: Path) -> Iterator[None]:
    """Leave no room on the disk during the block."""
    ballast = disk / "ballast"
    try:
        with ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(PIECE))
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
        yield
    finally:
        ballast.unlink()
