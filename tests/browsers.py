"""Chromium for the browser tests: one per process, shared by all of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests.fonts import environment

# No page runs long enough to be worth optimising: the compilers would only take the cores from other tests.
# A new document reuses the frame of the old one, which saves a fourth of the work. Only the last list counts; the
# others are Playwright's.
UNUSED = (
    *("RenderDocument", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("MediaRouter", "OptimizationHints", "PaintHolding", "ThirdPartyStoragePartitioning"),
)
SWITCHES = ("--no-sandbox", "--js-flags=--no-opt,--no-maglev", f"--disable-features={','.join(UNUSED)}")

MAX_WAIT, MAX_START = 30_000, 120_000  # ms, on a busy machine
expect.set_options(timeout=MAX_WAIT)


@pytest.fixture(scope="session")
def browser(chromium_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Chromium, once for all tests of a process."""
    env = environment(tmp_path_factory.mktemp("fonts"))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=chromium_path, args=SWITCHES, env={**env}, timeout=MAX_START
        )
        yield chromium
        chromium.close()


def pauses(within: int = MAX_WAIT) -> Iterator[int]:
    """The pauses between two looks at a page, in ms, until it is too late; later ones are longer.

    Each look takes some 15 ms of a core, for which the page that is waited for may have to wait.
    """
    end, pause = time.monotonic() + within / 1000, 20
    while time.monotonic() < end:
        yield pause
        pause = min(2 * pause, 160)


def until(page: Page, expression: str, given: object = None) -> None:
    """Wait until this holds in the page, or what it promises does; Playwright's own wait takes any promise for true."""
    refusal = ""
    for pause in pauses():
        try:
            if page.evaluate_handle(expression, given).evaluate("Boolean"):
                return
        except Error as gone:  # the page it was asked of
            refusal = gone.message
        page.wait_for_timeout(pause)
    raise AssertionError(f"never: {expression} {refusal}")
