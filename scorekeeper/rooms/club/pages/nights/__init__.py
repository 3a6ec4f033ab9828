"""A night of a table: its page, two lines for the chat, and its picture."""

from datetime import date

from flask import Blueprint, Response, abort, render_template, request

from scorekeeper.access import WATCHER, current_table
from scorekeeper.clock import utc_now
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.pages.nights.card import night_card
from scorekeeper.rooms.club.pages.nights.page import BAGS, NILS, chat_lines, night_hands, night_page
from scorekeeper.rooms.club.services.nights import Night, neighbours, night_at
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.games import games_of
from scorekeeper.web.pictures.answers import picture_answer

pages = Blueprint("nights", __name__, url_prefix="/tables/<table>/night")


@pages.get("", role=WATCHER)
@with_club
def latest(table: str) -> str:
    """The latest night with a game; tonight's if there is none."""
    zone = zone_of(current_table().zone)
    games = games_of(table, limit=1)
    began = games[0].created if games else utc_now()
    return _page(night_at(table, night_of(began, zone), zone))


@pages.get("/<day:night>", role=WATCHER)
@with_club
def show(table: str, night: date) -> str:
    return _page(_night(night))


def _page(night: Night) -> str:
    table = current_table()
    near = neighbours(table.id, night.day, zone_of(table.zone))
    return render_template("rooms/club/nights/show.html", **night_page(table, night, near))


@pages.get("/<day:night>/hands", role=WATCHER)
@with_club
def hands(table: str, night: date) -> str:
    """The hands of the night's nils, or of the side with the most bags."""
    figure = request.args.get("figure")
    if figure not in (NILS, BAGS):
        abort(404)
    return render_template("rooms/club/nights/hands.html", **night_hands(current_table(), _night(night), figure))


@pages.get("/<day:night>/card.svg", role=WATCHER)
@with_club
def svg(table: str, night: date) -> Response:
    return _picture(night, "svg")


@pages.get("/<day:night>/card.png", role=WATCHER)
@with_club
def png(table: str, night: date) -> Response:
    return _picture(night, "png")


def _picture(day: date, kind: str) -> Response:
    return picture_answer(lambda: _drawn(day), kind, f"spades-{day.isoformat()}")


def _drawn(day: date) -> str:
    night, table = _night(day), current_table()
    if not night.games:
        abort(404)
    alt = " ".join(chat_lines(table.name, night))
    return render_template("pictures/night.svg", **night_card(table.name, night, zone_of(table.zone), alt))


def _night(day: date) -> Night:
    table = current_table()
    return night_at(table.id, day, zone_of(table.zone))
