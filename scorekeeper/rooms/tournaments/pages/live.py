"""The version of a tournament's pages, asked for or as a stream: a page that shows another one loads itself again."""

from collections.abc import Callable

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response

from scorekeeper.access import NotAllowed, current_membership, may
from scorekeeper.access.gate import NOT_ENOUGH
from scorekeeper.access.live import room_stream
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.access import OWN_MATCH
from scorekeeper.rooms.tournaments.pages.page import loaded
from scorekeeper.rooms.tournaments.pages.versions import VERSIONS
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.storage.members import Role

pages = Blueprint("tournament_live", __name__, url_prefix="/tournaments/<tournament>/<any(desk, players, hall):kind>")


@pages.get("/version", role=OWN_MATCH)
def version(tournament: str, kind: str) -> Response:
    """The version of the desk's pages, or of this player's, as an ETag: 304 if the client has seen it."""
    _check(kind)
    loaded()
    response = make_response("", 200)
    response.set_etag(_version_now(tournament, kind)())
    response.headers["Cache-Control"] = "no-cache, private"
    return response.make_conditional(request)


@pages.get("/live", role=OWN_MATCH)
def stream(tournament: str, kind: str) -> Response:
    """A stream of that version; 204 where there can be none, and the page asks instead."""
    _check(kind)
    member = current_membership().member_id
    assert member is not None  # a program has no page
    return room_stream(tournament, member, _version_now(tournament, kind))


def _check(kind: str) -> None:
    if kind == "desk" and not may("scorer"):
        raise NotAllowed(_(NOT_ENOUGH[Role.SCORER]))


def _version_now(tournament: str, kind: str) -> Callable[[], str]:
    """Works out the version, also outside of this request."""
    member = current_membership().member_id or 0

    def now() -> str:
        try:
            return VERSIONS[kind](load_tournament(tournament), member)
        except DamagedTournament:  # the streams of all others go on, in the same thread
            return "damaged"

    return now
