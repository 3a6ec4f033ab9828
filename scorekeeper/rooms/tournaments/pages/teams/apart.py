"""Two teams or players who are kept apart: the list on the page of the teams, a new pair, and an end of it."""

from flask import Blueprint, flash
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, is_of_players, names_of, to
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.web.posted import PostedFields, posted_id, posted_number

pages = Blueprint("apart", __name__, url_prefix="/tournaments/<tournament>/teams/apart")

HOW = {
    ev.PARTNERS: translatable("Not as partners"),
    ev.OPPONENTS: translatable("Not as opponents"),
    ev.BOTH: translatable("Not at one table"),
}


def apart_view(state: TournamentState) -> View:
    """Who is kept apart, and who can be: each pair with first, second, names and how; teams; how to choose."""
    names = names_of(state)
    solo = is_of_players(state)
    pairs = [(pair, how) for pair, how in state.apart.items() if all(team in names for team in pair)]
    return {
        "pairs": [
            {
                "first": first,
                "second": second,
                "names": (names[first], names[second]),
                "how": _(HOW[how]) if solo else "",
            }
            for (first, second), how in pairs
        ],
        "teams": [
            {"id": team, "name": name} for team, name in sorted(names.items(), key=lambda one: one[1].casefold())
        ],
        "how": [(key, _(words)) for key, words in HOW.items()] if solo else [],
    }


@pages.post("", role=KEEPER)
def create(tournament: str) -> Response:
    """Keep two apart, or no longer."""
    first, second = posted_number("first"), posted_number("second")
    if not first or not second:
        flash(_("Choose two teams that are kept apart."), "error")
        return to("teams.show")
    body = {"first": first, "second": second, "how": PostedFields().get("how", ev.OPPONENTS)}
    attempt_or_flash(lambda: record(tournament, ev.APART, body, author=author(), event_id=posted_id()))
    return to("teams.show")
