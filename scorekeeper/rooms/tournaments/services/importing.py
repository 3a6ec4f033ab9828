"""Imports tournaments of a file, each completely or not at all."""

from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.parts import CheckedPart
from scorekeeper.hooks import Taken
from scorekeeper.rooms.tournaments.exports import CheckedTournament, event_of
from scorekeeper.rooms.tournaments.services.names import names_in
from scorekeeper.rooms.tournaments.services.recording import import_tournament
from scorekeeper.rooms.tournaments.storage import find_tournament, open_tournaments, tournament_of_event
from scorekeeper.services.importing import DISGUISED, HERE, NEW, OTHER, disguise_in


def take_tournament(part: CheckedPart, table_id: str | None, *, look: bool) -> Taken | None:
    """Compare a tournament of a file with those that are here; unless this only looks, import it if it is new."""
    if not isinstance(part, CheckedTournament):
        return None
    events = part.exported.events
    known = find_tournament(part.exported.id) or tournament_of_event(events[0].id)
    if known is not None:
        is_other = table_id is not None and known.table_id != table_id
        return _at_another_table() if is_other else _is_here()
    disguise = disguise_in(name for event in events for name in names_in(event_of(event)))
    if disguise:
        return Taken(DISGUISED, disguise)
    if not look and not import_tournament(str(table_id), part):
        return _is_here()
    going_on = [] if table_id is None or not look else [row.name for row in open_tournaments([table_id])]
    return Taken(NEW, _("will be imported"), going_on)


def _is_here() -> Taken:
    return Taken(HERE, _("it is already here"))


def _at_another_table() -> Taken:
    return Taken(OTHER, _("it is already at another table of this server"))
