"""Moves of rulings: renege, agreed points, misdeal, concession, the call of time, substitute, swapped seats."""

from dataclasses import replace

from scorekeeper.core.game.event_json import read_event
from scorekeeper.core.game.events import (
    SWAP,
    DealerCorrected,
    Event,
    GameClosed,
    HandCorrected,
    HandMisdealt,
    PlayerSubstituted,
    TimeCalled,
)
from scorekeeper.core.game.moves import Fields, number_or_text, reason_of
from scorekeeper.core.game.state import GameState
from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.rules.deal import BOOKS, COSTS, OFFENSES, RENEGE, Adjustment, HandRecord, Renege
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.core.sheet.deals import read_dealer, read_substitute
from scorekeeper.core.sheet.model import MAX_ADJUSTMENT, MAX_MINUTES
from scorekeeper.core.sheet.reading import read_forfeit
from scorekeeper.core.words.vocabulary import TENTHS, points_in

NEW, IN_PARTS = "new", "parts"
NOBODY = "nobody"
"""Instead of a side that gets books: they count for nobody."""
MAX_LABEL_LENGTH = 36
MAX_WHY_LENGTH = 200


def misdeal(state: GameState, fields: Fields) -> HandMisdealt:
    """The next hand is dealt again; `called_by` is the side that called it, empty for the whole table."""
    caller = None
    if fields.get("called_by"):
        called_by = number_or_text(fields["called_by"])
        caller = Side(FieldPath.to("misdeal").whole(called_by, "called_by", 0, len(state.setup.sides) - 1))
    return HandMisdealt(
        seq=state.seq + 1,
        reason=reason_of(fields),
        hand=state.board.next_number,
        called_by=caller,
    )


def forfeit(state: GameState, fields: Fields) -> GameClosed:
    """A side concedes, which ends the game."""
    if not fields.get("forfeit"):
        raise InvalidInput(faults.WHO_GIVES_UP.at(FieldPath.to("forfeit"), {}))
    parts = {"forfeit": number_or_text(fields["forfeit"])}
    side = read_forfeit(FieldPath.to("close"), parts, len(state.setup.sides))
    return GameClosed(seq=state.seq + 1, reason=reason_of(fields), forfeit=side)


def call_time(state: GameState, fields: Fields) -> TimeCalled:
    """Time is called after these `minutes`: `hand` is the last one; before the first is saved, 1 if it is not given."""
    hands = len(state.board.hands)
    if hands and not fields.get("hand"):
        raise InvalidInput(faults.WHICH_IS_LAST.at(FieldPath.to("hand"), {}))
    minutes = min(max(0, whole(fields.get("minutes"), 0)), MAX_MINUTES)
    hand = whole(fields.get("hand")) if hands or fields.get("hand") else 1
    return TimeCalled(seq=state.seq + 1, hand=hand, minutes=minutes)


def substitute(state: GameState, fields: Fields) -> PlayerSubstituted:
    """`player`, or the one `chosen` of the table's, takes the `seat` from the `hand` on."""
    player = fields.get("player", "").strip() or fields.get("chosen", "")
    if not fields.get("seat"):
        raise InvalidInput(faults.WHO_GETS_UP.at(FieldPath.to("seat"), {}))
    if not player:
        raise InvalidInput(faults.WHO_SITS_DOWN.at(FieldPath.to("player"), {}))
    parts: dict[str, object] = {name: number_or_text(fields.get(name, "")) for name in ("hand", "seat")}
    change = read_substitute({**parts, "player": player}, FieldPath.to("substitute"), state.setup)
    return PlayerSubstituted(seq=state.seq + 1, hand=change.hand, seat=change.seat, player=change.player)


def swap_seats(state: GameState, fields: Fields) -> Event:
    """The players of two `seats`, such as `0-2`, have each other's from the `hand` on."""
    if not fields.get("seats"):
        raise InvalidInput(faults.NOT_TWO_SEATS.at(FieldPath.to("seats"), {}))
    seats = [number_or_text(seat) for seat in fields["seats"].split("-")]
    body: dict[str, object] = {"hand": whole(fields.get("hand"), 1) or 1, "seats": seats}
    return read_event(SWAP, body, state.setup, state.seq + 1)


def name_seat(state: GameState, fields: Fields) -> PlayerSubstituted:
    """Another name for the player at a seat, from the hand on in which that player sat down."""
    seat = whole(fields.get("seat"))
    own = [change.hand for change in state.setup.substitutes if change.seat == seat]
    return substitute(state, {**fields, "hand": str(own[-1] if own else 1)})


