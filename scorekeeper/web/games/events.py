"""The events of a game for a phone that draws its pages itself: it reads them here, and sends what was tapped."""

from dataclasses import astuple

from flask import Blueprint, Response, abort, current_app, get_flashed_messages, jsonify, request, url_for
from flask_wtf.csrf import generate_csrf

from scorekeeper.access import SCORER, WATCHER, current_game, current_membership
from scorekeeper.access.gate import API, current_game_row
from scorekeeper.access.quotas import count_events
from scorekeeper.access.routes import A_FILE
from scorekeeper.clock import utc_now
from scorekeeper.core.game import SIGN, AlreadyRecorded
from scorekeeper.core.game.moves import Fields
from scorekeeper.core.inputs import FieldPath, InvalidInput, Json
from scorekeeper.core.inputs.faults import ValueKind
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.inputs.spelling import composed_json
from scorekeeper.core.outbox import PROTOCOL
from scorekeeper.core.words.language import current_language, translatable, translate as _
from scorekeeper.formats.chain import StoredEvent
from scorekeeper.formats.checksums import rules_code
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.services.batches import NOT_TRIED, PostedResult, read_posted, record_batch, report_unsent
from scorekeeper.services.recording import record
from scorekeeper.services.sign_off import side_of_phone
from scorekeeper.storage.events import events_of, hash_and_last_seq
from scorekeeper.storage.log import ChainEnd
from scorekeeper.storage.members import Role
from scorekeeper.storage.players import roster_of
from scorekeeper.web.forms import sentence
from scorekeeper.web.games.page_context import context_of, rematches_of
from scorekeeper.web.games.recording import QUICKER, NotSaved, this_author
from scorekeeper.web.language import texts_file
from scorekeeper.web.posted import PostedFields, posted_id, posted_seq

pages = Blueprint("events", __name__, url_prefix="/games/<game>/events")


STATIC = (
    *("rows.css", "hand.css", "pages.css", "over.css"),
    *("play.js", "send.js", "phone.js", "pages.js", "along.js", "answers.js"),
)
"""The styles of a game's pages, and the scripts that draw them on the phone."""

ANSWERS_TEXTS = "answers-texts"
"""Among them, what the answers to a table's questions are in another language."""

OTHER_HISTORY = translatable("The server has another history of this game than this phone.")


@pages.get("", role=WATCHER)
def index(game: str) -> Response:
    """The events after number `after`, and notices; without it all events and everything else that pages show.

    A phone also says the `hash` of that event. If the server has another one there, or none since it was restored from
    an older copy, it answers with all its events.
    """
    _report_unsent(request.args.get("waiting"))
    return news_of(game)


def news_of(game: str) -> Response:
    """The answer of `index`, whatever was asked for."""
    after = max(0, whole(request.args.get("after"), 0))
    end = current_game().end
    is_same = has_hash(game, after, request.args.get("hash"), end)
    found: Json = {
        "events": [_event(event) for event in events_of(game, after=after if is_same else 0)],
        "restored": not is_same,
        **_now(end),
        **_of_phone(),
    }
    if after:
        return jsonify(found | {"notices": get_flashed_messages(with_categories=True)})
    return jsonify(found | _around())


@pages.post("", role=SCORER, longest=A_FILE)
def create(game: str) -> tuple[Response, int]:
    """Record what was tapped: `entries` as a JSON list, or one event as older pages send it."""
    fields = PostedFields()
    return _create_all(game, fields) if "entries" in fields else _create_one(game, fields)


def _create_all(game: str, fields: Fields) -> tuple[Response, int]:
    """Record a batch, after event `seq`, whose `hash` the phone knows; see `record_batch`.

    409 if the phone has another history of the game than the server.
    """
    try:
        posted = read_posted(FieldPath.to("entries"), composed_json(parse_json(fields["entries"])))
    except InvalidInput as error:
        return _refusal("malformed", sentence(error)), 400
    if any(event.kind == SIGN for event in posted):  # a signature also says whose phone it is, see `sign_off`
        abort(400)
    count_events(len(posted), current_membership())
    end = current_game().end
    seen = posted_seq() or 0
    if not has_hash(game, seen, fields.get("hash"), end):
        _report_unsent(fields.get("waiting"), len(posted))
        return _refusal("other-history", _(OTHER_HISTORY)), 409
    batch = record_batch(game, posted, author=this_author(), seq=seen)
    results = [_result(result) for result in batch.results]
    _report_unsent(fields.get("waiting"), sum(1 for result in batch.results if result.stored is None))
    return jsonify({"results": results, **_now(current_game().end)}), 200


def _create_one(game: str, fields: Fields) -> tuple[Response, int]:
    """Record one event, its `payload` as JSON. 409 if another phone was quicker, 422 with why if it is refused."""
    kind = fields.get("kind")
    if kind is None or kind == SIGN:
        abort(400)
    try:
        body = composed_json(parse_json(fields.get("payload", "")))
        if not isinstance(body, dict):
            raise FieldPath.to("entry").not_a(ValueKind.OBJECT, body, "payload")
        body |= {"reason": fields["reason"]} if "reason" in fields else {}
        saved = record(game, kind, body, author=this_author(), event_id=posted_id(), seq=posted_seq())
    except (*QUICKER, AlreadyRecorded):
        return jsonify({}), 409
    except InvalidInput as error:
        return jsonify({"error": sentence(error)}), 422
    return jsonify(_event(saved.stored)), 200


