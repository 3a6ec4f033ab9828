"""The game page as a person uses it: `pad.bid("Ann", "4")`, `pad.took("Ann & Cal", 7)`, `pad.save()`.

It finds keys by their text, so a pad works with and without JavaScript. `start_table` is the one place that creates a
table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

BOUNCE = 160  # ms

CAST = ("Ann", "Ben", "Cal", "Dee")

LAST_TOTALS = ".play:not(:has(.board)) ~ .record .hand:first-of-type .cell > span:last-child"


def start_table(page: Page, name: str = "Thursday") -> None:
    """A new table, created from the home page."""
    page.goto("/")
    page.get_by_role("link", name=re.compile("^New table$")).click()
    page.get_by_label("Name of the table").fill(name)
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def start_game(page: Page, target: str) -> Pad:
    """A new partnership game of Ann & Cal against Ben & Dee, who deals, started from the table's page."""
    page.get_by_role("link", name=re.compile("^(Start a|New) game$")).click()
    page.wait_for_url("**/games/new*")
    page.get_by_role("region", name="Partnership Spades", exact=True).get_by_role("link", name="Seats").click()
    take_seats(page, CAST, "Dee")
    customize(page)
    page.get_by_role("spinbutton", name="Play to").fill(target)
    page.get_by_role("button", name="Done", exact=True).click()
    page.get_by_role("button", name="Deal", exact=True).click()
    pad = Pad(page)
    pad.expect_hand(1)
    return pad


def customize(page: Page) -> None:
    """Open the page of single house rules from that of the seats."""
    page.locator("#house-rules > summary").click()
    page.get_by_role("button", name="Customize").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Customize")


def take_seats(page: Page, names: Sequence[str], dealer: str) -> None:
    """Name the seats of a new game clockwise, as the page asks for them; then choose the dealer."""
    for seat, name in enumerate(names):
        ask_seat(page, seat)
        page.get_by_role("textbox", name="Name", exact=True).fill(name)
        page.keyboard.press("Enter")
        expect(page.locator(f"[data-place='{seat}']")).to_contain_text(name)
    first = page.get_by_role("button", name=re.compile("^(Deals|Draws) first$"))
    ask_seat(page, names.index(dealer))
    if first.count():
        first.click()
        expect(page.locator(f"[data-place='{names.index(dealer)}'] .chip-d")).to_be_visible()


def ask_seat(page: Page, seat: int) -> None:
    """Tap a place at the drawn table, unless the page asks about it already."""
    place = page.locator(f"[data-place='{seat}']").get_by_role("button")
    if place.get_attribute("aria-current") is None:
        place.click()
        expect(place).to_have_attribute("aria-current", "true")


