"""What the page says once a tap is recorded, and whether Undo or Redo is offered beside it."""

from dataclasses import dataclass

from scorekeeper.core.game import (
    Event,
    EventUndone,
    GameState,
    HandCorrected,
    HandMisdealt,
    HandRecorded,
    PlayerSubstituted,
)
from scorekeeper.core.game.undo import base_of
from scorekeeper.core.pages.log import EventDescriber
from scorekeeper.core.pages.rulings import dealt_again
from scorekeeper.core.words.language import translate as _

SAVED, UNDONE, DONE = "saved", "undone", "success"


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence, and its category: `saved` offers Undo, `undone` offers Redo."""

    category: str
    text: str


def recorded_notice(event: Event, after: GameState) -> Notice | None:
    """The notice after an event; None if the page shows it anyway."""
    if isinstance(event, EventUndone):
        taken, again = base_of(after.events, event)
        what = EventDescriber(after.events, after.head).undone(taken)
        return Notice(SAVED, _("Redid {what}", what=what)) if again else Notice(UNDONE, _("Undid {what}", what=what))
    if isinstance(event, HandRecorded):
        return Notice(SAVED, _("Hand {number} saved", number=event.hand))
    if isinstance(event, HandCorrected):
        return Notice(SAVED, _("Hand {number} corrected", number=event.hand))
    if isinstance(event, HandMisdealt):
        return Notice(DONE, _("Misdeal. {next}.", next=dealt_again(after)))
    if isinstance(event, PlayerSubstituted):
        return Notice(DONE, _("{player} is in.", player=event.player))
    return None
