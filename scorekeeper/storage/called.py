"""What this reader reads instead of a name: a room of the table may call somebody by a number."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

from sqlalchemy import Dialect

from scorekeeper.storage.columns import PlainText


@dataclass(frozen=True, slots=True)
class Called:
    """What players are called, by their names: in every list of the table, and in the rows of these games, by id.

    `why_no_page` tells somebody who only watches why the page of such a player stays closed, `why_no_pad` the same of
    the pads of these games.
    """

    players: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    why_no_page: str = ""
    why_no_pad: str = ""


BY_NAME = Called()
CALLED: ContextVar[Called] = ContextVar("called", default=BY_NAME)
"""For the request that runs; the access check sets it."""


class PlayerName(PlainText):
    """A player's name, as this reader may read it. A list that is made tomorrow cannot forget to ask."""

    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        called = CALLED.get().players
        return value if value is None or not called else called.get(value, value)
