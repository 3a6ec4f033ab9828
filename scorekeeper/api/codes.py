"""The codes of errors by status, and the errors in the OpenAPI document: those of a call, and what any may answer."""

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.core.inputs import Json
from scorekeeper.core.words.faults import SENTENCES
from scorekeeper.core.words.language import translatable

CODES: Mapping[int, tuple[str, ...]] = {
    400: ("wrong-host", "no-if-match", "refused"),
    401: ("no-token", "unknown-token"),
    403: ("forbidden", "revoked", "expired", "for-devices", "cross-site"),
    404: ("not-found",),
    405: ("method-not-allowed",),
    408: ("too-slow",),
    409: (
        *("another-came-first", "already-recorded", "not-tried", "damaged", "not-that-far", "id-taken", "answer-gone"),
        *("changed", "taken"),
    ),
    413: ("too-large",),
    414: ("address-too-long",),
    415: ("not-json",),
    422: ("malformed", "too-long", "not-now", "irregular"),
    429: ("too-many",),
    431: ("headers-too-long",),
    500: ("went-wrong",),
    503: ("stopped", "busy", "database-away", "database-gone", "database-read-only"),
    507: ("no-room", "disk-full"),
}
"""Rooms may answer 409 with the code of a fault."""

REFUSED = {
    401: translatable("No token, or an unknown one."),
    403: translatable("This role may not do that, or the link has ended."),
    404: translatable("Nothing here for this token."),
    409: translatable("Another entry came first; the error includes it."),
    413: translatable("The body is larger than 4 MB."),
    422: translatable("Malformed, or irregular and not overruled. Nothing was written."),
    429: translatable("Too many guesses, new tables or sheets from this address."),
    503: translatable("The server cannot answer just now. Retry-After says when to try again, if waiting helps."),
}
"""What the page of calls says of the errors that a call has of its own."""

OF_ANY_CALL = {
    400: "The server has another address, or the request is none that it reads.",
    414: "The address is too long.",
    415: "The body is not sent as application/json.",
    431: "The headers are too long.",
    500: "A bug. Send the same again with its id.",
    507: "The server’s disk is full. Nothing was written.",
}
"""What the document says beside of errors that have little to do with a call."""
ALWAYS = (400, 422, 429, 414, 431, 500, 503)
"""What every call may answer: 422 for a parameter that it does not have."""
OTHERWISE = "default"

JSON, PROBLEM = "application/json", "application/problem+json"


def name_of(status: int | str) -> str:
    """The name of the response in the document."""
    return f"Error{status}" if isinstance(status, int) else "AnyError"


def responses(headers: Mapping[int, tuple[str, ...]], with_headers: Any) -> dict[str, Json]:
    """The errors of all calls by their names, as JSON and as a problem of RFC 9457."""
    found = {
        name_of(status): {"description": words, "content": _content()} | with_headers(headers.get(status, ()))
        for status, words in (REFUSED | OF_ANY_CALL).items()
    }
    other = {"description": "Any other error; later versions may have more.", "content": _content()}
    return found | {name_of(OTHERWISE): other}


def _content() -> Json:
    return {
        JSON: {"schema": {"$ref": "#/components/schemas/Error"}},
        PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}},
    }


def references(statuses: Iterable[int]) -> Json:
    """The errors of a call, by reference."""
    found: list[int | str] = [*sorted(statuses), OTHERWISE]
    return {str(status): {"$ref": f"#/components/responses/{name_of(status)}"} for status in found}


def open_to_more(codes: Iterable[str], about: str) -> Json:
    """A text that is one of these codes today; later versions may have more."""
    return {"anyOf": [{"enum": list(codes)}, {"type": "string"}], "description": about}


def schemas_of_codes() -> dict[str, Json]:
    """The codes of errors and of their faults."""
    known = dict.fromkeys(code for codes in CODES.values() for code in codes)
    return {
        "ErrorCode": open_to_more(known, "What happened. Later versions may have more codes."),
        "FaultCode": open_to_more(
            sorted(SENTENCES), "What is wrong, more exactly. Later versions and other rooms may have more codes."
        ),
    }
