"""The test cast at the pages: Ann & Cal against Ben & Dee, and their taps.

`start_table` is the one place that creates a table; `Pad` is the game page: `pad.bid("Ann", "4")`, `pad.took("Ann &
Cal", 7)`, `pad.save()`.
"""

from __future__ import annotations

import re
from html import unescape

from tests.web.browsing import Button, Page, Phone

CAST = ("Ann", "Ben", "Cal", "Dee")


def start_table(phone: Phone, name: str = "Thursday") -> str:
    """A new table, created as a visitor does; its URL."""

    def tap() -> str:
        phone.open("/tables/new")
        return phone.submit(phone.page.form_with("name"), name=name).url

    return phone.step(("table", name), tap)


def new_game(phone: Phone, table: str, rules: str = "partnership", shape: str | None = None) -> Page:
    """The form of a new game with these rules."""
    asked = f"{table}/games/new?rules={rules}"
    return phone.open(f"{asked}&shape={shape}" if shape else asked)


def seated(names: tuple[str, ...] = CAST, dealer: str = "Dee", **options: str | None) -> dict[str, str | None]:
    """The new-game form filled in; an option by its key."""
    fields: dict[str, str | None] = {f"seat-{seat}": name for seat, name in enumerate(names)}
    fields["dealer"] = str(names.index(dealer))
    return fields | {f"option-{key}": value for key, value in options.items()}


def start_game(
    phone: Phone,
    rules: str = "partnership",
    names: tuple[str, ...] = CAST,
    dealer: str = "Dee",
    table: str | None = None,
    shape: str | None = None,
    series: str = "",
    **options: str | None,
) -> Pad:
    """A new game with default rules, at a new table unless one is given; `series` is of how many games it is one."""

    def tap() -> None:
        form = new_game(phone, table or start_table(phone), rules, shape).form_with("seat-0")
        printed = {"blind_nil": "0"} if "option-blind_nil" in form.fields else {}  # a new table's form offers Classic
        phone.submit(form, best_of=series, **seated(names, dealer, **(printed | options)))

    phone.step(("game", rules, names, dealer, table, shape, series, *sorted(options.items())), tap)
    return Pad(phone)


def a_short_game(phone: Phone) -> None:
    """A game to 50, finished after one hand."""
    start_game(phone, target="50").hand("4, 3, 1, 4", 6)


def asks_about(question: str, who: str) -> bool:
    """Whether this is the question about a player's nil: `Dee’s nil: made?`; `Ann, right` is one of Ann's hands."""
    player, _, hand = who.partition(", ")
    return question.startswith(f"{player}’s ") and hand in question


