"""What a format is: how it pairs, when its stage is over, and what it can be set to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import Fault, FieldPath
from scorekeeper.core.rules.ruleset import Option, RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing, Sides
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.setup import DAYS, Limits, Stage, Value
from scorekeeper.rooms.tournaments.domain.standings import Counting, RankedTeam, ranked, teams_of
from scorekeeper.rotation.schedules import lots_of


@dataclass(frozen=True, slots=True)
class FormatSetting:
    """Something that a format can be set to: its `choices`, or a whole number from `low` to `high`, or a switch."""

    key: str
    default: Value
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return isinstance(self.default, bool)


BY_DATES = FormatSetting(DAYS, 0, high=90)
"""Days for each round, whose matches are then played at any table, without a clock; 0: in one room."""


Pools = tuple[tuple[int, ...], ...]
"""The teams of each pool, by their numbers."""


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """What a format pairs from.

    `seeds` are the teams of the stage that can play now, in the order of seeds. `lot_seed` decides every lot. `now` is
    the moment in milliseconds of UTC, for open play. `pools` are those that the director arranged; empty: they are
    drawn.
    """

    state: TournamentState
    stage: int
    number: int
    seeds: tuple[int, ...]
    lot_seed: int
    now: int = 0
    pools: Pools = ()

    @property
    def setup(self) -> Stage:
        """The stage's setup."""
        return self.state.stages[self.stage - 1]

    def check_teams(self, needed: int) -> None:
        """Raise `NotNow` with fewer teams."""
        found = len(self.seeds)
        if found < needed:
            raise NotNow(faults.TOO_FEW_TEAMS.at(FieldPath.to("round"), {"found": found, "needed": needed}))

    @property
    def lots(self) -> Random:
        """Lots that fall the same way each time."""
        return lots_of(self.lot_seed)


