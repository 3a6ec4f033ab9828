"""A game that leaves its phone without a server: to another phone by its link, and into a table of another server."""

from __future__ import annotations

import io
import json
import re
import signal
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from html import unescape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.core.game.carried import in_full
from scorekeeper.core.sheet import hand_json
from scorekeeper.formats.chain import canonical_json
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.games import ImportedGame
from scorekeeper.formats.verification.file import check_file
from tests.browser.conftest import OpenPage, opening
from tests.browser.pad import Pad
from tests.browser.ready import Unseen, start_game, start_table
from tests.browser.sharing import join
from tests.browser.taps import all_sent, draw_on_phone, record_by_script, wait_for_rows
from tests.browser.test_begin import KEPT, ROWS, sit_down
from tests.browser.test_offline import tap_link
from tests.browser.test_worker import IN_CHARGE
from tests.browsers import until
from tests.phone.conftest import add_module
from tests.served import reserved_port, served

pytestmark = pytest.mark.browser

SETTINGS = {"SCOREKEEPER_RATE_LIMITS": "off"}
HERE = ("--host", "127.0.0.1")
BID_SENT = ROWS.replace("STORE", "taps").replace("CONDITION", "every(({ game }) => game.startsWith('00000000-'))")
"""The taps that wait are of games that stay on the phone."""
AROUND = ROWS.replace("STORE", "games").replace("CONDITION", "map(({ around }) => around)")
"""What a phone keeps of its games besides their events."""


class ProxyOfNothing(BaseHTTPRequestHandler):
    """What a proxy answers while the server behind it is away."""

    def do_GET(self) -> None:
        self.send_error(HTTPStatus.BAD_GATEWAY)

    def log_message(self, *_: object) -> None:
        pass


def ready_phone(open_page: OpenPage) -> Page:
    """A phone that has what it needs to start games without the server."""
    device = {"service_workers": "allow", "reduced_motion": "reduce", "permissions": ["clipboard-read"]}
    page = open_page(refused=502, cut=True, **device)
    start_game(page)
    draw_on_phone(page)
    all_sent(page)
    assert page.evaluate(IN_CHARGE)
    wait_for_rows(page, "pages", lambda rows: rows > 1)
    return page


def saved(page: Page, kind: str) -> bytes:
    with page.expect_download() as download:
        page.locator(f"[data-save='{kind}']").click()
    return download.value.path().read_bytes()


def quick_game(page: Page) -> Pad:
    """A hand of a quick game that began here, and a bid of the next."""
    page.goto("/")
    page.get_by_role("button", name="Quick game").click()
    pad = Pad(page)
    pad.expect_bidder("East")
    record_by_script(page, 6)
    pad.expect_totals(51, 70)
    pad.bid("South", "4")
    return pad


def carry(page: Page) -> str:
    """Open the page that takes the game along; its link."""
    tap_link(page, "Export and print")
    expect(page.get_by_role("heading", level=1)).to_have_text("Take it along")
    return page.get_by_label("Link with the game").input_value()


def open_text(page: Page, text: str) -> None:
    page.goto("/take")
    page.get_by_label("Link or text").fill(text)
    page.get_by_role("button", name="Look at it").click()


def forged(link: str, *changes: Callable[[dict[str, Any]], object]) -> str:
    """The text of the game at this link, changed by somebody who can pack one; a game for each change."""
    packed = link.partition("SPADES3.")[2]
    text = zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4))).decode()
    (game,) = json.loads(in_full(text, 1_000_000))["games"]
    games = [deepcopy(game) for _change in changes]
    for change, each in zip(changes, games, strict=True):
        change(each)
    return f"SPADES2.{base64_of(zlib.compress(json.dumps({'games': games}).encode()))}"


def base64_of(packed: bytes) -> str:
    """As in a link."""
    return urlsafe_b64encode(packed).decode().rstrip("=")


def with_more(game: dict[str, Any]) -> None:
    """An id that would be more than that wherever it is filled in."""
    game["game"] += '","csrf":"'


def with_the_last_twice(game: dict[str, Any]) -> None:
    """The last entry, which has an id of its own, stands there twice."""
    for column in ("ids", "at", "kinds", "payloads"):
        game[column].append(game[column][-1])


def with_pad(number: int, **pad: object) -> Callable[[dict[str, Any]], None]:
    """Another game, with something else about how it begins."""

    def change(game: dict[str, Any]) -> None:
        game["game"] = f"00000000-0000-4000-8000-{number:012}"
        game["pad"].update(pad)

    return change


