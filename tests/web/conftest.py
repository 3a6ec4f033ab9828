"""The app with its pages, on a separate database and folder; on SQLite unless a test asks for both."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.api import checking, rule_sets
from scorekeeper.formats import paper_audit, spreadsheets
from scorekeeper.formats.files import workbook
from scorekeeper.formats.heavy import SECONDS, Task
from scorekeeper.services import importing
from scorekeeper.storage.setup import close_storage
from scorekeeper.web.pictures import answers
from scorekeeper.web.transfer import check
from tests.shared_app import AfterStep, Begun, Opening, SharedApp
from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone

MakeApp = Callable[..., Flask]

After = Callable[[Callable[[Phone], object]], Pad]


@pytest.fixture
def kind() -> str:
    """Pages are the same on every database; `on_both` checks some of them on both."""
    return "sqlite"


def work_here(monkeypatch: pytest.MonkeyPatch, run: Callable[..., Iterator[object]] | None = None) -> None:
    """Do heavy work in this process, perhaps by this function: a new one gives the same result, but takes longer (see
    `formats.heavy`).
    """
    for module in (answers, check, checking, importing, paper_audit, rule_sets, spreadsheets, workbook):
        monkeypatch.setattr(module, "run_sandboxed", run or run_here)


def run_here(task: Task, content: bytes | Iterable[bytes], _seconds: int = SECONDS) -> Iterator[object]:
    """As `run_sandboxed`, without a process and its limits."""
    return task(BytesIO(content if isinstance(content, bytes) else b"".join(content)))


@pytest.fixture
def make_app(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeApp]:
    """Starts the app as `scorekeeper serve` does, perhaps with other configuration."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    work_here(monkeypatch)
    made: list[Flask] = []

    def make(**overrides: Any) -> Flask:
        made.append(new_app(database, **overrides))
        return made[-1]

    yield make
    for app in made:
        close_storage(app)


def new_app(database: str, **overrides: Any) -> Flask:
    """An app on this database, with its pages."""
    return create_app({"SQLALCHEMY_DATABASE_URI": database, "TESTING": True} | overrides)


@pytest.fixture(scope="session")
def shared_app() -> SharedApp:
    """The apps of this process."""
    return SharedApp()


@pytest.fixture(scope="session")
def shared_instance(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The instance folder of the apps of this process."""
    return str(tmp_path_factory.mktemp("instance"))


@pytest.fixture
def app(shared_app: SharedApp, shared_instance: str, database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """The default app, on an empty database."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", shared_instance)
    work_here(monkeypatch)
    with shared_app.lent(database, lambda: new_app(database)) as app:
        yield app


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """Common starting points, tapped once in this process."""
    return Begun(tmp_path_factory.mktemp("begun"))


@pytest.fixture(scope="session")
def known_openings() -> dict[tuple[Hashable, ...], AfterStep]:
    """The first steps of tests on their phones, tapped once in this process."""
    return {}


@pytest.fixture
def phone(app: Flask, kind: str, begun: Begun, known_openings: dict[tuple[Hashable, ...], AfterStep]) -> Phone:
    """A phone that the app does not know yet."""
    phone = Phone(app.test_client())
    if kind == "sqlite":
        phone.opening = Opening(app, phone, begun.folder, known_openings)
    return phone


@pytest.fixture
def after(phone: Phone) -> After:
    """Brings the phone to a game, by taps that are made once in this process."""

    def continued(taps: Callable[[Phone], object]) -> Pad:
        def tap() -> None:
            taps(phone)

        phone.step((taps.__module__, taps.__qualname__), tap)
        return Pad(phone)

    return continued


@pytest.fixture
def pad(after: After) -> Pad:
    """A new partnership game: Dee deals, Ann bids first."""
    return after(start_game)
