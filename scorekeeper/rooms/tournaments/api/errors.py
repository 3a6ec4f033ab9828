"""The errors of the calls of tournaments."""

from flask import Response

from scorekeeper.access import NotAllowed
from scorekeeper.access.gate import NOT_ENOUGH
from scorekeeper.api.errors import faulty, not_let_in
from scorekeeper.api.operations import calls
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.services.may_change import DirectorsOnly, ResultDiffers
from scorekeeper.storage.members import Role


@calls.errorhandler(DirectorsOnly)
def _directors_only(_problem: DirectorsOnly) -> Response:
    return not_let_in(NotAllowed(_(NOT_ENOUGH[Role.KEEPER])))


@calls.errorhandler(ResultDiffers)
def _result_differs(problem: ResultDiffers) -> Response:
    return faulty(409, problem.fault.code, problem)
