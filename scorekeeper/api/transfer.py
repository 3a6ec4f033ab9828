"""Exports and imports over the API: a game or a table in every format, a tournament, import previews, and imports."""

from collections.abc import Callable, Iterator

from flask import Response, request
from werkzeug.utils import secure_filename

from scorekeeper.access import KEEPER, WATCHER, NotAllowed, current_membership, current_table, current_tournament
from scorekeeper.access.gate import NOT_ENOUGH
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import answer_about, begin_download, download, importing, slot
from scorekeeper.api.operations import A_FILE, Operation, calls
from scorekeeper.api.schemas import MAX_LIST, ref
from scorekeeper.api.serializers import BODY, Json, json_body
from scorekeeper.core.inputs.faults import Kind
from scorekeeper.core.words.differences import difference_text
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.files import Format, UnknownFormat, formats_of_a_game, formats_of_a_table
from scorekeeper.formats.files.table_zip import FORMAT as ZIP
from scorekeeper.formats.game_json import read_moment
from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.hand_list import guessed_columns, named_columns, read_hand_list
from scorekeeper.services import exporting
from scorekeeper.services.hand_lists import file_of_hand_list
from scorekeeper.services.importing import ComparedGame, games_in, import_games, preview_import
from scorekeeper.services.security_log import security_event
from scorekeeper.services.tournament_csv import matches_csv, standings_csv
from scorekeeper.services.tournament_time import record_due
from scorekeeper.storage.members import Role


def _files_of(offered: list[Format]) -> tuple[str, ...]:
    """The media types of these formats. Clients read a file as bytes if the first that they know says so."""
    return tuple(dict.fromkeys([A_FILE, *(each.media_type for each in offered)]))


OF_A_GAME = {"form": {"enum": [each.key for each in formats_of_a_game()]}}
OF_A_TABLE = {"form": {"enum": [each.key for each in formats_of_a_table()]}}


@calls.get(
    "/games/<game>/exports/<form>",
    endpoint="export_game",
    role=WATCHER,
    operation=Operation(
        translatable("Export a game"),
        {200: (translatable("The file."), _files_of(formats_of_a_game()))},
        (503,),
        parts=OF_A_GAME,
        text=translatable(
            "In the format of the address, as the pages offer it. The media type of the answer is the format’s."
        ),
    ),
)
def export_game(game: str, form: str) -> Response:
    begin_download(current_membership())
    pieces = exporting.game_in_form(exporting.exported_game(game, form), form)
    return _file(download(pieces, is_short=True), "game", formats_of_a_game(), form)


@calls.get(
    "/tables/<table>/exports/<form>",
    endpoint="export_table",
    role=WATCHER,
    operation=Operation(
        translatable("Export all games of a table"),
        {200: (translatable("The file."), _files_of(formats_of_a_table()))},
        (503,),
        parts=OF_A_TABLE,
        text=translatable(
            "Every game of the table, in the format of the address. The media type of the answer is the format’s."
        ),
    ),
)
def export_table(table: str, form: str) -> Response:
    begin_download(current_membership())
    few = exporting.few_games(table)
    pieces = exporting.table_in_form(table, form, rows=few)
    return _file(download(pieces, is_short=few is not None), "table", formats_of_a_table(), form)


def _file(body: bytes | Iterator[bytes], of: str, offered: list[Format], form: str) -> Response:
    """A download. The format exists: `UnknownFormat` would have been raised already."""
    found = next(each for each in offered if each.key == form)
    security_event("exported", table=current_membership().table_id, of=of, form=form)
    answer = Response(body, mimetype=found.media_type)
    answer.headers["Cache-Control"] = "no-store, private"
    name = secure_filename(current_table().name) or of
    answer.headers.set("Content-Disposition", "attachment", filename=f"{name[:60]}{found.suffix}")
    return answer


@calls.post(
    "/tables/<table>/imports/preview",
    endpoint="preview_import",
    role=KEEPER,
    operation=Operation(
        translatable("See what an import would do"),
        {200: (translatable("Each game of the file. Nothing is written."), ref("ImportPreview"))},
        (503,),
        text=translatable("The body is the file, in any format that can be imported."),
        body=A_FILE,
    ),
)
def look_at_import(table: str) -> Json:
    """Compare each game of the file with those of the table."""
    hit(RateLimit.CHECKS)
    with slot():
        parts = list(preview_import(games_in(request.get_data()), table))
    return {"games": [_compared(part) for part in parts if not isinstance(part, ExportedTable)]}


@calls.post(
    "/tables/<table>/imports",
    endpoint="import_games",
    role=KEEPER,
    operation=Operation(
        translatable("Import the games of a file"),
        {200: (translatable("The new games. Games that were here already stay as they are."), ref("Imported"))},
        (409, 503),
        text=translatable("The body is the file. If an import stops halfway, send the same file again for the rest."),
        body=A_FILE,
    ),
)
def import_file(table: str) -> Json:
    """Import the games that the table does not have yet."""
    hit(RateLimit.CHECKS)
    with importing():
        imported = import_games(games_in(request.get_data()), table)
    return {"games": imported.games, "skipped": imported.skipped, "problems": imported.problems}


