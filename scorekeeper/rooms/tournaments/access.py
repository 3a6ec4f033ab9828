"""The turns of what takes long at a tournament."""

from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.access.quotas import counted_work
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.pairing import is_dear
from scorekeeper.services.membership import Membership


@contextmanager
def pairing(tournament_id: str, membership: Membership) -> Iterator[None]:
    """Pair the next round of this tournament, in its turn if it takes long. Raises `Busy`."""
    if not is_dear(load_tournament(tournament_id).state):
        yield
        return
    with counted_work(membership):
        yield
