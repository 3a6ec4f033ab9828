"""The text for what is wrong with a hand, and what would be right."""

from collections.abc import Sequence

from scorekeeper.core.rules import faults
from scorekeeper.core.rules.faults import MalformedHand
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.vocabulary import placed, says


def hand_fault(fault: MalformedHand, names: Sequence[str]) -> str:
    """One line: `Took 14 tricks; a hand of this game has 0 to 13 (hand 3, Ann)`."""
    where = [_("hand {number}", number=fault.hand) if fault.hand else _("first dealer")]
    if fault.side is not None:
        where.append(names[fault.side] if fault.side < len(names) else _("side {number}", number=fault.side + 1))
    return placed(fault_words(fault), where)


def fault_words(fault: MalformedHand) -> str:
    """What is wrong with a hand, and what would be right, without the place."""
    return HANDS[fault.code](fault.figures)


def calls_words(codes: Sequence[str]) -> str:
    """The calls of a hand, with runs of numbers shortened: `1..13, nil`."""
    words: list[str] = []
    run: list[int] = []
    prefix = ""
    for code in codes:
        head = code.rstrip("0123456789")
        number = code[len(head) :]
        if run and not (number and head == prefix and int(number) == run[-1] + 1):
            words.append(_run_words(prefix, run))
            run = []
        if number:
            prefix = head
            run.append(int(number))
        else:
            words.append(code)
    if run:
        words.append(_run_words(prefix, run))
    return ", ".join(words)


def _run_words(prefix: str, run: list[int]) -> str:
    return f"{prefix}{run[0]}" if len(run) == 1 else f"{prefix}{run[0]}..{run[-1]}"


def _bids_miscounted(count: faults.Count) -> str:
    return _n(
        count.found,
        "1 bid is given; this hand needs {needed}",
        "{count} bids are given; this hand needs {needed}",
        needed=count.needed,
    )


def _sides_miscounted(count: faults.Count) -> str:
    return _n(
        count.found,
        "1 count of tricks is given; this game needs {needed}",
        "{count} counts of tricks are given; this game needs {needed}",
        needed=count.needed,
    )


def _seats_miscounted(count: faults.Count) -> str:
    return _n(
        count.found,
        "1 count by seat is given; this side needs {needed}",
        "{count} counts by seat are given; this side needs {needed}",
        needed=count.needed,
    )


def _out_of_range(fault: faults.TooMany) -> str:
    return _n(
        fault.found,
        "Took 1 trick; a hand of this game has 0 to {most}",
        "Took {count} tricks; a hand of this game has 0 to {most}",
        most=fault.most,
    )


def _seats_do_not_add_up(count: faults.Count) -> str:
    return _n(
        count.found,
        "Its seats took 1 trick; the side took {needed}",
        "Its seats took {count} tricks; the side took {needed}",
        needed=count.needed,
    )


def _too_few_for_first(fault: faults.TooFewForFirst) -> str:
    return _n(
        fault.took,
        "{call} is marked as made with 1 trick; it takes {needed}",
        "{call} is marked as made with {count} tricks; it takes {needed}",
        call=fault.call,
        needed=fault.needed,
    )


def _renege_in_parts(fault: faults.RenegeParts) -> str:
    return _n(
        fault.books,
        'The renege "{label}" moves 1 book in all; a renege moves at most {most}',
        'The renege "{label}" moves {count} books in all; a renege moves at most {most}',
        label=fault.label,
        most=fault.most,
    )


def _renege_books(fault: faults.TooMany) -> str:
    return _n(
        fault.found,
        "A renege moves 1 book; it must move 1 to {most}",
        "A renege moves {count} books; it must move 1 to {most}",
        most=fault.most,
    )


def _too_few_to_move(fault: faults.BooksToMove) -> str:
    return _n(
        fault.books,
        "A renege takes 1 book from {took}; tricks can’t go below zero",
        "A renege takes {count} books from {took}; tricks can’t go below zero",
        took=fault.took,
    )


def _not_played(count: faults.Count) -> str:
    return _(
        "The bids add up to {found}; under {needed} the hand is not played, its tricks must be null",
        found=count.found,
        needed=count.needed,
    )


