"""The time from a tap on the pad until its result shows, and until the phone can draw, in Chromium slowed down."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path
from statistics import median

import brotli
from playwright.sync_api import Page

from bench.game import record
from bench.phone import open_phone
from scorekeeper.compiler.built import built
from scorekeeper.server.settings import templates_folder

SLOWER = (1, 4, 6)
ROUNDS = 5
BOOTS = 3
HELD = {"": 60, "at_once_": 0}
"""Milliseconds from touching a key to lifting the finger: a quick tap, while which the phone draws ahead; and none."""
BOUNCE = 300
"""A little longer than the time in which a second tap on the same key counts as a bounce, in milliseconds."""
LONGEST = 120_000
"""Milliseconds until the server has built the phone's module; and a limit for anything else on a busy machine."""

# From the tap until its result is laid out, and until the frame that shows it; the result is a change of `seen`.
WATCH = """seen => {
    const look = new Function('return ' + seen);
    const before = look();
    window.took = new Promise(done => {
        setTimeout(done, 20000, null);
        let began = 0;
        addEventListener('click', tap => { began = tap.timeStamp; }, {capture: true, once: true});
        const watch = new MutationObserver(() => {
            if (look() === before) return;
            watch.disconnect();
            document.body.getBoundingClientRect();
            const laidOut = performance.now() - began;
            requestAnimationFrame(() => setTimeout(() => done([laidOut, performance.now() - began])));
        });
        watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    });
}"""
NEXT_SEAT = "document.querySelector('.seat[aria-current]')?.textContent"
COUNTS = "document.querySelector('.counts') !== null"
PREVIEW = "document.querySelector('.save:enabled') !== null"
PHASE = "document.querySelector('[data-phase]').dataset.phase"
HAND = "document.querySelector('h1').textContent"
ANSWERED = "html:not([data-sending])"
READY = "html:not([data-resting])"
"""Keys that are new under a finger rest for a moment."""

Took = tuple[float, float]
"""Milliseconds from a tap until its result is laid out, and until it shows."""


BOOT = """heading => new Promise(done => {
    const root = document.documentElement;
    let began = 0;
    setTimeout(done, 20000, null);
    new MutationObserver(() => 'onPhone' in root.dataset && setTimeout(() => done(performance.now() - began)))
        .observe(root, {attributes: true});
    addEventListener('pointerdown', tap => { began = tap.timeStamp; }, {capture: true, once: true});
    heading.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
})"""


def measured() -> dict[str, float]:
    """Milliseconds (medians) with each slowdown, in a game of twenty hands and more: from a bid to the next seat's
    turn, from a count until it shows with the lines of the hand, and from saving a hand to the next one, each from
    lifting the finger until the screen is laid out and until it shows; and from the first touch until the phone draws
    the game itself. And the bytes of the module's parts on their way.
    """
    found: dict[str, float] = {}
    with open_phone() as (page, devtools, game):
        page.set_default_timeout(LONGEST)
        page.add_init_script("window.requestIdleCallback = () => 0")  # only a touch loads the module
        _open(page, game)
        number = 0
        for slower in SLOWER:
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            rounds: dict[str, list[dict[str, Took]]] = {how: [] for how in HELD}
            for _ in range(ROUNDS + 1):
                for how, held in HELD.items():
                    number += 1
                    rounds[how].append(_hand(page, number, held))
            for how, (_first, *hands) in rounds.items():  # the first one warms up
                for name in hands[0]:
                    took = _medians(hand[name] for hand in hands)
                    found[f"{name}_{how}{slower}"], found[f"{name}_{how}shown_{slower}"] = took
            found[f"boot_{slower}"] = median(_boot(page) for _ in range(BOOTS))
            _open(page, page.url)
    return found | _sizes()


def _sizes() -> dict[str, float]:
    """Bytes of each part of the module, compressed as served."""
    with tempfile.TemporaryDirectory() as folder:
        files = built(Path(folder), templates_folder())
        return {
            f"{path.stem.partition('-')[0]}_bytes": len(brotli.compress(path.read_bytes())) for path in files.values()
        }


def _boot(page: Page) -> float:
    """From the first touch of a page just loaded; the module is in the browser's cache."""
    page.reload()
    took: float | None = page.get_by_role("heading", level=1).evaluate(BOOT)
    if took is None:
        raise RuntimeError("the phone does not draw")
    return took


def _hand(page: Page, number: int, held: int) -> dict[str, Took]:
    """A hand of the same game, tap by tap."""
    written = record(number if number % 10 not in (3, 6) else 1)  # no nils, because their tricks are counted separately
    calls = [call for pair in zip(*written["bids"], strict=True) for call in pair]
    bids: list[Took] = []
    for last, call in zip(["", *calls[:-1]], calls, strict=True):
        if call == last:
            page.wait_for_timeout(BOUNCE)
        seen = NEXT_SEAT if len(bids) < len(calls) - 1 else PHASE
        bids.append(_tap(page, f".pad .key[value='{call}']", seen, held))
    _tap(page, ".pad [data-main-button]", COUNTS, held)
    key = f".pad .key[value='{written['took'][0]}']"
    count = _tap(page, key, PREVIEW, held)
    return {
        "bid": _medians(bids[:-1]),
        "count": count,
        "save": _tap(page, ".save", HAND, held),
    }


def _open(page: Page, address: str) -> None:
    """The game, once the phone draws it itself."""
    page.goto(address)
    page.get_by_role("heading", level=1).click()
    page.locator("html[data-on-phone]").wait_for(state="attached", timeout=LONGEST)


def _tap(page: Page, where: str, seen: str, held: int) -> Took:
    """A tap by the mouse itself: a click by Playwright would run its own checks on the slowed phone meanwhile."""
    page.locator(READY).wait_for(state="attached")
    key = page.locator(where).first
    key.scroll_into_view_if_needed()
    box = key.bounding_box()
    assert box
    page.evaluate(WATCH, seen)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, delay=held)
    took: Took | None = page.evaluate("window.took")
    if took is None:
        raise RuntimeError(f"the tap on {where} changed nothing: {seen}")
    page.locator(ANSWERED).wait_for(state="attached")
    return took


def _medians(taps: Iterable[Took]) -> Took:
    laid_out, shown = zip(*taps, strict=True)
    return median(laid_out), median(shown)
