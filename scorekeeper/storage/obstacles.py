"""What keeps a database file from being written: its disk, its folder, rights or owner; each with safe advice.

A full disk is no obstacle to a start: games can still be read.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scorekeeper.core.words.language import translate as _

LOG = "-wal"
"""How the name of the file ends that has what SQLite has not moved to its own file yet."""


class Obstacle(NamedTuple):
    """What is in the way, and what to do: sentences without a full stop."""

    what: str
    advice: str

    @property
    def text(self) -> str:
        """Both in one line."""
        return f"{self.what}. {self.advice}"


def obstacle(file: Path) -> Obstacle | None:
    """Why SQLite cannot write this database file; None if nothing is in the way, or there is no such file."""
    if not file.is_file():
        return None
    folder = file.parent
    if sys.platform != "win32" and os.statvfs(file).f_flag & os.ST_RDONLY:
        return Obstacle(
            _("{file} is on a disk that can only be read, as a worn SD card becomes; nothing is lost", file=str(file)),
            _(
                "Copy the folder {folder} to another disk, and set SCOREKEEPER_INSTANCE to the copy; or make the disk "
                "writable again. Scorekeeper can still export, check and backup",
                folder=str(folder),
            ),
        )
    for path in (file, folder):
        if not os.access(path, os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)):
            return Obstacle(*_no_rights(path))
    return None


def _no_rights(path: Path) -> tuple[str, str]:
    advice = _("Run the command as the account that started the server, or give this one the right to write there")
    if sys.platform != "win32" and path.stat().st_uid != os.geteuid():
        return _("{path} belongs to another account; nothing is lost", path=str(path)), advice
    return _("This account may not write {path}; nothing is lost", path=str(path)), _(
        "Run {command}", command=f"chmod u+rwX '{path}'"
    )


@contextmanager
def readable(file: Path) -> Iterator[Path]:
    """The file if SQLite can write beside it, else a copy that can be read for the time of the block."""
    if obstacle(file) is None:
        yield file
        return
    with TemporaryDirectory(prefix="scorekeeper-") as folder:
        copy = Path(folder) / file.name
        for ending in ("", LOG):
            source = file.with_name(f"{file.name}{ending}")
            if source.exists():
                shutil.copyfile(source, copy.with_name(source.name))
        yield copy