def _is_played(count: faults.Count) -> str:
    return _(
        "The bids add up to {found}; from {needed} on the hand is played, give its tricks",
        found=count.found,
        needed=count.needed,
    )


HANDS = dict(
    [
        says(faults.BIDS_MISCOUNTED, _bids_miscounted),
        says(faults.SIDES_MISCOUNTED, _sides_miscounted),
        says(faults.SEATS_MISCOUNTED, _seats_miscounted),
        says(
            faults.MISSING_BID,
            lambda fault: _("A bid is missing; the bids are {calls}", calls=calls_words(fault.calls)),
        ),
        says(
            faults.UNKNOWN_CALL,
            lambda fault: _(
                '"{bid}" is not a bid in this game; the bids are {calls}',
                bid=fault.bid,
                calls=calls_words(fault.calls),
            ),
        ),
        says(
            faults.ONE_CALL_ONLY,
            lambda fault: _('"{bid}" is more than one call; a bid here is one call', bid="+".join(fault.calls)),
        ),
        says(
            faults.CALLS_APART,
            lambda fault: _(
                '"{bid}" do not go together; a bid is one number with at most one call of each kind, or one call alone',
                bid="+".join(fault.calls),
            ),
        ),
        says(
            faults.SEAT_NOT_COUNTED,
            lambda fault: _(
                "Tricks are missing for the hand that called {call}; count each seat of this side", call=fault.call
            ),
        ),
        says(faults.TRICKS_OUT_OF_RANGE, _out_of_range),
        says(
            faults.TRICKS_DO_NOT_ADD_UP,
            lambda count: _("Tricks add up to {found}; a hand has {needed}", found=count.found, needed=count.needed),
        ),
        says(faults.SEATS_DO_NOT_ADD_UP, _seats_do_not_add_up),
        says(
            faults.FIRST_TRICKS_TWICE,
            lambda fault: _("Two sides are marked for the first tricks; only one side can take them"),
        ),
        says(
            faults.PAIR_NUMBERS,
            lambda count: _n(
                count.found,
                "The pair bid 1 number; partners bid one number for both",
                "The pair bid {count} numbers; partners bid one number for both",
            ),
        ),
        says(
            faults.NOT_BLIND,
            lambda fault: _(
                "A blind number is the pair’s; {call} is not blind, so its partner bids too", call=fault.call
            ),
        ),
        says(faults.NOT_PLAYED, _not_played),
        says(faults.IS_PLAYED, _is_played),
        says(
            faults.FACT_NOT_CALLED,
            lambda fault: _('"{call}" is marked as made; this side did not call it', call=fault.call),
        ),
        says(faults.TOO_FEW_FOR_FIRST, _too_few_for_first),
        says(
            faults.FIRST_TRICKS_DENIED,
            lambda fault: _(
                "{call} is marked as missed; a side that takes every trick takes the first ones", call=fault.call
            ),
        ),
        says(
            faults.RENEGE_SIDES,
            lambda fault: (
                _("A renege moves books to another side; both are the same here")
                if fault.by == fault.to
                else _("A renege has no such side; sides are numbered from 0 to {last}", last=fault.sides - 1)
            ),
        ),
        says(
            faults.RENEGE_OF_OTHERS,
            lambda fault: _(
                'The renege "{label}" was between two other sides; all its parts must name the same two',
                label=fault.label,
            ),
        ),
        says(faults.RENEGE_IN_PARTS, _renege_in_parts),
        says(faults.RENEGE_BOOKS, _renege_books),
        says(faults.TOO_FEW_TO_MOVE, _too_few_to_move),
        says(
            faults.ADJUSTMENT_SIDE,
            lambda fault: _(
                "Points are agreed for side {side}; the sides are 0 to {last}", side=fault.place, last=fault.places - 1
            ),
        ),
        says(
            faults.NO_SUCH_DEALER,
            lambda fault: _("{seat} is not a seat; the dealer is 0 to {last}", seat=fault.place, last=fault.places - 1),
        ),
    ]
)
