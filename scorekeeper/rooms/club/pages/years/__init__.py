"""A year of a table: its page, two lines for the chat, and its picture."""

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access import WATCHER, current_table
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.pages.years.card import year_card
from scorekeeper.rooms.club.pages.years.page import chat_lines, year_page
from scorekeeper.rooms.club.services.years import Year, latest_year, year_of
from scorekeeper.services.series import zone_of
from scorekeeper.web.pictures.answers import picture_answer

pages = Blueprint("years", __name__, url_prefix="/tables/<table>/years")


@pages.get("", role=WATCHER)
@with_club
def latest(table: str) -> AnyResponse:
    """The latest year with a game; 404 without one."""
    year = latest_year(table, zone_of(current_table().zone))
    if year is None:
        abort(404)
    return redirect(url_for("years.show", table=table, year=year))


@pages.get("/<int:year>", role=WATCHER)
@with_club
def show(table: str, year: int) -> str:
    return render_template("rooms/club/years/show.html", **year_page(current_table(), _year(year)))


@pages.get("/<int:year>/card.png", role=WATCHER)
@with_club
def png(table: str, year: int) -> Response:
    return picture_answer(lambda: _drawn(year), "png", f"spades-{year}")


def _drawn(number: int) -> str:
    year, table = _year(number), current_table()
    alt = " ".join(chat_lines(table.name, year))
    return render_template("pictures/year.svg", **year_card(table.name, year, alt))


def _year(number: int) -> Year:
    """The year in the URL; 404 for one without a game."""
    table = current_table()
    found = year_of(table.id, number, zone_of(table.zone))
    if found is None:
        abort(404)
    return found
