"""Standings: what each team won in a stage, the places, and why each place is what it is.

Averages are exact fractions, so a bye never wins or loses a tie by rounding.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from scorekeeper.core.rulesets import rule_set
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.pairings import WALKOVER, Why
from scorekeeper.rooms.tournaments.domain.log.results import BY_BYE, PAPER, Result
from scorekeeper.rooms.tournaments.domain.log.state import Match, Round, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up import setup
from scorekeeper.rooms.tournaments.domain.setting_up.setup import BY_POINTS, HALVES, LOSSES, TournamentSettings

WINS = "wins"
"""What decides before any tie-break; in a rotation it may be points, in a league it is these:"""
LEAGUE_POINTS = "league-points"

# What a bye counts as.
AS_WIN = "win"
AS_AVERAGE = "average"
AS_NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Counting:
    """How a format counts: what a bye is, whether points may come before wins, whether the difference is an average.

    `missed`: rounds that a team was not in count as the settings say. `strikes`: a team that leaves may take all that
    it played with it. `league_points` are those for a win, a level match and a loss, in a league, where a win without a
    match counts `walkover` points to none.
    """

    bye: str = AS_WIN
    points_first: bool = False
    average_difference: bool = False
    missed: bool = True
    strikes: bool = False
    league_points: tuple[int, int, int] | None = None
    walkover: int = 0


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match as one team has it. `won` is None if it ended level; `score` and `margin` are None without figures.

    `margin` is the points ahead of the best other side, before any cap. `lost`: another side won; in a double forfeit
    none did.
    """

    match: int
    round: int
    opponents: tuple[int, ...]
    partners: tuple[int, ...]
    by: str
    won: bool | None
    score: int | None = None
    margin: int | None = None
    sets: int | None = None
    bags: int | None = None
    lost: bool = False

    @property
    def was_played(self) -> bool:
        """Whether cards were played: neither a bye nor a forfeit."""
        return self.score is not None


@dataclass(slots=True)
class Record:
    """What a team won in a stage. `wins` and `losses` count matches, byes and forfeits; `missed` are rounds not played.

    `difference` is capped per match; `sets` and `bags` are None where a paper result doesn't tell them. `bonus_wins`
    and `bonus_points` are the director's; the points are also in `points` and `difference`. `against` are the points of
    the others, and `league_points` what matches are worth in a league.
    """

    team: int
    meetings: list[Meeting] = field(default_factory=list)
    wins: int = 0
    losses: int = 0
    level: int = 0
    byes: int = 0
    forfeits: int = 0
    papers: int = 0
    missed: int = 0
    bonus_wins: int = 0
    bonus_points: int = 0
    points: Fraction = Fraction(0)
    against: Fraction = Fraction(0)
    difference: Fraction = Fraction(0)
    league_points: int = 0
    opponents_wins: Fraction = Fraction(0)
    sets: int | None = 0
    bags: int | None = 0
    is_house: bool = False

    def with_later(self, later: "Record") -> "Record":
        """The record of this stage and a later one together."""
        sums: dict[str, Any] = {name: getattr(self, name) + getattr(later, name) for name in SUMS}
        known: dict[str, Any] = {
            name: _known_sum((getattr(self, name), getattr(later, name))) for name in ("sets", "bags")
        }
        return Record(self.team, [*self.meetings, *later.meetings], is_house=self.is_house, **sums, **known)

    @property
    def half_wins(self) -> int:
        """Wins that were won, in halves: a level match is one."""
        return 2 * self.wins + self.level

    @property
    def score(self) -> int:
        """What standings begin with, in halves of a win, with the director's bonus."""
        return self.half_wins + 2 * self.bonus_wins

    @property
    def played(self) -> int:
        """The number of matches with cards."""
        return sum(meeting.was_played for meeting in self.meetings)

    @property
    def average_score(self) -> Fraction:
        """The points per match with cards: what a sit-out scores where partners change."""
        return Fraction(sum(meeting.score or 0 for meeting in self.meetings), self.played or 1)

    @property
    def average_difference(self) -> Fraction:
        """The difference per match."""
        matches = len(self.meetings)
        return self.difference / matches if matches else Fraction(0)


