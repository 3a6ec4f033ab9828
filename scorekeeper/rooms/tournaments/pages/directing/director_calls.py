"""Calls of the director: from the pad of a match and from “My match”, and the desk's answers."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_membership
from scorekeeper.access.limits import hit
from scorekeeper.rooms.tournaments.access import OWN_MATCH, HallLimit, current_phone
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, to
from scorekeeper.rooms.tournaments.services.calls import answer_call, call_director, match_that_calls
from scorekeeper.web.posted import PostedFields, posted_id

pages = Blueprint("director_calls", __name__, url_prefix="/tournaments/<tournament>")


@pages.post("/my-match/call", role=OWN_MATCH)
def create(tournament: str) -> Response:
    """Call the director to this phone's match, or say why. `pad` in the URL: from the pad, which comes back."""
    member = current_membership().member_id
    assert member is not None

    def call() -> object:
        match = match_that_calls(tournament, member).id
        hit(HallLimit.CALLS, whose=f"{tournament} {match}")
        return call_director(tournament, match, PostedFields().get("reason"), author(), posted_id())

    attempt_or_flash(call)
    return _back()


@pages.post("/my-match/call/cancel", role=OWN_MATCH)
def cancel(tournament: str) -> Response:
    """The table of this phone's match does not need the director any more."""
    member = current_membership().member_id
    assert member is not None
    attempt_or_flash(
        lambda: answer_call(tournament, match_that_calls(tournament, member).id, ev.NOT_NEEDED, author(), posted_id())
    )
    return _back()


def _back() -> Response:
    phone = current_phone()
    if request.args.get("pad") and phone is not None and phone.game_id is not None:
        return redirect(url_for("games.show", game=phone.game_id), 303)
    return to("my_match.show")


@pages.post("/desk/matches/<int:match>/call", role=SCORER)
def answer(tournament: str, match: int) -> Response:
    """The desk answers the call of a match's table."""
    answered = PostedFields().get("answered", ev.COMING)
    answered = answered if answered == ev.CALL_DONE else ev.COMING
    attempt_or_flash(lambda: answer_call(tournament, match, answered, author(), posted_id()))
    return to("desk.show")
