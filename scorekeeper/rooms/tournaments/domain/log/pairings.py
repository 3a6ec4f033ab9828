"""Pairings: a round as it was paired, each match with its reasons."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from scorekeeper.core.inputs import FieldPath, InvalidInput, Json
from scorekeeper.core.inputs.faults import ValueKind
from scorekeeper.declared import Most, Text, Whole
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import (
    MAX_KEY,
    MAX_NUMBER,
    MAX_PAIRINGS,
    MAX_PLACES,
    MAX_REASONS,
    MAX_SEED,
    MAX_SEQ,
    MAX_SIDES,
    MAX_SLOT,
    MAX_TEAMS,
    MAX_WAVES,
)
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Number, TableNumber

WALKOVER = "walkover"
"""Why a team has a bye because the other one left: it counts as a win, where a bye counts nothing."""

SWAPPED = "swapped"
"""Why a match has the teams that the director gave it."""
NO_REMATCH = "no-rematch"
"""Why a match of a bracket has teams of another one of its round."""

Sides = Annotated[tuple[Annotated[tuple[Number, ...], Most(MAX_SIDES, filled=True)], ...], Most(MAX_SIDES, filled=True)]
"""Who plays, as the numbers of teams for each side of the game: `((3,), (8,))`; `((1, 4), (2, 7))` in a rotation.

A single side has a bye or sits out.
"""

Wave = Annotated[int, Whole(1, MAX_WAVES)]


class Params:
    """Params of a reason: numbers, short texts, and lists and objects of them."""

    def read(self, where: FieldPath, value: object, what: str, depth: int = 3) -> Any:
        """The params by their names."""
        if depth == 3 and not isinstance(value, dict):
            raise where.not_a(ValueKind.OBJECT, value, what)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return where.whole(value, what, -MAX_SEED, MAX_SEED)
        if isinstance(value, list) and depth:
            return tuple(
                self.read(where, part, what, depth - 1) for part in Most(MAX_PAIRINGS).read(where, value, what)
            )
        if isinstance(value, dict) and depth and len(value) <= 20:
            return {
                where.text(key, what, MAX_KEY): self.read(where, part, what, depth - 1) for key, part in value.items()
            }
        return where.text(value, what, 200, empty=True)

    @property
    def schema(self) -> Json:
        """Any object."""
        return {"type": "object"}


@dataclass(frozen=True, slots=True)
class Why:
    """A reason as a code with its params, worded by `tournament.words`."""

    code: Annotated[str, Text(MAX_KEY)]
    params: Annotated[Mapping[str, Any], Params()] = field(default_factory=dict)


Reasons = Annotated[tuple[Why, ...], Most(MAX_REASONS)]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match of a round as it was paired.

    `match` is its number in the tournament, `table` the number of a real table (None for a bye). `slot` is its place in
    a bracket, such as `W2.1`; `pool` its pool in a round robin, from 1; both empty elsewhere. `wave` is 2 where too few
    tables make two waves.
    """

    match: Number
    sides: Sides
    table: TableNumber = None
    why: Reasons = ()
    slot: Annotated[str, Text(MAX_SLOT, empty=True)] = ""
    pool: Annotated[int, Whole(0, MAX_TEAMS)] = 0
    wave: Wave = 1

    @property
    def is_bye(self) -> bool:
        """Whether there is nobody to play against."""
        return len(self.sides) == 1

    @property
    def teams(self) -> tuple[int, ...]:
        """All teams of the match."""
        return tuple(team for side in self.sides for team in side)


class Counted:
    """A match, and the number of an event."""

    def read(self, where: FieldPath, value: object, what: str) -> tuple[int, int]:
        """The two numbers."""
        pair = Most(2).read(where, value, what)
        if len(pair) != 2:
            raise InvalidInput(faults.FIGURES_MISCOUNTED.at(where, {"what": what, "found": len(pair), "most": 2}))
        return where.whole(pair[0], what, 1, MAX_NUMBER), where.whole(pair[1], what, 0, MAX_SEQ)

    @property
    def schema(self) -> Json:
        """A list of two numbers."""
        return {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}


Places = Annotated[tuple[Annotated[int | None, Whole(1, MAX_NUMBER)], ...], Most(MAX_PLACES)]
