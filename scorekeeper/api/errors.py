"""API errors: a code for the program, a sentence for its user, and where the problem is."""

from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, g, jsonify, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES
from werkzeug.routing import RequestRedirect

from scorekeeper.access import Refused, TooMany, current_game
from scorekeeper.access.limits import quotas_counted
from scorekeeper.access.quotas import READING
from scorekeeper.api.asking import UnknownParameter
from scorekeeper.api.codes import PROBLEM
from scorekeeper.api.making import REPEATABLE, AnswerGone
from scorekeeper.api.operations import PREFIX, Operation, calls
from scorekeeper.api.pointers import Sent, field_of, pointer_of
from scorekeeper.api.serializers import HEADER, QUERY
from scorekeeper.core.game import AlreadyRecorded, Irregular, NotNow
from scorekeeper.core.inputs import NOWHERE, Fault, InvalidInput, Json, faults
from scorekeeper.core.sheet.writing import objection_json
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.formats.files import UnknownFormat
from scorekeeper.formats.game_json import stored_json
from scorekeeper.services.damaged import Damaged
from scorekeeper.services.importing import ImportStopped
from scorekeeper.services.invites import NoSuchInvite
from scorekeeper.services.names import NameTaken
from scorekeeper.services.tables import LikeAnother, NameOfAnother
from scorekeeper.storage.custom_games import CustomGameChanged, NoSuchCustomGame, TooManyCustomGames
from scorekeeper.storage.errors import (
    AheadOfGame,
    AnotherEventCameFirst,
    CannotStore,
    DatabaseBusy,
    EventIdTaken,
    NoSuchPeriod,
    NoSuchRow,
    TakenByAnother,
    Unstorable,
    error_of_disk,
)
from scorekeeper.storage.events import events_of
from scorekeeper.storage.merging import CannotMerge
from scorekeeper.storage.players import NoSuchPlayer
from scorekeeper.storage.presets import NoSuchPreset

HTTP = {
    404: ("not-found", translatable("There is no such request. {address} lists them all.")),
    405: (
        "method-not-allowed",
        translatable("This address does not take this method. {address} lists the methods."),
    ),
    413: ("too-large", translatable("A body may have at most 4 MB.")),
    500: ("went-wrong", translatable("Something went wrong on the server. Nothing was half saved. Try again.")),
}
OTHERWISE = ("refused", translatable("The server cannot read this request."))


def register(app: Flask) -> None:
    """Answer unknown calls below the API's path in JSON too."""
    app.before_request(_no_such_call)


def refused(status: int, code: str, message: str, where: str = "", **more: Any) -> Response:
    """An error in the API's format, or as a problem of RFC 9457 for a client that accepts those."""
    error = {"code": code, "message": message, "where": where, **more}
    if PROBLEM in request.accept_mimetypes.values():
        title = HTTP_STATUS_CODES.get(status, code)
        answer = jsonify({"type": "about:blank", "title": title, "status": status, "detail": message, **error})
        answer.mimetype = PROBLEM
    else:
        answer = jsonify({"error": error})
    answer.status_code = status
    answer.vary.add("Accept")
    return answer


def address_asked() -> str:
    """The address of this call, without its query."""
    return f"{request.script_root}{request.path}"


@calls.before_request
def _no_if_match() -> Response | None:
    """Refuse a condition that would not be kept: a write says by `seq` what it has seen."""
    if request.method in READING or "If-Match" not in request.headers:
        return None
    message = _("Writes take no If-Match. Send the number of the last entry that you have seen, as “seq”.")
    return refused(400, "no-if-match", message, of_header("If-Match"))


@calls.after_request
def _say_what_is_left(answer: Response) -> Response:
    """Tell programs what is left of the limits that count this call (draft-ietf-httpapi-ratelimit-headers-10)."""
    quotas = quotas_counted()
    if quotas:
        policies = (f'"{quota.name}";q={quota.most};w={quota.window}' for quota in quotas)
        answer.headers["RateLimit-Policy"] = ", ".join(policies)
        answer.headers["RateLimit"] = ", ".join(f'"{quota.name}";r={quota.left};t={quota.seconds}' for quota in quotas)
    return answer


@calls.after_request
def _unless_changed(answer: Response) -> Response:
    """Give an answer that may be asked for again its version, and send nothing to who has that."""
    operation = getattr(request.url_rule, "operation", None)
    if answer.status_code == 200 and isinstance(operation, Operation) and 304 in operation.ok:
        answer.add_etag()
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        answer.make_conditional(request)
    return answer


