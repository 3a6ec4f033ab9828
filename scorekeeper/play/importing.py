"""Importing: first what a file would bring, then all of it or nothing. A stored game is never changed by a file."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import BinaryIO
from uuid import UUID, uuid5

from scorekeeper.chain import NOTHING_BEFORE, START, Entry, NewEntry, Unwritable, canonical_json, seal, verify
from scorekeeper.exports.table_zip import KeptTable
from scorekeeper.imports.chain import course_of
from scorekeeper.imports.differences import Difference, differences
from scorekeeper.imports.files import games_of_file
from scorekeeper.imports.told import Told
from scorekeeper.log import Course, fold
from scorekeeper.play.standing import standing_of
from scorekeeper.play.starting import entries_of_sheet, head_of
from scorekeeper.play.statistics import keep_figures
from scorekeeper.sheet import BadSheet, Sheet, sheet_json
from scorekeeper.storage import (
    Game,
    Head,
    SideHead,
    add_player,
    create_table,
    entries_of,
    entry_by_id,
    find_game,
    writing,
)
from scorekeeper.storage.ids import unguessable_id
from scorekeeper.storage.merging import AlreadyMerged, NotOnePerson, merge_players
from scorekeeper.storage.taking_in import games_begun, known_game, take_in_game

NEW, HERE, OLDER, FURTHER, OTHER, ALIKE = "new", "here", "older", "further", "other", "alike"
FROM_CONTENT = UUID("6d0e3fb2-5a1c-4c53-9d41-3f1c5a5a5ade")
"""The name space of ids that are made from what a game says, so that the same record is the same game."""


@dataclass(frozen=True, slots=True)
class Found:
    """A game of a file, held against what the table has: its state, in words too, and where the rules disagree."""

    told: Told
    state: str
    words: str
    differences: tuple[Difference, ...] = ()
    game: Game | None = None

    @property
    def comes_in(self) -> bool:
        """Whether an import would add it."""
        return self.state == NEW


@dataclass(slots=True)
class Imported:
    """What an import brought: the games that came in, those that were left, and merges that could not be."""

    games: list[str] = field(default_factory=list)
    left: int = 0
    tables: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


def look_at(file: BinaryIO, table_id: str | None) -> Iterator[Found | KeptTable]:
    """What is in a file, game by game; nothing is written. Raises `BadSheet` where it cannot be read."""
    for part in games_of_file(file):
        yield part if isinstance(part, KeptTable) else found(part, table_id)


def found(told: Told, table_id: str | None) -> Found:
    """A game held against the table (None: one that is yet to be made)."""
    told, problems = _with_sound_chain(told)
    board = told.sheet.scoreboard()
    all_found = (*problems, *differences(told.sheet, board, told.said))
    if told.entries:
        state, words, game = _chain_state(told.entries, table_id)
    else:
        state, words, game = _content_state(told, table_id)
    return Found(told, state, words, all_found, game)


def take_in(file: BinaryIO, table_id: str | None = None) -> Imported:
    """Import all games of a file that are new: into this table, or (None) each table of a ZIP into one of its own.

    Raises `BadSheet`, `NoSuchTable`, `EntryIdTaken`; then nothing was written.
    """
    imported = Imported()
    with writing():
        into, merged = table_id, dict[str, str]()
        for part in games_of_file(file):
            if isinstance(part, KeptTable):
                _merge(imported, into, merged)
                into, merged = _table_for(part, table_id, imported), dict(part.merged)
                continue
            if into is None:
                raise BadSheet(f"{part.where}: it belongs to no table, say which table it comes to")
            one = found(part, into)
            if one.comes_in:
                imported.games.append(_add(one, into))
                imported.differences += [f"{part.where}: {difference}" for difference in one.differences]
            else:
                imported.left += 1
        _merge(imported, into, merged)
    return imported


def _table_for(part: KeptTable, table_id: str | None, imported: Imported) -> str:
    into = table_id
    if into is None:
        into = create_table(part.name).id
        imported.tables.append(into)
    for name in part.players:
        add_player(into, name)
    return into


def _merge(imported: Imported, table_id: str | None, merged: dict[str, str]) -> None:
    for name, into in merged.items():
        try:
            merge_players(str(table_id), name, into)
        except AlreadyMerged:
            pass
        except NotOnePerson as problem:
            imported.problems.append(str(problem))


def _with_sound_chain(told: Told) -> tuple[Told, list[Difference]]:
    """The game by its chain; one whose chain is broken comes without it, and that is said."""
    problems = [Difference(note, "", "") for note in told.notes]
    if not told.entries:
        return told, problems
    try:
        broken = verify(told.entries)
        if broken is not None:
            raise BadSheet(f"the chain is broken: {broken.message}")
        course = course_of(told.entries)
    except (BadSheet, Unwritable) as error:
        problems.append(Difference(str(error), "", ""))
        return _changed(told, told.sheet, ()), problems
    if course.sheet != told.sheet:
        problems.append(Difference("the sheet is not what its entries give", "", ""))
    return _changed(told, course.sheet, told.entries), problems


def _changed(told: Told, sheet: Sheet, entries: tuple[Entry, ...]) -> Told:
    return Told(
        where=told.where,
        sheet=sheet,
        said=told.said,
        started=told.started,
        revision=told.revision,
        id=told.id if entries else None,
        entries=entries,
        not_counted=told.not_counted,
        differences=told.differences,
        notes=told.notes,
    )


def _chain_state(entries: tuple[Entry, ...], table_id: str | None) -> tuple[str, str, Game | None]:
    start = entry_by_id(entries[0].id)
    game = known_game(entries[0].game_id) or (None if start is None else find_game(start.game_id))
    if game is None:
        return NEW, "comes in", None
    if table_id is not None and game.table_id != table_id:
        return OTHER, "it is at another table of this server already", game
    kept = [entry.hash for entry in entries_of(game.id)]
    told = [entry.hash for entry in entries]
    same = next((n for n, pair in enumerate(zip(kept, told, strict=False)) if pair[0] != pair[1]), None)
    if same is not None:
        return OTHER, f"it is here already, and another game from entry {same + 1} on", game
    if len(kept) == len(told):
        return HERE, "it is here already, the same", game
    if len(kept) > len(told):
        return OLDER, f"it is here already, and goes on further: {len(kept)} entries, the file has {len(told)}", game
    return FURTHER, f"it is here with {len(kept)} entries, the file has {len(told)}; what is here stays", game


def _content_state(told: Told, table_id: str | None) -> tuple[str, str, Game | None]:
    if table_id is None:
        return NEW, "comes in", None
    start = entry_by_id(start_id(told, table_id)) or entry_by_id(start_id(told, table_id, listed=True))
    if start is not None:
        return HERE, "it came in before, the same", find_game(start.game_id)
    if told.started is not None:
        minute = told.started.replace(second=0, microsecond=0)
        rules = told.sheet.rules.ruleset.key
        for game in games_begun(table_id, rules, minute, minute + timedelta(minutes=1)):
            kept = fold(entries_of(game.id)).sheet
            if kept == told.sheet:
                return HERE, "it is here already, the same", game
            if kept.sides == told.sheet.sides:
                return ALIKE, f"game {game.number} began in the same minute between the same people; it stays", game
    return NEW, "comes in", None


def start_id(told: Told, table_id: str, listed: bool = False) -> str:
    """The id of the first entry of a game without a chain: the same record is the same game.

    House rules at their defaults are no part of it, so that one that comes later changes nothing; `listed` gives the
    id that games got before, of every option.
    """
    started = None if told.started is None else told.started.isoformat()
    written = sheet_json(told.sheet)
    if not listed:
        written["options"] = told.sheet.rules.changed_options()
    return str(uuid5(FROM_CONTENT, canonical_json([table_id, started, written])))


def _add(one: Found, table_id: str) -> str:
    told = one.told
    entries = told.entries or tuple(_entries(told, table_id))
    course = fold(entries)
    differences_kept = [*told.differences, *(difference.json() for difference in one.differences)]
    seen = {canonical_json(kept): kept for kept in differences_kept}
    game = take_in_game(
        table_id,
        _head(course, entries[0]),
        entries,
        standing_of(course),
        not_counted=told.not_counted,
        differences=list(seen.values()),
    )
    for change in course.head.substitutes:
        add_player(table_id, change.player)
    keep_figures(game.id, None, course)
    return game.id


def _head(course: Course, start: Entry) -> Head:
    """The head as the first entry has it, for the game's row."""
    head = head_of(course.head)
    payload = start.payload
    revision = payload.get("revision")
    given = payload.get("options_given")
    return Head(
        rules=head.rules,
        revision=revision if isinstance(revision, int) else head.revision,
        options_given=given if isinstance(given, dict) else head.options_given,
        options=head.options,
        sides=[SideHead(side.name, side.players) for side in course.head.sides],
        dealer=head.dealer,
    )


def _entries(told: Told, table_id: str) -> Iterable[Entry]:
    """A chain of its own for a game that came without one, all of it at the time when it began."""
    at = told.started or datetime.now(UTC)
    head = head_of(told.sheet)
    payload = head.payload() | ({} if told.revision is None else {"revision": told.revision})
    new = [NewEntry(kind=START, payload=payload, id=start_id(told, table_id), at=at)]
    new += [NewEntry(kind=e.kind, payload=e.payload, reason=e.reason, at=at) for e in entries_of_sheet(told.sheet)]
    game_id, previous = unguessable_id(), NOTHING_BEFORE
    for seq, each in enumerate(new, start=1):
        entry = seal(game_id, each, seq=seq, previous=previous)
        previous = entry.hash
        yield entry
