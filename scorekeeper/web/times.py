"""Times as the table reads them: in the time zone that the server is set to, or UTC, and saying so."""

from datetime import datetime

from flask import current_app

from scorekeeper.settings import zone_of


def local(moment: datetime) -> datetime:
    """The moment in the server's time zone."""
    return moment.astimezone(zone_of(current_app.config["TIME_ZONE"]))


def clock(moment: datetime) -> str:
    """`21:14`."""
    return f"{local(moment):%H:%M}"


def day(moment: datetime) -> str:
    """`Friday, 20 November 2026`."""
    here = local(moment)
    return f"{here:%A}, {here.day} {here:%B %Y}"


def zone_words() -> str:
    """Which clock the times are by."""
    zone = str(current_app.config["TIME_ZONE"])
    return "Times are UTC." if zone == "UTC" else f"Times are those of {zone.replace('_', ' ')}."
