"""Seasons of a table: each one's leaderboard with its champion, the list of them, and the form that sets one up."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import Field, Form
from wtforms.validators import AnyOf, DataRequired, InputRequired, ValidationError

from scorekeeper.access import KEEPER, WATCHER, current_table
from scorekeeper.clock import utc_now
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole, whole_number
from scorekeeper.core.pages import View
from scorekeeper.core.pages.hand_words import sentence as full_sentence
from scorekeeper.core.words.faults import fault_words
from scorekeeper.core.words.language import in_sentences, listed, number_text, with_commas, with_dots
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.pages.players.leaderboard import leaderboard_view
from scorekeeper.rooms.club.services.seasons import (
    COUNTED_BY,
    MAX_NIGHTS,
    PLACES,
    POINTS,
    SHARE,
    SeasonPlayer,
    SeasonSettings,
    champions,
    checked_places,
    players_of_seasons,
    save_season,
    season_players,
)
from scorekeeper.rooms.club.storage.leaderboard import SETS
from scorekeeper.rooms.club.storage.models import Season
from scorekeeper.rooms.club.storage.seasons import (
    SETTINGS,
    NoSuchSeason,
    find_season,
    remove_season,
    seasons_of,
)
from scorekeeper.rooms.club.storage.settling import has_stakes
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.declared_fields import field_of
from scorekeeper.web.formatting import date_text
from scorekeeper.web.forms import DayField, StringField, ValidName, WholeBetween, WholeField, stripped
from scorekeeper.web.language import lazy

Page = Response | str | tuple[str, int]

SHOWN_SEASONS = 5
"""Seasons on the page of players; the list has the others."""
PAGE_SIZE = 20
FIRST_SEASON = timedelta(days=90)
"""How long a new season is, unless its keeper says otherwise."""


class SeasonForm(Form):
    """A season's name, nights, and how its games count."""

    name = StringField(
        lazy("Name"),
        description=lazy("For example: Winter 2026"),
        filters=[stripped],
        validators=[DataRequired(lazy("Give the season a name, for example Winter 2026.")), ValidName()],
    )
    first_night = DayField(
        lazy("First night"),
        description=lazy("A game belongs to the night in which it began, until 5 in the morning."),
        validators=[InputRequired(lazy("Choose the day of the first night."))],
    )
    last_night = DayField(lazy("Last night"), validators=[InputRequired(lazy("Choose the day of the last night."))])
    least_games = field_of(SeasonSettings, "least_games", lazy("Least games for a place"))
    counted_by = field_of(
        SeasonSettings,
        "counted_by",
        lazy("What counts"),
        words={
            POINTS: lazy("Points for each game"),
            SHARE: lazy("Share of games won"),
            PLACES: lazy("Points for the places of each night"),
            SETS: lazy("Share of bids set, with partners"),
        },
        validate_choice=False,
        validators=[AnyOf(COUNTED_BY, lazy("Choose what counts."))],
    )
    for_win = field_of(SeasonSettings, "for_win", lazy("Points for a win"))
    for_tie = field_of(SeasonSettings, "for_tie", lazy("Points for a shared win"))
    for_loss = field_of(SeasonSettings, "for_loss", lazy("Points for a loss"))
    places = StringField(
        lazy("Points for places"),
        description=lazy("First, second, third and so on in a night, by games won, then by points: 6, 3, 1"),
        filters=[stripped],
        default="6, 3, 1",
    )
    best_nights = WholeField(
        lazy("Best nights"),
        description=lazy("How many of each player’s nights count; 0: all of them."),
        validators=[WholeBetween(0, MAX_NIGHTS)],
        default=0,
    )

    def validate_last_night(self, field: Field) -> None:
        """Refuse a season that ends before it begins."""
        if field.data is not None and self.first_night.data is not None and field.data < self.first_night.data:
            raise ValidationError(_("The last night is before the first."))

    def validate_places(self, field: Field) -> None:
        """Refuse what is no list of points."""
        if self.counted_by.data == PLACES and not self.points_of_places:
            raise ValidationError(_("Type the points for each place, for example 6, 3, 1."))
        try:
            checked_places(self.points_of_places)
        except InvalidInput as error:
            raise ValidationError(full_sentence(fault_words(error.fault))) from None

    @property
    def points_of_places(self) -> list[int]:
        """The points for places; none if they are no list of whole numbers."""
        parts = (self.places.data or "").replace(",", " ").split()
        try:
            return [whole_number(part) for part in parts]
        except ValueError:
            return []

    @property
    def parts(self) -> dict[str, Any]:
        """The settings as stored."""
        own = {name: self[name].data for name in SETTINGS if name in self}
        return own | {"for_places": self.points_of_places, "best_nights": self.best_nights.data or None}


pages = Blueprint("seasons", __name__, url_prefix="/tables/<table>/seasons")


@pages.get("", role=WATCHER)
@with_club
def index(table: str) -> str:
    found, page = current_table(), max(0, whole(request.args.get("page")))
    seasons = seasons_of(table, PAGE_SIZE + 1, page * PAGE_SIZE)
    first = url_for("seasons.index", table=table)
    return render_template(
        "rooms/club/players/seasons.html",
        table=found,
        seasons=season_rows(found, seasons[:PAGE_SIZE]),
        next_page=f"{first}?page={page + 1}" if len(seasons) > PAGE_SIZE else None,
        first_page=first if page else None,
    )


@pages.get("/new", role=KEEPER)
@with_club
def new(table: str) -> str:
    tonight = night_of(utc_now(), zone_of(current_table().zone))
    return _form_page(SeasonForm(data={"first_night": tonight, "last_night": tonight + FIRST_SEASON}))


