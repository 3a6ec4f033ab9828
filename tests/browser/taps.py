"""What tests of taps share: a tap that waits for nothing, what stands in a seat, what the history has."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route

from tests.browser.pad import CAST, Pad
from tests.browser.ready import start_game

NO_CONNECTION = "Offline"


def key(page: Page, call: str) -> None:
    """A tap that waits for nothing."""
    page.locator(f".pad .key[value='{call}']").first.click()


def hold_back(page: Page, address: str) -> Callable[[], None]:
    """Holds the next request to such an address until what this gives is called; those after it pass."""
    held: list[Route] = []
    page.route(address, lambda route: route.continue_() if held else held.append(route))

    def let_go() -> None:
        while not held:  # the tap is made, and its request on the way here
            page.wait_for_timeout(10)
        held[0].continue_()

    return let_go


def bid_of(page: Page, player: str) -> Locator:
    """What stands in a seat."""
    return page.locator(".seat", has_text=player).locator(".said")


def entries(page: Page, kind: str) -> list[str]:
    """The entries whose words begin so, in the game's history."""
    page.goto(page.url.partition("?")[0] + "/history")
    return [text for text in page.locator(".log li").all_inner_texts() if text.startswith(kind)]


def all_bid(page: Page) -> Pad:
    """A game whose four have bid."""
    pad = start_game(page)
    for player, call in zip(CAST, ("4", "3", "3", "2"), strict=True):
        pad.bid(player, call)
    return pad
