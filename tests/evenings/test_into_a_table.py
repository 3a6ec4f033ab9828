"""An evening on a phone without the network; its files then bring every game into a table of a server."""

from __future__ import annotations

import io
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.core.sheet import Sheet, hand_json
from scorekeeper.formats.chain import canonical_json
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.games import ImportedGame
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.importing import import_file
from scorekeeper.storage.games import create_table, games_of
from tests.browser.pad import Pad
from tests.browser.taps import record_by_script
from tests.browser.test_offline import tap_link
from tests.browsers import until
from tests.served import reserved_port
from tests.static_folder import BELOW, hosted, static_folder

__all__ = ["static_folder"]

pytestmark = pytest.mark.browser

ALL_HERE = "caches.keys().then(async (names) => (await (await caches.open(names.at(-1))).keys()).length > 100)"
Game = tuple[str, list[int], list[str]]
"""Its rule set, the totals, and the hash of each hand."""


@pytest.fixture
def kind() -> str:
    """Imports are the same on every database."""
    return "sqlite"


def summary(sheet: Sheet) -> Game:
    seating = sheet.rules.seating
    lines = [canonical_json(hand_json(hand, seating)) for hand in sheet.hands]
    totals = [score.total for score in sheet.scoreboard().scores]
    return sheet.rules.ruleset.key, totals, [sha256(line.encode()).hexdigest() for line in lines]


def in_file(content: bytes) -> list[Game]:
    games = list(games_of_file(io.BytesIO(content)))
    return sorted(summary(game.sheet) for game in games if isinstance(game, ImportedGame))


def imported(content: bytes) -> list[Game]:
    """What a table of a server has of a file."""
    table = create_table("Friday")
    import_file(io.BytesIO(content), table.id)
    return sorted(summary(load_game(game.id).state.sheet) for game in games_of(table.id, limit=10))


def totals(page: Page) -> list[int]:
    texts = page.locator(".total").all_inner_texts()
    return [int(text.replace("−", "-").split()[0]) for text in texts]


def begin(page: Page, home: str, rules: str) -> Pad:
    """A game of these rules, from the first page."""
    page.goto(home)
    page.get_by_role("link", name="New game").click()
    page.get_by_role("link", name="Games for 3 players" if rules == "Cutthroat Spades" else "All games").click()
    page.get_by_role("link", name=rules).click()
    page.get_by_role("button", name="Deal", exact=True).click()
    pad = Pad(page)
    pad.expect_hand(1)
    return pad


def saved(page: Page, kind: str, is_all: bool = False) -> bytes:
    page.get_by_role("checkbox", name="All 3 games on this phone").first.set_checked(is_all)
    with page.expect_download() as download:
        page.locator(f"[data-save='{kind}']").click()
    return download.value.path().read_bytes()


def an_evening(page: Page, home: str) -> list[tuple[str, list[int]]]:
    """Three games of different rules; what the phone shows of each."""
    played = []
    for took in (7, 6):
        record_by_script(page, took)
    played.append(("partnership", totals(page)))
    begin(page, home, "High/Low Spades")
    record_by_script(page, 5)
    played.append(("high-low", totals(page)))
    pad = begin(page, home, "Cutthroat Spades")
    for player, call in (("Seat 2", "5"), ("Seat 3", "6"), ("Seat 1", "4")):
        pad.bid(player, call)
    pad.took("Seat 2", 6)
    pad.took("Seat 3", 5)
    pad.save()
    played.append(("cutthroat", totals(page)))
    return sorted(played)


@pytest.mark.usefixtures("app")
def test_an_evening_of_three_games_goes_into_a_table(browser: Browser, static_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(static_folder, tmp_path / BELOW)
    with reserved_port() as port, browser.new_context(reduced_motion="reduce", locale="en-US") as context:
        page = context.new_page()
        with hosted(tmp_path, port) as pad:
            page.goto(f"{pad}en/")
            page.get_by_role("link", name="Quick game").click()
            Pad(page).expect_hand(1)
            until(page, ALL_HERE)
        played = an_evening(page, f"{pad}en/")
        tap_link(page, "Take it along")
        one = [saved(page, kind) for kind in ("json", "text")]
        every = [saved(page, kind, is_all=True) for kind in ("json", "text")]
        page.goto(f"{pad}de/")
        page.get_by_role("link", name="Neues Spiel").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Neues Spiel")
        expect(page.get_by_role("button", name="Geben").first).to_be_visible()
    for content in one:
        assert imported(content) == in_file(content)
        assert [game[:2] for game in in_file(content)] == [game for game in played if game[0] == "cutthroat"]
    for content in every:
        assert imported(content) == in_file(content)
        assert [game[:2] for game in in_file(content)] == played
    assert in_file(every[0]) == in_file(every[1])
    assert [len(hands) for _rules, _totals, hands in in_file(every[0])] == [1, 1, 2]
