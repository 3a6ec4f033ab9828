"""Bids, also for the own seat on a player's own phone; hands, and corrections with their preview."""

from collections.abc import Callable, Sequence
from urllib.parse import urlencode

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import OWN_SEAT, SCORER, NotAllowed, current_game, current_membership, current_seat
from scorekeeper.core.game import AlreadyRecorded, BidClash, BidsPlaced, GameState, moves
from scorekeeper.core.game.moves import Fields
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.inputs.spelling import composed_json
from scorekeeper.core.pages.bidding import two_bids_view
from scorekeeper.core.pages.correcting import Correction
from scorekeeper.core.pages.correcting.consequences import Clash
from scorekeeper.core.pages.counting.trick_entry import counts_given
from scorekeeper.core.pages.fields import renege_fields
from scorekeeper.core.pages.recorded import refused_words
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet import read_hand
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.services.recording import Author, bid_for_own_seat, record_event, take_back_own_bid
from scorekeeper.web.forms import sentence
from scorekeeper.web.games.events import news_of, refusal_of
from scorekeeper.web.games.page_context import context_of, render_game_page, to_game
from scorekeeper.web.games.recording import NotSaved, attempt, flash_recorded, record_press, this_author
from scorekeeper.web.posted import PostedFields

pages = Blueprint("hands", __name__)
correction_pages = Blueprint("corrections", __name__, url_prefix="/games/<game>/hands/<int:hand>/correction")

CHANGED = translatable("Someone changed this game. Check your correction and save again.")
BETWEEN = translatable("Someone changed this hand. Check it and save again.")


@pages.post("/games/<game>/bids", role=SCORER)
def bid(game: str) -> Response | tuple[str, int]:
    return _write_bids(game, moves.bid)


@pages.post("/games/<game>/bids/stand", endpoint="stand", role=SCORER)
def no_raises(game: str) -> Response | tuple[str, int]:
    """Record that the remaining players keep their bids."""
    return _write_bids(game, moves.keep_bids)


def _write_bids(game: str, move: Callable[[GameState, Fields], BidsPlaced | None]) -> Response | tuple[str, int]:
    """Record the bids with the tapped one added; another phone may record other seats at the same moment."""
    fields = PostedFields()
    saved = attempt(lambda: record_event(game, lambda state: move(state, fields), author=this_author()))
    if isinstance(saved, NotSaved):
        if isinstance(saved.error, BidClash):
            return _two_bids(fields)
        flash(refused_words(saved.error) if isinstance(saved.error, AlreadyRecorded) else saved.text, "error")
    elif saved is not None:
        flash_recorded(saved)
    return to_game(game)


def _two_bids(fields: Fields) -> tuple[str, int]:
    """Show both bids to choose from, after another phone bid for the same seat first."""
    loaded = current_game()
    context = context_of(loaded)
    return render_game_page("games/two_bids.html", context, two_bids_view(loaded.state, context, fields)), 409


@pages.post("/games/<game>/hands", role=SCORER)
def create(game: str) -> Response | tuple[str, int]:
    fields = PostedFields()
    saved = attempt(lambda: record_press(game, lambda state: moves.save_hand(state, fields, _written(fields))))
    if isinstance(saved, NotSaved):
        if saved.other_was_quicker:
            return _clash(game, fields)
        flash(_("Not saved. {why}", why=saved.text), "error")
    else:
        flash_recorded(saved)
    return to_game(game)


def _written(fields: Fields) -> object:
    """The posted hand, as JSON. Raises `InvalidInput` if it is not JSON."""
    return composed_json(parse_json(fields.get("record", "")))


