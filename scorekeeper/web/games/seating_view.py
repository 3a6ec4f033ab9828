"""The seats of a new game as the page draws them: places around the table, and the panel about one of them."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.inputs.fields import LONGEST_NAME
from scorekeeper.core.pages.seats import confirm_view, spot_of, who_sits
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.language import translate as _
from scorekeeper.web.forms import sentences
from scorekeeper.web.games.seating_form import DEAL, SEATS, NewGameForm

View = dict[str, object]


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
