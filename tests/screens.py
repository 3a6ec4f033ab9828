"""`make screens`: plays sample games in an app of its own and takes a picture of every screen, into docs/screens.

A new screen is one line in SCREENS; a new state of a game is one line in GAMES.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, StorageState, ViewportSize, sync_playwright

from scorekeeper import create_app
from scorekeeper.log import BIDS
from scorekeeper.play import Writer, record, start_game
from scorekeeper.sheet import read_sheet
from scorekeeper.storage import close_storage
from tests.conftest import NO_CHROMIUM, find_chromium
from tests.served import CHECKOUT, served
from tests.tables import record_of

FOLDER = CHECKOUT / "docs" / "screens"
SIZES = {"phone": ViewportSize(width=390, height=844), "wide": ViewportSize(width=1280, height=800)}
THEMES = ("light", "dark")
COLOURS = 64  # of a palette: a page is flat, and the file a fifth as large

SIX_HANDS = (
    "Ann 4 and Cal 3 took 10, Ben 3 and Dee 2 took 3",
    "Ann 3 and Cal 3 took 7, Ben 4 and Dee 2 took 6",
    "Ann 5 and Cal 2 took 7, Ben 3 and Dee 3 took 6",
    "Ann nil took 0, Cal 5 took 6, Ben 4 and Dee 3 took 7",
    "Ann 3 and Cal 3 took 9, Ben 2 and Dee 2 took 4",
    "Ann 4 and Cal 2 took 8, Ben 4 and Dee 2 took 5",
)
LAST_HANDS = (
    "Ann 2 and Cal 4 took 6, Ben nil took 0, Dee 5 took 7",
    "Ann 4 and Cal 4 took 8, Ben 3 and Dee 2 took 5",
)


@dataclass(frozen=True)
class Sample:
    """A game as far as it was played, and the bids that came in for its next hand."""

    rules: str
    hands: tuple[str, ...] = ()
    bids: object = None


GAMES = {
    "over": Sample("partnership", SIX_HANDS + LAST_HANDS),
    "tricks": Sample("partnership", SIX_HANDS, [["4", "3"], ["3", "2"]]),
    "bidding": Sample("partnership", SIX_HANDS, [["3", None], [None, "4"]]),
}


def open_last_hand(page: Page) -> None:
    """Opens the newest hand of the score sheet, and brings it to the middle."""
    hand = page.locator("details.hand").first
    hand.locator("summary").click()
    hand.evaluate("hand => hand.scrollIntoView({block: 'center'})")


@dataclass(frozen=True)
class Screen:
    """A screen: its name, its address, what is done there before the picture; `alone`: seen by who is at no table."""

    name: str
    address: str
    then: Callable[[Page], None] | None = None
    alone: bool = False


SCREENS = (
    Screen("empty", "/", alone=True),
    Screen("home", "/"),
    Screen("table", "/tables/{table}"),
    Screen("choose", "/tables/{table}/games/new"),
    Screen("sit-down", "/tables/{table}/games/new?rules=partnership"),
    Screen("bidding", "/games/{bidding}"),
    Screen("tricks", "/games/{tricks}?t0=8"),
    Screen("sheet", "/games/{bidding}", open_last_hand),
    Screen("over", "/games/{over}"),
    Screen("correct", "/games/{bidding}/hands/5/correction"),
    Screen("rules", "/rules"),
    Screen("rule-set", "/rules/partnership"),
    Screen("not-found", "/nowhere"),
)


def main(chosen: list[str]) -> None:
    """Take the pictures of the chosen screens, or of all."""
    screens = [screen for screen in SCREENS if not chosen or screen.name in chosen]
    chromium = find_chromium()
    if chromium is None or not screens:
        sys.exit(NO_CHROMIUM if chromium is None else f"there are these screens: {', '.join(s.name for s in SCREENS)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), "--host", "127.0.0.1") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        member, table = open_table(browser, server.url)
        places = {"table": table} | play_samples(Path(folder), table)
        for size, theme in product(SIZES, THEMES):
            for screen in screens:
                state = None if screen.alone else member
                look: dict[str, Any] = {"viewport": SIZES[size], "color_scheme": theme, "storage_state": state}
                with closing(browser.new_context(**look)) as context:
                    picture = shot(context.new_page(), screen, server.url + screen.address.format(**places))
                (FOLDER / f"{screen.name}-{size}-{theme}.png").write_bytes(picture)
        browser.close()
    pictures = list(FOLDER.glob("*.png"))
    print(f"{len(pictures)} pictures in {FOLDER}, {sum(p.stat().st_size for p in pictures) / 1024:.0f} KB in all")


def open_table(browser: Browser, url: str) -> tuple[StorageState, str]:
    """A new table, opened as a person does it: what its keeper's browser remembers, and the table's id."""
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(f"{url}/tables/new")
        page.get_by_label("Name of the table").fill("Thursday table")
        page.get_by_role("button", name="Start the table").click()
        page.wait_for_url("**/tables/*")
        return context.storage_state(), page.url.rpartition("/")[2]


def play_samples(instance: Path, table: str) -> dict[str, str]:
    """Plays the sample games, the last one latest; gives their ids by name."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{instance}/scorekeeper.sqlite"})
    played = {}
    with app.app_context():
        for name, sample in GAMES.items():
            game = start_game(table, read_sheet(record_of(sample.rules, *sample.hands)), writer=Writer()).game
            if sample.bids is not None:
                body = {"hand": len(sample.hands) + 1, "bids": sample.bids}
                record(game.id, BIDS, body, writer=Writer())
            played[name] = game.id
    close_storage(app)
    return played


def shot(page: Page, screen: Screen, address: str) -> bytes:
    """The picture of a screen, as a small PNG."""
    page.goto(address, wait_until="networkidle")
    if screen.then is not None:
        screen.then(page)
    small = BytesIO()
    with Image.open(BytesIO(page.screenshot(animations="disabled"))) as picture:
        picture.convert("RGB").quantize(COLOURS).save(small, "PNG", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    main(sys.argv[1:])
