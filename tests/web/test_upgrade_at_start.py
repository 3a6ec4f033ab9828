"""Starting the app upgrades an older SQLite file by itself, after a backup."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.storage import upgrade
from scorekeeper.storage.errors import DatabaseIsNewer
from tests.storage.later_version import later_migrations
from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp


def test_games_are_in_the_upgraded_file_and_in_the_copy(
    make_app: MakeApp, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad = start_game(Phone(make_app().test_client()))
    pad.hand("4, 3, 3, 2", 7)
    file = Path(database.removeprefix("sqlite:///"))
    earlier = set(file.parent.glob("*.sqlite"))  # other tests use the folder too
    with monkeypatch.context() as later:
        later.setattr(upgrade, "MIGRATIONS", later_migrations(tmp_path))
        going_on = Pad(pad.phone.at(make_app()))
    going_on.phone.open(pad.url)
    assert going_on.totals == [70, 51]
    going_on.hand("4, 3, 3, 2", 7)
    assert going_on.totals == [122, -19]
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT motto FROM card_table").fetchone() == ("Shuffle up",)
    (copy,) = set(file.parent.glob("*.sqlite")) - earlier
    before = tmp_path / "before.sqlite"
    shutil.copy(copy, before)
    kept = Pad(pad.phone.at(make_app(SQLALCHEMY_DATABASE_URI=f"sqlite:///{before}")))
    kept.phone.open(pad.url)
    assert kept.totals == [70, 51]


def test_newer_file_is_refused_at_start(make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as later:
        later.setattr(upgrade, "MIGRATIONS", later_migrations(tmp_path))
        make_app()
    with pytest.raises(DatabaseIsNewer, match="newer version of Scorekeeper"):
        make_app()
