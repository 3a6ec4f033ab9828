"""Seats of a game: as a new game draws them; and, in a running one, naming the players and setting right who deals."""

from collections.abc import Mapping, Sequence

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_game
from scorekeeper.core.game import rulings
from scorekeeper.core.inputs.fields import LONGEST_NAME, whole
from scorekeeper.core.pages import View
from scorekeeper.core.pages.seats import confirm_view, seats_page, spot_of, unnamed_seats, who_sits
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.names import nearly
from scorekeeper.storage.players import known_names, names_of, roster_of
from scorekeeper.web.forms import sentences
from scorekeeper.web.games.forms import NameForm, SubstituteForm
from scorekeeper.web.games.place import NAMES_LATER, place_of, render_game_page, to_game
from scorekeeper.web.games.recording import NotSaved, attempt, record_or_flash, record_press
from scorekeeper.web.games.seating_form import DEAL, SEATS, NewGameForm

pages = Blueprint("seats", __name__, url_prefix="/games/<game>/seats")

MOST_REMEMBERED = 10


@pages.get("", role=SCORER)
def show(game: str) -> str:
    return _page(request.args.get("seat"))


@pages.post("", role=SCORER)
def name(game: str) -> Response | tuple[str, int]:
    """Name a seat; then open the next one without a name, until all have theirs."""
    form = NameForm(request.form)
    on_table, player = current_game(), str(form.chosen.data or form.player.data or "")
    table = on_table.game.table_id
    is_sure = player == form.new.data or bool(known_names(table, [player]))
    slip = None if is_sure else nearly(player, names_of(table))
    if slip is not None:
        confirm = confirm_view(slip, ("chosen", slip), ("new", player))
        return _page(form.seat.data, {"value": player, "confirm": confirm}), 200
    saved = attempt(
        lambda: record_press(game, lambda state: rulings.name_seat(state, {**form.fields, "player": player}), form)
    )
    if isinstance(saved, NotSaved):
        return _page(form.seat.data, {"value": player, "errors": [saved.words]}), saved.status
    left = unnamed_seats(saved.state.head, place_of(on_table))
    if not left:
        return to_game(game)
    seat = whole(form.seat.data)
    following = next((other for other in left if other > seat), left[0])
    return redirect(url_for("seats.show", game=game, seat=following), 303)


@pages.post("/dealer", role=SCORER)
def deal(game: str) -> Response:
    """Set right who deals the next hand."""
    form = SubstituteForm(request.form)
    record_or_flash(game, lambda state: rulings.set_dealer(state, form.fields), form)
    return to_game(game)


@pages.post("/later", role=SCORER)
def later(game: str) -> Response:
    """Close the offer to add names, on this phone."""
    session[NAMES_LATER] = [*session.get(NAMES_LATER, ()), game][-MOST_REMEMBERED:]
    return to_game(game)


def _page(seat: str | None, typed: View | None = None) -> str:
    on_table = current_game()
    number = whole(seat)
    bidders = on_table.state.head.rules.seating.bidders
    chosen = Seat(number) if number in bidders else None
    place = place_of(on_table)
    roster = roster_of(on_table.game.table_id)
    return render_game_page("games/seats.html", place, seats_page(on_table.state, place, chosen, roster, typed))


def seats_view(form: NewGameForm) -> list[View]:
    """The hidden fields of the seats: typed names are kept when any button is tapped."""
    return [{"name": field.name, "value": field.data or "", "errors": sentences(field.errors)} for field in form.seats]


def places_view(form: NewGameForm, current: int | None) -> list[View]:
    """Values for `table_top` in `macros/table.html`."""
    players = len(form.seats)
    first = [form.dealer.data == form.dealer_when_first(seat) for seat in range(players)]
    bids = None if form.is_drawn or True not in first else _first_bidder(form, first.index(True))
    return [
        {
            "index": seat,
            "side": seat % form.table.sides,
            "name": name,
            "spot": spot_of(seat, players),
            "unnamed": not form.names[seat],
            "current": seat == current,
            "deals": first[seat],
            "drawn": form.is_drawn,
            "first": seat == bids,
            "url": None,
            "wrong": bool(form.seats[seat].errors),
        }
        for seat, name in enumerate(form.seated)
    ]


def _first_bidder(form: NewGameForm, dealer: int) -> int:
    return form.ruleset.with_options({}, form.table).seating.after(Seat(dealer))


def panel_view(form: NewGameForm, seat: int, chips: Sequence[str], slips: Mapping[str, str]) -> View:
    """Values for the panel of a seat: its player, the dealer, swaps."""
    field, seated = form.seats[seat], form.seated
    named, known = form.names[seat], slips.get(field.name)
    deals = form.dealer.data == form.dealer_when_first(seat)
    adding = bool(form.add.raw_data)
    yes, new = (("sit", str(known)), ("fresh", named)) if adding else (("same", f"{seat}:{known}"), ("new", named))
    return {
        "seat": seat,
        "side": seat % form.table.sides,
        "heading": _("Rename {name}", name=named) if named and not known else who_sits(seat, len(seated)),
        "chips": chips,
        "value": named,
        "max_length": LONGEST_NAME,
        "errors": sentences(field.errors),
        "confirm": confirm_view(known, yes, new) if known else None,
        "sitting": named or None,
        "deals": None if deals else (_("Draws first") if form.is_drawn else _("Deals first")),
        "swaps": [
            {"value": f"{seat}-{other}", "label": _("Swap with {name}", name=name)}
            for other, name in enumerate(seated)
            if other != seat and (named or form.names[other])
        ],
    }


def drawn_words(form: NewGameForm) -> str | None:
    """What was drawn, for everyone to hear."""
    if not form.draw.raw_data:
        return None
    if form.draw.data == SEATS:
        return _("Seats drawn")
    first = next(
        (name for seat, name in enumerate(form.seated) if form.dealer.data == form.dealer_when_first(seat)), ""
    )
    if form.draw.data != DEAL or not first:
        return None
    return _("{name} draws first", name=first) if form.is_drawn else _("{name} deals first", name=first)
