"""A plain list of hands, as in a notebook or a spreadsheet: a row per hand, and columns that somebody has to name.

Hand, We bid, We took, They bid, They took
1, 4 3, 8, 3 2, 5
2, nil 5, 0 6, 4 3, 7

Nothing is left out in silence: a column or a row that is not understood is named, until somebody says what it is.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from scorekeeper.core.inputs import FieldPath, InvalidInput, Json, faults
from scorekeeper.core.inputs.fields import quote, whole
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.seating import Seating
from scorekeeper.core.sheet import Sheet, read_setup, read_sheet
from scorekeeper.formats.days import MONTH_FIRST, MONTHS, ORDERS, WrittenDay, order_of, written_day
from scorekeeper.formats.list_shapes import with_a_row_a_hand, with_cells_apart, with_groups
from scorekeeper.formats.list_sides import Sides, label_of, sides_by_label
from scorekeeper.formats.rows import Row, read_rows

MAX_COLUMNS = 40
MAX_ROWS = 500
MAX_TITLES = 10
PAIR_BIDS, PAIR = "pair_bids", "pair"
BETWEEN_SEATS = re.compile(r"\s*[/&]\s*|\s+(?:and|und|y|e)\s+|\s+", re.IGNORECASE)
SPELLED = {"n": "nil", "bn": "blind-nil", "b/n": "blind-nil", "null": "nil", "nulo": "nil", "nill": "nil"}
POINT_NOTHING = re.compile(r"(\d+)[.,]0+")
"""A number as some spreadsheets write it: `9.0`, `9,0`."""


def _words(*beginnings: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(beginnings)})\w*", re.IGNORECASE)


IS_BID = _words(
    *("bids?\\b", "contract", "calls?\\b", "ansage", "angesagt", "gebot", "gereizt", "soll\\b"),
    *("apuesta", "puja", "pedid", "subasta", "canto", "oferta", "contrato", "dijo"),
)
IS_TOOK = _words(
    *("took\\b", "taken", "tricks?\\b", "books?\\b", "made\\b", "won\\b", "got\\b"),
    *("actual", "stich", "gemacht", "geholt", "bekommen", "ist\\b"),
    *("bazas?\\b", "hech", "hizo", "hicieron", "ganad", "llevad", "tomad"),
)
IS_ROUND = _words("round", "runde", "ronda", "vuelta")
IS_HAND = _words("hand", "deals?\\b", "no\\b", "nr\\b", "núm", "num", "blatt", "mano", "reparto")
IS_GAME = _words("game", "match", "spiel", "partie", "partida", "juego")
IS_DEALER = _words("dealer", "dealt", "geber", "gibt", "reparte", "repartidor")
IS_DATE = _words("dates?\\b", "days?\\b", "night", "played on", "datum", "tag\\b", "abend", "fecha", "día", "noche")
UNIT = re.compile(r"\s*[(\[][^)\]]*[)\]]")
"""What a heading says in brackets, such as a unit."""
NUMBERED = re.compile(r"[^\d]{0,12}?(\d{1,4})(?:\.|st|nd|rd|th|[ºª°])?", re.IGNORECASE)
"""The number of a hand, as `3`, `#3`, `3rd` or `Hand 3`."""
IS_POINTS = _words(
    "points?\\b", "pts\\b", "score", "total", "running", "punkt", "pkt\\b", "stand\\b", "punto", "tanto", "suma"
)
POINTS = re.compile(r"[+]?([-−–]?\d{1,5})|\((\d{1,5})\)")
"""Points, of which a bookkeeper puts those that are lost in brackets."""
IS_SUM = _words("total", "sum", "gesamt", "insgesamt", "endstand", "suma", "score")
DAY_MONTH = re.compile(r"(?P<day>\d{1,2})[-. /]+(?P<month>[^\W\d_]{3})[^\W\d_]*\.?(?:[-. /]+\d{2,4})?")
MONTH_DAY = re.compile(r"(?P<month>[^\W\d_]{3})[^\W\d_]*\.?[-. /]+(?P<day>\d{1,2})")
ISO_DAY = re.compile(r"\d{4}-(?P<month>\d\d)-(?P<day>\d\d)(?:[ T]00:00(?::00)?)?")
TIME_AFTER_DAY = re.compile(r"(.*\d)[T,\s]+\d{1,2}[:.h]\d\d(?::\d\d)?(?:\s*[ap]\.?m\.?)?", re.IGNORECASE)
AS_TYPED = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.]\d{2,4}(?: 0?0:00(?::00)?)?")
"""A date in numbers: whatever the country, they stand in the order in which they were typed."""


@dataclass(frozen=True, slots=True)
class HandList:
    """The headings and the rows of a list, as text.

    `numbers` are those of the rows in the file; `titles` are what stands above the headings.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    titles: tuple[str, ...] = ()

    def number_of(self, row: int) -> int:
        """The number of this row, counted from 0, as the file and a spreadsheet count it."""
        return self.numbers[row] if self.numbers else row + 2


