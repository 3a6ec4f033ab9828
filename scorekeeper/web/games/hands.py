"""Hands: the bids as they come, and the hand when it is played."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_game
from scorekeeper.core.game import BIDS, HAND, GameState
from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.faults import Kind
from scorekeeper.core.pages.consequences import Clash
from scorekeeper.core.pages.counts import counts_given
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.offers import changed, kept
from scorekeeper.core.sheet.writing import draft_json
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.services import record
from scorekeeper.storage import AnotherEntryCameFirst
from scorekeeper.web.forms import sentence
from scorekeeper.web.games.forms import AllStandForm, BidForm, HandForm
from scorekeeper.web.games.place import place_of, render_game_page
from scorekeeper.web.recording import NotSaved, attempt, record_posted, this_writer

pages = Blueprint("hands", __name__)

WRITTEN = "Another phone wrote hand {hand} in the meantime. Look at it, and correct it where it is wrong."
BETWEEN = "Not saved yet: another phone wrote something in between. Look at the hand, and save it again."
TRIES = 20  # for a bid, should other phones bid at the same moment each time


@pages.post("/games/<game>/bids", role=SCORER)
def bid(game: str) -> Response:
    form = BidForm(request.form)
    bidders = current_game().state.head.rules.seating.bidders
    if not form.validate() or form.seat.data not in bidders:
        flash("That was no bid of this game: tap one of the keys.", "error")
        return redirect(url_for("games.show", game=game), 303)
    seat = int(form.seat.data)
    return _write_bids(game, int(form.hand.data or 0), lambda state: _with_bid(state, seat, form))


def _write_bids(game: str, hand: int, bids_after: Callable[[GameState], list[Bid | None]]) -> Response:
    """Write the bids that follow from those that stand; anew where another phone bids at the same moment."""
    back = redirect(url_for("games.show", game=game), 303)
    for _ in range(TRIES):
        state = current_game().state
        bids = bids_after(state)
        if hand == state.board.next_number and tuple(bids) == state.draft:
            return back  # a double tap
        body = {"hand": hand, "bids": draft_json(bids, state.head.rules.seating)}
        saved = attempt(partial(record, game, BIDS, body, writer=this_writer(), seq=state.seq))
        if isinstance(saved, NotSaved):
            if isinstance(saved.error, AnotherEntryCameFirst):
                continue
            flash(WRITTEN.format(hand=hand) if saved.other_was_quicker else saved.text, "error")
        return back
    flash("Several phones bid at once: tap the bid again.", "error")
    return back


def _with_bid(state: GameState, seat: int, form: BidForm) -> list[Bid | None]:
    """The bids so far, with this one in its seat; a later bid keeps the one that it replaces."""
    bids = list(state.draft)
    said = "+".join([str(form.call.data), *([str(form.beside.data)] if form.beside.data else [])])
    old = bids[seat]
    calls = tuple(said.split("+"))
    if not form.later.data or old is None:
        bids[seat] = Bid(calls)
    elif set(old.calls) != set(calls):
        bids[seat] = changed(old, calls)
    elif state.board.next_deal.later is not None and state.board.next_deal.later.asked:
        bids[seat] = kept(old)
    return bids


@pages.post("/games/<game>/bids/stand", endpoint="stand", role=SCORER)
def all_stand(game: str) -> Response:
    """Nobody changes a bid any more."""
    hand = AllStandForm(request.form).hand.data or 0
    return _write_bids(game, hand, lambda state: [None if bid is None else kept(bid) for bid in state.draft])


@pages.post("/games/<game>/hands", role=SCORER)
def create(game: str) -> Response | tuple[str, int]:
    form = HandForm(request.form)
    if not form.validate():
        flash("The form did not arrive whole, nothing was saved: count the tricks once more.", "error")
        return redirect(url_for("games.show", game=game), 303)
    saved = attempt(lambda: record_posted(game, HAND, hand_body(form), form))
    if isinstance(saved, NotSaved):
        if saved.other_was_quicker:
            return _clash(game, form)
        flash(f"Not saved. {saved.text}", "error")
    return redirect(url_for("games.show", game=game), 303)


def _clash(game: str, form: HandForm) -> Response | tuple[str, int]:
    """Another phone wrote first: both hands are shown to choose from, or what was counted here is counted still."""
    on_table = current_game()
    written, number = hand_body(form), int(form.hand.data or 0)
    back = url_for("games.show", game=game)
    if number > len(on_table.state.board.hands):
        flash(BETWEEN, "error")
        took = written.get("took")
        given = counts_given(took if isinstance(took, list) else [], on_table.state.head.rules.seating)
        return redirect(f"{back}?{urlencode(given | {'note': form.note.data or ''})}", 303)
    try:
        clash = Clash(on_table.state, number, written)
        if not clash.is_none:
            place = place_of(on_table)
            return render_game_page("games/clash.html", place, clash.view(place)), 409
        flash(f"Hand {number} is saved: {clash.by} wrote the very same.", "success")
    except InvalidInput as error:
        flash(f"Not saved. {sentence(error)}", "error")
    return redirect(back, 303)


def hand_body(form: HandForm) -> dict[str, object]:
    """The entry's parts from the form, in the form of the record. Raises `InvalidInput`."""
    written = parse_json(str(form.record.data))
    if not isinstance(written, dict):
        raise NOWHERE.not_a(Kind.OBJECT, written, "the hand")
    body: dict[str, object] = {**written, "hand": form.hand.data}
    if form.note.data:
        body["note"] = " ".join(form.note.data.split())
    if form.overruled.data:
        body["overruled"] = True
    return body
