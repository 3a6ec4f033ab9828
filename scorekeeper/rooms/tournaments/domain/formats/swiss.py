"""Swiss: winners play winners, a set number of rounds, and nobody meets twice while that is possible."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from scorekeeper.rooms.tournaments.domain.format import (
    BY_DATES,
    UNNUMBERED,
    Format,
    FormatSetting,
    PairingRequest,
    Proposal,
)
from scorekeeper.rooms.tournaments.domain.formats import _later_rounds
from scorekeeper.rooms.tournaments.domain.formats._matching import MAX_LISTED, Pair, cheapest, listed
from scorekeeper.rooms.tournaments.domain.log.events import OPPONENTS
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing, Why
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.setup import LOT, Stage
from scorekeeper.rooms.tournaments.domain.standings import Record, records

BYE = 0
"""The number of the opponent of a team that has a bye."""

# What costs more than all of the next together: a second bye, a rematch, two who are kept apart, a bye for a better
# team, unequal records.
SECOND_BYE = 10**25
REMATCH = 10**19
KEPT_APART = 10**17
BYE_ABOVE = 10**14
RECORDS_APART = 10**8

NEAR = 16
"""How far apart in the ranking two teams are paired, if all can be."""

MAX_ATTEMPTS = 25
"""How many pairings of a large field are tried for one that leaves the later rounds possible."""

MAX_LOOKED_AT = 400
"""How many pairings of a small field are tried, the cheapest first."""


class Swiss(Format):
    """The format. With `house_team` a team of the house fills an odd field, instead of a bye."""

    key = "swiss"
    keeps_apart = OPPONENTS
    needs_draw = False
    order = 1
    settings = (FormatSetting("house_team", False), BY_DATES)

    def rounds(self, stage: Stage, teams: int, tables: int | None = None) -> int:
        """As set; else as many as leave one team without a loss."""
        return stage.rounds or max(1, (max(teams, 2) - 1).bit_length())

    def is_over(self, state: TournamentState, stage: int, now: int = 0) -> bool:
        return len(state.rounds_of(stage)) >= self.rounds_in(state, stage)

    def pair(self, request: PairingRequest) -> Proposal:
        request.check_teams(2)
        found = records(request.state, request.stage, self.counting(request.setup))
        field = _Field(request, found, self._ranked(request))
        is_first = request.number == 1
        rounds = (
            self.rounds(request.setup, len(request.seeds)) if is_first else self.rounds_in(request.state, request.stage)
        )
        pairs = field.pairs(rounds - request.number)
        pairings = tuple(field.pairing(one, other) for one, other in pairs)
        played = [pairing for pairing in pairings if not pairing.is_bye]
        byes = [pairing for pairing in pairings if pairing.is_bye]
        return Proposal((*played, *byes), draw=(request.seeds,) if is_first else ())

    def _ranked(self, request: PairingRequest) -> list[int]:
        """The teams of this round, best first: by seeds in the first round, then as they stand."""
        if request.number == 1:
            return list(request.seeds)
        places = {place.team: index for index, place in enumerate(self.standings(request.state, request.stage))}
        return sorted(request.seeds, key=lambda team: places.get(team, len(places)))


class _Field:
    """The teams of one round, best first, and if they are odd in number, the house team or a bye as the last."""

    def __init__(self, request: PairingRequest, found: Mapping[int, Record], ranked: Sequence[int]) -> None:
        self.request = request
        self.records = {team: found.get(team) or Record(team) for team in ranked}
        self.nodes = list(ranked)
        self.house = _house_team(request) if len(ranked) % 2 else None
        if len(ranked) % 2:
            self.nodes.append(BYE if self.house is None else self.house)
        self.met: dict[Pair, list[int]] = {}
        for team, record in self.records.items():
            for meeting in record.meetings:
                for other in meeting.opponents or (BYE,):
                    self.met.setdefault((team, other), []).append(meeting.round)
        for match in request.state.matches.values():  # also those that are still played
            if match.stage == request.stage and len(match.teams) == 2:
                one, other = match.teams
                for pair in ((one, other), (other, one)):
                    if match.round not in self.met.setdefault(pair, []):
                        self.met[pair].append(match.round)

    @property
    def fewest_byes(self) -> int:
        """The byes that every team has had."""
        return min(len(self.met.get((team, BYE), [])) for team in self.records)

    def pairs(self, rounds_left: int) -> list[Pair]:
        """The teams of each match, the best tables first."""
        count = len(self.nodes)
        costs = {(one, other): self._cost(one, other) for one in range(count) for other in range(one + 1, count)}
        unmet = [pair for pair in costs if not self._rounds_met(*pair)]
        free = [pair for pair in unmet if not self._is_apart(*pair)]
        best = cheapest(self.nodes, {pair: costs[pair] for pair in free if self._is_near(*pair)})
        if best is None:  # nearly always there are pairs near each other, which are found much sooner
            best = cheapest(self.nodes, costs)
        assert best is not None  # all pairs are possible, if need be as a rematch
        if len(free) < len(unmet) and rounds_left > 0 and not self._leaves(best, free, rounds_left):
            kept = self._farsighted(costs, free, rounds_left)
            if kept is not None:
                return [(self.nodes[one], self.nodes[other]) for one, other in kept]
        if rounds_left > 0 and not self._leaves(best, unmet, rounds_left):
            best = self._farsighted(costs, unmet, rounds_left) or best
        return [(self.nodes[one], self.nodes[other]) for one, other in best]

    def _is_near(self, one: int, other: int) -> bool:
        """Whether two places are near enough to look at first; of a small field, all are."""
        if self.request.number == 1 and other < len(self.records):
            return abs(other - one - len(self.nodes) // 2) <= NEAR
        return other - one <= NEAR or other == len(self.records)

    def _rounds_met(self, one: int, other: int) -> list[int]:
        """When two places met. A bye counts only for a team that had more of them than another."""
        met = self.met.get((self.nodes[one], self.nodes[other]), [])
        return met[self.fewest_byes :] if self.nodes[other] == BYE else met

    def _is_apart(self, one: int, other: int) -> bool:
        return self.request.state.are_apart(self.nodes[one], self.nodes[other], OPPONENTS)

    def _cost(self, one: int, other: int) -> int:
        """What it costs to pair two places of the ranking, the smaller first."""
        return self._cost_of_records(one, other) + self._is_apart(one, other) * KEPT_APART

    def _cost_of_records(self, one: int, other: int) -> int:
        met = self._rounds_met(one, other)
        last = self.nodes[other]
        again = REMATCH * (100 * len(met) + max(met)) if met else 0
        if last in (BYE, self.house):
            cost = (len(self.nodes) - 2 - one) * BYE_ABOVE
            return cost + (len(met) * SECOND_BYE if last == BYE else again)
        if self.request.number == 1:
            return (other - one - len(self.nodes) // 2) ** 2
        apart = self.records[self.nodes[one]].score - self.records[last].score
        return apart * apart * RECORDS_APART + (other - one) ** 2 + again

    def _leaves(self, pairs: Sequence[Pair], unmet: Sequence[Pair], rounds_left: int) -> bool:
        """Whether that many rounds without a rematch remain possible after these pairs, as far as is known."""
        left = set(unmet) - set(pairs)
        return _later_rounds.are_possible(len(self.nodes), left, rounds_left)

    def _farsighted(self, costs: Mapping[Pair, int], unmet: Sequence[Pair], rounds_left: int) -> list[Pair] | None:
        """The cheapest pairs without a rematch that leave the later rounds possible; None if none are found."""
        allowed = set(unmet)
        count = len(self.nodes)
        if count <= MAX_LISTED:
            every = list(listed(count, lambda one, other: (one, other) in allowed))
            every.sort(key=lambda pairs: sum(costs[pair] for pair in pairs))
            cheapest_first = islice(every, MAX_LOOKED_AT)
            return next((pairs for pairs in cheapest_first if self._leaves(pairs, unmet, rounds_left)), None)
        lots = self.request.lots
        for scatter in range(1, MAX_ATTEMPTS + 1):
            around = {pair: costs[pair] + lots.randrange(RECORDS_APART * scatter) for pair in unmet}
            pairs = cheapest(self.nodes, around)
            if pairs is not None and self._leaves(pairs, unmet, rounds_left):
                return pairs
        return None

    def pairing(self, one: int, other: int) -> Pairing:
        """The match of two teams with its reason."""
        if other == BYE:
            return Pairing(UNNUMBERED, ((one,),), why=(self._why_bye(one),))
        return Pairing(UNNUMBERED, ((one,), (other,)), why=self._why(one, other))

    def _why_bye(self, team: int) -> Why:
        byes = len(self.met.get((team, BYE), []))
        if self.request.number == 1 and self.request.setup.seeds == LOT:
            return Why("drawn")
        if byes:
            return Why("another-bye", {"byes": byes + 1})
        lower = [other for other in self.records if self.nodes.index(other) > self.nodes.index(team)]
        is_lowest = all(self.met.get((other, BYE)) for other in lower)
        return Why("lowest-without-bye" if is_lowest else "no-bye-yet")

    def _why(self, one: int, other: int) -> tuple[Why, ...]:
        met = sorted(self.met.get((one, other), []))
        again = (Why("met-before", {"rounds": tuple(met)}),) if met else (Why("not-met"),)
        if other == self.house:
            return (Why("house-team"), *again)
        if self.request.number == 1:
            first, second = self.nodes.index(one) + 1, self.nodes.index(other) + 1
            return (Why("seeds", {"by": self.request.setup.seeds, "first": first, "second": second}),)
        first_record, second_record = _won_and_lost(self.records[one]), _won_and_lost(self.records[other])
        if first_record == second_record:
            return (Why("same-record", first_record), *again)
        return (Why("near-records", {"first": first_record, "second": second_record}), *again)


def _won_and_lost(record: Record) -> dict[str, Any]:
    found = {"wins": record.wins, "losses": record.losses, "level": record.level}
    return {key: value for key, value in found.items() if value or key != "level"}


def _house_team(request: PairingRequest) -> int | None:
    """The house team, where the stage fills an odd field with it."""
    if not request.setup.settings.get("house_team"):
        return None
    return next((team.id for team in request.state.teams.values() if team.house and team.plays), None)


FORMAT = Swiss()
