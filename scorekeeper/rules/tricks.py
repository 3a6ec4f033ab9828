"""The tricks of a hand: that they add up, what the facts need, and the books that a renege moves."""

from collections.abc import Sequence

from scorekeeper.rules.calls import Aim, Answers, Call
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.errors import MalformedHand
from scorekeeper.rules.record import HandRecord, Renege, Took
from scorekeeper.rules.seating import Seating, Side
from scorekeeper.words import faults

BOOKS_FOR_A_RENEGE = 3


def check_took(deal: Deal, seating: Seating, record: HandRecord, number: int) -> None:
    """Refuse tricks that are out of range or do not add up to T, and facts that cannot be. Raises `MalformedHand`."""
    tricks = seating.tricks
    if len(record.took) != len(seating.seats_of):
        raise MalformedHand(
            number, None, *faults.wrong_count("counts of tricks", len(record.took), len(seating.seats_of))
        )
    for side, took in enumerate(record.took):
        if not 0 <= took.tricks <= tricks:
            raise MalformedHand(number, Side(side), *faults.tricks_out_of_range(took.tricks, tricks))
        if took.seats:
            _check_seats(seating, took, number, Side(side))
    if sum(took.tricks for took in record.took) != tricks:
        raise MalformedHand(
            number, None, *faults.tricks_do_not_add_up(sum(took.tricks for took in record.took), tricks)
        )
    if any(took.made for took in record.took):
        _check_facts(deal, seating, record, number)


def _check_seats(seating: Seating, took: Took, number: int, side: Side) -> None:
    if len(took.seats) != len(seating.seats_of[side]):
        raise MalformedHand(
            number, side, *faults.wrong_count("counts by seat", len(took.seats), len(seating.seats_of[side]))
        )
    for count in took.seats:
        if not 0 <= count <= seating.tricks:
            raise MalformedHand(number, side, *faults.tricks_out_of_range(count, seating.tricks))
    if sum(took.seats) != took.tricks:
        raise MalformedHand(number, side, *faults.seats_do_not_add_up(sum(took.seats), took.tricks))


def _check_facts(deal: Deal, seating: Seating, record: HandRecord, number: int) -> None:
    makers = [Side(side) for side, took in enumerate(record.took) if took.made]
    if len(makers) > 1:
        raise MalformedHand(number, None, *faults.first_tricks_twice())
    took = record.took[makers[0]]
    called = {code for seat in seating.bidders_of(makers[0]) for code in record.bids[seat].calls}
    for code in took.made:
        call = deal.by_code.get(code)
        if call is None or call.aim is not Aim.FIRST or code not in called:
            raise MalformedHand(number, makers[0], *faults.fact_not_called(code))
        if took.tricks < call.tricks:
            raise MalformedHand(number, makers[0], *faults.too_few_for_first(code, call.tricks, took.tricks))


def after_reneges(deal: Deal, seating: Seating, record: HandRecord, number: int) -> tuple[Took, ...]:
    """What each side took once the books that reneges cost were moved.

    Raises `MalformedHand` where there are too few to move.
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
        raise MalformedHand(number, None, *faults.renege_sides(sides))
    if not 1 <= renege.books <= BOOKS_FOR_A_RENEGE:
        raise MalformedHand(number, renege.by, *faults.renege_books(renege.books, BOOKS_FOR_A_RENEGE))
    if took[renege.by].tricks < renege.books:
        raise MalformedHand(number, renege.by, *faults.too_few_to_move(renege.books, took[renege.by].tricks))


def after_parts(known: tuple[Renege, ...], record: HandRecord, number: int) -> tuple[Renege, ...]:
    """The reneges that come in parts over the game, each with all its books so far, after this hand.

    Parts are told by their label. Raises `MalformedHand` where one costs too many books in all, or changes its sides.
    """
    parts = [renege for renege in record.reneges if renege.of]
    if not parts:
        return known
    whole = {renege.of: renege for renege in known}
    for part in parts:
        before = whole.get(part.of, Renege(part.by, part.to, 0, part.of))
        if (before.by, before.to) != (part.by, part.to):
            raise MalformedHand(number, part.by, *faults.renege_of_others(part.of))
        books = before.books + part.books
        if books > BOOKS_FOR_A_RENEGE:
            raise MalformedHand(number, part.by, *faults.renege_in_parts(part.of, books, BOOKS_FOR_A_RENEGE))
        whole[part.of] = Renege(part.by, part.to, books, part.of)
    return tuple(whole.values())


def _plain_seats(deal: Deal, seating: Seating, record: HandRecord, side: Side) -> list[int]:
    """A side's seats, counted within the side: those that promised tricks come first, books move there before a nil."""
    zero: set[int] = set()
    seats = seating.seats_of[side]
    for seat in seating.bidders_of(side):
        for call in (deal.by_code[code] for code in record.bids[seat].calls):
            if call.is_zero:
                zero.update(_zero_hands(call, seats.index(seat), len(seats)))
    return sorted(range(len(seats)), key=lambda i: i in zero)


def _zero_hands(call: Call, own: int, hands: int) -> list[int]:
    if call.answers is Answers.SIDE:
        return list(range(hands))
    return [call.hand if call.answers is Answers.HAND else own]


def _moved(took: Took, books: int, seats_in_turn: Sequence[int]) -> Took:
    if not took.seats:
        return Took(took.tricks + books, (), took.made)
    seats = list(took.seats)
    left = books
    for i in seats_in_turn:
        change = max(left, -seats[i])  # all that comes, or of what goes as much as is there
        seats[i] += change
        left -= change
    return Took(took.tricks + books, tuple(seats), took.made)
