"""Games over the API: start, list, read, record events, rematch."""

from flask import Response, jsonify, request

from scorekeeper.access import SCORER, WATCHER, current_game, current_membership
from scorekeeper.api.house_rules import PRESET, sheet_asked
from scorekeeper.api.operations import Json as Schema
from scorekeeper.api.operations import Operation, calls
from scorekeeper.api.schemas import entry_schemas, ref
from scorekeeper.api.serializers import (
    Json,
    entry_id,
    last_seen,
    number_asked,
    object_body,
    program_version,
    row_json,
    standing_json,
)
from scorekeeper.core.game import PROGRAM, SIGN
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.file_faults import SET_BY_SERVER, OfSide
from scorekeeper.core.sheet import read_sheet, scoreboard_json, sheet_json
from scorekeeper.core.sheet.model import MOST_HANDS
from scorekeeper.core.words.language import current_language, translatable
from scorekeeper.formats.game_json.write import entry_json
from scorekeeper.services import Started, Writer, record, rematch, start_game
from scorekeeper.storage import events_of, games_of

GAMES_A_PAGE = 50
LARGEST_NUMBER = 2_000_000_000
REPEATABLE = "Idempotency-Key"  # a UUID: posting the sheet again with it returns the same game
IDEMPOTENCY = {
    "name": REPEATABLE,
    "in": "header",
    "description": "A UUID; the same post again with it gives the same game, with 200.",
    "schema": {"type": "string", "format": "uuid"},
}

NEW_GAME: Schema = {
    "format": "scorekeeper-sheet/1",
    "rules": "partnership",
    "options": {"target": 300},
    "sides": [{"name": "Ann & Cal", "players": ["Ann", "Cal"]}, {"name": "Ben & Dee", "players": ["Ben", "Dee"]}],
    "dealer": 3,
}

PLAYED_GAME: Schema = {
    "rules": "two-player",
    "sides": [{"name": "Ann"}, {"name": "Ben"}],
    "dealer": 0,
    "hands": [{"bids": ["5", "6"], "took": [6, 7], "note": "the first of the evening"}],
    "closed": None,
}


@calls.post(
    "/tables/<table>/games",
    endpoint="new_game",
    role=SCORER,
    operation=Operation(
        translatable("Start a game, or import one with its hands"),
        {
            201: (translatable("The game."), ref("Game")),
            200: (translatable("The game that the same key already started."), ref("Game")),
        },
        (409,),
        text=translatable(
            "Irregular hands of a whole sheet are imported with their objections. A new game without `agreed` has "
            "the table’s own lines."
        ),
        body=ref("Sheet"),
        examples={"partnership": NEW_GAME, "two-player": PLAYED_GAME},
        parameters=(IDEMPOTENCY, PRESET),
    ),
)
def new_game(table: str) -> tuple[Json, int]:
    key = entry_id(request.headers.get(REPEATABLE), REPEATABLE)
    return _started(start_game(table, read_sheet(sheet_asked(table)), writer=writer(), entry_id=key))


@calls.get(
    "/tables/<table>/games",
    endpoint="games",
    role=WATCHER,
    operation=Operation(
        translatable("List a table's games"),
        {200: (translatable("A page of games, newest first."), ref("Games"))},
        (422,),
        parameters=(
            {
                "name": "after",
                "in": "query",
                "description": translatable("`next` from the previous page."),
                "schema": {"type": "integer", "minimum": 1, "maximum": LARGEST_NUMBER},
            },
        ),
    ),
)
def list_games(table: str) -> Json:
    """List games, newest first; `next` is the `after` of the next page, null on the last one."""
    after = number_asked("after", 1, LARGEST_NUMBER)
    found = games_of(table, after=after, limit=GAMES_A_PAGE + 1)
    page = found[:GAMES_A_PAGE]
    return {"games": [row_json(game) for game in page], "next": page[-1].number if len(found) > len(page) else None}


@calls.get(
    "/games/<game>",
    endpoint="game",
    role=WATCHER,
    operation=Operation(
        translatable("Read a game's scoreboard"),
        {200: (translatable("The game."), ref("Game")), 304: (translatable("Nothing has changed."), None)},
        parameters=(
            {
                "name": "If-None-Match",
                "in": "header",
                "description": translatable("The ETag of the last answer; the answer is 304 until something changes."),
                "schema": {"type": "string"},
            },
            {
                "name": "since",
                "in": "query",
                "description": translatable("The last hand you have: the scoreboard lists only later hands."),
                "schema": {"type": "integer", "minimum": 0, "maximum": MOST_HANDS},
            },
        ),
    ),
)
def one_game(game: str) -> Response:
    on_table, since = current_game(), number_asked("since", 0, MOST_HANDS) or 0
    answer = Response(mimetype="application/json")
    answer.set_etag(f"{on_table.state.seq}-{since}-{program_version()}-{current_language()}", weak=True)
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.make_conditional(request)
    if answer.status_code != 304:
        answer.data = jsonify(standing_json(on_table.game, on_table.state, since)).data
    return answer


@calls.get(
    "/games/<game>/sheet",
    endpoint="sheet",
    role=WATCHER,
    operation=Operation(translatable("Read the current sheet"), {200: (translatable("The sheet."), ref("Sheet"))}),
)
def one_sheet(game: str) -> Json:
    return sheet_json(current_game().state.sheet)


@calls.get(
    "/games/<game>/entries",
    endpoint="entries",
    role=WATCHER,
    operation=Operation(
        translatable("Read every entry with its hash"), {200: (translatable("All entries in order."), ref("Entries"))}
    ),
)
def all_entries(game: str) -> Json:
    return {"game": game, "entries": [entry_json(entry) for entry in events_of(game)]}


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


@calls.post(
    "/games/<game>/rematch",
    endpoint="rematch",
    role=SCORER,
    operation=Operation(
        translatable("Start a rematch"),
        {
            201: (translatable("The new game."), ref("Game")),
            200: (translatable("The game that the same key already started."), ref("Game")),
        },
        (409, 422),
        text=translatable("A rematch: same players, same rules, next dealer. The game must be over."),
        parameters=(IDEMPOTENCY,),
    ),
)
def new_rematch(game: str) -> tuple[Json, int]:
    return _started(rematch(game, writer(), entry_id(request.headers.get(REPEATABLE), REPEATABLE)))


def writer() -> Writer:
    """The writer of this call."""
    return Writer(current_membership().name)


def _started(started: Started) -> tuple[Json, int]:
    return standing_json(started.game, started.state), 201 if started.new else 200
