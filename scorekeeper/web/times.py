"""Times as the table reads them: in the time zone that the server is set to, or UTC, and saying so."""

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from flask import current_app


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
