"""The podium: the best three, the prizes, and two lines for the chat."""

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.access import OWN_TOURNAMENT, may
from scorekeeper.core.pages import View
from scorekeeper.tournament.pairing import final_ranking
from scorekeeper.tournament.words import podium_lines, why_text
from scorekeeper.web.tournaments.page import loaded, names_of, render_page, team_label, to

pages = Blueprint("podium", __name__, url_prefix="/tournaments/<tournament>/podium")
STEPS = 3


@pages.get("", role=OWN_TOURNAMENT)
def show(tournament: str) -> Response | str:
    """Before the end, there are only standings."""
    now = loaded()
    state, names = now.state, names_of(now.state)
    if not state.ended:
        return to("standings.show")
    places = final_ranking(state)
    steps: list[View] = [
        {"rank": place.rank, "name": team_label(state.teams[place.team]), "why": why_text(place.why, names)}
        for place in places
        if place.rank <= STEPS
    ]
    return render_page(
        "podium.html",
        "standings",
        now,
        steps=steps,
        prizes=state.settings.prizes,
        lines=podium_lines(state, places, names),
        at_desk=may("scorer"),
    )
