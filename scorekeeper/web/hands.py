"""Hands: the bids as they come, and the hand when it is played."""

import json

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.log import BIDS, HAND, AlreadyRecorded, Course
from scorekeeper.play import game_on_table, record
from scorekeeper.rules.record import Bid
from scorekeeper.sheet import BadSheet, parse_json
from scorekeeper.sheet.bids import bid_text
from scorekeeper.sheet.writing import draft_json
from scorekeeper.storage import AnotherEntryCameFirst, EntryIdTaken, NotThatFar
from scorekeeper.web.forms import BidForm, HandForm
from scorekeeper.web.writer import this_writer

pages = Blueprint("hands", __name__)

CLASH = "Another phone wrote hand {hand} in the meantime. Look at it, and correct it where it is wrong."


@pages.post("/games/<game>/bids")
def bid(game: str) -> Response:
    form = BidForm(request.form)
    course = game_on_table(game).course
    back = redirect(url_for("games.show", game=game), 303)
    if not form.validate() or form.seat.data not in course.head.rules.seating.bidders:
        flash("That was no bid of this game: tap one of the keys.", "error")
        return back
    bids = _with_bid(course, int(form.seat.data), form)
    body = {"hand": form.hand.data, "bids": draft_json(bids, course.head.rules.seating)}
    try:
        record(game, BIDS, body, writer=this_writer())
    except AlreadyRecorded:
        flash(CLASH.format(hand=form.hand.data), "error")
    except BadSheet as error:
        flash(f"{error}.", "error")
    return back


def _with_bid(course: Course, seat: int, form: BidForm) -> list[Bid | None]:
    """The bids so far, with this one in its seat; a later bid keeps the one that it replaces."""
    bids = list(course.draft)
    said = "+".join([str(form.call.data), *([str(form.beside.data)] if form.beside.data else [])])
    old = bids[seat]
    if form.later.data and old is not None and bid_text(Bid(old.calls)) != said:
        bids[seat] = Bid(tuple(said.split("+")), (*old.earlier, old.calls))
    else:
        bids[seat] = Bid(tuple(said.split("+")))
    return bids


@pages.post("/games/<game>/hands")
def create(game: str) -> Response:
    form = HandForm(request.form)
    if not form.validate():
        flash("The form did not arrive whole, nothing was saved: count the tricks once more.", "error")
        return redirect(url_for("games.show", game=game), 303)
    try:
        record(
            game,
            HAND,
            hand_body(form),
            writer=this_writer(),
            entry_id=form.entry_id.data or None,
            seq=form.seq.data,
        )
    except (AnotherEntryCameFirst, AlreadyRecorded, NotThatFar, EntryIdTaken):
        flash(CLASH.format(hand=form.hand.data), "error")
    except BadSheet as error:
        flash(f"Not saved. {error}.", "error")
    return redirect(url_for("games.show", game=game), 303)


def hand_body(form: HandForm) -> dict[str, object]:
    """The entry's parts from the form, in the form of the record. Raises `BadSheet`."""
    written = parse_json(str(form.record.data))
    if not isinstance(written, dict):
        raise BadSheet(f"the hand is {json.dumps(written)[:40]}, it must be an object")
    body: dict[str, object] = {**written, "hand": form.hand.data}
    if form.note.data:
        body["note"] = " ".join(form.note.data.split())
    if form.overruled.data:
        body["overruled"] = True
    return body
