"""Who is kept apart: why it is so in a round, or could not be."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.rooms.tournaments.domain.log.events import OPPONENTS, PARTNERS
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing, Sides, Why
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState


def with_reasons(state: TournamentState, keeps: str, pairings: Sequence[Pairing]) -> tuple[Pairing, ...]:
    """The pairings with what to say of those who are kept apart; `keeps` as `Format.keeps_apart`."""
    if not keeps or not state.apart:
        return tuple(pairings)
    here = {team for pairing in pairings for team in pairing.teams}
    return tuple(
        replace(pairing, why=(*pairing.why, *_reasons(state, keeps, here, pairing.sides))) for pairing in pairings
    )


def _reasons(state: TournamentState, keeps: str, here: set[int], sides: Sides) -> Iterator[Why]:
    own = [team for side in sides for team in side]
    for one, other in state.apart:
        if keeps == OPPONENTS and not state.are_apart(one, other, OPPONENTS):
            continue
        if one in own and other in own:
            same = any(one in side and other in side for side in sides)
            if state.are_apart(one, other, PARTNERS if same else OPPONENTS):
                yield Why("partners-though-apart" if same else "meet-though-apart", {"teams": (one, other)})
        elif here >= {one, other} and (one in own or other in own):
            team, kept = (one, other) if one in own else (other, one)
            yield Why("kept-apart", {"team": team, "from": kept})
