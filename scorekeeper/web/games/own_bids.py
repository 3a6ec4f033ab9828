"""Bids on players' own phones: a device may bid for the seat of its own player, and take back a bid that waits."""

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import OWN_SEAT, NotAllowed, current_game, current_membership, current_seat
from scorekeeper.core.game import AlreadyRecorded, BidClash
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages.bidding import two_bids_view
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.services import Writer
from scorekeeper.services.own_bids import bid_for_own_seat, take_back_own_bid
from scorekeeper.web.games.forms import BidForm
from scorekeeper.web.games.place import place_of, render_game_page
from scorekeeper.web.recording import NotSaved, attempt

pages = Blueprint("own_bids", __name__, url_prefix="/games/<game>/bids/own")

OTHERS_SEAT = translatable("You can bid for your own seat only.")
WRITTEN = translatable("That hand is on the sheet already.")


@pages.post("", role=OWN_SEAT)
def create(game: str) -> Response | tuple[str, int]:
    """Bid for the own seat; a clash with the scorekeeper's entry is a question."""
    fields, own, seat = BidForm(request.form).fields, current_membership(), Seat(current_seat())
    if whole(fields.get("seat")) != seat:
        raise NotAllowed(_(OTHERS_SEAT))
    saved = attempt(lambda: bid_for_own_seat(game, seat, fields, own.member_id or 0, Writer(own.name)))
    if isinstance(saved, NotSaved):
        if isinstance(saved.error, BidClash):
            on_table = current_game()
            place = place_of(on_table)
            question = two_bids_view(on_table.state, place, fields, "own_bids.create")
            return render_game_page("games/two_bids.html", place, question), 409
        flash(_(WRITTEN) if isinstance(saved.error, AlreadyRecorded) else saved.text, "error")
    return redirect(url_for("games.show", game=game), 303)


@pages.post("/take-back", role=OWN_SEAT)
def take_back(game: str) -> Response:
    """Take back the bid that waits."""
    take_back_own_bid(game, Seat(current_seat()))
    return redirect(url_for("games.show", game=game), 303)
