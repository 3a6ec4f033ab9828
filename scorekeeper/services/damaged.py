"""Records that cannot be read: a game, or what a room records, with such an event is damaged, and nothing else is."""

from scorekeeper.chance import new_id
from scorekeeper.core.game import TAKE_BACK, NotNow
from scorekeeper.core.inputs import NOWHERE, Fault, InvalidInput
from scorekeeper.core.inputs.faults import DOES_NOT_FIT, NOTHING_TO_UNDO
from scorekeeper.formats.chain.stored_event import UnsavedEvent


class Damaged(InvalidInput):
    """A game, or what a room records, by its `id`, whose record cannot be read; `fault` says why.

    `seq` is the number of the event to undo: the one that cannot be read, else the last one; None for its start.
    """

    def __init__(self, of: str, fault: Fault, seq: int | None) -> None:
        super().__init__(fault)
        self.id = of
        self.seq = seq


class DamagedGame(Damaged):
    """A game whose record cannot be read."""


def undo_of(damage: Damaged, who: str | None, event_id: str | None) -> UnsavedEvent:
    """The undo of the event that makes a record unreadable. Raises `NotNow` if that is its start."""
    if damage.seq is None:
        raise NotNow(NOTHING_TO_UNDO.at(NOWHERE, {}))
    return UnsavedEvent(kind=TAKE_BACK, payload={"entry": damage.seq}, id=event_id or new_id(), who=who)


def fault_of(error: Exception) -> Fault:
    """What is wrong with a record that could not be read."""
    return error.fault if isinstance(error, InvalidInput) else DOES_NOT_FIT.at(NOWHERE, {})
