"""Figures of a table's players: in the list, on the page of each, and two side by side."""

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, WATCHER, current_table
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.pages.players.figures import FIGURE_HANDS, hands_page, pair_page, player_page, table_records
from scorekeeper.rooms.club.pages.players.leaderboard import leaderboard_view
from scorekeeper.rooms.club.pages.players.season_words import seasons_on_page_of_players
from scorekeeper.rooms.club.services.years import latest_year
from scorekeeper.services.series import zone_of
from scorekeeper.storage.players import MainPlayer, NoSuchPlayer, find_main_player, set_unranked
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.players import standing_choices
from scorekeeper.web.posted import PostedFields

pages = Blueprint("figures", __name__, url_prefix="/tables/<table>/players")


def page_of_players(table: TableRow, merging: View) -> str | None:
    """The leaderboard, seasons and records, above the names to merge; None at a table without the club."""
    if table.without_club:
        return None
    leaders = leaderboard_view(table, request.args, max(0, whole(request.args.get("page"))))
    more = seasons_on_page_of_players(table) | {"table": table} | table_records(table.id, request.args.get("records"))
    more["year"] = latest_year(table.id, zone_of(table.zone))
    return render_template("rooms/club/players/index.html", **leaders | more, **merging)


def page_of_player(table: TableRow, found: MainPlayer, form: Any) -> str:
    """The player's figures, above their names."""
    page = max(0, whole(request.args.get("page")))
    choices = standing_choices(found.player.standing)
    shown = player_page(table, found, page)
    return render_template("rooms/club/players/show.html", **shown, rename=form, standing=choices)


@pages.post("/<int:player>/ranked", role=SCORER)
@with_club
def ranked(table: str, player: int) -> Response:
    unranked = "unranked" in PostedFields()
    try:
        found = set_unranked(table, player, unranked)
    except NoSuchPlayer:
        abort(404)
    if unranked:
        flash(_("{name} is left out of rankings.", name=found.name), "success")
    else:
        flash(_("{name} is ranked again.", name=found.name), "success")
    return redirect(url_for("players.show", table=table, player=found.id), 303)


@pages.get("/<int:player>/with/<int:other>", role=WATCHER)
@with_club
def pair(table: str, player: int, other: int) -> str:
    try:
        one, two = find_main_player(table, player), find_main_player(table, other)
    except NoSuchPlayer:
        abort(404)
    return render_template("rooms/club/players/pair.html", **pair_page(current_table(), one, two))


@pages.get("/<int:player>/hands", role=WATCHER)
@with_club
def hands(table: str, player: int) -> str:
    """The hands that a figure of the player, or of the player with a partner, comes from."""
    figure, other = request.args.get("figure", ""), whole(request.args.get("partner"))
    if figure not in FIGURE_HANDS:
        abort(404)
    try:
        found = find_main_player(table, player)
        partner = find_main_player(table, other) if other > 0 else None
    except NoSuchPlayer:
        abort(404)
    page = max(0, whole(request.args.get("page")))
    return render_template("rooms/club/players/hands.html", **hands_page(current_table(), found, figure, partner, page))
