"""Why an event is refused at this point of a game."""

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.game_faults import Objected
from scorekeeper.core.rules.lines import Objection


class AlreadyRecorded(InvalidInput):
    """The hand is recorded: another phone was quicker."""


class NotNow(InvalidInput):
    """The event is well formed, but not at this point of this game."""


class Irregular(InvalidInput):
    """The rules object to the hand; it may be recorded all the same, with `overruled`."""

    @property
    def objections(self) -> tuple[Objection, ...]:
        """What the rules object to."""
        assert isinstance(self.figures, Objected)
        return self.figures.objections
