"""Round robin: everybody meets, in one pool or several; or half the teams sit and the others move up one table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import Fault, FieldPath
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.format import (
    BY_DATES,
    UNNUMBERED,
    AddedRounds,
    Format,
    FormatSetting,
    LatePlace,
    PairingRequest,
    Pools,
    Proposal,
    too_late,
)
from scorekeeper.rooms.tournaments.domain.formats._meetings import Meetings, rounds_of_meetings
from scorekeeper.rooms.tournaments.domain.formats._pools import best_of_each
from scorekeeper.rooms.tournaments.domain.log.events import ARRIVED
from scorekeeper.rooms.tournaments.domain.log.pairings import WALKOVER, Pairing, Sides, Why
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_MATCHES, MAX_TEAMS
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage
from scorekeeper.rooms.tournaments.domain.standings import (
    AS_NOTHING,
    AS_WIN,
    Counting,
    RankedTeam,
    ranked,
    teams_of,
    who_left,
)

CIRCLE = "circle"
HALF_SIT = "half-sit"

Draw = tuple[tuple[int | None, ...], ...]

MIN_POOL = 3
MAX_POOL = 12
MAX_WITH_ROUNDS = 40
"""Teams of a single pool with added rounds: they are drawn in less than a second."""


class RoundRobin(Format):
    """The format. `movement` is `circle`, or `half-sit` for a set number of rounds in a single pool.

    A late team takes the place where a team sits out, of the smallest pool that has one. Or rounds are added to the
    smallest pool, in which all who have not met there yet do.
    """

    key = "round-robin"
    order = 2
    settings = (
        FormatSetting("legs", 1, low=1, high=2),
        FormatSetting("pools", 1, low=1, high=MAX_TEAMS // MIN_POOL),
        FormatSetting("movement", CIRCLE, choices=(CIRCLE, HALF_SIT)),
        BY_DATES,
    )

    def counting(self, stage: Stage) -> Counting:
        """Who meets everybody sits out as often as the others; where some never do, a bye is a win."""
        return Counting(bye=AS_WIN if self._half_sits(stage) else AS_NOTHING, strikes=True)

    def _half_sits(self, stage: Stage) -> bool:
        return self.setting(stage, "movement") == HALF_SIT

    def meetings(self, stage: Stage) -> int:
        return 1 if self._half_sits(stage) else int(self.setting(stage, "legs") or 1)

    def planned(self, state: TournamentState, stage: int) -> Mapping[int, Sequence[Sides]] | None:
        """After round 1, where two who are swapped have each other's place in all rounds. A pool where rounds are added
        pairs those who are still to meet.
        """
        draw, paired = state.draws[stage][-1].places, len(state.rounds_of(stage))
        if paired < 2 or any(_adds_rounds(state, pool) for pool in draw):
            return None
        here = {team for team in state.teams if state.teams[team].plays}
        rounds = range(paired + 1, self.rounds_in(state, stage) + 1)
        return {number: [each.sides for each in self._round(state, stage, draw, number, here)] for number in rounds}

    def pools(self, stage: Stage) -> int:
        return 1 if self._half_sits(stage) else int(self.setting(stage, "pools") or 1)

    def rounds(self, stage: Stage, teams: int, tables: int | None = None) -> int:
        if self._half_sits(stage):
            return stage.rounds or max(1, (teams + 1) // 2)
        pools = min(self.pools(stage), max(teams, 1))
        return self._circle_rounds(stage, -(-teams // pools))

    def _circle_rounds(self, stage: Stage, largest: int) -> int:
        """The rounds in which everybody meets, in pools of which the largest has this number of teams."""
        return max(1, largest - 1 + largest % 2) * int(self.setting(stage, "legs") or 1)

    def _rounds_as_drawn(self, state: TournamentState, stage: int) -> int:
        """The rounds of a stage as its pools were drawn or arranged, whoever came or went since."""
        setup, pools = state.stages[stage - 1], state.draws[stage][0].places
        if self._half_sits(setup):
            return self.rounds(setup, sum(len(half) for half in pools))
        return self._circle_rounds(setup, max(len(pool) for pool in pools))

    def is_over(self, state: TournamentState, stage: int, now: int = 0) -> bool:
        return len(state.rounds_of(stage)) >= self.rounds_in(state, stage)

    def rounds_in(self, state: TournamentState, stage: int) -> int:
        if not state.draws.get(stage):
            return super().rounds_in(state, stage)
        as_drawn, paired = self._rounds_as_drawn(state, stage), len(state.rounds_of(stage))
        draw, _ = self._with_late(state, stage, self._waiting(state, stage))
        pools = [self._left(state, stage, pool) if _adds_rounds(state, pool) else None for pool in draw]
        return max(as_drawn if left is None else paired + len(rounds_of_meetings(left)) for left in pools)

    def _waiting(self, state: TournamentState, stage: int) -> list[int]:
        """The teams that are here and will be drawn with the next round."""
        drawn = {team for places in state.draws[stage][-1].places for team in places}
        return [team for team in teams_of(state, stage) if team not in drawn]

    def _left(self, state: TournamentState, stage: int, pool: Iterable[int | None]) -> Meetings:
        """How often the teams of a pool are still to meet, those apart of whom both left."""
        teams, legs = [team for team in pool if team], int(self.setting(state.stages[stage - 1], "legs") or 1)
        met = _met(state, stage)
        here = {team for team in teams if state.teams[team].plays}
        left = {pair: legs - met[pair] for pair in combinations(sorted(teams), 2) if not here.isdisjoint(pair)}
        return tuple((pair, count) for pair, count in left.items() if count > 0)

    def pair(self, request: PairingRequest) -> Proposal:
        state, stage = request.state, request.stage
        drawn = () if request.number == 1 else state.draws[stage][-1].places
        if drawn:
            late = [team for team in request.seeds if not any(team in places for places in drawn)]
            draw, _ = self._with_late(state, stage, late)
        else:
            draw = self._draw(request)
        pairings = self._round(state, stage, draw, request.number, set(request.seeds))
        return Proposal(tuple(pairings), draw=draw if draw != drawn else ())

    def _round(
        self, state: TournamentState, stage: int, draw: Draw, round_number: int, here: set[int]
    ) -> list[Pairing]:
        """The pairings of a round, byes last."""
        setup = state.stages[stage - 1]
        if self._half_sits(setup):
            pairings = _half_sit_round(draw, round_number, here)
        else:
            legs = int(self.setting(setup, "legs") or 1)
            pairings = [
                pairing
                for number, pool in enumerate(draw, 1)
                for pairing in (
                    _added_round(state, self._left(state, stage, pool), pool, here, number)
                    if _adds_rounds(state, pool)
                    else _circle_round([team for team in pool if team], round_number, legs, here, number)
                )
            ]
            if len(draw) == 1:
                pairings = [replace(pairing, pool=0) for pairing in pairings]
        return sorted(pairings, key=lambda pairing: pairing.is_bye)

    def _places(self, state: TournamentState, stage: int) -> Draw:
        """The draw as it is now. Two teams that were swapped in round 1 have each other’s place in all rounds, so that
        everybody still meets; what a swap in a later round changes is that round alone.
        """
        draw, rounds = state.draws[stage][-1], state.rounds_of(stage)
        if draw.round != 1 or len(rounds) != 1:
            return draw.places
        drawn = {team for places in draw.places for team in places if team}
        meant = self._round(state, stage, draw.places, 1, drawn)
        now = [state.matches[match].pairing for match in rounds[0].matches]
        pairs = zip(meant, now, strict=False)
        moved = {team: comes for one, other in pairs for team, comes in zip(one.teams, other.teams, strict=False)}
        if set(moved.values()) != drawn:
            return draw.places
        return tuple(tuple(moved.get(team, team) if team else team for team in places) for places in draw.places)

    def _draw(self, request: PairingRequest) -> Draw:
        """The pools as they were arranged, or filled to and fro so that they are equally strong; or the teams that sit
        and those that move.
        """
        teams = request.seeds
        request.check_teams(2)
        if self._half_sits(request.setup):
            fixed = [team for team in teams if request.state.teams[team].fixed_table is not None]
            order = [*fixed, *(team for team in teams if team not in fixed)]
            half = (len(order) + 1) // 2
            return (tuple(order[:half]), tuple(order[half:]))
        count = self.pools(request.setup)
        if request.pools:
            return request.pools
        pools = _to_and_fro(teams, count)
        wrong = next((size for size in sorted(map(len, pools)) if not MIN_POOL <= size <= MAX_POOL), None)
        if count > 1 and wrong is not None:
            raise NotNow(
                faults.SIZE_OF_POOLS.at(FieldPath.to("round"), {"found": wrong, "least": MIN_POOL, "most": MAX_POOL})
            )
        return pools

    def _with_late(self, state: TournamentState, stage: int, late: Sequence[int]) -> tuple[Draw, list[int]]:
        """The draw as it is now with teams that came since, and those of them that find no place."""
        draw, without_place = self._places(state, stage), []
        for team in late:
            place = self._place_for(state, stage, draw, team)
            if place is None:
                without_place.append(team)
            else:
                draw = (*draw[:place], (*draw[place], team), *draw[place + 1 :])
        return draw, without_place

    def _place_for(self, state: TournamentState, stage: int, draw: Draw, team: int) -> int | None:
        """The part of the draw that takes a late team: the smallest pool if rounds are added for it."""
        if state.teams[team].adds_rounds and not self._half_sits(state.stages[stage - 1]):
            return min(range(len(draw)), key=lambda place: len(draw[place]))
        return self._free_place(state, stage, draw)

    def _free_place(self, state: TournamentState, stage: int, draw: Draw) -> int | None:
        """The part of the draw where a team sits out in each round; None if there is none."""
        if self._half_sits(state.stages[stage - 1]):
            return 1 if len(draw[1]) < len(draw[0]) else None
        odd = [place for place, pool in enumerate(draw) if len(pool) % 2 and not _adds_rounds(state, pool)]
        return min(odd, key=lambda place: len(draw[place]), default=None)

    def late_places(self, state: TournamentState, stage: int, late: Sequence[int]) -> list[LatePlace]:
        setup, drawn = state.stages[stage - 1], {team for places in state.draws[stage][-1].places for team in places}
        waiting = [team for team in teams_of(state, stage) if team not in drawn and team not in late]
        draw, _ = self._with_late(state, stage, waiting)
        rounds = self._rounds_as_drawn(state, stage)
        legs, paired = int(self.setting(setup, "legs") or 1), len(state.rounds_of(stage))
        found: list[LatePlace] = []
        for team in late:
            place = self._free_place(state, stage, draw)
            if place is None or team in drawn:
                continue
            draw = (*draw[:place], (*draw[place], team), *draw[place + 1 :])
            everybody = rounds if self._half_sits(setup) else (len(draw[place]) - 1) * legs
            pool = 0 if len(draw) == 1 or self._half_sits(setup) else place + 1
            found.append(LatePlace(team, pool, max(0, everybody - paired), min(paired, everybody)))
        return found

    def refuses_late(self, state: TournamentState, stage: int, others: Sequence[int] = ()) -> Fault | None:
        drawn = {team for places in state.draws[stage][-1].places for team in places}
        late = [team for team in (*teams_of(state, stage), *others) if team not in drawn]
        draw, without_place = self._with_late(state, stage, late)
        if without_place or self._free_place(state, stage, draw) is None:
            return faults.NO_PLACE_LEFT.at(FieldPath.to("team"), {})
        return super().refuses_late(state, stage, others)

    def refuses_rounds(self, state: TournamentState, stage: int, late: Sequence[int]) -> Fault | None:
        if self._half_sits(state.stages[stage - 1]):
            return super().refuses_rounds(state, stage, late)
        if self.is_over(state, stage):
            return too_late(len(state.rounds_of(stage)))
        after = _with_rounds_for(state, late)
        draw, _ = self._with_late(after, stage, self._waiting(after, stage))
        most = MAX_WITH_ROUNDS if len(draw) == 1 else MAX_POOL
        if any(len(pool) > most for pool in draw if _adds_rounds(after, pool)):
            return faults.NO_PLACE_LEFT.at(FieldPath.to("team"), {})
        found = len(state.matches) + self._matches_left(after, stage)
        if found > MAX_MATCHES:
            return faults.TOO_MANY_MATCHES.at(FieldPath.to("team"), {"found": found, "most": MAX_MATCHES})
        return None

    def added_rounds(self, state: TournamentState, stage: int, late: Sequence[int]) -> AddedRounds | None:
        waiting = self._waiting(state, stage)
        drawn = {team for places in state.draws[stage][-1].places for team in places}
        coming = [team for team in late if team not in drawn and team not in waiting]
        _, without_place = self._with_late(state, stage, [*waiting, *coming])
        if not set(coming) & set(without_place) or self.refuses_rounds(state, stage, coming) is not None:
            return None
        after = _with_rounds_for(state, coming)
        total = self.rounds_in(after, stage)
        matches = self._matches_left(after, stage) - self._matches_left(state, stage)
        return AddedRounds(total - self.rounds_in(state, stage), matches, total)

    def _matches_left(self, state: TournamentState, stage: int) -> int:
        """How many matches are still to be paired, between teams that are here."""
        setup, paired = state.stages[stage - 1], len(state.rounds_of(stage))
        draw, _ = self._with_late(state, stage, self._waiting(state, stage))
        here = {team for team in state.teams if state.teams[team].plays}
        legs, last, count = int(self.setting(setup, "legs") or 1), self.rounds_in(state, stage), 0
        for pool in draw:
            teams = [team for team in pool if team]
            if _adds_rounds(state, pool):
                count += sum(times for pair, times in self._left(state, stage, pool) if here.issuperset(pair))
            else:
                rounds = (_circle_round(teams, number, legs, here, 0) for number in range(paired + 1, last + 1))
                count += sum(not pairing.is_bye for pairings in rounds for pairing in pairings)
        return count

    def standings(self, state: TournamentState, stage: int) -> tuple[RankedTeam, ...]:
        """With pools, the places of one pool after the other."""
        counting = self.counting(state.stages[stage - 1])
        draws = state.draws.get(stage, ())
        if not draws or len(draws[-1].places) == 1 or self._half_sits(state.stages[stage - 1]):
            return ranked(state, stage, counting)
        return tuple(
            replace(place, pool=number)
            for number, pool in enumerate(draws[-1].places, 1)
            for place in ranked(state, stage, counting, [team for team in pool if team])
        )

    def advancing(self, state: TournamentState, stage: int) -> tuple[int, ...]:
        """With pools, the best of each: first all winners of a pool as they compare, then all second ones."""
        places = self.standings(state, stage)
        if not any(place.pool for place in places):
            return super().advancing(state, stage)
        return best_of_each(self, state, stage)


def _to_and_fro(teams: Sequence[int], count: int) -> Pools:
    """The teams dealt to this number of pools, from the first to the last and back."""
    pools: list[list[int]] = [[] for _ in range(count)]
    for place, team in enumerate(teams):
        row, column = divmod(place, count)
        pools[column if row % 2 == 0 else count - 1 - column].append(team)
    return tuple(tuple(pool) for pool in pools)


def _adds_rounds(state: TournamentState, pool: Iterable[int | None]) -> bool:
    """Whether rounds were added to this pool for a late team."""
    return any(team in state.teams and state.teams[team].adds_rounds for team in pool if team)


def _with_rounds_for(state: TournamentState, late: Iterable[int]) -> TournamentState:
    """The tournament as if these teams had arrived, and rounds were added for them."""
    arrived = {team: replace(state.teams[team], status=ARRIVED, adds_rounds=True) for team in late}
    return replace(state, teams=dict(state.teams) | arrived)


def _met(state: TournamentState, stage: int) -> Mapping[tuple[int, int], int]:
    """How often two teams met, or one of them won since the other had left."""
    met: Counter[tuple[int, int]] = Counter()
    for match in state.matches.values():
        if match.stage == stage:
            met.update(combinations(sorted((*match.teams, *who_left(match))), 2))
    return met


def _added_round(
    state: TournamentState, left: Meetings, pool: Iterable[int | None], here: set[int], number: int
) -> list[Pairing]:
    """The next round of a pool where rounds were added: of teams that are still to meet, the others sit out."""
    rounds = rounds_of_meetings(left)
    pairs = rounds[0] if rounds else ()
    meeting = {team for pair in pairs for team in pair}
    first = Counter(match.teams[0] for match in state.matches.values() if not match.pairing.is_bye)
    pairings = []
    for one, other in pairs:
        sides = (one, other) if first[one] <= first[other] else (other, one)
        pairings += _meet(sides, here, Why("everybody-meets"), number)
    for team in pool:
        if team not in meeting:
            pairings += _meet((team, None), here, Why("sits-out"), number)
    return pairings


def _circle_round(teams: Sequence[int], number: int, legs: int, here: set[int], pool: int) -> list[Pairing]:
    """One round by the circle method: the first stays, the others go round it.

    A pool where all have met, since another one is larger, sits out.
    """
    size = len(teams) + len(teams) % 2
    leg, turn = divmod(number - 1, size - 1)
    ring: list[int | None] = [*teams, *([None] if len(teams) % 2 else [])]
    ring = [ring[0], *ring[1 + turn :], *ring[1 : 1 + turn]]
    if leg >= legs:
        return [pairing for team in teams for pairing in _meet((team, None), here, Why("sits-out"), pool)]
    pairings = []
    for one, other in zip(ring[: size // 2], reversed(ring[size // 2 :]), strict=True):
        sides = (one, other) if (turn + leg) % 2 == 0 else (other, one)
        pairings += _meet(sides, here, Why("everybody-meets"), pool)
    return pairings


def _half_sit_round(draw: Sequence[Sequence[int | None]], number: int, here: set[int]) -> list[Pairing]:
    """Who sits meets who moved up one table since the last round."""
    sitting = list(draw[0])
    moving = [*draw[1], *([None] if len(draw[1]) < len(sitting) else [])]
    pairings = []
    for table, team in enumerate(sitting):
        comes = moving[(table + number - 1) % len(moving)]
        pairings += _meet((team, comes), here, Why("moves-up"), 0)
    return pairings


def _meet(sides: tuple[int | None, int | None], here: set[int], why: Why, pool: int) -> list[Pairing]:
    """The match of two teams; a walkover if one left, a bye if there is nobody, nothing if both left."""
    teams = [team for team in sides if team in here]
    if len(teams) == 2:
        return [Pairing(UNNUMBERED, ((teams[0],), (teams[1],)), why=(why,), pool=pool)]
    if not teams:
        return []
    left = next((team for team in sides if team is not None and team not in here), None)
    why = Why("sits-out") if left is None else Why(WALKOVER, {"team": left})
    return [Pairing(UNNUMBERED, ((teams[0],),), why=(why,), pool=pool)]


FORMAT = RoundRobin()
