"""Fixtures: who plays whom in each round was given beforehand, as a league has it, in divisions that play at once."""

from collections import Counter
from dataclasses import replace

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import FieldPath
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.format import (
    BY_DATES,
    UNNUMBERED,
    Format,
    FormatSetting,
    PairingRequest,
    Proposal,
)
from scorekeeper.rooms.tournaments.domain.formats._pools import best_of_each
from scorekeeper.rooms.tournaments.domain.log.pairings import WALKOVER, Pairing, Why
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.setup import (
    LEAGUE_POINTS,
    NO_LEAGUE,
    POINTS_FOR,
    WALKOVER_SCORE,
    Stage,
)
from scorekeeper.rooms.tournaments.domain.standings import AS_NOTHING, Counting, RankedTeam, ranked


class Fixtures(Format):
    """The format. A team without a fixture in a round has none: nothing is counted for it. One that leaves may take its
    results with it."""

    key = "fixtures"
    order = 7
    settings = (
        FormatSetting(LEAGUE_POINTS, NO_LEAGUE, choices=(NO_LEAGUE, *POINTS_FOR)),
        FormatSetting(WALKOVER_SCORE, 100, high=500),
        BY_DATES,
    )
    takes_fixtures = True

    def counting(self, stage: Stage) -> Counting:
        walkover = int(self.setting(stage, WALKOVER_SCORE) or 0)
        points = stage.league_points
        return Counting(bye=AS_NOTHING, missed=False, strikes=True, league_points=points, walkover=walkover)

    def may_grow(self, stage: Stage) -> bool:
        """In a league another list may bring further matches."""
        return stage.is_league

    def rounds(self, stage: Stage, teams: int, tables: int | None = None) -> int:
        """As the fixtures have it; before they are there, as many as it takes for everybody to meet."""
        return max((fixture.round for fixture in stage.fixtures), default=max(1, teams - 1 + teams % 2))

    def is_over(self, state: TournamentState, stage: int, now: int = 0) -> bool:
        fixtures = state.stages[stage - 1].fixtures
        return len(state.rounds_of(stage)) >= max((fixture.round for fixture in fixtures), default=1)

    def pair(self, request: PairingRequest) -> Proposal:
        """The fixtures of this round; a walkover where one team left. A table that is used twice makes a wave.

        In a league all of them are matches, whoever left: it may come back, and until then it forfeits.
        """
        setup, here = request.setup, set(request.seeds)
        if not setup.fixtures:
            raise NotNow(faults.NO_FIXTURES.at(FieldPath.to("round"), {}))
        paired = request.state.round(request.stage, request.number) if setup.is_league else None
        known = () if paired is None else [request.state.matches[match].teams for match in paired.matches]
        here |= set(request.state.teams) if setup.is_league else set()
        division = {team: number for number, found in enumerate(setup.divisions, 1) for team in found.teams}
        used: Counter[int] = Counter()
        pairings = []
        for fixture in setup.fixtures:
            teams = [team for team in fixture.teams if team in here]
            if fixture.round != request.number or not teams or fixture.teams in known:
                continue
            pools = {division.get(team, 0) for team in fixture.teams}
            pool = pools.pop() if len(pools) == 1 else 0
            if len(teams) == 1:
                left = next(team for team in fixture.teams if team != teams[0])
                pairings.append(Pairing(UNNUMBERED, ((teams[0],),), why=(Why(WALKOVER, {"team": left}),), pool=pool))
                continue
            table, wave = fixture.table, 1
            if table is not None and not setup.is_league:
                used[table] += 1
                wave = used[table]
            sides = ((teams[0],), (teams[1],))
            pairings.append(Pairing(UNNUMBERED, sides, table=table, why=(Why("fixture"),), pool=pool, wave=wave))
        pairings.sort(key=lambda pairing: pairing.is_bye)
        return Proposal(tuple(pairings), draw=(request.seeds,) if request.number == 1 else ())

    def standings(self, state: TournamentState, stage: int) -> tuple[RankedTeam, ...]:
        """The places of one division after the other, then of those that are in none."""
        setup = state.stages[stage - 1]
        counting = self.counting(setup)
        if not setup.divisions:
            return ranked(state, stage, counting)
        placed = {team for division in setup.divisions for team in division.teams}
        others = [team for team in state.teams if team not in placed]
        pools = [*enumerate((division.teams for division in setup.divisions), 1), (0, others)]
        return tuple(
            replace(place, pool=number) for number, teams in pools for place in ranked(state, stage, counting, teams)
        )

    def advancing(self, state: TournamentState, stage: int) -> tuple[int, ...]:
        """With divisions, the best of each."""
        if not state.stages[stage - 1].divisions:
            return super().advancing(state, stage)
        return best_of_each(self, state, stage)


FORMAT = Fixtures()
