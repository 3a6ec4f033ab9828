"""All pages of a small club as text, in a file of this folder, so that a change to a page is approved as one diff.

`make sentences` writes it. A line has what stands together, and after each link where it leads. Days, and numbers that
the database gives, are not the same each time: a day is written as `DAY`, and numbers are counted from one.
"""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from selectolax.lexbor import LexborHTMLParser, LexborNode

from scorekeeper import create_app
from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.recording import Author
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.models import Game
from scorekeeper.storage.setup import close_storage
from tests.hand_notation import Hand
from tests.midday import midday_zone
from tests.paper_game import paper_sheet
from tests.tables import sheet_of
from tests.web.at_table import start_table
from tests.web.browsing import UNSEEN, Phone
from tests.web.record import between

FILE = Path(__file__).with_name("club.txt")

PAGES = (
    *("players", "night", "seasons", "settling"),
    *("players?period=night&sort=bags", "players?sort=won&games=solo"),
)
LINKS = 4
"""Pages that this many links lead to, each with one word of a query at most. Who plays next is left to chance."""
OF_CLUB = re.compile(r"/tables/[\w-]+/(players|seasons|night|settling)\b(?!.*&)(?!.*\.(csv|svg|png))")
NUMBERED = re.compile(r"\b(tables|games|players|seasons|with|who|partner|season)([/=])([\w-]{22}|\d+)(?![\w-])")
KINDS = {"who": "players", "partner": "players", "with": "players", "season": "seasons"}
NUMBER = re.compile(r"\d+")
MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
WEEKDAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
DAY = re.compile(rf"((?:{WEEKDAYS})\w*, )?\b\d{{1,2}} (?:{MONTHS})[a-z]*( \d{{4}})?\b|\d{{4}}-\d\d-\d\d")
TIME = re.compile(r"\b\d\d:\d\d\b")
LINES = "h1, h2, h3, p, li, tr, dt, dd, legend, label, summary, button, figcaption"
APART = "td, th, b, span, small, a"


def games() -> Iterator[tuple[int, Hand]]:
    """What was played, and how many days ago."""

    def of_pairs(*hands: str, closed: str = "late") -> Hand:
        return sheet_of("partnership", *hands, closed=closed)

    ahead = "Ann 5 and Cal 4 took 9, Ben 2 and Dee 2 took 4"
    behind = "Ann 3 and Cal 3 took 5, Ben nil took 0, Dee 5 took 8"
    yield 30, paper_sheet()
    yield 30, of_pairs(ahead, behind, ahead)
    yield 8, of_pairs(behind, ahead)
    yield 8, of_pairs(ahead, "Ann 2 and Cal 2 took 4, Ben 5 and Dee 4 took 9")
    for _ in range(3):
        yield 1, between("Ann", "Ben", "Ann 9 took 9, Ben 1 took 4")
    yield 1, between("Cal", "Ben", "Ann 4 took 4, Ben 9 took 9")
    yield 0, of_pairs(ahead)
    yield 0, of_pairs(behind)
    yield 0, of_pairs("Ann 4 took 4, Cal nil took 0, Ben 5 and Dee 3 took 9")
    yield 0, of_pairs("Ann 4 took 5, Cal nil took 1, Ben 4 and Dee 3 took 7")


