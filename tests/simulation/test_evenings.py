"""Evenings from numbers: whatever happens, nothing is lost, written twice or changed unseen, and all phones agree."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.hypothesis_budget import IN_SOAK
from tests.sampled import seed
from tests.simulation.browser import Browsers
from tests.simulation.evening import FOLLOWS, Played, acts_of, played, shortest
from tests.simulation.people import decide, look, tap
from tests.simulation.world import Prepared, World, prepare

SOME = 4
FOUND = ((1851200052, 1404475956, 636180561),)
"""The acts of evenings that failed once."""
AN_HOUR = 3600.0  # seconds
REACHED = (
    *("question bids", "question hand", "question lost", "question lost, went on", "question refused"),
    *("request lost", "request answer lost", "request late", "request very late", "request doubled", "request forged"),
    *("request cut", "server crashed", "server restored", "server restored while it ran", "phone killed", "clock off"),
    *("store full", "access revoked", "access given back", "pen handed over", "name erased", "tap games.rematch"),
    *("decides RecordAgain", "decides LetGo", "decides Resumed"),
)
"""What the soak reaches, or it fails."""


@pytest.fixture(scope="module")
def browsers() -> Browsers:
    return Browsers()


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    folder: Path = tmp_path_factory.mktemp("evening")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCOREKEEPER_INSTANCE", str(folder))
        return prepare(folder)


def said_of(found: Played) -> str:
    """A failing evening for people: what went wrong, what happened, and the acts that do it again."""
    return "\n".join([f"{found.fault}", *found.story, f"played(browsers, prepared, {found.acts})"])


def test_same_numbers_are_the_same_evening(browsers: Browsers, prepared: Prepared) -> None:
    acts = acts_of(3, length=15)
    once, again = (played(browsers, prepared, acts) for _ in range(2))
    assert once.fault is None, said_of(once)
    assert (once.story, once.record) == (again.story, again.record)


@pytest.mark.parametrize("acts", FOUND)
def test_what_failed_once_holds(browsers: Browsers, prepared: Prepared, acts: tuple[int, ...]) -> None:
    found = played(browsers, prepared, list(acts))
    assert found.fault is None, said_of(found)


def test_what_was_seen_as_saved_does_not_go_by_a_refusal_alone(browsers: Browsers, prepared: Prepared) -> None:
    """Ann’s phone records an undo again that a restored server lost; meanwhile the keeper has undone the same."""

    def evening(world: World) -> None:
        tap(world, "keeper", 0, "hands.bid", hand=1, seat=0, call=4, was="")
        world.run(1000)
        world.back_up()
        follow(world, "ann")
        tap(world, "ann", 0, "undo.create")
        world.run(1000)
        world.restore(cold=True)
        follow(world, "ann")
        tap(world, "keeper", 0, "undo.create")
        decide(world, "ann", 0, "RecordAgain")
        world.run(5000)
        seen = look(world, "ann", 0)
        assert seen is not None
        assert (seen["isStuck"], [kind for _, kind in seen["waiting"]]) == (True, ["take-back"])
        assert "1 entry" in seen["notice"]

    found = played(browsers, prepared, [], evening)
    assert found.fault is None, said_of(found)
    assert found.reached["question again"]


def follow(world: World, device: str) -> None:
    world.browsers.tap(device, 0, FOLLOWS)
    world.run(2000)


def test_nothing_is_lost_in_evenings_drawn_by_the_commit(browsers: Browsers, prepared: Prepared) -> None:
    """In the soak, an hour of them, which reach all there is."""
    random, reached = Random(seed()), Counter[str]()
    until, number = time.monotonic() + AN_HOUR, 0
    while number < SOME or (IN_SOAK and time.monotonic() < until):
        found = played(browsers, prepared, acts_of(random.randrange(2**31)))
        assert found.fault is None, said_of(shortest(browsers, prepared, found))
        reached += found.reached
        number += 1
    assert not IN_SOAK or [name for name in REACHED if not reached[name]] == []
