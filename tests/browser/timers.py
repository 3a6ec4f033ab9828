"""The timers of a page, stopped while a test does what they would end: how long that takes is the machine's affair."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

STOP = """() => {
    const { setTimeout, clearTimeout } = window, stopped = new Map();
    let last = 0;
    window.setTimeout = (work, time, ...given) => {
        if (!time) return setTimeout(work, time, ...given);
        stopped.set(--last, () => setTimeout(work, time, ...given));
        return last;
    };
    window.clearTimeout = (id) => stopped.delete(id) || clearTimeout(id);
    window.startTimers = () => {
        Object.assign(window, { setTimeout, clearTimeout, startTimers: undefined });
        stopped.forEach((start) => start());
    };
}"""
START = "() => window.startTimers?.()"


def stop_timers(page: Page) -> None:
    """From now on, what the page wants to do later waits; not what it does as soon as it can."""
    page.evaluate(f"() => window.startTimers || ({STOP})()")


def start_timers(page: Page) -> None:
    """What has waited is done after its whole time from now."""
    page.evaluate(START)


@contextmanager
def stopped_timers(page: Page) -> Iterator[None]:
    """Both, around a few taps on one page."""
    stop_timers(page)
    yield
    start_timers(page)