SUMS = (
    "wins",
    "losses",
    "level",
    "byes",
    "forfeits",
    "papers",
    "missed",
    "bonus_wins",
    "bonus_points",
    "points",
    "against",
    "difference",
    "league_points",
    "opponents_wins",
)
"""What the records of two stages add up."""


@dataclass(frozen=True, slots=True)
class RankedTeam:
    """A team with its place in the standings. Level teams share a `rank`.

    `decided_by` is what separates it from the place above: `wins`, `points` or a tie-break; empty in first place, and
    where nothing does. `why` says it against the nearest team with as many wins, if there is one. `pool` counts from 1;
    0 without pools.
    """

    rank: int
    team: int
    record: Record
    decided_by: str = ""
    why: tuple[Why, ...] = ()
    pool: int = 0


def records(state: TournamentState, stage: int, counting: Counting) -> dict[int, Record]:
    """The record of every team of a stage, from published rounds and matches that count."""
    found = {team: Record(team, is_house=state.teams[team].house) for team in teams_of(state, stage)}
    for match in _counted(state, stage, counting):
        result = state.result(match)
        sits_out = match.pairing.is_bye and counting.bye == AS_NOTHING
        if result is not None and (not sits_out or any(why.code == WALKOVER for why in match.pairing.why)):
            for team in match.teams:
                if team in found:
                    found[team].meetings.append(meeting_of(match, result, team))
    rounds = [_playing(state, round_) for round_ in state.rounds_of(stage) if round_.published]
    made_up = _who_makes_up(state, stage)
    for record in found.values():
        if counting.missed and record.team not in made_up:
            _add_missed(state, rounds, record)
        _sum_up(record, state.settings, forfeit_loss(state, stage), counting)
    _adjust(state, stage, found)
    for record in found.values():
        record.league_points = _league_points(record, counting.league_points or (0, 0, 0))
        record.opponents_wins = _opponents_wins(record, found)
    return found


def _adjust(state: TournamentState, stage: int, found: Mapping[int, Record]) -> None:
    """Add what the director gave or took."""
    for event in state.adjustments:
        if event.stage == stage and event.team in found:
            record = found[event.team]
            record.bonus_wins += event.wins
            record.bonus_points += event.points
            record.points += event.points
            record.difference += event.points


def teams_of(state: TournamentState, stage: int) -> list[int]:
    """The teams of a stage: drawn or paired in it; in the first one also those that arrived since."""
    found = {
        team: None
        for draw in state.draws.get(stage, ())
        for places in draw.places
        for team in places
        if team is not None
    }
    for round_ in state.rounds_of(stage):
        for match in round_.matches:
            found |= dict.fromkeys(state.matches[match].teams)
    if stage == 1:
        found |= {team.id: None for team in state.teams.values() if team.plays and not team.house}
    return [team for team in found if team in state.teams]


def who_left(match: Match) -> list[int]:
    """The team that should have been there, of a match that is a bye since it left."""
    return [why.params["team"] for why in match.pairing.why if why.code == WALKOVER and "team" in why.params]


def _counted(state: TournamentState, stage: int, counting: Counting) -> list[Match]:
    rounds = [round_ for round_ in state.rounds_of(stage) if round_.published]
    matches = [state.matches[match] for round_ in rounds for match in round_.matches]
    struck = {team.id for team in state.teams.values() if counting.strikes and team.struck}
    kept = [match for match in matches if struck.isdisjoint((*match.teams, *who_left(match)))]
    return [match for match in kept if state.is_over(match)]


