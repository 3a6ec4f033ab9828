"""What a swap of two teams would make: who would meet or play together for a second time, or though kept apart."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log.events import OPPONENTS, PARTNERS
from scorekeeper.rooms.tournaments.domain.log.pairings import Sides
from scorekeeper.rooms.tournaments.domain.log.state import Round, TournamentState


@dataclass(frozen=True, slots=True)
class Again:
    """Two teams who would meet too often, or as partners play together: in these rounds they did already, and in the
    `later` ones, which were drawn ahead, they will.
    """

    team: int
    other: int
    rounds: tuple[int, ...]
    later: tuple[int, ...]
    as_partners: bool


@dataclass(frozen=True, slots=True)
class TooSeldom:
    """Two teams who would meet less often than everybody else, or not at all."""

    team: int
    other: int
    times: int


@dataclass(frozen=True, slots=True)
class BroughtTogether:
    """Two teams who are kept apart, and would meet, or play together as partners."""

    team: int
    other: int
    as_partners: bool


def together_after_swap(state: TournamentState, shown: Round, first: int, second: int) -> list[BroughtTogether]:
    """Who would be brought together, though they are kept apart, if two teams of this round changed places."""
    return [
        BroughtTogether(one, other, as_partners)
        for as_partners, how in ((False, OPPONENTS), (True, PARTNERS))
        for before, after in _swapped(state, shown, first, second, partners=as_partners)
        for one, other in sorted(after - before)
        if state.are_apart(one, other, how)
    ]


def meetings_after_swap(
    state: TournamentState, shown: Round, first: int, second: int
) -> tuple[list[Again], list[TooSeldom]]:
    """Who would meet too often if two teams of this round changed places, or in a rotation partner again; and where
    rounds were drawn ahead, who would meet too seldom.
    """
    setup = state.stages[shown.stage - 1]
    form = find_format(setup.format)
    partners, most, plan = form.solo, form.meetings(setup), form.planned(state, shown.stage)
    before = [found for found in state.rounds if (found.stage, found.number) < (shown.stage, shown.number)]
    own = [found for found in before if found.stage == shown.stage]
    met = _rounds_of(_matches(state, own if most > 1 else before), partners=partners)
    met_here = _rounds_of(_matches(state, own), partners=partners)
    ahead = [(number, sides) for number, matches in (plan or {}).items() for sides in matches]
    later = _rounds_of(ahead, partners=partners)
    again, pairs, made = list[Again](), set[tuple[int, int]](), set[tuple[int, int]]()
    for there, then in _swapped(state, shown, first, second, partners=partners):
        pairs, made = pairs | there, made | then
        too_often = [pair for pair in sorted(then - there) if len(met[pair]) + len(later[pair]) >= most]
        again += [Again(*pair, tuple(met[pair]), tuple(later[pair]), partners) for pair in too_often]
    lost = () if plan is None or partners else sorted(pairs - made)
    counted = [TooSeldom(*pair, len(met_here[pair]) + len(later[pair])) for pair in lost]
    return again, [one for one in counted if one.times < most]


def _matches(state: TournamentState, rounds: Iterable[Round]) -> list[tuple[int, Sides]]:
    """The number of the round and the sides of each match."""
    return [(found.number, state.matches[match].pairing.sides) for found in rounds for match in found.matches]


def _rounds_of(matches: Iterable[tuple[int, Sides]], *, partners: bool) -> Mapping[tuple[int, int], list[int]]:
    """The rounds in which each two play against each other, or with each other."""
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, sides in matches:
        for pair in _pairs(sides, partners=partners):
            found[pair].append(number)
    return found


def _swapped(
    state: TournamentState, shown: Round, first: int, second: int, *, partners: bool
) -> Iterator[tuple[set[tuple[int, int]], set[tuple[int, int]]]]:
    """The pairs of each match of a round, before two teams swap and after it."""
    changed = {first: second, second: first}
    for number in shown.matches:
        sides = state.matches[number].pairing.sides
        after = tuple(tuple(changed.get(team, team) for team in side) for side in sides)
        yield _pairs(sides, partners=partners), _pairs(after, partners=partners)


def _pairs(sides: Sides, *, partners: bool) -> set[tuple[int, int]]:
    """All who play against each other, or with each other."""
    if partners:
        return {(min(one, other), max(one, other)) for side in sides for one in side for other in side if one != other}
    return {
        (min(one, other), max(one, other))
        for place, side in enumerate(sides)
        for against in sides[place + 1 :]
        for one in side
        for other in against
    }
