"""What the hall hears and a waiting phone feels: the bell of wall and desk, and a buzz for the next match."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.served import CHECKOUT

pytestmark = pytest.mark.browser

SCRIPTS = CHECKOUT / "scorekeeper" / "static" / "js"
START = 1_000_000_000_000  # ms since 1970
MINUTE = 60_000  # ms
STAND_INS = """
window.tones = 0; window.buzzes = [];
window.AudioContext = class {
  currentTime = 0; destination = null;
  createOscillator() { window.tones++; return {frequency: {}, connect: next => next, start() {}, stop() {}}; }
  createGain() { return {gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: next => next}; }
  close() {}
};
navigator.vibrate = pattern => { window.buzzes.push(pattern); return true; };
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of the hall's address, with a loudspeaker and a motor that count."""
    context = browser.new_context()
    context.add_init_script(STAND_INS)
    page = context.new_page()
    page.clock.install(time=START / 1000)
    page.route("http://hall.test/", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.route(
        "http://hall.test/js/**", lambda route: route.fulfill(path=SCRIPTS / route.request.url.partition("/js/")[2])
    )
    page.goto("http://hall.test/")
    yield page
    context.close()


def show(page: Page, html: str) -> None:
    """The page is this now, as after a swap."""
    page.evaluate("html => { document.body.innerHTML = html; dispatchEvent(new Event('pageshown')); }", html)


def run(page: Page, script: str) -> None:
    """Run a script of the hall's pages; a tag that is added to a page runs in its own time."""
    page.evaluate("script => import(`/js/rooms/tournaments/${script}`)", script)


def clock(place: int, minutes: float) -> str:
    """A running clock that has these minutes left, by a server whose time is a second behind."""
    return f'<p data-bell="{place}" data-ends="{round(START - 1000 + minutes * MINUTE)}" data-now="{START - 1000}"></p>'


def tones(page: Page) -> int:
    """How often it rang since the last question."""
    rung: int = page.evaluate("() => { const rung = window.tones; window.tones = 0; return rung; }")
    return rung


def test_bell_rings_at_five_minutes_and_at_time(page: Page) -> None:
    show(page, clock(1, 7))
    run(page, "bell.js")
    page.clock.run_for(MINUTE)
    assert tones(page) == 0, "a page that opens, and a clock that runs"
    page.clock.run_for(2 * MINUTE)
    assert tones(page) == 2
    page.clock.run_for(5 * MINUTE)
    assert tones(page) == 3
    page.clock.run_for(2 * MINUTE)
    assert tones(page) == 0


def test_bell_rings_once_when_a_clock_starts(page: Page) -> None:
    show(page, "<p>Round 1 is not published</p>")
    run(page, "bell.js")
    page.clock.run_for(MINUTE)
    show(page, clock(1, 40).replace(f'data-now="{START - 1000}"', f'data-now="{START - 1000 + MINUTE}"'))
    page.clock.run_for(1000)
    assert tones(page) == 1


def test_two_clocks_that_end_together_ring_together(page: Page) -> None:
    show(page, clock(1, 1) + clock(2, 1))
    run(page, "bell.js")
    page.clock.run_for(2 * MINUTE)
    assert tones(page) == 3


def test_bell_rings_once_for_each_call_of_a_player(page: Page) -> None:
    show(page, '<ul><li data-call="3 100"></li></ul>')
    run(page, "bell.js")
    page.clock.run_for(1000)
    assert tones(page) == 0, "a page that opens"
    show(page, '<ul><li data-call="3 100"></li><li data-call="8 200"></li></ul>')
    page.clock.run_for(1000)
    assert tones(page) == 2
    show(page, "<p>a match</p>")
    page.clock.run_for(1000)
    show(page, '<ul><li data-call="8 200">coming</li></ul>')
    page.clock.run_for(1000)
    assert tones(page) == 0
    show(page, '<ul><li data-call="8 300"></li></ul>')
    page.clock.run_for(1000)
    assert tones(page) == 2


ASKS = "<p data-buzz hidden><button>Buzz</button></p>"


def buzzes(page: Page) -> list[object]:
    felt: list[object] = page.evaluate("() => window.buzzes")
    return felt


def test_phone_buzzes_once_for_each_match_when_its_player_wants_that(page: Page) -> None:
    show(page, ASKS)
    run(page, "buzz.js")
    page.click("button")
    assert page.is_hidden("[data-buzz]")
    assert buzzes(page) == [100]
    show(page, ASKS + '<section data-match="open 1"></section>')
    assert page.is_hidden("[data-buzz]"), "it is asked once"
    show(page, ASKS + '<section data-match="open 1"></section>')
    show(page, ASKS + '<section data-match="open 2"></section>')
    assert buzzes(page) == [100, [300, 150, 300], [300, 150, 300]]


def test_phone_stays_still_when_nobody_asked_for_it(page: Page) -> None:
    show(page, ASKS)
    run(page, "buzz.js")
    show(page, ASKS + '<section data-match="open 1"></section>')
    assert page.is_visible("[data-buzz]")
    assert buzzes(page) == []


def test_phone_without_a_motor_is_not_asked(page: Page) -> None:
    page.evaluate("() => { delete navigator.vibrate; delete Navigator.prototype.vibrate; }")
    show(page, ASKS)
    run(page, "buzz.js")
    assert page.is_hidden("[data-buzz]")