@pages.post("", role=KEEPER)
@with_club
def create(table: str) -> Page:
    return _save(SeasonForm(request.form), None)


@pages.get("/<int:season>", role=WATCHER)
@with_club
def show(table: str, season: int) -> str:
    found, own = current_table(), asked_season(table, season)
    page = max(0, whole(request.args.get("page")))
    players = season_players(own, zone_of(found.zone))
    leaders = leaderboard_view(found, request.args, page, own, players)
    return render_template(
        "rooms/club/players/index.html",
        table=found,
        season=season_view(found, own, players),
        owed=url_for("settling.season", table=table, season=season) if has_stakes(table) else None,
        **leaders,
        records=[],
        names=[],
        merged=[],
    )


@pages.get("/<int:season>/settings", role=KEEPER)
@with_club
def edit(table: str, season: int) -> str:
    own = asked_season(table, season)
    parts = {name: getattr(own, name) for name in SETTINGS}
    places = {"places": ", ".join(map(str, own.for_places))} if own.for_places else {}
    return _form_page(SeasonForm(data=parts | {"best_nights": own.best_nights or 0} | places), own)


@pages.post("/<int:season>", role=KEEPER)
@with_club
def change(table: str, season: int) -> Page:
    return _save(SeasonForm(request.form), asked_season(table, season))


@pages.post("/<int:season>/remove", role=KEEPER)
@with_club
def remove(table: str, season: int) -> Response:
    name = asked_season(table, season).name
    remove_season(table, season)
    flash(_("“{name}” is removed. Its games stay.", name=name), "success")
    return redirect(url_for("seasons.index", table=table), 303)


def asked_season(table: str, season: int) -> Season:
    """The season in the URL; 404 for an unknown one."""
    try:
        return find_season(table, season)
    except NoSuchSeason:
        abort(404)


def _save(form: SeasonForm, season: Season | None) -> Page:
    if not form.validate():
        return _form_page(form, season), 422
    table = current_table().id
    try:
        saved = save_season(table, form.parts, season)
    except InvalidInput as error:
        form.name.errors = [full_sentence(fault_words(error.fault))]
        return _form_page(form, season), 422
    return redirect(url_for("seasons.show", table=table, season=saved.id), 303)


def _form_page(form: SeasonForm, season: Season | None = None) -> str:
    known = None if season is None else {"id": season.id, "name": season.name}
    return render_template("rooms/club/players/season_form.html", table=current_table(), form=form, season=known)


def season_rows(table: TableRow, seasons: Sequence[Season]) -> list[View]:
    """Seasons in a list, each with its champion, or with who leads."""
    zone = zone_of(table.zone)
    tonight = night_of(utc_now(), zone)
    players = players_of_seasons([season for season in seasons if season.first_night <= tonight], zone)
    return [
        {
            "url": url_for("seasons.show", table=table.id, season=season.id),
            "title": season.name,
            "note": _first_text(season, _names_of_first(players.get(season.id, [])), tonight),
        }
        for season in seasons
    ]


def seasons_on_page_of_players(table: TableRow) -> View:
    """The table's latest seasons, and where the others are."""
    seasons = seasons_of(table.id, SHOWN_SEASONS + 1)
    return {
        "seasons": season_rows(table, seasons[:SHOWN_SEASONS]),
        "all_seasons": url_for("seasons.index", table=table.id) if len(seasons) > SHOWN_SEASONS else None,
    }


def season_view(table: TableRow, season: Season, players: Sequence[SeasonPlayer]) -> View:
    """A season above its leaderboard: its nights, its champion or who leads of everybody in it, how its games count."""
    tonight = night_of(utc_now(), zone_of(table.zone))
    first = _names_of_first(players) if season.first_night <= tonight else []
    return {
        "id": season.id,
        "name": season.name,
        "nights": _("{first} to {last}", first=_day(season.first_night), last=_day(season.last_night)),
        "crowned": listed(first) if first and season.last_night < tonight else None,
        "several": len(first) > 1,
        "state": None if first and season.last_night < tonight else _first_text(season, first, tonight),
        "rules": rules_of_season(season),
    }


def _names_of_first(players: Sequence[SeasonPlayer]) -> list[str]:
    return [player.name for player in champions(players)]


def _first_text(season: Season, first: Sequence[str], tonight: date) -> str:
    """`Champion: Cal`, or `Cal leads · until 31 March 2026`."""
    if season.first_night > tonight:
        return _("begins {day}", day=_day(season.first_night))
    if season.last_night < tonight:
        if not first:
            return _("nobody played enough games")
        return _n(len(first), "Champion: {names}", "Champions: {names}", names=listed(first))
    who = _n(len(first), "{names} leads", "{names} lead", names=listed(first)) if first else _("nobody leads yet")
    return with_dots([who, _("until {day}", day=_day(season.last_night))])


def rules_of_season(season: Season) -> str:
    """How its games count, in sentences."""
    if season.counted_by == SHARE:
        counts = _("The share of games won counts; of a shared win, a part")
    elif season.counted_by == SETS:
        counts = _("The share of bids with a partner that failed counts: the fewest lead")
    elif season.counted_by == PLACES:
        points = with_commas([number_text(each) for each in season.for_places or ()])
        counts = _("Points for the places of each night: {points}", points=points)
    else:
        counts = _(
            "Points: {win} for a win, {tie} for a shared one, {loss} for a loss",
            win=season.for_win,
            tie=season.for_tie,
            loss=season.for_loss,
        )
    best = season.best_nights
    nights = [_n(best, "Each player’s best night counts", "Each player’s best {count} nights count")] if best else []
    return in_sentences([counts, *nights])


def _day(day: date) -> str:
    return date_text(day, "long")
