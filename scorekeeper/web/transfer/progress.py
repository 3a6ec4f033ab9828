"""The progress of long downloads, in files of the instance, where every server process can read it."""

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path

from flask import current_app

DOWNLOADS = "downloads"
"""The folder in the instance for these files."""
KEPT = 24 * 3600  # seconds
WRITE_EVERY = 0.5  # seconds


@dataclass(frozen=True, slots=True)
class Run:
    """The progress of a download: how many games are done, of how many, and whether it has ended."""

    total: int
    done: int = 0
    over: bool = False


def run_named(name: str) -> Run | None:
    """The progress of the download with the name that its page chose; None if there is none, or it ended long ago."""
    try:
        return Run(**json.loads(_file_of(name).read_text()))
    except FileNotFoundError:
        return None


class Progress:
    """Writes down the progress of one download."""

    def __init__(self, name: str, total: int) -> None:
        self._file = _file_of(name)
        self._written = 0.0
        self._run = Run(total)
        self._file.parent.mkdir(mode=0o700, exist_ok=True)
        for old in self._file.parent.iterdir():
            if old.stat().st_mtime < time.time() - KEPT:
                old.unlink(missing_ok=True)
        self._write()

    def seen(self, count: int) -> None:
        """Note how many games are done."""
        self._run = replace(self._run, done=count)
        if time.monotonic() >= self._written + WRITE_EVERY:
            self._write()

    def followed(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Pass the pieces on; the download is over when they end or the client stops reading."""
        try:
            yield from pieces
        finally:
            self._run = replace(self._run, over=True)
            self._write()

    def _write(self) -> None:
        self._written = time.monotonic()
        new = self._file.with_suffix(".new")
        new.write_text(json.dumps(asdict(self._run)))
        new.replace(self._file)


def _file_of(name: str) -> Path:
    return Path(current_app.instance_path) / DOWNLOADS / f"{sha256(name.encode()).hexdigest()}.json"
