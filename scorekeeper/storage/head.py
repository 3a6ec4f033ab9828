"""The head of a sheet: what is settled before the first hand, and goes into a game's first entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class SideHead:
    """A side: its name, and its players' names in seat order."""

    name: str
    players: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The rules with their revision, the options as given and as resolved, the sides, and who deals first.

    `more` is what else the sheet's head holds, such as deals of the table's own; it stands in the first entry alone.
    """

    rules: str
    revision: int
    options_given: Mapping[str, Any]
    options: Mapping[str, Any]
    sides: Sequence[SideHead]
    dealer: int
    more: Mapping[str, Any] = field(default_factory=dict)

    def payload(self) -> dict[str, Any]:
        """The first entry's payload, so that the chain covers it. Names only: a player's id is local."""
        return {**self.more, **self.settled()}

    def settled(self) -> dict[str, Any]:
        """What every game has, in its row too."""
        return {
            "rules": self.rules,
            "revision": self.revision,
            "options_given": self.options_given,
            "options": self.options,
            "sides": [{"name": side.name, "players": list(side.players)} for side in self.sides],
            "dealer": self.dealer,
        }

    def players(self) -> list[str]:
        """Every name, side by side."""
        return [name for side in self.sides for name in side.players]
