"""Random evenings through a line that cuts, delays, doubles, reorders and forges answers: each tap is recorded once."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_game
from tests.browser.taps import all_sent, draw_on_phone
from tests.hypothesis_budget import examples

pytestmark = pytest.mark.browser

TAPS = 24
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

TAP = """choice => {
    const keys = [...document.querySelectorAll("[data-phase] form :is(button, [data-key]):enabled")]
        .filter(each => each.checkVisibility() && !each.matches("[aria-current], [aria-pressed=true]"));
    const save = document.querySelector(".save:enabled");
    const button = choice > .3 && save || keys[Math.floor(choice * keys.length)];
    if (!button || button.textContent === window.last) return;  // a bounce
    window.last = button.textContent;
    button.click();
}"""
SHOWN = """[...document.querySelectorAll("h1, .total, .seat-bid")]
    .map(each => each.matches("[data-unbid]") ? "" : each.textContent.replace(/\\s+/g, " "))"""
"""The hand, the totals and the bids; who is asked may differ, since a tap on a seat is not recorded."""


class Line:
    """What becomes of the phone’s requests while it `is_bad`; held ones come later, in another order."""

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


@pytest.mark.parametrize("seed", range(examples(3, soak=200)))
def test_each_tap_arrives_once_whatever_the_line_answers(open_page: OpenPage, seed: int) -> None:
    chance = random.Random(seed)
    line = Line(chance)
    page = open_page(refused=(403, 404, 409, 422, 503), cut=True, reduced_motion="reduce")
    start_game(page, target="1000")
    draw_on_phone(page)
    page.route("**/events*", line.answer)
    for _ in range(TAPS):
        page.evaluate(TAP, chance.random())
        page.wait_for_timeout(chance.choice((0, 20, 260)))
        if chance.random() < 0.2:
            line.release()
    line.is_bad = False
    line.release()
    page.evaluate("dispatchEvent(new Event('online'))")  # it would try again in a while
    all_sent(page)
    shown = page.evaluate(SHOWN)
    recorded = page.request.get(f"{urlsplit(page.url).path}/events").json()["events"]
    assert len({event["id"] for event in recorded}) == len(recorded) > 1
    page.goto(page.url.partition("?")[0])
    draw_on_phone(page)
    assert page.evaluate(SHOWN) == shown
