"""The tricks of a hand: their sum, the needs of calls of first tricks, and the books that a renege moves."""

from collections.abc import Sequence

from scorekeeper.core.rules import faults
from scorekeeper.core.rules.calls import Aim, Answers, Call
from scorekeeper.core.rules.deal import Bidding, Deal, HandRecord, Renege, Took
from scorekeeper.core.rules.faults import MalformedHand
from scorekeeper.core.rules.seating import Seating, Side

BOOKS_FOR_A_RENEGE = 3


def check_played(bidding: Bidding, record: HandRecord, number: int) -> bool:
    """Whether the hand is played; one whose bids add up to too few has no tricks. Raises `MalformedHand`."""
    least = bidding.deal.least_total
    if bidding.is_played:
        if least and not record.took:
            raise MalformedHand(number, None, faults.IS_PLAYED, faults.Count(bidding.total, least))
        return True
    if record.took:
        raise MalformedHand(number, None, faults.NOT_PLAYED, faults.Count(bidding.total, least))
    if record.reneges:
        few = faults.BooksToMove(record.reneges[0].books, 0)
        raise MalformedHand(number, None, faults.TOO_FEW_TO_MOVE, few)
    return False


def check_took(deal: Deal, seating: Seating, record: HandRecord, number: int) -> None:
    """Refuse tricks out of range or with a wrong sum, and impossible first tricks. Raises `MalformedHand`."""
    tricks = seating.tricks
    if len(record.took) != len(seating.seats_of):
        raise MalformedHand(
            number, None, faults.SIDES_MISCOUNTED, faults.Count(len(record.took), len(seating.seats_of))
        )
    found, made = 0, False
    for side, took in enumerate(record.took):
        found += took.tricks
        made = made or bool(took.made)
        if not 0 <= took.tricks <= tricks:
            raise MalformedHand(number, Side(side), faults.TRICKS_OUT_OF_RANGE, faults.TooMany(took.tricks, tricks))
        if took.seats:
            _check_seats(seating, took, number, Side(side))
    if found != tricks:
        raise MalformedHand(number, None, faults.TRICKS_DO_NOT_ADD_UP, faults.Count(found, tricks))
    if made:
        _check_facts(deal, seating, record, number)


def _check_seats(seating: Seating, took: Took, number: int, side: Side) -> None:
    if len(took.seats) != len(seating.seats_of[side]):
        raise MalformedHand(
            number, side, faults.SEATS_MISCOUNTED, faults.Count(len(took.seats), len(seating.seats_of[side]))
        )
    for count in took.seats:
        if not 0 <= count <= seating.tricks:
            raise MalformedHand(number, side, faults.TRICKS_OUT_OF_RANGE, faults.TooMany(count, seating.tricks))
    if sum(took.seats) != took.tricks:
        raise MalformedHand(number, side, faults.SEATS_DO_NOT_ADD_UP, faults.Count(sum(took.seats), took.tricks))


def _check_facts(deal: Deal, seating: Seating, record: HandRecord, number: int) -> None:
    makers = [Side(side) for side, took in enumerate(record.took) if took.made]
    if len(makers) > 1:
        raise MalformedHand(number, None, faults.FIRST_TRICKS_TWICE, faults.MadeTwice(tuple(makers)))
    took = record.took[makers[0]]
    bidders = seating.bidders_of(makers[0]) if record.bids else ()
    called = {code for seat in bidders for code in record.bids[seat].calls}
    for code in took.made:
        call = deal.by_code.get(code)
        if call is None or call.aim is not Aim.FIRST or code not in called:
            raise MalformedHand(number, makers[0], faults.FACT_NOT_CALLED, faults.OneCall(code))
        if took.tricks < call.tricks:
            few = faults.TooFewForFirst(code, call.tricks, took.tricks)
            raise MalformedHand(number, makers[0], faults.TOO_FEW_FOR_FIRST, few)


def after_reneges(deal: Deal, seating: Seating, record: HandRecord, number: int) -> tuple[Took, ...]:
    """What each side took after reneges moved books.

    Raises `MalformedHand` if there are too few to move.
    """
    if not record.reneges:
        return record.took
    took = list(record.took)
    for renege in record.reneges:
        _check_renege(seating, renege, took, number)
        took[renege.by] = _moved(took[renege.by], -renege.books, _plain_seats(deal, seating, record, renege.by))
        took[renege.to] = _moved(took[renege.to], renege.books, _plain_seats(deal, seating, record, renege.to))
    return tuple(took)


def _check_renege(seating: Seating, renege: Renege, took: Sequence[Took], number: int) -> None:
    sides = len(seating.seats_of)
    if not (0 <= renege.by < sides and 0 <= renege.to < sides) or renege.by == renege.to:
        raise MalformedHand(number, None, faults.RENEGE_SIDES, faults.RenegeSides(renege.by, renege.to, sides))
    if not 1 <= renege.books <= BOOKS_FOR_A_RENEGE:
        raise MalformedHand(number, renege.by, faults.RENEGE_BOOKS, faults.TooMany(renege.books, BOOKS_FOR_A_RENEGE))
    if took[renege.by].tricks < renege.books:
        few = faults.BooksToMove(renege.books, took[renege.by].tricks)
        raise MalformedHand(number, renege.by, faults.TOO_FEW_TO_MOVE, few)


def after_parts(known: tuple[Renege, ...], record: HandRecord, number: int) -> tuple[Renege, ...]:
    """The reneges taken over several hands, each with all its books so far, after this hand.

    Parts have a label. Raises `MalformedHand` if one takes too many books in all, or changes its sides.
    """
    parts = [renege for renege in record.reneges if renege.of] if record.reneges else []
    if not parts:
        return known
    whole = {renege.of: renege for renege in known}
    for part in parts:
        before = whole.get(part.of, Renege(part.by, part.to, 0, part.of))
        books = before.books + part.books
        parts_of_it = faults.RenegeParts(part.of, books, BOOKS_FOR_A_RENEGE)
        if (before.by, before.to) != (part.by, part.to):
            raise MalformedHand(number, part.by, faults.RENEGE_OF_OTHERS, parts_of_it)
        if books > BOOKS_FOR_A_RENEGE:
            raise MalformedHand(number, part.by, faults.RENEGE_IN_PARTS, parts_of_it)
        whole[part.of] = Renege(part.by, part.to, books, part.of)
    return tuple(whole.values())


def _plain_seats(deal: Deal, seating: Seating, record: HandRecord, side: Side) -> list[int]:
    """A side's seats, counted within the side: those that promised tricks come first, a nil takes moved books last."""
    zero: set[int] = set()
    seats = seating.seats_of[side]
    for seat in seating.bidders_of(side) if record.bids else ():
        for call in (deal.by_code[code] for code in record.bids[seat].calls):
            if call.is_nil:
                zero.update(_zero_hands(call, seats.index(seat), len(seats)))
    return sorted(range(len(seats)), key=lambda i: i in zero)


def _zero_hands(call: Call, own: int, hands: int) -> list[int]:
    if call.answers is Answers.SIDE:
        return list(range(hands))
    return [call.hand if call.answers is Answers.HAND else own]


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
