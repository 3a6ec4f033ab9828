"""Whole games with club rules: one number a pair, Call Break, a first hand without bids, three sets."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.pad import CAST, Pad, take_seats
from tests.browser.ready import Unseen, start_table
from tests.web import at_table

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def phone(phones: Phones) -> Iterator[Page]:
    """One phone for all of these games."""
    with phones.lent() as open_page:
        yield open_page()


@pytest.fixture
def page(phone: Page) -> Page:
    """The phone at a new table."""
    start_table(phone)
    return phone


def sit_down(page: Page, rules: str, names: tuple[str, ...] = CAST, **options: str) -> Pad:
    """A game with these house rules; the last player deals, or the first one draws first."""
    page.goto(f"{page.url}/games/new?rules={rules}")
    take_seats(page, names, names[0] if rules == "two-player" else names[-1])
    for key, value in options.items():
        choose(page, f"option-{key}", value)
    page.get_by_role("button", name="Deal", exact=True).click()
    pad = Pad(page)
    pad.expect_hand(1)
    return pad


def choose(page: Page, name: str, value: str) -> None:
    """Set a house rule, by any kind of control, opening its section first."""
    page.locator(f'[name="{name}"]').first.evaluate(
        """(field, value) => {
            const fields = [...document.getElementsByName(field.name)];
            const radio = fields.find((one) => one.type === "radio" && one.value === value);
            if (radio) radio.checked = true; else field.value = value;
        }""",
        value,
    )


def tap(page: Page, label: str) -> None:
    """Tap a key of the pad, and wait until the pad asks for something else."""
    pad = page.locator("[data-pad]").first
    before = pad.inner_html()
    pad.get_by_role("button", name=label, exact=True).click()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.wait_for_function("before => document.querySelector('[data-pad]').innerHTML !== before", arg=before)


def bid(pad: Pad, taps: str) -> None:
    """All taps of a bidding."""
    for label in taps.split("|"):
        tap(pad.page, label)
        assert pad.fits()


def test_pair_bid_game_with_a_nil_and_a_set(page: Page) -> None:
    pad = sit_down(page, "partnership", pair_bids="pair", target="140")
    expect(pad.bidding.locator(".seat")).to_have_count(2)
    bid(pad, "8|5")
    pad.took("Ann & Cal", 7)
    pad.save()
    pad.expect_totals(-80, 51)
    bid(pad, "4|Nil Cal|6")
    pad.took("Cal", 0)
    pad.took("Ann & Cal", 6)
    pad.save()
    pad.expect_totals(80, 94)
    expect(page.get_by_text("nil + 6").first).to_be_visible()
    bid(pad, "6|5")
    pad.took("Ann & Cal", 7)
    pad.save()
    pad.expect_totals(141, 145)
    expect(pad.heading).to_have_text("Game over")


def test_five_hands_of_call_break(page: Page) -> None:
    pad, unseen = sit_down(page, "call-break"), Unseen(page)
    hands = [
        ({"Ann": ("3", 5), "Ben": ("2", 1), "Cal": ("4", 4), "Dee": ("2", 3)}),
        ({"Ann": ("4", 4), "Ben": ("3", 5), "Cal": ("3", 3), "Dee": ("2", 1)}),
        ({"Ann": ("2", 3), "Ben": ("3", 4), "Cal": ("3", 2), "Dee": ("3", 4)}),
        ({"Ann": ("2", 1), "Ben": ("2", 2), "Cal": ("2", 7), "Dee": ("3", 3)}),
        ({"Ann": ("4", 5), "Ben": ("4", 6), "Cal": ("2", 2), "Dee": ("2", 0)}),
    ]
    for number, hand in enumerate(hands):
        dealer = (3 - number) % 4
        in_turn = [CAST[(dealer - place) % 4] for place in range(1, 5)]  # to the right
        if number in (1, 2, 3):  # as the first, without the screen
            unseen.open(urlsplit(page.url).path)
            without = at_table.Pad(unseen)
            without.bids(",".join(hand[player][0] for player in in_turn))
            for player in CAST[:3]:
                without.took(player, hand[player][1])
            without.save()
            page.goto(unseen.page.url)
            continue
        for player in in_turn:
            pad.bid(player, hand[player][0])
        for player in CAST[:3]:
            pad.took(player, hand[player][1])
        pad.save()
        if number == 0:
            pad.expect_totals(3.2, -2, 4, 2.1)
    expect(pad.heading).to_have_text("Game over")
    pad.expect_totals(11.4, 10.5, 8.5, 4.2)
    assert pad.fits()


def test_first_hand_without_bidding(page: Page) -> None:
    pad = sit_down(page, "partnership", first_hand="bids-itself", target="140")
    expect(pad.tricks).to_contain_text("Nobody bids in the first hand")
    pad.took("Ann & Cal", 8)
    pad.save()
    pad.expect_totals(80, 50)
    pad.expect_bidder("Ben")
    for player, number in (("Ben", "3"), ("Cal", "3"), ("Dee", "2"), ("Ann", "3")):
        pad.bid(player, number)
    pad.took("Ann & Cal", 7)
    pad.save()
    expect(pad.heading).to_have_text("Game over")
    pad.expect_totals(141, 101)


def test_three_sets_lose_the_game(page: Page) -> None:
    pad = sit_down(page, "two-player", ("Ann", "Ben"), sets_lose="3")
    for number in (1, 2, 3):
        pad.expect_hand(number)
        bid(pad, "6|7" if number != 2 else "7|6")
        pad.took("Ann", 5)
        pad.save()
    expect(pad.heading).to_have_text("Game over")
    expect(page.get_by_role("main")).to_contain_text("A side was set 3 times")
    pad.expect_totals(-180, 213)
