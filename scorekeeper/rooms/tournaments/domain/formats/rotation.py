"""Rotation: a new partner every round. Each entry is one player, and both partners get the pair's points."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from scorekeeper.core.rules.endings import SHARED
from scorekeeper.core.rules.ruleset import Option, RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.rooms.tournaments.domain.format import UNNUMBERED, Format, FormatSetting, PairingRequest, Proposal
from scorekeeper.rooms.tournaments.domain.log.events import BOTH, OPPONENTS, PARTNERS
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing, Sides, Why
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Limits, Stage, Value
from scorekeeper.rooms.tournaments.domain.standings import AS_AVERAGE, Counting
from scorekeeper.rotation.schedules import ONE_TABLE, WHIST, History, drawn_ahead, next_round

AHEAD = "ahead"
UP = "winners-up"
DOWN = "winners-down"
NO_TARGET = 0
AMONG_MANY = 1000
"""How many rounds together weigh as much as one of two who are kept apart."""
USUAL_ROUNDS = 12
"""The most rounds of a field that has no design of its own, unless they are set."""


class Rotation(Format):
    """The format. `moves`: all rounds are drawn ahead, or the winners move up or down a table and change partner."""

    key = "rotation"
    keeps_apart = BOTH
    order = 4
    settings = (FormatSetting("moves", AHEAD, choices=(AHEAD, UP, DOWN)),)
    solo = True

    def counting(self, stage: Stage) -> Counting:
        return Counting(bye=AS_AVERAGE, points_first=True)

    def shape(self, rules: RuleSet) -> Shape | None:
        """Pairs at tables of four where the rules have them; else everybody plays alone."""
        pairs = Shape(2, 2)
        return pairs if pairs in rules.shapes else rules.shapes[0]

    def match_options(self, limits: Limits, known: Sequence[Option]) -> dict[str, Value]:
        """A set number of hands, or as many as the clock allows: no target, and what is level stays level."""
        options = super().match_options(limits, known)
        by_key = {option.key: option for option in known}
        if limits.hands is None and limits.minutes is None:
            return options
        if "hands" in by_key:
            options.setdefault("hands", by_key["hands"].high)
            options |= {"target": NO_TARGET} if "target" in by_key and by_key["target"].allows(NO_TARGET) else {}
        return options | ({"tie": SHARED} if "tie" in by_key and by_key["tie"].allows(SHARED) else {})

    def rounds(self, stage: Stage, teams: int, tables: int | None = None) -> int:
        """As set; else all of a known design, or as many as there are partners."""
        if stage.rounds is not None:
            return stage.rounds
        at_table = self.at_table(stage)
        if at_table == 4 and teams in ONE_TABLE and (teams < 8 or tables == 1):
            return len(ONE_TABLE[teams])
        return teams - 1 if teams in WHIST else max(1, min(teams - 1, USUAL_ROUNDS))

    def _shape(self, stage: Stage) -> Shape:
        shape = self.shape(rule_set(stage.rules))
        assert shape is not None
        return shape

    def planned(self, state: TournamentState, stage: int) -> Mapping[int, Sequence[Sides]] | None:
        players = {team for team in state.teams if state.teams[team].plays}
        numbers = range(len(state.rounds_of(stage)) + 1, self.rounds_in(state, stage) + 1)
        return {number: _planned(state, stage, number, players) for number in numbers}

    def is_over(self, state: TournamentState, stage: int, now: int = 0) -> bool:
        return len(state.rounds_of(stage)) >= self.rounds_in(state, stage)

    def pair(self, request: PairingRequest) -> Proposal:
        shape = self._shape(request.setup)
        at_table = self.at_table(request.setup)
        request.check_teams(at_table)
        state, stage = request.state, request.stage
        tables = min(len(request.seeds) // at_table, state.settings.tables or len(request.seeds))
        first = request.number == 1
        drawn = (request.seeds,) if first else ()
        before = [] if first else _played(state, stage, request.number)
        field = _Field(request.seeds, shape, before, state)
        if not first and self.setting(request.setup, "moves") != AHEAD:
            up = self.setting(request.setup, "moves") == UP
            return Proposal(field.pairings(field.after_winners_moved(request, tables, up), "winners-move"))
        planned = _planned(state, stage, request.number, request.seeds)
        if planned and field.keeps_apart(planned):
            return Proposal(field.pairings(planned, "new-partners"))
        if self.setting(request.setup, "moves") != AHEAD:
            return Proposal(
                field.pairings(field.named(next_round(field.history, tables, request.lots)), "drawn"), drawn
            )
        total = self.rounds(request.setup, len(request.seeds), state.settings.tables)
        left = (total if first else self.rounds_in(state, stage)) - request.number + 1
        now, *later = drawn_ahead(field.history, tables, left, request.lots)
        plan = tuple((*field.named(tables_), *field.sitting_out(tables_)) for tables_ in later)
        return Proposal(field.pairings(field.named(now), "new-partners"), drawn, plan)


def _played(state: TournamentState, stage: int, number: int) -> list[list[Match]]:
    """The matches of each round before this one."""
    rounds = [round_ for round_ in state.rounds_of(stage) if round_.number < number]
    return [[state.matches[match] for match in round_.matches] for round_ in rounds]


def _planned(state: TournamentState, stage: int, number: int, players: Iterable[int]) -> list[Sides]:
    """The matches that were drawn ahead for a round, if the same players are here; else nothing."""
    for plan in state.plans.get(stage, ())[-1:]:
        place = number - plan.round - 1
        if 0 <= place < len(plan.rounds):
            names = {player for sides in plan.rounds[place] for side in sides for player in side}
            if names == set(players):
                return [sides for sides in plan.rounds[place] if len(sides) > 1]
    return []


class _Field:
    """The players who are here, with what they played before."""

    def __init__(
        self, players: Sequence[int], shape: Shape, before: Sequence[Sequence[Match]], state: TournamentState
    ) -> None:
        self.players = list(players)
        self.shape = shape
        self.before = before
        self.at_table = shape.sides * shape.players_per_side
        self.history = History(len(players), shape.sides, shape.players_per_side)
        self.place = {player: place for place, player in enumerate(players)}
        for pair in (pair for pair in state.apart if all(player in self.place for player in pair)):
            one, other = (self.place[player] for player in pair)
            if state.are_apart(*pair, PARTNERS):
                self.history.not_partners |= {(one, other), (other, one)}
            if state.are_apart(*pair, OPPONENTS):
                self.history.not_opponents |= {(one, other), (other, one)}
        for matches in before:
            for match in matches:
                self._count(match.pairing)

    def _count(self, pairing: Pairing) -> None:
        """Count a match among those who are still here."""
        sides = [[self.place[player] for player in side if player in self.place] for side in pairing.sides]
        if pairing.is_bye:
            for player in sides[0]:
                self.history.sat_out[player] += 1
            return
        for number, side in enumerate(sides):
            for place, one in enumerate(side):
                for other in side[place + 1 :]:
                    self.history.count(one, other, True)
                for other_side in sides[number + 1 :]:
                    for other in other_side:
                        self.history.count(one, other, False)

    def keeps_apart(self, tables: Iterable[Sides]) -> bool:
        """Whether nobody who is kept apart comes together at tables that were drawn before."""
        return not any(self._together(sides) for sides in tables)

    def _together(self, sides: Sides) -> int:
        return self.history.together(tuple(self.place[player] for side in sides for player in side))

    def named(self, tables: Iterable[Sequence[int]]) -> list[Sides]:
        """Tables of places as sides of players."""
        size = self.shape.players_per_side
        return [
            tuple(
                tuple(self.players[place] for place in table[start : start + size])
                for start in range(0, len(table), size)
            )
            for table in tables
        ]

    def sitting_out(self, tables: Iterable[Sequence[int]]) -> list[Sides]:
        """Who is at none of the tables, each as a side alone."""
        playing = {place for table in tables for place in table}
        return [((player,),) for place, player in enumerate(self.players) if place not in playing]

    def pairings(self, tables: Sequence[Sides], why: str) -> tuple[Pairing, ...]:
        """The matches of a round with their reasons, then who sits out."""
        found = [Pairing(UNNUMBERED, sides, why=(self._why(sides, why),)) for sides in tables]
        playing = {player for sides in tables for side in sides for player in side}
        for player in self.players:
            if player not in playing:
                times = self.history.sat_out[self.place[player]] + 1
                found.append(Pairing(UNNUMBERED, ((player,),), why=(Why("sits-out-in-turn", {"times": times}),)))
        return tuple(found)

    def _why(self, sides: Sides, why: str) -> Why:
        again = [
            (one, other)
            for side in sides
            for number, one in enumerate(side)
            for other in side[number + 1 :]
            if self.history.partners[self.place[one]][self.place[other]]
        ]
        if again:
            return Why("partners-again", {"players": again[0]})
        return Why(why if self.shape.players_per_side > 1 or why != "new-partners" else "new-opponents")

    def after_winners_moved(self, request: PairingRequest, tables: int, up: bool) -> list[Sides]:
        """The seats once the winners of the last round moved a table up, or down; at the end they stay.

        At each table, who comes plays with one of those who stay: the one with whom it played least often. Level sides
        draw lots. Who sat out comes to the last table; who sat out least often leaves.
        """
        lots = request.lots
        order = self._moved([match for match in self.before[-1] if not match.pairing.is_bye], request.state, lots, up)
        order = [player for player in order if player in self.place]
        order += [player for player in self.players if player not in order]
        away = len(self.players) - tables * self.at_table
        sat_out = self.history.sat_out
        leaving = sorted(order, key=lambda player: (sat_out[self.place[player]], lots.random()))[:away]
        playing = [player for player in order if player not in leaving]
        size = self.at_table
        return [self._with_new_partners(playing[start : start + size]) for start in range(0, len(playing), size)]

    def _moved(self, matches: Sequence[Match], state: TournamentState, lots: Random, up: bool) -> list[int]:
        """The players in the order of the tables after the move."""
        matches = sorted(matches, key=lambda match: (match.pairing.wave, match.pairing.table or 0))
        if not up:
            matches.reverse()
        winners: list[list[int]] = []
        losers: list[list[int]] = []
        for match in matches:
            sides = list(match.pairing.sides)
            result = state.result(match)
            best = result.winner if result is not None and state.is_over(match) else None
            first = sides.pop(best if best is not None else lots.randrange(len(sides)))
            winners.append(list(first))
            losers.append([player for side in sides for player in side])
        last = len(matches) - 1
        found: list[list[int]] = [[] for _ in matches]
        for table in range(len(matches)):
            found[max(table - 1, 0)] += winners[table]
            # The losers of the first table go to the last one, where nobody comes to; all other losers stay.
            found[last if table == 0 else table] += losers[table]
        if not up:
            found.reverse()
        return [player for players in found for player in players]

    def _with_new_partners(self, players: Sequence[int]) -> Sides:
        """The players of one table in sides, so that as few as possible play together again."""
        size = self.shape.players_per_side
        if size == 1 or len(players) != 4:
            return tuple((player,) for player in players)
        first, *others = players
        splits = [((first, other), tuple(player for player in others if player != other)) for other in others]

        def again(sides: Sides) -> int:
            return AMONG_MANY * self._together(sides) + sum(
                self.history.partners[self.place[side[0]]][self.place[side[1]]] for side in sides
            )

        return min(splits, key=again)


FORMAT = Rotation()
