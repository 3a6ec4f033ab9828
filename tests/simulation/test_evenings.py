"""Evenings from numbers: whatever happens, nothing is lost, written twice or changed unseen, and all phones agree."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest
from flask import g
from sqlalchemy import text

from scorekeeper.storage.database import db
from tests.hypothesis_budget import IN_SOAK
from tests.sampled import seed
from tests.simulation.browser import CHECKOUT, Browsers
from tests.simulation.evening import acts_of, played, shortest
from tests.simulation.found import FOUND, STEPS, again, refused
from tests.simulation.planted import evenings, faults, once
from tests.simulation.reached import unreached
from tests.simulation.scenes import SCENES, Scene
from tests.simulation.soak import said_of
from tests.simulation.world import KINDS, Prepared, World, prepare

AN_HOUR = 3600.0  # seconds
EACH = 2
"""Evenings of each kind, without the soak: each takes some two seconds."""


@pytest.fixture(scope="module")
def browsers() -> Browsers:
    return Browsers()


Prepares = Callable[[str], Prepared]


@pytest.fixture(scope="module")
def prepares(tmp_path_factory: pytest.TempPathFactory) -> Prepares:
    folder: Path = tmp_path_factory.mktemp("evening")

    @cache
    def prepared(kind: str) -> Prepared:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SCOREKEEPER_INSTANCE", str(folder))
            return prepare(folder, kind)

    return prepared


@pytest.fixture
def prepared(prepares: Prepares) -> Prepared:
    return prepares("partnership")


def test_same_numbers_are_the_same_evening(browsers: Browsers, prepared: Prepared) -> None:
    acts = acts_of(3, length=15)
    once, again = (played(browsers, prepared, acts) for _ in range(2))
    assert once.fault is None, said_of(once)
    assert (once.story, once.record) == (again.story, again.record)


def test_a_request_in_between_has_a_session_of_its_own(prepared: Prepared) -> None:
    server, met = prepared.server, []

    def another() -> None:
        with server.app.test_request_context():
            met.append((db.session(), "whose" in g))

    with server.app.test_request_context(), server.serving():
        g.whose = "of the request that waits"
        server.yields_after, server.meanwhile = 0, another
        db.session.execute(text("SELECT 1"))
        assert [(session is db.session(), knows) for session, knows in met] == [(False, False)]


@pytest.mark.parametrize(("kind", "acts"), FOUND)
def test_what_failed_once_holds(browsers: Browsers, prepares: Prepares, kind: str, acts: tuple[int, ...]) -> None:
    found = played(browsers, prepares(kind), list(acts))
    assert found.fault is None, said_of(found)


def test_what_was_seen_as_saved_does_not_go_by_a_refusal_alone(browsers: Browsers, prepared: Prepared) -> None:
    found = played(browsers, prepared, [], again)
    assert found.fault is None, said_of(found)
    assert found.reached["question again"]


def test_why_a_hand_was_refused_stays_on_the_page(browsers: Browsers, prepared: Prepared) -> None:
    found = played(browsers, prepared, [], refused)
    assert found.fault is None, said_of(found)
    assert [line for line in found.story if "ann flash Not saved" in line]


@pytest.mark.parametrize(("kind", "first"), STEPS[2:])
def test_steps_that_failed_once_hold(
    browsers: Browsers, prepares: Prepares, kind: str, first: Callable[[World], None]
) -> None:
    found = played(browsers, prepares(kind), [], first)
    assert found.fault is None, said_of(found)


@pytest.mark.parametrize("scene", SCENES)
def test_scenes_hold(browsers: Browsers, prepares: Prepares, scene: Scene) -> None:
    """Each as the commit draws it, in one kind of game."""
    drawn = f"{seed()} {scene.__name__}"
    kind = Random(drawn).choice(list(KINDS))
    found = played(browsers, prepares(kind), [], once(scene, drawn))
    assert found.fault is None, f"{kind}, drawn by {drawn}: {said_of(found)}"


def test_every_planted_fault_is_still_there() -> None:
    """The text that each replaces is in its file, once; `python -m tests.simulation.planted` plants them."""
    found = [(fault.file, fault.old) for fault in faults()]
    assert len(found) >= 100
    assert [each for each in found if (CHECKOUT / each[0]).read_text("utf-8").count(each[1]) != 1] == []
    names = {evening.name for evening in islice(evenings(), 100)}
    assert [fault.by for fault in faults() if fault.by and fault.by not in names] == []


@pytest.mark.parametrize("kinds", [tuple(KINDS)] if IN_SOAK else [(kind,) for kind in KINDS])
def test_nothing_is_lost_in_evenings_drawn_by_the_commit(
    browsers: Browsers, prepares: Prepares, kinds: tuple[str, ...]
) -> None:
    """Some of each kind; in the soak an hour of all of them, which reaches all there is."""
    random, reached, until = Random(f"{seed()} {kinds}"), Counter[str](), time.monotonic() + AN_HOUR
    for number, kind in enumerate(cycle(kinds), 1):
        found = played(browsers, prepares(kind), acts_of(random.randrange(2**31)))
        assert found.fault is None, f"{kind}: {said_of(shortest(browsers, prepares(kind), found))}"
        reached += found.reached
        if number >= EACH and not (IN_SOAK and time.monotonic() < until):
            break
    assert not IN_SOAK or unreached(reached) == []
