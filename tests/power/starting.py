"""Starts the app on the files that a power cut left, and says what it finds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pytest
from sqlalchemy import select

from scorekeeper.server.instance import app_without_pages
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage.backups import check_file, damage
from scorekeeper.storage.cleaning import finish_cleaning
from scorekeeper.storage.database import db
from scorekeeper.storage.models import EventRow
from scorekeeper.storage.setup import close_storage

DATABASE = "scorekeeper.sqlite"


@dataclass(frozen=True)
class Found:
    """What a start found: the game and number of all events, and all files afterwards."""

    events: frozenset[tuple[str, int]]
    content: bytes


def lay_out(files: Iterator[tuple[PurePosixPath, bytes | None]], folder: Path) -> str:
    """Write these files into an empty folder; returns a text that is the same for the same files."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    same = []
    for path, content in files:
        target = folder / path
        if content is None:
            target.mkdir(mode=0o700)
        else:
            target.write_bytes(content)
            target.chmod(0o600)
        same.append((path, hash(content)))
    return str(hash(tuple(same)))


def start(instance: Path, monkeypatch: pytest.MonkeyPatch) -> Found:
    """Start on this instance folder as the server does, and verify all that is stored. Raises what is refused."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
    GAME_CACHE.clear()
    check_file(f"sqlite:///{instance / DATABASE}")
    app = app_without_pages()
    try:
        finish_cleaning(app)
        with app.app_context():
            rows = db.session.execute(select(EventRow.game_id, EventRow.seq))
            events = frozenset((row.game_id, row.seq) for row in rows)
            checked = verify_stored()
            assert checked.holds, checked.findings
    finally:
        close_storage(app)
    assert damage(instance / DATABASE) is None
    content = b"".join(path.read_bytes() for path in instance.rglob("*") if path.is_file())
    return Found(events, content)
