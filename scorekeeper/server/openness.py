"""Which files of an instance other accounts of this machine can read."""

import os
import stat
from pathlib import Path

from sqlalchemy import URL, make_url

OTHERS_ENTER = stat.S_IROTH | stat.S_IXOTH


def open_to_others(instance: Path, database: str | URL) -> list[Path]:
    """The instance folder, and the file of the database at this address, each if accounts outside its group reach it.

    Empty on Windows, where these bits say nothing.
    """
    if os.name == "nt":
        return []
    found = []
    if instance.stat().st_mode & OTHERS_ENTER:
        found.append(instance)
    url = make_url(database)
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database)).absolute()
        in_closed_folder = file.parent == instance and instance not in found
        if file.is_file() and file.stat().st_mode & stat.S_IROTH and not in_closed_folder:
            found.append(file)
    return found


def openness_words(path: Path) -> str:
    """What is wrong with a path that is open to others, and the command that closes it."""
    flag = "-R " if path.is_dir() else ""
    return f"Every account of this machine can read {path}. To close it: chmod {flag}go= '{path}'"
