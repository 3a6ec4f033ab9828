"""Files that were looked at and wait for the word to come in: one a table, for an hour, and not too many in all."""

import time
from pathlib import Path
from secrets import token_urlsafe

from flask import current_app

from scorekeeper.access.refusals import Busy
from scorekeeper.access.room import check_room

KEPT_FOR = 3600  # seconds between the look and the word
MOST_IN_ALL = 200 * 1024 * 1024  # bytes, of all tables together
NAME_LENGTH = 22


def hold(table_id: str, content: bytes) -> str:
    """Keep the file, in place of the one that the table held before; the name to ask for it by.

    Raises `Busy` where other tables hold too much already, `NoRoom` where the disk is nearly full.
    """
    folder = _folder()
    taken = 0
    for old in folder.iterdir():
        seen = old.stat()
        if old.name.startswith(f"{table_id}.") or seen.st_mtime < time.time() - KEPT_FOR:
            old.unlink(missing_ok=True)
        else:
            taken += seen.st_size
    if taken + len(content) > MOST_IN_ALL:
        raise Busy("Other tables have looked at many files and not let them in yet. Try again in an hour.", KEPT_FOR)
    check_room(len(content))
    name = token_urlsafe(NAME_LENGTH)
    (folder / f"{table_id}.{name}").write_bytes(content)
    return name


def held(table_id: str, name: str) -> bytes | None:
    """The file of this name; None where the table holds none such, or not any more."""
    path = _path(table_id, name)
    return path.read_bytes() if path.is_file() and path.stat().st_mtime >= time.time() - KEPT_FOR else None


def let_go(table_id: str, name: str) -> None:
    """Forget the file."""
    _path(table_id, name).unlink(missing_ok=True)


def _path(table_id: str, name: str) -> Path:
    """Where a file lies; a name that is not one of ours lies nowhere."""
    plain = "".join(letter for letter in name if letter.isalnum() or letter in "-_")
    return _folder() / f"{table_id}.{plain or 'nothing'}"


def _folder() -> Path:
    folder = Path(current_app.instance_path) / "imports"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder
