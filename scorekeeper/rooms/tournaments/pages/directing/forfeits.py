"""Who gives up a match, or did not come: asked once, with what that counts for each side."""

from collections.abc import Sequence

from flask import Blueprint, request
from werkzeug.wrappers import Response
from wtforms import BooleanField, SelectMultipleField

from scorekeeper.access import SCORER
from scorekeeper.clock import utc_now
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.rooms.tournaments.domain.log.events import NO_SHOW
from scorekeeper.rooms.tournaments.domain.log.results import FORFEIT
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from scorekeeper.rooms.tournaments.domain.standings import forfeit_loss
from scorekeeper.rooms.tournaments.pages.directing.match import ask_which, give, kept, one_match
from scorekeeper.rooms.tournaments.pages.directing.reported import KEEP, SeenForm, scores_view, seen_of
from scorekeeper.rooms.tournaments.pages.matches import match_view
from scorekeeper.rooms.tournaments.pages.page import loaded, render_page, side_label, to_place
from scorekeeper.rooms.tournaments.services.cache import milliseconds
from scorekeeper.rooms.tournaments.services.may_change import ResultDiffers
from scorekeeper.web.forms import StringField, stripped

pages = Blueprint("forfeits", __name__, url_prefix="/tournaments/<tournament>/desk/matches/<int:match>/forfeit")


class ForfeitForm(SeenForm):
    """The teams that forfeit."""

    team = SelectMultipleField(validate_choice=False)
    absent = BooleanField()
    reason = StringField(filters=[stripped])

    @property
    def teams(self) -> list[int]:
        """The numbers of the teams that were ticked."""
        return [int(team) for team in self.team.data or () if team.isdecimal() and len(team) < 7]


@pages.get("", role=SCORER)
def ask(tournament: str, match: int) -> str:
    """Ask whether these teams give up, with what it counts."""
    return _question(match, ForfeitForm(request.args))


def _question(number: int, form: ForfeitForm, wrong: str = "") -> str:
    now = loaded()
    state, found = now.state, one_match(now.state, number)
    giving = [side for side, teams in enumerate(found.pairing.sides) if set(teams) & set(form.teams)]
    return render_page(
        "forfeit.html",
        "desk",
        now,
        match=match_view(now, found, milliseconds(utc_now())),
        sides=[
            {
                "index": side,
                "name": side_label(state, found, side),
                "team": teams[0],
                "gives_up": side in giving,
                "words": _words(state, found, side, giving),
            }
            for side, teams in enumerate(found.pairing.sides)
        ],
        form=form,
        wrong=wrong,
        there=scores_view(now, found)["there"],
        seen=seen_of(state, found),
        is_closed=state.is_closed(found),
    )


def _words(state: TournamentState, match: Match, side: int, giving: Sequence[int]) -> str:
    """What it counts for a side if these give up; if nobody is chosen yet, what it would count for this one."""
    if side in giving or not giving:
        return _loses(state, match)
    return _wins(state, match) if len(match.pairing.sides) - len(giving) == 1 else _("Nobody wins")


def _wins(state: TournamentState, match: Match) -> str:
    form, stage = format_of(state, match.stage), state.stages[match.stage - 1]
    counting, points = form.counting(stage), state.settings.bye_points
    if form.is_bracket:
        return _("Goes on")
    if counting.league_points is not None:
        return _n(counting.walkover, "Wins by 1 point", "Wins by {count} points") if counting.walkover else _("Wins")
    if points is None:
        return _("Wins by its own average")
    cap = state.settings.cap
    points = points if cap is None else min(points, cap)
    return _n(points, "Wins by 1 point", "Wins by {count} points")


def _loses(state: TournamentState, match: Match) -> str:
    form, stage = format_of(state, match.stage), state.stages[match.stage - 1]
    counting = form.counting(stage)
    if form.is_bracket:
        return _("Gives up: loses the match")
    points = forfeit_loss(state, match.stage) if counting.league_points is None else counting.walkover
    if not points:
        return _("Gives up: loses")
    return _n(points, "Gives up: loses by 1 point", "Gives up: loses by {count} points")


@pages.post("", role=SCORER)
def record(tournament: str, match: int) -> Response | str | tuple[str, int]:
    form = ForfeitForm(request.form)
    if form.choice.data == KEEP:
        return kept(match)
    if not form.teams:
        return _question(match, form, _("Tick who gives up.")), 422
    body: dict[str, object] = {
        "forfeit": form.teams,
        "by": NO_SHOW if form.absent.data else FORFEIT,
        "reason": form.reason.data or None,
    }
    try:
        given = give(form, tournament, match, body)
    except ResultDiffers as problem:
        return ask_which(problem, form), 409
    if given is None:
        return _question(match, form), 422
    return to_place(match)
