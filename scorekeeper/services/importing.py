"""Imports the games of a file, each completely or not at all. A file never changes a stored game.

Games are read and scored first, then written a few at a time, so that others can write in between. If an import stops,
the games already written stay, and importing the same file again adds the rest.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import BinaryIO

from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.fields import Step
from scorekeeper.core.inputs.file_faults import NO_TABLE
from scorekeeper.core.inputs.findings import Difference
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.refusals import error_text
from scorekeeper.formats.chain import NOTHING_BEFORE, START, StoredEvent, UnsavedEvent, canonical_json, chained
from scorekeeper.formats.games import ExportedTable, ImportedGame
from scorekeeper.formats.scored import ScoredGame, difference_json, scored_games
from scorekeeper.services.game_cache import summary_on
from scorekeeper.services.house_rules import add_house_rules
from scorekeeper.services.import_preview import compare_game, start_id
from scorekeeper.services.recording import new_event
from scorekeeper.services.starting import events_of_sheet, head_of
from scorekeeper.services.statistics import update_statistics_after_import
from scorekeeper.storage.columns import unguessable_id
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.games import Head, create_table
from scorekeeper.storage.merging import AlreadyMerged, CannotMerge, merge_players
from scorekeeper.storage.new_game import add_imported_game
from scorekeeper.storage.players import add_player, seat_players

AT_ONCE = 500
"""How many events to collect before writing, and how many names to write together."""
TURN = 0.03
"""Seconds after which an import lets others write, once the current game is complete."""
PAUSE = 0.002
"""Seconds between two turns, for waiting writers."""


@dataclass(slots=True)
class Imported:
    """The result of an import: games added, games skipped, merges that were not possible, differences by game."""

    games: list[str] = field(default_factory=list)
    skipped: int = 0
    tables: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    differences: list[tuple[Step, Difference]] = field(default_factory=list)


class ImportStopped(Exception):
    """An import stopped halfway. Its `imported` games are stored; importing the file again adds the rest."""

    def __init__(self, imported: Imported, reason: Exception) -> None:
        count = len(imported.games)
        games = _n(count, "1 game was imported", "{count} games were imported")
        super().__init__(
            _("{why}. {games}; import the same file again for the rest", why=error_text(reason), games=games)
        )
        self.imported = imported


def import_file(file: BinaryIO, table_id: str | None = None) -> Imported:
    """Import every new game of a file into this table or, for None, each table of a ZIP into a new table.

    Reads the whole file before writing anything. Raises `InvalidInput`, and what `import_games` raises.
    """
    placed = table_id is not None
    for part in scored_games(file):
        placed = placed or isinstance(part, ExportedTable)
        if not placed and isinstance(part, ScoredGame):
            raise InvalidInput(NO_TABLE, FieldPath((part.imported.where,)), None)
    file.seek(0)
    return import_games(scored_games(file), table_id)


def import_games(parts: Iterable[ScoredGame | ExportedTable], table_id: str | None) -> Imported:
    """Store those of these games that are new.

    Raises `StorageError` or `InvalidInput` if nothing was written, and `ImportStopped` if some games were.
    """
    work = _Import(table_id)
    try:
        for part in parts:
            work.take(part)
        work.end()
    except (StorageError, InvalidInput) as error:
        if work.imported.games or work.imported.tables:
            raise ImportStopped(work.imported, error) from error
        raise
    return work.imported


class _Import:
    """An import in progress: the current table, and the games yet to be written."""

    def __init__(self, table_id: str | None) -> None:
        self.imported = Imported()
        self._only = self._into = table_id
        self._merged: dict[str, str] = {}
        self._waiting: dict[str, tuple[ScoredGame, tuple[StoredEvent, ...]]] = {}

    def take(self, part: ScoredGame | ExportedTable) -> None:
        """Take the next part of the file."""
        if isinstance(part, ExportedTable):
            self.end()
            self._into, self._merged = self._table_for(part), dict(part.merged)
            return
        assert self._into is not None, "a game before its table"
        start = part.imported.entries[0].id if part.imported.entries else start_id(part.imported, self._into)
        if start in self._waiting:
            self._write()
        if not compare_game(part, self._into).will_import:
            self.imported.skipped += 1
            return
        self._waiting[start] = (part, part.imported.entries or tuple(_entries(part.imported, self._into)))
        if sum(len(entries) for _, entries in self._waiting.values()) >= AT_ONCE:
            self._write()

    def end(self) -> None:
        """Finish the current table."""
        self._write()
        _merge(self.imported, self._into, self._merged)
        self._merged = {}

    def _write(self) -> None:
        waiting, self._waiting = list(self._waiting.values()), {}
        while waiting:
            ids = list[str]()
            with write_transaction():
                until = time.monotonic() + TURN
                while len(ids) < len(waiting) and (not ids or time.monotonic() < until):
                    part, entries = waiting[len(ids)]
                    ids.append(_add(part, entries, str(self._into)))
            time.sleep(PAUSE)
            self.imported.games += ids
            for part, _size in waiting[: len(ids)]:
                self.imported.differences += [(part.imported.where, difference) for difference in part.differences]
            del waiting[: len(ids)]

    def _table_for(self, part: ExportedTable) -> str:
        into = self._only
        if into is None:
            into = create_table(part.name).id
            self.imported.tables.append(into)
        for first in range(0, len(part.players), AT_ONCE):
            with write_transaction() as session:
                seat_players(session, into, part.players[first : first + AT_ONCE])
        self.imported.problems += add_house_rules(into, part.presets, part.agreed)
        return into


def _merge(imported: Imported, table_id: str | None, merged: dict[str, str]) -> None:
    for name, into in merged.items():
        try:
            merge_players(str(table_id), name, into)
        except AlreadyMerged:
            pass
        except CannotMerge as problem:
            imported.problems.append(str(problem))


def _add(part: ScoredGame, entries: tuple[StoredEvent, ...], table_id: str) -> str:
    imported = part.imported
    all_differences = [*imported.differences, *(difference_json(difference) for difference in part.differences)]
    seen = {canonical_json(each): each for each in all_differences}
    game = add_imported_game(
        table_id,
        _head(imported.sheet, entries[0]),
        entries,
        summary_on(part.board),
        not_counted=imported.not_counted,
        differences=list(seen.values()),
    )
    for change in imported.sheet.substitutes:
        add_player(table_id, change.player)
    update_statistics_after_import(game, imported.sheet, part.board)
    return game.id


def _head(sheet: Sheet, start: StoredEvent) -> Head:
    """The head for the game's row, with the revision that the first event has."""
    head, revision = head_of(sheet), start.payload.get("revision")
    return replace(head, revision=revision) if isinstance(revision, int) else head


def _entries(imported: ImportedGame, table_id: str) -> Iterable[StoredEvent]:
    """A new hash chain for a game without one, dated when the game began."""
    at = imported.started or datetime.now(UTC)
    head = head_of(imported.sheet)
    payload = head.payload() | ({} if imported.revision is None else {"revision": imported.revision})
    new = [UnsavedEvent(kind=START, payload=payload, id=start_id(imported, table_id), at=at)]
    new += [new_event(event, imported.sheet, at=at) for event in events_of_sheet(imported.sheet)[1:]]
    game_id, previous = unguessable_id(), NOTHING_BEFORE
    for seq, each in enumerate(new, start=1):
        entry = chained(game_id, each, seq=seq, previous=previous)
        previous = entry.hash
        yield entry
