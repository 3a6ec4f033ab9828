"""Verifies stored tournaments: hash chains are intact, and every event can be read and fits."""

from collections.abc import Iterator

from scorekeeper.core.inputs import NOWHERE, Fault, faults
from scorekeeper.formats.chain import verify
from scorekeeper.formats.scored import of_broken_chain
from scorekeeper.rooms.tournaments.services.cache import read_tournament
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.storage import tournament_events, tournaments_of


def damaged_tournaments(table_id: str) -> Iterator[Fault]:
    """What is damaged in each tournament of the table, within its name."""
    for row in tournaments_of(table_id):
        events = tournament_events(row.id)
        broken = verify(events)
        if broken is not None:
            yield faults.DIFFERS.at(NOWHERE, {"difference": of_broken_chain(broken)}).within(row.name)
            continue
        try:
            read_tournament(row.id, events)
        except DamagedTournament as damage:
            yield damage.fault.within(row.name)
