"""What is refused, in words: what is wrong with a hand or with rules, and what would be right."""

from collections.abc import Sequence

from scorekeeper.core.rules import faults
from scorekeeper.core.rules.faults import UNKNOWN_RULES, BadRules, MalformedHand
from scorekeeper.core.rules.ruleset import (
    NOT_SEATED,
    TAKES_NO_SCRIPT,
    UNKNOWN_OPTION,
    VALUE_REFUSED,
    NotSeated,
    UnknownOption,
    ValueRefused,
    value_word,
)
from scorekeeper.core.rules.scripted_deals import (
    BAD_COUNTS,
    BAD_NUMBER,
    BAD_PLACE,
    NO_BID,
    NO_WORDS,
    TOO_MANY_DEALS,
    TOO_MANY_LIMITS,
    UNKNOWN_BID,
    UNKNOWN_LIMIT,
    BadCounts,
)
from scorekeeper.core.words.plain import counted, says
from scorekeeper.core.words.rules import players_words, shape_words, takes_words


def hand_fault(fault: MalformedHand, names: Sequence[str]) -> str:
    """One line for a person: `hand 3, Ann: took 14 tricks, this game has 13`."""
    where = f"hand {fault.hand}" if fault.hand else "first dealer"
    if fault.side is not None:
        where += f", {names[fault.side]}" if fault.side < len(names) else f", side {fault.side + 1}"
    return f"{where}: {fault_words(fault)}"


def fault_words(fault: MalformedHand) -> str:
    """What is wrong with a hand, and what would be right, without saying where."""
    wrong, right = HANDS[fault.code](fault.figures)
    return f"{wrong}, {right}"


def rules_fault(fault: BadRules) -> str:
    """What does not fit together, and what would: `option "bags" cannot be 1; it takes: 0, 2 to 20`."""
    words = RULES[fault.code](fault.figures)
    if fault.place is None:
        return words
    limit = f", {fault.place.limit}" if fault.place.limit else ""
    return f'deal {fault.place.deal}, "{fault.place.name}"{limit}: {words}'


def calls_words(codes: Sequence[str]) -> str:
    """The calls of a hand, runs of numbers drawn together: `1..13, nil`."""
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


Fault = tuple[str, str]
"""What is wrong, and what would be right."""


def _miscounted(what: str, count: faults.Count) -> Fault:
    return f"the number of {what} is {count.found}", f"it must be {count.needed}"


def _too_few_for_first(fault: faults.TooFewForFirst) -> Fault:
    return f"{fault.call} is said to be made with {counted(fault.took, 'trick')}", f"it takes {fault.needed}"


def _renege_in_parts(fault: faults.RenegeParts) -> Fault:
    moved = counted(fault.books, "book")
    return f'the renege "{fault.label}" moves {moved} in all', f"a renege moves {fault.most} at most"


def _played(count: faults.Count, right: str) -> Fault:
    return f"the bids add up to {count.found}", right.replace("{needed}", str(count.needed))


