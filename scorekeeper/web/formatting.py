"""Numbers and times from and for people: short whole numbers, times in the table's time zone."""

import re
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_time
from flask import current_app
from werkzeug.routing import IntegerConverter

from scorekeeper.core.words.language import translate as _
from scorekeeper.web.language import current_locale

WHOLE = re.compile(r"-?[0-9]{1,9}")


def whole_number(text: str) -> int:
    """The number, for `request.form.get(…, type=whole_number)`. Raises `ValueError`."""
    if not WHOLE.fullmatch(text.strip()):
        raise ValueError("no whole number of at most nine digits")
    return int(text)


def whole(text: str | None, otherwise: int = -1) -> int:
    """The number, or `otherwise` where the text is none."""
    try:
        return whole_number(text or "")
    except ValueError:
        return otherwise


class ShortIntegerConverter(IntegerConverter):
    """`<int:…>` in an address: a longer number is nobody's, and the page is not found."""

    regex = r"\d{1,9}"


def zone() -> tzinfo:
    """The server's time zone."""
    name = current_app.config["TIME_ZONE"]
    return UTC if name == "UTC" else ZoneInfo(name)


def local(moment: datetime) -> datetime:
    """The moment in the server's time zone."""
    return moment.astimezone(zone())


def clock(moment: datetime) -> str:
    """`21:14`, as the language of the page writes it."""
    return format_time(local(moment), "short", locale=current_locale())


def day(moment: datetime) -> str:
    """`Friday 20 November 2026`, as the language of the page writes it."""
    return format_date(local(moment), "full", locale=current_locale())


def zone_words() -> str:
    """Which clock the times are by."""
    name = str(current_app.config["TIME_ZONE"])
    return _("Times are UTC.") if name == "UTC" else _("Times are those of {place}.", place=name.replace("_", " "))
