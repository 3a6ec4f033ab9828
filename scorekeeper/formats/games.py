"""Games in files: what an export writes of a game, and what an import reads."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import Annotated, Any, TypeVar

from scorekeeper.core.game import (
    ERASE,
    NO_EVENT,
    START,
    TAKE_BACK,
    Event,
    EventUndone,
    GameState,
    payload_of,
    read_event,
    read_start,
    read_stored,
    replay,
)
from scorekeeper.core.game.events import undone_by
from scorekeeper.core.inputs import Fault, FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.differences import Difference
from scorekeeper.core.inputs.faults import MAX_TEXT_LENGTH, PathStep
from scorekeeper.core.rules.ruleset import Value
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.model import MAX_LIMIT
from scorekeeper.declared import Name, Options, Text, Whole
from scorekeeper.formats.chain import ChainHead, Signature, Signer, StoredEvent, canonical_json
from scorekeeper.formats.checksums import SummedLines
from scorekeeper.formats.parts import ExportedPart, UnknownPart
from scorekeeper.formats.strict_json import TooLarge


def event_of(stored: StoredEvent, setup: Sheet) -> Event:
    """An event after the start of the game with this setup. Raises `InvalidInput`."""
    return read_stored(stored.kind, stored.payload, setup, stored.seq, stored.reason, stored.who)


def replay_stored(stored: Sequence[StoredEvent]) -> GameState:
    """The state after these events; the first is the start. Raises `InvalidInput` if one does not fit."""
    if not stored or stored[0].kind != START:
        raise InvalidInput(faults.NO_START.at(FieldPath.to("entry", 1), {}))
    start = read_start(stored[0].payload, stored[0].who)
    undone = undone_here(stored)
    return replay([start, *(_readable(each, start.setup, undone) for each in stored[1:])])


def undone_here(stored: Sequence[StoredEvent]) -> set[int]:
    """The numbers of events that an undo in force names, as far as undos can be read."""
    named = [(each.seq, each.payload.get("entry")) for each in stored if each.kind == TAKE_BACK]
    return undone_by([(seq, number) for seq, number in named if isinstance(number, int)])


def _readable(stored: StoredEvent, setup: Sheet, undone: Collection[int]) -> Event:
    """The event; one that cannot be read and is undone changes nothing, as an undo of nothing."""
    try:
        return event_of(stored, setup)
    except ValueError:
        if stored.seq in undone:
            return EventUndone(seq=stored.seq, who=stored.who, event=NO_EVENT)
        raise


def damage_of(stored: Sequence[StoredEvent]) -> tuple[int | None, int | None]:
    """The first event of a game that cannot be read and is not undone, and the last one in force after the start."""
    setup, undone = read_start(stored[0].payload, stored[0].who).setup, undone_here(stored)
    unreadable = None
    for each in stored[1:]:
        try:
            _readable(each, setup, undone)
        except ValueError:
            unreadable = each.seq
            break
    last = next((e.seq for e in reversed(stored[1:]) if e.kind not in (TAKE_BACK, ERASE) and e.seq not in undone), None)
    return unreadable, last


def replay_untrusted(stored: Sequence[StoredEvent]) -> GameState:
    """The same for imported events: each payload must match what this program writes. Raises `InvalidInput`."""
    state = replay_stored(stored[:1])
    events = [state.events[0], *(_checked(each, state.setup) for each in stored[1:])]
    return replay(events)


def _checked(stored: StoredEvent, setup: Sheet) -> Event:
    event, here = _read(stored, setup), FieldPath.to("entry", stored.seq)
    if isinstance(event, EventUndone) and event.event >= stored.seq:
        raise InvalidInput(faults.TAKES_BACK_LATER.at(here, {}))
    if canonical_json(payload_of(event, setup)) != canonical_json(stored.payload):
        code = faults.BAD_ERASURE if stored.kind == ERASE else faults.NOT_CANONICAL
        raise InvalidInput(code.at(here, {}))
    return event


def _read(stored: StoredEvent, setup: Sheet) -> Event:
    """The event, reconstructed by recording it with its reason and writer."""
    if stored.kind == ERASE or (stored.kind == TAKE_BACK and stored.payload == {"entry": NO_EVENT}):
        return event_of(stored, setup)  # an older version could write an undo of nothing
    body = {**stored.payload, **({} if stored.reason is None else {"reason": stored.reason})}
    try:
        event = read_event(stored.kind, body, setup, stored.seq)
    except InvalidInput as error:
        raise error.within("entry", stored.seq) from error
    return replace(event, reason=stored.reason, who=stored.who)


@dataclass(slots=True)
class ExportCache:
    """Lines of JSON written from a game's state: its scores by language, and its events with the chain head."""

    scores: dict[str, SummedLines] = field(default_factory=dict)
    events: tuple[ChainHead, SummedLines] | None = None


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A game with its chain; `events` are empty for a format that needs none, or has their lines in `cache`.

    `not_counted` is why statistics leave it out, None if it counts; `differences` were found when it was imported.
    `signer` signs it on export; None without a signature. `began` is when its first event was recorded and
    `last_activity` when its last one was, from its row.
    `cache` are lines written from this very state; they last as long as it is cached.
    """

    id: str
    state: GameState
    events: tuple[StoredEvent, ...]
    number: int = 1
    not_counted: str | None = None
    differences: Sequence[Mapping[str, object]] = field(default_factory=tuple)
    signer: Signer | None = field(default=None, compare=False, repr=False)
    began: datetime | None = field(default=None, compare=False, repr=False)
    last_activity: datetime | None = field(default=None, compare=False, repr=False)
    cache: ExportCache = field(default_factory=ExportCache, compare=False, repr=False)

    @property
    def started(self) -> datetime:
        """When its first event was recorded."""
        return self.began or self.events[0].at

    @property
    def changed(self) -> datetime | None:
        """When its last event was recorded, as far as it is known."""
        return self.last_activity or (self.events[-1].at if self.events else None)

    @property
    def sheet(self) -> Sheet:
        """The current sheet."""
        return self.state.sheet

    @property
    def board(self) -> Scoreboard:
        """Its scoreboard."""
        return self.state.board


@dataclass(frozen=True, slots=True)
class ExportedPreset:
    """A table's own house rules for one rule set, under a name; `minutes` is the limit of a game, None: no limit."""

    name: Annotated[str, Name()]
    rules: Annotated[str, Text(MAX_TEXT_LENGTH)]
    options: Annotated[Mapping[str, Value], Options()]
    minutes: Annotated[int | None, Whole(0, MAX_LIMIT)] = None


