"""Open play: most wins in the time. Teams that are free meet the nearest record at once; it is one round that grows."""

from dataclasses import dataclass

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import FieldPath
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.format import UNNUMBERED, Format, FormatSetting, PairingRequest, Proposal
from scorekeeper.rooms.tournaments.domain.formats._matching import cheapest
from scorekeeper.rooms.tournaments.domain.log.events import OPPONENTS
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing, Why
from scorekeeper.rooms.tournaments.domain.log.state import Match, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_ROUNDS
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage
from scorekeeper.rooms.tournaments.domain.standings import Counting, Record, records

MINUTE = 60_000
KEPT_APART = 10**12
REMATCH = 10**9
RECORDS_APART = 10**5


class OpenPlay(Format):
    """The format. Play goes on for `play_minutes` from the start of the round's clock.

    A rematch is allowed once one of the two has waited for `wait` minutes, but never twice running. No match begins in
    the last `no_start` minutes, and a team plays at most `most_matches`, if that is set.
    """

    key = "open"
    keeps_apart = OPPONENTS
    needs_draw = False
    order = 3
    settings = (
        FormatSetting("play_minutes", 120, low=10, high=24 * 60),
        FormatSetting("wait", 10, low=0, high=120),
        FormatSetting("no_start", 0, low=0, high=120),
        FormatSetting("most_matches", 0, low=0, high=MAX_ROUNDS),
    )
    grows = True

    def counting(self, stage: Stage) -> Counting:
        return Counting(average_difference=True, missed=False)

    def minutes(self, stage: Stage, key: str) -> int:
        """A setting in minutes, or the most matches."""
        return int(self.setting(stage, key) or 0)

    def rounds(self, stage: Stage, teams: int, tables: int | None = None) -> int:
        return 1

    def is_over(self, state: TournamentState, stage: int, now: int = 0) -> bool:
        """Once no match may begin any more, by the clock or since the director called the last hand; or all played."""
        return self.left_to_begin(state, stage, now) <= 0 or not self._under_limit(state, stage)

    def left_to_begin(self, state: TournamentState, stage: int, now: int) -> int:
        """The milliseconds in which a match may still begin."""
        setup, [round_, *_] = state.stages[stage - 1], state.rounds_of(stage)
        clock = state.clock(round_)
        left = clock.left(self.minutes(setup, "play_minutes"), now)
        return left - self.minutes(setup, "no_start") * MINUTE

    def _under_limit(self, state: TournamentState, stage: int) -> bool:
        """Whether at least two teams may play another match."""
        most = self.minutes(state.stages[stage - 1], "most_matches")
        if not most:
            return True
        played = _matches_by_team(state, stage)
        able = [team for team in state.teams.values() if team.plays and len(played.get(team.id, ())) < most]
        return len(able) > 1

    def pair(self, request: PairingRequest) -> Proposal:
        state, stage = request.state, request.stage
        begun = bool(state.rounds_of(stage))
        if begun and self.left_to_begin(state, stage, request.now) <= 0:
            raise NotNow(faults.TOO_LATE_TO_BEGIN.at(FieldPath.to("round"), {}))
        if not begun:
            request.check_teams(2)
        played = _matches_by_team(state, stage)
        most = self.minutes(request.setup, "most_matches")
        free = [
            team
            for team in request.seeds
            if _is_free(state, team, played.get(team, [])) and not (most and len(played.get(team, [])) >= most)
        ]
        found = records(state, stage, self.counting(request.setup))
        waiting = [_Waiting.of(request, team, played.get(team, []), found) for team in free]
        limit = self.minutes(request.setup, "wait") * MINUTE
        return Proposal(_paired(state, waiting, limit), draw=() if begun else (request.seeds,))


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A free team: its record, whom it met and in which order, and the milliseconds it has waited."""

    team: int
    record: Record
    met: tuple[int, ...]
    waited: int

    @classmethod
    def of(cls, request: PairingRequest, team: int, played: list[Match], found: dict[int, Record]) -> "_Waiting":
        met = tuple(other for match in played for other in match.teams if other != team)
        since = free_since(request.state, request.state.teams[team], played)
        return cls(team, found.get(team) or Record(team), met, max(0, request.now - since) if request.now else 0)


def free_teams(state: TournamentState, stage: int) -> list[int]:
    """The teams that wait for an opponent."""
    played, most = _matches_by_team(state, stage), FORMAT.minutes(state.stages[stage - 1], "most_matches")
    able = [team for team in state.teams.values() if team.plays and not team.house]
    return [
        team.id
        for team in able
        if _is_free(state, team.id, played.get(team.id, [])) and not (most and len(played.get(team.id, [])) >= most)
    ]


def free_since(state: TournamentState, team: Team, played: list[Match]) -> int:
    """When a team became free, in milliseconds of UTC: it arrived, said that it is free, or its last match counted."""
    return max([team.free_at, *[state.over_at(match) for match in played]])


def _matches_by_team(state: TournamentState, stage: int) -> dict[int, list[Match]]:
    found: dict[int, list[Match]] = {}
    for round_ in state.rounds_of(stage):
        for number in round_.matches:
            for team in state.matches[number].teams:
                found.setdefault(team, []).append(state.matches[number])
    return found


def _is_free(state: TournamentState, team: int, played: list[Match]) -> bool:
    return not state.teams[team].resting and all(state.is_over(match) for match in played)


def _paired(state: TournamentState, waiting: list[_Waiting], limit: int) -> tuple[Pairing, ...]:
    """As many matches as possible, between the nearest records; who has waited longest goes first."""

    def is_apart(one: _Waiting, other: _Waiting) -> bool:
        return state.are_apart(one.team, other.team, OPPONENTS)

    order = sorted(waiting, key=lambda one: (-one.record.score, -one.waited))
    costs = {
        (first, second): _cost(one, other) + (second - first) + is_apart(one, other) * KEPT_APART
        for first, one in enumerate(order)
        for second, other in enumerate(order)
        if first < second and _may_meet(one, other, limit, apart=is_apart(one, other))
    }
    nodes = [one.team for one in order]
    pairs = cheapest(nodes, costs, complete=False) or []
    return tuple(
        Pairing(UNNUMBERED, ((nodes[one],), (nodes[other],)), why=_why(order[one], order[other]))
        for one, other in pairs
    )


def _may_meet(one: _Waiting, other: _Waiting, limit: int, *, apart: bool) -> bool:
    """At once, or after a wait: those who met before, and those who are kept apart; never twice running."""
    if other.team not in one.met:
        return not apart or max(one.waited, other.waited) >= limit
    running = one.met[-1] == other.team and other.met[-1] == one.team
    return not running and max(one.waited, other.waited) >= limit


def _cost(one: _Waiting, other: _Waiting) -> int:
    apart = one.record.score - other.record.score
    return apart * apart * RECORDS_APART + one.met.count(other.team) * REMATCH


def _why(one: _Waiting, other: _Waiting) -> tuple[Why, ...]:
    met = one.met.count(other.team)
    again = Why("met-and-waited", {"times": met}) if met else Why("not-met")
    return (Why("free-now"), again)


FORMAT = OpenPlay()