def go_on(page: Page, link: str) -> Pad:
    """Take the game on from its link."""
    page.goto("/take")
    page.goto(link)
    page.get_by_role("button", name="Go on with it here").click()
    return Pad(page)


def hands_of(content: bytes) -> tuple[list[int], list[str]]:
    """The totals of the one game in a file, and the hash of each hand."""
    (game,) = games_of_file(io.BytesIO(content))
    assert isinstance(game, ImportedGame)
    seating = game.sheet.rules.seating
    lines = [canonical_json(hand_json(hand, seating)) for hand in game.sheet.hands]
    return [score.total for score in game.sheet.scoreboard().scores], [
        sha256(line.encode()).hexdigest() for line in lines
    ]


def keeper_link(keeper: Page, table: str) -> str:
    """An invite for another keeper."""
    link = re.search(r'value="([^"]+/join/[^"]+)"', Unseen(keeper).open(f"{table}/share?role=keeper").html)
    assert link
    return unescape(link[1])


def says(page: Page, words: str) -> None:
    expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()


def test_game_goes_on_on_another_phone_and_comes_back(browser: Browser, module: list[str], tmp_path: Path) -> None:
    """No server runs. The link has every bid; the giver shows who goes on, and gets the game back with later bids."""
    add_module(tmp_path, module)
    with (
        reserved_port() as port,
        served(tmp_path, *HERE, "--port", port, settings=SETTINGS) as server,
        opening(browser, server.url) as open_page,
    ):
        giver, taker = ready_phone(open_page), ready_phone(open_page)
        server.end(signal.SIGINT)
        quick_game(giver)
        here = giver.url
        link = carry(giver)
        giver.get_by_label("Who goes on?").select_option("West")
        giver.get_by_role("button", name="Hand over").click()
        expect(giver.get_by_role("status").filter(has_text="West goes on with this game.")).to_be_visible()
        expect(giver.locator(".pad .key")).to_have_count(0)
        giver.get_by_role("button", name="Take it back").click(trial=True)

        for text, why in ((link[:-5], "cut off"), ("SPADES9.A", "newer version"), ("hello", "no game in this text")):
            open_text(taker, text)
            says(taker, why)
        elsewhere = forged(link, lambda game: game["pad"].update(start="/forget"))
        pad = go_on(taker, f"{server.url}/take#{elsewhere}")
        pad.expect_totals(51, 70)
        kept = taker.evaluate("fetch(`${location.pathname}/events`).then(reply => reply.json())")
        assert kept["start"] == "/quick-game", "the phone sends no other form, whatever a text says"
        pad.expect_bidder("West")
        pad.undo()
        pad.expect_bidder("South")
        pad.bid("South", "5")
        back = carry(taker)

        pad = go_on(giver, back)
        giver.wait_for_url(here)  # it is the same game
        pad.expect_bidder("West")
        pad.bid("West", "3")
        open_text(taker, back)
        go_on(taker, back).expect_bidder("West")
        Pad(taker).bid("West", "4")
        other = carry(taker)
        with ThreadingHTTPServer(("127.0.0.1", int(port)), ProxyOfNothing) as proxy:
            Thread(target=proxy.serve_forever, daemon=True).start()
            open_text(giver, other)
            says(giver, "in another way")
            copies = giver.locator("[data-copies] section section")
            bids = [" ".join(copy.split()) for copy in copies.all_inner_texts()[:2]]
            assert bids == ["On this phone South 5 West 3", "On the other phone South 5 West 4"]
            expect(giver.get_by_text("1 hand is the same in both.")).to_be_visible()
            proxy.shutdown()


