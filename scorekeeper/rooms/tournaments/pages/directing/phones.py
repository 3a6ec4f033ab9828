"""Phones at a tournament, as the desk sees them: letting them in or not, removing them, the score, table cards."""

from flask import Blueprint, abort, flash
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, SCORER, current_membership
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.core.words.names import device_name
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, to
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.rooms.tournaments.services.matches import move_score
from scorekeeper.rooms.tournaments.services.phones import (
    accept_phone,
    asks,
    match_of_phone,
    new_card,
    refuse_phone,
    turn_away,
)
from scorekeeper.rooms.tournaments.storage import phones_of
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone
from scorekeeper.storage.members import member_by_id
from scorekeeper.web.posted import PostedFields, posted_number

pages = Blueprint("phones", __name__, url_prefix="/tournaments/<tournament>/desk")


def asking(now: LoadedTournament) -> list[View]:
    """The phones that ask to be let in."""
    return [phone_view(now, phone) for phone in phones_of(now.row.id) if asks(phone)]


def phone_view(now: LoadedTournament, phone: TournamentPhone) -> View:
    """A phone: whose it says it is, and its table."""
    match = match_of_phone(now.state, phone)
    member = member_by_id(now.row.table_id, phone.member_id)
    table = phone.card if match is None else match.pairing.table
    return {
        "id": phone.member_id,
        "player": phone.player or "",
        "name": phone.player or _("The table’s own phone"),
        "device": "" if member is None else device_name(member.name),
        "table": table,
        "keeps": phone.keeps,
        "accepted": phone.accepted,
    }


CHANGED = translatable("This phone says now that it is another player’s. Look again.")


def _to_asking() -> Response:
    return to("teams.show" if PostedFields().get("back") == "teams" else "desk.show")


@pages.post("/matches/<int:match>/score", role=SCORER)
def score(tournament: str, match: int) -> Response:
    """Let another phone keep the score, or none."""
    phone = posted_number("phone")
    attempt_or_flash(lambda: move_score(tournament, match, phone, current_membership().name))
    return to("match.show", match=match)


@pages.post("/phones/<int:phone>/accept", role=SCORER)
def accept(tournament: str, phone: int) -> Response:
    """Let a phone in; `player` is whose it said it was when the desk looked, empty for the table's own."""
    asked_as = PostedFields().get("player", "")
    _phone(tournament, phone)
    if not accept_phone(tournament, phone, asked_as):
        flash(_(CHANGED), "error")
    return _to_asking()


@pages.post("/phones/<int:phone>/refuse", role=SCORER)
def refuse(tournament: str, phone: int) -> Response:
    """Do not let a phone in as whose it says it is."""
    asked_as = PostedFields().get("player", "")
    found = _phone(tournament, phone)
    if not refuse_phone(tournament, phone, asked_as):
        flash(_(CHANGED), "error")
    elif found.player is not None:
        flash(_("Not let in as {name}. It can choose another name.", name=found.player), "success")
    return _to_asking()


@pages.post("/phones/accept", role=SCORER)
def accept_all(tournament: str) -> Response:
    """Let all phones in that ask."""
    for phone in phones_of(tournament):
        if asks(phone):
            accept_phone(tournament, phone.member_id)
    return _to_asking()


@pages.post("/phones/<int:phone>/remove", role=SCORER)
def remove(tournament: str, phone: int) -> Response:
    """Remove a phone from the tournament."""
    _phone(tournament, phone)
    turn_away(tournament, phone)
    flash(_("The phone is out."), "success")
    return to("desk.show")


def _phone(tournament: str, number: int) -> TournamentPhone:
    phone = next((phone for phone in phones_of(tournament) if phone.member_id == number), None)
    if phone is None:
        abort(404)
    return phone


@pages.post("/cards/<int:number>/void", role=KEEPER)
def void(tournament: str, number: int) -> Response:
    """End a table's card; it gets a new one."""
    new_card(tournament, number)
    flash(_("The card of table {number} ended. Print a new one.", number=number), "success")
    return to("desk.show")
