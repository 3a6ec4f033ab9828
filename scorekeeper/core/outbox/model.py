"""The outbox: its state, the messages that change it, and the effects that a browser carries out.

It knows ids, order, hashes and answers, but no bids: what a tap means is for the game's own module.
"""

from dataclasses import dataclass, field
from enum import Enum


class Phase(Enum):
    """What the queue of a game waits for."""

    READY = "ready"
    SENDING = "sending"
    ASKING = "asking"  # for the server's events
    SEALING = "sealing"  # for the server to take the own bid
    STORING = "storing"  # for the store, or for the game's module, which puts the taps after what came first
    STARTING = "starting"  # for the server to start a game that began here
    PAUSED = "paused"  # for the timer: there was no answer
    REFUSED = "refused"  # for the person: the server refused a tap
    CLOSED = "closed"  # for access: this device may not record this game
    LOST = "lost"  # for the person: the server lacks what it had


@dataclass(frozen=True, slots=True)
class Stored:
    """What this phone has stored of a game. Each tab reads it again when another one says that it changed."""

    game: str
    seq: int  # of the server's last event here
    hash: str  # of that event, empty if it was stored by a version that did not keep it
    taps: tuple[str, ...] = ()  # the ids of those that the server lacks, in order
    question: str = ""  # the tap that a person must decide about, since another phone recorded something else
    fits: bool = True  # whether the taps were put after the last event
    starts: bool = False  # whether the game began here, and the server does not have it
    before: str = ""  # the game whose rematch it is, if that must be sent first
    sealed: str = ""  # the bid for the own seat that the server lacks: nobody may see it, so it is no tap


@dataclass(frozen=True, slots=True)
class Queue:
    """The taps of one game on their way to the server."""

    stored: Stored
    phase: Phase = Phase.READY
    code: str = ""  # why it waits
    refused: str = ""  # the tap that it refuses
    tries: int = 0  # without an answer, in a row
    attempt: int = 0  # the number of the request that is on its way; answers to earlier ones no longer count
    everything: bool = False  # whether that asks for all events, to compare them
    lost: tuple[int, ...] = ()  # the numbers of the events that the server lacks
    went_on: bool = False  # whether it has others instead
    sealing: str = ""  # the own bid that is on its way
    given: str = ""  # the one that the server has, which the store may still have


@dataclass(frozen=True, slots=True)
class Outbox:
    """All games of this phone, as one tab knows them. `leads`: this is the tab that sends."""

    leads: bool = False
    queues: dict[str, Queue] = field(default_factory=dict)
    attempts: int = 0
    is_old: bool = False  # the server speaks a newer protocol than this page


# Messages

OFFLINE, SLOW = 0, 1
"""In place of a status: there is no line, or the server took too long."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A game changed in the store: a tap, another tab, or the page that opened it. `None` if it is gone."""

    game: str
    stored: Stored | None


@dataclass(frozen=True, slots=True)
class Led:
    """This tab begins or stops to send for all tabs."""

    leads: bool


@dataclass(frozen=True, slots=True)
class Woken:
    """The page is shown, the line is back, or the reader asks: everything that waits is tried at once."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The pause of a game is over."""

    game: str
    attempt: int


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back from a request: its status, or `OFFLINE` or `SLOW`, and its JSON, None if it is none.

    `own` are the number, id and hash of each event stored here, if all of the server's were asked for. `chance` is a
    random number below 1,000.
    """

    game: str
    attempt: int
    status: int
    body: object
    chance: int
    own: tuple[tuple[int, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class News:
    """The server has more events of a game than this page shows."""

    game: str


@dataclass(frozen=True, slots=True)
class NotStarted:
    """The server did not start a game that began here. `code` says why, and is empty if there was no answer."""

    game: str
    attempt: int
    code: str
    chance: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The store has what it was given, and the taps come after the last event."""

    game: str
    stored: Stored


@dataclass(frozen=True, slots=True)
class NotSettled:
    """The store or the game's module failed; `code` says how."""

    game: str
    code: str
    chance: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The person has decided about a game: undone the refused tap, answered the question, or wants another try."""

    game: str


@dataclass(frozen=True, slots=True)
class RecordAgain:
    """The person wants what the server lost to be recorded again."""

    game: str


@dataclass(frozen=True, slots=True)
class LetGo:
    """The person has a file of what the server lost, and continues with what it has."""

    game: str


Message = (
    Changed | Led | Woken | TimeUp | News | Answered | NotStarted | Settled | NotSettled | Resumed | RecordAgain | LetGo
)


# Effects


@dataclass(frozen=True, slots=True)
class Send:
    """Send these taps, which follow the event with this number and hash."""

    game: str
    attempt: int
    seq: int
    hash: str
    taps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seal:
    """Give the server the bid for the own seat. The answer is like that to `Ask`."""

    game: str
    attempt: int
    after: int
    hash: str


@dataclass(frozen=True, slots=True)
class Unseal:
    """The server has this bid for the own seat, so drop it here; or does not take it, so it `asks` its owner now."""

    game: str
    sealed: str
    asks: bool


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for the events after this number; 0 for all, to compare them with those here."""

    game: str
    attempt: int
    after: int
    hash: str


@dataclass(frozen=True, slots=True)
class Start:
    """Give a game that began here to the server. Its page answers with `Changed`, or with `Answered`."""

    game: str
    attempt: int


@dataclass(frozen=True, slots=True)
class Take:
    """Store the events in the answer, and drop the taps that they are. Then tell the other tabs."""

    game: str
    attempt: int
    fits: bool  # whether all were taps of this phone in order, so that the others need not be put after them


@dataclass(frozen=True, slots=True)
class Rebase:
    """Put the taps after the last event with the game's module."""

    game: str


@dataclass(frozen=True, slots=True)
class AskAgain:
    """Send `TimeUp` with this attempt after that many ms."""

    game: str
    attempt: int
    after: int


@dataclass(frozen=True, slots=True)
class Show:
    """The state of a game's queue is another one: what pages say of it."""

    game: str
    phase: Phase
    code: str


@dataclass(frozen=True, slots=True)
class OfferRestore:
    """Ask whether to record these events again. `went_on`: the server has others, so only a file helps."""

    game: str
    lost: tuple[int, ...]
    went_on: bool


@dataclass(frozen=True, slots=True)
class PutBack:
    """Replace the events here by the server's, with those that it lacks as taps before the others."""

    game: str


@dataclass(frozen=True, slots=True)
class TakeTheirs:
    """Replace the events here by the server's."""

    game: str


@dataclass(frozen=True, slots=True)
class Reload:
    """Load the page again: the server speaks a newer protocol."""


Effect = (
    Send | Seal | Unseal | Ask | Start | Take | Rebase | AskAgain | Show | OfferRestore | PutBack | TakeTheirs | Reload
)
