"""Reads strict JSON request bodies, and writes games, list rows and links as JSON."""

from collections.abc import Mapping
from uuid import UUID

from flask import g, request, url_for
from werkzeug.datastructures import Headers

from scorekeeper.access import Refused, current_membership
from scorekeeper.access.routes import MAX_FORM_TEXT
from scorekeeper.access.setup import address_for_others
from scorekeeper.api.pointers import Sent
from scorekeeper.api.sizes import MAX_MARKS, MAX_PARTS
from scorekeeper.core.game import GameState
from scorekeeper.core.game.event_json import MAX_SEQ
from scorekeeper.core.inputs import NOWHERE, Fault, FieldPath, InvalidInput, Json
from scorekeeper.core.inputs.faults import NOT_WHOLE, OUT_OF_RANGE, TEXT_TOO_LONG, TOO_MANY_PARTS, Bounds, ValueKind
from scorekeeper.core.inputs.fields import MAX_NUMBER_LENGTH, quote
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.core.sheet import scoreboard_json
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.formats.chain import canonical_time
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.services.game_cache import ending_text, sides_now
from scorekeeper.services.recording import Author, author_of
from scorekeeper.storage.models import Game
from scorekeeper.storage.visits import GameRow

BODY = FieldPath.to("body")
QUERY, HEADER = "query", "header"
"""Begin the path of a fault that is not in a body: `query: sort`."""


class NotJson(Refused):
    """A body of another type."""

    status = 415
    code = "not-json"
    heading = translatable("Not JSON")


def json_bytes() -> bytes:
    """The body, not read yet. Raises `NotJson` unless it is sent as JSON.

    A browser sends other types for any website without asking first: a page could post in its reader's name.
    """
    if request.mimetype != "application/json":
        raise NotJson(_("Send the body as JSON, with “Content-Type: application/json”."))
    return request.get_data()


def json_body(longest: int = MAX_FORM_TEXT) -> object:
    """The body as JSON, its texts composed, of at most `longest` characters each. Raises `InvalidInput`, `NotJson`."""
    content = json_bytes()
    try:
        parts = sum(map(content.count, (b",", b"[", b"{")))
        if parts > MAX_MARKS:
            raise InvalidInput(TOO_MANY_PARTS.at(NOWHERE, {"what": "it", "found": parts, "most": MAX_MARKS}))
        value = parse_json(content)
        g.sent = Sent(value)  # for the pointers of faults
        value = _taken(value, longest)
        g.sent = Sent(value)
        return value
    except InvalidInput as error:
        raise error.within("body") from error


def _taken(value: object, longest: int, name: str = "it") -> object:
    """The value with its texts composed. Raise `InvalidInput` for a longer text, or a list or object with more parts,
    wherever it is.

    Most readers ask for less; this is for what none of them asks about. `name` is the key of the value.
    """
    if isinstance(value, str):
        text = composed(value)
        if len(text) > longest:
            raise InvalidInput(TEXT_TOO_LONG.at(NOWHERE, {"what": _shown(name), "found": len(text), "most": longest}))
        return text
    if not isinstance(value, dict | list):
        return value
    if len(value) > MAX_PARTS:
        raise InvalidInput(TOO_MANY_PARTS.at(NOWHERE, {"what": _shown(name), "found": len(value), "most": MAX_PARTS}))
    if isinstance(value, list):
        return [_taken(part, longest, name) for part in value]
    return {_taken(key, longest, "key"): _taken(part, longest, key) for key, part in value.items()}


def _shown(name: str) -> str:
    return quote(name).strip('"')


def object_body() -> dict[str, object]:
    """The body, which must be an object. Raises `InvalidInput`."""
    found = json_body()
    if not isinstance(found, dict):
        raise BODY.not_a(ValueKind.OBJECT, found)
    return found


def entry_id(value: object, what: str = "id", where: FieldPath = BODY) -> str | None:
    """A UUID in canonical form, None if there is none. Raises `InvalidInput`."""
    if value is None:
        return None
    try:
        return str(UUID(value)) if isinstance(value, str) else _no_uuid(value, what, where)
    except ValueError:
        return _no_uuid(value, what, where)


def last_seen(body: Mapping[str, object]) -> int | None:
    """The number of the last event that the writer has seen. Raises `InvalidInput`."""
    seq = body.get("seq")
    return None if seq is None else BODY.whole(seq, "seq", 1, MAX_SEQ)


def number_asked(name: str, low: int, high: int, given: Mapping[str, str] | Headers | None = None) -> int | None:
    """A whole number in the query, or in the headers that are `given`. Raises `InvalidInput`."""
    text = (request.args if given is None else given).get(name)
    if text is None:
        return None
    where = asked_at(name, HEADER if isinstance(given, Headers) else QUERY)
    digits = text.removeprefix("-")
    fault: Bounds = {"what": "it", "value": quote(text), "low": low, "high": high}
    if not digits.isascii() or not digits.isdecimal():
        raise InvalidInput(NOT_WHOLE.at(where, fault))
    if len(digits) > MAX_NUMBER_LENGTH + 1:
        raise InvalidInput(OUT_OF_RANGE.at(where, fault))
    return where.whole(int(text), "it", low, high)


def asked_at(name: str, where: str = QUERY) -> FieldPath:
    """The place of a parameter in the query, or of a header."""
    return FieldPath.to(name).within(where)


def author() -> Author:
    """The program that makes this call, as the author of what it records."""
    return author_of(current_membership())


def _no_uuid(value: object, what: str, where: FieldPath) -> str:
    raise where.not_a(ValueKind.UUID, value, what)


def found_json(fault: Fault) -> Json:
    """What was found in a file: its code, its place, and a sentence."""
    return {"code": fault.code, "where": list(fault.path.parts), "text": fault_text(fault)}


def game_url(game_id: str) -> str:
    """The URL of a game's page."""
    return url_for("games.show", game=game_id, _external=True)


def join_url(token: str) -> str:
    """The link that admits a browser."""
    return address_for_others("join.open", token=token)


def state_json(game: Game | GameRow, state: GameState, since: int = 0) -> Json:
    """A game with its scoreboard, limited to hands after number `since`."""
    board = scoreboard_json(state.board, state.setup.names)
    hands = board["hands"]
    return {
        "game": game.id,
        "table": game.table_id,
        "url": game_url(game.id),
        "seq": state.seq,
        "scoreboard": board | {"hands": hands[since:] if isinstance(hands, list) else hands},
        "signs": [
            {
                "side": sign.side,
                "verdict": sign.verdict,
                "hand": sign.hand,
                "note": sign.note,
                "broken": sign.broken,
                "device": sign.device,
            }
            for sign in state.signs
        ],
    }


def row_json(game: Game) -> Json:
    """A game in a list, from its row only; `text` says who won and why, empty before the end."""
    return {
        "game": game.id,
        "url": game_url(game.id),
        "number": game.number,
        "rules": game.rules,
        "sides": [{"name": name, "players": players} for name, players in sides_now(game)],
        "started": canonical_time(game.created),
        "changed": canonical_time(game.last_activity),
        "seq": game.last_seq,
        "status": game.status,
        "totals": game.summary.get("totals", []),
        "hands": game.summary.get("hands", 0),
        "winners": game.summary.get("winners", []),
        "text": ending_text(game),
    }
