"""Builds the phone's module as a file, cached in a folder under the hash of its sources."""

import os
from collections.abc import Callable
from pathlib import Path

from scorekeeper.phone.sources import build, fingerprint

NAME = "phone-{}.js"


def built(folder: Path, templates: Path) -> Path:
    """The file of the current module.

    Raises `Refused` for source that the compiler does not know, and OSError if the folder cannot be written.
    """
    return cached_file(folder, fingerprint(templates), lambda: build(templates))


def cached_file(folder: Path, version: str, make: Callable[[], str]) -> Path:
    """The file of this version, created if missing. Files of older versions are deleted."""
    file = folder / NAME.format(version)
    if not file.is_file():
        fresh = folder / f"{file.name}.{os.getpid()}"
        fresh.write_text(make(), "utf-8")
        fresh.replace(file)  # atomic: another process may be reading it
        for old in folder.glob(NAME.format("*")):
            if old != file:
                old.unlink(missing_ok=True)
    return file
