"""A lock between programs, held on a file: of two starts at once, one waits for the other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def file_locked(path: Path) -> Iterator[None]:
    """Hold the lock on `path`, a file made for it that stays; the system frees the lock after a crash."""
    with path.open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - it is only there

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            try:
                yield
            finally:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - it is not on Windows

            fcntl.flock(file, fcntl.LOCK_EX)
            yield