def _no_such_call() -> Response | None:
    problem = request.routing_exception
    if problem is None or not request.path.startswith(f"{PREFIX}/") or isinstance(problem, RequestRedirect):
        return None
    return _http(problem)


@calls.errorhandler(HTTPException)
def _http(problem: HTTPException) -> Response:
    code, message = HTTP.get(problem.code or 500, OTHERWISE)
    text = _(message, address=url_for("api.openapi"))
    answer = refused(problem.code or 500, code, text, address_asked() if problem.code in (404, 405) else "")
    allowed = getattr(problem, "valid_methods", None)
    if allowed:
        answer.headers["Allow"] = ", ".join(sorted(allowed))
    return answer


@calls.errorhandler(Refused)
def not_let_in(problem: Refused) -> Response:
    """Who asks may not, and what would help."""
    where = of_header("Authorization") if problem.status == 401 else ""
    answer = refused(problem.status, problem.code, problem.message, where)
    if problem.status == 401:
        answer.headers["WWW-Authenticate"] = 'Bearer realm="Scorekeeper"'
    if isinstance(problem, TooMany):
        answer.headers["Retry-After"] = str(problem.wait)
    return answer


@calls.errorhandler(InvalidInput)
def _malformed(problem: InvalidInput) -> Response:
    if problem.fault.code == faults.UNKNOWN_RULES.key and problem.fault.path == NOWHERE:  # the key in the address
        return refused(404, "not-found", fault_text(problem.fault), address_asked())
    code = "not-now" if isinstance(problem, NotNow) else "malformed"
    return faulty(422, code, problem)


@calls.errorhandler(UnknownParameter)
def _no_such_parameter(problem: UnknownParameter) -> Response:
    fault = problem.fault
    message = _("This call has no parameter {name}", name=fault.params["value"])
    return refused(422, "malformed", message, where_of(fault), fault={"code": fault.code, "params": _json(fault)})


@calls.errorhandler(NameTaken)
def _name_taken(problem: NameTaken) -> Response:
    fault = problem.fault
    described = {"code": fault.code, "params": _json(fault)}
    return refused(409, "taken", fault_text(fault), "name", **_at("name"), fault=described)


@calls.errorhandler(Damaged)
def _damaged(problem: Damaged) -> Response:
    return faulty(409, "damaged", problem, entry=problem.seq)


@calls.errorhandler(Irregular)
def _irregular(problem: Irregular) -> Response:
    names = current_game().state.setup.names
    objections = [objection_json(objection, names) for objection in problem.objections]
    return faulty(422, "irregular", problem, objections=objections)


@calls.errorhandler(AlreadyRecorded)
def _already(problem: AlreadyRecorded) -> Response:
    loaded = current_game()
    written = loaded.state.written
    hand = problem.fault.path.number_of("hand")
    known = 0 < hand <= len(written)
    stored = events_of(loaded.game.id, after=written[hand - 1].seq - 1)[0] if known else None
    return faulty(409, "already-recorded", problem, **_with(stored))


@calls.errorhandler(AnotherEventCameFirst)
def _came_first(problem: AnotherEventCameFirst) -> Response:
    return refused(
        409,
        "another-came-first",
        _("{problem}. Look at it, then post again", problem=str(problem)),
        "seq",
        **_at("seq"),
        **_with(problem.stored),
    )


@calls.errorhandler(AheadOfGame)
def _not_that_far(problem: AheadOfGame) -> Response:
    return refused(409, "not-that-far", str(problem), "seq", **_at("seq"))


@calls.errorhandler(EventIdTaken)
def _id_taken(problem: EventIdTaken) -> Response:
    own = _at("id")
    return refused(409, "id-taken", str(problem), "id" if own else of_header(REPEATABLE), **own)


@calls.errorhandler(CustomGameChanged)
def _changed(problem: CustomGameChanged) -> Response:
    return refused(409, "changed", str(problem), "version", **_at("version"))


@calls.errorhandler(CannotMerge)
@calls.errorhandler(TooManyCustomGames)
def _not_now(problem: Exception) -> Response:
    return refused(422, "not-now", str(problem))


@calls.errorhandler(NameOfAnother)
@calls.errorhandler(TakenByAnother)
def _taken(problem: Exception) -> Response:
    return refused(409, "taken", str(problem))


