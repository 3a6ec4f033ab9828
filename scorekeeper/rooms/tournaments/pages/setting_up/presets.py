"""Whole tournaments to begin with: the ready-made ones, and those that the table has had; each in plain words first."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form
from wtforms.validators import DataRequired, Length

from scorekeeper.access import KEEPER, TABLE_CREATOR, current_membership, current_table
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.rooms.tournaments.access import current_tournament
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.setting_up.presets import TOURNAMENT_PRESETS, TournamentPreset
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.domain.setting_up.setup_words import settings_lines, stage_lines, stage_title
from scorekeeper.rooms.tournaments.pages import SetUpForm, time_words, typed_in, usual_name
from scorekeeper.rooms.tournaments.pages.page import loaded
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, load_tournament
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.services.presets import preset_setup, start_like
from scorekeeper.rooms.tournaments.services.recording import start_tournament
from scorekeeper.rooms.tournaments.storage import TournamentRow, tournaments_of
from scorekeeper.services.members import open_table
from scorekeeper.services.recording import Author, author_of
from scorekeeper.storage.errors import EventIdTaken
from scorekeeper.web.forms import StringField, ValidName, sentence, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.posted import id_again, posted_id
from scorekeeper.web.sharing.devices import device_name

pages = Blueprint("tournament_presets", __name__)

MAX_EARLIER = 5
"""How many of the table's own tournaments are offered, the latest first."""


class PresetForm(Form):
    """What is asked before a tournament is taken: its name, and of an earlier one whether its teams come again."""

    has_started = False
    """Whether this form has started a tournament before."""

    name = StringField(
        lazy("Name"),
        filters=[stripped],
        validators=[DataRequired(lazy("Give the tournament a name.")), Length(1, MAX_NAME_LENGTH), ValidName()],
    )
    teams = BooleanField(lazy("The same teams"))


def _named(table: str | None) -> PresetForm:
    """The form with the name that was typed in the set-up, or the usual one."""
    return PresetForm(data={"name": typed_in(SetUpForm(request.args)).get("name") or usual_name(table)})


@pages.get("/tournaments/presets", endpoint="index_with_table", role=TABLE_CREATOR)
def index_with_table() -> str:
    return _index(None)


@pages.get("/tables/<table>/tournaments/presets", role=KEEPER)
def index(table: str) -> str:
    return _index(table)


def _index(table: str | None) -> str:
    typed = typed_in(SetUpForm(request.args))
    return render_template(
        "rooms/tournaments/presets.html",
        table=None if table is None else current_table(),
        back=url_for("tournaments.new_with_table", **typed)
        if table is None
        else url_for("tournaments.new", table=table, **typed),
        earlier=[] if table is None else earlier_views(table, typed),
        archive=None
        if table is None
        else url_for("tournament_archive.index", table=table, set_up=urlencode(typed) or None),
        presets=[
            {
                "url": url_for("tournament_presets.one_with_table", preset=preset.key, **typed)
                if table is None
                else url_for("tournament_presets.one", table=table, preset=preset.key, **typed),
                "name": _(preset.name),
                "idea": _(preset.idea),
            }
            for preset in TOURNAMENT_PRESETS
        ],
    )


def earlier_views(table: str, typed: Mapping[str, Any]) -> list[View]:
    """The table's own tournaments that can be read, to begin with again; `typed` see `typed_in`."""
    found: list[View] = []
    for row in tournaments_of(table, MAX_EARLIER):
        try:
            state = load_tournament(row.id).state
        except DamagedTournament:
            continue
        url = url_for("tournament_presets.again", tournament=row.id, **typed)
        found.append({"url": url, "name": row.name, "idea": " · ".join(stage_title(stage) for stage in state.stages)})
    return found


def preset_view(stages: Sequence[Stage], settings: TournamentSettings, teams: int) -> View:
    """A set-up in plain words: each stage under its title, what holds for all, and how long it takes."""
    solo = find_format(stages[0].format).team_size(stages[0]) == 1
    count = _n(teams, "1 player", "{count} players") if solo else _n(teams, "1 team", "{count} teams")
    return {
        "stages": [
            {
                "title": stage_title(stage),
                "number": number if len(stages) > 1 else None,
                "lines": stage_lines(stage),
            }
            for number, stage in enumerate(stages, 1)
        ],
        "lines": settings_lines(settings),
        "estimate": _("With {teams}: about {hours}.", teams=count, hours=time_words(stages, teams, settings.tables)),
    }


def _find(key: str) -> TournamentPreset:
    return next((preset for preset in TOURNAMENT_PRESETS if preset.key == key), None) or abort(404)


