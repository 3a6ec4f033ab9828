"""Days and moments from outside: of years that have a day before and after them in every time zone."""

from datetime import UTC, date, datetime

from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import Kind

FIRST_YEAR, LAST_YEAR = 1901, 8999


def day_of(text: str) -> date | None:
    """The day that a text such as 2026-11-19 means; None for anything else."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if FIRST_YEAR <= found.year <= LAST_YEAR else None


def read_moment(where: FieldPath, value: object, what: str, longest: int = 80) -> datetime:
    """A canonical time. Raises `InvalidInput`."""
    text = where.text(value, what, longest)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise where.not_a(Kind.INSTANT, text, what) from None
    if moment.tzinfo is None:
        raise where.not_a(Kind.ZONED, text, what)
    where.whole(moment.year, what, FIRST_YEAR, LAST_YEAR)
    return moment.astimezone(UTC)


def read_minute(where: FieldPath, text: str, form: str, what: str) -> datetime:
    """A minute of UTC in this form. Raises `InvalidInput`."""
    try:
        moment = datetime.strptime(text, form).replace(tzinfo=UTC)
    except ValueError:
        raise where.not_a(Kind.MINUTE, text, what) from None
    where.whole(moment.year, what, FIRST_YEAR, LAST_YEAR)
    return moment