def meeting_of(match: Match, result: Result, team: int) -> Meeting:
    """A match that counts, as one of its teams has it."""
    sides, side = match.pairing.sides, match.side_of(team)
    opponents = tuple(other for number, names in enumerate(sides) if number != side for other in names)
    partners = tuple(other for other in sides[side] if other != team)
    won = None if result.is_level else result.winner == side
    lost = result.winner not in (None, side)
    if not result.scores:
        return Meeting(match.id, match.round, opponents, partners, result.by, won, lost=lost)
    best = max(score for number, score in enumerate(result.scores) if number != side)
    return Meeting(
        match.id,
        match.round,
        opponents,
        partners,
        result.by,
        won,
        result.scores[side],
        result.scores[side] - best,
        result.sets[side] if result.sets else None,
        result.bags[side] if result.bags else None,
        lost,
    )


def forfeit_loss(state: TournamentState, stage: int) -> int:
    """The points that a forfeit costs: the cap, without one the target of the match rules, without either nothing."""
    if state.settings.cap is not None:
        return state.settings.cap
    played = state.stages[stage - 1]
    rules = rule_set(played.rules)
    usual = {option.key: option.default for option in rules.options(rules.shapes[0])}
    target = played.options.get("target", usual.get("target"))
    return target if isinstance(target, int) else 0


def _playing(state: TournamentState, round_: Round) -> set[int]:
    """The teams of a round, byes included."""
    return {team for match in round_.matches for team in state.matches[match].teams}


def _who_makes_up(state: TournamentState, stage: int) -> set[int]:
    """The teams that miss nothing, since rounds were added: those of their pool, and those that are not drawn yet."""
    adding = {team.id for team in state.teams.values() if team.adds_rounds and stage == 1}
    pools = state.draws[stage][-1].places if adding and state.draws.get(stage) else ()
    return adding | {team for pool in pools if adding.intersection(pool) for team in pool if team is not None}


def _add_missed(state: TournamentState, rounds: Sequence[set[int]], record: Record) -> None:
    """Rounds of a team that entered late, or came back: losses, halves or nothing, as set."""
    team = state.teams[record.team]
    if team.plays and not team.house:
        record.missed = sum(record.team not in playing for playing in rounds)
    record.losses += record.missed if state.settings.late == LOSSES else 0
    record.level += record.missed if state.settings.late == HALVES else 0


def _sum_up(record: Record, settings: TournamentSettings, forfeit: int, counting: Counting) -> None:
    cap, by = settings.cap, settings.bye_points
    played = [meeting for meeting in record.meetings if meeting.was_played]
    margins = sum(_capped(meeting.margin or 0, cap) for meeting in played)
    scores = sum(meeting.score or 0 for meeting in played)
    average_margin = Fraction(margins, len(played) or 1)
    record.points, record.difference = Fraction(scores), Fraction(margins)
    record.against = Fraction(sum((meeting.score or 0) - (meeting.margin or 0) for meeting in played))
    for meeting in record.meetings:
        is_sit_out = meeting.by == BY_BYE and counting.bye == AS_AVERAGE
        if not is_sit_out:
            record.wins += meeting.won is True
            record.losses += meeting.won is False
            record.level += meeting.won is None
        if not meeting.was_played:
            gained = meeting.won is True
            if counting.league_points is None:
                record.points += record.average_score if gained else 0
                won_by = average_margin if by is None or is_sit_out else Fraction(_capped(by, cap))
                record.difference += won_by if gained else -forfeit
            elif gained:
                record.points += counting.walkover
                record.difference += _capped(counting.walkover, cap)
            elif meeting.lost:
                record.against += counting.walkover
                record.difference -= _capped(counting.walkover, cap)
            record.byes += meeting.by == BY_BYE
            record.forfeits += meeting.by != BY_BYE
        record.papers += meeting.by == PAPER
    record.sets = _known_sum(meeting.sets for meeting in played)
    record.bags = _known_sum(meeting.bags for meeting in played)


def _league_points(record: Record, worth: tuple[int, int, int]) -> int:
    win, level, loss = worth
    return win * (record.wins + record.bonus_wins) + level * record.level + loss * record.losses


