"""The number of touches a task takes: counted by the page itself, from the first finger down to the result."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Phones
from tests.browser.pad import Pad
from tests.browser.ready import Unseen, start_game, unseen_table
from tests.browser.sharing import scanned, share
from tests.web import at_table

pytestmark = pytest.mark.browser

# Not in the capture phase: Playwright taps again when a key is replaced under its tap, and hides that from the page.
COUNT = """for (const [event, name] of [["pointerdown", "touches"], ["keydown", "characters"]]) {
    addEventListener(event, () => (sessionStorage[name] = Number(sessionStorage[name] ?? 0) + 1));
}"""


@pytest.fixture(scope="module", name="page")
def counting_phone(phones: Phones) -> Iterator[Page]:
    """A phone that counts touches."""
    with phones.lent() as open_page:
        yield open_page(has_touch=True, script=COUNT)


def restart_count(page: Page) -> None:
    """Count from here."""
    page.evaluate("sessionStorage.touches = sessionStorage.characters = 0")


def characters(page: Page) -> int:
    """How many characters were typed."""
    return int(page.evaluate("sessionStorage.characters ?? 0"))


def touches(page: Page) -> int:
    """How often the screen was touched."""
    return int(page.evaluate("sessionStorage.touches"))


def test_a_new_visitor_bids_with_the_second_and_types_nothing(open_page: OpenPage) -> None:
    page = open_page(has_touch=True, script=COUNT)
    page.goto("/")
    page.get_by_role("button", name="Quick game").click()
    pad = Pad(page)
    pad.expect_hand(1)
    pad.bid("East", "4")
    pad.expect_bidder("South")
    assert (touches(page), characters(page)) == (2, 0)
    for player, call in (("South", "3"), ("West", "3"), ("North", "2")):
        pad.bid(player, call)
    pad.took("North & South", 7)
    pad.save()
    pad.expect_hand(2)
    assert (touches(page), characters(page)) == (7, 0), "the first saved hand"


def test_phone_joins_with_one_touch(open_page: OpenPage) -> None:
    keeper, guest = open_page(), open_page(has_touch=True, script=COUNT)
    table = unseen_table(keeper)
    pad = at_table.start_game(Unseen(keeper), table=table)
    guest.goto(scanned(share(keeper, table)))
    guest.get_by_role("button", name="Ann", exact=True).click()
    guest.goto(pad.url)
    expect(guest.get_by_role("heading", name="Your bid, Ann")).to_be_visible()
    assert (touches(guest), characters(guest)) == (1, 0)


def test_hand_takes_six_touches_its_correction_four_and_undo_one(page: Page) -> None:
    pad = start_game(page)
    restart_count(page)
    for player, call in (("Ann", "4"), ("Ben", "3"), ("Cal", "3"), ("Dee", "2")):
        pad.bid(player, call)
    pad.took("Ann & Cal", 7)
    pad.save()
    pad.expect_totals(70, 51)
    assert touches(page) == 6
    restart_count(page)
    pad.open_correction(1)
    expect(pad.recount("Ann & Cal", 8)).to_contain_text("Hand 1")
    pad.save_correction(1)
    pad.expect_totals(71, 50)
    assert (touches(page), characters(page)) == (4, 0)
    restart_count(page)
    pad.undo()
    pad.expect_totals(70, 51)
    assert touches(page) == 1


def test_made_nil_takes_six_touches_and_set_nil_seven(page: Page) -> None:
    pad = start_game(page)
    restart_count(page)
    for player, call in (("Ann", "4"), ("Ben", "3"), ("Cal", "Nil"), ("Dee", "5")):
        pad.bid(player, call)
    pad.took("Ann & Cal", 6)
    expect(page.get_by_role("button", name="Save hand 1")).to_be_enabled()
    assert touches(page) == 5
    pad.took("Cal", 1)
    pad.save()
    assert touches(page) == 7


def test_hand_of_two_takes_four_touches_a_rematch_one_and_a_new_game_two(page: Page) -> None:
    pad = start_game(page, ("Ann", "Ben"), "Ben", "two-player", target="50")
    restart_count(page)
    pad.bid("Ann", "7")
    pad.bid("Ben", "3")
    pad.took("Ann", 8)
    pad.save()
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    assert touches(page) == 4
    restart_count(page)
    page.get_by_role("button", name="Rematch").click()
    pad.expect_hand(1)
    assert touches(page) == 1

    page.get_by_role("link", name="Thursday").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thursday")
    restart_count(page)
    page.get_by_role("link", name="New game").click()
    page.get_by_role("button", name="Deal · Two-player Spades").click()
    Pad(page).expect_hand(1)
    expect(page.locator(".seat .who")).to_have_text(["Ben", "Ann"])
    assert touches(page) == 2


def test_both_sides_confirm_with_one_touch_each(page: Page) -> None:
    pad = start_game(page, target="50", bids="4, 3, 3, 2")
    pad.took("Ann & Cal", 7)
    pad.save()
    confirmed = page.locator(".agreed")
    expect(page.get_by_role("button", name="confirm score")).to_have_count(2)
    restart_count(page)
    for side in (1, 2):
        page.get_by_role("button", name="confirm score").first.click()
        expect(confirmed).to_have_count(side)
    assert (touches(page), characters(page)) == (2, 0)
