"""Stopping a game before its end: asked once more on a page of its own, with a reason; and taking it up again."""

from uuid import uuid4

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.core.game import CLOSE, REOPEN
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet.board import outcome_text
from scorekeeper.core.words.refusals import refusal_text
from scorekeeper.services import game_on_table, record
from scorekeeper.storage import AnotherEntryCameFirst, EntryIdTaken, NotThatFar, find_table
from scorekeeper.web.forms import StopForm, sentences
from scorekeeper.web.games.views.board import board_view
from scorekeeper.web.writer import this_writer

pages = Blueprint("closing", __name__, url_prefix="/games/<game>")

CLASH = "Another phone wrote something in between: look at the sheet, then try again."


@pages.get("/stop")
def new(game: str) -> Response | str:
    return _page(game, StopForm())


@pages.post("/stop")
def create(game: str) -> Response | str | tuple[str, int]:
    form = StopForm(request.form)
    if not form.validate():
        page = _page(game, form)
        return (page, 422) if isinstance(page, str) else page
    return _write(game, CLOSE, {"reason": form.reason.data} if form.reason.data else {}, form)


@pages.post("/reopen", endpoint="reopen")
def create_reopening(game: str) -> Response:
    return _write(game, REOPEN, {}, StopForm(request.form))


def _write(game: str, kind: str, body: dict[str, object], form: StopForm) -> Response:
    try:
        record(game, kind, body, writer=this_writer(), entry_id=form.entry_id.data or None, seq=form.seq.data)
    except (AnotherEntryCameFirst, NotThatFar, EntryIdTaken):
        flash(CLASH, "error")
    except InvalidInput as error:
        flash(f"{refusal_text(error)}.", "error")
    return redirect(url_for("games.show", game=game), 303)


def _page(game: str, form: StopForm) -> Response | str:
    on_table = game_on_table(game)
    course = on_table.course
    if course.board.outcome is not None:
        return redirect(url_for("games.show", game=game), 303)
    reason = {
        "kind": "text",
        "name": "reason",
        "label": "Why? (may be left empty)",
        "value": form.reason.data or "",
        "errors": sentences(form.reason.errors),
        "placeholder": "the last bus goes",
        "max_length": 200,
    }
    return render_template(
        "games/stop.html",
        game=on_table.game,
        table=find_table(on_table.game.table_id),
        board=board_view(course.board, course.head.names),
        comes_to=f"{outcome_text(course.board.closed(''), course.head.names)}." if course.board.hands else None,
        bids_wait=any(bid is not None for bid in course.draft),
        hidden={"seq": course.seq, "entry_id": str(uuid4())},
        reason=reason,
    )