def _capped(margin: int, cap: int | None) -> int:
    return margin if cap is None else max(-cap, min(cap, margin))


def _known_sum(figures: Iterable[int | None]) -> int | None:
    """The sum, or None if one is not known."""
    total = 0
    for figure in figures:
        if figure is None:
            return None
        total += figure
    return total


def _opponents_wins(record: Record, found: Mapping[int, Record]) -> Fraction:
    """The sum of the wins of those it played; a bye, a forfeit or the house team counts as its own average."""
    wins, matches, others = Fraction(0), 0, 0
    for meeting in record.meetings:
        met = [found[team] for team in meeting.opponents if team in found and not found[team].is_house]
        if meeting.was_played and met:
            wins += Fraction(sum(opponent.half_wins for opponent in met), 2 * len(met))
            matches += 1
        else:
            others += 1
    return wins + wins / matches * others if matches else wins


# Places

Key = Callable[[Record], Fraction | None]

FIGURES: dict[str, Key] = {
    LEAGUE_POINTS: lambda record: Fraction(record.league_points),
    setup.OPPONENTS_WINS: lambda record: record.opponents_wins,
    setup.DIFFERENCE: lambda record: record.difference,
    setup.POINTS: lambda record: record.points,
    setup.FEWEST_SETS: lambda record: None if record.sets is None else Fraction(-record.sets),
    setup.FEWEST_BAGS: lambda record: None if record.bags is None else Fraction(-record.bags),
}
"""The tie-breaks by a figure, where more is better; None if it is not known."""

SETTLED = {setup.DECIDING_HAND: ev.BY_HAND, setup.LOTS: ev.BY_LOTS}


@dataclass(frozen=True, slots=True)
class Ranking:
    """What ranks the teams of a stage, in this order."""

    order: tuple[str, ...]
    counting: Counting
    settled: tuple[ev.LotsDrawn, ...]

    def groups(self, teams: Sequence[Record], step: int = 0) -> list[tuple[str, list[Record]]]:
        """The teams in groups that stay level, best first; with each, what separates it from the one before."""
        if step == len(self.order) or len(teams) < 2:
            return [("", list(teams))]
        found: list[tuple[str, list[Record]]] = []
        for group in self._split(teams, self.order[step]):
            # A head to head that took one team away may decide between the others, too.
            again = self.order[step] == setup.HEAD_TO_HEAD and len(group) < len(teams)
            parts = self.groups(group, step if again else step + 1)
            if found:
                parts[0] = (self.order[step], parts[0][1])
            found += parts
        return found

    def _split(self, teams: Sequence[Record], by: str) -> list[list[Record]]:
        if by == setup.HEAD_TO_HEAD:
            return _by_head_to_head(teams)
        if by in SETTLED:
            return self._by_settled(teams, SETTLED[by])
        keys = {record.team: self.figure(record, by) for record in teams}
        if any(key is None for key in keys.values()):
            return [list(teams)]
        values = sorted({key for key in keys.values() if key is not None}, reverse=True)
        return [[record for record in teams if keys[record.team] == value] for value in values]

    def figure(self, record: Record, by: str) -> Fraction | None:
        """A record's figure for a tie-break; None if it is not known."""
        if by == WINS:
            return Fraction(record.score, 2)
        if by == setup.DIFFERENCE and self.counting.average_difference:
            return record.average_difference
        return FIGURES[by](record)

    def _by_settled(self, teams: Sequence[Record], by: str) -> list[list[Record]]:
        names = {record.team for record in teams}
        for event in reversed(self.settled):
            if event.by == by and names <= set(event.order):
                return [[record] for record in sorted(teams, key=lambda record: event.order.index(record.team))]
        return [list(teams)]


