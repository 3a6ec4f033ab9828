"""Recording: an entry is read, held against the game as it stands, and only then written."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import uuid4

from scorekeeper.core.game import (
    CLOSE,
    SUBSTITUTE,
    TAKE_BACK,
    AlreadyRecorded,
    Course,
    Entered,
    NotNow,
    Proposed,
    read_proposal,
)
from scorekeeper.core.inputs import NOWHERE, FieldPath
from scorekeeper.core.inputs.game_faults import (
    NOTHING_TO_REDO,
    NOTHING_TO_UNDO,
    TOO_MANY_EVENTS,
    TOO_MANY_PHONES,
    EntryNumber,
)
from scorekeeper.services.courses import COURSES, GameOnTable, game_on_table
from scorekeeper.services.names import check_new_names
from scorekeeper.services.standing import standing_of
from scorekeeper.services.statistics import keep_figures
from scorekeeper.storage import (
    AnotherEntryCameFirst,
    Entry,
    EntryIdTaken,
    NewEntry,
    NotThatFar,
    add_player,
    append,
    entries_of,
    entry_by_id,
    find_game,
    players_of,
    writing,
)

MOST_ENTRIES = 10_000  # of one game: a thousand hands with every bid written by itself
TRIES = 20  # for a writer who does not say which entry was seen last


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes: the name that the entry carries."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was written, or (`new` false) what the same post wrote before, and the game as it now stands."""

    entry: Entry
    course: Course
    new: bool


def record(
    game_id: str,
    kind: object,
    body: Mapping[str, object],
    *,
    writer: Writer,
    entry_id: str | None = None,
    seq: int | None = None,
) -> Recorded:
    """Write an entry of this kind, `seq` being the last one its writer has seen (None: whatever is last).

    Raises `InvalidInput` where it is malformed, `Irregular` where the rules object and the table did not overrule them,
    `NotNow`, `AlreadyRecorded`, `AnotherEntryCameFirst`, and what `storage.append` raises. Nothing was written then.
    """
    entry_id = entry_id or str(uuid4())
    for _ in range(TRIES):
        on_table = game_on_table(game_id)
        proposed = read_proposal(kind, body, on_table.course.head, on_table.course.seq + 1)
        if proposed.kind == SUBSTITUTE:
            known = [player.name for player in players_of(on_table.game.table_id)]
            check_new_names([proposed.payload["player"]], known)
        try:
            return _write(on_table, proposed, writer, entry_id, seq)
        except AnotherEntryCameFirst:
            if seq is not None:
                raise
    raise AlreadyRecorded(TOO_MANY_PHONES, NOWHERE, None)


def undo(game_id: str, writer: Writer, seq: int | None = None, entry_id: str | None = None) -> Recorded:
    """Take back the latest thing that stands. Raises `NotNow` where there is nothing to undo."""
    course = game_on_table(game_id).course
    nothing = NotNow(NOTHING_TO_UNDO, FieldPath.to("undo"), None)
    return _turn_back(game_id, course, course.undo, nothing, writer=writer, entry_id=entry_id, seq=seq)


def redo(game_id: str, writer: Writer, seq: int | None = None, entry_id: str | None = None) -> Recorded:
    """Bring back what the latest undo took back. Raises `NotNow` where there is nothing to redo."""
    course = game_on_table(game_id).course
    nothing = NotNow(NOTHING_TO_REDO, FieldPath.to("redo"), None)
    return _turn_back(game_id, course, course.redo, nothing, writer=writer, entry_id=entry_id, seq=seq)


def _turn_back(
    game_id: str,
    course: Course,
    target: Entered | None,
    nothing: NotNow,
    *,
    writer: Writer,
    entry_id: str | None,
    seq: int | None,
) -> Recorded:
    stored = entry_by_id(entry_id) if entry_id else None
    if stored is not None and (stored.game_id, stored.kind) == (game_id, TAKE_BACK):
        return Recorded(stored, course, new=False)  # a double tap
    if target is None:
        raise nothing
    body = {"entry": target.seq}
    return record(game_id, TAKE_BACK, body, writer=writer, entry_id=entry_id, seq=seq or course.seq)


def _write(on_table: GameOnTable, proposed: Proposed, writer: Writer, entry_id: str, seq: int | None) -> Recorded:
    course, game = on_table.course, on_table.game
    new = NewEntry(kind=proposed.kind, payload=proposed.payload, id=entry_id, who=writer.name, reason=proposed.reason)
    if seq is not None and seq != course.seq:
        before = _posted_before(game.id, new, course)
        if before is None:
            raise _out_of_turn(game.id, seq, course)
        return before
    try:
        after = course.after(proposed)
    except (AlreadyRecorded, NotNow):
        before = _posted_before(game.id, new, course)
        if before is None:
            raise
        return before
    objected = course.objected(proposed, after)
    if objected is not None:
        raise objected
    if course.seq >= MOST_ENTRIES and proposed.kind != CLOSE:
        raise NotNow(TOO_MANY_EVENTS, FieldPath.to("entry"), EntryNumber(course.seq + 1, course.seq))
    return _append(game.id, new, course, proposed, after)


def _posted_before(game_id: str, new: NewEntry, course: Course) -> Recorded | None:
    """What an earlier post of this entry left. Raises `EntryIdTaken` where its id says something else."""
    stored = entry_by_id(new.id)
    if stored is None:
        return None
    if not stored.says_the_same(game_id, new):
        raise EntryIdTaken(new.id)
    return Recorded(stored, course, new=False)


def _out_of_turn(game_id: str, seq: int, course: Course) -> AnotherEntryCameFirst | NotThatFar:
    """Why this entry is not even tried: one that was not held against the game as it stands is never written."""
    since = entries_of(game_id, after=seq) if seq < course.seq else []
    return AnotherEntryCameFirst(since[0]) if since else NotThatFar(seq, course.seq)


def _append(game_id: str, new: NewEntry, course: Course, proposed: Proposed, after: Course) -> Recorded:
    with writing():
        appended = append(game_id, new, expected_seq=course.seq, standing=standing_of(after))
        if appended.new:
            keep_figures(game_id, course, after)
    if not appended.new:
        return Recorded(appended.entry, course, new=False)
    course = _as_written(after, proposed, appended.entry)
    COURSES.keep(game_id, course, appended.entry.at)
    if appended.entry.kind == SUBSTITUTE:  # a name that the table may not know yet
        add_player(find_game(game_id).table_id, appended.entry.payload["player"])
    return Recorded(appended.entry, course, new=True)


def _as_written(after: Course, proposed: Proposed, entry: Entry) -> Course:
    """The course that the proposed entry came to, with what was written in its place: scored once, not again."""
    written = tuple(entry if stands is proposed else stands for stands in after.written)
    return replace(after, entries=(*after.entries[:-1], entry), written=written)
