"""Games over the API: start, list, read, record events, rematch."""

from flask import Response, jsonify, request

from scorekeeper.access import SCORER, WATCHER, current_game, current_membership
from scorekeeper.api.blueprint import calls
from scorekeeper.api.parsing import entry_id, json_body, last_seen, number_asked, object_body
from scorekeeper.api.serializers import Json, program_version, row_json, standing_json
from scorekeeper.core.game import PROGRAM, SIGN
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.file_faults import SET_BY_SERVER, OfSide
from scorekeeper.core.sheet import read_sheet, scoreboard_json, sheet_json
from scorekeeper.core.sheet.model import MOST_HANDS
from scorekeeper.core.words.language import current_language
from scorekeeper.formats.game_json.write import entry_json
from scorekeeper.services import Started, Writer, record, rematch, start_game
from scorekeeper.storage import entries_of, games_of

GAMES_A_PAGE = 50
LARGEST_NUMBER = 2_000_000_000
REPEATABLE = "Idempotency-Key"  # a UUID: the same sheet posted again with it is the same game


@calls.post("/tables/<table>/games", endpoint="new_game", role=SCORER)
def new_game(table: str) -> tuple[Json, int]:
    key = entry_id(request.headers.get(REPEATABLE), REPEATABLE)
    return _started(start_game(table, read_sheet(json_body()), writer=writer(), entry_id=key))


@calls.get("/tables/<table>/games", endpoint="games", role=WATCHER)
def list_games(table: str) -> Json:
    """Games, newest first; `next` goes into `after` for those before, null where there are none."""
    after = number_asked("after", 1, LARGEST_NUMBER)
    found = games_of(table, after=after, limit=GAMES_A_PAGE + 1)
    page = found[:GAMES_A_PAGE]
    return {"games": [row_json(game) for game in page], "next": page[-1].number if len(found) > len(page) else None}


@calls.get("/games/<game>", endpoint="game", role=WATCHER)
def one_game(game: str) -> Response:
    on_table, since = current_game(), number_asked("since", 0, MOST_HANDS) or 0
    answer = Response(mimetype="application/json")
    answer.set_etag(f"{on_table.state.seq}-{since}-{program_version()}-{current_language()}", weak=True)
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.make_conditional(request)
    if answer.status_code != 304:
        answer.data = jsonify(standing_json(on_table.game, on_table.state, since)).data
    return answer


@calls.get("/games/<game>/sheet", endpoint="sheet", role=WATCHER)
def one_sheet(game: str) -> Json:
    return sheet_json(current_game().state.sheet)


@calls.get("/games/<game>/entries", endpoint="entries", role=WATCHER)
def all_entries(game: str) -> Json:
    return {"game": game, "entries": [entry_json(entry) for entry in entries_of(game)]}


@calls.post("/games/<game>/rematch", endpoint="rematch", role=SCORER)
def new_rematch(game: str) -> tuple[Json, int]:
    return _started(rematch(game, writer(), entry_id(request.headers.get(REPEATABLE), REPEATABLE)))


def writer() -> Writer:
    """The writer of this call."""
    return Writer(current_membership().name)


def _started(started: Started) -> tuple[Json, int]:
    return standing_json(started.game, started.state), 201 if started.new else 200


@calls.post("/games/<game>/entries", endpoint="new_entry", role=SCORER)
def new_entry(game: str) -> tuple[Json, int]:
    """Write an entry; the same id again is the same entry, and changes nothing."""
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
