"""The peak memory and processor time of the measured server, with all its processes."""

import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

EVERY = 0.02  # seconds
PROCESS_TIME = 2  # Linux numbers the clock of another process so: exact, where /proc counts in steps of 10 ms


class Memory:
    """Samples all processes below this one, or another, until the context ends; `more` is in megabytes."""

    def __init__(self, above: int | None = None) -> None:
        self._above = above
        self._idle = self._peak = megabytes(above)
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._look)

    @property
    def more(self) -> float:
        """The peak, less the memory before."""
        return self._peak - self._idle

    def _look(self) -> None:
        while not self._over.wait(EVERY):
            self._peak = max(self._peak, megabytes(self._above))

    def __enter__(self) -> "Memory":
        self._watch.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._over.set()
        self._watch.join()


def processor_seconds(above: int | None = None) -> float:
    """The processor time of all processes below this one, or another, so far, also in their threads that ended."""
    spent = 0.0
    for pid in _below(above or os.getpid()):
        with suppress(OSError):  # the process has just ended
            spent += time.clock_gettime(~pid << 3 | PROCESS_TIME)
    return spent


def megabytes(above: int | None = None) -> float:
    """The memory of all processes below this one, or another; a page shared by several counts once (their PSS)."""
    return sum(map(_own, _below(above or os.getpid()))) / 1024


def only_child() -> int:
    """The id of the one process that this program has started."""
    [child] = (pid for pid, parent in _parents().items() if parent == os.getpid())
    return child


def _below(pid: int) -> list[int]:
    parents = _parents()
    found, new = list[int](), [pid]
    while new:
        new = [one for one, parent in parents.items() if parent in new]
        found += new
    return found


def _parents() -> dict[int, int]:
    """The process above each process, by their ids."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text("ascii").rpartition(")")[2].split()[1])
            except (OSError, UnicodeDecodeError):
                continue
    return parents


def _own(pid: int) -> int:
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)
