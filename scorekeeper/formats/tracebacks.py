"""Tracebacks for a log: what an error says is left out, since it may quote what somebody sent, with names."""

from traceback import format_tb


def traceback_text(error: BaseException | None) -> str:
    """Where the error and those that led to it were raised, and their kinds; of the system's errors also its words."""
    parts: list[str] = []
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        kind = f"{type(error).__module__}.{type(error).__qualname__}"
        own = f": {error.strerror}" if isinstance(error, OSError) and error.errno else ""
        parts.insert(0, f"Traceback (most recent call last):\n{''.join(format_tb(error.__traceback__))}{kind}{own}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n\nThis led to:\n\n".join(parts)