def test_game_begun_by_a_form_reaches_a_table_by_its_import(browser: Browser, server: str) -> None:
    """With the rules, seats and bids that were chosen without it; the link alone begins nothing at a table, whatever it
    names, and a text that no pad writes is refused before it is unpacked or looked through."""
    with opening(browser, server) as open_page:
        giver, taker = ready_phone(open_page), open_page(service_workers="allow", reduced_motion="reduce")
        table = str(giver.get_by_role("banner").get_by_role("link").first.get_attribute("href"))
        join(taker, giver, table, "Olga", "keeper")
        until(giver, KEPT)
        giver.context.set_offline(True)
        giver.goto(f"{table}/games/new?rules=cutthroat")
        for seat, name in enumerate(("Zoë", "Ben", "Cal"), start=1):
            sit_down(giver, f"Seat {seat}", name)
        giver.get_by_role("button", name="Deal", exact=True).last.click()
        pad = Pad(giver)
        pad.expect_hand(1)
        pad.bid("Ben", "4")
        here = giver.url.rpartition("/")[2]
        link = carry(giver)
        bomb = base64_of(zlib.compress(b'{"games":[' + b" " * 50_000_000, 9))
        odd = [
            forged(link, with_pad(1, won="7")),
            forged(link, with_pad(1, won=[1, 1])),
            forged(link, with_pad(1, best_of=-3)),
            forged(link, with_pad(1, unnamed=[7])),
            forged(link, with_the_last_twice),
            forged(link, lambda game: game["ids"].pop()),
            forged(link, lambda game: game.update(usual="1")),
            forged(link, with_pad(1), with_pad(1)),
            forged(link, lambda game: game["payloads"][1].update(more=json.loads("[" * 900 + "]" * 900))),
        ]
        for text in odd:
            open_text(taker, text)
            says(taker, "cut off")
        open_text(taker, f"SPADES1.{bomb}")
        says(taker, "larger than any game")
        named = with_pad(2, start=f"{server}{table}/games", fields=[["rules", "partnership"], ["seat-0", "Eve"]])
        open_text(taker, forged(link, named))
        expect(taker.get_by_text("It stays on this phone.")).to_be_visible()
        go_on(taker, f"{server}/take#{forged(link, named)}").expect_hand(1)
        go_on(taker, f"{server}/take#{link.partition('#')[2]}").expect_bidder("Cal")
        kept = taker.evaluate(AROUND)
        assert {(around["start"], around.get("fields"), around["alone"]) for around in kept} == {
            ("/quick-game", None, True)
        }, "a link begins no game at a table"
        assert here in {around["game"]["id"] for around in kept}

        carry(taker)
        taker.get_by_label("Link of the table").fill(f"{server}{table}")
        taker.get_by_role("button", name="Open the table").click()
        taker.get_by_role("button", name="Import").click()
        expect(taker.get_by_text("1 game imported.")).to_be_visible()
        taker.goto(table)
        taker.get_by_role("link", name=re.compile("Resume|Hand 1|Zoë")).first.click()
        Pad(taker).expect_bidder("Cal")
        begun = json.loads(taker.request.get(f"{taker.url}/exports/json").body())
        _start, bid = begun["entries"]
        assert begun["sheet"]["rules"] == "cutthroat"
        assert [side["name"] for side in begun["sheet"]["sides"]] == ["Zoë", "Ben", "Cal"]
        assert "4" in json.dumps(bid["payload"]["bids"])


def test_games_go_into_a_table_of_another_server(
    browser: Browser, server: str, module: list[str], tmp_path: Path
) -> None:
    """The phone joins, and opens the import with its games, which no request has; a person looks, and imports once."""
    add_module(tmp_path, module)
    with (
        reserved_port() as port,
        served(tmp_path, *HERE, "--port", port, settings=SETTINGS) as own,
        opening(browser, own.url) as open_page,
    ):
        page = ready_phone(open_page)
        with opening(browser, server) as open_there:
            keeper = open_there()
            table = start_table(keeper)
            invite = keeper_link(keeper, table)
        own.end(signal.SIGINT)
        quick_game(page)
        game = page.url
        carry(page)
        sheet, record = saved(page, "json"), saved(page, "text")
        page.get_by_label("Link of the table").fill(invite)
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("button", name="Import").click()  # the preview is what comes
        assert "#" not in page.url
        expect(page.get_by_text("1 game imported.")).to_be_visible()
        page.goto(table)
        page.get_by_role("link", name=re.compile("Resume|Hand 2|East & West")).first.click()
        Pad(page).expect_totals(51, 70)
        Pad(page).expect_bidder("West")
        exported = page.request.get(f"{page.url}/exports/json").body()
        assert hands_of(exported) == hands_of(sheet) == hands_of(record)
        assert len(hands_of(record)[1]) == 1
        proven = check_file(io.BytesIO(record))
        assert (proven.findings, proven.undamaged, b"Signature" in record) == ([], True, False)
        page.goto(game)
        carry(page)
        page.get_by_label("Link of the table").fill(table)
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_text("This file has no new games.")).to_be_visible()
