"""The one spelling of JSON and of a time, so that equal records are equal bytes everywhere.

Keys sorted, no spaces, ASCII only, times in UTC with microseconds: what the hash chain is taken over,
and how JSON is kept in both databases.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime

from scorekeeper.formats.chain.errors import Unwritable


def canonical_json(value: object) -> str:
    """`value` in its one spelling; raises `Unwritable` where JSON has none for it."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as problem:
        raise Unwritable(f"this cannot be written as JSON: {problem}") from None


def canonical_time(moment: datetime) -> str:
    """`moment` as 2026-11-20T21:14:05.123456Z; raises `Unwritable` where it names no time zone."""
    if moment.tzinfo is None:
        raise Unwritable("a time needs its time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
