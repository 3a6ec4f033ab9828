"""A team's bonuses and penalties: those it has, and a new one, always with its reason."""

from flask import Blueprint, flash, request
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form
from wtforms.validators import Optional

from scorekeeper.access import KEEPER
from scorekeeper.core.words.language import after_colon, minus, translate as _, translate_plural as _n
from scorekeeper.rooms.tournaments.domain.log.events import TeamAdjusted
from scorekeeper.rooms.tournaments.domain.log.state import Team, TournamentState
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, to
from scorekeeper.rooms.tournaments.services.ties import adjust
from scorekeeper.web.forms import StringField, WholeField, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.posted import posted_id

pages = Blueprint("adjustments", __name__, url_prefix="/tournaments/<tournament>/teams/<int:team>/adjust")


class AdjustForm(Form):
    """A bonus, or with `penalty` its opposite, in wins or points."""

    wins = WholeField(lazy("Wins"), validators=[Optional()])
    points = WholeField(lazy("Points"), validators=[Optional()])
    penalty = BooleanField(lazy("It is a penalty"))
    why = StringField(
        lazy("For what"), description=lazy("For example: free win."), filters=[stripped], validators=[Optional()]
    )


def adjustments_of(state: TournamentState, team: Team) -> list[str]:
    """A team's bonuses and penalties in words: `+1 win: free win`."""
    return [_words(event) for event in state.adjustments if event.team == team.id]


def _words(event: TeamAdjusted) -> str:
    parts = [
        _n(abs(event.wins), "{sign}1 win", "{sign}{count} wins", sign=_sign(event.wins)) if event.wins else "",
        _n(abs(event.points), "{sign}1 point", "{sign}{count} points", sign=_sign(event.points))
        if event.points
        else "",
    ]
    figures = ", ".join(part for part in parts if part)
    return after_colon(figures, event.reason or "")


def _sign(figure: int) -> str:
    return "+" if figure > 0 else minus("-")


@pages.post("", role=KEEPER)
def create(tournament: str, team: int) -> Response:
    form = AdjustForm(request.form)
    sign = -1 if form.penalty.data else 1
    given = attempt_or_flash(
        lambda: adjust(
            tournament,
            team,
            author(),
            wins=sign * (form.wins.data or 0),
            points=sign * (form.points.data or 0),
            reason=form.why.data or None,
            event_id=posted_id(),
        )
    )
    if given is not None:
        flash(_("Saved. The standings show it."), "success")
    return to("team.show", team=team)