Places = tuple[int, ...]
"""The columns of a side, from 0: one, or one for each of its seats; none where no column has it."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column, from 0, has the number of a hand and of a game, and which have each side's bids and tricks.

    Without a column for one side's tricks, it took the rest. `unused` are columns that say nothing of this; `day` says
    when a game was played, and `dealer` who dealt. `other` and `other_took` are the columns of the bids and tricks if
    partners sit otherwise, or the sides are the other way round: the headings do not say which is right. `points` are
    columns with the points that this reading gives.
    """

    bids: tuple[Places, ...]
    took: tuple[Places, ...]
    hand: int | None = None
    game: int | None = None
    unused: Places = ()
    day: int | None = None
    dealer: int | None = None
    other: tuple[Places, ...] = ()
    other_took: tuple[Places, ...] = ()
    points: Places = ()

    @property
    def used(self) -> set[int]:
        """The columns that are read, and those that somebody left out."""
        numbered = {place for place in (self.hand, self.game, self.day, self.dealer) if place is not None}
        return numbered.union(self.unused, self.points, *self.bids, *self.took)


@dataclass(frozen=True, slots=True)
class ListAnswers:
    """What somebody said about a list: the numbers of rows to leave out, and in which order its dates were typed.

    A date without a year is the one nearest to `near`.
    """

    left_out: frozenset[int] = field(default_factory=frozenset)
    dates: str = ""
    near: date | None = None


@dataclass(frozen=True, slots=True)
class Doubts:
    """What is not understood: the columns, the rows (from 0), and cells of which a spreadsheet made a date.

    `sums` are rows of totals, which are no hands; `days` are dates of games that may be two days.
    """

    columns: Places
    rows: tuple[int, ...]
    dates: tuple[str, ...]
    sums: tuple[int, ...]
    days: tuple[str, ...] = ()


def read_hand_list(text: str, dates: str = "") -> HandList:
    """The cells of a list with commas, semicolons or tabs between them. Raises `InvalidInput`.

    `dates` is the order in which `5/7` was typed where a spreadsheet made a date of a bid and its tricks.
    """
    found, faulty = read_rows(text, MAX_TITLES + 1 + MAX_ROWS)
    if faulty:
        raise InvalidInput(faulty[0])
    plain = [Row(row.number, tuple(map(_plain, row.cells))) for row in found]
    above = _titles([row.cells for row in plain])
    titles, listed = [row.cells for row in plain[:above]], plain[above:]
    if len(listed) < 2 or not 2 <= len(listed[0].cells) <= MAX_COLUMNS or len(listed) > 1 + MAX_ROWS:
        raise InvalidInput(faults.NO_HAND_LIST.at(FieldPath.to("line", 1), {"rows": MAX_ROWS, "columns": MAX_COLUMNS}))
    heads, titles = _heads(titles, listed[0].cells)
    listed = _in_shape(heads, listed[1:], dates)
    return HandList(
        listed[0].cells,
        tuple(row.cells for row in listed[1:]),
        tuple(row.number for row in listed[1:]),
        tuple(" ".join(filter(None, row)) for row in titles),
    )


