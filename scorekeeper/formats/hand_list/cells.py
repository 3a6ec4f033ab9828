"""What the cells of a list of hands say: bids, tricks, points, and dates, which a spreadsheet makes of two numbers."""

import re
from collections.abc import Sequence

from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import whole
from scorekeeper.formats.days import MONTH_FIRST, MONTHS, ORDERS, WrittenDay, written_day

BETWEEN_SEATS = re.compile(r"\s*[/&]\s*|\s+(?:and|und|y|e)\s+|\s+", re.IGNORECASE)
SPELLED = {"n": "nil", "bn": "blind-nil", "b/n": "blind-nil", "null": "nil", "nulo": "nil", "nill": "nil"}
POINT_NOTHING = re.compile(r"(\d+)[.,]0+")
"""A number as some spreadsheets write it: `9.0`, `9,0`."""
NUMBERED = re.compile(r"[^\d]{0,12}?(\d{1,4})(?:\.|st|nd|rd|th|[ºª°])?", re.IGNORECASE)
"""The number of a hand, as `3`, `#3`, `3rd` or `Hand 3`."""
POINTS = re.compile(r"[+]?([-−–]?\d{1,5})|\((\d{1,5})\)")
"""Points, of which a bookkeeper puts those that are lost in brackets."""
DAY_MONTH = re.compile(r"(?P<day>\d{1,2})[-. /]+(?P<month>[^\W\d_]{3})[^\W\d_]*\.?(?:[-. /]+\d{2,4})?")
MONTH_DAY = re.compile(r"(?P<month>[^\W\d_]{3})[^\W\d_]*\.?[-. /]+(?P<day>\d{1,2})")
ISO_DAY = re.compile(r"\d{4}-(?P<month>\d\d)-(?P<day>\d\d)(?:[ T]00:00(?::00)?)?")
TIME_AFTER_DAY = re.compile(r"(.*\d)[T,\s]+\d{1,2}[:.h]\d\d(?::\d\d)?(?:\s*[ap]\.?m\.?)?", re.IGNORECASE)
AS_TYPED = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.]\d{2,4}(?: 0?0:00(?::00)?)?")
"""A date in numbers: whatever the country, they stand in the order in which they were typed."""


def plain_cell(cell: str) -> str:
    number = POINT_NOTHING.fullmatch(cell)
    return number[1] if number else cell


def points_in(found: re.Match[str]) -> int:
    return -int(found[2]) if found[2] else int(re.sub("[−–]", "-", found[1]))


def sum_in(cell: str) -> int:
    """What the figures of a cell add up to: of points, or of the bids or tricks of each seat."""
    found = [POINTS.fullmatch(part) for part in parts_of(cell)]
    return sum(points_in(part) for part in found if part)


def written_in(cell: str) -> WrittenDay | None:
    """The day of a date, which may have a time after it."""
    timed = TIME_AFTER_DAY.fullmatch(cell)
    return written_day(timed[1] if timed else cell)


def bids_or_date(where: FieldPath, cell: str) -> InvalidInput:
    one, other = (without_date(cell, order) for order in ORDERS)
    return InvalidInput(faults.BIDS_OR_DATE.at(where, {"value": cell, "one": one, "other": other}))


def cell_at(row: Sequence[str], place: int | None) -> str:
    return row[place] if place is not None and place < len(row) else ""


def parts_of(text: str) -> list[str]:
    return BETWEEN_SEATS.split(text.strip())


def month_and_day(text: str) -> tuple[int, int] | None:
    """The month and the day of a date; None for any other text, and where the order of its numbers is known."""
    for pattern in (DAY_MONTH, MONTH_DAY, ISO_DAY):
        match = pattern.fullmatch(text)
        if match is not None:
            named = match["month"].lower()
            month = next((i for i, names in enumerate(MONTHS, start=1) if named in names.split()), whole(named))
            return (month, int(match["day"])) if month > 0 else None
    return None


def without_date(text: str, order: str) -> str:
    """The numbers of two seats of which a spreadsheet made a date: `3-Apr` is `4 3` or `3 4`."""
    if typed := AS_TYPED.fullmatch(text):
        return f"{int(typed[1])} {int(typed[2])}"
    found = month_and_day(text) if order else None
    if found is None:
        return text
    month, day = found
    return f"{month} {day}" if order == MONTH_FIRST else f"{day} {month}"


def bid_in(text: str) -> str:
    return SPELLED.get(text.lower(), text.lower())


def tricks_in(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else text
