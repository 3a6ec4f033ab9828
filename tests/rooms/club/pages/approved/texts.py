"""All pages of a small club as text, in a file of this folder. `make sentences` writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import Flask

from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.recording import Author
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.models import Game
from tests.hand_notation import Hand
from tests.paper_game import paper_sheet
from tests.tables import sheet_of
from tests.web.at_table import start_table
from tests.web.browsing import Phone
from tests.web.record import between
from tests.web.walk import Walk, at_midday, of_a_new_app

FILE = Path(__file__).with_name("club.txt")

PAGES = (
    *("players", "night", "seasons", "settling"),
    *("players?period=night&sort=bags", "players?sort=won&games=solo"),
)
LINKS = 4
"""Pages that this many links lead to, each with one word of a query at most. Who plays next is left to chance."""
OF_CLUB = re.compile(r"/tables/[\w-]+/(players|seasons|night|settling)\b(?!.*&)(?!.*\.(csv|svg|png))")


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
    phone.submit(phone.page.form_with("name"), name="Eve")
    return table


def text_of(app: Flask) -> str:
    """The whole file: each page that links of the club lead to."""
    walk, phone = Walk(), Phone(app.test_client())
    with at_midday(app):
        table = club(app, phone)
        walk.follow(phone, [f"{table}/{page}" for page in PAGES], OF_CLUB, LINKS)
    return THIS_YEAR.sub(r"\1YEAR", walk.text)


THIS_YEAR = re.compile(r"(The year |/years/)\d{4}")

if __name__ == "__main__":
    FILE.write_text(of_a_new_app(text_of), "utf-8")
