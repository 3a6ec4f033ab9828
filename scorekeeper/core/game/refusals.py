"""Why an event is refused at this point of a game."""

from scorekeeper.core.rules.lines import Objection
from scorekeeper.core.sheet import InvalidInput


class AlreadyRecorded(InvalidInput):
    """The hand is recorded: another phone was quicker."""


class NotNow(InvalidInput):
    """The event is well formed, but not at this point of this game."""


class Irregular(InvalidInput):
    """The rules object to the hand; it may be recorded all the same, with `overruled`."""

    def __init__(self, message: str, hand: int, objections: tuple[Objection, ...]) -> None:
        super().__init__(message, hand)
        self.objections = objections