class Pad:
    """The open game page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.last_call = ""

    @property
    def heading(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    @property
    def bidding(self) -> Locator:
        return self.page.get_by_role("region", name="Bidding")

    @property
    def tricks(self) -> Locator:
        return self.page.get_by_role("region", name="Tricks")

    def expect_hand(self, number: int) -> None:
        """Hand `number` is the next to be bid or counted."""
        expect(self.heading).to_have_text(f"Hand {number}")

    def expect_dealer(self, player: str) -> None:
        """The page says who deals; only while bidding."""
        expect(self.page.get_by_role("banner")).to_contain_text(f"{player} deals")
        dealing = self.bidding.locator(".seat").filter(has_text="deals")
        expect(dealing).to_have_count(1)
        expect(dealing).to_contain_text(player)

    def expect_bidder(self, player: str) -> None:
        """The page asks for this player's bid."""
        expect(self.bidding.get_by_role("heading", name=f"{player} bids")).to_be_visible()

    def expect_totals(self, *totals: float) -> None:
        """The totals on the board, side by side; where the end of a game has none, those of the sheet's last hand."""
        shown = [re.compile(rf"^[^\d−]*{str(total).replace('-', '−')}\D*$") for total in totals]
        expect(self.page.locator(f".board .total, {LAST_TOTALS}")).to_have_text(shown)

    def bid(self, player: str, call: str) -> None:
        """The player whose turn it is taps a key."""
        self.expect_bidder(player)
        if call == self.last_call:
            self.page.wait_for_timeout(BOUNCE)  # a second touch on the same key within this time is a bounce
        self.last_call = call
        self.bidding.get_by_role("button", name=call, exact=True).click()
        expect(self.bidding.get_by_role("heading", name=f"{player} bids")).to_be_hidden()

    def bid_of(self, player: str) -> Locator:
        """A player's bid, during play and counting."""
        return self.page.locator(".bid").filter(has=self.page.locator(".who", has_text=re.compile(f"^{player}$")))

    def count(self, side: str) -> Locator:
        """The count of a side."""
        return self.tricks.locator("button").filter(has_text=re.compile(rf"^\s*{re.escape(side)} bid"))

    def took(self, side: str, tricks: int) -> None:
        """Tap a side's count, unless it is selected, and then a key; for a nil, the answer."""
        expect(self.tricks).to_be_visible()  # before a phone draws itself, a bid shows before its page
        self.expect_answered()
        player, _, hand = side.partition(", ")
        nil = self.tricks.get_by_role("form", name=re.compile(rf"^{re.escape(player)}’s .*{hand}.*: made\?$"))
        live = self.tricks.get_by_text(f"or tap {side}’s number")
        if not live.count() and not self.tricks.locator("[data-count]").count():
            self.tricks.get_by_role("button", name="Count tricks").click()
            expect(self.tricks.locator("[data-count]").first).to_be_visible()
        if nil.count() and not (live.count() or self.count(side).count()):
            answers = ["Set" if tricks else "Made", *([str(tricks)] if tricks > 1 else [])]
            for answer in answers:
                key = nil.get_by_role("button", name=answer, exact=True)
                key.click()
                expect(key).to_have_attribute("aria-pressed", "true")  # the page with the answer is here
            return
        count = self.count(side)
        if count.count() and count.get_attribute("aria-current") != "step":
            count.click()
            expect(count).to_have_attribute("aria-current", "step")
        self.tricks.get_by_role("form", name=f"{side}: tricks?").get_by_role(
            "button", name=str(tricks), exact=True
        ).click()
        self.expect_count(side, tricks)

    def expect_answered(self) -> None:
        """No tap waits for its page, in which its key is not pressed any more."""
        expect(self.page.locator("form[data-pressed]")).to_have_count(0)

    def expect_count(self, side: str, tricks: int) -> None:
        """The value of a count, tapped or filled in."""
        expect(self.count(side).locator("[data-taken]")).to_have_text(str(tricks))

    def save(self) -> None:
        """Save the hand; the next one is asked for, or the game is over."""
        before = self.heading.inner_text()
        self.tricks.locator(".save").click()
        expect(self.heading).not_to_have_text(before)

    def open_correction(self, hand: int) -> None:
        """The page that corrects a hand, from the hand on the score sheet."""
        self.page.locator(f"#hand-{hand} summary").click()
        self.page.get_by_role("link", name=f"Correct hand {hand}").click()
        expect(self.heading).to_have_text(f"Correct hand {hand}")

    def recount(self, side: str, tricks: int) -> Locator:
        """On the page of a correction, tap a key for the selected side; what that changes."""
        keys = self.page.get_by_role("form", name=f"{side}: tricks?")
        keys.get_by_role("button", name=str(tricks), exact=True).click()
        return self.page.get_by_role("region", name="Changes")

    def save_correction(self, hand: int, why: str = "") -> None:
        """Save the hand again, for the reason that is chosen or this other one; the page says so."""
        if why:
            self.page.get_by_text("Other", exact=True).click()
            self.page.get_by_role("textbox", name="Other reason").fill(why)
        self.page.get_by_role("button", name="Save correction").click()
        expect(self.page.get_by_role("status").filter(has_text=f"Hand {hand} corrected")).to_be_visible()

    def undo(self) -> None:
        """Undo the latest event; the page says what."""
        self._press("Undo", "Undid")

    def redo(self) -> None:
        """Redo; the page says what."""
        self._press("Redo", "Redid")

    def _press(self, button: str, notice: str) -> None:
        self.page.get_by_role("navigation", name="Game").get_by_role("button", name=button).click()
        expect(self.page.get_by_role("status").filter(has_text=notice)).to_be_visible()

    def fits(self) -> bool:
        """Whether the page does not scroll sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
