"""Formats times in the phone's time zone, isolates right-to-left names, capitalizes, and limits numbers in URLs."""

import re
from datetime import UTC, date, datetime, tzinfo
from functools import cache, lru_cache
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.dates import format_date, format_time
from flask import Flask, current_app, has_request_context
from markupsafe import Markup
from werkzeug.routing import BaseConverter, IntegerConverter, ValidationError

from scorekeeper.access.cookie import own_cookie
from scorekeeper.clock import utc_now
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import decimal_text, sentence_case
from scorekeeper.formats.days import day_of
from scorekeeper.services.series import night_of
from scorekeeper.web.language import current_locale, in_calendar


class ShortIntegerConverter(IntegerConverter):
    """The converter for `<int:…>` in a URL; a longer number does not match, which is a 404."""

    regex = r"\d{1,9}"


class DayConverter(BaseConverter):
    """The converter for `<day:…>` in a URL, such as 2026-11-19; no day is a 404."""

    regex = r"\d{4}-\d\d-\d\d"

    def to_python(self, value: str) -> date:
        """The day."""
        found = day_of(value)
        if found is None:
            raise ValidationError
        return found

    def to_url(self, value: date | str) -> str:
        """The day as in ISO 8601."""
        return value if isinstance(value, str) else value.isoformat()


CONVERTERS = {"int": ShortIntegerConverter, "day": DayConverter}
"""What reads the parts of a URL, by the names that routes use."""

ZONE_COOKIE = "scorekeeper_zone"
"""The name of the phone's time zone; `times.js` writes it."""

known_zones = cache(available_timezones)


def zone_name() -> str:
    """The phone's time zone, or the server's if no script has set it yet."""
    name = own_cookie(ZONE_COOKIE) if has_request_context() else None
    return name if name is not None and name in known_zones() else str(current_app.config["TIME_ZONE"])


def zone() -> tzinfo:
    """The time zone of the page's times."""
    name = zone_name()
    return UTC if name == "UTC" else ZoneInfo(name)


def local(moment: datetime) -> datetime:
    """This time in the page's time zone."""
    return moment.astimezone(zone())


def clock(moment: datetime) -> str:
    """`21:14`, in the page's language and time zone."""
    return clock_in(zone(), moment)


def clock_in(place: tzinfo, moment: datetime) -> str:
    """`21:14`, in the page's language and this time zone."""
    return in_calendar(format_time(moment.astimezone(place), "short", locale=current_locale()))


def moment_view(moment: datetime) -> dict[str, str]:
    """Values for a `<time>` element: the time as text, and the time and day that the page's script reads."""
    return {
        "clock": clock(moment),
        "iso": iso_text(moment),
        "day": f"{local(moment):%Y-%m-%d}",
    }


def iso_text(moment: datetime) -> str:
    """The time as the page's script reads it."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def day(moment: datetime) -> str:
    """`Friday 20 November 2026`, in the page's language."""
    return date_text(local(moment), "full")


def short_day(moment: datetime) -> str:
    """`20 November 2026`, in the page's language."""
    return date_text(local(moment), "long")


def average(sum_of_all: int, count: int) -> str:
    """`1.4`, with the decimal sign of the page’s language; a dash if there is nothing to divide by."""
    if not count:
        return "\u2013"
    whole, _point, tenth = f"{sum_of_all / count:.1f}".partition(".")
    return decimal_text(whole, int(tenth))


LONGEST = 12 * 60
"""Minutes; a game that took longer was paused, and its duration says nothing."""


def minutes_between(started: datetime, ended: datetime | None) -> int:
    """How long a game took; 0 if it was paused, or has not ended."""
    minutes = 0 if ended is None else round((ended - started).total_seconds() / 60)
    return minutes if minutes <= LONGEST else 0


def date_text(when: date, length: Literal["full", "long"]) -> str:
    """A date in the page's language."""
    day = when.date() if isinstance(when, datetime) else when
    return in_calendar(_date_in(current_locale(), day, length))


@lru_cache(maxsize=500)  # a list of games has the same few days each time
def _date_in(locale: Locale, day: date, length: Literal["full", "long"]) -> str:
    return format_date(day, length, locale=locale)


def month_text(moment: datetime) -> str:
    """The month of a moment, with the year unless it is this one."""
    day = local(moment)
    form = "LLLL" if day.year == local(utc_now()).year else "LLLL y"
    return in_calendar(format_date(day, form, locale=current_locale()))


EVENING = 17
"""From this hour until the night ends its games are tonight's; before that, today's."""


def tonight(zone: tzinfo) -> str:
    """The heading for this night in a table's time zone: `Tonight`, or `Today` during the day."""
    now = utc_now().astimezone(zone)
    return _("Tonight") if now.date() != night_of(now, zone) or now.hour >= EVENING else _("Today")


def zone_words() -> str:
    """The time zone of the times on the page."""
    name = zone_name()
    return _("Times are UTC.") if name == "UTC" else _("Times are those of {place}.", place=name.replace("_", " "))


LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
"""Hebrew, Arabic, Syriac and the other right-to-left scripts, with their marks and digits."""
RUN = re.compile(f"[{LETTERS}]+(?:(?: & | |['’.-])[{LETTERS}]+)*")
"""One right-to-left name, or two partners. A comma or a dash ends it, since another name follows."""
ISOLATED = "\u2068{}\u2069"


def add_filters(app: Flask) -> None:
    """Add the filters `isolated` and `capital` to the templates."""
    app.add_template_filter(isolated)
    app.add_template_filter(capital)


def capital(text: str | int) -> str:
    """A text with a capital letter first and the others as they are: Jinja's own filter makes “Blind-nil” of German.

    >>> capital("blind-Nil"), capital(4)
    ('Blind-Nil', '4')
    """
    return sentence_case(str(text))


def isolated(text: str) -> str:
    """A sentence with each right-to-left name in direction isolates; not for values that a form posts back.

    >>> ascii(isolated("דן 520, Ben 310"))
    "'\\u2068\\u05d3\\u05df\\u2069 520, Ben 310'"
    """
    apart = RUN.sub(lambda found: ISOLATED.format(found[0]), str(text))
    return Markup(apart) if isinstance(text, Markup) else apart
