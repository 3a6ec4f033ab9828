"""What a game's page says about taps that are not recorded, not sent yet, or refused by the server."""

from scorekeeper.core.game import AlreadyRecorded, GameState
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.hand_words import sentence
from scorekeeper.core.pages.log import EventDescriber
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.refusals import refusal_text


def refused_words(error: InvalidInput) -> str:
    """Why a tap is not recorded."""
    if isinstance(error, AlreadyRecorded) and error.hand:
        number = error.hand
        return _("Another phone saved hand {number} first. Check it and correct it if needed.", number=number)
    return _("Not saved. {why}", why=sentence(refusal_text(error)))


def waiting_words(taps: int, only_here: bool) -> str:
    """What the page says while it cannot send taps; `only_here` if it could not be reopened without the server."""
    saved = _n(taps, "Offline · 1 tap saved on this phone", "Offline · {count} taps saved on this phone")
    words = saved if taps else _("Offline")
    return _("{words}. Keep this page open.", words=words) if only_here else words


def unstarted_words(is_early: bool) -> str:
    """What the page of a game that began on the phone says while the server does not start it.

    `is_early`: a rematch, and the game before it is not over there, or asks something.
    """
    if is_early:
        return _(
            "Not on the server yet: the game before isn’t finished there. Finish it first; this phone keeps every tap."
        )
    return _("The server doesn’t let this phone start this game. The phone keeps every tap, and tries again.")


def open_words() -> str:
    """The button of that page which opens the game before it."""
    return _("Open it")


def needs_connection() -> str:
    """What the page says when a link needs the server, which cannot be reached."""
    return _("Needs a connection")


def unsent_words(taps: int) -> str:
    """What the page says about taps of a phone that may not record any more."""
    return _n(
        taps,
        "1 tap wasn’t recorded. This phone keeps it, and sends it if it may keep score again.",
        "{count} taps weren’t recorded. This phone keeps them, and sends them if it may keep score again.",
    )


def rejected_words(state: GameState, seq: int) -> str:
    """What the page says about an event that the server rejects in any game; `seq` is its number on the phone."""
    what = EventDescriber(state.events, state.head).describe(state.events[seq - 1])
    return _(
        "The server refused “{what}”. This phone keeps it, and every tap after it. Try again, reload the page "
        "or undo it.",
        what=what,
    )
