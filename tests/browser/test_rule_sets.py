"""One hand on each kind of pad, on a small phone without JavaScript: every page fits, and every form works."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Phones
from tests.browser.pad import Pad
from tests.browser.ready import Unseen
from tests.sampled import sampled
from tests.web import test_rule_sets
from tests.web.test_rule_sets import HANDS

pytestmark = pytest.mark.browser

TAPPED = "berkley-two"
SEEN = ("berkley-three-1", "miser", "gambling", "night")
"""With `TAPPED` and the partnerships of other tests, the pads that hold more than a number for each player: facts,
bids again, raises, rules of the night. `tests/web` plays all rule sets.
"""


def tap(page: Page, label: str) -> None:
    """Tap a button, and wait for the next page."""
    with page.expect_navigation():
        page.get_by_role("main").get_by_role("button", name=label, exact=True).click()


@pytest.fixture(scope="module")
def page(phones: Phones) -> Iterator[Page]:
    """A small phone; opening one takes as long as a hand."""
    with phones.lent() as open_page:
        yield open_page(java_script_enabled=False, viewport={"width": 360, "height": 740})


@pytest.mark.parametrize("key", sampled(SEEN, 4))
def test_each_page_of_a_hand_fits(page: Page, key: str) -> None:
    """Recorded by the same phone without its screen; each page that it got is then shown."""
    unseen, hand = Unseen(page), HANDS[key]
    pad = test_rule_sets.sit_down(unseen, key, hand.names)
    _shown(page, unseen)
    for label in hand.bids.split("|"):
        unseen.tap(label)
    for side, tricks in hand.took:
        pad.took(side, tricks)
    for label in hand.facts.split():
        pad.fact(label)
    _shown(page, unseen)
    pad.save()
    _shown(page, unseen).expect_totals(*hand.totals)


def _shown(page: Page, unseen: Unseen) -> Pad:
    """The page that the device got, now on its screen, which it fits."""
    page.goto(unseen.url)
    pad = Pad(page)
    assert pad.fits()
    return pad


def test_one_hand_is_recorded(page: Page) -> None:
    hand = HANDS[TAPPED]
    page.goto(test_rule_sets.sit_down(Unseen(page), TAPPED, hand.names).url)
    pad = Pad(page)
    for label in hand.bids.split("|"):
        tap(page, label)
        assert pad.fits()
    for side, tricks in hand.took:
        pad.took(side, tricks)
    for label in hand.facts.split():
        with page.expect_navigation():
            pad.tricks.get_by_role("button", name=label, exact=True).last.click()
    assert pad.fits()
    pad.save()
    pad.expect_totals(*hand.totals)
    assert pad.fits()
