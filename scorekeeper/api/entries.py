"""A game's entries over the API: read them, follow them as they are written, and write one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

from flask import Response, current_app, g

from scorekeeper.access import SCORER, WATCHER, current_game_row, current_membership
from scorekeeper.access.live import EVENT_STREAM, event_stream
from scorekeeper.access.quotas import LARGE_GAME, answer_about, begin_download, count_events, download
from scorekeeper.api.asking import HEADER
from scorekeeper.api.making import Made, made, posted_id
from scorekeeper.api.operations import call
from scorekeeper.api.paging import MAX_PAGE_SIZE, list_in_pieces, page_answer
from scorekeeper.api.pointers import Sent
from scorekeeper.api.schemas import entry_schemas, ref
from scorekeeper.api.serializers import BODY, author, last_seen, object_body
from scorekeeper.core.game import PROGRAM, SIGN
from scorekeeper.core.game.event_json import MAX_SEQ
from scorekeeper.core.inputs import FieldPath, InvalidInput, Json
from scorekeeper.core.inputs.faults import SET_BY_SERVER
from scorekeeper.core.sheet import scoreboard_json
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.declared import Key, Note, Whole
from scorekeeper.formats.chain import StoredEvent, event_line
from scorekeeper.formats.game_json import stored_json
from scorekeeper.services.batches import NOT_TRIED, PostedResult, read_posted, record_batch
from scorekeeper.services.recording import record
from scorekeeper.storage.events import events_of

Seq = Annotated[
    int,
    Whole(0, MAX_SEQ),
    Note(translatable("The number of the last entry you have: only later ones follow.")),
]


@dataclass(frozen=True, slots=True)
class EntriesQuery:
    """Which entries.

    limit: How many to list at most; by default all.
    """

    after: Seq = 0
    limit: Annotated[int | None, Whole(1, MAX_PAGE_SIZE)] = None


@dataclass(frozen=True, slots=True)
class EventsQuery:
    """Where a stream continues.

    Last-Event-ID: The same, as clients of event streams send it when they connect again.
    """

    after: Seq = 0
    last: Annotated[int, Whole(0, MAX_SEQ), HEADER, Key("Last-Event-ID")] = 0


@call("GET /games/<game>/entries", WATCHER, "entries", refused=(503,))
def all_entries(game: str, query: EntriesQuery) -> Annotated[Response, "Entries"]:
    """Read every entry with its hash

    The record as it was written, each entry with the hash of the one before: what `check` verifies.

    200: All entries in order.
    """
    return entries_answer(partial(events_of, game), current_game_row().last_seq, query, game=game)


MAX_READ = 100
"""How many entries of a long record are in memory at once."""


def entries_answer(
    read: Callable[[int, int], Sequence[StoredEvent]], last_seq: int, query: EntriesQuery, **of: str
) -> Response:
    """Entries in order: all of them, or as many as are asked for; `read` gets those after a number, at most `most`.

    A long record is sent piece by piece and counts as a download. Raises `InvalidInput`, `Busy`.
    """
    after, most = query.after, query.limit
    if most is None and last_seq - after >= LARGE_GAME:
        begin_download(current_membership())
        pieces = list_in_pieces("entries", map(stored_json, _in_batches(read, after)), **of)
        return Response(download(pieces, is_short=False), mimetype="application/json")
    entries = read(after, LARGE_GAME if most is None else most + 1)
    page = entries[:most]
    return page_answer(
        "entries", list(map(stored_json, page)), page[-1].seq if len(page) < len(entries) else None, **of
    )


def _in_batches(read: Callable[[int, int], Sequence[StoredEvent]], after: int) -> Iterator[StoredEvent]:
    while some := read(after, MAX_READ):
        yield from some
        after = some[-1].seq


@call("GET /games/<game>/events", WATCHER, "events", refused=(503,))
def follow(game: str, query: EventsQuery) -> Annotated[Response, EVENT_STREAM]:
    """Follow a game’s entries

    `id` is the entry’s number, `data` the entry as JSON. First come the entries after the last one you have, then each
    new one as it is written. A comment every two seconds shows that the stream is alive.

    200: A stream of server-sent events, one for each entry, until the link ends.
    """
    invite_id = current_membership().invite_id
    assert invite_id is not None  # every call has a token
    after = query.last or query.after
    with answer_about(current_game_row().last_seq - after, current_membership()):
        return event_stream(game, invite_id, after, event_line, current_membership().role)


BIDS = [["4", "3"], ["3", "2"]]

ENTRIES: dict[str, Json] = {
    "bids": {"kind": "bids", "hand": 1, "bids": [["4", None], ["3", None]]},
    "misdeal": {"kind": "misdeal", "hand": 1, "reason": "a card lay face up"},
    "hand": {
        "id": "4f0e7a52-8d0e-4d5c-9b1a-0d3f6c1b2a77",
        "seq": 3,
        "kind": "hand",
        "hand": 1,
        "bids": BIDS,
        "took": [7, 6],
    },
    "correction": {"kind": "correction", "hand": 1, "bids": BIDS, "took": [8, 5], "reason": "miscounted"},
    "undo": {"kind": "take-back", "entry": 5},
    "redo": {"kind": "take-back", "entry": 6},
    "dealer": {"kind": "dealer", "hand": 2, "seat": 3, "reason": "Ben dealt twice"},
    "substitute": {"kind": "substitute", "hand": 2, "seat": 3, "player": "Eve"},
    "close": {"kind": "close", "reason": "the last train"},
    "sign": {"kind": "sign", "side": 1, "verdict": "disputed", "hand": 1, "note": "we took six"},
    "reopen": {"kind": "reopen", "reason": "the next train is later"},
}
"""Examples for the OpenAPI document, in an order in which they can be posted to one game."""

BATCH: Json = {
    "seq": 1,
    "entries": [
        {"id": "8a1c1b7e-0b9d-4a53-9d61-3c1a4b0e7d01", "kind": "bids", "hand": 1, "bids": [["4", None], ["3", None]]},
        {
            "id": "8a1c1b7e-0b9d-4a53-9d61-3c1a4b0e7d02",
            "at": "2026-11-21T21:58:59.213241Z",
            "kind": "hand",
            "hand": 1,
            "bids": BIDS,
            "took": [7, 6],
        },
    ],
}


@call(
    "POST /games/<game>/entries",
    SCORER,
    body={"oneOf": [*(ref(name) for name in entry_schemas()), ref("EntryBatch")]},
    examples=ENTRIES | {"batch": BATCH},
    answers={200: {"oneOf": [ref("Written"), ref("EntryResults")]}},
)
def new_entry(game: str) -> Annotated[Made | tuple[Json, int], "Written"]:
    """Write an entry

    `entry` is the entry's own number. An irregular hand needs `overruled`: true. Several `entries` follow entry `seq`
    in order: the first that is refused ends the list, and those before it stay written.

    201: Written, with the new scoreboard.
    200: The same id was posted before; nothing changed. Of several entries: what became of each.
    """
    body = object_body()
    if "entries" in body:
        return _new_entries(game, body), 200
    parts = {name: value for name, value in body.items() if name not in ("id", "seq", "kind")}
    parts |= _signed_by(body.get("kind"), parts)
    recorded = record(
        game, body.get("kind"), parts, author=author(), event_id=posted_id(body.get("id")), seq=last_seen(body)
    )
    state = recorded.state
    written: Json = {
        "entry": recorded.stored.seq,
        "seq": state.seq,
        "scoreboard": scoreboard_json(state.board, state.setup.names),
    }
    seq = recorded.stored.seq
    return made(written, "entries", new=recorded.new, game=game, after=seq - 1, limit=1)


def _new_entries(game: str, body: Mapping[str, object]) -> Json:
    """Record several events in order, see `record_batch`. Raises `InvalidInput`, `TooMany`."""
    BODY.mapping(body, "it", ("seq", "entries"), ("seq", "entries"))
    sent: Any = body["entries"]
    posted = read_posted(BODY, sent)
    entries = [replace(entry, body={**entry.body, **_signed_by(entry.kind, entry.body)}) for entry in posted]
    count_events(len(entries), current_membership())
    batch = record_batch(game, entries, author=author(), seq=BODY.whole(body.get("seq"), "seq", 1, MAX_SEQ))
    return {
        "results": [
            _result(result, Sent(entry, f"/entries/{place}"))
            for place, (entry, result) in enumerate(zip(sent, batch.results, strict=True))
        ],
        "seq": batch.state.seq,
        "scoreboard": scoreboard_json(batch.state.board, batch.state.setup.names),
    }


def _signed_by(kind: object, parts: Mapping[str, object]) -> Json:
    """What a signature says of its device besides what was posted. Raises `InvalidInput` if that says it too."""
    if kind != SIGN:
        return {}
    if "device" in parts:
        raise InvalidInput(SET_BY_SERVER.at(FieldPath.to("sign"), {"name": "device"}))
    return {"device": PROGRAM}


def _result(result: PostedResult, sent: Sent) -> Json:
    """What became of an entry of several: the stored one, or the error that it would get by itself."""
    if result.stored is not None:
        return {"status": 201 if result.new else 200, "entry": stored_json(result.stored)}
    if result.refusal is None:
        return {"status": 409, "error": {"code": "not-tried", "message": _(NOT_TRIED), "where": ""}}
    g.sent = sent
    refusal = current_app.make_response(current_app.handle_user_exception(result.refusal))
    return {"status": refusal.status_code, **refusal.get_json()}