def set_dealer(state: GameState, fields: Fields) -> DealerCorrected:
    """The player at a seat deals the next hand, or draws first if nobody deals."""
    seating = state.setup.rules.seating
    parts: dict[str, object] = {"hand": state.board.next_number, "seat": number_or_text(fields.get("seat", ""))}
    seat = read_dealer(parts, FieldPath.to("dealer"), state.setup).seat
    if state.board.rules.is_drawn:
        seat = seating.after(seat, len(seating.bidders) - 1)
    return DealerCorrected(seq=state.seq + 1, reason=reason_of(fields), hand=state.board.next_number, seat=seat)


def renege(state: GameState, fields: Fields) -> HandCorrected:
    """The hand with another ruling against a side; missing fields take their first choice."""
    number = ruled_hand(state, fields)
    old = _hand(state, number)
    return _ruled(state, number, replace(old, reneges=(*old.reneges, renege_in(state, fields, number))))


def renege_in(state: GameState, fields: Fields, number: int) -> Renege:
    """The ruling of these fields, in a recorded hand or the hand in play.

    `for` is the offense, `costs` what it costs: as a renege at this table, unless the fields say. `of` is `new` for
    books that are taken at once, `parts` for those taken over several hands, or the label of an open renege.
    """
    by = _side(state, fields, "by", 0)
    offense, costs = fields.get("for", RENEGE), fields.get("costs", state.board.rules.scoring.renege_costs)
    if offense not in OFFENSES:
        offense = RENEGE
    of, label = fields.get("of", NEW), ""
    known = open_reneges(state)
    if of not in known and costs in COSTS and costs != BOOKS:
        return Renege(by, None, 0, "", costs, offense)
    to = None if fields.get("to") == NOBODY else _side(state, fields, "to", 0 if by == 1 else 1)
    if of in known:
        by, to, label = known[of].by, known[of].to, of
    elif of == IN_PARTS:
        label = _new_label(state, f"hand {number}, {state.setup.names[by]}"[:MAX_LABEL_LENGTH])
    books = whole(fields.get("books"))
    return Renege(by, to, books if 1 <= books <= BOOKS_FOR_A_RENEGE else 1, label, BOOKS, offense)


def agreed_points(state: GameState, fields: Fields) -> HandCorrected:
    """The hand with points that the table agreed on, and why; `1.5` in a game in tenths."""
    number = ruled_hand(state, fields)
    side, why = _side(state, fields, "side", 0), " ".join(fields.get("why", "").split())[:MAX_WHY_LENGTH]
    unit = state.board.rules.scoring.unit
    points = points_in(fields.get("points", ""), unit)
    if not points or abs(points) > MAX_ADJUSTMENT:
        wrong = faults.NOT_AGREED_TENTHS if unit == TENTHS else faults.NOT_AGREED_POINTS
        raise InvalidInput(wrong.at(FieldPath.to("points"), {}))
    if not why:
        raise InvalidInput(faults.POINTS_FOR_WHAT.at(FieldPath.to("why"), {}))
    old = _hand(state, number)
    return _ruled(state, number, replace(old, adjustments=(*old.adjustments, Adjustment(side, points, why))))


def ruled_hand(state: GameState, fields: Fields) -> int:
    """The number of the hand that the ruling is about: the last one, unless the fields name another."""
    last = len(state.board.hands)
    number = whole(fields.get("hand"))
    return number if 1 <= number <= last else last


def is_in_play(state: GameState) -> bool:
    """Whether all have bid the next hand, and it is being played."""
    board = state.board
    return board.outcome is None and None not in state.draft and board.bidding(state.draft).is_played


def open_reneges(state: GameState) -> dict[str, Renege]:
    """The reneges with books still to take, by label."""
    return {part.of: part for part in state.board.reneges if part.books < BOOKS_FOR_A_RENEGE}


def _hand(state: GameState, number: int) -> HandRecord:
    return state.board.hands[number - 1].record


def _ruled(state: GameState, number: int, record: HandRecord) -> HandCorrected:
    return HandCorrected(seq=state.seq + 1, hand=number, record=record)


def _side(state: GameState, fields: Fields, name: str, otherwise: int) -> Side:
    side = whole(fields.get(name))
    return Side(side if 0 <= side < len(state.setup.sides) else otherwise)


def _new_label(state: GameState, name: str) -> str:
    """An unused label for a renege taken over several hands."""
    taken = [part.of for part in state.board.reneges]
    number, label = 1, name
    while label in taken:
        number += 1
        label = f"{name} {number}"
    return label
