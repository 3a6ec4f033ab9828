"""The tricks of a hand: their sum, the needs of calls of first tricks, and what rulings do with them."""

from collections.abc import Sequence

from scorekeeper.core.inputs import InvalidInput, faults
from scorekeeper.core.rules.calls import Aim, Call, CountedOver
from scorekeeper.core.rules.deal import BOOKS, SET, Bidding, HandRecord, HandRules, Renege, Took
from scorekeeper.core.rules.seating import Seating, Side, hand_path

BOOKS_FOR_A_RENEGE = 3


def check_played(bidding: Bidding, record: HandRecord, number: int) -> bool:
    """Whether the hand is played; one whose bids add up to too few has no tricks. Raises `InvalidInput`."""
    least = bidding.deal.least_total
    if bidding.is_played:
        if least and not record.took:
            raise InvalidInput(faults.IS_PLAYED.at(hand_path(number), {"found": bidding.total, "needed": least}))
        return True
    if record.took:
        raise InvalidInput(faults.NOT_PLAYED.at(hand_path(number), {"found": bidding.total, "needed": least}))
    for renege in record.reneges:
        if renege.costs == BOOKS:
            raise InvalidInput(faults.TOO_FEW_TO_MOVE.at(hand_path(number), {"books": renege.books, "took": 0}))
        if renege.costs == SET:
            raise InvalidInput(faults.NO_NUMBER_TO_SET.at(hand_path(number, renege.by), {}))
    return False


def check_took(deal: HandRules, seating: Seating, record: HandRecord, number: int) -> None:
    """Refuse tricks out of range or with a wrong sum, and impossible first tricks. Raises `InvalidInput`."""
    tricks = seating.tricks
    if len(record.took) != len(seating.seats_of):
        raise InvalidInput(
            faults.SIDES_MISCOUNTED.at(hand_path(number), {"found": len(record.took), "needed": len(seating.seats_of)})
        )
    counted, made = 0, False
    for side, took in enumerate(record.took):
        counted += took.tricks
        made = made or bool(took.made)
        if not 0 <= took.tricks <= tricks:
            raise InvalidInput(
                faults.TRICKS_OUT_OF_RANGE.at(hand_path(number, Side(side)), {"found": took.tricks, "most": tricks})
            )
        if took.seats:
            _check_seats(seating, took, number, Side(side))
    if counted != tricks:
        raise InvalidInput(faults.TRICKS_DO_NOT_ADD_UP.at(hand_path(number), {"found": counted, "needed": tricks}))
    if made:
        _check_facts(deal, seating, record, number)


def _check_seats(seating: Seating, took: Took, number: int, side: Side) -> None:
    if len(took.seats) != len(seating.seats_of[side]):
        raise InvalidInput(
            faults.SEATS_MISCOUNTED.at(
                hand_path(number, side), {"found": len(took.seats), "needed": len(seating.seats_of[side])}
            )
        )
    for count in took.seats:
        if not 0 <= count <= seating.tricks:
            raise InvalidInput(
                faults.TRICKS_OUT_OF_RANGE.at(hand_path(number, side), {"found": count, "most": seating.tricks})
            )
    if sum(took.seats) != took.tricks:
        raise InvalidInput(
            faults.SEATS_DO_NOT_ADD_UP.at(hand_path(number, side), {"found": sum(took.seats), "needed": took.tricks})
        )


def _check_facts(deal: HandRules, seating: Seating, record: HandRecord, number: int) -> None:
    makers = [Side(side) for side, took in enumerate(record.took) if took.made]
    if len(makers) > 1:
        raise InvalidInput(faults.FIRST_TRICKS_TWICE.at(hand_path(number), {}))
    took = record.took[makers[0]]
    bidders = seating.bidders_of(makers[0]) if record.bids else ()
    called = {code for seat in bidders for code in record.bids[seat].calls}
    for code in took.made:
        call = deal.by_code.get(code)
        if call is None or call.aim is not Aim.FIRST or code not in called:
            raise InvalidInput(faults.FACT_NOT_CALLED.at(hand_path(number, makers[0]), {"call": code}))
        if took.tricks < call.tricks:
            few: faults.TooFewForFirst = {"call": code, "needed": call.tricks, "took": took.tricks}
            raise InvalidInput(faults.TOO_FEW_FOR_FIRST.at(hand_path(number, makers[0]), few))


