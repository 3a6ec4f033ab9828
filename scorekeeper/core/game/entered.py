"""An entry as the log reads it, the kinds there are, and why one may be refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.game_faults import Objected
from scorekeeper.core.rules.lines import Objection

START = "start"
BIDS = "bids"
HAND = "hand"
CORRECTION = "correction"
MISDEAL = "misdeal"
TAKE_BACK = "take-back"
CLOSE = "close"
REOPEN = "reopen"
SIGN = "sign"
SUBSTITUTE = "substitute"
ERASE = "erase"
"""A person's name was replaced in earlier entries. It changes no bid and no score, and cannot be undone."""


class Entered(Protocol):
    """An entry of a game; `seq` counts from 1, the first is of kind `start` and holds the sheet's head."""

    @property
    def seq(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def payload(self) -> Mapping[str, Any]: ...

    @property
    def reason(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Proposed:
    """An entry before it is written: its payload in the one spelling that the log keeps."""

    seq: int
    kind: str
    payload: Mapping[str, Any]
    reason: str | None = None


class AlreadyRecorded(InvalidInput):
    """The hand stands already: another phone was quicker."""


class NotNow(InvalidInput):
    """The entry is well formed, but not at this point of this game."""


class Irregular(InvalidInput):
    """The rules object to the hand; it may be recorded all the same, with `overruled`."""

    @property
    def objections(self) -> tuple[Objection, ...]:
        """What the rules object to."""
        assert isinstance(self.figures, Objected)
        return self.figures.objections
