"""The one clock of the server: nothing else in `scorekeeper` asks what the time is."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """The current time, in UTC."""
    return datetime.now(UTC)
