"""CSV with a row per side and hand: written, and read as exported or as written by hand under the same headings."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from itertools import chain, groupby
from typing import BinaryIO

from scorekeeper.core.inputs import FieldPath, InvalidInput, Json, faults
from scorekeeper.core.inputs.faults import Fault, PathStep, ValueKind
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import read_sheet
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.csv_rows import HANDS, MINUTE, MOMENT, hands_csv, unescape_formula
from scorekeeper.formats.days import read_minute
from scorekeeper.formats.files import Export, Format, Reader, never
from scorekeeper.formats.games import ClaimedHand, ClaimedScores, ClaimedSide, ImportedGame, UnreadGame, read_or_unread
from scorekeeper.formats.hand_list.cells import POINT_NOTHING
from scorekeeper.formats.rows import DELIMITERS, Row, declared_separator, rows_of
from scorekeeper.formats.strict_json import Budget, parse_json
from scorekeeper.formats.text_file import text_lines
from scorekeeper.formats.text_record.notation import read_bids, read_counts, read_options, read_points, read_rulings

NEEDED = ("rules", "hand", "side", "name", "bid", "took")
CLOSED = "closed: "
IN_JSON = ("tags", "deals", "substitutes", "agreed", "dealers", "time")

Cells = Mapping[str, str]
"""By the heading of their column."""
Rows = list[tuple[int, Cells]]


def is_hands_csv(line: str) -> bool:
    """Whether a file with this first line is such a CSV."""
    plain = line.removeprefix("\ufeff").replace(";", ",").replace("\t", ",")
    heads = {head.strip().strip('"').lower() for head in plain.split(",")}
    return heads.issuperset(NEEDED)


def read_csv(lines: Iterable[str]) -> Iterator[ImportedGame | UnreadGame]:
    """Yield the games of a file. Raises `InvalidInput`, naming the line."""
    source, above = iter(lines), 1
    first = next(source, "")
    separator, declared = declared_separator([first])
    if declared:
        first, above = next(source, ""), 2
    first = first.removeprefix("\ufeff")
    listed = _listed(chain([first], source), separator or max(DELIMITERS, key=first.count), above)
    heads = [head.strip().lower() for head in next(listed, Row(1, ())).cells]
    missing = [head for head in NEEDED if head not in heads]
    if missing:
        raise InvalidInput(
            faults.NO_COLUMN.at(FieldPath.to("line", 1), {"column": quote(missing[0]), "columns": tuple(HANDS)})
        )
    for number, rows in enumerate(_games(_with_heads(listed, heads)), start=1):
        where = PathStep("game", number)
        yield read_or_unread(where, partial(_game, rows, where))


def _listed(lines: Iterable[str], delimiter: str, begin: int) -> Iterator[Row]:
    """The rows. Raises the first fault as `InvalidInput`."""
    for row in rows_of(lines, delimiter, begin):
        if isinstance(row, Fault):
            raise InvalidInput(row)
        yield row


def _with_heads(listed: Iterator[Row], heads: list[str]) -> Iterator[tuple[int, Cells]]:
    for row in listed:
        if any(cell.strip() for cell in row.cells):
            yield row.number, dict(zip(heads, (unescape_formula(cell.strip()) for cell in row.cells), strict=False))


def _games(rows: Iterator[tuple[int, Cells]]) -> Iterator[Rows]:
    """The rows of each game: a game begins where its number changes, or at the next hand 1."""
    game: Rows = []
    for number, row in rows:
        if game and (row.get("game") != game[0][1].get("game") or _starts_again(row, game[-1][1])):
            yield game
            game = []
        game.append((number, row))
    if game:
        yield game


def _starts_again(row: Cells, before: Cells) -> bool:
    return row.get("hand") == "1" and before.get("hand") != "1"


def _game(rows: Rows, where: PathStep) -> ImportedGame:
    number, first = rows[0]
    here = FieldPath.to("line", number)
    hands = [list(hand) for _, hand in groupby(rows, key=lambda item: item[1].get("hand"))]
    sides = [_side(row) for _, row in hands[0]]
    written: Json = {
        "rules": first.get("rules", ""),
        "options": _options(here, first, sides),
        "sides": sides,
        "dealer": _whole(here, first, "dealer", 1) - 1,
        "hands": [_hand(hand, count) for count, hand in enumerate(hands, start=1)],
        "closed": _closed(here, first),
    }
    written |= {key: parse_json(first[key]) for key in IN_JSON if first.get(key)}
    written["minutes"] = _whole(here, first, "minutes", 0)
    sheet = read_sheet(written)
    unit = sheet.rules.scoring.unit
    claimed = ClaimedScores(tuple(_claimed(hand, count, unit) for count, hand in enumerate(hands, start=1)))
    return ImportedGame(where=where, sheet=sheet, claimed=claimed, started=_started(here, first))


def _closed(here: FieldPath, row: Cells) -> Json | None:
    if not row.get("closed"):
        return None
    forfeit = {"forfeit": _whole(here, row, "forfeit", 0) - 1} if row.get("forfeit") else {}
    return {"reason": row["closed"].removeprefix(CLOSED).strip(), **forfeit}


def _side(row: Cells) -> Json:
    players = [name for name in (row.get("player 1", ""), row.get("player 2", "")) if name]
    return {"name": row.get("name", ""), "players": players or [row.get("name", "")]}


def _options(here: FieldPath, row: Cells, sides: list[Json]) -> dict[str, object]:
    players = sides[0]["players"]
    try:
        rules = rule_set(row.get("rules", ""))
    except InvalidInput as error:
        raise error.within("line", here.number_of("line")) from error
    shape = Shape(len(sides), len(players) if isinstance(players, list) else 1)
    if shape not in rules.shapes:
        return {}  # read_sheet refuses this number of players
    return dict(read_options(row.get("options", ""), rules.options(shape)))


def _hand(rows: Rows, count: int) -> Json:
    for position, (number, row) in enumerate(rows, start=1):
        here = FieldPath.to("line", number)
        if _whole(here, row, "hand", 0) != count:
            raise InvalidInput(
                faults.NEXT_NUMBER.at(here, {"column": "hand", "found": quote(row.get("hand")), "due": count})
            )
        if _whole(here, row, "side", 0) != position:
            raise InvalidInput(
                faults.NEXT_NUMBER.at(here, {"column": "side", "found": quote(row.get("side")), "due": position})
            )
    bids = read_bids([row.get("bid", "") for _, row in rows])
    took = read_counts([(FieldPath.to("line", number), row.get("took", "")) for number, row in rows])
    rulings = next((row["rulings"] for _, row in rows if row.get("rulings")), "")
    return {"bids": bids, "took": took, **read_rulings(FieldPath.to("line", rows[0][0]), rulings)}


def _claimed(rows: Rows, count: int, unit: str) -> ClaimedHand:
    if rows[0][1].get("counted", "yes").lower() == "no":
        return ClaimedHand(count, counted=False)
    sides = tuple(
        ClaimedSide(
            _points(n, row, "points", unit), _points(n, row, "total", unit), overtricks=_number(n, row, "overtricks")
        )
        for n, row in rows
    )
    return ClaimedHand(count, counted=True, sides=sides)


def _points(line: int, row: Cells, column: str, unit: str) -> int | None:
    text = row.get(column, "").replace("\u2212", "-").replace(",", ".")
    whole_points = POINT_NOTHING.fullmatch(text.removeprefix("-"))
    points = read_points(text[: text.index(".")] if whole_points else text, unit)
    if text and points is None:
        raise FieldPath.to("line", line).not_a(ValueKind.WHOLE, text, column)
    return points


def _number(line: int, row: Cells, column: str) -> int | None:
    return _whole(FieldPath.to("line", line), row, column, 0) if row.get(column) else None


def _whole(here: FieldPath, row: Cells, column: str, default: int) -> int:
    text = row.get(column, "")
    if not text:
        return default
    if number := POINT_NOTHING.fullmatch(text):
        text = number[1]
    sign = text.replace("\u2212", "-")
    if not sign.removeprefix("-").isdecimal() or len(sign) > 9:
        raise here.not_a(ValueKind.WHOLE, text, column)
    return int(sign)


def _started(here: FieldPath, row: Cells) -> datetime | None:
    text, moment = row.get("started", ""), row.get("started at", "")
    if not text and not moment:
        return None
    try:
        return read_minute(here, text, MINUTE, "started")
    except InvalidInput:  # a spreadsheet rewrites `started` in its own way, but leaves `started at` alone
        if not moment:
            raise
        return read_minute(here, moment, MOMENT, "started").replace(second=0)


def write(export: Export) -> Iterator[bytes]:
    """The rows, a game at a time."""
    return (piece.encode("utf-8") for piece in hands_csv(export.games))


def recognizes(start: bytes) -> bool:
    """Whether the first line has this format's column names."""
    lines = start.decode("utf-8-sig", "replace").splitlines()[:2]
    return any(is_hands_csv(line) for line in lines[: 1 + declared_separator(lines)[1]])


def read(file: BinaryIO, _: Budget) -> Iterator[ImportedGame | UnreadGame]:
    """The games in the rows."""
    return read_csv(text_lines(file))


FORMAT = Format(
    key="csv",
    name=translatable("CSV, one row per hand"),
    note=translatable("One row per side and hand; can be imported again"),
    suffix="-hands.csv",
    media_type="text/csv",
    order=40,
    write_game=write,
    write_table=write,
    needs_events=never,
    reader=Reader(translatable("a CSV of hands"), recognizes, read),
)
