"""Records that cannot be read: a game, or what a room records, with such an event is damaged, and nothing else is."""

from scorekeeper.core.inputs import NOWHERE, Fault, InvalidInput
from scorekeeper.core.inputs.faults import DOES_NOT_FIT


class Damaged(InvalidInput):
    """A game, or what a room records, by its `id`, whose record cannot be read; `fault` says why.

    `entry` is the number of the event to undo: the one that cannot be read, else the last one; None for its start.
    """

    def __init__(self, of: str, fault: Fault, entry: int | None) -> None:
        super().__init__(fault)
        self.id = of
        self.entry = entry


class DamagedGame(Damaged):
    """A game whose record cannot be read."""


def fault_of(error: Exception) -> Fault:
    """What is wrong with a record that could not be read."""
    return error.fault if isinstance(error, InvalidInput) else DOES_NOT_FIT.at(NOWHERE, {})
