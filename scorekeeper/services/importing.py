"""Imports the games of a file, each completely or not at all, and says before what that adds.

A file never changes a stored game. Games are read and scored first, then written a few at a time, so that others can
write in between. If an import stops, the games already written stay, and importing the same file again adds the rest.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import chain
from typing import BinaryIO, cast
from uuid import UUID, uuid5

from scorekeeper import hooks
from scorekeeper.clock import utc_now
from scorekeeper.core.game import SUBSTITUTE
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.differences import Difference
from scorekeeper.core.inputs.faults import NO_TABLE, PathStep
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.core.sheet import Sheet, sheet_json
from scorekeeper.core.words.faults import error_text, fault_text, fault_words
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.core.words.vocabulary import seat_name, seat_name_in_english
from scorekeeper.formats.chain import NOTHING_BEFORE, START, StoredEvent, UnsavedEvent, canonical_json, chained
from scorekeeper.formats.games import ExportedTable, ImportedGame, UnreadGame
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.formats.parts import CheckedPart, PartKind, UnknownPart
from scorekeeper.formats.scored import FilePart, ScoredGame, difference_json, scored_games
from scorekeeper.formats.strict_json import without_end
from scorekeeper.services import untrusted, who_played
from scorekeeper.services.full_copies import add_copy, new_copy
from scorekeeper.services.game_cache import sound_state, summary_on
from scorekeeper.services.house_rules import add_house_rules, new_house_rules
from scorekeeper.services.merging import merge_players
from scorekeeper.services.names import check_name, hides_letters
from scorekeeper.services.part_kinds import kind_in, part_kinds
from scorekeeper.services.recording import as_stored, new_event
from scorekeeper.services.starting import events_of_sheet, setup_of
from scorekeeper.storage.columns import unguessable_id
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.events import event_by_id, events_of
from scorekeeper.storage.games import GameSetup, create_table, find_game
from scorekeeper.storage.merging import AlreadyMerged, CannotMerge
from scorekeeper.storage.models import Game
from scorekeeper.storage.new_game import add_imported_game, find_any_game, games_started
from scorekeeper.storage.players import add_player, seat_players

NEW, HERE, OLDER, FURTHER, OTHER, ALIKE, UNFIT = "new", "here", "older", "further", "other", "alike", "unfit"
DISGUISED, LEFT_OUT = "disguised", "left-out"
"""It would be new, but a name in it hides letters; or no open room takes such a part."""
FROM_CONTENT = UUID("6d0e3fb2-5a1c-4c53-9d41-3f1c5a5a5ade")
"""The UUID namespace of ids made from a game's content: importing the same record twice gives the same id."""
MAX_ALIKE = 20
"""How many games of the same minute to compare a game without a chain with."""


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """A game of a file, compared with the table: its import state, and the stored game if there is one."""

    part: ScoredGame
    state: str
    words: str
    game: Game | None = None

    @property
    def imported(self) -> ImportedGame:
        """The game as the file has it."""
        return self.part.imported

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Where the file's figures differ from what the rules give."""
        return self.part.differences

    @property
    def ends_early(self) -> bool:
        """Whether it has hands, but no end: it goes on, unless somebody says that it was stopped."""
        return self.part.board.outcome is None and bool(self.imported.sheet.hands)

    @property
    def players(self) -> Iterator[str]:
        """Everybody who sits in it, or sat."""
        unnamed = unnamed_in(self.imported)
        yield from (name for side in self.imported.sheet.sides for name in side.players if name not in unnamed)
        yield from (change.player for change in self.imported.sheet.substitutes)

    @property
    def will_import(self) -> bool:
        """Whether an import would add it."""
        return self.state == NEW


@dataclass(frozen=True, slots=True)
class ComparedPart:
    """A part of a room in a file, compared with what is here: its import state, in words.

    `going_on` are the names that a new one could be mistaken for; None where names don't matter.
    """

    part: CheckedPart | UnknownPart
    state: str
    words: str
    going_on: Sequence[str] | None = None

    @property
    def will_import(self) -> bool:
        """Whether an import would add it."""
        return self.state == NEW

    @property
    def named(self) -> str:
        """What it is, by its name."""
        kind = kind_in(self.part.exported.folder) if isinstance(self.part, CheckedPart) else None
        return self.part.name if kind is None else kind.words.named(self.part.name)

    @property
    def problem(self) -> str:
        """Says that an import leaves it out, as it cannot take it; empty if it is here or comes."""
        is_here = self.state in (NEW, HERE, OTHER)
        return "" if is_here else _("{name}: {why}", name=self.part.name, why=self.words)


