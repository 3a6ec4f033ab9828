"""Single elimination: lose once and be out, unless teams can buy back."""

from itertools import chain

from scorekeeper.core.inputs import Fault, FieldPath, faults
from scorekeeper.tournament.format import Format, FormatSetting, PairingRequest, Proposal, Replacement
from scorekeeper.tournament.formats import _bracket
from scorekeeper.tournament.formats._bracket import Bracket, Progress
from scorekeeper.tournament.setup import MAX_ROUNDS, Stage
from scorekeeper.tournament.standings import AS_NOTHING, Counting, RankedTeam
from scorekeeper.tournament.state import TournamentState


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
        return self.brackets(state, stage)[-1].is_over and not self._bought_back(state, stage)

    def pair(self, request: PairingRequest) -> Proposal:
        if request.number == 1:
            request.check_teams(2)
        state, stage = request.state, request.stage
        places = _bracket.seeded(request.seeds) if request.number == 1 else self._redrawn(request)
        if places:
            third = bool(self.setting(request.setup, "third_place"))
            bracket = _bracket.single(places, request.number, third)
            return Proposal(_bracket.ready_pairings(_bracket.drawn(bracket), request.number), draw=(places,))
        gone = frozenset(state.teams) - frozenset(request.seeds)
        return Proposal(_bracket.ready_pairings(self.brackets(state, stage, gone)[-1], request.number))

    def _bought_back(self, state: TournamentState, stage: int) -> list[int]:
        """Teams that bought back and are in no bracket since."""
        last = state.draws[stage][-1].round if state.draws.get(stage) else 0
        return [
            team.id
            for team in state.teams.values()
            if team.plays and any(of == stage and after >= last for of, after in team.buy_backs)
        ]

    def _late(self, request: PairingRequest) -> list[int]:
        """Teams that came after the first round was paired; as long as teams may buy back, they play in, too."""
        if request.number - 1 > int(self.setting(request.setup, "buy_back_until") or 0):
            return []
        drawn = {team for draw in request.state.draws[request.stage] for team in draw.places[0]}
        return [team for team in request.seeds if team not in drawn]

    def _redrawn(self, request: PairingRequest) -> tuple[int | None, ...]:
        """The places of a bracket with those who bought back or came late; empty without any.

        While matches are still played they wait.
        """
        state, stage = request.state, request.stage
        back = self._bought_back(state, stage) + self._late(request)
        found = self.brackets(state, stage)[-1]
        if not back or found.is_played_now:
            return ()
        seeds = _bracket.in_order_of_seeds(state.draws[stage][0].places[0])
        seeds += [team for team in back if team not in seeds]
        places = _next_places(found)
        back.sort(key=seeds.index)
        while back:
            for place in _bracket.free_places(places, seeds)[: len(back)]:
                places[place] = back.pop(0)
            if back:
                places = list(chain.from_iterable((place, None) for place in places))
        return tuple(places)

    def buys_back(self, state: TournamentState, stage: int, team: int) -> Fault | None:
        setup, where = state.stages[stage - 1], FieldPath.to("team")
        most, until = self.setting(setup, "buy_backs"), self.setting(setup, "buy_back_until")
        assert isinstance(most, int)
        assert isinstance(until, int)
        rounds = len(state.rounds_of(stage))
        used = sum(of == stage for of, _ in state.teams[team].buy_backs)
        if not most:
            return faults.NO_BUY_BACKS.at(where, {})
        if not _bracket.is_out(self.brackets(state, stage), team):
            return faults.TEAM_NOT_OUT.at(where, {"team": state.teams[team].name})
        if used >= most:
            return faults.BUY_BACKS_USED.at(where, {"most": most})
        return faults.BUY_BACK_TOO_LATE.at(where, {"round": until + 1}) if rounds > until else None

    def standings(self, state: TournamentState, stage: int) -> tuple[RankedTeam, ...]:
        return _bracket.placed(state, stage, self.brackets(state, stage), self.counting(state.stages[stage - 1]))

    def replacements(self, state: TournamentState, stage: int) -> list[Replacement]:
        return _bracket.replacements(state, self.brackets(state, stage)[-1]) if state.draws.get(stage) else []


def _next_places(found: Progress) -> list[int | None]:
    """Who comes to the first round that isn't played yet, in the order of the bracket."""
    bracket: Bracket = found.bracket
    nodes = [s for s in found.at.values() if s.node.slot != _bracket.THIRD]
    waiting = [s for s in nodes if not s.winner.is_known]
    number = min((node_state.node.round for node_state in waiting), default=bracket.rounds)
    return [seat.team for s in nodes if s.node.round == number for seat in s.seats]


FORMAT = SingleElimination()
