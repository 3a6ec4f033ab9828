"""What a swap of two teams would make: who would meet, or where partners change play together, for a second time."""

from dataclasses import dataclass

from scorekeeper.rooms.tournaments.domain.events import Sides
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.state import Round, TournamentState


@dataclass(frozen=True, slots=True)
class Again:
    """Two teams who have met, or as partners played together, in these rounds."""

    team: int
    other: int
    rounds: tuple[int, ...]
    as_partners: bool


def again_after_swap(state: TournamentState, shown: Round, first: int, second: int) -> list[Again]:
    """Who would meet again if two teams of this round changed places; in a rotation, who would partner again."""
    partners = find_format(state.stages[shown.stage - 1].format).solo
    earlier = [
        (found.number, state.matches[number].pairing.sides)
        for found in state.rounds
        if (found.stage, found.number) < (shown.stage, shown.number)
        for number in found.matches
    ]
    changed = {first: second, second: first}
    found = []
    for number in shown.matches:
        sides = state.matches[number].pairing.sides
        before = _pairs(sides, partners=partners)
        after = _pairs(tuple(tuple(changed.get(team, team) for team in side) for side in sides), partners=partners)
        for one, other in sorted(after - before):
            rounds = [number for number, played in earlier if (one, other) in _pairs(played, partners=partners)]
            if rounds:
                found.append(Again(one, other, tuple(rounds), partners))
    return found


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
