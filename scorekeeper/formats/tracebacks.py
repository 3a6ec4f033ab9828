"""Tracebacks for a log: what an error says is left out, since it may quote what somebody sent, with names."""

from collections.abc import Sequence
from itertools import accumulate
from traceback import format_tb
from types import TracebackType

MAX_LINES = 38
"""Lines of a traceback: with the log's own, a fault takes at most 40."""
MAX_ERRORS = 4
"""Of errors that led to one another: the first, and the last ones."""
DEEPEST = 20
"""Calls of an error that are looked at, the last ones: one that called itself has a thousand."""


def traceback_text(error: BaseException | None) -> str:
    """Where the error and those that led to it were raised, and their kinds; of the system's errors also its words, and
    what a worker process noted of its own. Of what is long, the last calls.
    """
    errors: list[BaseException] = []
    while error is not None and error not in errors:
        errors.insert(0, error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    shown = errors if len(errors) <= MAX_ERRORS else [errors[0], *errors[1 - MAX_ERRORS :]]
    led = "\n\nThis led to:\n\n" if len(shown) == len(errors) else "\n\nThis led, by others, to:\n\n"
    each = (MAX_LINES - 3 * (len(shown) - 1)) // max(len(shown), 1)
    return led.join([_one(error, each) for error in shown])


def _one(error: BaseException, lines: int) -> str:
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    own = f": {error.strerror}" if isinstance(error, OSError) and error.errno else ""
    noted = [line for note in getattr(error, "__notes__", ()) for line in note.split("\n")][-lines // 2 :]
    ends = [f"{kind}{own}", *noted]
    calls = _calls(error.__traceback__, lines - 2 - len(ends))
    return "\n".join(["Traceback (most recent call last):", *calls, *ends])


def _calls(raised: TracebackType | None, lines: int) -> Sequence[str]:
    """The last calls, in at most this many lines and one that says that there were more."""
    calls = format_tb(raised, limit=-DEEPEST)
    sizes = accumulate(call.count("\n") for call in reversed(calls))
    fits = sum(size <= lines for size in sizes)
    found = [line for call in calls[len(calls) - fits :] for line in call.rstrip("\n").split("\n")]
    is_all = fits == len(calls) and len(calls) < DEEPEST
    return found if is_all else ["  …", *found]
