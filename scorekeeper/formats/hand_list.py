"""A plain list of hands, as in a notebook or a spreadsheet: a row per hand, and columns that somebody has to name.

Hand, We bid, We took, They bid, They took
1, 4 3, 8, 3 2, 5
2, nil 5, 0 6, 4 3, 7
"""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import quote, whole
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.seating import Seating
from scorekeeper.core.sheet import Sheet, read_setup, read_sheet

Json = dict[str, Any]

DELIMITERS = (",", ";", "\t")
MAX_COLUMNS = 40
MAX_ROWS = 500
PAIR_BIDS, PAIR = "pair_bids", "pair"
BETWEEN_SEATS = re.compile(r"\s*[/&]\s*|\s+")
SPELLED = {"n": "nil", "bn": "blind-nil", "b/n": "blind-nil"}
IS_HAND = re.compile(r"\b(hand|deal|round)\b|^#$|^no\.?$", re.IGNORECASE)
IS_BID = re.compile(r"\bbids?\b|\bcontract\b", re.IGNORECASE)
IS_TOOK = re.compile(r"\b(took|taken|tricks?|books?|made|won)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HandList:
    """The headings and the rows of a list, as text."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column, from 0, has the number of a hand, and each side's bid and tricks; None: no column has it.

    Without a column for one side's tricks, it took the rest.
    """

    bids: tuple[int | None, ...]
    took: tuple[int | None, ...]
    hand: int | None = None


def read_hand_list(text: str) -> HandList:
    """The cells of a list with commas, semicolons or tabs between them. Raises `InvalidInput`."""
    lines = text.removeprefix("\ufeff").strip("\r\n").splitlines(keepends=True)
    first = lines[0] if lines else ""
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
    try:
        rows = [tuple(cell.strip() for cell in cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        raise InvalidInput(faults.NOT_CSV.at(FieldPath.to("line", reader.line_num), {"problem": str(error)})) from error
    if len(rows) < 2 or not 2 <= len(rows[0]) <= MAX_COLUMNS or len(rows) > MAX_ROWS:
        raise InvalidInput(faults.NO_HAND_LIST.at(FieldPath.to("line", 1), {"rows": MAX_ROWS, "columns": MAX_COLUMNS}))
    return HandList(rows[0], tuple(rows[1:]))


def guessed_columns(heads: Sequence[str], sides: int) -> Columns:
    """What the headings say: columns with bids and tricks belong to the sides in their order."""
    hand = next((place for place, head in enumerate(heads) if IS_HAND.search(head) and not IS_BID.search(head)), None)
    bids = [place for place, head in enumerate(heads) if IS_BID.search(head)]
    took = [place for place, head in enumerate(heads) if IS_TOOK.search(head) and place not in bids]
    return Columns(_for_each(bids, sides), _for_each(took, sides), hand)


def _for_each(places: list[int], sides: int) -> tuple[int | None, ...]:
    return tuple(places[side] if side < len(places) else None for side in range(sides))


def named_columns(heads: Sequence[str], bids: Sequence[str], took: Sequence[str], hand: str | None) -> Columns:
    """The columns with these headings. Raises `InvalidInput`."""

    def place(head: str) -> int:
        if head not in heads:
            raise InvalidInput(
                faults.NO_COLUMN.at(FieldPath.to("line", 1), {"column": quote(head), "columns": tuple(heads)})
            )
        return heads.index(head)

    sides = [place(head) for head in took]
    return Columns(
        tuple(place(head) for head in bids),
        (*sides, *[None] * (len(bids) - len(sides))),
        None if hand is None else place(hand),
    )


def sheets_of(hand_list: HandList, columns: Columns, head: Mapping[str, object]) -> list[Sheet]:
    """The games of a list: another one begins at the next hand 1. `head` is a sheet without hands.

    If a pair has one number for both, they bid as a pair. Raises `InvalidInput`, naming the hand.
    """
    setup = read_setup(dict(head))
    _check(hand_list, columns, setup)
    games: list[list[Json]] = []
    for row in hand_list.rows:
        hand = _hand(row, columns, setup.rules.seating)
        if hand is None:
            continue
        if not games or (columns.hand is not None and whole(_cell(row, columns.hand)) == 1):
            games.append([])
        games[-1].append(hand)
    options = _with_pair_bids(head, setup.rules, [hand for game in games for hand in game])
    return [read_sheet({**head, "options": options, "hands": game}) for game in games]


def _check(hand_list: HandList, columns: Columns, setup: Sheet) -> None:
    """Raise `InvalidInput` unless each side has a column for its bid, and all but one for its tricks."""
    where = FieldPath.to("line", 1)
    for names, places, may_miss in (("bid", columns.bids, 0), ("took", columns.took, 1)):
        missing = [setup.names[side] for side, place in enumerate(places) if place is None]
        if len(missing) > may_miss:
            column = quote(f"{missing[0]} {names}")
            raise InvalidInput(faults.NO_COLUMN.at(where, {"column": column, "columns": hand_list.heads}))


def _hand(row: Sequence[str], columns: Columns, seating: Seating) -> Json | None:
    """A row as a hand of a sheet; None for a row without a bid, such as one of totals."""
    bids = [_cell(row, place) for place in columns.bids]
    if not any(bids):
        return None
    took = [_cell(row, place) for place in columns.took]
    known = [sum(map(whole, _parts(text))) for text in took if text]
    if len(known) == len(took) - 1 and min(known, default=0) >= 0:
        took[took.index("")] = str(max(0, seating.tricks - sum(known)))
    return {"bids": [_of_side(text, _bid) for text in bids], "took": [_of_side(text, _tricks) for text in took]}


def _cell(row: Sequence[str], place: int | None) -> str:
    return row[place] if place is not None and place < len(row) else ""


def _parts(text: str) -> list[str]:
    return BETWEEN_SEATS.split(text.strip())


def _of_side(text: str, read: Any) -> object:
    """What a cell says of a side: one value, or one for each seat."""
    values = [read(part) for part in _parts(text)]
    return values[0] if len(values) == 1 else values


def _bid(text: str) -> str:
    return SPELLED.get(text.lower(), text.lower())


def _tricks(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else text


def _with_pair_bids(head: Mapping[str, object], rules: HouseRules, hands: Sequence[Json]) -> Json:
    given = head.get("options")
    options = dict(given) if isinstance(given, dict) else {}
    offered = {option.key for option in rules.ruleset.options(rules.shape)}
    is_one = rules.seating.in_pairs and any(isinstance(bid, str) for hand in hands for bid in hand["bids"])
    if is_one and PAIR_BIDS in offered and PAIR_BIDS not in options:
        options[PAIR_BIDS] = PAIR
    return options