def _heads(titles: list[tuple[str, ...]], heads: tuple[str, ...]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The headings with the names above them, and the titles without those."""
    named = with_groups(titles[-1], heads) if titles else heads
    return named, titles if named == heads else titles[:-1]


def _in_shape(heads: tuple[str, ...], rows: Sequence[Row], dates: str) -> list[Row]:
    """The headings and a row for each hand, however the list has them. Raises `InvalidInput`."""

    def typed(row: Row, place: int) -> str:
        cell = row.cells[place]
        if IS_DATE.search(heads[place]):
            return cell
        if _month_and_day(cell) and dates not in ORDERS:
            raise _bids_or_date(FieldPath.to("line", row.number), cell)
        numbers = _undated(cell, dates)
        return cell if numbers == cell else numbers.replace(" ", "/")

    if not any(bool(_bids(head)) != bool(IS_TOOK.search(_said(head))) for head in heads):
        whose = tuple(IS_TOOK.sub("", IS_BID.sub("", UNIT.sub("", head))).strip(" /-:,") for head in heads)
        apart = with_cells_apart(whose, rows, typed)
        if apart[0].cells != whose:
            return apart
    return with_a_row_a_hand(heads, rows, is_hand=_is_number, is_shared=_of_all, says_something=_bid_or_took)


def _is_number(head: str) -> bool:
    return any(pattern.search(head) for pattern in (IS_HAND, IS_ROUND)) or head == "#"


def _of_all(head: str) -> bool:
    """Whether a column says the same of all sides."""
    return any(pattern.search(head) for pattern in (IS_DATE, IS_GAME, IS_DEALER)) and not _bid_or_took(head)


def _bid_or_took(head: str) -> bool:
    return _bids(head) or _takes(head)


def _said(head: str) -> str:
    """What a heading says, without a unit in brackets, unless it says there what the column has."""
    plain = UNIT.sub("", head)
    is_known = any(words.search(plain) for words in (IS_BID, IS_TOOK, IS_POINTS, IS_HAND, IS_DATE))
    return plain if is_known else head


def _bids(head: str) -> bool:
    return IS_BID.search(_said(head)) is not None


def _takes(head: str) -> bool:
    """Whether it says tricks; what says a bid, too, has those that were bid."""
    return IS_TOOK.search(_said(head)) is not None and not _bids(head)


def _has_points(head: str) -> bool:
    return IS_POINTS.search(UNIT.sub("", head)) is not None and not _bid_or_took(head)


def _plain(cell: str) -> str:
    number = POINT_NOTHING.fullmatch(cell)
    return number[1] if number else cell


def _titles(rows: Sequence[Sequence[str]]) -> int:
    """How many rows stand above the headings: those before the first with headings of a bid and of tricks, and that
    one, if it says so of several columns each, and the row below whose they are.
    """
    for number, row in enumerate(rows[:MAX_TITLES]):
        if any(map(_bids, row)) and any(map(_takes, row)):
            below = rows[number + 1] if number + 1 < len(rows) else ()
            names_sides = len(row) <= len(below) and "" in row[1:] and len(list(filter(None, below))) > 2
            return number + 1 if names_sides and not re.search(r"\d", "".join(below)) else number
    return 0


def guessed_columns(heads: Sequence[str], sides: Sides) -> Columns:
    """What the headings say; `sides` are the names of each side's players.

    Columns belong to the players and sides that they name, or else to the sides in their order.
    """
    bids = [place for place, head in enumerate(heads) if _bids(head)]
    took = [place for place, head in enumerate(heads) if _takes(head)]
    day = _only([place for place, head in enumerate(heads) if place not in bids and IS_DATE.search(head)])
    dealer = _only([place for place, head in enumerate(heads) if place not in (*bids, day) and IS_DEALER.search(head)])
    others = {place for place in (day, dealer) if place is not None}
    took = [place for place in took if place not in others]
    hand, game = _numbers(heads, {*bids, *took, *others})
    of_bids, of_took, unsure = _sides_of(heads, bids, took, sides)
    across = (
        () if unsure or sides_by_label((_label(heads[place]) for place in bids), sides)[0] else _across(bids, sides)
    )
    other, other_took = (of_bids[::-1], of_took[::-1]) if unsure else (across, _across(took, sides) or of_took)
    return Columns(
        of_bids, of_took, hand, game, day=day, dealer=dealer, other=other, other_took=other_took if other else ()
    )


def _sides_of(
    heads: Sequence[str], bids: Sequence[int], took: Sequence[int], sides: Sides
) -> tuple[tuple[Places, ...], tuple[Places, ...], bool]:
    """The columns of the bids and of the tricks of each side, and whether they may be the other way round."""
    of_bid, of_trick = ([_label(heads[place]) for place in places] for places in (bids, took))
    named, unsure = sides_by_label(of_bid, sides)
    columns = _for_each(bids, sides, None if unsure else _complete(of_bid, named))
    if not named and len(set(of_bid)) == len(bids):
        named = {_label(heads[place]): side for side, places in enumerate(columns) for place in places}
    if not set(of_trick) <= set(named):
        by_name, open_ = sides_by_label(of_trick, sides)
        in_order = sorted(by_name.values()) == list(by_name.values())
        unsure = unsure or open_ or (not named and not in_order)
        named = by_name
    if len(took) == 1 and len(sides) > 1:  # the others took the rest; whose these are has to be said
        return columns, tuple((took[0],) if named.get(of_trick[0]) == n else () for n in range(len(sides))), unsure
    return columns, _for_each(took, sides, _complete(of_trick, named)), unsure


def decided_by_points(
    hand_list: HandList, columns: Columns, head: Mapping[str, object], answers: ListAnswers | None = None
) -> Columns:
    """The reading that gives the points of the list, if it has them for each side and one reading alone does.

    Else the columns come back as they are: then it is asked, and what the points say is not understood.
    """
    setup = read_setup(dict(head))
    sides = [side.players for side in setup.sides]
    columns = with_known_dealers(hand_list, columns, sides)
    places = [place for place, text in enumerate(hand_list.heads) if place not in columns.used and _has_points(text)]
    labels = [_label(IS_POINTS.sub(" ", hand_list.heads[place])) for place in places]
    named, unsure = sides_by_label(labels, sides)
    own = {_label(hand_list.heads[p]): side for side, of_side in enumerate(columns.bids) for p in of_side}
    of = _complete(labels, own) or _complete(labels, named)
    if of is None and not named and len(places) == len(sides):
        of = list(range(len(sides)))
    if of is None or unsure or columns.other == columns.bids[::-1]:
        return columns
    readings = [replace(columns, other=(), other_took=(), points=tuple(places))]
    if columns.other:
        readings.append(replace(readings[0], bids=columns.other, took=columns.other_took))
    fitting = [
        reading
        for reading in readings
        if _gives(hand_list, reading, head, answers or ListAnswers(), list(zip(places, of, strict=True)))
    ]
    return fitting[0] if len(fitting) == 1 else columns


def _gives(
    hand_list: HandList,
    columns: Columns,
    head: Mapping[str, object],
    answers: ListAnswers,
    points: Sequence[tuple[int, int]],
) -> bool:
    """Whether this reading gives these columns of points, each of a side: of the hands, or added up."""
    tried = without(columns, doubts_of(hand_list, columns).columns)
    try:
        sheets = sheets_of(hand_list, tried, head, answers)
    except InvalidInput:
        return False
    scored = [
        [(side.points, side.score.total) for side in hand.sides]
        for sheet in sheets
        for hand in sheet.scoreboard().hands
    ]
    rows = _hand_rows(hand_list, tried, answers)
    for place, side in points:
        cells = [POINTS.fullmatch(_cell(hand_list.rows[row], place)) for row in rows]
        if None in cells or len(cells) != len(scored):
            return False
        figures = [_points(cell) for cell in cells if cell]
        if figures not in ([hand[side][kind] for hand in scored] for kind in (0, 1)):
            return False
    return True


def _points(found: re.Match[str]) -> int:
    return -int(found[2]) if found[2] else int(re.sub("[−–]", "-", found[1]))


def _hand_rows(hand_list: HandList, columns: Columns, answers: ListAnswers) -> list[int]:
    """The rows that are hands, from 0."""
    out = {*doubts_of(hand_list, columns).sums, *_not_played(hand_list.rows, columns)}
    numbers = range(len(hand_list.rows))
    return [row for row in numbers if row not in out and hand_list.number_of(row) not in answers.left_out]


def _only(places: Sequence[int]) -> int | None:
    return places[0] if len(places) == 1 else None


def _across(places: Sequence[int], sides: Sides) -> tuple[Places, ...]:
    """The columns of each side if they stand in the order of the seats, round the table; empty if there is one each."""
    seats = len(sides[0]) if sides else 1
    if seats == 1 or len(places) != len(sides) * seats:
        return ()
    return tuple(tuple(places[side :: len(sides)]) for side in range(len(sides)))


def _numbers(heads: Sequence[str], taken: set[int]) -> tuple[int | None, int | None]:
    """The columns with the number of the hand, and of the game; a round is a game if another column has hands."""
    patterns = (IS_GAME, IS_ROUND, IS_HAND)
    found = {
        place: next((rank for rank, pattern in enumerate(patterns) if pattern.search(head) or head == "#"), None)
        for place, head in enumerate(heads)
        if place not in taken
    }
    ranked = sorted((rank, place) for place, rank in found.items() if rank is not None)
    if len({rank for rank, _place in ranked}) < 2:
        return (ranked[0][1] if ranked else None), None
    return ranked[-1][1], ranked[0][1]


def _label(head: str) -> str:
    """Whose column it is, as far as its heading says: `we` of `We took`."""
    return label_of(IS_TOOK.sub(" ", IS_BID.sub(" ", UNIT.sub("", head))))


def _complete(labels: Sequence[str], named: Mapping[str, int]) -> list[int] | None:
    """The side of each label; None unless all have one."""
    return [named[label] for label in labels] if labels and set(labels) <= set(named) else None


def _for_each(places: Sequence[int], sides: Sides, of: Sequence[int] | None) -> tuple[Places, ...]:
    """The columns of each side; there is one for each, or one for each of its seats."""
    seats = len(sides[0]) if sides else 1
    if of is not None and all(of.count(side) <= seats for side in of):
        return tuple(tuple(p for p, o in zip(places, of, strict=True) if o == side) for side in range(len(sides)))
    each = seats if len(places) == len(sides) * seats else 1
    return tuple(tuple(places[side * each : (side + 1) * each]) for side in range(len(sides)))


def seats_in_heads(heads: Sequence[str], columns: Columns) -> list[list[str]]:
    """The names that headings give to the seats of each side, where each has a column of its own; else empty."""
    names = [[IS_BID.sub("", heads[place]).strip(" :-") for place in places] for places in columns.bids]
    return [own if len(own) > 1 and all(own) else [] for own in names]


def named_columns(
    heads: Sequence[str], bids: Sequence[str | Sequence[str]], took: Sequence[str | Sequence[str]], hand: str | None
) -> Columns:
    """The columns with these headings; the others are not used, but those of points are compared, or asked about.

    Raises `InvalidInput`.
    """

    def place(head: str) -> int:
        found = places_of(heads, head)
        if not found:
            raise InvalidInput(
                faults.NO_COLUMN.at(FieldPath.to("line", 1), {"column": quote(head), "columns": tuple(heads)})
            )
        if len(found) > 1:
            letters: faults.SameHeading = {"column": quote(head), "letters": tuple(map(letter_of, found))}
            raise InvalidInput(faults.SAME_HEADING.at(FieldPath.to("line", 1), letters))
        return found[0]

    def places(of_side: str | Sequence[str]) -> Places:
        return tuple(map(place, [of_side] if isinstance(of_side, str) else of_side))

    given = [places(side) for side in took]
    named = Columns(
        tuple(places(side) for side in bids),
        (*given, *[()] * (len(bids) - len(given))),
        None if hand is None else place(hand),
    )
    return without(named, [n for n, head in enumerate(heads) if n not in named.used and not _has_points(head)])


def letter_of(place: int) -> str:
    """The column as spreadsheets name it."""
    return chr(ord("A") + place) if place < 26 else f"A{chr(ord('A') + place - 26)}"


def places_of(heads: Sequence[str], named: str) -> list[int]:
    """The columns with this heading; where none has it, the one with this letter or number."""
    found = [place for place, head in enumerate(heads) if head == named]
    if found:
        return found
    number = whole(named)
    letters = [place for place in range(len(heads)) if letter_of(place) == named.upper()]
    return letters or ([number - 1] if 1 <= number <= len(heads) else [])


def without(columns: Columns, unused: Sequence[int]) -> Columns:
    """The same columns, and these left out."""
    dealer = None if columns.dealer in unused else columns.dealer
    return replace(columns, unused=(*columns.unused, *unused), dealer=dealer)


def with_known_dealers(hand_list: HandList, columns: Columns, sides: Sides) -> Columns:
    """The columns without that of the dealers, which is not understood then, if it names somebody else."""
    cells = [_cell(row, columns.dealer) for row in hand_list.rows]
    is_known = all(_seat_of(cell, sides) is not None for cell in cells if cell)
    return columns if is_known else replace(columns, dealer=None)


def _seat_of(called: str, sides: Sides) -> int | None:
    """The seat of the player with this name, or the only one whose name begins so."""
    names = [name.casefold() for players in zip(*sides, strict=True) for name in players]
    if called.casefold() in names:
        return names.index(called.casefold())
    begin = [seat for seat, name in enumerate(names) if name.startswith(called.casefold())]
    return begin[0] if len(begin) == 1 else None


def doubts_of(hand_list: HandList, columns: Columns) -> Doubts:
    """What nobody has said of this list yet."""
    sums = [number for number, row in enumerate(hand_list.rows) if _is_sum(row, columns)]
    blank = _not_played(hand_list.rows, columns)
    rows = [
        number
        for number, row in enumerate(hand_list.rows)
        if number not in (*sums, *blank) and not _is_hand(row, columns)
    ]
    read = [place for places in (*columns.bids, *columns.took) for place in places]
    cells = [_cell(row, place) for row in hand_list.rows for place in read]
    full = {place for place in range(len(hand_list.heads)) if any(_cell(row, place) for row in hand_list.rows)}
    return Doubts(
        tuple(sorted(full - columns.used)),
        tuple(rows),
        tuple(dict.fromkeys(cell for cell in cells if _month_and_day(cell))),
        tuple(sums),
        _days_in_doubt(hand_list, columns),
    )


def _days_in_doubt(hand_list: HandList, columns: Columns) -> tuple[str, ...]:
    """The dates of games that may be two days, unless another date tells how all of them were typed."""
    cells = [_cell(row, columns.day) for row in hand_list.rows]
    days = {cell: found for cell in cells if (found := _written(cell))}
    return () if order_of(days.values()) else tuple(cell for cell, found in days.items() if not found.order)


def _not_played(rows: Sequence[Sequence[str]], columns: Columns) -> list[int]:
    """The rows at the end that have only a number, for hands to come."""
    kept = [
        number
        for number, row in enumerate(rows)
        if _number(row, columns) < 0 or any(_cell(row, place) for place in range(len(row)) if place != columns.hand)
    ]
    return list(range(max(kept, default=-1) + 1, len(rows)))


def _number(row: Sequence[str], columns: Columns) -> int:
    """The number of the hand; -1 if there is none."""
    found = NUMBERED.fullmatch(_cell(row, columns.hand))
    return int(found[1]) if found else -1


def _is_sum(row: Sequence[str], columns: Columns) -> bool:
    first = _cell(row, columns.hand) or next(filter(None, row), "")
    return IS_SUM.search(first) is not None


def _is_hand(row: Sequence[str], columns: Columns) -> bool:
    has_bids = any(_cell(row, place) for places in columns.bids for place in places)
    return has_bids and (columns.hand is None or _number(row, columns) >= 0)


def sheets_of(
    hand_list: HandList, columns: Columns, head: Mapping[str, object], answers: ListAnswers | None = None
) -> list[Sheet]:
    """The games of a list, as `games_of` finds them."""
    return [sheet for sheet, _day in games_of(hand_list, columns, head, answers)]


def games_of(
    hand_list: HandList, columns: Columns, head: Mapping[str, object], answers: ListAnswers | None = None
) -> list[tuple[Sheet, date | None]]:
    """The games of a list, each with its day if the list says it.

    Another one begins with another number of the game, another day, or at the next hand 1. `head` is a sheet without
    hands. If a pair has one number for both, they bid as a pair. Raises `InvalidInput`, naming the hand, and for each
    column and row that is not understood.
    """
    setup, given = read_setup(dict(head)), answers or ListAnswers()
    _check(hand_list, columns, setup)
    doubts = doubts_of(hand_list, columns)
    _check_doubts(hand_list, doubts, given)
    games = _rows_of_games(hand_list, columns, given)
    played = [
        [_hand(hand_list.rows[number], columns, setup.rules.seating, given.dates) for number in rows]
        for rows, _day in games
    ]
    options = _with_pair_bids(head, setup.rules, [hand for hands in played for hand in hands])
    dealers = [_dealer(hand_list.rows[rows[0]], columns, setup) for rows, _day in games]
    sheets = [
        read_sheet({**head, "options": options, **({} if dealer is None else {"dealer": dealer}), "hands": hands})
        for hands, dealer in zip(played, dealers, strict=True)
    ]
    # A scoreboard refuses what cannot be scored, here and not where it is shown.
    boards = [sheet.scoreboard() for sheet in sheets]
    totals, most = [[side.total for side in board.scores] for board in boards], setup.rules.seating.tricks
    for number in doubts.sums:
        if hand_list.number_of(number) not in given.left_out:
            _check_sums(hand_list, number, [rows for rows, _day in games], totals, most * len(hand_list.rows))
    return [(sheet, day) for sheet, (_rows, day) in zip(sheets, games, strict=True)]


def _rows_of_games(hand_list: HandList, columns: Columns, given: ListAnswers) -> list[tuple[list[int], date | None]]:
    """The rows of each game, from 0, and its day. Raises `InvalidInput` for a hand whose number is not due."""
    games: list[tuple[list[int], date | None]] = []
    game = game_before = ""
    day = day_before = None
    written = (_written(_cell(row, columns.day)) for row in hand_list.rows)
    order = order_of(filter(None, written)) or given.dates
    for number in _hand_rows(hand_list, columns, given):
        row, hand = hand_list.rows[number], _number(hand_list.rows[number], columns)
        game, day = _cell(row, columns.game) or game, _day(hand_list, number, columns, order, given.near) or day
        due = len(games[-1][0]) + 1 if games else 1
        goes_on = columns.hand is not None and hand == due > 1  # past midnight, say
        if not games or game != game_before or hand == 1 or (day != day_before and not goes_on):
            games.append(([], day))
            due = 1
        if columns.hand is not None and hand != due:
            place = FieldPath.to("line", hand_list.number_of(number))
            column = hand_list.heads[columns.hand]
            raise InvalidInput(faults.NEXT_NUMBER.at(place, {"column": column, "found": str(hand), "due": due}))
        game_before, day_before = game, day
        games[-1][0].append(number)
    return games


def _check_sums(
    hand_list: HandList, row: int, games: Sequence[Sequence[int]], totals: Sequence[Sequence[int]], tricks: int
) -> None:
    """Raise `InvalidInput` for a row of totals with points that no side has, after the game above it or in all.

    It has points if a figure is a side's, or is too high for what the bids or the tricks of a column add up to.
    """
    above = max((n for n, rows in enumerate(games) if rows[0] < row), default=0)
    own = [number for number in games[above] if number < row] if games else []
    every = [number for rows in games for number in rows]
    points = {*totals[above], *map(sum, zip(*totals, strict=True))} if games else set()
    others = list[int]()
    for place, cell in enumerate(hand_list.rows[row]):
        found = POINTS.fullmatch(cell)
        if found is None:
            continue
        sums = {sum(_figures(_cell(hand_list.rows[n], place)) for n in rows) for rows in (own, every)}
        others += [] if _points(found) in sums else [_points(found)]
    if not points.issuperset(others) and (points.intersection(others) or not 0 <= min(others) <= max(others) <= tricks):
        cells = quote(", ".join(filter(None, hand_list.rows[row])))
        where = FieldPath.to("line", hand_list.number_of(row))
        raise InvalidInput(faults.UNKNOWN_ROW.at(where, {"value": cells}))


def _figures(cell: str) -> int:
    """What the figures of a cell add up to: of points, or of the bids or tricks of each seat."""
    found = [POINTS.fullmatch(part) for part in _parts(cell)]
    return sum(_points(part) for part in found if part)


def _day(hand_list: HandList, row: int, columns: Columns, order: str, near: date | None) -> date | None:
    """When this row was played. Raises `InvalidInput` for what is no day."""
    cell = _cell(hand_list.rows[row], columns.day)
    written = _written(cell)
    found = written.day(order, near) if written else None
    if cell and found is None:
        where = FieldPath.to("line", hand_list.number_of(row))
        raise InvalidInput(faults.NO_DAY.at(where, {"value": quote(cell)}))
    return found


def _written(cell: str) -> WrittenDay | None:
    """The day of a date, which may have a time after it."""
    timed = TIME_AFTER_DAY.fullmatch(cell)
    return written_day(timed[1] if timed else cell)


def _dealer(row: Sequence[str], columns: Columns, setup: Sheet) -> int | None:
    """The seat whose player this row names as the dealer, if it does."""
    called = _cell(row, columns.dealer)
    return _seat_of(called, [side.players for side in setup.sides]) if called else None


def _check(hand_list: HandList, columns: Columns, setup: Sheet) -> None:
    """Raise `InvalidInput` unless each side has a column for its bid, and all but one for its tricks, and no other."""
    where = FieldPath.to("line", 1)
    if columns.other:
        one, other = (_places_in_words(places) for places in (columns.bids[0], columns.other[0]))
        raise InvalidInput(faults.TWO_WAYS.at(where, {"side": setup.names[0], "one": one, "other": other}))
    for names, places, may_miss in (("bid", columns.bids, 0), ("took", columns.took, 1)):
        if len(places) > len(setup.names):
            where = FieldPath.to("columns")
            raise InvalidInput(
                faults.WRONG_LENGTH.at(where, {"what": names, "found": len(places), "most": len(setup.names)})
            )
        missing = [setup.names[side] for side, of_side in enumerate(places) if not of_side]
        if len(missing) > may_miss:
            column = quote(f"{missing[0]} {names}")
            raise InvalidInput(faults.NO_COLUMN.at(where, {"column": column, "columns": hand_list.heads}))


def _places_in_words(places: Places) -> str:
    return ", ".join(map(letter_of, places))


def _check_doubts(hand_list: HandList, doubts: Doubts, given: ListAnswers) -> None:
    """Raise `InvalidInput` for what nobody has answered."""
    if doubts.columns:
        heads = tuple(quote(hand_list.heads[place]) for place in doubts.columns)
        raise InvalidInput(faults.UNKNOWN_COLUMNS.at(FieldPath.to("line", 1), {"columns": heads}))
    for row in doubts.rows:
        number = hand_list.number_of(row)
        if number not in given.left_out:
            cells = quote(", ".join(filter(None, hand_list.rows[row])))
            raise InvalidInput(faults.UNKNOWN_ROW.at(FieldPath.to("line", number), {"value": cells}))
    if given.dates in ORDERS:
        return
    if doubts.dates:
        raise _bids_or_date(FieldPath.to("list"), doubts.dates[0])
    if doubts.days:
        written = _written(doubts.days[0])
        near = given.near or date(2024, 1, 1)
        one, other = (None if written is None else written.day(order, near) for order in ORDERS)
        two: faults.TwoDays = {"value": doubts.days[0], "one": _day_text(one), "other": _day_text(other)}
        raise InvalidInput(faults.TWO_DAYS.at(FieldPath.to("list"), two))


def _day_text(day: date | None) -> str:
    return "" if day is None else day.isoformat()


def _bids_or_date(where: FieldPath, cell: str) -> InvalidInput:
    one, other = (_undated(cell, order) for order in ORDERS)
    return InvalidInput(faults.BIDS_OR_DATE.at(where, {"value": cell, "one": one, "other": other}))


def _hand(row: Sequence[str], columns: Columns, seating: Seating, dates: str) -> Json:
    """A row as a hand of a sheet."""

    def parts(places: Places) -> list[str]:
        texts = [_undated(_cell(row, place), dates) for place in places]
        return texts if len(texts) > 1 else _parts(texts[0]) if texts and texts[0] else []

    bids = [parts(places) for places in columns.bids]
    took = [parts(places) for places in columns.took]
    known = [sum(map(whole, own)) for own in took if own]
    if len(known) == len(took) - 1 and min(known, default=0) >= 0:
        took[took.index([])] = [str(max(0, seating.tricks - sum(known)))]
    return {"bids": [_of_side(own, _bid) for own in bids], "took": [_of_side(own, _tricks) for own in took]}


def _cell(row: Sequence[str], place: int | None) -> str:
    return row[place] if place is not None and place < len(row) else ""


def _parts(text: str) -> list[str]:
    return BETWEEN_SEATS.split(text.strip())


def _month_and_day(text: str) -> tuple[int, int] | None:
    """The month and the day of a date; None for any other text, and where the order of its numbers is known."""
    for pattern in (DAY_MONTH, MONTH_DAY, ISO_DAY):
        match = pattern.fullmatch(text)
        if match is not None:
            named = match["month"].lower()
            month = next((i for i, names in enumerate(MONTHS, start=1) if named in names.split()), whole(named))
            return (month, int(match["day"])) if month > 0 else None
    return None


def _undated(text: str, order: str) -> str:
    """The numbers of two seats of which a spreadsheet made a date: `3-Apr` is `4 3` or `3 4`."""
    if typed := AS_TYPED.fullmatch(text):
        return f"{int(typed[1])} {int(typed[2])}"
    found = _month_and_day(text) if order else None
    if found is None:
        return text
    month, day = found
    return f"{month} {day}" if order == MONTH_FIRST else f"{day} {month}"


def _of_side(texts: Sequence[str], read: Callable[[str], object]) -> object:
    """What a side's cells say: one value, or one for each seat."""
    values = [read(text) for text in texts or [""]]
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
