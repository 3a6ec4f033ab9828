"""The module as a file: built when its sources are new, kept in a folder under their hash."""

import os
from pathlib import Path

from scorekeeper.phone.sources import build, fingerprint

NAME = "phone-{}.js"


def built(folder: Path, templates: Path) -> Path:
    """The file of the module as it is now. What was built from older sources goes.

    Raises `Refused` for source that the compiler does not know, and OSError where the folder cannot be written.
    """
    file = folder / NAME.format(fingerprint(templates))
    if not file.is_file():
        fresh = folder / f"{file.name}.{os.getpid()}"
        fresh.write_text(build(templates), "utf-8")
        fresh.replace(file)  # whole or not at all: another process may read it at this moment
        for old in folder.glob(NAME.format("*")):
            if old != file:
                old.unlink(missing_ok=True)
    return file
