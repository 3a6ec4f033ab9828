"""An evening on a bad line: each tap shows at once, and in the end the server has what the phone shows."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_game
from tests.browser.taps import all_sent, draw_on_phone
from tests.browsers import MAX_WAIT

pytestmark = pytest.mark.browser

TAPS = 150
PAUSES = (0, 0, 20, 260, 650)  # ms
LINES = ("good", "good", "broken", "busy", "lost answer", "silent")

TAP = """async ([choice, undoes, longest]) => {
    const shown = () => document.querySelector("main").innerText;
    const keys = [...document.querySelectorAll("[data-phase] form :is(button, [data-key]):enabled, main a.button")]
        .filter(each => each.checkVisibility() && !each.matches("[aria-current], [aria-pressed=true]"));
    const undo = [...document.querySelectorAll("nav button:enabled")].find(each => each.textContent.includes("Undo"));
    const save = document.querySelector(".save:enabled");
    const button = undoes && undo || choice > .3 && save || keys[Math.floor(choice * keys.length)];
    if (button.textContent === window.last) await new Promise(resolve => setTimeout(resolve, 300));  // no bounce
    window.last = button.textContent;
    const before = shown();
    button.click();
    for (const end = performance.now() + longest; performance.now() < end; await new Promise(requestAnimationFrame))
        if (shown() !== before) return;
    throw new Error(`nothing happened: ${button.textContent} at ${before}`);
}"""
SHOWN = (
    """[...document.querySelectorAll("h1, .total, .seat, .bid")].map(each => each.textContent.replace(/\\s+/g, " "))"""
)


@pytest.mark.parametrize("seed", range(6))
def test_bad_line_delays_no_tap_and_loses_none(open_page: OpenPage, seed: int) -> None:
    """Requests break, are refused or never answered, and answers are lost."""
    chance = random.Random(seed)
    page = open_page(refused=(409, 422, 503), cut=True)
    start_game(page, target="1000")
    draw_on_phone(page)

    def answer(route: Route) -> None:
        line = chance.choice(LINES)
        if line == "good":
            route.continue_()
        elif line == "busy":
            route.fulfill(status=503)
        elif line != "silent":
            if line == "lost answer":
                route.fetch()
            route.abort()

    page.route("**/events*", answer)
    for _ in range(TAPS):
        page.evaluate(TAP, [chance.random(), chance.random() < 0.12, MAX_WAIT])
        page.wait_for_timeout(chance.choice(PAUSES))
    page.unroute("**/events*")
    all_sent(page)
    shown = page.evaluate(SHOWN)
    page.goto(page.url.partition("?")[0])
    draw_on_phone(page)
    assert page.evaluate(SHOWN) == shown