@dataclass(frozen=True, slots=True)
class Proposal:
    """The pairings of a round, still without numbers, and what is drawn with them."""

    pairings: tuple[Pairing, ...]
    draw: tuple[tuple[int | None, ...], ...] = ()
    plan: tuple[tuple[Sides, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Replacement:
    """A match of a bracket that a corrected result should have paired differently.

    `wrong` plays in it, `right` should (None: nobody). While no hand is recorded, a swap puts it right; otherwise the
    director has it replayed, or lets it stand.
    """

    match: int
    wrong: int
    right: int | None


def best_of(state: TournamentState, places: Sequence[RankedTeam], count: int | None) -> tuple[int, ...]:
    """The best teams, `count` of them or all. Raises `NotNow` for a tie at the cut."""
    if count is not None and count < len(places) and places[count - 1].rank == places[count].rank:
        rank = places[count].rank
        level = tuple(state.teams[place.team].name for place in places if place.rank == rank)
        left = count - sum(place.rank < rank for place in places)
        raise NotNow(faults.TIE_AT_THE_CUT.at(FieldPath.to("round"), {"teams": level, "places": left}))
    return tuple(place.team for place in places[:count])


def too_late(round_: int) -> Fault:
    """The fault of a team that comes after this round was paired, from which on nobody comes in."""
    return faults.TOO_LATE_TO_ENTER.at(FieldPath.to("team"), {"round": round_})


@dataclass(frozen=True, slots=True)
class LatePlace:
    """What a late team would play: its place is free in a pool (0: there is one), for this number of matches.

    Those of the rounds before that it does not make up.
    """

    team: int
    pool: int
    matches: int
    missed: int


@dataclass(frozen=True, slots=True)
class AddedRounds:
    """What it takes for late teams to meet everybody: how many `rounds` and `matches` more; `total` rounds in all."""

    rounds: int
    matches: int
    total: int


UNNUMBERED = 0
"""The number of a match that is only proposed."""


class Format:
    """A format. `settings` are what `Stage.settings` may have; `solo`: each entry is one player.

    `grows`: its only round grows, as in open play. `is_bracket`: it is drawn as a bracket.
    """

    key: ClassVar[str]
    order: ClassVar[int]
    """Its place in the menu."""
    settings: ClassVar[tuple[FormatSetting, ...]] = ()
    solo: ClassVar[bool] = False
    grows: ClassVar[bool] = False
    is_bracket: ClassVar[bool] = False
    names_rounds: ClassVar[bool] = False
    """Whether its last rounds are the quarter-finals, the semi-finals and the final."""
    keeps_apart: ClassVar[str] = ""
    """How it keeps teams apart: `OPPONENTS` or `BOTH`; empty where who meets whom follows from a draw."""
    takes_fixtures: ClassVar[bool] = False
    """Whether its matches are given beforehand, in `Stage.fixtures`."""
    needs_draw: ClassVar[bool] = True
    """Whether all its rounds follow from the draw of the first one."""

    def setting(self, stage: Stage, key: str) -> Value:
        """The value of a setting in this stage."""
        known = {setting.key: setting.default for setting in self.settings}
        return stage.settings.get(key, known[key])

    def counting(self, stage: Stage) -> Counting:
        """How a stage counts."""
        return Counting()

    def may_grow(self, stage: Stage) -> bool:
        """Whether a round that is published may get more matches."""
        return self.grows

    def shape(self, rules: RuleSet) -> Shape | None:
        """The sides of a match and the players on each; None if these rules don't suit the format."""
        return next((shape for shape in rules.shapes if shape.sides == 2), None)

    def at_table(self, stage: Stage) -> int:
        """How many entries a table takes: two teams, or all who sit there alone."""
        shape = self.shape(rule_set(stage.rules))
        return shape.sides * shape.players_per_side if self.solo and shape is not None else 2

    def team_size(self, stage: Stage) -> int:
        """How many players an entry needs."""
        shape = self.shape(rule_set(stage.rules))
        return 1 if self.solo or shape is None else shape.players_per_side

    def seats(self, stage: Stage, sides: Sides) -> bool:
        """Whether these are the sides of a match in this stage, or a bye."""
        shape = self.shape(rule_set(stage.rules))
        if len(sides) == 1 or shape is None:
            return len(sides) == len(sides[0]) == 1
        entries = shape.players_per_side if self.solo else 1
        return len(sides) == shape.sides and all(len(side) == entries for side in sides)

    def match_options(self, limits: Limits, known: Sequence[Option]) -> dict[str, Value]:
        """The options of a match within these limits, of rules with the `known` ones."""
        return {**limits.options, **({} if limits.hands is None else {"hands": limits.hands})}

    def pools(self, stage: Stage) -> int:
        """How many pools the teams of this stage are drawn into; 1 where all play together."""
        return 1

    def rounds(self, stage: Stage, teams: int, tables: int | None = None) -> int:
        """How many rounds the stage has with this number of teams, for estimates; 0 if there is no telling."""
        raise NotImplementedError

    def matches(self, stage: Stage, teams: int, tables: int | None = None) -> int:
        """How many matches its rounds have at most with this number of teams, where they are known."""
        return self.rounds(stage, teams, tables) * (teams // self.at_table(stage))

    def rounds_in(self, state: TournamentState, stage: int) -> int:
        """The rounds of a stage: as it was drawn, whoever came or went since; before that, for those who are here."""
        draws = state.draws.get(stage, ())
        drawn = {team for places in (draws[0].places if draws else ()) for team in places if team is not None}
        teams = len(teams_of(state, stage)) if self.is_bracket or not drawn else len(drawn)
        return self.rounds(state.stages[stage - 1], teams, state.settings.tables)

    def is_over(self, state: TournamentState, stage: int, now: int = 0) -> bool:
        """Whether no round comes after those that are paired, if their matches are over; `now` as in `propose`."""
        raise NotImplementedError

    def plays_last(self, state: TournamentState, stage: int) -> bool:
        """Whether the round that is paired is the last one, where the number of its matches does not say so."""
        return False

    def accepts(self, draw: tuple[tuple[int | None, ...], ...]) -> bool:
        """Whether a draw is one of this format."""
        return bool(draw) or not self.needs_draw

    def pair(self, request: PairingRequest) -> Proposal:
        """The pairings of the next round. Raises `NotNow` if there are none."""
        raise NotImplementedError

    def standings(self, state: TournamentState, stage: int) -> tuple[RankedTeam, ...]:
        """The places of a stage as they are now."""
        return ranked(state, stage, self.counting(state.stages[stage - 1]))

    def advancing(self, state: TournamentState, stage: int) -> tuple[int, ...]:
        """The teams that go on, best first. Raises `NotNow` for a tie at the cut."""
        places = tuple(place for place in self.standings(state, stage) if state.teams[place.team].plays)
        return best_of(state, places, state.stages[stage - 1].advance)

    def buys_back(self, state: TournamentState, stage: int, team: int) -> Fault | None:
        """Why a team cannot buy back now; None if it can."""
        return faults.NO_BUY_BACKS.at(FieldPath.to("team"), {})

    def refuses_late(self, state: TournamentState, stage: int, others: Sequence[int] = ()) -> Fault | None:
        """Why a team that comes after the first round was published, and after `others` that come with it, has no place
        in this stage; None if it does.
        """
        rounds = state.rounds_of(stage)
        return too_late(len(rounds)) if self.is_over(state, stage) and not self.grows else None

    def planned(self, state: TournamentState, stage: int) -> Mapping[int, Sequence[Sides]] | None:
        """The matches of each round that is not paired yet, where they were drawn ahead and no swap changes them; else
        None.
        """
        return None

    def meetings(self, stage: Stage) -> int:
        """How often two teams are to meet in rounds that were drawn ahead; elsewhere they meet once where possible."""
        return 1

    def late_places(self, state: TournamentState, stage: int, late: Sequence[int]) -> list[LatePlace]:
        """What late teams would play, where that is asked first; empty where they just come into the next round."""
        return []

    def refuses_rounds(self, state: TournamentState, stage: int, late: Sequence[int]) -> Fault | None:
        """Why no rounds can be added for late teams; None if they can."""
        return faults.NO_ROUNDS_ADDED.at(FieldPath.to("team"), {})

    def added_rounds(self, state: TournamentState, stage: int, late: Sequence[int]) -> AddedRounds | None:
        """What it takes that late teams meet everybody; None where they find a place, or can't come in at all."""
        return None

    def replacements(self, state: TournamentState, stage: int) -> list[Replacement]:
        """The matches of a bracket that corrected results should have paired differently."""
        return []