def _by_head_to_head(teams: Sequence[Record]) -> list[list[Record]]:
    """By the matches between them, if they all met; else one that beat all the others comes first."""
    names = {record.team for record in teams}
    against = {record.team: _against(record, names) for record in teams}
    if all(set(found) == names - {team} for team, found in against.items()):
        wins = {team: sum(found.values()) for team, found in against.items()}
        return [[r for r in teams if wins[r.team] == value] for value in sorted(set(wins.values()), reverse=True)]
    for record in teams:
        found = against[record.team]
        if set(found) == names - {record.team} and all(value > 0 for value in found.values()):
            return [[record], [other for other in teams if other is not record]]
    return [list(teams)]


def _against(record: Record, names: set[int]) -> dict[int, int]:
    """What a team won against each of these that it met: more than 0 if it won more than it lost."""
    found: dict[int, int] = {}
    for meeting in record.meetings:
        for other in meeting.opponents:
            if other in names and meeting.by != BY_BYE:
                found[other] = found.get(other, 0) + (0 if meeting.won is None else 1 if meeting.won else -1)
    return found


def ranking_of(state: TournamentState, stage: int, counting: Counting) -> Ranking:
    """What ranks a stage: wins, or the points of a league, or those of a rotation that says so, then the tie-breaks in
    the director's order.
    """
    points_first = counting.points_first and state.settings.ranked_by == BY_POINTS
    first = (setup.POINTS, WINS) if points_first else (WINS,) if counting.league_points is None else (LEAGUE_POINTS,)
    order = (*first, *(key for key in state.settings.tie_breaks if key not in first))
    return Ranking(order, counting, tuple(event for event in state.settled if event.stage == stage))


def ranked(
    state: TournamentState, stage: int, counting: Counting, teams: Iterable[int] | None = None
) -> tuple[RankedTeam, ...]:
    """The places of a stage, or of some of its teams, by wins and tie-breaks. A house team has none."""
    found = records(state, stage, counting)
    listed = [found[team] for team in (found if teams is None else teams) if team in found]
    listed = [record for record in listed if not record.is_house and _is_listed(state.teams[record.team], record)]
    ranking = ranking_of(state, stage, counting)
    groups = ranking.groups(sorted(listed, key=lambda record: record.team))
    places: list[RankedTeam] = []
    for decided_by, group in groups:
        rank = len(places) + 1
        for number, record in enumerate(group):
            places.append(RankedTeam(rank, record.team, record, "" if number else decided_by))
    return tuple(_with_reason(places, index, ranking) for index in range(len(places)))


def _is_listed(team: Team, record: Record) -> bool:
    """A team that left before it played is not in the standings."""
    return team.plays or bool(record.meetings)


def _with_reason(places: Sequence[RankedTeam], index: int, ranking: Ranking) -> RankedTeam:
    """The place with its reason: against the team above, if they have as many wins, else against the one below."""
    place = places[index]
    above = places[index - 1] if index else None
    below = places[index + 1] if index + 1 < len(places) else None
    first = ranking.order[0]
    why: tuple[Why, ...] = ()
    if above is not None and place.decided_by not in ("", first):
        why = (_reason("behind", place, above, place.decided_by, ranking),)
    elif above is not None and above.rank == place.rank:
        why = (Why("level", {"other": above.team}),)
    elif below is not None and below.rank == place.rank:
        why = (Why("level", {"other": below.team}),)
    elif below is not None and below.decided_by not in ("", first):
        why = (_reason("ahead", place, below, below.decided_by, ranking),)
    return replace(place, why=why)


def _reason(code: str, place: RankedTeam, other: RankedTeam, by: str, ranking: Ranking) -> Why:
    params: dict[str, Any] = {"other": other.team, "tie_break": by}
    if by == setup.HEAD_TO_HEAD:
        met = [meeting.round for meeting in place.record.meetings if other.team in meeting.opponents]
        net = _against(place.record, {other.team}).get(other.team, 0)
        params["rounds"] = tuple(met) if (net > 0 if code == "ahead" else net < 0) else ()
    elif by not in SETTLED:
        own, theirs = ranking.figure(place.record, by), ranking.figure(other.record, by)
        params["by"] = abs((own or Fraction(0)) - (theirs or Fraction(0)))
    return Why(code, params)
