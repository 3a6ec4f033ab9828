"""Level teams: who they are, and what settles them, lots or one deciding hand."""

from collections.abc import Sequence
from itertools import groupby

from flask import Blueprint, flash, request
from werkzeug.wrappers import Response
from wtforms import Form, SelectMultipleField
from wtforms.validators import Optional

from scorekeeper.access import KEEPER
from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of, is_stage_over, standings
from scorekeeper.rooms.tournaments.domain.standings import RankedTeam
from scorekeeper.rooms.tournaments.domain.words import pool_title
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, loaded, names_of, render_page, to
from scorekeeper.rooms.tournaments.services.cache import milliseconds
from scorekeeper.rooms.tournaments.services.ties import draw_lots, settle_by_hand
from scorekeeper.web.forms import WholeField
from scorekeeper.web.posted import posted_id

pages = Blueprint("ties", __name__, url_prefix="/tournaments/<tournament>/ties")


class LotsForm(Form):
    """Level teams of a stage, to draw lots for."""

    stage = WholeField(default=1, validators=[Optional()])
    team = SelectMultipleField(validate_choice=False)

    @property
    def teams(self) -> list[int]:
        """The numbers of the teams."""
        return [int(team) for team in self.team.data or () if team.isdecimal() and len(team) < 7]


def ties_of(state: TournamentState) -> list[list[RankedTeam]]:
    """The groups of level teams of the stage that is played, once it is over; none in a bracket."""
    stage = state.stage
    if format_of(state, stage).is_bracket or not is_stage_over(state, stage, milliseconds(utc_now())):
        return []
    places = [place for place in standings(state, stage) if place.record.meetings]
    groups = [list(group) for _key, group in groupby(places, key=lambda place: (place.pool, place.rank))]
    return [group for group in groups if len(group) > 1]


def tie_at_the_cut(state: TournamentState) -> list[RankedTeam] | None:
    """The level teams of which only some go on; None if all who go on are known."""
    cut = state.stages[state.stage - 1].advance if state.stage < len(state.stages) else None
    if cut is None:
        return None
    return next((group for group in ties_of(state) if group[0].rank <= cut < group[0].rank + len(group) - 1), None)


@pages.get("", role=KEEPER)
def show(tournament: str) -> str:
    now = loaded()
    state, names = now.state, names_of(now.state)
    cut = tie_at_the_cut(state)
    return render_page(
        "ties.html",
        "desk",
        now,
        stage=state.stage,
        groups=sorted(
            (
                tie_view(group, names, decides=group == cut)
                | {"pool": pool_title(state.stages[state.stage - 1], group[0].pool)}
                for group in ties_of(state)
            ),
            key=lambda group: not group["decides"],
        ),
    )


def tie_view(group: Sequence[RankedTeam], names: dict[int, str], *, decides: bool) -> View:
    """Level teams with the place that they share; `decides`: who goes on depends on it."""
    return {
        "rank": group[0].rank,
        "last": group[0].rank + len(group) - 1,
        "teams": [{"id": place.team, "name": names[place.team]} for place in group],
        "decides": decides,
    }


@pages.post("/lots", role=KEEPER)
def draw(tournament: str) -> Response:
    """Draw lots for level teams."""
    form = LotsForm(request.form)
    teams = form.teams
    drawn = attempt_or_flash(lambda: draw_lots(tournament, form.stage.data or 1, teams, author(), event_id=posted_id()))
    if drawn is not None:
        flash(_("The lots are drawn. The standings show them."), "success")
    return to("ties.show")


@pages.post("/hand", role=KEEPER)
def settle(tournament: str) -> Response:
    """Record the order that one deciding hand gave."""
    form = LotsForm(request.form)
    order = form.teams
    if len(set(order)) < len(order):
        flash(_("Choose each team once."), "error")
        return to("ties.show")
    settled = attempt_or_flash(
        lambda: settle_by_hand(tournament, form.stage.data or 1, order, author(), event_id=posted_id())
    )
    if settled is not None:
        flash(_("Saved. The standings show it."), "success")
    return to("ties.show")
