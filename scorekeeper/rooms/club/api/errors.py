"""The errors of the club's calls."""

from flask import Response

from scorekeeper.api.errors import address_asked, refused
from scorekeeper.api.operations import calls
from scorekeeper.rooms.club.services.closing import CannotClose
from scorekeeper.rooms.club.services.seasons import SeasonClosed
from scorekeeper.rooms.club.services.settling import CannotSettle
from scorekeeper.rooms.club.storage.settling import NoSuchPayment


@calls.errorhandler(CannotSettle)
@calls.errorhandler(CannotClose)
@calls.errorhandler(SeasonClosed)
def _not_now(problem: CannotSettle | CannotClose | SeasonClosed) -> Response:
    return refused(422, "not-now", str(problem))


@calls.errorhandler(NoSuchPayment)
def _not_there(problem: NoSuchPayment) -> Response:
    return refused(404, "not-found", str(problem), address_asked())
