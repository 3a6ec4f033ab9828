"""The games of a list of hands, as sheets; own points say which reading is right."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from scorekeeper.core.inputs import FieldPath, InvalidInput, Json, faults
from scorekeeper.core.inputs.fields import quote, whole
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.seating import Seating
from scorekeeper.core.sheet import Sheet, read_setup, read_sheet
from scorekeeper.formats.days import order_of
from scorekeeper.formats.hand_list.cells import (
    POINTS,
    bid_in,
    cell_at,
    parts_of,
    points_in,
    sum_in,
    tricks_in,
    without_date,
    written_in,
)
from scorekeeper.formats.hand_list.columns import (
    Columns,
    Places,
    if_complete,
    letter_of,
    seat_called,
    with_known_dealers,
    without,
)
from scorekeeper.formats.hand_list.doubts import check_doubts, doubts_of, hand_number, rows_of_hands
from scorekeeper.formats.hand_list.headings import IS_POINTS, label_in, says_points
from scorekeeper.formats.hand_list.reading import HandList, ListAnswers
from scorekeeper.formats.list_sides import sides_by_label

PAIR_BIDS, PAIR = "pair_bids", "pair"


def decided_by_points(
    hand_list: HandList, columns: Columns, head: Mapping[str, object], answers: ListAnswers | None = None
) -> Columns:
    """The reading that gives the points of the list, if it has them for each side and one reading alone does.

    Else the columns come back as they are: then it is asked, and what the points say is not understood.
    """
    setup = read_setup(dict(head))
    sides = [side.players for side in setup.sides]
    columns = with_known_dealers(hand_list, columns, sides)
    places = [place for place, text in enumerate(hand_list.heads) if place not in columns.used and says_points(text)]
    labels = [label_in(IS_POINTS.sub(" ", hand_list.heads[place])) for place in places]
    named, unsure = sides_by_label(labels, sides)
    own = {label_in(hand_list.heads[p]): side for side, of_side in enumerate(columns.bids) for p in of_side}
    of = if_complete(labels, own) or if_complete(labels, named)
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
    rows = rows_of_hands(hand_list, tried, answers)
    for place, side in points:
        cells = [POINTS.fullmatch(cell_at(hand_list.rows[row], place)) for row in rows]
        if None in cells or len(cells) != len(scored):
            return False
        figures = [points_in(cell) for cell in cells if cell]
        if figures not in ([hand[side][kind] for hand in scored] for kind in (0, 1)):
            return False
    return True


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
    check_doubts(hand_list, doubts, given)
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
    written = (written_in(cell_at(row, columns.day)) for row in hand_list.rows)
    order = order_of(filter(None, written)) or given.dates
    for number in rows_of_hands(hand_list, columns, given):
        row, hand = hand_list.rows[number], hand_number(hand_list.rows[number], columns)
        game, day = cell_at(row, columns.game) or game, _day(hand_list, number, columns, order, given.near) or day
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
        sums = {sum(sum_in(cell_at(hand_list.rows[n], place)) for n in rows) for rows in (own, every)}
        others += [] if points_in(found) in sums else [points_in(found)]
    if not points.issuperset(others) and (points.intersection(others) or not 0 <= min(others) <= max(others) <= tricks):
        cells = quote(", ".join(filter(None, hand_list.rows[row])))
        where = FieldPath.to("line", hand_list.number_of(row))
        raise InvalidInput(faults.UNKNOWN_ROW.at(where, {"value": cells}))


def _day(hand_list: HandList, row: int, columns: Columns, order: str, near: date | None) -> date | None:
    """When this row was played. Raises `InvalidInput` for what is no day."""
    cell = cell_at(hand_list.rows[row], columns.day)
    written = written_in(cell)
    found = written.day(order, near) if written else None
    if cell and found is None:
        where = FieldPath.to("line", hand_list.number_of(row))
        raise InvalidInput(faults.NO_DAY.at(where, {"value": quote(cell)}))
    return found


def _dealer(row: Sequence[str], columns: Columns, setup: Sheet) -> int | None:
    """The seat whose player this row names as the dealer, if it does."""
    called = cell_at(row, columns.dealer)
    return seat_called(called, [side.players for side in setup.sides]) if called else None


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


def _hand(row: Sequence[str], columns: Columns, seating: Seating, dates: str) -> Json:
    """A row as a hand of a sheet."""

    def parts(places: Places) -> list[str]:
        texts = [without_date(cell_at(row, place), dates) for place in places]
        return texts if len(texts) > 1 else parts_of(texts[0]) if texts and texts[0] else []

    bids = [parts(places) for places in columns.bids]
    took = [parts(places) for places in columns.took]
    known = [sum(map(whole, own)) for own in took if own]
    if len(known) == len(took) - 1 and min(known, default=0) >= 0:
        took[took.index([])] = [str(max(0, seating.tricks - sum(known)))]
    return {"bids": [_of_side(own, bid_in) for own in bids], "took": [_of_side(own, tricks_in) for own in took]}


def _of_side(texts: Sequence[str], read: Callable[[str], object]) -> object:
    """What a side's cells say: one value, or one for each seat."""
    values = [read(text) for text in texts or [""]]
    return values[0] if len(values) == 1 else values


def _with_pair_bids(head: Mapping[str, object], rules: HouseRules, hands: Sequence[Json]) -> Json:
    given = head.get("options")
    options = dict(given) if isinstance(given, dict) else {}
    offered = {option.key for option in rules.ruleset.options(rules.shape)}
    is_one = rules.seating.in_pairs and any(isinstance(bid, str) for hand in hands for bid in hand["bids"])
    if is_one and PAIR_BIDS in offered and PAIR_BIDS not in options:
        options[PAIR_BIDS] = PAIR
    return options
