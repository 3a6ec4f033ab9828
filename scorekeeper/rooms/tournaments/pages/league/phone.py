"""A league on a player's phone: any match of the team, on any day, and its score where no phone keeps it."""

from flask import Blueprint, flash, request, url_for
from werkzeug.wrappers import Response
from wtforms.validators import InputRequired, Optional

from scorekeeper.access import current_membership
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.access import OWN_MATCH, current_phone
from scorekeeper.rooms.tournaments.domain.log.state import Match, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.readers import Reader
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_SCORE
from scorekeeper.rooms.tournaments.pages.hall import seen
from scorekeeper.rooms.tournaments.pages.league.days import fixture_view
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, side_label, to
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, load_tournament
from scorekeeper.rooms.tournaments.services.phone_results import agree, bring_score, may_agree, may_type
from scorekeeper.rooms.tournaments.services.phones import team_of
from scorekeeper.web.forms import WholeBetween, WholeField
from scorekeeper.web.games.forms import EntryForm

pages = Blueprint("league_scores", __name__, url_prefix="/tournaments/<tournament>/my-match/score")

SHOWN = 5
"""Matches below the own one; the team's page has all."""


def asked_match() -> int | None:
    """The match in the address."""
    asked = request.args.get("match", "")
    return int(asked) if asked.isdecimal() and len(asked) < 7 else None


def own_fixtures(now: LoadedTournament, match: Match, team: Team, reader: Reader) -> View:
    """The next matches of a player's team besides this one, for `league/macros.html`."""
    shown = seen(now, reader).state
    left = [other for other in now.state.matches_left(team.id) if other.id != match.id]
    address = url_for("my_match.show", tournament=now.row.id)
    return {
        "round": match.round,
        "score": score_view(shown, match, team),
        "others": [
            fixture_view(shown, other, team.id) | {"url": f"{address}?match={other.id}"} for other in left[:SHOWN]
        ],
        "all": url_for("history.show", tournament=now.row.id, team=team.id),
    }


# The score of a match, typed by its players


class ScoreForm(EntryForm):
    """The totals of both sides; none: those that the other side's phone brought are right."""

    match = WholeField(validators=[InputRequired()])
    first = WholeField(validators=[Optional(), WholeBetween(-MAX_SCORE, MAX_SCORE)])
    second = WholeField(validators=[Optional(), WholeBetween(-MAX_SCORE, MAX_SCORE)])


def score_view(state: TournamentState, match: Match, team: Team) -> View | None:
    """What a player's phone may do about the score of a match; None if it may not."""
    if not may_type(state, match, team.id):
        return None
    given = match.given
    brought = None if given is None or len(given.scores) != 2 else given
    return {
        "match": match.id,
        "may_agree": may_agree(state, match, team.id),
        "is_own": brought is not None and brought.team == team.id,
        "sides": [
            {
                "index": side,
                "field": SIDES[side],
                "name": side_label(state, match, side),
                "score": "" if brought is None else brought.scores[side],
            }
            for side in range(2)
        ],
    }


SIDES = ("first", "second")


@pages.post("", role=OWN_MATCH)
def create(tournament: str) -> Response:
    """Bring the score of a match, or confirm what the other side brought."""
    form, phone = ScoreForm(request.form), current_phone()
    team = None if phone is None or not phone.accepted else team_of(load_tournament(tournament).state, phone.player)
    if not form.validate() or team is None or (form.first.data is None) != (form.second.data is None):
        flash(_("Type both totals as whole numbers."), "error")
        return to("my_match.show")
    match, writer = int(form.match.data or 0), current_membership().name
    if form.first.data is None or form.second.data is None:
        saved = attempt_or_flash(lambda: agree(tournament, match, team.id, writer, event_id=form.new_id))
    else:
        scores = (form.first.data, form.second.data)
        saved = attempt_or_flash(lambda: bring_score(tournament, match, team.id, scores, writer, event_id=form.new_id))
    if saved is not None:
        state = saved.tournament.state
        found = state.matches[match]
        over, words = state.is_over(found), _("Saved. The other side confirms it, or the desk.")
        flash(_("The result counts.") if over else words, "success")
        if not over:
            return to("my_match.show", match=match)
    return to("my_match.show")