def _preset_page(table: str | None, preset: TournamentPreset, form: PresetForm) -> str:
    start, typed = preset_setup(preset, _(preset.name)), typed_in(SetUpForm(request.args))
    if table is None:
        action = url_for(".take_with_table", preset=preset.key, **typed)
        back = url_for(".index_with_table", **typed)
    else:
        action = url_for(".take", table=table, preset=preset.key, **typed)
        back = url_for(".index", table=table, **typed)
    return render_template(
        "rooms/tournaments/preset.html",
        title=_(preset.name),
        about=_(preset.idea),
        form=form,
        entry_id=id_again(is_used=form.has_started),
        action=action,
        back=back,
        team_words="",
        **preset_view(start.stages, start.settings, preset.teams),
    )


@pages.get("/tournaments/presets/<preset>", endpoint="one_with_table", role=TABLE_CREATOR)
def one_with_table(preset: str) -> str:
    return _preset_page(None, _find(preset), _named(None))


@pages.get("/tables/<table>/tournaments/presets/<preset>", role=KEEPER)
def one(table: str, preset: str) -> str:
    return _preset_page(table, _find(preset), _named(table))


@pages.post("/tournaments/presets/<preset>", endpoint="take_with_table", role=TABLE_CREATOR)
def take_with_table(preset: str) -> Response | tuple[str, int]:
    found, form = _find(preset), PresetForm(request.form)
    if not form.validate():
        return _preset_page(None, found, form), 422
    hit(RateLimit.TABLES)
    start = preset_setup(found, str(form.name.data))
    joined = open_table(start.name, device_secret(), device_name())
    row, _is_new = start_tournament(
        joined.table.id, start.name, start.stages, start.settings, Author(joined.member.stored_name)
    )
    return keep_secret(_taken(row), str(joined.secret))


@pages.post("/tables/<table>/tournaments/presets/<preset>", role=KEEPER)
def take(table: str, preset: str) -> Response | tuple[str, int]:
    found, form = _find(preset), PresetForm(request.form)
    if not form.validate():
        return _preset_page(table, found, form), 422
    start = preset_setup(found, str(form.name.data))
    author = author_of(current_membership())
    try:
        row, _is_new = start_tournament(table, start.name, start.stages, start.settings, author, posted_id())
    except (InvalidInput, EventIdTaken) as error:
        _refuse(form, error)
        return _preset_page(table, found, form), 422
    return _taken(row)


def _refuse(form: PresetForm, error: InvalidInput | EventIdTaken) -> None:
    """Say in the form why nothing was started; after a form that was sent and changed, it starts another one."""
    if isinstance(error, InvalidInput):
        form.name.errors = [sentence(error)]
        return
    form.has_started = True
    form.name.errors = [_("This form has started a tournament. Send it again to start another one.")]


def _taken(row: TournamentRow) -> Response:
    flash(_("Taken over. “Settings” in the menu has every number of it."), "success")
    return redirect(url_for("teams.show", tournament=row.id), 303)


@pages.get("/tournaments/<tournament>/again", role=KEEPER)
def again(tournament: str) -> str:
    """The same as last time: what this tournament was set to, in plain words."""
    return _again_page(loaded(), _named(current_tournament().table_id))


def _again_page(before: LoadedTournament, form: PresetForm) -> str:
    state, table, typed = before.state, before.row.table_id, typed_in(SetUpForm(request.args))
    teams = len(state.teams)
    return render_template(
        "rooms/tournaments/preset.html",
        title=_("Same as last time"),
        about=before.row.name,
        form=form,
        entry_id=id_again(is_used=form.has_started),
        action=url_for(".take_again", tournament=before.row.id, **typed),
        back=url_for(".index", table=table, **typed),
        team_words=_n(teams, "1 entered last time.", "{count} entered last time.") if teams else "",
        **preset_view(state.stages, state.settings, max(teams, 2)),
    )


@pages.post("/tournaments/<tournament>/again", role=KEEPER)
def take_again(tournament: str) -> Response | tuple[str, int]:
    form = PresetForm(request.form)
    if not form.validate():
        return _again_page(loaded(), form), 422
    author = author_of(current_membership())
    name, teams = str(form.name.data), bool(form.teams.data)
    try:
        row, _is_new = start_like(tournament, name, author, people=True, teams=teams, event_id=posted_id())
    except (InvalidInput, EventIdTaken) as error:
        _refuse(form, error)
        return _again_page(loaded(), form), 422
    return _taken(row)