def after_reneges(deal: HandRules, seating: Seating, record: HandRecord, number: int) -> tuple[Took, ...]:
    """What each side took after rulings moved books, or took them away.

    Raises `InvalidInput` if there are too few, or there is no number that a ruling could set.
    """
    if not record.reneges:
        return record.took
    took = list(record.took)
    for renege in record.reneges:
        _check_renege(seating, renege, took, number)
        if renege.costs == SET:
            _check_number(deal, seating, record, renege.by, number)
        elif renege.costs == BOOKS:
            took[renege.by] = _moved(took[renege.by], -renege.books, _plain_seats(deal, seating, record, renege.by))
            if renege.to is not None:
                took[renege.to] = _moved(took[renege.to], renege.books, _plain_seats(deal, seating, record, renege.to))
    return tuple(took)


def _check_renege(seating: Seating, renege: Renege, took: Sequence[Took], number: int) -> None:
    sides, to = len(seating.seats_of), renege.to
    if not (0 <= renege.by < sides and (to is None or 0 <= to < sides)) or renege.by == to:
        raise InvalidInput(faults.RENEGE_SIDES.at(hand_path(number), {"by": renege.by, "to": to, "last": sides - 1}))
    if renege.costs != BOOKS:
        return
    if not 1 <= renege.books <= BOOKS_FOR_A_RENEGE:
        raise InvalidInput(
            faults.RENEGE_BOOKS.at(hand_path(number, renege.by), {"found": renege.books, "most": BOOKS_FOR_A_RENEGE})
        )
    if took[renege.by].tricks < renege.books:
        few: faults.BooksToMove = {"books": renege.books, "took": took[renege.by].tricks}
        raise InvalidInput(faults.TOO_FEW_TO_MOVE.at(hand_path(number, renege.by), few))


def _check_number(deal: HandRules, seating: Seating, record: HandRecord, side: Side, number: int) -> None:
    """Refuse to set a side that bid no number."""
    calls = [code for seat in seating.bidders_of(side) for code in record.bids[seat].calls] if record.bids else []
    if not any(deal.by_code[code].is_number for code in calls):
        raise InvalidInput(faults.NO_NUMBER_TO_SET.at(hand_path(number, side), {}))


def renege_totals(earlier: tuple[Renege, ...], record: HandRecord, number: int) -> tuple[Renege, ...]:
    """The reneges taken over several hands, each with all its books so far, after this hand.

    Parts have a label. Raises `InvalidInput` if one takes too many books in all, or changes its sides.
    """
    parts = [renege for renege in record.reneges if renege.of] if record.reneges else []
    if not parts:
        return earlier
    whole = {renege.of: renege for renege in earlier}
    for part in parts:
        before = whole.get(part.of, Renege(part.by, part.to, 0, part.of))
        books = before.books + part.books
        of_all: faults.RenegeParts = {"label": part.of, "books": books, "most": BOOKS_FOR_A_RENEGE}
        if (before.by, before.to) != (part.by, part.to):
            raise InvalidInput(faults.RENEGE_OF_OTHERS.at(hand_path(number, part.by), of_all))
        if books > BOOKS_FOR_A_RENEGE:
            raise InvalidInput(faults.RENEGE_IN_PARTS.at(hand_path(number, part.by), of_all))
        whole[part.of] = Renege(part.by, part.to, books, part.of)
    return tuple(whole.values())


def _plain_seats(deal: HandRules, seating: Seating, record: HandRecord, side: Side) -> list[int]:
    """A side's seats, counted within the side: those that promised tricks come first, a nil takes moved books last."""
    zero: set[int] = set()
    seats = seating.seats_of[side]
    for seat in seating.bidders_of(side) if record.bids else ():
        for call in (deal.by_code[code] for code in record.bids[seat].calls):
            if call.is_nil:
                zero.update(_zero_hands(call, seats.index(seat), len(seats)))
    return sorted(range(len(seats)), key=lambda i: i in zero)


def _zero_hands(call: Call, bidder: int, hands: int) -> list[int]:
    if call.counted_over is CountedOver.SIDE:
        return list(range(hands))
    return [call.hand if call.counted_over is CountedOver.HAND else bidder]


def _moved(took: Took, books: int, seats_in_turn: Sequence[int]) -> Took:
    hands = len(seats_in_turn)
    if not took.seats and (took.tricks or hands == 1):
        return Took(took.tricks + books, (), took.made)
    seats = list(took.seats or [0] * hands)  # a side that took nothing: none of its seats did
    left = books
    for i in seats_in_turn:
        change = max(left, -seats[i])  # add everything; take away at most what is there
        seats[i] += change
        left -= change
    return Took(took.tricks + books, tuple(seats), took.made)
