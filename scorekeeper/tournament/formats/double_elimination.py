"""Double elimination: lose twice and be out. The final is played again if it is the first loss of who lost it."""

from scorekeeper.tournament.format import Format, FormatSetting, PairingRequest, Proposal, Replacement
from scorekeeper.tournament.formats import _bracket
from scorekeeper.tournament.formats._bracket import Progress
from scorekeeper.tournament.setup import Stage
from scorekeeper.tournament.standings import AS_NOTHING, Counting, RankedTeam
from scorekeeper.tournament.state import TournamentState


class DoubleElimination(Format):
    """The format. Without `reset`, one final decides."""

    key = "double-elimination"
    order = 6
    settings = (FormatSetting("reset", True),)
    is_bracket = True

    def counting(self, stage: Stage) -> Counting:
        return Counting(bye=AS_NOTHING, missed=False)

    def rounds(self, stage: Stage, teams: int, tables: int | None = None) -> int:
        """Two for each round of the winners' bracket; a reset is one more."""
        return 2 * max(1, (max(teams, 2) - 1).bit_length())

    def bracket(self, state: TournamentState, stage: int, gone: frozenset[int] = frozenset()) -> Progress:
        """The bracket as it is now."""
        [draw] = state.draws[stage]
        reset = bool(self.setting(state.stages[stage - 1], "reset"))
        return _bracket.progress(state, stage, _bracket.double(draw.places[0], reset), gone)

    def accepts(self, draw: tuple[tuple[int | None, ...], ...]) -> bool:
        return len(draw) == 1 and _bracket.is_complete(draw[0])

    def is_over(self, state: TournamentState, stage: int, now: int = 0) -> bool:
        return self.bracket(state, stage).is_over

    def pair(self, request: PairingRequest) -> Proposal:
        state, stage = request.state, request.stage
        if request.number > 1:
            gone = frozenset(state.teams) - frozenset(request.seeds)
            return Proposal(_bracket.ready_pairings(self.bracket(state, stage, gone), request.number))
        request.check_teams(2)
        places = _bracket.seeded(request.seeds)
        bracket = _bracket.double(places, bool(self.setting(request.setup, "reset")))
        return Proposal(_bracket.ready_pairings(_bracket.drawn(bracket), request.number), draw=(places,))

    def standings(self, state: TournamentState, stage: int) -> tuple[RankedTeam, ...]:
        if not state.draws.get(stage):
            return ()
        return _bracket.placed(state, stage, [self.bracket(state, stage)], self.counting(state.stages[stage - 1]))

    def replacements(self, state: TournamentState, stage: int) -> list[Replacement]:
        return _bracket.replacements(state, self.bracket(state, stage)) if state.draws.get(stage) else []


FORMAT = DoubleElimination()