@calls.errorhandler(LikeAnother)
def _alike(problem: LikeAnother) -> Response:
    return refused(422, faults.LOOKS_LIKE.key, str(problem))


@calls.errorhandler(Unstorable)
def _unstorable(problem: Unstorable) -> Response:
    return refused(422, "malformed", str(problem), "body")


@calls.errorhandler(UnknownFormat)
def _no_such_format(problem: UnknownFormat) -> Response:
    return refused(404, "not-found", _("There is no export format “{form}”.", form=str(problem)), address_asked())


@calls.errorhandler(ImportStopped)
def _stopped(problem: ImportStopped) -> Response:
    return refused(503, "stopped", str(problem))


@calls.errorhandler(AnswerGone)
def _answer_gone(problem: AnswerGone) -> Response:
    return refused(409, "answer-gone", str(problem), of_header(REPEATABLE))


@calls.errorhandler(NoSuchPlayer)
@calls.errorhandler(NoSuchCustomGame)
@calls.errorhandler(NoSuchRow)
@calls.errorhandler(NoSuchInvite)
@calls.errorhandler(NoSuchPreset)
@calls.errorhandler(NoSuchPeriod)
def _not_there(problem: Exception) -> Response:
    return refused(404, "not-found", str(problem), address_asked())


@calls.errorhandler(DatabaseBusy)
def _busy(problem: DatabaseBusy) -> Response:
    answer = refused(503, "busy", str(problem))
    answer.headers["Retry-After"] = str(problem.wait)
    return answer


@calls.errorhandler(CannotStore)
def _cannot_store(problem: CannotStore) -> Response:
    answer = refused(problem.status, problem.code, str(problem))
    if problem.wait:
        answer.headers["Retry-After"] = str(problem.wait)
    return answer


@calls.errorhandler(OSError)
def _of_disk(problem: OSError) -> Response:
    found = error_of_disk(problem, Path(current_app.instance_path))
    if found is None:
        raise problem
    return _cannot_store(found)


def faulty(status: int, code: str, problem: InvalidInput, **more: object) -> Response:
    """An error with its fault: where it is for people, and a pointer to it in the body of the call."""
    fault, sent = problem.fault, g.get("sent")
    pointer = {} if sent is None or _is_asked(fault) else {"pointer": pointer_of(fault, sent, _names(problem, sent))}
    described = {"code": fault.code, "params": _json(fault)}
    return refused(status, code, fault_text(fault), where_of(fault), **pointer, fault=described, **more)


OUTERMOST = ("body", "sheet", "entry")
"""Paths that do not say which field is meant."""


def where_of(fault: Fault) -> str:
    """The first part of the path, such as `hand 3, NS` or `query: sort`; the field if that says only what has it."""
    first = next(iter(fault.path.parts), "")
    if _is_asked(fault):
        return ": ".join(fault.path.parts[:2])
    return (field_of(fault) if first in OUTERMOST else "") or first


def of_header(name: str) -> str:
    """Where an error is that is about a header."""
    return f"{HEADER}: {name}"


def _is_asked(fault: Fault) -> bool:
    """Whether the fault is in the query or the headers."""
    return bool(fault.path.outside) and fault.path.outside[0].name in (QUERY, HEADER)


def _names(problem: InvalidInput, sent: Sent) -> Sequence[str]:
    """The names of the sides that the path may have."""
    if isinstance(sent.value, dict) and isinstance(sides := sent.value.get("sides"), list):
        return [str(side.get("name")) if isinstance(side, dict) else "" for side in sides]
    if "game" in (request.view_args or {}) and not isinstance(problem, Damaged):
        return current_game().state.setup.names
    return ()


def _at(name: str) -> Mapping[str, str]:
    """The pointer to this field, if the body has it."""
    sent = g.get("sent")
    has_it = sent is not None and isinstance(sent.value, dict) and name in sent.value
    return {"pointer": f"{sent.at}/{name}"} if has_it else {}


def _json(fault: Fault) -> Json:
    """The params that are numbers, texts or lists of them; the others are objects that only sentences need."""
    plain = {name: value.value if isinstance(value, Enum) else value for name, value in fault.params.items()}
    return {name: value for name, value in plain.items() if _is_plain(value)}


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int) or (isinstance(value, tuple) and all(map(_is_plain, value)))


def _with(entry: StoredEvent | None) -> Mapping[str, object]:
    return {} if entry is None else {"entry": stored_json(entry)}