HAND_LIST = {
    "list": "Hand,We bid,We took,They bid,They took\n1,8,9,4,4\n2,6,7,5,6\n",
    "rules": "partnership",
    "sides": [{"name": "We", "players": ["Ann", "Cal"]}, {"name": "They", "players": ["Ben", "Dee"]}],
    "started": "2026-11-19T20:00:00Z",
    "columns": {"hand": "Hand", "bids": ["We bid", "They bid"], "took": ["We took", "They took"]},
}


@calls.post(
    "/tables/<table>/imports/hands",
    endpoint="import_hand_list",
    role=KEEPER,
    operation=Operation(
        translatable("Import a plain list of hands"),
        {200: (translatable("The new games. Games that were here already stay as they are."), ref("Imported"))},
        (409, 503),
        text=translatable(
            "`list` is CSV with a row per hand below headings. `columns` names the headings with the number of a hand, "
            "and each side’s bid and tricks; without it they are guessed. Each hand 1 begins another game."
        ),
        body=ref("HandList"),
        examples={"evening": HAND_LIST},
    ),
)
def import_hand_list(table: str) -> Json:
    """Import the games of a list that the table does not have yet."""
    needed = ("list", "rules", "sides", "started")
    body = BODY.mapping(json_body(MAX_LIST), "it", (*needed, "options", "dealer", "columns"), required=needed)
    if not isinstance(body["list"], str):
        raise BODY.not_a(Kind.TEXT, body["list"], "list")
    found, started = read_hand_list(body["list"]), read_moment(BODY, body["started"], "started")
    head = {name: body[name] for name in ("rules", "sides", "options", "dealer") if name in body}
    sides = head["sides"] if isinstance(head["sides"], list) else []
    columns = guessed_columns(found.heads, len(sides))
    if body.get("columns") is not None:
        named = BODY.mapping(body["columns"], "columns", ("hand", "bids", "took"), required=("bids", "took"))
        bids, took = ([str(head) for head in BODY.listing(named[part], part)] for part in ("bids", "took"))
        hand = named.get("hand")
        columns = named_columns(found.heads, bids, took, None if hand is None else str(hand))
    hit(RateLimit.CHECKS)
    with importing():
        content = file_of_hand_list(found, columns, head, started)
        imported = import_games(games_in(content), table)
    return {"games": imported.games, "skipped": imported.skipped, "problems": imported.problems}


def _compared(compared: ComparedGame) -> Json:
    return {
        "state": compared.state,
        "text": compared.words,
        "game": compared.game.id if compared.game is not None else None,
        "rules": compared.imported.sheet.rules.ruleset.key,
        "sides": list(compared.imported.sheet.names),
        "hands": len(compared.imported.sheet.hands),
        "differences": [difference_text(difference) for difference in compared.differences],
    }


TOURNAMENT_FILES: dict[str, Callable[..., Iterator[str]]] = {
    "matches": matches_csv,
    "standings": standings_csv,
}
WITH_GAMES = "games"


@calls.get(
    "/tournaments/<tournament>/exports/<file>",
    endpoint="export_tournament",
    role=WATCHER,
    operation=Operation(
        translatable("Export a tournament"),
        {200: (translatable("The file."), ("text/csv", ZIP.media_type))},
        parts={"file": {"enum": [*TOURNAMENT_FILES, WITH_GAMES]}},
        text=translatable(
            "`matches` is CSV with a row per match and side, `standings` with one per place of each stage. `games` is a"
            " ZIP with the signed log and the games of all matches, to be verified and imported; it needs a keeper."
        ),
    ),
)
def export_tournament(tournament: str, file: str) -> Response:
    state = record_due(current_tournament().id).state
    if state.settings.hide_standings and not state.ended and not current_membership().may(Role.SCORER):
        raise NotAllowed(_(NOT_ENOUGH[Role.SCORER]))
    if file == WITH_GAMES:
        return _with_games(tournament)
    if file not in TOURNAMENT_FILES:
        raise UnknownFormat(file)
    names = {team.id: team.name for team in state.teams.values()}
    with answer_about(state.seq, current_membership()):
        answer = Response("".join(TOURNAMENT_FILES[file](state, names, full=True)), mimetype="text/csv")
    answer.headers["Cache-Control"] = "no-store, private"
    return answer


def _with_games(tournament: str) -> Response:
    if not current_membership().may(Role.KEEPER):
        raise NotAllowed(_(NOT_ENOUGH[Role.KEEPER]))
    begin_download(current_membership())
    security_event("exported", table=current_tournament().table_id, of="tournament", form=ZIP.key)
    answer = Response(download(exporting.zip_of_tournament(tournament), is_short=False), mimetype=ZIP.media_type)
    answer.headers["Cache-Control"] = "no-store, private"
    return answer
