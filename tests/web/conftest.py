"""The app with its pages, on a database and in a folder of its own; on SQLite unless a test asks for both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from scorekeeper import create_app
from scorekeeper.storage import close_storage
from tests.databases import DATABASES
from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone

MakeApp = Callable[..., Flask]

on_both = pytest.mark.parametrize("kind", DATABASES)


@pytest.fixture
def kind() -> str:
    """Pages are the same on every database; `on_both` holds some of them to it."""
    return "sqlite"


@pytest.fixture(scope="session")
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where compiled templates are kept, so that not every test compiles them anew."""
    return str(tmp_path_factory.mktemp("templates"))


@pytest.fixture
def make_app(
    database: str, tmp_path: Path, compiled_templates: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MakeApp]:
    """Starts the app as `scorekeeper serve` does; keys of its configuration may be given."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    made: list[Flask] = []

    def make(**overrides: Any) -> Flask:
        app = create_app({"SQLALCHEMY_DATABASE_URI": database, "TESTING": True} | overrides)
        app.jinja_env.bytecode_cache = FileSystemBytecodeCache(compiled_templates)
        made.append(app)
        return app

    yield make
    for app in made:
        close_storage(app)


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """The app."""
    return make_app()


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone of which the app knows nothing yet."""
    return Phone(app.test_client())


@pytest.fixture
def pad(phone: Phone) -> Pad:
    """A game of partnership that has just begun: Dee deals, Ann bids first."""
    return start_game(phone)
