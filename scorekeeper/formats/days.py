"""Days and moments from outside: of years that have a day before and after them in every time zone."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, timedelta
from typing import Any

from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import ValueKind

FIRST_YEAR, LAST_YEAR = 1901, 8999


def day_of(text: str) -> date | None:
    """The day that a text such as 2026-11-19 means; None for anything else."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if FIRST_YEAR <= found.year <= LAST_YEAR else None


def read_day(where: FieldPath, value: object, what: str) -> date:
    """A day of any year. Raises `InvalidInput`."""
    try:
        return date.fromisoformat(where.text(value, what))
    except ValueError:
        raise where.not_a(ValueKind.DAY, value, what) from None


@dataclass(frozen=True, slots=True)
class Day:
    """A field that is a day, of these years."""

    first: int = FIRST_YEAR
    last: int = LAST_YEAR

    def read(self, where: FieldPath, value: object, what: str) -> date:
        """The day, which a form has read before."""
        day = value if isinstance(value, date) else read_day(where, value, what)
        where.whole(day.year, what, self.first, self.last)
        return day

    @property
    def schema(self) -> dict[str, Any]:
        """A day as in ISO 8601."""
        return {"type": "string", "format": "date"}


ANY_DAY = Day(MINYEAR, MAXYEAR)


class Moment:
    """A field that is a moment."""

    def read(self, where: FieldPath, value: object, what: str) -> datetime:
        """The moment, in UTC."""
        return read_moment(where, value, what)

    @property
    def schema(self) -> dict[str, Any]:
        """A moment as in ISO 8601."""
        return {"type": "string", "format": "date-time"}


def read_moment(where: FieldPath, value: object, what: str, longest: int = 80) -> datetime:
    """A canonical time. Raises `InvalidInput`."""
    text = where.text(value, what, longest)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise where.not_a(ValueKind.INSTANT, text, what) from None
    if moment.tzinfo is None:
        raise where.not_a(ValueKind.ZONED, text, what)
    where.whole(moment.year, what, FIRST_YEAR, LAST_YEAR)
    return moment.astimezone(UTC)


def read_minute(where: FieldPath, text: str, form: str, what: str) -> datetime:
    """A minute of UTC in this form. Raises `InvalidInput`."""
    try:
        moment = datetime.strptime(text, form).replace(tzinfo=UTC)
    except ValueError:
        raise where.not_a(ValueKind.MINUTE, text, what) from None
    where.whole(moment.year, what, FIRST_YEAR, LAST_YEAR)
    return moment


