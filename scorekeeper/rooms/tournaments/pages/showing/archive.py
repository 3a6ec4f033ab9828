"""The archive: all tournaments of a table, also those that never began; searched by name, year and format."""

from collections.abc import Mapping
from urllib.parse import parse_qsl

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response
from wtforms import Form, SelectField

from scorekeeper.access import KEEPER, WATCHER, current_table, may
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.rooms.tournaments.access import current_tournament
from scorekeeper.rooms.tournaments.domain.log.state import ENDED, ENTRY, RUNNING, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import final_divisions
from scorekeeper.rooms.tournaments.domain.readers import Reader, names_for, seen_by
from scorekeeper.rooms.tournaments.domain.words import FORMATS
from scorekeeper.rooms.tournaments.pages import SetUpForm, typed_in
from scorekeeper.rooms.tournaments.pages.hall import round_words
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.services.recording import delete_tournament
from scorekeeper.rooms.tournaments.storage import TournamentRow, tournaments_of
from scorekeeper.services.names import without_accents
from scorekeeper.web.formatting import local, short_day
from scorekeeper.web.forms import SearchField, choices
from scorekeeper.web.games.recording import attempt_or_flash
from scorekeeper.web.language import lazy

pages = Blueprint("tournament_archive", __name__)

PAGE_SIZE = 30


class ArchiveForm(Form):
    """The search and its filters. Not validated, because unknown values are ignored."""

    q = SearchField()
    year = SelectField(lazy("Year"))
    format = SelectField(lazy("Format"))


@pages.get("/tables/<table>/tournaments", role=WATCHER)
def index(table: str) -> str:
    """The newest first. With a search or a filter, all that match are on one page. `set_up` is what was typed in one
    on the way here, as in an address.
    """
    rows = tournaments_of(table)
    set_up = request.args.get("set_up", "")
    typed = typed_in(SetUpForm(MultiDict(parse_qsl(set_up))))
    years = sorted({_year(row) for row in rows}, reverse=True)
    form = ArchiveForm(request.args)
    form.year.choices = choices([("", _("Any year")), *((year, year) for year in years)])
    form.format.choices = choices([("", _("All formats")), *((key, _(name)) for key, name in FORMATS.items())])
    wanted = {name: request.args[name].strip() for name in ("q", "year", "format") if request.args.get(name)}
    found = [row for row in rows if _is_found(row, wanted)]
    page = max(1, request.args.get("page", 1, int))
    shown = found if wanted else found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    return render_template(
        "rooms/tournaments/archive.html",
        table=current_table(),
        form=form,
        is_searched=bool(wanted),
        tournaments=[_view(row) for row in shown],
        set_up=set_up or None,
        typed=typed,
        back=url_for("tournament_presets.index", table=table, **typed) if typed else None,
        newer=_page_url(table, page - 1, set_up) if page > 1 else None,
        older=_page_url(table, page + 1, set_up) if not wanted and len(found) > page * PAGE_SIZE else None,
    )


def _page_url(table: str, page: int, set_up: str) -> str:
    return url_for(".index", table=table, page=page if page > 1 else None, set_up=set_up or None)


def _year(row: TournamentRow) -> str:
    return str(local(row.created).year)


def _is_found(row: TournamentRow, wanted: Mapping[str, str]) -> bool:
    """Whether this is one that is searched for. One that cannot be read is of no format."""
    name = without_accents(row.name)
    if any(word not in name for word in without_accents(wanted.get("q", "")).split()):
        return False
    if wanted.get("year", "") not in ("", _year(row)):
        return False
    if wanted.get("format", "") not in FORMATS:
        return True
    state = _seen(row)
    return state is not None and any(stage.format == wanted["format"] for stage in state.stages)


def _seen(row: TournamentRow) -> TournamentState | None:
    """A tournament as whoever asks may see it; None if it is damaged."""
    try:
        return seen_by(load_tournament(row.id).state, _reader())
    except DamagedTournament:
        return None


def _reader() -> Reader:
    return Reader.DESK if may("scorer") else Reader.WATCHER


def _view(row: TournamentRow) -> View:
    state = _seen(row)
    notes = [_("Damaged")] if state is None else _notes(state)
    return {
        "id": row.id,
        "url": url_for("tournaments.show", tournament=row.id),
        "name": row.name,
        "notes": [short_day(row.created), *filter(None, notes)],
        "is_running": state is not None and state.status == RUNNING,
        "is_readable": state is not None,
    }


def _notes(state: TournamentState) -> list[str]:
    """`Round robin`, `8 teams`, and who won it or how far it is."""
    names = names_for(state, _reader())
    first = [place.team for _title, places in final_divisions(state) for place in places if place.rank == 1]
    players = sum(len(state.teams[team].players) for team in first)
    winners = ", ".join(names[team] for team in first)
    ends = {
        ENTRY: _("Never began"),
        RUNNING: round_words(state),
        ENDED: _n(players, "{winners} wins", "{winners} win", winners=winners) if first else "",
    }
    formats = dict.fromkeys(_(FORMATS[stage.format]) for stage in state.stages)
    return [*formats, _n(len(state.teams), "1 team", "{count} teams"), ends[state.status]]


@pages.get("/tournaments/<tournament>/delete", role=KEEPER)
def ask(tournament: str) -> str:
    """What goes with it, and what stays."""
    row = current_tournament()
    return render_template("rooms/tournaments/delete.html", table=current_table(), tournament=_view(row))


@pages.post("/tournaments/<tournament>/delete", role=KEEPER)
def delete(tournament: str) -> Response:
    """Only what is over, never began or cannot be read: one that is played ends first."""
    table = current_tournament().table_id
    if attempt_or_flash(lambda: delete_tournament(tournament)) is None:
        return redirect(url_for(".ask", tournament=tournament), 303)
    flash(_("The tournament is deleted."), "success")
    return redirect(url_for(".index", table=table), 303)
