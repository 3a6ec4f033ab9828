"""All that the engine says, in one place: score lines, objections, outcomes, and what is wrong with a hand.

The engine hands over codes with figures; the functions here are named after the codes and unpack the figures in order.
"""

from collections.abc import Callable, Sequence

from scorekeeper.rules.calls import Call
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.endings import Outcome
from scorekeeper.rules.lines import Figure, LineItem, Objection
from scorekeeper.rules.seating import Side

Fault = tuple[str, str]
"""What is wrong, and what would be right."""

WORDS_OF_CALLS = {
    "nil": "Nil",
    "double-nil": "Double nil",
    "blind-nil": "Blind nil",
    "naught": "Naught",
    "double-naught": "Double naught",
    "bemo": "Bemo",
    "big-bemo": "Big bemo",
}

SMALL_NUMBERS = (
    "No",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Eleven",
    "Twelve",
)


# --- numbers and names ---


def call_word(code: str) -> str:
    """A call as people say it: `Blind 6`, `Nil, front hand`."""
    if code in WORDS_OF_CALLS:
        return WORDS_OF_CALLS[code]
    base, _, hand = code.rpartition("-")
    if base in WORDS_OF_CALLS:
        return f"{WORDS_OF_CALLS[base]}, {hand} hand"
    words = code.replace("-", " ")
    return words[:1].upper() + words[1:]


def bid_word(codes: Sequence[str]) -> str:
    """A whole bid as people say it: `6 and bemo`."""
    words = [call_word(code) for code in codes]
    return " and ".join([words[0], *(word[:1].lower() + word[1:] for word in words[1:])]) if words else ""