DAY_FIRST, MONTH_FIRST = "day-first", "month-first"
ORDERS = (MONTH_FIRST, DAY_FIRST)
"""In which order the day and the month of a date in numbers were typed."""
MONTHS = (
    *("jan ene", "feb", "mar mär mrz", "apr abr", "may mai", "jun"),
    *("jul", "aug ago", "sep set", "oct okt", "nov", "dec dez dic"),
)
"""How the names of months begin."""
WEEKDAY = r"(?:[^\W\d_]{2,10}\.?,?\s+)?"
YEAR = r"(?:(?P<year>\d{4}|\d{2}))"
MONTH = r"(?P<month>[^\W\d_]{3,10})\.?"
ISO = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})")
IN_NUMBERS = re.compile(rf"{WEEKDAY}(\d{{1,2}})\s*([./-])\s*(\d{{1,2}})(?:\s*\2\s*{YEAR}?)?")
DAY_AND_MONTH = re.compile(
    rf"{WEEKDAY}(?P<day>\d{{1,2}})(?:\.|º|st|nd|rd|th)?[-\s/]*(?:(?:de|of)\s+)?{MONTH}(?:,?[-\s/]+(?:(?:de|del)\s+)?{YEAR})?",
    re.IGNORECASE,
)
MONTH_AND_DAY = re.compile(
    rf"(?:[^\W\d_]{{2,10}}\.?,?\s+)??{MONTH}\s*(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+{YEAR})?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class WrittenDay:
    """A day as somebody wrote it: two numbers in this `order`, or in either (empty), and a year if there is one.

    `tells`: it could have been typed in one order only, so others beside it were, too.
    """

    first: int
    second: int
    order: str = ""
    year: int | None = None
    tells: bool = False

    def day(self, order: str = "", near: date | None = None) -> date | None:
        """The day, if it is one in this order; without a year, the one nearest to another day."""
        day, month = (self.second, self.first) if (self.order or order) == MONTH_FIRST else (self.first, self.second)
        if self.year is not None:
            return _day(self.year, month, day)
        if near is None:
            return None
        around = (_day(year, month, day) for year in (near.year - 1, near.year, near.year + 1))
        return min(filter(None, around), key=lambda found: abs((found - near).days), default=None)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if FIRST_YEAR <= year <= LAST_YEAR else None
    except ValueError:
        return None


def written_day(text: str) -> WrittenDay | None:
    """The day that a text means; None if it is none: `2026-09-05`, `5.9.`, `Sat 5 Sep 2026`, `11/12/2026`, of which two
    days are possible.
    """
    text = text.strip()
    if found := ISO.fullmatch(text):
        return _possible(WrittenDay(int(found["day"]), int(found["month"]), DAY_FIRST, int(found["year"])))
    if found := IN_NUMBERS.fullmatch(text):
        first, second = int(found[1]), int(found[3])
        order = DAY_FIRST if found[2] == "." or first > 12 or first == second else MONTH_FIRST if second > 12 else ""
        tells = found[2] != "." and max(first, second) > 12
        return _possible(WrittenDay(first, second, order, _year(found["year"]), tells))
    found = MONTH_AND_DAY.fullmatch(text) or DAY_AND_MONTH.fullmatch(text)
    named = found["month"][:3].casefold() if found else ""
    month = next((number for number, names in enumerate(MONTHS, start=1) if named in names.split()), 0)
    return _possible(WrittenDay(int(found["day"]), month, DAY_FIRST, _year(found["year"]))) if found and month else None


def _year(text: str | None) -> int | None:
    return None if not text else int(text) + (2000 if len(text) == 2 else 0)


def _possible(written: WrittenDay) -> WrittenDay | None:
    """What was written, if it is a day of some year."""
    orders = (written.order,) if written.order else ORDERS
    return written if any(written.day(order, date(2024, 1, 1)) for order in orders) else None


def order_of(days: Iterable[WrittenDay]) -> str:
    """In which order all these were typed, if one of them tells; else empty."""
    orders = {written.order for written in days if written.tells}
    return orders.pop() if len(orders) == 1 else ""


FULL_MONTHS = (
    *("january januar jänner enero", "february februar feber febrero", "march märz maerz marzo", "april abril"),
    *("may mai mayo", "june juni junio", "july juli julio", "august agosto", "september septiembre setiembre"),
    *("october oktober octubre", "november noviembre", "december dezember diciembre"),
)
"""The names of months in the languages of the app."""
IN_A_YEAR = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})|(?P<month_first>\d{1,2})[-/.](?P<year_last>\d{4})")
MONTH_OF = re.compile(r"(?P<month>[^\W\d_]{3,10})\.?,?\s+(?:(?:de|del|of)\s+)?(?P<year>\d{4})", re.IGNORECASE)


def written_period(text: str) -> tuple[date, date] | None:
    """The first day that a text means, and the day after the last one: of a day or a month with its year, such as
    `12.03.2026`, `5 Sep 2026`, `2026-03`, `März 2026`; None for anything else, and where two days are possible.
    """
    begins = text[:1].isdigit() or _month_named(re.split(r"[\W\d_]", text)[0]) is not None
    written = written_day(text) if begins else None
    if written is not None and written.year is not None and written.order:
        day = written.day()
        return None if day is None else (day, day + timedelta(days=1))
    if found := IN_A_YEAR.fullmatch(text):
        return _month(int(found["year"] or found["year_last"]), int(found["month"] or found["month_first"]))
    if found := MONTH_OF.fullmatch(text):
        month = _month_named(found["month"])
        return None if month is None else _month(int(found["year"]), month)
    return None


def _month_named(word: str) -> int | None:
    """The month whose name begins so, from its third letter on."""
    lowered = word.casefold()
    for number, names in enumerate(FULL_MONTHS, start=1):
        if len(lowered) >= 3 and any(name.startswith(lowered) for name in names.split()):
            return number
    return None


def _month(year: int, month: int) -> tuple[date, date] | None:
    first = _day(year, month, 1)
    after = _day(year + month // 12, month % 12 + 1, 1)
    return None if first is None or after is None else (first, after)
