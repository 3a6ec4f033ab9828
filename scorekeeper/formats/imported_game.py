"""A game as a file tells it: the sheet, when it began, its chain where the file has one, and the scores it claims."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from scorekeeper.core.rules.options import Value
from scorekeeper.core.sheet import Sheet
from scorekeeper.formats.chain import ChainHead, Signature, StoredEvent

Json = Mapping[str, object]


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
