"""The drawn table: where each seat is, and the page of a running game that names its players."""

from collections.abc import Sequence

from scorekeeper.core.game import GameState
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.language import translatable, translate as _

SPOTS = {
    2: ("top", "bottom"),
    3: ("top", "right-3", "left-3"),
    4: ("top", "right-2", "bottom", "left-2"),
    5: ("top", "right-1", "right-3", "left-3", "left-1"),
    6: ("top", "right-1", "right-3", "bottom", "left-3", "left-1"),
    7: ("top", "right-1", "right-2", "right-3", "left-3", "left-2", "left-1"),
    8: ("top", "right-1", "right-2", "right-3", "bottom", "left-3", "left-2", "left-1"),
}
"""Where the seats are drawn, clockwise from the top, by how many there are."""


def spot_of(seat: int, players: int) -> str:
    """Where a seat is drawn at a table for this number of players."""
    return SPOTS[players][seat]


LONG = 8  # letters


def is_long(name: str) -> bool:
    """Whether a word of the name is so long that a seat shows it smaller."""
    return any(len(word) > LONG for word in name.split())


WHO_SITS = (
    translatable("Who sits North?"),
    translatable("Who sits East?"),
    translatable("Who sits South?"),
    translatable("Who sits West?"),
)


def who_sits(seat: int, players: int) -> str:
    """The question about a seat without a name: `Who sits North?`."""
    if players == len(WHO_SITS):
        return _(WHO_SITS[seat])
    return _("Who has seat {number}?", number=seat + 1)


def confirm_view(known: str, yes: tuple[str, str], new: tuple[str, str]) -> View:
    """A question about a name near a known one: the buttons of both answers, each with its name and value."""
    return {"known": known, "yes": {"name": yes[0], "value": yes[1]}, "new": {"name": new[0], "value": new[1]}}


def short_names(setup: Sheet) -> dict[Seat, str]:
    """The players' names for narrow places: each one's shortest form that nobody else has."""
    names = {seat: setup.player_at(seat) for seat in setup.rules.seating.bidders}
    return {seat: _shortest(name, [other for other in names.values() if other != name]) for seat, name in names.items()}


def _shortest(name: str, others: list[str]) -> str:
    first = name.partition(" ")[0]
    if all(other.partition(" ")[0] != first for other in others):
        return first
    end = len(first) + 2
    while end < len(name) and any(other.startswith(name[:end]) for other in others):
        end += 1
    return name[:end]


def is_unnamed(setup: Sheet, context: PageContext, seat: Seat) -> bool:
    """Whether nobody has named the player at this seat."""
    return bool(context.game.unnamed) and setup.player_at(seat) in context.game.unnamed


def unnamed_seats(setup: Sheet, context: PageContext) -> list[Seat]:
    """The seats without a player's name, clockwise."""
    return [seat for seat in setup.rules.seating.bidders if is_unnamed(setup, context, seat)]


def names_url(state: GameState, context: PageContext, seat: Seat) -> str | None:
    """The page that names this seat; None if its player has a name, or this phone only watches."""
    if not context.may_write or not is_unnamed(state.setup, context, seat):
        return None
    return context.link("seats.show", seat=seat)


def add_names_view(state: GameState, context: PageContext) -> View | None:
    """Values for the line “Add names” over the pad: in the first hand, until it is closed."""
    asks = context.link("seats.show") and context.may_write and not context.game.names_later and not state.board.hands
    if not asks or len(unnamed_seats(state.setup, context)) < len(state.setup.rules.seating.bidders):
        return None
    return {"url": context.link("seats.show", seat=state.board.starter), "close": context.link("seats.later")}


def places_view(state: GameState, context: PageContext, current: Seat | None) -> list[View]:
    """Values for `table_top` in `macros/table.html`."""
    setup, seating = state.setup, state.setup.rules.seating
    order = seating.bidding_order(state.board.dealer)
    over = state.board.outcome is not None
    return [
        {
            "index": seat,
            "side": seating.side_of[seat],
            "name": setup.player_at(seat),
            "long": is_long(setup.player_at(seat)),
            "spot": spot_of(seat, len(seating.bidders)),
            "unnamed": is_unnamed(setup, context, seat),
            "current": seat == current,
            "deals": seat == state.board.starter and not over,
            "drawn": state.board.rules.is_drawn,
            "first": seat == order[0] and not state.board.rules.is_drawn and not over,
            "url": context.link("seats.show", seat=seat),
        }
        for seat in seating.bidders
    ]


def seats_page(
    state: GameState, context: PageContext, current: Seat | None, roster: Sequence[str], typed: View | None = None
) -> View:
    """Values for `games/seats.html`; `typed` is what was typed for the current seat: value, confirm, errors."""
    seating = state.setup.rules.seating
    return {
        "places": places_view(state, context, current),
        "pairs": seating.in_pairs,
        "panel": None if current is None else _panel(state, context, current, roster) | (typed or {}),
    }


def _panel(state: GameState, context: PageContext, seat: Seat, roster: Sequence[str]) -> View:
    setup, seating = state.setup, state.setup.rules.seating
    sitting = [setup.player_at(other) for other in seating.bidders]
    name = setup.player_at(seat)
    unnamed = is_unnamed(setup, context, seat)
    heading = who_sits(seat, len(seating.bidders)) if unnamed else _("Rename {name}", name=name)
    return {
        "seat": seat,
        "side": seating.side_of[seat],
        "heading": heading,
        "chips": [other for other in roster if other not in sitting],
        "value": "" if unnamed else name,
        "max_length": MAX_NAME_LENGTH,
        "confirm": None,
        "errors": [],
        "action": context.link("seats.name"),
        "hidden": {"seat": seat, "entry_id": context.new_id()},
        "deals": _deals(state, context, seat),
        "swap": context.link("rulings.swap", seat=seat) if len(seating.bidders) > 1 else None,
    }


def _deals(state: GameState, context: PageContext, seat: Seat) -> View | None:
    """The button that sets right who deals the next hand; None if this player does, or the game is over."""
    if state.board.outcome is not None or seat == state.board.starter:
        return None
    number = state.board.next_number
    drawn = state.board.rules.is_drawn
    return {
        "action": context.link("seats.deal"),
        "label": _("Draws first in hand {number}", number=number) if drawn else _("Deals hand {number}", number=number),
        "hidden": {"seat": seat, "hand": number, "seq": state.seq, "entry_id": context.new_id()},
    }
