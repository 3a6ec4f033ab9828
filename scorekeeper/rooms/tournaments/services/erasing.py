"""Erases a player's names from tournaments: their events, their names, and what phones said; hash chains stay."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy.orm import Session

from scorekeeper.core.game.pseudonyms import NAMES, Pseudonyms
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.formats.chain import START, StoredEvent, UnsavedEvent, hash_of
from scorekeeper.rooms.tournaments.domain import events as ev
from scorekeeper.rooms.tournaments.domain.bounds import MAX_TEAM_NAME_LENGTH
from scorekeeper.rooms.tournaments.domain.event_json import payload_of
from scorekeeper.rooms.tournaments.domain.events import PlayerErased
from scorekeeper.rooms.tournaments.storage import (
    RewrittenTournament,
    rename_in_phones,
    rewrite_tournaments,
    tournament_events,
    tournaments_of,
)
from scorekeeper.services.recording import Author
from scorekeeper.storage.events import chained_after

FROM_CONTENT = 5
"""The UUID version of ids that are hashes of a game's content, with which a guessed name could be confirmed."""


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """A tournament after the erasure: its name, its last event so far, rewritten events.

    `texts` are names of it and its teams, messages and other free text, before and after.
    """

    tournament_id: str
    name: str
    last: StoredEvent
    events: tuple[StoredEvent, ...]
    texts: tuple[tuple[str, str], ...]


def plan_tournaments(table_id: str, pseudonyms: Pseudonyms) -> tuple[TournamentChange, ...]:
    """What changes in the table's tournaments; writes nothing. Those without the player are left out."""
    found = []
    for row in tournaments_of(table_id):
        stored = tournament_events(row.id)
        after = [_with_titles(event, rewritten_event(event, pseudonyms), pseudonyms) for event in stored]
        pairs = [(old, new) for old, new in zip(stored, after, strict=True) if new is not old]
        if pairs:
            texts = dict.fromkeys(text for old, new in pairs for text in _texts_of(old, new))
            name = pseudonyms.text(row.name, MAX_NAME_LENGTH)
            events = tuple(new for _old, new in pairs)
            found.append(TournamentChange(row.id, name, stored[-1], events, tuple(texts)))
    return tuple(found)


TITLES = {ev.START: MAX_NAME_LENGTH, ev.SETTINGS: MAX_NAME_LENGTH, ev.TEAM: MAX_TEAM_NAME_LENGTH}
"""The kinds of events with a name that somebody made up, of the tournament or a team; its length."""


def _with_titles(entry: StoredEvent, rewritten: StoredEvent, pseudonyms: Pseudonyms) -> StoredEvent:
    """The rewritten event, with the name in its title found as in free text: “marguerite’s aces”."""
    title = entry.payload.get("name") if entry.kind in TITLES else None
    if title is None:
        return rewritten
    payload: dict[str, Any] = {**rewritten.payload, "name": pseudonyms.text(title, TITLES[entry.kind])}
    return rewritten if payload == rewritten.payload else rewritten._replace(payload=payload, salt=None)


def _texts_of(old: StoredEvent, new: StoredEvent) -> Iterator[tuple[str, str]]:
    if old.kind in TITLES and old.payload.get("name") != new.payload.get("name"):
        yield old.payload["name"], new.payload["name"]
    yield from changed_texts(old.reason, new.reason)
    yield from changed_texts(old.payload, new.payload)


def changed_texts(old: Any, new: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """The free text that changes, before and after."""
    if isinstance(old, dict):
        for (name, one), other in zip(old.items(), new.values(), strict=True):
            yield from changed_texts(one, other, key if key == "tags" else name)
    elif isinstance(old, list):
        for one, other in zip(old, new, strict=True):
            yield from changed_texts(one, other, key)
    elif old != new and key not in NAMES:
        yield old, new


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
    """The event with the new names; the same object if it has none of them."""
    payload = pseudonyms.value(entry.payload)
    who, reason = (None if text is None else pseudonyms.text(text) for text in (entry.who, entry.reason))
    if (payload, who, reason) == (entry.payload, entry.who, entry.reason):
        return entry
    names_content = entry.kind == START and UUID(entry.id).version == FROM_CONTENT
    new_id = str(uuid4()) if names_content else entry.id
    return entry._replace(id=new_id, payload=payload, who=who, reason=reason, salt=None)
