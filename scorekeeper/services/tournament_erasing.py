"""Erases a player's names from tournaments: their events, their names, and what phones said; hash chains stay."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from sqlalchemy.orm import Session

from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.formats.chain import START, StoredEvent, UnsavedEvent, hash_of
from scorekeeper.services.recording import Author
from scorekeeper.storage.events import chained_after
from scorekeeper.storage.tournaments import (
    RewrittenTournament,
    rename_in_phones,
    rewrite_tournaments,
    tournament_events,
    tournaments_of,
)
from scorekeeper.tournament.event_json import payload_of
from scorekeeper.tournament.events import PlayerErased

FROM_CONTENT = 5
"""The UUID version of ids that are hashes of a game's content, with which a guessed name could be confirmed."""


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """A tournament after the erasure: its name, its last event so far, and rewritten events."""

    tournament_id: str
    name: str
    last: StoredEvent
    events: tuple[StoredEvent, ...]


def plan_tournaments(table_id: str, pseudonyms: Pseudonyms) -> tuple[TournamentChange, ...]:
    """What changes in the table's tournaments; writes nothing. Those without the player are left out."""
    found = []
    for row in tournaments_of(table_id):
        stored = tournament_events(row.id)
        after = [rewritten_event(event, pseudonyms) for event in stored]
        changed = tuple(new for old, new in zip(stored, after, strict=True) if new is not old)
        if changed:
            found.append(TournamentChange(row.id, pseudonyms.text(row.name, MAX_NAME_LENGTH), stored[-1], changed))
    return tuple(found)


def write_tournaments(
    session: Session, table_id: str, changes: Sequence[TournamentChange], pseudonyms: Pseudonyms, author: Author
) -> None:
    """Write these changes, each with an event that lists the new hashes, in the caller's transaction."""
    rewrite_tournaments(session, [_to_write(change, pseudonyms, author) for change in changes])
    rename_in_phones(session, table_id, pseudonyms.instead)


def _to_write(change: TournamentChange, pseudonyms: Pseudonyms, author: Author) -> RewrittenTournament:
    hashes = tuple((event.seq, hash_of(event)) for event in change.events)
    erased = PlayerErased(seq=change.last.seq + 1, hashes=hashes)
    who = None if author.name is None else pseudonyms.text(author.name)
    new = UnsavedEvent(kind=erased.kind, payload=payload_of(erased), who=who)
    return RewrittenTournament(change.tournament_id, change.name, change.events, chained_after(change.last, new))


def rewritten_event(entry: StoredEvent, pseudonyms: Pseudonyms) -> StoredEvent:
    payload = pseudonyms.value(entry.payload)
    who, reason = (None if text is None else pseudonyms.text(text) for text in (entry.who, entry.reason))
    if (payload, who, reason) == (entry.payload, entry.who, entry.reason):
        return entry
    names_content = entry.kind == START and UUID(entry.id).version == FROM_CONTENT
    new_id = str(uuid4()) if names_content else entry.id
    return entry._replace(id=new_id, payload=payload, who=who, reason=reason, salt=None)
