"""A game's entries over the API: read them, follow them as they are written, and write one."""

from flask import Response, request

from scorekeeper.access import SCORER, WATCHER, current_membership
from scorekeeper.access.live import EVENT_STREAM, entry_stream
from scorekeeper.api.operations import Json as Schema
from scorekeeper.api.operations import Operation, calls
from scorekeeper.api.schemas import entry_schemas, ref
from scorekeeper.api.serializers import Json, entry_id, last_seen, number_asked, object_body, writer
from scorekeeper.core.game import PROGRAM, SIGN
from scorekeeper.core.game.event_json import LARGEST_SEQ
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.file_faults import SET_BY_SERVER, OfSide
from scorekeeper.core.sheet import scoreboard_json
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.chain import entry_line
from scorekeeper.formats.game_json import entry_json
from scorekeeper.services import record
from scorekeeper.storage import events_of

AFTER = {
    "name": "after",
    "in": "query",
    "description": translatable("The number of the last entry you have: only later ones follow."),
    "schema": {"type": "integer", "minimum": 0, "maximum": LARGEST_SEQ},
}
LAST_EVENT = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": translatable("The same, as clients of event streams send it when they connect again."),
    "schema": {"type": "integer", "minimum": 0, "maximum": LARGEST_SEQ},
}


@calls.get(
    "/games/<game>/entries",
    endpoint="entries",
    role=WATCHER,
    operation=Operation(
        translatable("Read every entry with its hash"),
        {200: (translatable("All entries in order."), ref("Entries"))},
        (422,),
        parameters=(AFTER,),
    ),
)
def all_entries(game: str) -> Json:
    after = number_asked("after", 0, LARGEST_SEQ) or 0
    return {"game": game, "entries": [entry_json(entry) for entry in events_of(game, after=after)]}


@calls.get(
    "/games/<game>/events",
    endpoint="events",
    role=WATCHER,
    operation=Operation(
        translatable("Follow a game’s entries"),
        {200: (translatable("A stream of server-sent events, one for each entry, until the link ends."), EVENT_STREAM)},
        (422,),
        text=translatable(
            "`id` is the entry’s number, `data` the entry as JSON. First come the entries after the last one you have, "
            "then each new one as it is written. A comment every two seconds shows that the stream is alive."
        ),
        parameters=(AFTER, LAST_EVENT),
    ),
)
def follow(game: str) -> Response:
    """Stream the entries, starting after the client's last one."""
    invite_id = current_membership().invite_id
    assert invite_id is not None  # every call has a token
    last = number_asked("Last-Event-ID", 0, LARGEST_SEQ, request.headers)
    after = last or number_asked("after", 0, LARGEST_SEQ) or 0
    return entry_stream(game, invite_id, after, entry_line)


BIDS = [["4", "3"], ["3", "2"]]

ENTRIES: dict[str, Schema] = {
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


@calls.post(
    "/games/<game>/entries",
    endpoint="new_entry",
    role=SCORER,
    operation=Operation(
        translatable("Write an entry"),
        {
            201: (translatable("Written, with the new scoreboard."), ref("Written")),
            200: (translatable("The same id was posted before; nothing changed."), ref("Written")),
        },
        (409,),
        text=translatable("`entry` is the entry's own number. An irregular hand needs `overruled`: true."),
        body={"oneOf": [ref(name) for name in entry_schemas()]},
        examples=ENTRIES,
    ),
)
def new_entry(game: str) -> tuple[Json, int]:
    """Record an event; posting the same id again changes nothing."""
    body = object_body()
    parts = {name: value for name, value in body.items() if name not in ("id", "seq", "kind")}
    if body.get("kind") == SIGN:
        if "device" in parts:
            raise InvalidInput(SET_BY_SERVER, FieldPath.to("sign"), OfSide("device"))
        parts["device"] = PROGRAM
    recorded = record(
        game, body.get("kind"), parts, writer=writer(), entry_id=entry_id(body.get("id")), seq=last_seen(body)
    )
    state = recorded.state
    written: Json = {
        "entry": recorded.entry.seq,
        "seq": state.seq,
        "scoreboard": scoreboard_json(state.board, state.head.names),
    }
    return written, 201 if recorded.new else 200
