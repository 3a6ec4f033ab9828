"""Calls of the director: from the pad of a match and from “My match”, and the desk's answers."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms.validators import Optional

from scorekeeper.access import SCORER, current_membership
from scorekeeper.access.limits import hit
from scorekeeper.rooms.tournaments.access import OWN_MATCH, HallLimit, current_phone
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, to
from scorekeeper.rooms.tournaments.services.calls import answer_call, call_director, match_that_calls
from scorekeeper.web.forms import StringField, stripped
from scorekeeper.web.games.forms import EventForm

pages = Blueprint("director_calls", __name__, url_prefix="/tournaments/<tournament>")


class CallForm(EventForm):
    """A call, perhaps with its reason."""

    reason = StringField(filters=[stripped], validators=[Optional()])


class AnswerForm(EventForm):
    """What came of a call: the desk is coming, or was there."""

    answered = StringField(filters=[stripped])


@pages.post("/my-match/call", role=OWN_MATCH)
def create(tournament: str) -> Response:
    """Call the director to this phone's match, or say why. `pad` in the URL: from the pad, which comes back."""
    form, member = CallForm(request.form), current_membership().member_id
    assert member is not None

    def call() -> object:
        match = match_that_calls(tournament, member).id
        hit(HallLimit.CALLS, whose=f"{tournament} {match}")
        return call_director(tournament, match, form.reason.data or None, author(), form.new_id)

    attempt_or_flash(call)
    return _back()


@pages.post("/my-match/call/cancel", role=OWN_MATCH)
def cancel(tournament: str) -> Response:
    """The table of this phone's match does not need the director any more."""
    form, member = EventForm(request.form), current_membership().member_id
    assert member is not None
    attempt_or_flash(
        lambda: answer_call(tournament, match_that_calls(tournament, member).id, ev.NOT_NEEDED, author(), form.new_id)
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
    form = AnswerForm(request.form)
    answered = form.answered.data if form.answered.data in (ev.COMING, ev.CALL_DONE) else ev.COMING
    attempt_or_flash(lambda: answer_call(tournament, match, answered, author(), form.new_id))
    return to("desk.show")
