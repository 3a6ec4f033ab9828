"""Erases a player's names from tournaments: their events, their names, and what phones said; hash chains stay."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.formats.chain import StoredEvent, UnsavedEvent, hash_of
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import payload_of
from scorekeeper.rooms.tournaments.domain.log.events import PlayerErased
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_TEAM_NAME_LENGTH
from scorekeeper.rooms.tournaments.storage import (
    RewrittenTournament,
    rename_in_phones,
    rewrite_tournaments,
    tournament_events,
    tournaments_of,
)
from scorekeeper.services.erasing import changed_texts, rewritten_event
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.log import chained_after


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


@dataclass(frozen=True, slots=True)
class ErasedInTournaments:
    """The table's tournaments that change, without those that don't have the player."""

    table_id: str
    changes: tuple[TournamentChange, ...]
    renamed: tuple[tuple[str, str], ...] = ()

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """The texts of them all, before and after."""
        return tuple(text for change in self.changes for text in change.texts)

    def write(self, pseudonyms: Pseudonyms, who: str | None) -> None:
        """Write each change, with an event that lists the new hashes, and what phones said."""
        with write_transaction() as session:
            rewrite_tournaments(session, [_to_write(change, pseudonyms, who) for change in self.changes])
            rename_in_phones(session, self.table_id, pseudonyms.instead)


def plan_tournaments(table_id: str, pseudonyms: Pseudonyms) -> ErasedInTournaments:
    """What changes in the table's tournaments; writes nothing."""
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
    return ErasedInTournaments(table_id, tuple(found))


TITLES = {ev.START: MAX_NAME_LENGTH, ev.SETTINGS: MAX_NAME_LENGTH, ev.TEAM: MAX_TEAM_NAME_LENGTH}
"""The kinds of events with a name that somebody made up, of the tournament or a team; its length."""


def _with_titles(event: StoredEvent, rewritten: StoredEvent, pseudonyms: Pseudonyms) -> StoredEvent:
    """The rewritten event, with the name in its title found as in free text: “marguerite’s aces”."""
    title = event.payload.get("name") if event.kind in TITLES else None
    if title is None:
        return rewritten
    payload: dict[str, Any] = {**rewritten.payload, "name": pseudonyms.text(title, TITLES[event.kind])}
    return rewritten if payload == rewritten.payload else rewritten._replace(payload=payload, salt=None)


def _texts_of(old: StoredEvent, new: StoredEvent) -> Iterator[tuple[str, str]]:
    if old.kind in TITLES and old.payload.get("name") != new.payload.get("name"):
        yield old.payload["name"], new.payload["name"]
    yield from changed_texts(old.reason, new.reason)
    yield from changed_texts(old.payload, new.payload)


def _to_write(change: TournamentChange, pseudonyms: Pseudonyms, author_name: str | None) -> RewrittenTournament:
    hashes = tuple((event.seq, hash_of(event)) for event in change.events)
    erased = PlayerErased(seq=change.last.seq + 1, hashes=hashes)
    who = None if author_name is None else pseudonyms.text(author_name)
    new = UnsavedEvent(kind=erased.kind, payload=payload_of(erased), who=who)
    return RewrittenTournament(change.tournament_id, change.name, change.events, chained_after(change.last, new))
