"""Exports and imports over the API: a game or a table in every format, import previews, and imports."""

from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from flask import Response, request
from werkzeug.utils import secure_filename

from scorekeeper.access import KEEPER, WATCHER, current_membership, current_table
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import begin_download, download, importing, slot
from scorekeeper.api.operations import A_FILE, call
from scorekeeper.api.schemas import MAX_FILE, MAX_LIST
from scorekeeper.api.serializers import BODY, found_json, json_body
from scorekeeper.core.inputs import InvalidInput, Json
from scorekeeper.core.inputs.faults import NOT_BASE64, NOT_ONE_OF, TEXT_TOO_LONG, ValueKind
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.sheet import read_setup
from scorekeeper.core.words.differences import difference_text
from scorekeeper.formats.days import ORDERS, read_moment
from scorekeeper.formats.files import Format, formats_of_a_game
from scorekeeper.formats.games import UnreadGame
from scorekeeper.formats.hand_list.columns import Columns, guessed_columns, named_columns, places_of, without
from scorekeeper.formats.hand_list.doubts import doubts_of
from scorekeeper.formats.hand_list.games import decided_by_points
from scorekeeper.formats.hand_list.reading import HandList, ListAnswers, read_hand_list
from scorekeeper.formats.parts import CheckedPart, PartKind
from scorekeeper.formats.spreadsheets import list_text
from scorekeeper.services import exporting
from scorekeeper.services.hand_lists import columns_in_words, file_of_list
from scorekeeper.services.importing import (
    LEFT_OUT,
    ComparedGame,
    ComparedPart,
    Imported,
    games_in,
    import_games,
    left_out_of,
    preview_import,
)
from scorekeeper.services.names_of_files import NamesOfFile
from scorekeeper.services.part_kinds import part_kinds
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.members import Role


def _files_of(offered: list[Format]) -> tuple[str, ...]:
    """The media types of these formats. Clients read a file as bytes if the first that they know says so."""
    return tuple(dict.fromkeys([A_FILE, *(each.media_type for each in offered)]))


OF_A_GAME = {"form": {"enum": [each.key for each in formats_of_a_game()]}}
OF_A_TABLE = {"form": {"enum": [each.key for each in exporting.formats_of_a_table()]}}


@call("GET /games/<game>/exports/<form>", WATCHER, parts=OF_A_GAME, refused=(503,))
def export_game(game: str, form: str) -> Annotated[Response, _files_of(formats_of_a_game())]:
    """Export a game

    In the format of the address, as the pages offer it. The media type of the answer is the format’s.

    200: The file.
    """
    begin_download(current_membership())
    pieces = exporting.game_in_form(exporting.exported_game(game, form), form)
    return _file(pieces, "game", formats_of_a_game(), form)


@call(
    "GET /tables/<table>/exports/<form>",
    WATCHER,
    with_names=True,
    parts=OF_A_TABLE,
    headers=(exporting.LEFT_OUT_HEADER,),
    refused=(503,),
)
def export_table(table: str, form: str) -> Annotated[Response, _files_of(exporting.formats_of_a_table())]:
    """Export all games of a table

    Every game of the table, in the format of the address. The media type of the answer is the format’s.

    200: The file.
    """
    begin_download(current_membership())
    few, left_out = exporting.few_games(table), exporting.LeftOut()
    for_desk = current_membership().may(Role.SCORER)
    pieces = exporting.table_in_form(table, form, rows=few, for_desk=for_desk, left_out=left_out)
    answer = _file(pieces, "table", exporting.formats_of_a_table(), form, is_short=few is not None)
    if left_out:  # a long file is still to be read
        answer.headers[exporting.LEFT_OUT_HEADER] = str(len(left_out))
    return answer


def _file(pieces: Iterator[bytes], of: str, offered: list[Format], form: str, *, is_short: bool = True) -> Response:
    """A download. The format exists: `UnknownFormat` would have been raised already."""
    found = next(each for each in offered if each.key == form)
    body = download(pieces, is_short, made_apart=found.made_apart)
    security_event("exported", table=current_membership().table_id, of=of, form=form)
    answer = Response(body, mimetype=found.media_type)
    answer.headers["Cache-Control"] = "no-store, private"
    name = secure_filename(current_table().name) or of
    answer.headers.set("Content-Disposition", "attachment", filename=f"{name[:60]}{found.suffix}")
    return answer


