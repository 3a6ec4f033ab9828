"""Double elimination: lose twice and be out. The final is played again if it is the first loss of who lost it."""

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
from scorekeeper.rooms.tournaments.domain.formats._bracket import Bracket, Progress, RoundsMet
from scorekeeper.rooms.tournaments.domain.log.state import Draw, TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_ROUNDS
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage
from scorekeeper.rooms.tournaments.domain.standings import AS_NOTHING, Counting, RankedTeam


class DoubleElimination(Format):
    """The format. Without `reset`, one final decides.

    A team that comes before round 2 is paired has lost the round that it missed: it takes the place beside a bye, or
    plays in to the losers' bracket. A team that is out may buy back `buy_backs` times, until round `buy_back_until` + 1
    is paired: it has then lost once, and takes a bye of the losers' bracket or plays in to it.
    """

    key = "double-elimination"
    order = 6
    settings = (
        FormatSetting("reset", True),
        FormatSetting("buy_backs", 0, high=9),
        FormatSetting("buy_back_until", 2, low=2, high=MAX_ROUNDS),
    )
    is_bracket = True

    def counting(self, stage: Stage) -> Counting:
        return Counting(bye=AS_NOTHING, missed=False)

    def rounds(self, stage: Stage, teams: int, tables: int | None = None) -> int:
        """Two for each round of the winners' bracket; a reset is one more."""
        return 2 * max(1, (max(teams, 2) - 1).bit_length())

    def brackets(self, state: TournamentState, stage: int, gone: frozenset[int] = frozenset()) -> list[Progress]:
        """The bracket as it is now; after buy-backs there are several, and the last goes on."""
        reset = bool(self.setting(state.stages[stage - 1], "reset"))
        drawn: list[Bracket] = []
        for draw in state.draws.get(stage, ()):
            bracket = _drawn(draw, reset)
            if bracket.from_round == 1:  # also with those who came late
                drawn.clear()
            drawn.append(bracket)
        ends = {place: bracket.from_round for place, bracket in enumerate(drawn[1:])}
        return [_bracket.progress(state, stage, bracket, gone, ends.get(place)) for place, bracket in enumerate(drawn)]

    def accepts(self, draw: tuple[tuple[int | None, ...], ...]) -> bool:
        """The places of the first round, or those without a loss and those with one."""
        if len(draw) == 1:
            return _bracket.is_complete(draw[0])
        if len(draw) != 2:
            return False
        unbeaten, once = draw
        teams = [team for team in (*unbeaten, *once) if team is not None]
        sizes = (len(unbeaten), len(once))
        return (
            all(size.bit_count() == 1 for size in sizes)
            and 2 * sizes[1] >= sizes[0]
            and 0 < len(set(teams)) == len(teams)
        )

    def is_over(self, state: TournamentState, stage: int, now: int = 0) -> bool:
        return self.brackets(state, stage)[-1].is_over and not _bracket.bought_back(state, stage)

    def plays_last(self, state: TournamentState, stage: int) -> bool:
        [*_, latest] = state.rounds_of(stage)
        last = _bracket.RESET if self.setting(state.stages[stage - 1], "reset") else _bracket.FINAL
        return any(state.matches[match].pairing.slot == last for match in latest.matches)

    def pair(self, request: PairingRequest) -> Proposal:
        state, stage = request.state, request.stage
        reset = bool(self.setting(request.setup, "reset"))
        if request.number == 1:
            request.check_teams(2)
            places = _bracket.seeded(request.seeds)
            first = _bracket.drawn(_bracket.double(places, reset))
            return Proposal(_bracket.ready_pairings(first, 1, {}), draw=(places,))
        gone = frozenset(state.teams) - frozenset(request.seeds)
        met = _bracket.met(state, stage)
        draw = self._redrawn(request, met)
        if draw:
            bracket = _drawn(Draw(request.number, draw), reset)
            found = _bracket.progress(state, stage, bracket, gone)
            return Proposal(_bracket.ready_pairings(found, request.number, met), draw=draw)
        return Proposal(_bracket.ready_pairings(self.brackets(state, stage, gone)[-1], request.number, met))

    def _redrawn(self, request: PairingRequest, met: RoundsMet) -> tuple[tuple[int | None, ...], ...]:
        """The draw with those who bought back or came late; empty without any, and while matches are still played."""
        state, stage = request.state, request.stage
        back, late = _bracket.bought_back(state, stage), []
        first = list(state.draws[stage][0].places[0])
        if request.number == 2:
            late = [team for team in request.seeds if team not in first]
        seeds = _bracket.in_order_of_seeds(first)
        free = _bracket.free_places(first, seeds)
        if late and not back and len(late) <= len(free):
            for place, team in zip(free, late, strict=False):
                first[place] = team
            return (tuple(first),)
        found = self.brackets(state, stage)[-1]
        if not (back or late) or found.is_played_now:
            return ()
        return _bracket.drawn_again(found, seeds, [*back, *late], met)

    def refuses_late(self, state: TournamentState, stage: int, others: Sequence[int] = ()) -> Fault | None:
        return too_late(2) if len(state.rounds_of(stage)) > 1 else None

    def buys_back(self, state: TournamentState, stage: int, team: int) -> Fault | None:
        return _bracket.no_buy_back(state, stage, team, self.brackets(state, stage), self)

    def standings(self, state: TournamentState, stage: int) -> tuple[RankedTeam, ...]:
        if not state.draws.get(stage):
            return ()
        return _bracket.placed(state, stage, self.brackets(state, stage), self.counting(state.stages[stage - 1]))

    def replacements(self, state: TournamentState, stage: int) -> list[Replacement]:
        return _bracket.replacements(state, self.brackets(state, stage)[-1]) if state.draws.get(stage) else []


def _drawn(draw: Draw, reset: bool) -> Bracket:
    """The bracket of a draw: of the first round, or of those without a loss and those with one from its round on."""
    if len(draw.places) == 1:
        return _bracket.double(draw.places[0], reset)
    unbeaten, once = draw.places
    return _bracket.double(unbeaten, reset, once, draw.round)


FORMAT = DoubleElimination()
