"""Reads what came back from a request: an answer of our server, or nothing.

Between a phone and its server there are captive portals, proxies and lost lines. Only JSON that names its protocol
counts; anything else is no answer.
"""

from dataclasses import dataclass

Body = dict[str, object]


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """An event on the server."""

    seq: int
    id: str
    hash: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """The answer to taps: those that are recorded, in order; then perhaps one that is refused, and why."""

    protocol: int
    events: tuple[ServerEvent, ...]
    refused: str
    code: str
    is_behind: bool  # another event came first, so the rest was not tried


@dataclass(frozen=True, slots=True)
class Events:
    """The answer to a question for events; `seq` is that of the last one on the server."""

    protocol: int
    events: tuple[ServerEvent, ...]
    seq: int
    rewrites: bool  # an erasure is among them, which changes earlier ones


@dataclass(frozen=True, slots=True)
class Refusal:
    """Our server answers no, with one of its own codes."""

    protocol: int
    status: int
    code: str


Answer = Recorded | Events | Refusal

CONFLICT, FAILED = 409, 500
LATER = (408, 425, 429)
"""Refusals that pass by themselves, like all from 500 on."""


def read_answer(status: int, body: object) -> Answer | None:
    """The server's answer; None for whatever is not one, or asks to come again later."""
    if not isinstance(body, dict) or not _is_number(body.get("protocol")):
        return None
    protocol = int(body["protocol"])
    if status == 200 and isinstance(body.get("results"), list):
        return _recorded(protocol, body["results"])
    if status == 200 and isinstance(body.get("events"), list):
        return _events(protocol, body)
    if status < 400 or status >= FAILED or status in LATER:
        return None
    code = _code(body)
    return None if code is None else Refusal(protocol, status, code)


def _recorded(protocol: int, results: list[object]) -> Recorded | None:
    events: list[ServerEvent] = []
    for result in results:
        if not isinstance(result, dict) or not _is_number(result.get("status")) or not _is_text(result.get("id")):
            return None
        if result["status"] < 300:
            event = _server_event(result.get("event"))
            if event is None:
                return None
            events.append(event)
        else:
            code = _code(result)
            if code is None:
                return None
            is_behind = result["status"] == CONFLICT
            return Recorded(protocol, tuple(events), "" if is_behind else str(result["id"]), code, is_behind)
    return Recorded(protocol, tuple(events), "", "", False)


def _events(protocol: int, body: Body) -> Events | None:
    if not _is_number(body.get("seq")):
        return None
    listed = body["events"]
    assert isinstance(listed, list)
    read = [_server_event(each) for each in listed]
    events = tuple([event for event in read if event is not None])
    rewrites = any(isinstance(each, dict) and each.get("kind") == "erase" for each in listed)
    if len(events) < len(read):
        return None
    return Events(protocol, events, int(str(body["seq"])), rewrites)


def _server_event(value: object) -> ServerEvent | None:
    if not isinstance(value, dict) or not _is_number(value.get("seq")):
        return None
    if not _is_text(value.get("id")) or not _is_text(value.get("hash")):
        return None
    return ServerEvent(int(str(value["seq"])), str(value["id"]), str(value["hash"]))


def _code(value: Body) -> str | None:
    error = value.get("error")
    return str(error["code"]) if isinstance(error, dict) and _is_text(error.get("code")) else None


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str)
