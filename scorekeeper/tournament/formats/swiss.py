"""Swiss: winners play winners, a set number of rounds, and nobody meets twice."""

from dataclasses import dataclass

from scorekeeper.tournament.format import FormatSetting, PairingRequest, Proposal
from scorekeeper.tournament.setup import Stage
from scorekeeper.tournament.state import TournamentState


@dataclass(frozen=True, slots=True)
class Swiss:
    """The format."""

    key: str = "swiss"
    order: int = 1
    settings: tuple[FormatSetting, ...] = (FormatSetting("house_team", False),)
    solo: bool = False
    grows: bool = False
    is_bracket: bool = False

    def rounds(self, stage: Stage, teams: int) -> int:
        """As set; else enough to leave one team without a loss."""
        return stage.rounds or max(1, (max(teams, 2) - 1).bit_length())

    def is_over(self, state: TournamentState, stage: int) -> bool:
        raise NotImplementedError

    def pair(self, request: PairingRequest) -> Proposal:
        raise NotImplementedError


FORMAT = Swiss()
