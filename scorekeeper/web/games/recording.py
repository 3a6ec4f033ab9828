"""Records events from pages, with the message to show if nothing was recorded."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar

from flask import flash, request
from werkzeug.wrappers import Response

from scorekeeper.access import current_game, current_game_row, current_membership
from scorekeeper.core.game import AlreadyRecorded, Event, GameState
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.hand_words import sentence as full_sentence
from scorekeeper.core.pages.recorded import recorded_notice
from scorekeeper.core.pages.unavailable import unavailable_reason
from scorekeeper.core.words.faults import fault_words
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.services.game_cache import LoadedGame
from scorekeeper.services.members import take_if_free
from scorekeeper.services.recording import Author, Recorded, author_of, record_event
from scorekeeper.storage.errors import AheadOfGame, AnotherEventCameFirst, EventIdTaken
from scorekeeper.storage.members import Role
from scorekeeper.web.forms import sentence
from scorekeeper.web.games.page_context import to_game
from scorekeeper.web.posted import posted_id, posted_seq


def this_author() -> Author:
    """The author of this request: the device's name. If nobody has the pen, a scorer takes it."""
    if current_membership().may(Role.SCORER) and not _is_in_match():
        take_if_free(current_membership())
    return author_of(current_membership())


def _is_in_match() -> bool:
    """Whether the game in the URL is a match, whose room says which phone keeps its score."""
    return "game" in (request.view_args or {}) and current_game_row().match_of is not None


Result = TypeVar("Result")

CLASH = translatable("Someone changed the game. Check it and try again.")
QUICKER = (AnotherEventCameFirst, EventIdTaken, AheadOfGame)


@dataclass(frozen=True, slots=True)
class NotSaved:
    """Why nothing was recorded: the error, and a sentence for the page."""

    error: Exception
    text: str

    @property
    def other_was_quicker(self) -> bool:
        """Whether another phone recorded something first, so that this one must reload the game."""
        return isinstance(self.error, (*QUICKER, AlreadyRecorded))

    @property
    def field(self) -> str:
        """The form field with the error; empty if it is not a single field."""
        steps = self.error.fault.path.steps if isinstance(self.error, InvalidInput) else ()
        return steps[0].name if len(steps) == 1 else ""

    @property
    def words(self) -> str:
        """The error to show next to the field."""
        return full_sentence(fault_words(self.error.fault)) if isinstance(self.error, InvalidInput) else self.text

    @property
    def status(self) -> int:
        """The HTTP status of the form shown again."""
        return HTTPStatus.CONFLICT if self.other_was_quicker else HTTPStatus.UNPROCESSABLE_ENTITY


def attempt(write: Callable[[], Result], clash: str = "") -> Result | NotSaved:
    """The result of `write`, or why nothing was saved; `clash` is the sentence if another phone was faster."""
    try:
        return write()
    except QUICKER as error:
        return NotSaved(error, clash or _(CLASH))
    except InvalidInput as error:
        return NotSaved(error, sentence(error))


def attempt_or_flash(write: Callable[[], Result], clash: str = "") -> Result | None:
    """The result of `write`; if nothing was saved, return None and flash the reason."""
    result = attempt(write, clash)
    if isinstance(result, NotSaved):
        flash(result.text, "error")
        return None
    return result


def record_press(game: str, move: Callable[[GameState], Event]) -> Recorded:
    """Record the event of a tap on this device. Raises what `record_event` raises."""
    return record_event(game, move, author=this_author(), event_id=posted_id(), seq=posted_seq())


def record_or_flash(game: str, move: Callable[[GameState], Event], clash: str = "") -> Recorded | None:
    """Record the event of a tap on this device; if nothing was saved, return None and flash the reason."""
    return attempt_or_flash(lambda: record_press(game, move), clash)


def redirect_if_unavailable(loaded: LoadedGame, page: str = "") -> Response | None:
    """A redirect to the game that says why it has no such page now; None if it has. `page` is another endpoint."""
    words = unavailable_reason(loaded.state, page or request.endpoint or "")
    if words is None:
        return None
    flash(words, "info")
    return to_game(loaded.game.id)


def flash_recorded(recorded: Recorded) -> None:
    """Say what was recorded."""
    state = recorded.state
    if state.seq < recorded.stored.seq:  # it was recorded before, and this phone did not know
        state = current_game().state
    notice = recorded_notice(state.events[recorded.stored.seq - 1], state)
    if notice is not None:
        flash(notice.text, notice.category)
