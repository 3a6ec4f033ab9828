"""A match at the desk gets another day, time or place, is postponed until somebody says, or is said who plays it."""

from flask import Blueprint, abort, flash, request
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, SCORER
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.pages.directing.match import match_page
from scorekeeper.rooms.tournaments.pages.league.line_ups import LineUpForm
from scorekeeper.rooms.tournaments.pages.matches import when_words
from scorekeeper.rooms.tournaments.pages.page import as_typed, attempt_or_flash, author, loaded, to
from scorekeeper.rooms.tournaments.services.line_ups import name_line_ups
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.web.posted import PostedFields

pages = Blueprint("moving", __name__, url_prefix="/tournaments/<tournament>/desk/matches/<int:match>/day")
line_up_pages = Blueprint("line_ups", __name__, url_prefix="/tournaments/<tournament>/desk/matches/<int:match>/line-up")


@pages.post("", role=KEEPER)
def change(tournament: str, match: int) -> Response | tuple[str, int]:
    """Another day, time or place; `postponed`: nobody knows yet."""
    fields = PostedFields()
    typed = {part: fields.get(part, "") for part in ("date", "time", "place")}
    body: dict[str, object] = {"match": match, "postponed": "postponed" in fields, **typed}
    if match not in loaded().state.matches:
        abort(404)
    moved = attempt_or_flash(as_typed(lambda own: record(tournament, ev.MOVE, body, author=author(), event_id=own)))
    if moved is None:
        return match_page(match, day=typed), 422
    after = moved.tournament.state
    flash(when_words(after.fixture(after.matches[match])) or _("No day yet"), "success")
    return to("match.show", match=match)


@line_up_pages.post("", endpoint="change", role=SCORER)
def name(tournament: str, match: int) -> Response | tuple[str, int]:
    """Who plays on each side."""
    form, state = LineUpForm(request.form), loaded().state
    if match not in state.matches:
        abort(404)
    named = form.named(state, state.matches[match])
    saved = attempt_or_flash(as_typed(lambda own: name_line_ups(tournament, match, named, author(), event_id=own)))
    return to("match.show", match=match) if saved is not None else (match_page(match, plays=named), 422)
