"""The time from a tap on the pad until its result shows, in Chromium slowed down four times."""

from statistics import median

from playwright.sync_api import Page

from bench.game import record
from bench.phone import open_phone

SLOWER = 4
ROUNDS = 9
FIRST_BUILD = 120_000
"""Milliseconds until the server has made what the phone needs."""

# From the tap to the frame with its result, recognized by a change of `seen`.
WATCH = """seen => {
    const look = new Function('return ' + seen);
    const before = look();
    window.took = new Promise(done => {
        let began = 0;
        addEventListener('click', tap => { began = tap.timeStamp; }, {capture: true, once: true});
        const watch = new MutationObserver(() => {
            if (look() === before) return;
            watch.disconnect();
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
        });
        watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    });
}"""
NEXT_SEAT = "document.querySelector('.seat[aria-current]')?.textContent"
COUNT = "document.querySelector('.count[aria-current] b')?.textContent"
PREVIEW = "document.querySelector('.save') !== null"
TRICKS = "document.querySelector('.counts') !== null"
HAND = "document.querySelector('h1').textContent"
ANSWERED = "html:not([data-sending])"


def measured() -> dict[str, float]:
    """Milliseconds (medians): from a bid to the next seat's turn, from a count until it shows, until the lines of the
    hand show, and from saving a hand to the next one; in a game that already has twenty.
    """
    with open_phone() as (page, devtools, game):
        _open(page, game)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        rounds = [_hand(page, number) for number in range(1, ROUNDS + 2)][1:]  # the first one warms up
    return {name: median(hand[name] for hand in rounds) for name in rounds[0]}


def _hand(page: Page, number: int) -> dict[str, float]:
    """A hand of the same game, tap by tap."""
    written = record(number if number % 10 not in (3, 6) else 1)  # no nils, because their tricks are counted separately
    calls = [call for pair in zip(*written["bids"], strict=True) for call in pair]
    bids = [_tap(page, f".pad .key[value='{call}']", NEXT_SEAT) for call in calls[:3]]
    _tap(page, f".pad .key[value='{calls[3]}']", TRICKS)
    key = f".pad .low .key[value='{written['took'][0]}']"
    count = _tap(page, key, COUNT)
    _open(page, page.url.partition("?")[0])
    lines = _tap(page, key, PREVIEW)
    return {
        "bid_ms": median(bids),
        "count_ms": count,
        "lines_ms": lines,
        "save_ms": _tap(page, ".save", HAND),
    }


def _open(page: Page, address: str) -> None:
    """The game, once the phone draws it itself."""
    page.goto(address)
    page.get_by_role("heading", level=1).click()
    page.locator("html[data-on-phone]").wait_for(state="attached", timeout=FIRST_BUILD)


def _tap(page: Page, where: str, seen: str) -> float:
    page.evaluate(WATCH, seen)
    page.locator(where).first.click()
    took: float = page.evaluate("window.took")
    page.locator(ANSWERED).wait_for(state="attached")
    return took
