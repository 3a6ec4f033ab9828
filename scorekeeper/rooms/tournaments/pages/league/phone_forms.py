"""What a player's phone sends in a league: the score of a match, that the other side's is right, and who plays."""

from flask import Blueprint, flash, request
from werkzeug.wrappers import Response
from wtforms import Form
from wtforms.validators import InputRequired, Optional

from scorekeeper.access import current_membership
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.access import OWN_MATCH, current_phone
from scorekeeper.rooms.tournaments.domain.log.reported import undecided
from scorekeeper.rooms.tournaments.domain.log.state import Team
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_SCORE
from scorekeeper.rooms.tournaments.pages.league.line_ups import LineUpForm
from scorekeeper.rooms.tournaments.pages.league.phone import SIDES, Typed
from scorekeeper.rooms.tournaments.pages.page import as_typed, attempt_or_flash, loaded, to
from scorekeeper.rooms.tournaments.pages.playing.my_match import own_page
from scorekeeper.rooms.tournaments.services.line_ups import name_line_ups
from scorekeeper.rooms.tournaments.services.phone_results import agree, bring_score
from scorekeeper.rooms.tournaments.services.phones import team_of
from scorekeeper.services.recording import Author
from scorekeeper.web.forms import WholeBetween, WholeField
from scorekeeper.web.posted import posted_id

pages = Blueprint("league_scores", __name__, url_prefix="/tournaments/<tournament>/my-match/score")
line_up_pages = Blueprint("own_line_up", __name__, url_prefix="/tournaments/<tournament>/my-match/line-up")


class ScoreForm(Form):
    """The totals of both sides; none: those that the other side's phone brought are right."""

    match = WholeField(validators=[InputRequired()])
    first = WholeField(validators=[Optional(), WholeBetween(-MAX_SCORE, MAX_SCORE)])
    second = WholeField(validators=[Optional(), WholeBetween(-MAX_SCORE, MAX_SCORE)])


def _own_team() -> Team | None:
    """The team of the phone that posts, if the desk has let it in."""
    phone = current_phone()
    return None if phone is None or not phone.accepted else team_of(loaded().state, phone.player)


@pages.post("", role=OWN_MATCH)
def create(tournament: str) -> Response | tuple[str, int]:
    """Bring the score of a match, or confirm what the other side brought."""
    form, team = ScoreForm(request.form), _own_team()
    typed = Typed(scores={name: str((form[name].raw_data or [""])[0]) for name in SIDES})
    match, writer = int(form.match.data or 0), current_membership().name
    if not form.validate() or team is None or (form.first.data is None) != (form.second.data is None):
        flash(_("Type both totals as whole numbers."), "error")
        return own_page(match, typed), 422
    if form.first.data is None or form.second.data is None:
        saved = attempt_or_flash(lambda: agree(tournament, match, team.id, writer, event_id=posted_id()))
    else:
        scores = (form.first.data, form.second.data)
        saved = attempt_or_flash(
            as_typed(lambda own: bring_score(tournament, match, team.id, scores, writer, event_id=own))
        )
    if saved is None:
        return own_page(match, typed), 422
    state = saved.tournament.state
    over, words = state.is_over(state.matches[match]), _("Saved. The other side confirms it, or the desk.")
    if undecided(state, state.matches[match]):
        words = _("Two scores: the desk decides.")
    flash(_("The result counts.") if over else words, "success")
    return to("my_match.show") if over else to("my_match.show", match=match)


@line_up_pages.post("", endpoint="change", role=OWN_MATCH)
def name(tournament: str) -> Response | tuple[str, int]:
    """Who plays on each side, from either side's phone."""
    form, team, state = LineUpForm(request.form), _own_team(), loaded().state
    match = int(form.match.data or 0)
    if team is None or match not in state.matches:
        return to("my_match.show")
    named, writer = form.named(state, state.matches[match]), Author(current_membership().name)
    saved = attempt_or_flash(
        as_typed(lambda own: name_line_ups(tournament, match, named, writer, by=team.id, event_id=own))
    )
    return to("my_match.show", match=match) if saved is not None else (own_page(match, Typed(plays=named)), 422)
