"""The best of each pool, for the stage after it."""

from scorekeeper.rooms.tournaments.domain.format import Format, best_of
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.standings import ranked


def best_of_each(form: Format, state: TournamentState, stage: int) -> tuple[int, ...]:
    """First all winners of a pool as they compare, then all second ones. Raises `NotNow` for a tie at the cut."""
    places, setup = form.standings(state, stage), state.stages[stage - 1]
    numbers = dict.fromkeys(place.pool for place in places)
    staying = [place for place in places if state.teams[place.team].plays]
    pools = [best_of(state, [place for place in staying if place.pool == number], setup.advance) for number in numbers]
    found: list[int] = []
    for rank in range(max(len(pool) for pool in pools)):
        same = [pool[rank] for pool in pools if rank < len(pool)]
        found += [place.team for place in ranked(state, stage, form.counting(setup), same)]
    return tuple(found)
