"""Short whole numbers in addresses, and times in the server's time zone."""

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from flask import current_app
from werkzeug.routing import IntegerConverter


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
    """`21:14`."""
    return f"{local(moment):%H:%M}"


def day(moment: datetime) -> str:
    """`Friday, 20 November 2026`."""
    here = local(moment)
    return f"{here:%A}, {here.day} {here:%B %Y}"


def zone_words() -> str:
    """Which clock the times are by."""
    name = str(current_app.config["TIME_ZONE"])
    return "Times are UTC." if name == "UTC" else f"Times are those of {name.replace('_', ' ')}."