class Pad:
    """The game page on a phone."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.url = phone.page.url

    @property
    def page(self) -> Page:
        return self.phone.page

    def reload(self) -> Page:
        """Reload the game, without taps that were not saved."""
        return self.phone.open(self.url)

    @property
    def bidder(self) -> str | None:
        """The player whose bid the page asks for."""
        found = re.search(r"\b(?!the\b)(\w+) bids (?!now)", self.page.text)
        return found[1] if found else None

    @property
    def dealer(self) -> str:
        """The dealer, according to the page."""
        found = re.search(r"(\w+) deals", self.page.text)
        assert found, self.page.text
        return found[1]

    def bid(self, player: str, call: str) -> None:
        """The player whose turn it is taps a key."""
        assert self.bidder == player, f"{self.bidder} bids, not {player}"
        self.phone.tap(call)

    def bids(self, calls: str) -> None:
        """All bids in bidding order: `4, 3, Nil, 2`. The table allows those that break a rule of the hand.

        Bids that the rules force are entered with the one that forces them.
        """
        self.phone.step(("bids", self.url, calls), lambda: self._bids(calls))

    def _bids(self, calls: str) -> None:
        forced = 0
        for call in map(str.strip, calls.split(",")):
            if forced:
                forced -= 1
                continue
            if not any(button.is_called(call) and not button.disabled for button in self.page.buttons):
                self.phone.tap(call)  # a dimmed key is a link to the page where it is live
            self.phone.tap(call)
            forced = self.notice().count(" must bid ")

    def change_bid(self, player: str) -> None:
        """During play: tap a player's bid."""
        label = next(link.label for link in self.page.links if link.label.startswith(f"{player} "))
        self.phone.tap(label)

    def took(self, side: str, tricks: int) -> None:
        """A side's tricks: tap its count, then a key. A player's: answer the question about the nil."""
        if not self._tiles:
            self.phone.tap("Count tricks")
        if side in self._tiles:
            self.count(side)
            self.phone.tap(str(tricks))
        else:
            self._nil_took(side, tricks)

    def _nil_took(self, player: str, tricks: int) -> None:
        """Made, or set by a number of tricks: one row of keys at a time."""
        for label in ("Made",) if not tricks else ("Set", *(f"{n}+" for n in range(5, tricks + 1, 4))):
            self._answer(player, label)
        if tricks > 1 and (tricks - 1) % 4:
            self._answer(player, str(tricks))

    def fact(self, label: str) -> None:
        """Answer a question that no count answers; it follows those about nils."""
        button = [button for button in self.page.buttons if button.label == label][-1]
        self.phone.submit(button.form, button)

    def _answer(self, player: str, label: str) -> None:
        for button in self.page.buttons:
            if asks_about(button.form.label, player) and button.label == label:
                self.phone.submit(button.form, button)
                return
        raise AssertionError(f"no {label} of {player}: {self.page.text}")

    @property
    def _tiles(self) -> dict[str, Button]:
        """The counts of sides on the page, by name."""
        shown = [button for button in self.page.buttons if button.name == "at" and " tricks? " in button.label]
        return {button.label.partition(" bid ")[0]: button for button in shown}

    def count(self, side: str) -> None:
        """Tap the count of a side."""
        if not self._tiles:
            self.phone.tap("Count tricks")
        assert side in self._tiles, f"no count of {side}: {self.page.text}"
        button = self._tiles[side]
        self.phone.submit(button.form, button)

    @property
    def counts(self) -> dict[str, str]:
        """The text of each count: `{"Ann & Cal": "7", "Ben & Dee": "6"}`, `–` for an empty one."""
        return {side: button.label.split(" tricks? ")[1].split()[0] for side, button in self._tiles.items()}

    @property
    def totals(self) -> list[float]:
        """The totals on the board, or of the sheet's last hand; a game scored in tenths has them after the point."""
        digits = re.findall(r'<p class="total[^>]*>\s*(?:<a [^>]*>\s*)?([−\d.]+)', self.page.html)
        if not digits:
            newest = self.page.html.partition('<details class="hand')[2].partition("</summary>")[0]
            digits = re.findall(r", total </span>[^−\d<]*([−\d.]+)", newest)
        return [float(total.replace("−", "-")) for total in digits]

    def save(self) -> Page:
        """Save the hand on the page."""
        label = next((b.label for b in self.page.buttons if b.label.startswith("Save")), "Save hand")
        return self.phone.tap(label)

    def hand(self, bids: str, first_side: int) -> None:
        """A whole hand of two sides: the bids in order, the first side's tricks, saved."""

        def tap() -> None:
            self.bids(bids)
            self.phone.tap(str(first_side))
            self.save()

        self.phone.step(("hand", self.url, bids, first_side), tap)

    def notice(self) -> str:
        """The page's message about the last tap."""
        shown = re.sub(r"<template.*?</template>", "", self.page.html, flags=re.DOTALL)
        notices = re.findall(r'class="notice [^>]*role="(?:alert|status)"[^>]*>(.*?)</p>', shown, re.DOTALL)
        return unescape(" ".join(notice.rpartition("<p>")[2] for notice in notices))
