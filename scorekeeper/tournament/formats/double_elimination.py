"""Double elimination: lose twice and be out. The final is played again if it is the first loss of who lost it."""

from scorekeeper.tournament.format import Format, FormatSetting, PairingRequest, Proposal, Replacement
from scorekeeper.tournament.formats import _bracket
from scorekeeper.tournament.formats._bracket import Progress
from scorekeeper.tournament.setup import Stage
from scorekeeper.tournament.standings import AS_NOTHING, Counting, RankedTeam
from scorekeeper.tournament.state import TournamentState


class DoubleElimination(Format):
    """The format. Without `reset`, one final decides.

    A team that comes before round 2 is paired has lost the round that it missed: it takes the place beside a bye.
    """

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
        draw = state.draws[stage][-1]
        reset = bool(self.setting(state.stages[stage - 1], "reset"))
        return _bracket.progress(state, stage, _bracket.double(draw.places[0], reset), gone)

    def accepts(self, draw: tuple[tuple[int | None, ...], ...]) -> bool:
        return len(draw) == 1 and _bracket.is_complete(draw[0])

    def is_over(self, state: TournamentState, stage: int, now: int = 0) -> bool:
        return self.bracket(state, stage).is_over

    def pair(self, request: PairingRequest) -> Proposal:
        state, stage = request.state, request.stage
        gone = frozenset(state.teams) - frozenset(request.seeds)
        late = self._with_late(request) if request.number == 2 else ()
        if late:
            with_late = _bracket.double(late, bool(self.setting(request.setup, "reset")))
            found = _bracket.progress(state, stage, with_late, gone)
            return Proposal(_bracket.ready_pairings(found, request.number), draw=(late,))
        if request.number > 1:
            return Proposal(_bracket.ready_pairings(self.bracket(state, stage, gone), request.number))
        request.check_teams(2)
        places = _bracket.seeded(request.seeds)
        bracket = _bracket.double(places, bool(self.setting(request.setup, "reset")))
        return Proposal(_bracket.ready_pairings(_bracket.drawn(bracket), request.number), draw=(places,))

    def _with_late(self, request: PairingRequest) -> tuple[int | None, ...]:
        """The places with teams that came after round 1, beside the byes while there are any; empty without any."""
        places = list(request.state.draws[request.stage][0].places[0])
        late = [team for team in request.seeds if team not in places]
        free = _bracket.free_places(places, _bracket.in_order_of_seeds(places))
        for place, team in zip(free, late, strict=False):
            places[place] = team
        return tuple(places) if free and late else ()

    def standings(self, state: TournamentState, stage: int) -> tuple[RankedTeam, ...]:
        if not state.draws.get(stage):
            return ()
        return _bracket.placed(state, stage, [self.bracket(state, stage)], self.counting(state.stages[stage - 1]))

    def replacements(self, state: TournamentState, stage: int) -> list[Replacement]:
        return _bracket.replacements(state, self.bracket(state, stage)) if state.draws.get(stage) else []


FORMAT = DoubleElimination()
