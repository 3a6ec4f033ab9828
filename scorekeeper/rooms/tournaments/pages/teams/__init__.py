"""The teams of a tournament: who is here, missing, or waits for a partner, and entering them."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext

from flask import Blueprint, flash, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response
from wtforms import BooleanField
from wtforms.validators import Length

from scorekeeper.access import KEEPER, SCORER, current_membership, may
from scorekeeper.access.quotas import working_out
from scorekeeper.access.setup import address_for_others
from scorekeeper.clock import utc_now
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_commas
from scorekeeper.formats.spreadsheets import Sheets
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.pages.directing.phones import asking
from scorekeeper.rooms.tournaments.pages.page import (
    as_typed,
    attempt_or_flash,
    author,
    brought_words,
    current_round,
    is_of_players,
    loaded,
    render_page,
    sheets_of,
    to,
)
from scorekeeper.rooms.tournaments.pages.teams.apart import apart_view
from scorekeeper.rooms.tournaments.pages.teams.away import NAMED_BELOW, away_lines
from scorekeeper.rooms.tournaments.pages.teams.late import ask_late, is_late, missing_teams
from scorekeeper.rooms.tournaments.pages.teams.listing import (
    ALL,
    MISSING,
    SOLO,
    counts,
    foot,
    lacks_house_team,
    listed,
    next_round_words,
    paid_words,
    pairs_next,
    proposed_pairs,
    solos,
    team_row,
)
from scorekeeper.rooms.tournaments.pages.teams.team import TeamForm
from scorekeeper.rooms.tournaments.pages.versions import follow
from scorekeeper.rooms.tournaments.services.cache import milliseconds
from scorekeeper.rooms.tournaments.services.phones import key_of_card, new_card, team_of
from scorekeeper.rooms.tournaments.services.team_lists import TeamList, read_team_list
from scorekeeper.rooms.tournaments.services.teams import (
    MANY_NAMES,
    Entry,
    enter_team,
    enter_teams,
    entries_of,
    join_solos,
    look_alikes,
    set_status,
)
from scorekeeper.rooms.tournaments.services.undo import brought, take_out
from scorekeeper.rooms.tournaments.storage import SIGN_UP
from scorekeeper.storage.players import roster_of
from scorekeeper.web.forms import FileForm, StringField, TextAreaField, sentence
from scorekeeper.web.language import lazy
from scorekeeper.web.posted import PostedFields, posted_id, posted_number
from scorekeeper.web.sharing import qr_svg

pages = Blueprint("teams", __name__, url_prefix="/tournaments/<tournament>/teams")

FILTERS = (ALL, MISSING, SOLO)


MAX_LIST = 60_000
"""Letters of a list: as many lines as there may be teams, each with names as long as they may be."""


class PastedForm(FileForm):
    """Teams as a list, one a line; `sure` confirms names that look like others, `here` says that late ones are here."""

    teams = TextAreaField(
        lazy("Teams, one a line"),
        validators=[Length(max=MAX_LIST)],
        description=lazy("For example: Ann & Cal. A line with one name is a player who looks for a partner."),
        render_kw={"rows": 6, "spellcheck": "false"},
    )
    sure = StringField()
    here = BooleanField()

    def take_file(self) -> Sheets:
        """The sheets of a file, if one came; the first is the list then. Raises `InvalidInput`."""
        if not isinstance(self.file.data, FileStorage) or not self.file.data.filename:
            return ()
        sheets = sheets_of(self.file.data)
        self.teams.data, self.sure.data = sheets[0][1] if sheets else "", ""
        return sheets


@pages.get("", role=SCORER)
def show(tournament: str) -> str:
    form = PastedForm()
    if "add" in request.args:
        form.teams.render_kw = {**(form.teams.render_kw or {}), "rows": 2, "autofocus": True}
    return _page(form)


def _page(
    form: PastedForm, questions: list[View] | None = None, sheets: Sheets = (), *, read: TeamList | None = None
) -> str:
    """The page; what asks about a list that was sent, or refuses it, has the form without a list of all teams."""
    tournament, answers = loaded(), request.method == "POST"
    state, at = tournament.state, milliseconds(utc_now())
    shown = request.args.get("show", "")
    counted = counts(state)
    arriving = bool(counted[MISSING] and counted["here"]) and current_round(state) is None
    chosen = shown if shown in FILTERS else MISSING if arriving else ALL
    if is_of_players(state):
        form.teams.label.text, form.teams.description = _("Players, one a line"), ""
    address = address_for_others(
        "sign_up.show_sign_up", tournament=tournament.row.id, key=key_of_card(tournament.row, SIGN_UP)
    )
    return render_page(
        "teams.html",
        "teams",
        tournament,
        answers=answers,
        is_late=is_late(state),
        is_adding="add" in request.args,
        counts=counted,
        is_of_players=is_of_players(state),
        chosen=chosen,
        teams=[] if answers else [team_row(tournament, team) for team in listed(state, chosen)],
        solos=[] if answers else solos(state),
        pairs=[] if answers else proposed_pairs(state),
        form=form,
        questions=questions or [],
        sheets=[{"name": name, "text": text} for name, text in sheets],
        was_table=read is not None,
        not_read=[]
        if read is None
        else sorted((line.number, line.text, line.why) for line in (*read.titles, *read.not_read)),
        unused="" if read is None else with_commas(read.unused),
        brought="" if answers or not brought(state).is_of_teams else brought_words(state),
        sign_up={"url": address, "qr": qr_svg(address)},
        roster=[] if answers else [name for name in roster_of(tournament.row.table_id) if team_of(state, name) is None],
        foot=foot(state),
        away=away_lines(state, NAMED_BELOW),
        pair_words=next_round_words(state, at),
        lacks_house_team=lacks_house_team(state),
        can_pair=pairs_next(state, at),
        asking=asking(tournament),
        apart=apart_view(state),
        paid_words=paid_words(state),
        may_part=not answers and may("keeper") and not state.ended and len(state.teams) > 1,
        follows=follow("desk", tournament),
    )


@pages.post("", role=SCORER, longest=MAX_LIST)
def create(tournament: str) -> Response | str | tuple[str, int]:
    """Enter a pasted list, or one team that was typed."""
    form = PastedForm(request.form, request.files)
    try:
        sheets = form.take_file()
        if len(sheets) > 1:
            return _page(form, sheets=sheets), 200
        read = read_team_list(form.teams.data or "")
        if read.lines != form.teams.data and (read.lines or read.not_read):
            form.teams.data = read.lines
            return _page(form, read=read), 200
        entries = entries_of(read.lines)
    except InvalidInput as error:
        form.teams.errors = [sentence(error)]
        return _page(form), 422
    if not entries:
        form.teams.errors = [_("Type or paste the teams, one a line.")]
        return _page(form), 422
    names = [player for entry in entries for player in entry.players]
    if not form.sure.data:
        with working_out(current_membership()) if len(names) >= MANY_NAMES else nullcontext():
            asked = look_alikes(tournament, names)
        if asked:
            return _page(form, [{"name": question.name, "known": question.known} for question in asked]), 200
    before = set(loaded().state.teams)
    with working_out(current_membership()) if len(names) >= MANY_NAMES else nullcontext():
        entered = attempt_or_flash(as_typed(lambda own: enter_teams(tournament, entries, author(), own)))
    if entered is None:
        return _page(form), 422
    if is_of_players(loaded().state):
        flash(_n(entered, "1 player entered.", "{count} players entered."), "success")
    else:
        flash(_n(entered, "1 team entered.", "{count} teams entered."), "success")
    after = loaded().state
    late = [team for team in missing_teams(after) if team not in before] if form.here.data and is_late(after) else []
    return _arrive(late, {}, None)


@pages.post("/take-out", role=SCORER)
def take_back(tournament: str) -> Response:
    """Take out the teams that were entered last."""
    state = loaded().state
    words = brought_words(state)
    if not brought(state).is_of_teams:
        flash(_("Something was recorded since. Undo it at the desk."), "error")
    elif attempt_or_flash(lambda: take_out(tournament, author(), posted_id(), teams_alone=True)) is not None:
        flash(_("Taken out: {what}", what=words), "success")
    return to("teams.show", show=ALL)


@pages.post("/roster", role=SCORER)
def from_roster(tournament: str) -> Response:
    """Enter a team of players whom the table knows."""
    form = TeamForm(request.form)
    chosen = (form.chosen.data or [])[:2]
    entry = Entry(tuple(chosen or form.players))
    if attempt_or_flash(as_typed(lambda own: enter_team(tournament, entry, author(), own))) is not None:
        flash(_("{team} entered.", team=" & ".join(entry.players)), "success")
    return to("teams.show", show=ALL)


@pages.post("/house", role=SCORER)
def add_house_team(tournament: str) -> Response:
    """Enter a house team, whose own results never count."""
    house = Entry((_("House North"), _("House South")), _("House team"))
    if attempt_or_flash(lambda: enter_team(tournament, house, author(), posted_id(), house=True)) is not None:
        flash(_("The house team is in. Type who plays for it on its page."), "success")
    return to("teams.show", show=ALL)


@pages.post("/arrived", role=SCORER)
def all_arrived(tournament: str) -> Response | str:
    """Everybody who is still missing is here."""
    return _arrive(missing_teams(loaded().state), PostedFields(), posted_id())


def _arrive(missing: Sequence[int], answer: Mapping[str, str], own: str | None) -> Response | str:
    """Say that these teams are here, or ask first what late ones play."""
    tournament = loaded().row.id
    sure, rounds = "sure" in answer, "rounds" in answer
    question = None if sure else ask_late(missing, url_for("teams.all_arrived", tournament=tournament), {})
    if question is not None:
        return question
    if missing:
        attempt_or_flash(
            lambda: set_status(tournament, missing, ev.ARRIVED, author(), adds_rounds=rounds, event_id=own)
        )
    return to("teams.show", show=ALL)


@pages.post("/join", role=SCORER)
def join(tournament: str) -> Response:
    """Make a team of two solo players."""
    first, second = posted_number("first") or 0, posted_number("second") or 0
    attempt_or_flash(lambda: join_solos(tournament, first, second, author(), posted_id()))
    return to("teams.show")


@pages.post("/sign-up/new", role=KEEPER)
def new_sign_up(tournament: str) -> Response:
    """End the sign-up link; the page shows a new one."""
    new_card(tournament, SIGN_UP)
    flash(_("The old sign-up code ended."), "success")
    return to("teams.show")