def club(app: Flask, phone: Phone) -> str:
    """A table with games of four nights, three seasons, stakes, a payment and a fifth player; its address."""
    table = start_table(phone)
    phone.open(f"{table}/settling/stakes")
    stakes = {"currency": "EUR", "game": "1", "bag": "0.05", "bag_to": "pot", "nil": "0.50", "pot": "wins"}
    phone.submit(phone.page.form_with("currency"), **stakes)
    with app.app_context():
        for days, sheet in games():
            started = start_game(table.rpartition("/")[2], read_sheet(sheet), author=Author("Ann"))
            with write_transaction() as session:
                session.get_one(Game, started.game.id).created -= timedelta(days)
        tonight = night_of(datetime.now(UTC), zone_of(None))
    for name, first, last, more in (
        ("Autumn", -40, -20, {"counted_by": "places", "places": "3 2 1"}),
        ("Winter", -10, 10, {"for_win": "3", "for_loss": "1"}),
        ("Shares", -9, 9, {"counted_by": "share", "least_games": "2"}),
    ):
        phone.open(f"{table}/seasons/new")
        nights = {"first_night": f"{tonight + timedelta(first)}", "last_night": f"{tonight + timedelta(last)}"}
        phone.submit(phone.page.form_with("first_night"), name=name, **{"least_games": "1"} | nights | more)
    phone.open(f"{table}/settling")
    phone.tap("Paid")
    phone.open(f"{table}/next")
    phone.submit(phone.page.form_with("way"), name="Eve")
    return table


def text_of(app: Flask, phone: Phone) -> str:
    """The whole file: under its address each page that links of the club lead to, or what the one before of its kind

    lacks.
    """
    numbers: dict[str, list[str]] = defaultdict(list)

    def counted(found: re.Match[str]) -> str:
        kind, mark, number = found.groups()
        of_kind = numbers[KINDS.get(kind, kind)]
        if number not in of_kind:
            of_kind.append(number)
        return f"{kind}{mark}{of_kind.index(number) + 1}"

    def written(line: str) -> str:
        return TIME.sub("TIME", DAY.sub("DAY", NUMBERED.sub(counted, line)))

    known: dict[str, set[str]] = {}
    lines: list[str] = []
    table = club(app, phone)
    pages = seen = {f"{table}/{page}": None for page in PAGES}
    for _ in range(LINKS):
        linked: dict[str, None] = {}
        for address in pages:
            page = phone.open(address)
            now = [*map(written, lines_of(page.html))]
            kind = NUMBER.sub("", written(address).partition("?")[0])
            lines += ["", written(address), *(f"    {line}" for line in now if line not in known.get(kind, ()))]
            known[kind] = set(now)
            linked |= {link.url.partition("#")[0]: None for link in page.links if OF_CLUB.match(link.url)}
        pages = {address: None for address in linked if address not in seen}
        seen = seen | pages
    return "\n".join([*lines[1:], ""])


def lines_of(html: str) -> list[str]:
    """What a person reads on a page, below its banner; then the shapes of its charts, and what its forms send by
    themselves."""
    tree = LexborHTMLParser(html)
    sent = [
        " ".join(map(field_of, form.css("input[type=hidden]:not([name=csrf_token])"))) for form in tree.css("main form")
    ]
    shapes = [
        shape_of(node)
        for node in tree.css("main svg[aria-label] :is(path, polyline, polygon, rect, circle, line, text)")
    ]
    tree.strip_tags([*UNSEEN, "option"], recursive=True)
    for link in tree.css("a[href]"):
        link.insert_child(f" [{link.attributes['href']}] ")
    for nodes, space in ((tree.css(LINES), "\n"), (tree.css(APART), " ")):
        for node in nodes:
            node.insert_before(space)
    main = tree.css_first("main")
    lines = (main.text() if main else "").split("\n")
    return [*(words for line in lines if (words := " ".join(line.split()))), *shapes, *filter(None, sent)]


def field_of(node: LexborNode) -> str:
    """A field that nobody sees; a number is the database's."""
    return f"{node.attributes['name']}={NUMBER.sub('1', node.attributes['value'] or '')}"


def shape_of(node: LexborNode) -> str:
    """A shape and where it is."""
    return " ".join(
        [f"<{node.tag}>", *(f"{name}={value}" for name, value in node.attributes.items()), *node.text().split()]
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", folder)
        app = create_app()
        app.config["TIME_ZONE"] = midday_zone()
        FILE.write_text(text_of(app, Phone(app.test_client())), "utf-8")
        close_storage(app)


if __name__ == "__main__":
    main()
