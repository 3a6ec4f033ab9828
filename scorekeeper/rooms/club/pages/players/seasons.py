"""Seasons of a table: each one's leaderboard with its champion, the list of them, closing one, and the form."""

from datetime import date, timedelta, tzinfo
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Field, Form
from wtforms.validators import AnyOf, DataRequired, InputRequired, ValidationError

from scorekeeper.access import KEEPER, WATCHER, current_membership, current_table
from scorekeeper.clock import utc_now
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole, whole_number
from scorekeeper.core.pages import View
from scorekeeper.core.pages.hand_words import sentence as full_sentence
from scorekeeper.core.words.faults import fault_words
from scorekeeper.core.words.language import in_sentences, listed, translate as _, translate_plural as _n
from scorekeeper.formats.days import FIRST_YEAR
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.pages.players.leaderboard import leaderboard_view
from scorekeeper.rooms.club.pages.players.season_words import (
    counting_texts,
    long_day,
    names_of_first,
    season_rows,
    season_view,
)
from scorekeeper.rooms.club.services.closing import close_season, games_still_running, reopen_season
from scorekeeper.rooms.club.services.seasons import (
    COUNTED_BY,
    MAX_NIGHTS,
    PLACES,
    POINTS,
    SHARE,
    SeasonClosed,
    SeasonSettings,
    champions,
    checked_places,
    counted_now,
    save_season,
    season_players,
)
from scorekeeper.rooms.club.storage.leaderboard import SETS
from scorekeeper.rooms.club.storage.models import Season
from scorekeeper.rooms.club.storage.seasons import SETTINGS, NoSuchSeason, find_season, remove_season, seasons_of
from scorekeeper.rooms.club.storage.settling import has_stakes
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.errors import StorageError
from scorekeeper.web.declared_fields import field_of
from scorekeeper.web.forms import DayField, StringField, ValidName, WholeBetween, WholeField, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.posted import PostedFields

Page = Response | str | tuple[str, int]

FOLDED = ("least_games", "counted_by", "for_win", "for_tie", "for_loss", "places", "best_nights")
"""Fields of a season that most seasons leave as they are."""
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

    try_out = BooleanField()

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
def edit(table: str, season: int) -> Page:
    own = asked_season(table, season)
    if own.closed is not None:
        return redirect(url_for("seasons.show", table=table, season=season), 303)
    parts = {name: getattr(own, name) for name in SETTINGS}
    places = {"places": ", ".join(map(str, own.for_places))} if own.for_places else {}
    return _form_page(SeasonForm(data=parts | {"best_nights": own.best_nights or 0} | places), own)


@pages.post("/<int:season>", role=KEEPER)
@with_club
def change(table: str, season: int) -> Page:
    return _save(SeasonForm(request.form), asked_season(table, season))


@pages.get("/<int:season>/close", role=KEEPER)
@with_club
def closing(table: str, season: int) -> Page:
    own = asked_season(table, season)
    if own.closed is not None:
        return redirect(url_for("seasons.show", table=table, season=season), 303)
    return _closing_page(own)


@pages.post("/<int:season>/close", role=KEEPER)
@with_club
def close(table: str, season: int) -> Page:
    """Close a season; `champion` are the numbers of who is chosen of those who are level."""
    own = asked_season(table, season)
    chosen = [*map(whole, PostedFields().get("champion", "").split())]
    try:
        close_season(table, season, _zone(), current_membership().member_id, chosen or None)
    except StorageError as problem:
        return _closing_page(own, str(problem)), 422
    flash(_("“{name}” is closed: its table stays as it is shown.", name=own.name), "success")
    return redirect(url_for("seasons.show", table=table, season=season), 303)


@pages.post("/<int:season>/reopen", role=KEEPER)
@with_club
def reopen(table: str, season: int) -> Response:
    own = asked_season(table, season)
    reopen_season(table, season, current_membership().member_id)
    flash(_("“{name}” is open again and counts its games as they are now.", name=own.name), "success")
    return redirect(url_for("seasons.show", table=table, season=season), 303)


