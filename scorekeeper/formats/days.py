"""Days and moments from outside: of years that have a day before and after them in every time zone."""

from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime
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