@call("POST /tables/<table>/imports/preview", KEEPER, "preview_import", body=A_FILE, refused=(503,))
def look_at_import(table: str) -> Annotated[Json, "ImportPreview"]:
    """See what an import would do

    The body is the file, in any format that can be imported.

    200: Each game and tournament of the file. Nothing is written.
    """
    hit(RateLimit.CHECKS)
    with slot():
        parts = list(preview_import(games_in(request.get_data()), table))
    names = NamesOfFile(table)
    for part in parts:
        names.add(part)
    return {
        "games": [_compared(part) for part in parts if isinstance(part, ComparedGame)],
        **{kind.folder: [*_parts_of(kind, parts)] for kind in part_kinds()},
        "unread": [found_json(part.placed) for part in parts if isinstance(part, UnreadGame)],
        "problems": [problem for part in parts for problem in left_out_of(part, table)],
        "names_alike": [
            {"of": each.of, "name": each.name, "other": each.other, "text": each.text} for each in names.alike()
        ],
    }


@call("POST /tables/<table>/imports", KEEPER, "import_games", body=A_FILE, refused=(409, 503))
def import_file(table: str) -> Annotated[Json, "Imported"]:
    """Import the games of a file

    The body is the file. If an import stops halfway, send the same file again for the rest.

    200: The new games. Games that were here already stay as they are.
    """
    hit(RateLimit.CHECKS)
    with importing():
        imported = import_games(games_in(request.get_data()), table)
    return _imported(imported)


ANSWERS = ("ignore", "leave_out", "dates")
MAX_ROW = 1_000_000
HAND_LIST = {
    "list": "Hand,We bid,We took,They bid,They took\n1,8,9,4,4\n2,6,7,5,6\n",
    "rules": "partnership",
    "sides": [{"name": "We", "players": ["Ann", "Cal"]}, {"name": "They", "players": ["Ben", "Dee"]}],
    "started": "2026-11-19T20:00:00Z",
    "columns": {"hand": "Hand", "bids": ["We bid", "They bid"], "took": ["We took", "They took"]},
}


@call(
    "POST /tables/<table>/imports/hands", KEEPER, body="HandList", examples={"evening": HAND_LIST}, refused=(409, 503)
)
def import_hand_list(table: str) -> Annotated[Json, "Imported"]:
    """Import a plain list of hands

    `list` is CSV with a row per hand below headings; `file` instead is CSV or .xlsx in base64, and `sheet` names its
    sheet if several have something in them. `columns` names the headings with the number of a hand, and each
    side’s bid and tricks (a list has one for each seat), or their columns, as `B`; without it they are guessed. Each
    hand 1 begins another game, and so does each new day. What is not understood is refused: see the preview.

    200: The new games. Games that were here already stay as they are.
    """
    hit(RateLimit.CHECKS)
    asked = _hand_list_asked()
    with importing():
        imported = import_games(games_in(asked.file()), table)
    return _imported(imported)


@call(
    "POST /tables/<table>/imports/hands/preview",
    KEEPER,
    "preview_hand_list",
    body="HandList",
    examples={"evening": HAND_LIST},
    refused=(503,),
)
def look_at_hand_list(table: str) -> Annotated[Json, "HandListPreview"]:
    """See what an import of a list of hands would do

    The body is that of the import. `columns` says what each column is taken for. `unknown` has what is not understood:
    name a column in `columns` or in `ignore`, a row in `leave_out`, and the order of `dates`. Only then are there
    `games`. Nothing is written.

    200: What is read of the list, and its games with their scores.
    """
    hit(RateLimit.CHECKS)
    asked = _hand_list_asked()
    doubts = doubts_of(asked.found, asked.columns)
    rows = [asked.found.number_of(row) for row in doubts.rows]
    unknown: Json = {
        "columns": [asked.found.heads[place] for place in doubts.columns],
        "rows": [number for number in rows if number not in asked.answers.left_out],
        "dates": [*doubts.dates, *doubts.days] if not asked.answers.dates else [],
    }
    games: list[Json] = []
    if not any(unknown.values()):
        with slot():
            parts = list(preview_import(games_in(asked.file()), table))
        games = [_compared(part) for part in parts if isinstance(part, ComparedGame)]
    return {
        "columns": columns_in_words(asked.found, asked.columns, [str(name) for name in asked.names]),
        "unknown": unknown,
        "games": games,
    }


@dataclass(frozen=True, slots=True)
class _AskedList:
    """A list of hands of a call, with all that was said about it."""

    found: HandList
    columns: Columns
    answers: ListAnswers
    head: Json
    started: datetime
    names: Sequence[object]

    def file(self) -> bytes:
        """Its games as a file. Raises `InvalidInput`."""
        return file_of_list(self.found, self.columns, self.head, self.answers, self.started)


