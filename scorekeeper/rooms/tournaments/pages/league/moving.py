"""A match at the desk gets another day, time or place, or is postponed until somebody says."""

from flask import Blueprint, abort, flash, request
from werkzeug.wrappers import Response
from wtforms.validators import Length, Optional

from scorekeeper.access import KEEPER, may
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_LINE_LENGTH
from scorekeeper.rooms.tournaments.pages.matches import when_words
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, loaded, to
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.web.forms import StringField, stripped
from scorekeeper.web.games.forms import EntryForm

pages = Blueprint("moving", __name__, url_prefix="/tournaments/<tournament>/desk/matches/<int:match>/day")


class DayForm(EntryForm):
    """When and where a match is played; `postponed`: nobody knows yet."""

    date = StringField(filters=[stripped], validators=[Optional()])
    time = StringField(filters=[stripped], validators=[Optional()])
    place = StringField(filters=[stripped], validators=[Optional(), Length(max=MAX_LINE_LENGTH)])
    postponed = StringField()


def day_form(state: TournamentState, match: Match) -> View | None:
    """When and where a match is played, for who may change that; None for a match that has no day."""
    given = state.fixture(match)
    if given is None or match.pairing.is_bye or state.ended or not may("keeper"):
        return None
    return {
        "words": when_words(given) or _("No day yet"),
        "date": given.date,
        "time": given.time,
        "place": given.place,
        "postponed": given.postponed,
    }


@pages.post("", role=KEEPER)
def change(tournament: str, match: int) -> Response:
    form = DayForm(request.form)
    body: dict[str, object] = {"match": match, "postponed": bool(form.postponed.data)}
    body |= {part: form[part].data or "" for part in ("date", "time", "place")}
    if match not in loaded().state.matches:
        abort(404)
    moved = attempt_or_flash(lambda: record(tournament, ev.MOVE, body, author=author(), event_id=form.new_id))
    if moved is not None:
        after = moved.tournament.state
        flash(when_words(after.fixture(after.matches[match])) or _("No day yet"), "success")
    return to("match.show", match=match)
