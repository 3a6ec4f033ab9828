"""The order of tie-breaks: each is moved up or down, left out, or put back; the standings follow at once."""

from dataclasses import replace

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import setup_json
from scorekeeper.rooms.tournaments.domain.setting_up.setup import TIE_BREAKS
from scorekeeper.rooms.tournaments.domain.words import TIE_BREAKS as NAMES
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, loaded, render_page, to
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.web.forms import moved_to
from scorekeeper.web.posted import PostedFields, posted_id, posted_seq

pages = Blueprint("tie_breaks", __name__, url_prefix="/tournaments/<tournament>/settings/tie-breaks")

OUT = "out"
IN = "in"
DOWN = "down"


@pages.get("", role=KEEPER)
def show(tournament: str) -> str:
    """Those that decide, in order, and the others; `moved` is the one that was just moved, by the button `by`."""
    now = loaded()
    order, moved = now.state.settings.tie_breaks, request.args.get("moved")
    return render_page(
        "tie_breaks.html",
        "desk",
        now,
        order=[_view(key) for key in order],
        others=[_view(key) for key in TIE_BREAKS if key not in order],
        moved=moved if moved in TIE_BREAKS else None,
        moved_words=_moved_words(order, moved) if moved in TIE_BREAKS else "",
        by_down=request.args.get("by") == DOWN,
    )


def _view(key: str) -> dict[str, str]:
    return {"key": key, "name": sentence_case(_(NAMES[key]))}


def _moved_words(order: tuple[str, ...], moved: str | None) -> str:
    """`Point difference: 2 of 5`, or that it decides nothing any more."""
    name = sentence_case(_(NAMES[str(moved)]))
    if moved not in order:
        return _("{name} decides nothing now.", name=name)
    return _("{name} is number {number} of {count} now.", name=name, number=order.index(moved) + 1, count=len(order))


@pages.post("/<key>/move", role=KEEPER)
def move(tournament: str, key: str) -> Response:
    """Move a tie-break, leave it out or put it back."""
    state, goes = loaded().state, PostedFields().get("to", "")
    if key not in TIE_BREAKS:
        abort(404)
    order = [one for one in state.settings.tie_breaks if one != key]
    if goes == IN:
        order.append(key)
    elif goes != OUT and key in state.settings.tie_breaks:
        now = state.settings.tie_breaks.index(key) + 1
        order.insert(moved_to(goes, now, len(state.settings.tie_breaks)) - 1, key)
    if tuple(order) != state.settings.tie_breaks:
        body = setup_json(state.name, state.stages, replace(state.settings, tie_breaks=tuple(order)))
        saved = attempt_or_flash(
            lambda: record(tournament, ev.SETTINGS, body, author=author(), event_id=posted_id(), seq=posted_seq())
        )
        if saved is None:
            return to("tie_breaks.show")
    return to("tie_breaks.show", moved=key, by=DOWN if goes == DOWN else None)  # with an anchor no button has the focus
