"""How far the downloads are that run just now: a page can ask while the file is under way."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MOST_KEPT = 200


@dataclass(slots=True)
class Run:
    """A download: how many games are out, of how many, and whether it has ended."""

    total: int
    done: int = 0
    over: bool = False


class Runs:
    """The latest downloads by the name that their page gave them. Threads may share them."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, name: str, total: int) -> Run:
        """A download begins."""
        with self._lock:
            run = self._runs[name] = Run(total)
            while len(self._runs) > MOST_KEPT:
                self._runs.popitem(last=False)
        return run

    def get(self, name: str) -> Run | None:
        """The download of this name; None where there is none, or it was long ago."""
        with self._lock:
            return self._runs.get(name)


RUNS = Runs()


def followed(pieces: Iterable[bytes], run: Run) -> Iterator[bytes]:
    """The same pieces; when they end, or are not wanted any more, the run is over."""
    try:
        yield from pieces
    finally:
        run.over = True
