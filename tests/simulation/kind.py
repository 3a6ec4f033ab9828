"""What is played in an evening. A room adds kinds by a module `simulated` in its tests, which has `KINDS`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Kind:
    """What is played: the rule set, who sits where, from the dealer’s left, and whether Ben bids on his own phone.

    Of a game that a room begins, `begin` gives the id, at the table with this id; at its `desk` something is written
    that the game does not know, and what that was is returned; `check` raises `AssertionError` for what must not be.
    """

    rules: str
    seats: tuple[str, ...]
    tricks: int = 13
    target: int = 150  # it ends after two hands or three
    is_own: bool = False
    begin: Callable[[str], str] | None = None
    desk: Callable[[str, Random], str] | None = None
    check: Callable[[str], None] | None = None

    @property
    def sides(self) -> int:
        return 2 if len(self.seats) == 4 else len(self.seats)

    def record(self, bids: object, random: Random) -> str:
        """A hand with these bids and any tricks."""
        cuts = sorted(random.randrange(self.tricks + 1) for _ in range(self.sides - 1))
        took = [high - low for low, high in zip((0, *cuts), (*cuts, self.tricks), strict=True)]
        return json.dumps({"bids": bids, "took": took})

    def bids_of(self, call: str) -> list[list[str]]:
        """All of them bid this."""
        return [[call] * (len(self.seats) // self.sides)] * self.sides


FOUR = ("Ann", "Ben", "Cal", "Dee")
