"""The app as page tests start it, and a hall with a director."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack
from random import Random

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.services import by_time, fixture_plan, fixtures, recording, rounds, teams, ties
from tests.hypothesis_budget import IN_SOAK
from tests.rooms.tournaments.hall import Hall
from tests.shared_app import AfterStep, Begun, Opening, SharedApp
from tests.web.browsing import Phone
from tests.web.conftest import (
    after,
    app,
    begun,
    kind,
    known_openings,
    make_app,
    new_app,
    pad,
    phone,
    run_here,
    shared_app,
    shared_instance,
)

__all__ = [
    "after",
    "app",
    "begun",
    "hall",
    "kind",
    "known_openings",
    "make_app",
    "pad",
    "phone",
    "shared_app",
    "shared_instance",
]


@pytest.fixture(autouse=True)
def lists_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read long lists in this process, as `work_here` does with files."""
    for module in (fixture_plan, fixtures, teams):
        monkeypatch.setattr(module, "run_sandboxed", run_here)


SECONDS = 20
"""How old an opening may be: clocks run in halls."""


@pytest.fixture(autouse=True)
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lots fall the same way each time, whichever test tapped a shared beginning first. In the soak they don't."""
    if not IN_SOAK:
        fall_alike(monkeypatch)


def fall_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lots fall the same way each time."""
    for module in (by_time, recording, rounds, ties):
        monkeypatch.setattr(module, "random_below", lambda most: Random(most).randrange(most))


@pytest.fixture
def hall(app: Flask, kind: str, begun: Begun, known_openings: dict[tuple[Hashable, ...], AfterStep]) -> Hall:
    """An empty hall: nobody has set anything up."""
    director = Phone(app.test_client())
    if kind == "sqlite":
        director.opening = Opening(app, director, begun.folder, known_openings, SECONDS)
    return Hall(app, director)


ClosedApp = Callable[..., Flask]


@pytest.fixture
def closed(app: Flask, database: str, shared_app: SharedApp) -> Iterator[ClosedApp]:
    """To call with the rooms that stay open: the app as it goes on after a restart with these, on the same database."""
    with ExitStack() as lent:
        yield lambda *rooms: lent.enter_context(
            shared_app.lent(database, lambda: new_app(database, ROOMS=rooms), rooms)
        )