def counted(number: int, word: str) -> str:
    """`1 bag`, `2 bags`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def joined(names: Sequence[str]) -> str:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cal`."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


# --- score lines ---


def line_text(line: LineItem) -> str:
    """The sentence of a score line."""
    say = LINES.get(line.reason)
    return say(*line.figures) if say else _other_call(line.reason, line.figures)


def _contract(code: str, bid: int, took: int) -> str:
    said = f"Bid {bid}" if code == str(bid) else call_word(code)
    return f"{said}, took {took}"


def _outright(code: str, bid: int, took: int) -> str:
    return f"{_contract(code, bid, took)}: wins outright"


def _other_call(reason: str, figures: tuple[Figure, ...]) -> str:
    code, _, took = figures
    if reason.endswith("-made"):
        return f"{call_word(str(code))} made"
    return f"{call_word(str(code))} failed" if took == 0 else f"{call_word(str(code))} failed, took {took}"


def _first_tricks(verb: str) -> Callable[..., str]:
    return lambda code, _first, _took: f"{call_word(code)} {verb}"


def _bags(count: int, last: int) -> str:
    if not last:
        return counted(count, "bag")
    if count == 1:
        return f"1 bag, the {ordinal(last)}"
    return f"{count} bags, the {ordinal(last - count + 1)} to the {ordinal(last)}"


def _nil_bags(count: int, last: int) -> str:
    return f"{_bags(count, last)}, from the failed nil"


def _overtricks(count: int, _last: int) -> str:
    return counted(count, "overtrick")


def _nil_overtricks(count: int, _last: int) -> str:
    return f"{counted(count, 'overtrick')}, from the failed nil"


def _penalty(word: str) -> Callable[..., str]:
    def say(every: int, hand: int, due: tuple[tuple[int, int], ...]) -> str:
        number = SMALL_NUMBERS[every] if every < len(SMALL_NUMBERS) else str(every)
        return f"{number} {word}s: {ledger_words(due, hand)}"

    return say


def ledger_words(ledger: tuple[tuple[int, int], ...], here: int) -> str:
    """Where overtricks came from: `2 in hand 1, 3 in 4, 1 here`."""
    words = [f"{count} here" if hand == here else f"{count} in {hand}" for hand, count in ledger]
    if ledger and ledger[0][0] != here:
        words[0] = f"{ledger[0][1]} in hand {ledger[0][0]}"
    return ", ".join(words)


LINES: dict[str, Callable[..., str]] = {
    "contract-made": _contract,
    "contract-failed": _contract,
    "outright": _outright,
    "bemo-made": _first_tricks("made"),
    "bemo-failed": _first_tricks("missed"),
    "big-bemo-made": _first_tricks("made"),
    "big-bemo-failed": _first_tricks("missed"),
    "bags": _bags,
    "failed-nil-bags": _nil_bags,
    "overtricks": _overtricks,
    "failed-nil-overtricks": _nil_overtricks,
    "bag-penalty": _penalty("bag"),
    "overtrick-penalty": _penalty("overtrick"),
    "perfect-run": lambda run, _hand: f"{run} perfect bids in a row",
    "perfect-run-goes-on": lambda run, _hand: f"{run} perfect bids in a row",
    "adjustment": lambda reason: f"Agreed: {reason}",
    "tricks-only": lambda code, bid, took: f"{_contract(code, bid, took)}: 1 for each trick",
    "ante": lambda chips: f"Ante {chips}",
    "stake": lambda chips: f"Bid {counted(chips, 'chip')}",
    "pot": lambda pot: f"Takes the pot of {pot}",
    "pot-share": lambda pot, winners: f"Pot of {pot}, shared by {winners}",
}


# --- objections ---


def objection_text(objection: Objection, names: Sequence[str]) -> str:
    """What a rule objects to, with the side's name where it is one side's doing."""
    words = OBJECTIONS[objection.code](*objection.figures)
    return f"{names[objection.side]}: {words}" if objection.side is not None else words


def _not_behind(code: str, needed: int, behind: int) -> str:
    standing = f"is {behind} behind" if behind else "is not behind"
    return f"{call_word(code).lower()} needs a side to be {needed} behind, this one {standing}"


def _lowered(before: str, after: str) -> str:
    was, now = (bid_word(said.split("+")).lower() for said in (before, after))
    return f"{was} became {now}: a bid may be raised, never lowered"


OBJECTIONS: dict[str, Callable[..., str]] = {
    "not-behind": _not_behind,
    "lowered": _lowered,
    "raised": lambda before, after: (
        f"{before} became {after}: on the second turn a bid may be kept or lowered, not raised"
    ),
    "too-many-rounds": lambda changes, allowed: (
        f"the bid was changed {changes} times, it may be changed {allowed} time"
    ),
    "sum-is-tricks": lambda tricks: f"the bids add up to {tricks}, the tricks of the hand: they must not",
    "below-minimum": lambda bid, least: f"the pair bid {bid}, it must bid at least {least}",
}


# --- outcomes ---


def outcome_text(outcome: Outcome, names: Sequence[str], totals: Sequence[int], overtricks: Sequence[int]) -> str:
    """Who won and why, in one sentence: `Ann reached 500: 512 to 486`."""
    winners = joined([names[side] for side in outcome.winners])
    order = _best_first(outcome.winners, totals)
    against = " to ".join(str(totals[side]) for side in order)
    if outcome.decided_by == "outright":
        return f"{winners} won outright in hand {outcome.hand}"
    if outcome.decided_by == "shared":
        return f"{_shared_why(outcome)}: {winners} share it at {totals[outcome.winners[0]]}"
    if outcome.decided_by == "fewest-overtricks":
        tied = [side for side in order if totals[side] == totals[outcome.winners[0]]]
        counts = " to ".join(str(overtricks[side]) for side in sorted(tied, key=lambda side: overtricks[side]))
        return f"{winners}, on fewest overtricks: {counts}, {'both' if len(tied) == 2 else 'all'} at {totals[tied[0]]}"
    return f"{_why(outcome, winners)}: {against}"


def _why(outcome: Outcome, winners: str) -> str:
    if outcome.ended_by == "target":
        return f"{winners} reached {outcome.figure}"
    if outcome.ended_by == "hands":
        return f"{winners} led after {counted(outcome.hand, 'hand')}"
    if outcome.ended_by == "floor":
        return f"{winners} led when a side fell to {outcome.figure}"
    return f"The table stopped after {counted(outcome.hand, 'hand')}, {winners} led"


def _shared_why(outcome: Outcome) -> str:
    if outcome.ended_by == "target":
        return f"{outcome.figure} reached"
    if outcome.ended_by == "floor":
        return f"A side fell to {outcome.figure}"
    if outcome.ended_by == "hands":
        return f"After {counted(outcome.hand, 'hand')}"
    return f"The table stopped after {counted(outcome.hand, 'hand')}"


def _best_first(winners: Sequence[Side], totals: Sequence[int]) -> list[int]:
    return sorted(range(len(totals)), key=lambda side: (side not in winners, -totals[side]))


# --- what is wrong with a hand ---


def wrong_count(what: str, found: int, needed: int) -> Fault:
    return f"has {found} {what}", f"this game needs {needed}"


def missing_bid(deal: Deal) -> Fault:
    return "a bid is missing", f"each bidder says one of {calls_words(deal)}"


def unknown_call(code: str, deal: Deal) -> Fault:
    return f'"{code}" is no call of this game', f"its calls are {calls_words(deal)}"


def calls_do_not_go_together(calls: tuple[Call, ...], deal: Deal) -> Fault:
    said = "+".join(call.code for call in calls)
    if not deal.slots:
        return f'"{said}" is more than one call', "a bid is one call here"
    return (
        f'"{said}" do not go together',
        "a bid is a number, with at most one call of each kind beside it, or a call that stands alone",
    )


def calls_words(deal: Deal) -> str:
    """The calls of a deal, runs of numbers drawn together: `1..13, nil`."""
    words: list[str] = []
    run: list[int] = []
    prefix = ""
    for call in deal.calls:
        head = call.code.rstrip("0123456789")
        number = call.code[len(head) :]
        if run and not (number and head == prefix and int(number) == run[-1] + 1):
            words.append(_run_words(prefix, run))
            run = []
        if number:
            prefix = head
            run.append(int(number))
        else:
            words.append(call.code)
    if run:
        words.append(_run_words(prefix, run))
    return ", ".join(words)


def _run_words(prefix: str, run: list[int]) -> str:
    return f"{prefix}{run[0]}" if len(run) == 1 else f"{prefix}{run[0]}..{run[-1]}"


def seat_not_counted(code: str) -> Fault:
    return f"the tricks of the hand that called {code} are not known", "give the tricks of each seat of this side"


def tricks_out_of_range(found: int, tricks: int) -> Fault:
    return f"took {found} tricks", f"a hand of this game has 0 to {tricks}"


def tricks_do_not_add_up(found: int, tricks: int) -> Fault:
    return f"tricks add up to {found}", f"this game has {tricks}"


def seats_do_not_add_up(found: int, side: int) -> Fault:
    return f"its seats took {found} tricks", f"the side took {side}"


def first_tricks_twice() -> Fault:
    return "two sides made a call of first tricks", "only one side can take the first tricks of a hand"


def fact_not_called(code: str) -> Fault:
    return f'"{code}" is said to be made', "it can be made only where this side called it"


def too_few_for_first(code: str, needed: int, took: int) -> Fault:
    return f"{code} is said to be made with {counted(took, 'trick')}", f"it takes {needed}"


def renege_sides(sides: int) -> Fault:
    return "a renege names sides that cannot be", f"books move between two different sides of 0..{sides - 1}"


def renege_books(books: int, most: int) -> Fault:
    return f"a renege moves {counted(books, 'book')}", f"it moves 1 to {most}"


def too_few_to_move(books: int, took: int) -> Fault:
    return f"a renege takes {counted(books, 'book')} from {took}", "a side's tricks never go below zero"


def adjustment_side(side: int, sides: int) -> Fault:
    return f"points are agreed for side {side}", f"the sides are 0..{sides - 1}"


def no_such_dealer(dealer: int, bidders: int) -> Fault:
    return f"{dealer} is no seat", f"the dealer is one of 0..{bidders - 1}"
