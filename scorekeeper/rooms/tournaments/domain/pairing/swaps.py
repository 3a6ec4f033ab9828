"""What a swap of two teams would make: who would meet or play together for a second time, or though kept apart."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log.events import OPPONENTS, PARTNERS
from scorekeeper.rooms.tournaments.domain.log.pairings import Sides
from scorekeeper.rooms.tournaments.domain.log.state import Round, TournamentState


@dataclass(frozen=True, slots=True)
class Again:
    """Two teams who have met, or as partners played together, in these rounds."""

    team: int
    other: int
    rounds: tuple[int, ...]
    as_partners: bool


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


def again_after_swap(state: TournamentState, shown: Round, first: int, second: int) -> list[Again]:
    """Who would meet again if two teams of this round changed places; in a rotation, who would partner again."""
    partners = find_format(state.stages[shown.stage - 1].format).solo
    earlier = [
        (found.number, state.matches[number].pairing.sides)
        for found in state.rounds
        if (found.stage, found.number) < (shown.stage, shown.number)
        for number in found.matches
    ]
    found = []
    for before, after in _swapped(state, shown, first, second, partners=partners):
        for one, other in sorted(after - before):
            rounds = [number for number, played in earlier if (one, other) in _pairs(played, partners=partners)]
            if rounds:
                found.append(Again(one, other, tuple(rounds), partners))
    return found


def missed_after_swap(state: TournamentState, shown: Round, first: int, second: int) -> list[tuple[int, int]]:
    """Who would not meet at all where everybody meets once, if two teams of this round changed places.

    In round 1 nobody: the two have each other’s place in all rounds.
    """
    if shown.number == 1 or not find_format(state.stages[shown.stage - 1].format).meets_once(state, shown.stage):
        return []
    swapped = [*_swapped(state, shown, first, second, partners=False)]
    meet = {pair for _before, after in swapped for pair in after}
    return sorted(pair for before, _after in swapped for pair in before - meet)


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