@pages.post("/<int:season>/remove", role=KEEPER)
@with_club
def remove(table: str, season: int) -> Response:
    own = asked_season(table, season)
    name = own.name
    if own.closed is not None:
        flash(str(SeasonClosed()), "error")
        return redirect(url_for("seasons.show", table=table, season=season), 303)
    remove_season(table, season)
    flash(_("“{name}” is removed. Its games stay.", name=name), "success")
    return redirect(url_for("seasons.index", table=table), 303)


def asked_season(table: str, season: int) -> Season:
    """The season in the URL; 404 for an unknown one."""
    try:
        return find_season(table, season)
    except NoSuchSeason:
        abort(404)


def _zone() -> tzinfo:
    return zone_of(current_table().zone)


def _closing_page(season: Season, problem: str | None = None) -> str:
    """What closing does; whom it asks for where no tie-break tells the champions apart."""
    first = champions(counted_now([season], _zone())[season.id])
    names, running = [own.name for own in first], games_still_running(season, _zone())
    together = {"value": " ".join(str(own.id) for own in first), "name": _("All of them share it")}
    return render_template(
        "rooms/club/players/season_close.html",
        table=current_table(),
        season={"id": season.id, "name": season.name},
        champion=listed(names) if names else None,
        choices=[together, *({"value": str(own.id), "name": own.name} for own in first)] if len(first) > 1 else [],
        running=running,
        problem=problem,
    )


def _save(form: SeasonForm, season: Season | None) -> Page:
    if not form.validate():
        return _form_page(form, season), 422
    if form.try_out.data:
        return _form_page(form, season)
    table = current_table().id
    try:
        saved = save_season(table, form.parts, season)
    except InvalidInput as error:
        form.name.errors = [full_sentence(fault_words(error.fault))]
        return _form_page(form, season), 422
    except SeasonClosed as problem:
        form.name.errors = [str(problem)]
        return _form_page(form, season), 422
    return redirect(url_for("seasons.show", table=table, season=saved.id), 303)


def _form_page(form: SeasonForm, season: Season | None = None) -> str:
    known = None if season is None else {"id": season.id, "name": season.name}
    usual = SeasonForm()
    folded = [form[name] for name in FOLDED]
    return render_template(
        "rooms/club/players/season_form.html",
        table=current_table(),
        form=form,
        season=known,
        effect=_effect(form),
        open=any(field.errors or str(field.data) != str(usual[field.name].data) for field in folded),
    )


def _effect(form: SeasonForm) -> View:
    """What a season with these settings counts, and who would be champion of as many nights before it."""
    if form.errors:
        form = SeasonForm()
    table = current_table()
    shown = Season(id=0, table_id=table.id, **{name: form.parts.get(name) for name in SETTINGS})
    least = _n(shown.least_games, "A place needs 1 game", "A place needs {count} games")
    rules = in_sentences([*counting_texts(shown), least])
    if form.first_night.data is None or form.last_night.data is None:
        return {"rules": rules, "example": None}
    length = shown.last_night - shown.first_night
    shown.last_night = min(shown.first_night - timedelta(days=1), night_of(utc_now(), _zone()))
    if shown.last_night - date(FIRST_YEAR, 1, 1) < length:
        return {"rules": rules, "example": None}
    shown.first_night = shown.last_night - length
    first = names_of_first(counted_now([shown], _zone())[0])
    if not first:
        return {"rules": rules, "example": None}
    nights = _("{first} to {last}", first=long_day(shown.first_night), last=long_day(shown.last_night))
    return {
        "rules": rules,
        "example": _n(
            len(first),
            "From {nights}, {names} would have been champion.",
            "From {nights}, {names} would have been champions.",
            nights=nights,
            names=listed(first),
        ),
    }
