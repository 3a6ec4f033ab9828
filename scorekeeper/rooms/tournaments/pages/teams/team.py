"""The page of one team: its players, whether it is here, paid, dropped out, and what was given or taken."""

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response
from wtforms import Form, SelectMultipleField
from wtforms.validators import Length, Optional

from scorekeeper.access import SCORER, may
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.pages import View
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import Team, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_TEAM_PLAYERS
from scorekeeper.rooms.tournaments.domain.setting_up.setup import COUNTS, NOTHING
from scorekeeper.rooms.tournaments.pages.page import (
    attempt_or_flash,
    author,
    is_of_players,
    loaded,
    render_page,
    team_label,
    to,
)
from scorekeeper.rooms.tournaments.pages.teams.adjustments import AdjustForm, adjustments_of
from scorekeeper.rooms.tournaments.pages.teams.history import team_history
from scorekeeper.rooms.tournaments.pages.teams.late import ask_late
from scorekeeper.rooms.tournaments.pages.teams.listing import ALL, paid_words, solos, team_row
from scorekeeper.rooms.tournaments.services.teams import change_team, set_status
from scorekeeper.services.names import players_in
from scorekeeper.web.forms import StringField, ValidName, WholeField, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.posted import PostedFields, posted_id

pages = Blueprint("team", __name__, url_prefix="/tournaments/<tournament>/teams/<int:team>")

LEAVES = (ev.ARRIVED, ev.DROPPED, ev.OUT)
"""The statuses of a team that may leave, or left."""
MAX_MORE_PLAYERS = MAX_TEAM_PLAYERS * (MAX_NAME_LENGTH + 2)
"""Letters of the players of a team after its first two, with commas between them."""


class TeamForm(Form):
    """One team: its players, and perhaps a name, a reserve and a table of its own."""

    player = StringField(lazy("Player"), filters=[stripped], validators=[Optional(), ValidName()])
    partner = StringField(lazy("Partner"), filters=[stripped], validators=[Optional(), ValidName()])
    more = StringField(
        lazy("More players"),
        description=lazy("With commas between them. Each match says who of them plays."),
        filters=[stripped],
        validators=[Optional(), Length(max=MAX_MORE_PLAYERS)],
    )
    reserve = StringField(lazy("Reserve"), filters=[stripped], validators=[Optional(), ValidName()])
    name = StringField(
        lazy("Name of the team"),
        description=lazy("Empty: its players’ names."),
        filters=[stripped],
        validators=[Optional(), ValidName()],
    )
    table = WholeField(lazy("Table of its own"), validators=[Optional()])
    chosen = SelectMultipleField(validate_choice=False)  # of the players whom the table knows

    @property
    def players(self) -> list[str]:
        """The names that were given."""
        first = [str(field.data) for field in (self.player, self.partner) if field.data]
        return [*first, *players_in(self.more.data or "")]


@pages.get("", role=SCORER)
def show(tournament: str, team: int) -> str:
    found = _team(team)
    form = TeamForm(
        data={
            "player": found.players[0] if found.players else "",
            "partner": found.players[1] if len(found.players) > 1 else "",
            "more": ", ".join(found.players[2:]),
            "reserve": found.reserve or "",
            "name": "" if found.name == " & ".join(found.players) else found.name,
            "table": found.fixed_table,
        }
    )
    return _team_page(found, form)


def _team_page(found: Team, form: TeamForm) -> str:
    now = loaded()
    others = [team for team in solos(now.state) if team.id != found.id]
    return render_page(
        "team.html",
        "teams",
        now,
        team=team_row(now, found) | {"here": found.here, "paid_by": found.paid, "by_number": found.by_number},
        form=form,
        is_of_players=is_of_players(now.state),
        when_left=when_left(now.state, found),
        uses_paid=bool(paid_words(now.state)),
        buys_back=format_of(now.state, now.state.stage).buys_back(now.state, now.state.stage, found.id) is None,
        adjustments=adjustments_of(now.state, found),
        adjust=AdjustForm(),
        history=team_history(now, found.id),
        can_adjust=may("keeper") and bool(now.state.rounds) and not now.state.ended,
        others=[{"id": team.id, "name": team_label(team)} for team in others] if len(found.players) == 1 else [],
    )


def when_left(state: TournamentState, team: Team) -> View | None:
    """Where a team may take what it played with it, in a round robin or a league, the choice whether that counts; else
    None.

    `played` is the other choice than the one that holds.
    """
    begun = state.stages[: state.stage]
    strikes = any(find_format(stage.format).counting(stage).strikes for stage in begun)
    if not strikes or team.status not in LEAVES:
        return None
    has_left = team.status != ev.ARRIVED
    counts = not team.struck if has_left else state.settings.when_left == COUNTS
    return {
        "status": team.status if has_left else ev.DROPPED,
        "has_left": has_left,
        "counts": counts,
        "played": NOTHING if counts else COUNTS,
    }


def _team(number: int) -> Team:
    team = loaded().state.teams.get(number)
    if team is None:
        abort(404)
    return team


@pages.post("", role=SCORER)
def change(tournament: str, team: int) -> Response | tuple[str, int]:
    """A substitute, a reserve, another name, or a table of its own."""
    found, form = _team(team), TeamForm(request.form)
    if not form.validate() or not form.players:
        return _team_page(found, form), 422
    changed = attempt_or_flash(
        lambda: change_team(
            tournament,
            team,
            form.players,
            author(),
            name=form.name.data or None,
            reserve=form.reserve.data or None,
            table=form.table.data,
            event_id=posted_id(),
        )
    )
    return to("teams.show", show=ALL) if changed is not None else (_team_page(found, form), 422)


@pages.post("/status", role=SCORER)
def status(tournament: str, team: int) -> Response | str:
    """Arrival, no-show, dropping out, coming back, buying back, paid, by number."""
    fields = PostedFields()
    chosen, show = fields.get("status", ""), fields.get("show")
    if chosen == ev.ARRIVED and "sure" not in fields:
        same = {"status": ev.ARRIVED, "player": fields.get("player", ""), "show": show or ""}
        question = ask_late([team], url_for("team.status", tournament=tournament, team=team), same)
        if question is not None:
            return question
    attempt_or_flash(
        lambda: set_status(
            tournament,
            [team],
            chosen,
            author(),
            player=fields.get("player"),
            played=fields.get("played"),
            adds_rounds="rounds" in fields,
            event_id=posted_id(),
        )
    )
    if show == "team":
        return to("team.show", team=team)
    return to("teams.show", show=show)