def _report_unsent(waiting_there: str | None, refused: int = 0) -> None:
    """The phone says how many taps of this game are `waiting` there besides those it sends; it keeps `refused` ones."""
    waiting = whole(waiting_there, -1)
    if waiting >= 0:
        report_unsent(current_game_row(), current_membership(), waiting + refused)


def has_hash(game: str, seq: int, known: str | None, end: ChainEnd) -> bool:
    """Whether the game's event `seq` has the hash that a phone knows; True for a phone that does not say one."""
    if not known or seq == 0:
        return True
    return known == (end.hash if seq == end.seq else hash_and_last_seq(game, seq)[0])


def _refusal(code: str, message: str) -> Response:
    return jsonify({"protocol": PROTOCOL, "error": {"code": code, "message": message}})


def refusal_of(saved: NotSaved) -> tuple[Response, int]:
    """The answer to what was not saved: its code, and a sentence."""
    code = saved.error.fault.code if isinstance(saved.error, InvalidInput) else "another-came-first"
    return _refusal(code, saved.text), saved.status


def _result(result: PostedResult) -> Json:
    found: Json = {"id": result.id}
    if result.stored is not None:
        return found | {"status": 201 if result.new else 200, "event": _event(result.stored)}
    if result.refusal is None:
        return found | {"status": 409, "error": {"code": "not-tried", "message": _(NOT_TRIED)}}
    if isinstance(result.refusal, (*QUICKER, AlreadyRecorded)):
        return found | {"status": 409, "error": {"code": "another-came-first", "message": str(result.refusal)}}
    return found | {"status": 422, "error": {"code": result.refusal.fault.code, "message": sentence(result.refusal)}}


def _now(end: ChainEnd) -> Json:
    """Where the game is, for a phone that compares: its last event, and the server's clock in milliseconds."""
    now = utc_now().timestamp() * 1000
    return {"protocol": PROTOCOL, "seq": end.seq, "hash": end.hash, "now": round(now)}


def _event(event: StoredEvent) -> Json:
    return {
        "seq": event.seq,
        "id": event.id,
        "kind": event.kind,
        "payload": event.payload,
        "who": event.who,
        "reason": event.reason,
        "at": event.at.isoformat(),
        "hash": event.hash,
    }


def _of_phone() -> Json:
    """What other phones may change at any time: who keeps score, whose bids wait, rematches, its own role."""
    loaded = current_game()
    context = context_of(loaded)
    return {
        "pen": context.pen(),
        "own_seat": context.own_seat,
        "own_bid": context.own_bid,
        "waiting": context.waiting,
        "may_write": context.may_write,
        "may_import": current_membership().role is Role.KEEPER,
        "mark": context.mark,
        "unsent": context.unsent,
        "room": None if context.notice is None else astuple(context.notice),
        "rematches": [] if loaded.state.board.outcome is None else rematches_of(loaded),
    }


def _around() -> Json:
    """What the pages show besides the game's state, as in `context_of`."""
    loaded, membership = current_game(), current_membership()
    context = context_of(loaded)
    return {
        "table": {"id": context.table.id, "name": context.table.name, "may_keep": context.table.may_keep},
        "game": {
            "id": context.game.id,
            "number": context.game.number,
            "unnamed": context.game.unnamed,
            "names_later": context.game.names_later,
            "started": context.game.started,
            "won": context.game.won,
            "best_of": context.game.best_of,
            "turns": context.game.turns,
            "desk": context.game.desk,
            "pictures": context.game.pictures,
            "effect": context.game.effect,
        },
        "who": membership.name,
        "own_side": side_of_phone(context.game.id, membership),
        "roster": roster_of(loaded.game.table_id),
        "rules_code": rules_code(loaded.state.setup.rules),
        **around_any(context.game.id),
    }


def around_any(game: str) -> Json:
    """What the pages of every game need."""
    return {
        "language": current_language(),
        "csrf": generate_csrf(),
        "events_url": url_for("events.index", game=game),
        "worker": url_for("offline.worker"),
        "quick_game": url_for("quick.blank"),
        "static": {name: url_for("static", filename=file) for name, file in _files().items()},
        "routes": _routes(),
    }


def _files() -> dict[str, str]:
    texts = texts_file("answers.js")
    return {name: name for name in STATIC} | ({ANSWERS_TEXTS: texts} if texts else {})


def _routes() -> dict[str, str]:
    """The URL pattern of each page."""
    rules = (rule for rule in current_app.url_map.iter_rules() if not rule.endpoint.startswith(f"{API}."))
    return {rule.endpoint: f"{request.script_root}{rule.rule}" for rule in rules if rule.endpoint != "static"}