@dataclass(frozen=True, slots=True)
class LeftOutGame:
    """A game that an export leaves out, as it cannot be read, with its log as it is stored."""

    id: str
    number: int
    events: tuple[StoredEvent, ...]


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table to export; `merged` maps each merged name to its player's name.

    `presets` are its own house rules by name, `agreed` the lines that its next game begins with. `rows` are lists of
    rooms by name, as JSON, which only their room reads. `files` are texts of rooms for people to read, by name, for an
    export only. `unranked` are the players who asked to be left out of rankings, `standings` the
    visitors and those who left, by name. `parts` are those of rooms, in files
    of their own. `left_out` are the games that cannot be read, known when the others are exported. `kept_back` says in
    words what closed rooms have, which no file has.
    """

    name: str
    players: Sequence[str] = ()
    merged: Mapping[str, str] = field(default_factory=dict)
    presets: Sequence[ExportedPreset] = ()
    agreed: Sequence[str] = ()
    parts: Sequence[ExportedPart] = ()
    rows: Mapping[str, Sequence[object]] = field(default_factory=dict)
    files: Mapping[str, Callable[[], Iterable[str]]] = field(default_factory=dict)
    custom_games: Sequence[Mapping[str, object]] = ()
    zone: str | None = None
    without_club: bool = False
    unranked: Sequence[str] = ()
    standings: Mapping[str, str] = field(default_factory=dict)
    left_out: Sequence[LeftOutGame] = field(default=(), compare=False)
    kept_back: Sequence[str] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class PlayerSums:
    """The sums of a player's finished games: each figure of `LABELS` and `OWN_LABELS` by name."""

    name: str
    games: int
    sums: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ExportedClub:
    """What a room makes of a table's games, read when it is written: the CSV of each such format by its key, `files` of
    a ZIP by name, of which one without text is left out, sheets of a workbook, and everybody's sums. It is `shown`
    unless the table wants to see nothing of it.

    `rows` are lists of what people said about it, as JSON, for a copy of the table; `rows_of_people` those with names
    of players.
    """

    csv: Mapping[str, Callable[[], Iterable[str]]] = field(default_factory=dict)
    files: Mapping[str, Callable[[], Iterable[str]]] = field(default_factory=dict)
    add_sheets: Callable[[Any, tzinfo], object] = lambda _book, _zone: None
    players: Callable[[], Sequence[PlayerSums]] = tuple
    rows: Mapping[str, Callable[[], Sequence[object]]] = field(default_factory=dict)
    rows_of_people: Mapping[str, Callable[[], Sequence[object]]] = field(default_factory=dict)
    shown: bool = True


