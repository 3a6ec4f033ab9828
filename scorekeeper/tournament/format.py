"""What a format is: how it pairs, when its stage is over, and what it can be set to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from scorekeeper.tournament.events import Pairing, Sides
from scorekeeper.tournament.setup import Stage, Value
from scorekeeper.tournament.state import TournamentState


@dataclass(frozen=True, slots=True)
class FormatSetting:
    """Something that a format can be set to: its `choices`, or a whole number from `low` to `high`, or a switch."""

    key: str
    default: Value
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return isinstance(self.default, bool)


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """What a format pairs from.

    `seeds` are the teams of the stage in the order of seeds, without those that dropped out. `lot_seed` decides every
    lot. `ratings` come from outside. `now` is the moment in milliseconds of UTC, for open play. `tables` are the
    numbers of the tables that are free, None for enough of them.
    """

    state: TournamentState
    stage: int
    number: int
    seeds: tuple[int, ...]
    lot_seed: int
    now: int = 0
    ratings: Mapping[int, float] = field(default_factory=dict)

    @property
    def setup(self) -> Stage:
        """The stage's setup."""
        return self.state.stages[self.stage - 1]


@dataclass(frozen=True, slots=True)
class Proposal:
    """The pairings of a round before they have numbers and tables, and what is drawn with them."""

    pairings: tuple[Pairing, ...]
    draw: tuple[tuple[int | None, ...], ...] = ()
    plan: tuple[tuple[Sides, ...], ...] = ()


class Format(Protocol):
    """A format. `settings` are what `Stage.settings` may have; `solo`: each entry is one player."""

    @property
    def key(self) -> str:
        """Its name in setups, such as `swiss`."""

    @property
    def order(self) -> int:
        """Its place in the menu."""

    @property
    def settings(self) -> tuple[FormatSetting, ...]:
        """What it can be set to."""

    @property
    def solo(self) -> bool:
        """Whether partners change, so that a team is one player."""

    @property
    def grows(self) -> bool:
        """Whether its only round grows, as in open play."""

    @property
    def is_bracket(self) -> bool:
        """Whether it is drawn as a bracket."""

    def rounds(self, stage: Stage, teams: int) -> int:
        """How many rounds the stage has with so many teams, for estimates; 0 if there is no telling."""

    def is_over(self, state: TournamentState, stage: int) -> bool:
        """Whether the stage is over once its paired rounds are."""

    def pair(self, request: PairingRequest) -> Proposal:
        """The pairings of the next round. Raises `NotNow` if there are none."""
