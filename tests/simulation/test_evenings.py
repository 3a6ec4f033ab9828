"""Evenings from numbers: whatever happens, nothing is lost, written twice or changed unseen, and all phones agree."""

from __future__ import annotations

import time
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random

import pytest

from tests.hypothesis_budget import IN_SOAK
from tests.sampled import seed
from tests.simulation.browser import Browsers
from tests.simulation.evening import Played, acts_of, played, shortest
from tests.simulation.found import FOUND, again, refused
from tests.simulation.planted import CHECKOUT, faults
from tests.simulation.world import Prepared, prepare

AN_HOUR = 3600.0  # seconds
EACH = 2
"""Evenings of each part, without the soak: each takes a second or two."""
REACHED = (
    *(
        "question again",
        "question bids",
        "question hand",
        "question lost",
        "question lost, went on",
        "question refused",
    ),
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
    found = played(browsers, prepared, [], again)
    assert found.fault is None, said_of(found)
    assert found.reached["question again"]


def test_why_a_hand_was_refused_stays_on_the_page(browsers: Browsers, prepared: Prepared) -> None:
    found = played(browsers, prepared, [], refused)
    assert found.fault is None, said_of(found)
    assert [line for line in found.story if "ann flash Not saved" in line]


def test_every_planted_fault_is_still_there() -> None:
    """The text that each replaces is in its file, once; `python -m tests.simulation.planted` plants them."""
    found = [(fault.file, fault.old) for fault in faults()]
    assert len(found) >= 100
    assert [each for each in found if (CHECKOUT / each[0]).read_text("utf-8").count(each[1]) != 1] == []


@pytest.mark.parametrize("part", range(1 if IN_SOAK else 4))
def test_nothing_is_lost_in_evenings_drawn_by_the_commit(browsers: Browsers, prepared: Prepared, part: int) -> None:
    """Some of them, each process its part; in the soak an hour of them, which reach all there is."""
    random, reached, until = Random(f"{seed()} {part}"), Counter[str](), time.monotonic() + AN_HOUR
    for number in count():
        found = played(browsers, prepared, acts_of(random.randrange(2**31)))
        assert found.fault is None, said_of(shortest(browsers, prepared, found))
        reached += found.reached
        if number + 1 >= EACH and not (IN_SOAK and time.monotonic() < until):
            break
    assert not IN_SOAK or [name for name in REACHED if not reached[name]] == []
