"""The desk's messages to the pad of a table, or to everybody: all pads, the phones of players who wait, the wall."""

from flask import Blueprint, flash
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.hall import SHOWN_FOR
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, to
from scorekeeper.rooms.tournaments.services.results import send_message
from scorekeeper.web.posted import PostedFields, posted_id, posted_number

pages = Blueprint("messages", __name__, url_prefix="/tournaments/<tournament>/desk/message")


@pages.post("", role=SCORER)
def send(tournament: str) -> Response:
    """Send a message to the pad of a match, or without one to all; `away` takes the one before away."""
    fields, match = PostedFields(), posted_number("match")
    away = "away" in fields
    text = "" if away else fields.get("text", "")
    if not text and not away:
        flash(_("Type a message."), "error")
    elif attempt_or_flash(lambda: send_message(tournament, text, author(), match=match, event_id=posted_id())):
        flash(_("The message is gone.") if away else _("Sent. It shows for ten minutes."), "success")
    return to("match.show", match=match) if match else to("desk.show")


def message_to(state: TournamentState, match: Match | None, at: int) -> str:
    """The desk's message to all, or to this match, as long as it shows; empty without one."""
    whose = (None,) if match is None else (None, match.id)
    sent = next((one for one in reversed(state.messages) if one.match in whose), None)
    return "" if sent is None or sent.at + SHOWN_FOR <= at else sent.text


def coming_words(match: Match) -> str:
    return _("Table {number}: the director is coming", number=match.pairing.table or "–")