def _hand_list_asked() -> _AskedList:
    """The list in the body of the call. Raises `InvalidInput`."""
    given = json_body(MAX_FILE)
    of_list = LIST_OR_FILE[1:] if isinstance(given, dict) and "file" in given else LIST_OR_FILE[:1]
    needed, may_have = (of_list[0], "rules", "sides", "started"), ("options", "dealer", "columns", *ANSWERS)
    body = BODY.mapping(given, "it", (*of_list, *needed, *may_have), required=needed)
    dates = body.get("dates", "")
    if dates not in ("", *ORDERS):
        raise InvalidInput(NOT_ONE_OF.at(BODY, {"what": "dates", "value": quote(dates), "parts": ORDERS}))
    found, started = read_hand_list(list_asked(body), str(dates)), read_moment(BODY, body["started"], "started")
    head = {name: body[name] for name in ("rules", "sides", "options", "dealer") if name in body}
    sides = read_setup(head).sides
    columns = guessed_columns(found.heads, [side.players for side in sides])
    if body.get("columns") is not None:
        named = BODY.mapping(body["columns"], "columns", ("hand", "bids", "took"), required=("bids", "took"))
        bids, took = ([_headings(side) for side in BODY.listing(named[part], part)] for part in ("bids", "took"))
        hand = named.get("hand")
        columns = named_columns(found.heads, bids, took, None if hand is None else str(hand))
    ignored = [str(head) for head in BODY.listing(body.get("ignore", []), "ignore")]
    columns = without(columns, [place for head in ignored for place in places_of(found.heads, head)])
    rows = BODY.listing(body.get("leave_out", []), "leave_out")
    left_out = frozenset(BODY.whole(row, "leave_out", 1, MAX_ROW) for row in rows)
    answers = ListAnswers(left_out, str(dates), started.date())
    columns = decided_by_points(found, columns, head, answers)
    return _AskedList(found, columns, answers, head, started, [side.name for side in sides])


LIST_OR_FILE = ("list", "file", "sheet")


def list_asked(body: Mapping[str, object]) -> str:
    """The text of `list`, or of the `sheet` of `file`. Raises `InvalidInput`."""
    if "file" not in body:
        BODY.mapping(body, "it", tuple(body), required=("list",))
        return _text(body["list"], "list", MAX_LIST)
    try:
        content = b64decode(_text(body["file"], "file", MAX_FILE), validate=True)
    except ValueError:
        raise InvalidInput(NOT_BASE64.at(BODY, {})) from None
    with slot():
        return list_text(content, _text(body.get("sheet", ""), "sheet", MAX_LIST))


def _text(value: object, what: str, longest: int) -> str:
    """A text that may have lines. Raises `InvalidInput`."""
    if not isinstance(value, str):
        raise BODY.not_a(ValueKind.TEXT, value, what)
    if len(value) > longest:
        raise InvalidInput(TEXT_TOO_LONG.at(BODY, {"what": what, "found": len(value), "most": longest}))
    return value


def _headings(side: object) -> str | list[str]:
    return [str(head) for head in side] if isinstance(side, list) else str(side)


def _imported(imported: Imported) -> Json:
    return {
        "games": imported.games,
        **{kind.folder: _ids(kind, imported) for kind in part_kinds()},
        "skipped": imported.skipped,
        "elsewhere": imported.elsewhere,
        "problems": imported.problems,
        "unread": [found_json(part.placed) for part in imported.unread],
    }


def _parts_of(kind: PartKind, parts: Iterable[object]) -> Iterator[Json]:
    """The parts of this kind that can be taken."""
    for part in parts:
        if isinstance(part, ComparedPart) and isinstance(part.part, CheckedPart) and part.state != LEFT_OUT:
            exported = part.part.exported
            if exported.folder == kind.folder:
                yield {kind.step: exported.id, "name": part.part.name, "state": part.state, "words": part.words}


def _ids(kind: PartKind, imported: Imported) -> list[str]:
    return [part.exported.id for part in imported.parts if part.exported.folder == kind.folder]


def _compared(compared: ComparedGame) -> Json:
    return {
        "state": compared.state,
        "text": compared.words,
        "game": compared.game.id if compared.game is not None else None,
        "rules": compared.imported.sheet.rules.ruleset.key,
        "sides": list(compared.imported.sheet.names),
        "hands": len(compared.imported.sheet.hands),
        "totals": [score.total for score in compared.part.board.scores],
        "differences": [difference_text(difference) for difference in compared.differences],
    }