Compared = ComparedGame | UnreadGame | ComparedPart | ExportedTable
"""A part of a file in an import's preview."""


def games_in(content: bytes) -> Iterator[FilePart]:
    """The games of a file, read and scored by a separate process. Raises `InvalidInput`, `TooLarge`."""
    return cast("Iterator[FilePart]", run_sandboxed(untrusted.games, content))


def preview_import(parts: Iterable[FilePart], table_id: str | None) -> Iterator[Compared]:
    """Compare a file with the table, game by game; writes nothing."""
    for part in parts:
        if isinstance(part, ExportedTable | UnreadGame):
            yield part
        elif isinstance(part, CheckedPart | UnknownPart):
            yield _take_part(part, table_id, look=True)
        else:
            yield _compare_game(part, table_id)


def left_out_of(part: Compared, table_id: str | None) -> list[str]:
    """Sentences on what this part of a file has beside games and an import would leave out."""
    if isinstance(part, ComparedPart):
        return [part.problem] if part.state == LEFT_OUT else []
    if not isinstance(part, ExportedTable):
        return []
    house_rules = new_house_rules(table_id, part.presets, part.agreed).problems
    return [*house_rules, *_take_copy(table_id, part, look=True), *new_copy(table_id, part).problems]


def _take_copy(table_id: str | None, copy: ExportedTable, *, look: bool) -> list[str]:
    """Let open rooms take what a copy of a table has of theirs; sentences on what nobody can take."""
    given = (room.copy(copy) for room in hooks.imports(table_id, look))
    answers = [answer for answer in given if answer is not None]
    if not answers and copy.rows:
        return [_("The file’s {lists} are left out, as this server is run without them", lists=", ".join(copy.rows))]
    return list(chain.from_iterable(answers))


def _take_part(part: CheckedPart | UnknownPart, table_id: str | None, *, look: bool) -> ComparedPart:
    """Let the room of this part compare it with what is here; unless this only looks, it adds a new one."""
    if isinstance(part, UnknownPart):
        return ComparedPart(part, LEFT_OUT, _("it is left out, as this server doesn’t know what it is"))
    if part.fault is not None:
        return ComparedPart(part, UNFIT, _("it cannot be imported: {why}", why=fault_text(part.fault)))
    answers = (room.part(part) for room in hooks.imports(table_id, look))
    taken = next((answer for answer in answers if answer is not None), None)
    if taken is None:
        kind = kind_in(part.exported.folder)
        return ComparedPart(part, LEFT_OUT, _(kind.words.closed) if kind else "")
    return ComparedPart(part, *taken)


def _compare_game(part: ScoredGame, table_id: str | None) -> ComparedGame:
    """Compare a game of a file with the table (None: a table that does not exist yet)."""
    if part.imported.events:
        state, words, game = _chain_state(part.imported.events, table_id)
    else:
        state, words, game = _content_state(part.imported, table_id)
    disguise = disguise_in(_names_in(part.imported)) if state == NEW else ""
    if disguise:
        return ComparedGame(part, DISGUISED, disguise, game)
    if game is not None and game.taken_away is not None and state != OTHER:
        words = _("it is here, but taken away; a keeper can bring it back below the table’s other games")
    return ComparedGame(part, state, words, game)


def disguise_in(names: Iterable[str]) -> str:
    """What is wrong with the first of these names that hides letters; empty if none does."""
    try:
        for name in names:
            check_name(name, quote(name))
    except InvalidInput as error:
        return fault_words(error.fault)
    return ""


def _names_in(imported: ImportedGame) -> Iterator[str]:
    """The names in a game: of its sides and of everybody who sat at it, also in a substitution that was undone."""
    for side in imported.sheet.sides:
        yield from (side.name, *side.players)
    yield from (change.player for change in imported.sheet.substitutes)
    yield from (event.payload["player"] for event in imported.events if event.kind == SUBSTITUTE)


def _chain_state(events: tuple[StoredEvent, ...], table_id: str | None) -> tuple[str, str, Game | None]:
    start = event_by_id(events[0].id)
    game = find_any_game(events[0].game_id) or (None if start is None else find_game(start.game_id))
    if game is None:
        return NEW, _("will be imported"), None
    if table_id is not None and game.table_id != table_id:
        return OTHER, _("it is already at another table of this server"), game
    ours = [event.hash for event in events_of(game.id)]
    theirs = [event.hash for event in events]
    same = next((n for n, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]), None)
    if same is not None:
        return OTHER, _("it differs from the game that is here from entry {number}", number=same + 1), game
    if len(ours) == len(theirs):
        return HERE, _("it is already here"), game
    if len(ours) > len(theirs):
        return (
            OLDER,
            _("it is already here with more entries ({here}; the file has {file})", here=len(ours), file=len(theirs)),
            game,
        )
    return (
        FURTHER,
        _(
            "it is already here with {here} entries (the file has {file}); nothing changes",
            here=len(ours),
            file=len(theirs),
        ),
        game,
    )


