"""One hand on each kind of pad, recorded as a table would, on a phone without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.pad import CAST, Pad
from tests.browser.ready import Unseen, start_game
from tests.web import test_rule_sets
from tests.web.test_rule_sets import HANDS, THREE, TWO

pytestmark = pytest.mark.browser

TAPPED = ("berkley-two", "gambling", "night")
SEEN = ("partnership", "cutthroat", "two-handed", "berkley-three-1", "miser", "suicide", "call-break")
"""With `TAPPED`, one rule set of each kind of pad; those of the others differ in their numbers. `tests/web` plays all.
"""


def tap(page: Page, label: str) -> None:
    """Tap a button, and wait for the next page."""
    with page.expect_navigation():
        page.get_by_role("main").get_by_role("button", name=label, exact=True).click()


def sit_down(page: Page, key: str, names: tuple[str, ...]) -> Pad:
    """A game of this rule set at a new table, with the last player dealing."""
    page.goto(test_rule_sets.sit_down(Unseen(page), key, names).url)
    return Pad(page)


def bid(pad: Pad, taps: str) -> None:
    """All taps of a bidding."""
    for label in taps.split("|"):
        if label.startswith("Allow"):
            pad.page.get_by_role("link", name=label, exact=True).click()
        else:
            tap(pad.page, label)
        assert pad.fits()


@pytest.fixture(scope="module")
def page(phones: Phones) -> Iterator[Page]:
    """A small phone; opening one takes as long as a hand."""
    with phones.lent() as open_page:
        yield open_page(java_script_enabled=False, viewport={"width": 360, "height": 740})


@pytest.mark.parametrize("key", SEEN)
def test_each_page_of_a_hand_fits(page: Page, key: str) -> None:
    """Recorded by the same phone without its screen; each page that it got is then shown."""
    unseen, hand = Unseen(page), HANDS[key]
    pad = test_rule_sets.sit_down(unseen, key, hand.names)
    _shown(page, unseen)
    for label in hand.bids.split("|"):
        unseen.tap(label)
    _shown(page, unseen)
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


@pytest.mark.parametrize("key", TAPPED)
def test_one_hand_is_recorded(page: Page, key: str) -> None:
    hand = HANDS[key]
    pad = sit_down(page, key, hand.names)
    bid(pad, hand.bids)
    for side, tricks in hand.took:
        pad.took(side, tricks)
    for label in hand.facts.split():
        with page.expect_navigation():
            pad.tricks.get_by_role("button", name=label, exact=True).last.click()
    assert pad.fits()
    pad.save()
    pad.expect_totals(*hand.totals)
    assert pad.fits()


def test_evil_hands_1_to_3_in_a_row(page: Page) -> None:
    pad = start_game(page, CAST, rules="evil", target="2000")
    hands = (
        ("Regular", "4|3|3|2", {"Ann & Cal": 7}),
        ("Mirrors", "4|3|4", {"Ann & Cal": 6}),
        ("Suicide", "Nil|4|5", {"Cal": 0, "Ben": 0, "Ann & Cal": 7}),
    )
    for number, (name, bids, took) in enumerate(hands, start=1):
        pad.expect_hand(number)
        expect(pad.bidding).to_contain_text(f"{name}: ")
        bid(pad, bids)  # Dee’s is entered with the one before
        if name == "Mirrors":  # a spade was miscounted: the table plays on
            with page.expect_navigation():
                pad.bid_of("Ann").first.click()
            tap(page, "1")
        objection = pad.tricks.get_by_text("they must total 13")
        expect(objection).to_have_count(1 if name == "Mirrors" else 0)
        for side, tricks in took.items():
            pad.took(side, tricks)
        if name == "Mirrors":
            expect(objection).to_have_text("Bids total 12; they must total 13 (mirrors).")
            expect(pad.tricks.locator(".save")).to_have_text("Save anyway")
        pad.save()
    pad.expect_hand(4)
    expect(page.get_by_text("1 objection")).to_have_count(1)
    page.get_by_role("link", name="4 of 45").click()
    expect(page.locator(".deals [aria-current=step]")).to_contain_text("Bid as usual")


def test_berkley_bid_can_be_raised(page: Page) -> None:
    pad = sit_down(page, "berkley-two", TWO)
    bid(pad, "5|6")
    with page.expect_navigation():
        page.get_by_role("link", name="Raise a bid").click()
    with page.expect_navigation():
        page.locator(".seats button", has_text="Ann").click()
    expect(page.get_by_role("button", name="4", exact=True)).to_be_disabled()
    tap(page, "7")
    pad.took("Ann", 7)
    pad.save()
    pad.expect_totals(70, 60)
    expect(page.get_by_role("region", name="Score sheet").get_by_text("bid 7 (first 5)")).to_be_visible()


def test_bid_that_wins_the_game(page: Page) -> None:
    pad = sit_down(page, "berkley-three-1", THREE)
    tap(page, "3")
    page.get_by_text("Before looking").click()
    page.get_by_role("button", name="Blind 10 wins").click()
    pad.expect_bidder("Cal")
    tap(page, "0")
    pad.took("Ann", 3)
    pad.took("Ben", 10)
    expect(pad.tricks.get_by_text("Ben won outright in hand 1.")).to_be_visible()
    pad.save()
    expect(pad.heading).to_have_text("Game over")
    expect(page.get_by_role("heading", name="Ben wins outright")).to_be_visible()
