"""Single elimination: lose once and be out, unless teams can buy back."""

from collections.abc import Sequence

from scorekeeper.core.inputs import Fault
from scorekeeper.rooms.tournaments.domain.format import (
    Format,
    FormatSetting,
    PairingRequest,
    Proposal,
    Replacement,
    too_late,
)
from scorekeeper.rooms.tournaments.domain.formats import _bracket
from scorekeeper.rooms.tournaments.domain.formats._bracket import Progress, RoundsMet
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_ROUNDS
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage
from scorekeeper.rooms.tournaments.domain.standings import AS_NOTHING, Counting, RankedTeam


class SingleElimination(Format):
    """The format. A team may buy back `buy_backs` times, until round `buy_back_until` + 1 is paired.

    A late team comes in by the same time. Both take the byes of the next round; who finds none plays in against the
    last seeds.
    """

    key = "single-elimination"
    order = 5
    settings = (
        FormatSetting("third_place", False),
        FormatSetting("buy_backs", 0, high=9),
        FormatSetting("buy_back_until", 1, low=1, high=MAX_ROUNDS),
    )
    is_bracket = True
    names_rounds = True

    def counting(self, stage: Stage) -> Counting:
        return Counting(bye=AS_NOTHING, missed=False)

    def rounds(self, stage: Stage, teams: int, tables: int | None = None) -> int:
        """Enough to leave one team; buy-backs may take one more."""
        return max(1, (max(teams, 2) - 1).bit_length())

    def brackets(self, state: TournamentState, stage: int, gone: frozenset[int] = frozenset()) -> list[Progress]:
        """The bracket of each draw of the stage; after buy-backs there are several, and the last goes on."""
        third = bool(self.setting(state.stages[stage - 1], "third_place"))
        drawn = [_bracket.single(draw.places[0], draw.round, third) for draw in state.draws.get(stage, ())]
        ends = {place: bracket.from_round for place, bracket in enumerate(drawn[1:])}
        return [_bracket.progress(state, stage, bracket, gone, ends.get(place)) for place, bracket in enumerate(drawn)]

    def accepts(self, draw: tuple[tuple[int | None, ...], ...]) -> bool:
        return len(draw) == 1 and _bracket.is_complete(draw[0])

    def is_over(self, state: TournamentState, stage: int, now: int = 0) -> bool:
        return self.brackets(state, stage)[-1].is_over and not _bracket.bought_back(state, stage)

    def pair(self, request: PairingRequest) -> Proposal:
        if request.number == 1:
            request.check_teams(2)
        state, stage = request.state, request.stage
        met = _bracket.met(state, stage)
        places = _bracket.seeded(request.seeds) if request.number == 1 else self._redrawn(request, met)
        gone = frozenset(state.teams) - frozenset(request.seeds)
        if places:
            third = bool(self.setting(request.setup, "third_place"))
            bracket = _bracket.single(places, request.number, third)
            found = _bracket.progress(state, stage, bracket, gone)
            return Proposal(_bracket.ready_pairings(found, request.number, met), draw=(places,))
        return Proposal(_bracket.ready_pairings(self.brackets(state, stage, gone)[-1], request.number, met))

    def _late(self, request: PairingRequest) -> list[int]:
        """Teams that came after the first round was paired; as long as teams may buy back, they play in, too."""
        if request.number - 1 > int(self.setting(request.setup, "buy_back_until") or 0):
            return []
        drawn = {team for draw in request.state.draws[request.stage] for team in draw.places[0]}
        return [team for team in request.seeds if team not in drawn]

    def _redrawn(self, request: PairingRequest, met: RoundsMet) -> tuple[int | None, ...]:
        """The places of a bracket with those who bought back or came late; empty without any.

        While matches are still played they wait.
        """
        state, stage = request.state, request.stage
        back = _bracket.bought_back(state, stage) + self._late(request)
        found = self.brackets(state, stage)[-1]
        if not back or found.is_played_now:
            return ()
        seeds = _bracket.in_order_of_seeds(state.draws[stage][0].places[0])
        seeds += [team for team in back if team not in seeds]
        back.sort(key=seeds.index)
        return tuple(_bracket.with_more(_bracket.next_places(found), seeds, back, met))

    def refuses_late(self, state: TournamentState, stage: int, others: Sequence[int] = ()) -> Fault | None:
        until = int(self.setting(state.stages[stage - 1], "buy_back_until") or 0) + 1
        return too_late(until) if len(state.rounds_of(stage)) >= until else None

    def buys_back(self, state: TournamentState, stage: int, team: int) -> Fault | None:
        return _bracket.no_buy_back(state, stage, team, self.brackets(state, stage), self)

    def standings(self, state: TournamentState, stage: int) -> tuple[RankedTeam, ...]:
        return _bracket.placed(state, stage, self.brackets(state, stage), self.counting(state.stages[stage - 1]))

    def replacements(self, state: TournamentState, stage: int) -> list[Replacement]:
        return _bracket.replacements(state, self.brackets(state, stage)[-1]) if state.draws.get(stage) else []


FORMAT = SingleElimination()