def _clash(game: str, fields: Fields) -> Response | tuple[str, int]:
    """Show both hands to choose from, or this phone's counts again, after another phone recorded something first."""
    loaded = current_game()
    state = loaded.state
    try:
        hand = moves.save_hand(state, fields, _written(fields))
        if hand.hand > len(state.board.hands):
            flash(_(BETWEEN), "error")
            given = counts_given(hand.record.took, state.setup.rules.seating)
            for i, renege in enumerate(hand.record.reneges):
                given.update(renege_fields(i, renege))
            back = url_for("games.show", game=game)
            return redirect(f"{back}?{urlencode(given | {'note': fields.get('note', '')})}", 303)
        clash = Clash(state, hand)
        if not clash.is_none:
            context = context_of(loaded)
            return render_game_page("games/clash.html", context, clash.view(context)), 409
        flash(_("Hand {number} saved. {name} counted the same.", number=hand.hand, name=clash.by), "success")
    except InvalidInput as error:
        flash(_("Not saved. {why}", why=sentence(error)), "error")
    return to_game(game)


@correction_pages.get("", endpoint="new", role=SCORER)
def new_correction(game: str, hand: int) -> str:
    return _correction_page(game, hand)


@correction_pages.post("", endpoint="create", role=SCORER)
def create_correction(game: str, hand: int) -> Response | tuple[str, int]:
    fields = PostedFields(hand=str(hand))
    saved = attempt(lambda: record_press(game, lambda state: moves.correct(state, fields, _written(fields))))
    if isinstance(saved, NotSaved):
        at_reason = [saved.words] if saved.field == "entry" else []
        if not at_reason:
            flash(_(CHANGED) if saved.other_was_quicker else _("Not saved. {why}", why=saved.text), "error")
        return _correction_page(game, hand, fields, at_reason), saved.status
    flash_recorded(saved)
    return to_game(game)


def _correction_page(game: str, hand: int, posted: Fields | None = None, errors: Sequence[str] = ()) -> str:
    loaded = current_game()
    state, context = loaded.state, context_of(loaded)
    if not 1 <= hand <= len(state.board.hands):
        abort(404)
    if posted is None:
        view = Correction(state, hand, request.args.to_dict()).view(context)
    else:
        reason = posted.get("reason") or posted.get("other", "")
        view = _as_posted(state, hand, posted).view(context, reason, errors)
    return render_game_page("games/correct.html", context, view)


def _as_posted(state: GameState, hand: int, posted: Fields) -> Correction:
    try:
        record = read_hand(_written(posted), hand, state.setup)
        return Correction.of_record(state, hand, record)
    except InvalidInput:
        return Correction(state, hand, {})


own_bid_pages = Blueprint("own_bids", __name__, url_prefix="/games/<game>/bids/own")

OTHERS_SEAT = translatable("You can bid for your own seat only.")
WRITTEN = translatable("That hand is on the sheet already.")


@own_bid_pages.post("", endpoint="create", role=OWN_SEAT)
def create_own_bid(game: str) -> Response | tuple[str | Response, int]:
    """Bid for the own seat; a clash with the scorekeeper's entry is a question.

    A script that asked for JSON gets the events after the number `after`, or the refusal.
    """
    fields, own, seat = PostedFields(), current_membership(), Seat(current_seat())
    if whole(fields.get("seat")) != seat:
        raise NotAllowed(_(OTHERS_SEAT))
    saved = attempt(lambda: bid_for_own_seat(game, seat, fields, own.member_id or 0, Author(own.name)))
    if request.accept_mimetypes.best == "application/json":
        return news_of(game) if not isinstance(saved, NotSaved) else refusal_of(saved)
    if isinstance(saved, NotSaved):
        if isinstance(saved.error, BidClash):
            loaded = current_game()
            context = context_of(loaded)
            question = two_bids_view(loaded.state, context, fields, "own_bids.create")
            return render_game_page("games/two_bids.html", context, question), 409
        flash(_(WRITTEN) if isinstance(saved.error, AlreadyRecorded) else saved.text, "error")
    return to_game(game)


@own_bid_pages.post("/take-back", role=OWN_SEAT)
def take_back(game: str) -> Response:
    """Take back the bid that waits."""
    take_back_own_bid(game, Seat(current_seat()))
    return to_game(game)
