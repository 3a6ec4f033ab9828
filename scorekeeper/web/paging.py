"""Where a page of a long list begins, as links say it: a moment, and what orders the rows of that moment.

Such a page is read from an index, and shows nothing twice when rows are added before it, unlike a page with a number.
"""

import re
from datetime import UTC, datetime, timedelta

from scorekeeper.storage.members import MAX_ID

PLACE = re.compile(r"(-?\d{1,20})\.(\w{1,40})", re.ASCII)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def cursor_text(moment: datetime, row: int | str) -> str:
    """The cursor after this row, for a link."""
    return f"{(moment - EPOCH) // timedelta(microseconds=1)}.{row}"


def cursor(text: str | None) -> tuple[datetime, str] | None:
    """The moment and the row of a cursor from a link; None if it is not one, which shows the first page."""
    match = PLACE.fullmatch(text or "")
    try:
        return (EPOCH + timedelta(microseconds=int(match[1])), match[2]) if match else None
    except OverflowError:
        return None


def numbered_cursor(text: str | None) -> tuple[datetime, int] | None:
    """The same of rows that have a number."""
    found = cursor(text)
    if found is None or not found[1].isdecimal() or int(found[1]) > MAX_ID:
        return None
    return found[0], int(found[1])
