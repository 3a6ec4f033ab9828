"""Random evenings of one to three phones through a line that cuts, delays, doubles, reorders and forges answers.

In the end every phone and the server have the same game, with each tap once, and no phone waits for longer than half
a minute to send what it has.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_game
from tests.browser.sharing import join
from tests.browser.taps import draw_on_phone
from tests.hypothesis_budget import examples
from tests.sampled import sampled

pytestmark = pytest.mark.browser

TAPS = 24
MAX_SILENCE = 30  # seconds
HTML = {"content_type": "text/html", "body": "<!doctype html><title>Sign in to the hotel</title>"}
FORGED: dict[str, dict[str, Any]] = {
    "captive portal": {"status": 200, **HTML},
    "empty": {"status": 200, "body": ""},
    "conflict of a proxy": {"status": 409, **HTML},
    "not found by a proxy": {"status": 404, **HTML},
    "refused by a proxy": {"status": 403, **HTML},
    "busy proxy": {"status": 503, **HTML},
    "other JSON": {"status": 200, "content_type": "application/json", "body": '{"ok": true}'},
}
LINES = ("good", "good", "cut", "lost", "twice", "held", "half", *FORGED)

TAP = """([choice, undoes]) => {
    const keys = [...document.querySelectorAll("[data-phase] form :is(button, [data-key]):enabled")]
        .filter(each => each.checkVisibility() && !each.matches("[aria-current], [aria-pressed=true]"));
    const undo = [...document.querySelectorAll("nav button:enabled")].find(each => each.textContent.includes("Undo"));
    const save = document.querySelector(".save:enabled");
    const button = undoes && undo || choice > .3 && save || keys[Math.floor(choice * keys.length)];
    if (!button || button.textContent === window.last) return;  // a bounce
    window.last = button.textContent;
    button.click();
}"""
SHOWN = """[...document.querySelectorAll("h1, .total, .seat-bid")]
    .map(each => each.matches("[data-unbid]") ? "" : each.textContent.replace(/\\s+/g, " "))"""
"""The hand, the totals and the bids; who is asked may differ, since a tap on a seat is not recorded."""


IDS = """() => new Promise(found => {
    const opening = indexedDB.open("scorekeeper");
    opening.onsuccess = () => {
        const asked = opening.result.transaction("taps").objectStore("taps").getAll();
        asked.onsuccess = () => { opening.result.close(); found(asked.result.map(({ id }) => id)); };
    };
})"""


class Line:
    """What becomes of the phones’ requests while it `is_bad`; held ones come later, in another order."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.held: list[Route] = []
        self.is_bad = True

    def answer(self, route: Route) -> None:
        line = self.chance.choice(LINES) if self.is_bad else "good"
        if line in FORGED:
            route.fulfill(**FORGED[line])
        elif line == "held":
            self.held.append(route)
        elif line in ("good", "twice"):
            if line == "twice":
                route.fetch()
            route.continue_()
        elif line == "half":
            whole = route.fetch().text()
            route.fulfill(status=200, content_type="application/json", body=whole[: len(whole) // 2])
        else:
            if line == "lost":
                route.fetch()
            route.abort()

    def release(self) -> None:
        self.chance.shuffle(self.held)
        while self.held:
            self.held.pop().continue_()


@pytest.mark.parametrize("seed", sampled(range(examples(3, soak=200)), 3))
def test_each_tap_arrives_once_whatever_the_line_answers(open_page: OpenPage, seed: int) -> None:
    chance = random.Random(seed)
    line = Line(chance)
    device = {"refused": (403, 404, 409, 422, 503), "cut": True, "reduced_motion": "reduce"}
    first, *others = pages = [open_page(**device) for _ in range(1 + seed % 3)]
    start_game(first, target="1000")
    for number, page in enumerate(others, start=2):
        join(page, first, first.locator(".back").get_attribute("href") or "", f"Phone {number}")
        page.goto(first.url)
    for page in pages:
        draw_on_phone(page)
        page.route("**/events*", line.answer)
    tapped = set[str]()
    for _ in range(TAPS):
        page = chance.choice(pages)
        page.evaluate(TAP, [chance.random(), chance.random() < 0.1])
        tapped |= set(page.evaluate(IDS))
        page.wait_for_timeout(chance.choice((0, 20, 260)))
        if chance.random() < 0.2:
            line.release()
    line.is_bad = False
    line.release()
    all_settled(pages, chance)
    game = urlsplit(first.url).path
    recorded = [event["id"] for event in first.request.get(f"{game}/events").json()["events"]]
    assert len(set(recorded)) == len(recorded) > 1
    assert others or tapped <= set(recorded), "no other phone contradicts this one"
    shown = []
    for page in pages:
        page.goto(game)
        draw_on_phone(page)
        assert page.evaluate(IDS) == []
        shown.append(page.evaluate(SHOWN))
    assert shown == [shown[0]] * len(pages)


def all_settled(pages: Sequence[Page], chance: random.Random) -> None:
    """Wait until no phone has a tap that the server lacks; whoever is asked something answers."""
    since = [monotonic()] * len(pages)
    while any(waits(page) for page in pages):
        for number, page in enumerate(pages):
            asked = page.get_by_role("button", name="Use mine").or_(page.get_by_role("link", name="Keep theirs"))
            answers = asked.all()
            if answers:
                chance.choice(answers).evaluate("answer => answer.click()")
            if answers or not waits(page):
                since[number] = monotonic()
            assert monotonic() - since[number] < MAX_SILENCE, page.locator("main").inner_text()
            page.wait_for_timeout(100)


def waits(page: Page) -> bool:
    return page.locator("html[data-sending]").count() > 0
