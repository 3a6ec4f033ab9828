"""A time zone for tests of nights: no night ends while they run."""

from __future__ import annotations

from datetime import UTC, datetime


def midday_zone() -> str:
    """The name of a time zone in which it is between noon and one now."""
    east = 12 - datetime.now(UTC).hour
    return f"Etc/GMT{-east:+d}"  # POSIX counts to the west