def _content_state(imported: ImportedGame, table_id: str | None) -> tuple[str, str, Game | None]:
    if table_id is None:
        return NEW, _("will be imported"), None
    start = event_by_id(start_id(imported, table_id)) or event_by_id(start_id(imported, table_id, listed=True))
    if start is not None:
        return HERE, _("it was imported before"), find_game(start.game_id)
    if imported.started is not None:
        minute = imported.started.replace(second=0, microsecond=0)
        rules = imported.sheet.rules.ruleset.key
        begun = games_started(table_id, rules, minute, minute + timedelta(minutes=1))[:MAX_ALIKE]
        stored = [(game, state.sheet) for game in begun if (state := sound_state(game.id)) is not None]
        for game, sheet in stored:
            if sheet == imported.sheet:
                return HERE, _("it is already here"), game
        for game, sheet in stored:
            if sheet.sides == imported.sheet.sides and _mostly_the_same(sheet, imported.sheet):
                return (
                    ALIKE,
                    _("the same players started game {number} in the same minute; nothing changes", number=game.number),
                    game,
                )
    return NEW, _("will be imported"), None


def _mostly_the_same(one: Sheet, other: Sheet) -> bool:
    """Whether two records are of one game, with a hand corrected or more of them played in between."""
    both = list(zip(one.hands, other.hands, strict=False))
    return 2 * sum(a == b for a, b in both) >= len(both)


def first_event_id(imported: ImportedGame, table_id: str) -> str:
    """The id of the first event of a game of a file, as this table gets it."""
    return imported.events[0].id if imported.events else start_id(imported, table_id)


def start_id(imported: ImportedGame, table_id: str, listed: bool = False) -> str:
    """The id of the first event of a game without a chain: the same record always gets the same id.

    Options at their defaults are left out, so that an option added later changes no id; `listed` gives the id that
    earlier versions used, with every option.
    """
    started = None if imported.started is None else imported.started.isoformat()
    written = sheet_json(imported.sheet)
    if not listed:
        written["options"] = imported.sheet.rules.changed_options()
    return str(uuid5(FROM_CONTENT, canonical_json([table_id, started, written])))


IMPORT_BATCH = 500
"""How many events to collect before writing, and how many names to write together."""
TURN = 0.03
"""Seconds after which an import lets others write, once the current game is complete."""
PAUSE = 0.002
"""Seconds between two turns, for waiting writers."""