HANDS = dict(
    [
        says(faults.BIDS_MISCOUNTED, lambda count: _miscounted("bids", count)),
        says(faults.SIDES_MISCOUNTED, lambda count: _miscounted("counts of tricks", count)),
        says(faults.SEATS_MISCOUNTED, lambda count: _miscounted("counts by seat", count)),
        says(
            faults.MISSING_BID,
            lambda fault: ("a bid is missing", f"each bidder says one of {calls_words(fault.calls)}"),
        ),
        says(
            faults.UNKNOWN_CALL,
            lambda fault: (f'"{fault.said}" is no call of this game', f"its calls are {calls_words(fault.calls)}"),
        ),
        says(
            faults.ONE_CALL_ONLY,
            lambda fault: (f'"{"+".join(fault.said)}" is more than one call', "a bid is one call here"),
        ),
        says(
            faults.CALLS_APART,
            lambda fault: (
                f'"{"+".join(fault.said)}" do not go together',
                "a bid is a number, with at most one call of each kind beside it, or a call that stands alone",
            ),
        ),
        says(
            faults.SEAT_NOT_COUNTED,
            lambda fault: (
                f"the tricks of the hand that called {fault.call} are not known",
                "give the tricks of each seat of this side",
            ),
        ),
        says(
            faults.TRICKS_OUT_OF_RANGE,
            lambda fault: (f"took {fault.found} tricks", f"a hand of this game has 0 to {fault.most}"),
        ),
        says(
            faults.TRICKS_DO_NOT_ADD_UP,
            lambda count: (f"tricks add up to {count.found}", f"this game has {count.needed}"),
        ),
        says(
            faults.SEATS_DO_NOT_ADD_UP,
            lambda count: (f"its seats took {count.found} tricks", f"the side took {count.needed}"),
        ),
        says(
            faults.FIRST_TRICKS_TWICE,
            lambda _: (
                "two sides made a call of first tricks",
                "only one side can take the first tricks of a hand",
            ),
        ),
        says(
            faults.PAIR_NUMBERS,
            lambda count: (f"the pair bid {counted(count.found, 'number')}", "partners bid one number for both"),
        ),
        says(faults.NOT_PLAYED, lambda count: _played(count, "under {needed} the hand is not played: took is null")),
        says(faults.IS_PLAYED, lambda count: _played(count, "from {needed} on the hand is played, give its tricks")),
        says(
            faults.FACT_NOT_CALLED,
            lambda fault: (
                f'"{fault.call}" is said to be made',
                "it can be made only where this side called it",
            ),
        ),
        says(faults.TOO_FEW_FOR_FIRST, _too_few_for_first),
        says(
            faults.FIRST_TRICKS_DENIED,
            lambda fault: (f"{fault.call} is said to be missed", "a side that takes every trick takes the first ones"),
        ),
        says(
            faults.RENEGE_SIDES,
            lambda fault: (
                "a renege names sides that cannot be",
                f"books move between two different sides of 0..{fault.sides - 1}",
            ),
        ),
        says(
            faults.RENEGE_OF_OTHERS,
            lambda fault: (
                f'the renege "{fault.label}" was between two other sides',
                "all parts of a renege have the same sides",
            ),
        ),
        says(faults.RENEGE_IN_PARTS, _renege_in_parts),
        says(
            faults.RENEGE_BOOKS,
            lambda fault: (f"a renege moves {counted(fault.found, 'book')}", f"it moves 1 to {fault.most}"),
        ),
        says(
            faults.TOO_FEW_TO_MOVE,
            lambda fault: (
                f"a renege takes {counted(fault.books, 'book')} from {fault.took}",
                "a side's tricks never go below zero",
            ),
        ),
        says(
            faults.ADJUSTMENT_SIDE,
            lambda fault: (f"points are agreed for side {fault.place}", f"the sides are 0..{fault.places - 1}"),
        ),
        says(
            faults.NO_SUCH_DEALER,
            lambda fault: (f"{fault.place} is no seat", f"the dealer is one of 0..{fault.places - 1}"),
        ),
    ]
)


def _unknown_option(fault: UnknownOption) -> str:
    return f'{fault.rules} has no option "{fault.option}"; it has: {", ".join(fault.known) or "none"}'


def _value_refused(fault: ValueRefused) -> str:
    return f'option "{fault.option.key}" cannot be {value_word(fault.value)}; it takes: {takes_words(fault.option)}'


def _not_seated(fault: NotSeated) -> str:
    return f"{fault.rules} is played by {players_words(fault.shapes)}, not by {shape_words(fault.shape)}"


def _bad_counts(fault: BadCounts) -> str:
    return f"low is {fault.low} and high {fault.high}, they must be 0 ≤ low ≤ high ≤ {fault.bidders}"


RULES = dict(
    [
        says(
            UNKNOWN_RULES,
            lambda fault: f'there is no rule set "{fault.key}"; there are: {", ".join(fault.known)}',
        ),
        says(UNKNOWN_OPTION, _unknown_option),
        says(VALUE_REFUSED, _value_refused),
        says(NOT_SEATED, _not_seated),
        says(TAKES_NO_SCRIPT, lambda fault: f"{fault.rules} takes no list of deals, its deals are its own"),
        says(TOO_MANY_DEALS, lambda fault: f"there are {fault.found} deals, a list has at most {fault.most}"),
        says(NO_WORDS, lambda _: "it has no name or no rule in words, each deal has both"),
        says(TOO_MANY_LIMITS, lambda fault: f"it has {fault.found} limits, a deal has at most {fault.most}"),
        says(UNKNOWN_LIMIT, lambda fault: f"there is no such limit, there are: {', '.join(fault.known)}"),
        says(BAD_NUMBER, lambda fault: f"the number is {fault.number}, it must be from 0 to {fault.most}"),
        says(NO_BID, lambda _: "it names no bid, it must name at least one"),
        says(UNKNOWN_BID, lambda fault: f'"{fault.bid}" is no bid here, the bids are {", ".join(fault.bids)}'),
        says(BAD_COUNTS, _bad_counts),
        says(
            BAD_PLACE,
            lambda fault: f"{fault.place} is no place in the bidding, they are 1 to {fault.bidders}",
        ),
    ]
)
