"""The notice of a call of the director that the table of a match waits for, on its pad and on “My match”."""

from datetime import UTC, datetime

from flask import url_for

from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translatable, translate as _, with_dots
from scorekeeper.web.formatting import clock

REASONS = {"ruling": translatable("Ruling"), "score": translatable("Score"), "time": translatable("Time")}
"""What a table may call for, by `CALL_REASONS`."""


def call_view(
    tournament: str, at: int, reason: str | None, *, coming: bool, entry_id: str, pad: str | None = None
) -> View:
    """Values for `call_notice` of `rooms/tournaments/macros/director_call.html`; `pad`: "yes" on the pad."""
    called = _("Director called at {time}", time=clock(datetime.fromtimestamp(at / 1000, UTC)))
    why = [_(REASONS[reason])] if reason is not None else []
    return {
        "words": with_dots([called, *why, *([_("coming")] if coming else [])]),
        "cancel": url_for("director_calls.cancel", tournament=tournament, pad=pad),
        "why": None if why or coming else url_for("director_calls.create", tournament=tournament, pad=pad),
        "reasons": reasons(),
        "entry_id": entry_id,
    }


def reasons() -> list[tuple[str, str]]:
    """What a table may call for: the value of each button, and its label."""
    return [(value, _(label)) for value, label in REASONS.items()]