@dataclass(slots=True)
class Imported:
    """The result of an import: what was added, games skipped, what was not possible, differences by game.

    `begun` has the id of each added game by that of its first event. `elsewhere` of the skipped ones are at another
    table. `unread` are the games that cannot be read, `parts` those of rooms that were added.
    """

    games: list[str] = field(default_factory=list)
    begun: dict[str, str] = field(default_factory=dict)
    skipped: int = 0
    tables: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    differences: list[tuple[PathStep, Difference]] = field(default_factory=list)
    parts: list[CheckedPart] = field(default_factory=list)
    unread: list[UnreadGame] = field(default_factory=list)
    elsewhere: int = 0

    def parts_by_kind(self) -> dict[PartKind, list[CheckedPart]]:
        """The parts of rooms that were added, by their kind."""
        found = {kind: [part for part in self.parts if part.exported.folder == kind.folder] for kind in part_kinds()}
        return {kind: parts for kind, parts in found.items() if parts}


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

    Raises what `import_games` raises.
    """
    return import_games(scored_games(file, without_end(part_kinds)), table_id)


def import_games(parts: Iterable[FilePart], table_id: str | None) -> Imported:
    """Store those of these games that are new; a game that cannot be read keeps no other one out.

    Raises `StorageError` or `InvalidInput` if nothing was written, and `ImportStopped` if some games were.
    """
    work = _Import(table_id)
    try:
        for part in parts:
            work.take(part)
        work.end()
    except (StorageError, InvalidInput) as error:
        if work.imported.games or work.imported.tables or work.imported.parts:
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

    def take(self, part: FilePart) -> None:
        """Take the next part of the file."""
        if isinstance(part, UnreadGame):
            self.imported.unread.append(part)
            return
        if isinstance(part, CheckedPart | UnknownPart):
            self._write()
            compared = _take_part(part, self._into, look=False)
            if compared.problem:
                self.imported.problems.append(compared.problem)
            elif isinstance(part, CheckedPart) and compared.will_import:
                self.imported.parts.append(part)
            return
        if isinstance(part, ExportedTable):
            self.end()
            self._into, self._merged = self._table_for(part), dict(part.merged)
            return
        if self._into is None:
            raise InvalidInput(NO_TABLE.at(FieldPath((part.imported.where,)), {}))
        start = first_event_id(part.imported, self._into)
        if start in self._waiting:
            self._write()
        found = _compare_game(part, self._into)
        if not found.will_import:
            self.imported.skipped += 1
            self.imported.elsewhere += found.game is not None and found.game.table_id != self._into
            return
        self._waiting[start] = (part, part.imported.events or tuple(_events(part.imported, self._into)))
        if sum(len(events) for _, events in self._waiting.values()) >= IMPORT_BATCH:
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
                    part, events = waiting[len(ids)]
                    ids.append(_add(part, events, str(self._into)))
            time.sleep(PAUSE)
            self.imported.games += ids
            starts = [events[0].id for _part, events in waiting[: len(ids)]]
            self.imported.begun |= dict(zip(starts, ids, strict=True))
            for part, _size in waiting[: len(ids)]:
                self.imported.differences += [(part.imported.where, difference) for difference in part.differences]
            del waiting[: len(ids)]

    def _table_for(self, part: ExportedTable) -> str:
        into = self._only
        if into is None:
            check_name(part.name, quote(part.name))
            into = create_table(composed(part.name)).id
            self.imported.tables.append(into)
        players = [name for name in part.players if not hides_letters(name)]
        for first in range(0, len(players), IMPORT_BATCH):
            with write_transaction() as session:
                seat_players(session, into, players[first : first + IMPORT_BATCH])
        self.imported.problems += add_house_rules(into, part.presets, part.agreed)
        self.imported.problems += _take_copy(into, part, look=False)
        self.imported.problems += add_copy(into, part, is_new=self._only is None)
        return into


def _merge(imported: Imported, table_id: str | None, merged: dict[str, str]) -> None:
    for name, into in merged.items():
        try:
            merge_players(str(table_id), name, into)
        except AlreadyMerged:
            pass
        except CannotMerge as problem:
            imported.problems.append(str(problem))


def _add(part: ScoredGame, events: tuple[StoredEvent, ...], table_id: str) -> str:
    imported = part.imported
    all_differences = [*imported.differences, *(difference_json(difference) for difference in part.differences)]
    seen = {canonical_json(each): each for each in all_differences}
    game = add_imported_game(
        table_id,
        _setup(imported, events[0]),
        events,
        summary_on(part.board),
        not_counted=imported.not_counted,
        differences=list(seen.values()),
    )
    for event in events:
        if event.kind == SUBSTITUTE:  # also one that was taken back, whose name can be erased then
            add_player(table_id, event.payload["player"])
    who_played.game_imported(game, imported.sheet, part.board)
    return game.id


def unnamed_in(imported: ImportedGame) -> set[str]:
    """What the game calls seats that nobody has given a player's name: a quick game's `North` is no player."""
    sides = imported.sheet.sides
    rounds = [(name, side, place) for side, own in enumerate(sides) for place, name in enumerate(own.players)]
    places = {name: side + place * len(sides) for name, side, place in rounds}
    return {
        name
        for name, seat in places.items()
        if name in imported.unnamed or name in (seat_name(seat, len(places)), seat_name_in_english(seat, len(places)))
    }


def _setup(imported: ImportedGame, start: StoredEvent) -> GameSetup:
    """The setup for the game's row, with the revision that the first event has."""
    setup, revision = setup_of(imported.sheet, unnamed_in(imported)), start.payload.get("revision")
    return replace(setup, revision=revision) if isinstance(revision, int) else setup


def _events(imported: ImportedGame, table_id: str) -> Iterable[StoredEvent]:
    """A new hash chain for a game without one, dated when the game began."""
    at = imported.started or utc_now()
    setup = setup_of(imported.sheet)
    payload = setup.payload() | ({} if imported.revision is None else {"revision": imported.revision})
    new = [UnsavedEvent(kind=START, payload=payload, id=start_id(imported, table_id), at=at)]
    later = [as_stored(event, imported.sheet) for event in events_of_sheet(imported.sheet)[1:]]
    new += [new_event(event, imported.sheet, at=at) for event in later]
    game_id, previous = unguessable_id(), NOTHING_BEFORE
    for seq, each in enumerate(new, start=1):
        stored = chained(game_id, each, seq=seq, previous=previous)
        previous = stored.hash
        yield stored
