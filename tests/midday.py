"""No night and no day ends while a test runs: a time zone for tests of nights, and a wait before all others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import sleep

A_TEST = timedelta(seconds=20)
ENDS = (0, 5)
"""The hours in UTC at which a day or a night ends."""


def midday_zone() -> str:
    """The name of a time zone in which it is between noon and one now."""
    east = 12 - datetime.now(UTC).hour
    return f"Etc/GMT{-east:+d}"  # POSIX counts to the west


def wait_for_the_end_of_a_night() -> None:
    """Wait if a night or a day is about to end: what a test wrote tonight would be yesterday's when it looks."""
    now = datetime.now(UTC)
    if (then := now + A_TEST).hour in ENDS and then.hour != now.hour:
        sleep((then.replace(minute=0, second=0, microsecond=0) - now).total_seconds())
