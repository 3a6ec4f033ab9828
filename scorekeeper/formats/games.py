"""Games as files hold them: what an export says of a game, and what an import reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from scorekeeper.core.game import (
    ERASE,
    START,
    Event,
    EventUndone,
    GameState,
    payload_of,
    read_event,
    read_start,
    read_stored,
    replay,
)
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.rules.ruleset import Value
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import Sheet
from scorekeeper.formats.chain import ChainHead, Signature, Signer, StoredEvent, canonical_json


def event_of(stored: StoredEvent, head: Sheet) -> Event:
    """A later event of the game with this head. Raises `InvalidInput`."""
    return read_stored(stored.kind, stored.payload, head, stored.seq, stored.reason, stored.who)


def replay_stored(stored: Sequence[StoredEvent]) -> GameState:
    """The state that these events come to; the first is the start. Raises `InvalidInput` for a misfit."""
    if not stored or stored[0].kind != START:
        raise FieldPath.to("entry", 1).wrong(faults.NO_START, None)
    start = read_start(stored[0].payload, stored[0].who)
    return replay([start, *(event_of(each, start.head) for each in stored[1:])])


def replay_untrusted(stored: Sequence[StoredEvent]) -> GameState:
    """The same for events from outside: each payload must be as this program would write it. Raises `InvalidInput`."""
    state = replay_stored(stored[:1])
    events = [state.events[0], *(_checked(each, state.head) for each in stored[1:])]
    return replay(events)


def _checked(stored: StoredEvent, head: Sheet) -> Event:
    event, here = _read(stored, head), FieldPath.to("entry", stored.seq)
    if isinstance(event, EventUndone) and event.event >= stored.seq:
        raise here.wrong(faults.TAKES_BACK_LATER, None)
    if canonical_json(payload_of(event, head)) != canonical_json(stored.payload):
        raise here.wrong(faults.BAD_ERASURE if stored.kind == ERASE else faults.NOT_CANONICAL, None)
    return event


def _read(stored: StoredEvent, head: Sheet) -> Event:
    """The event as if it were written now, with the reason and the writer that it has."""
    if stored.kind == ERASE:
        return event_of(stored, head)
    body = {**stored.payload, **({} if stored.reason is None else {"reason": stored.reason})}
    try:
        event = read_event(stored.kind, body, head, stored.seq)
    except InvalidInput as error:
        raise error.within("entry", stored.seq) from error
    return replace(event, reason=stored.reason, who=stored.who)


Json = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A game with its chain.

    `not_counted` is why the table leaves it out of its statistics, None where it counts; `differences` are those that
    were found when it came in from a file. `signer` signs it as it goes out; None where nobody does.
    """

    id: str
    state: GameState
    entries: tuple[StoredEvent, ...]
    number: int = 1
    not_counted: str | None = None
    differences: Sequence[Json] = field(default_factory=tuple)
    signer: Signer | None = field(default=None, compare=False, repr=False)

    @property
    def started(self) -> datetime:
        """When its first entry was written."""
        return self.entries[0].at

    @property
    def sheet(self) -> Sheet:
        """The sheet that stands."""
        return self.state.sheet

    @property
    def board(self) -> Scoreboard:
        """What it comes to."""
        return self.state.board


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table ready to be written out; `merged` has for a name the name that it was merged into."""

    name: str
    players: Sequence[str] = ()
    merged: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerSums:
    """What a player's finished games add up to: each figure of `core.game.figures.LABELS` by its name."""

    name: str
    games: int
    sums: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ClaimedLine:
    """A score line as a file tells it."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ClaimedSide:
    """A side's hand as a file tells it; what the file does not say is None."""

    points: int | None = None
    total: int | None = None
    lines: tuple[ClaimedLine, ...] | None = None
    tricks: int | None = None
    overtricks: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimedHand:
    """A hand's scores as a file tells them; `objections` are their codes, None where the file does not say."""

    number: int
    counted: bool
    sides: tuple[ClaimedSide, ...] = ()
    objections: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ClaimedScores:
    """The scores that a file claims, in figures and codes; what it does not say is None.

    `termination` is "ended by, decided by", `options` are those that the file lists, as it spells them.
    """

    hands: tuple[ClaimedHand, ...] = ()
    totals: tuple[int, ...] | None = None
    overtricks: tuple[int, ...] | None = None
    winners: tuple[str, ...] | None = None
    termination: str | None = None
    rules_card: str | None = None
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """One game of a file.

    `where` names it ("game 3 of the file"); `id`, `entries`, `not_counted` and `differences` come with JSON and ZIP.
    `notes` say what was wrong with the file itself. `signature` is what a server signed as the game left it, `head` the
    chain's head that it names: in JSON that of the entries, in a text record what its tag says.
    """

    where: str
    sheet: Sheet
    said: ClaimedScores = field(default_factory=ClaimedScores)
    started: datetime | None = None
    revision: int | None = None
    id: str | None = None
    entries: tuple[StoredEvent, ...] = ()
    not_counted: str | None = None
    differences: Sequence[Json] = ()
    notes: tuple[str, ...] = ()
    signature: Signature | None = None
    head: ChainHead | None = None

    @property
    def was_exported(self) -> bool:
        """Whether it has what exports have, and what hardly anyone types by hand; such a file ends with a seal."""
        return self.id is not None or self.said.totals is not None or self.said.rules_card is not None
