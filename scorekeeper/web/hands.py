"""Hands: the bids as they come, and the hand when it is played."""

import json

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.log import BIDS, HAND, AlreadyRecorded, Course
from scorekeeper.play import game_on_table, record
from scorekeeper.rules.record import Bid
from scorekeeper.rules.rounds import changed, kept
from scorekeeper.sheet import BadSheet, parse_json
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
    return _write_bids(game, int(form.hand.data or 0), _with_bid(course, int(form.seat.data), form), course)


def _write_bids(game: str, hand: int, bids: list[Bid | None], course: Course) -> Response:
    body = {"hand": hand, "bids": draft_json(bids, course.head.rules.seating)}
    try:
        record(game, BIDS, body, writer=this_writer())
    except AlreadyRecorded:
        flash(CLASH.format(hand=hand), "error")
    except BadSheet as error:
        flash(f"{error}.", "error")
    return redirect(url_for("games.show", game=game), 303)


def _with_bid(course: Course, seat: int, form: BidForm) -> list[Bid | None]:
    """The bids so far, with this one in its seat; a later bid keeps the one that it replaces."""
    bids = list(course.draft)
    said = "+".join([str(form.call.data), *([str(form.beside.data)] if form.beside.data else [])])
    old = bids[seat]
    calls = tuple(said.split("+"))
    if not form.later.data or old is None:
        bids[seat] = Bid(calls)
    elif set(old.calls) != set(calls):
        bids[seat] = changed(old, calls)
    elif course.board.next_deal.later is not None and course.board.next_deal.later.asked:
        bids[seat] = kept(old)
    return bids


@pages.post("/games/<game>/bids/stand", endpoint="stand")
def all_stand(game: str) -> Response:
    """Nobody changes a bid any more."""
    course = game_on_table(game).course
    bids = [None if bid is None else kept(bid) for bid in course.draft]
    return _write_bids(game, request.form.get("hand", 0, type=int), bids, course)


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
