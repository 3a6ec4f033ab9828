"""Files and folders that are still there after a power cut.

`fsync` of a file makes its content durable, but not its name: that is in the folder, which is synced on its own.
"""

import os
from pathlib import Path

from scorekeeper.chance import random_hex

OWNER_ALONE = 0o600
FOR_ALL_TO_READ, FOR_ALL_TO_OPEN = 0o644, 0o755


def sync_folder(folder: Path) -> None:
    """Make the names in this folder durable: files made, renamed and removed. Windows does that by itself."""
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def make_folder(folder: Path) -> None:
    """Create a folder that only its owner can open, with those above it, unless it exists."""
    if folder.is_dir():
        return
    if not folder.parent.exists():
        make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    sync_folder(folder.parent)


def write_private(path: Path, content: bytes) -> None:
    """Create or replace a file that only its owner can read: after a power cut it has the old content or the new."""
    unfinished = path.with_name(f".{path.name}.{random_hex(8)}")
    file = os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ALONE)
    try:
        with os.fdopen(file, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        replace_file(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_public(path: Path, content: bytes, root: Path) -> None:
    """Write a file below `root` that every account can read, as a web server must: files of commands are private.

    The folders from `root` on, and those that it creates, can be opened by everybody too.
    """
    for folder in (*reversed(path.parent.parents), path.parent):
        is_ours = folder.is_relative_to(root) or not folder.exists()
        folder.mkdir(exist_ok=True)
        mode = folder.stat().st_mode
        if is_ours and ~mode & FOR_ALL_TO_OPEN:
            folder.chmod(mode | FOR_ALL_TO_OPEN)
    path.write_bytes(content)
    path.chmod(FOR_ALL_TO_READ)


def replace_file(unfinished: Path, path: Path) -> None:
    """Give a complete, synced file its name in the same folder, replacing one that has it."""
    unfinished.replace(path)
    sync_folder(path.parent)