@dataclass(frozen=True, slots=True)
class ClaimedLine:
    """A score line in a file."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ClaimedSide:
    """A side's hand in a file; what the file leaves out is None."""

    points: int | None = None
    total: int | None = None
    lines: tuple[ClaimedLine, ...] | None = None
    tricks: int | None = None
    overtricks: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimedHand:
    """A hand's scores in a file; `objections` are their codes, None if the file has none."""

    number: int
    counted: bool
    sides: tuple[ClaimedSide, ...] = ()
    objections: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ClaimedScores:
    """The scores that a file claims, as numbers and codes; what it leaves out is None.

    `termination` is "ended by, decided by"; `options` are those that the file lists, as it spells them.
    """

    hands: tuple[ClaimedHand, ...] = ()
    totals: tuple[int, ...] | None = None
    overtricks: tuple[int, ...] | None = None
    winners: tuple[str, ...] | None = None
    termination: str | None = None
    rules_code: str | None = None
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """One game of a file.

    `where` is its place in the file (`game` 3). `id`, `events`, `not_counted` and `differences` are in JSON and ZIP.
    `notes` say what was wrong with the file. `signature` is the exporting server's, `head` is the chain head that it
    signs: in JSON from the events, in a text record from its tag. `unnamed` is what seats without a player's name are
    called, if the file says so.
    """

    where: PathStep
    sheet: Sheet
    claimed: ClaimedScores = field(default_factory=ClaimedScores)
    started: datetime | None = None
    revision: int | None = None
    id: str | None = None
    events: tuple[StoredEvent, ...] = ()
    not_counted: str | None = None
    differences: Sequence[Mapping[str, object]] = ()
    notes: tuple[Difference, ...] = ()
    signature: Signature | None = None
    head: ChainHead | None = None
    unnamed: Collection[str] = ()

    @property
    def was_exported(self) -> bool:
        """Whether it has parts that hardly anyone types by hand; such an export must end with checksums."""
        return self.id is not None or self.claimed.totals is not None or self.claimed.rules_code is not None


@dataclass(frozen=True, slots=True)
class UnreadGame:
    """A game of a file that cannot be read, by its place in the file, and why; the others can be."""

    where: PathStep
    fault: Fault

    @property
    def placed(self) -> Fault:
        """The fault with the game's place in the file."""
        path = self.fault.path
        is_known = self.where in (*path.outside, *path.steps)
        return self.fault if is_known else self.fault.within(self.where.name, self.where.number)


FilePart = ImportedGame | UnreadGame | ExportedTable | ExportedPart | UnknownPart
"""What is read from a file, each table before its games."""
T = TypeVar("T")


def read_or_unread(where: PathStep, read: Callable[[], T]) -> T | UnreadGame:
    """What is read of a game, or that it cannot be read. Raises `TooLarge`, after which nothing else is read either."""
    try:
        return read()
    except TooLarge:
        raise
    except InvalidInput as error:
        return UnreadGame(where, error.fault)


def if_any_can_be_read(parts: Iterable[T], *kinds: type) -> Iterator[T]:
    """The same parts of a file with those that can be read, of these types; they begin once one can be read.

    Raises `InvalidInput` for the first game if none can be read.
    """
    waiting: list[T] = []
    unread: list[Fault] = []
    is_read = False
    for part in parts:
        if isinstance(part, UnreadGame):
            unread.append(part.fault)
        is_read = is_read or isinstance(part, kinds)
        waiting.append(part)
        if is_read:
            yield from waiting
            waiting = []
    if unread and not is_read:
        raise InvalidInput(unread[0])
    yield from waiting
