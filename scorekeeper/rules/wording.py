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


def joined(names: Sequence[str], last: str = "and") -> str:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cal`; nothing for nobody."""
    if len(names) < 2:
        return names[0] if names else ""
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def either(codes: Sequence[str]) -> str:
    """`3`, `3 or 8`, `2, 3 or nil`."""
    return joined([call_word(code).lower() for code in codes], "or")


def places(by: Sequence[int]) -> str:
    """Places in the bidding: `1st and 3rd`; empty for everyone."""
    return joined([ordinal(place) for place in by])


def how_many(low: int, high: int) -> str:
    """`exactly 1`, `at least 1`, `at most 2`, `2 to 3`; nobody needs to be told that four sit at the table."""
    if low == high:
        return f"exactly {low}" if low else "none"
    if not low:
        return f"at most {high}"
    return f"at least {low}" if high >= 4 else f"{low} to {high}"


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
    return f"{_bid(before)} became {_bid(after)}: a bid may be raised, never lowered"


def _bid(codes: str) -> str:
    return bid_word(codes.split("+")).lower()


def _in_deal(say: Callable[..., str]) -> Callable[..., str]:
    """The words with the name of the hand before them: `mirrors: these make 12, …`."""
    return lambda name, *figures: f"{name}: {say(*figures)}" if name else say(*figures)


def _sum_too_high(total: int, most: int, by: str) -> str:
    if by:
        return f"the {by} make {total}, together they may bid {most} at most"
    return f"these make {total}, the bids may add up to {most} at most"


def _miscounted(count: int, bids: str, low: int, high: int, to_come: int) -> str:
    counts = f"no bid is {bids}" if not count else f"{counted(count, 'bid')} {'is' if count == 1 else 'are'} {bids}"
    coming = f" with {to_come} to come" if to_come and count < low else ""
    return f"{counts}{coming}, there must be {how_many(low, high)}"


def _only_by(place: int, said: str, by: str) -> str:
    who = f"only the {by} may" if by else "nobody may"
    return f"the {ordinal(place)} bid is {call_word(said).lower()}, {who} in this hand"


def _bid_must(must: Callable[[object], str]) -> Callable[..., str]:
    return lambda place, said, due: f"the {ordinal(place)} bid is {call_word(said).lower()}, {must(due)}"


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
    "blind-after-looking": lambda before, after: (
        f"{_bid(before)} became {_bid(after)}: a blind call comes before looking"
    ),
    "contradicts": lambda first, needed, bid, most: (
        f"{call_word(first).lower()} takes the first {needed} tricks, {call_word(bid).lower()} allows {most}"
    ),
    "sum-is": _in_deal(lambda total, needed: f"these make {total}, the bids must add up to {needed}"),
    "sum-at-most": _in_deal(_sum_too_high),
    "at-least": _in_deal(_bid_must(lambda least: f"it must be at least {least}")),
    "one-of": _in_deal(_bid_must(lambda bids: f"it must be {bids}")),
    "how-many": _in_deal(_miscounted),
    "in-each-pair": _in_deal(_miscounted),
    "partners-alike": _in_deal(lambda one, other: f"{_said(one)} and {_said(other)}, partners must bid alike"),
    "all-alike": _in_deal(_bid_must(lambda first: f"all must bid {_said(first)}, as the first did")),
    "rising": _in_deal(_bid_must(lambda due: f"it must be {due}")),
    "only-by": _in_deal(_only_by),
    "cannot-fit": _in_deal(lambda words: f"nothing that is still to come makes this right: {words}"),
}


# --- the checks of hands with a rule of their own ------------------------------------------------------------------


def _said(code: object) -> str:
    return call_word(str(code)).lower()


def _who(by: Sequence[int], one: str = "everyone") -> str:
    return f"the {places(by)}" if by else one


def _bids_in_words(number: int, bids: tuple[str, ...], low: int, high: int, _by: tuple[int, ...]) -> str:
    return f"{how_many(low, high)} of the bids {'is' if low == high == 1 else 'are'} {either(bids)}"


CHECKS: dict[str, Callable[[int, tuple[str, ...], int, int, tuple[int, ...]], str]] = {
    "sum-is": lambda number, bids, _low, _high, _by: (
        f"the bids add up to {number}{f', unless one is {either(bids)}' if bids else ''}"
    ),
    "sum-at-most": lambda number, _bids, _low, _high, by: (
        f"{f'the bids of the {places(by)}' if by else 'the bids'} add up to {number} at most"
    ),
    "at-least": lambda number, _bids, _low, _high, by: f"{_who(by)} must bid at least {number}",
    "one-of": lambda _number, bids, _low, _high, by: f"{_who(by)} must bid {either(bids)}",
    "how-many": _bids_in_words,
    "in-each-pair": lambda *parts: f"in each pair {_bids_in_words(*parts)}",
    "partners-alike": lambda *_: "partners bid alike",
    "all-alike": lambda *_: "all bid as the first bidder",
    "rising": lambda number, _bids, _low, _high, _by: f"each bids {number} more than the one before",
    "only-by": lambda _number, bids, _low, _high, by: (
        f"{f'only the {places(by)}' if by else 'nobody'} may bid {either(bids)}"
    ),
}

KINDS_OF_CHECKS = {
    "sum-is": "The bids add up to a number, unless one of these is bid",
    "sum-at-most": "The bids, or those at these places, add up to a number at most",
    "at-least": "Everyone, or each at these places, bids at least a number",
    "one-of": "Everyone, or each at these places, bids one of these",
    "how-many": "So many of the bids, from least to most, are one of these",
    "in-each-pair": "In each pair so many of the bids, from least to most, are one of these",
    "partners-alike": "Partners bid the same number",
    "all-alike": "All bid the same number as the first bidder",
    "rising": "Each bids so many more than the one before",
    "only-by": "Only those at these places may bid one of these",
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
        return f"{_shared_why(outcome, names)}: {winners} share it at {totals[outcome.winners[0]]}"
    if outcome.decided_by == "fewest-overtricks":
        tied = [side for side in order if totals[side] == totals[outcome.winners[0]]]
        counts = " to ".join(str(overtricks[side]) for side in sorted(tied, key=lambda side: overtricks[side]))
        return f"{winners}, on fewest overtricks: {counts}, {'both' if len(tied) == 2 else 'all'} at {totals[tied[0]]}"
    return f"{_why(outcome, winners, names)}: {against}"


def _why(outcome: Outcome, winners: str, names: Sequence[str]) -> str:
    if outcome.ended_by == "target":
        return f"{winners} reached {outcome.figure}"
    if outcome.ended_by == "hands":
        return f"{winners} led after {counted(outcome.hand, 'hand')}"
    if outcome.ended_by == "floor":
        return f"{winners} led when a side fell to {outcome.figure}"
    others = "led the others" if len(names) > 2 else "stayed"
    return f"{_stopped(outcome, names)}, {winners} {'led' if outcome.forfeit is None else others}"


def _stopped(outcome: Outcome, names: Sequence[str]) -> str:
    """Who stopped a game before its end: the table, or a side that gave up."""
    after = f"after {counted(outcome.hand, 'hand')}"
    return f"The table stopped {after}" if outcome.forfeit is None else f"{names[outcome.forfeit]} gave up {after}"


def _shared_why(outcome: Outcome, names: Sequence[str]) -> str:
    if outcome.ended_by == "target":
        return f"{outcome.figure} reached"
    if outcome.ended_by == "floor":
        return f"A side fell to {outcome.figure}"
    if outcome.ended_by == "hands":
        return f"After {counted(outcome.hand, 'hand')}"
    return _stopped(outcome, names)


def outcome_heading(outcome: Outcome, names: Sequence[str], plays_alone: bool) -> str:
    """Who won and by what, as a heading: `Ben & Dee win, on fewest overtricks`."""
    winners = joined([names[side] for side in outcome.winners])
    if outcome.decided_by == "shared":
        return f"{winners} share it"
    verb = "wins" if plays_alone and len(outcome.winners) == 1 else "win"
    how = {"outright": ", outright", "fewest-overtricks": ", on fewest overtricks"}.get(outcome.decided_by, "")
    return f"{winners} {verb}{how}"


def outcome_why(
    outcome: Outcome, names: Sequence[str], totals: Sequence[int], overtricks: Sequence[int], word: str
) -> list[str]:
    """The sentences under the heading."""
    order = _best_first(outcome.winners, totals)
    score = " to ".join(str(totals[side]) for side in order)
    if outcome.decided_by == "outright":
        return [f"A bid that wins the game was made in hand {outcome.hand}.", f"Totals: {score}."]
    ended = {
        "target": f"{outcome.figure} was reached in hand {outcome.hand}: {score}.",
        "hands": f"{counted(outcome.hand, 'hand')} were played: {score}.",
        "floor": f"A side fell to {outcome.figure} or below in hand {outcome.hand}: {score}.",
        "closed": f"{_stopped(outcome, names)}: {score}.",
    }[outcome.ended_by]
    why = [ended]
    if outcome.reason:
        why.append(f"Reason: {outcome.reason}.")
    if outcome.decided_by == "fewest-overtricks":
        tied = sorted(
            (side for side in order if totals[side] == totals[outcome.winners[0]]), key=lambda side: overtricks[side]
        )
        why.append(f"{word.capitalize()}s in the game: {' to '.join(str(overtricks[side]) for side in tied)}.")
    return why


def _best_first(winners: Sequence[Side], totals: Sequence[int]) -> list[int]:
    return sorted(range(len(totals)), key=lambda side: (side not in winners, -totals[side]))


# --- what is wrong with a hand ---


def wrong_count(what: str, found: int, needed: int) -> Fault:
    return f"the number of {what} is {found}", f"it must be {needed}"


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


def renege_of_others(label: str) -> Fault:
    return f'the renege "{label}" was between two other sides', "all parts of a renege have the same sides"


def renege_in_parts(label: str, books: int, most: int) -> Fault:
    return f'the renege "{label}" moves {counted(books, "book")} in all', f"a renege moves {most} at most"


def renege_books(books: int, most: int) -> Fault:
    return f"a renege moves {counted(books, 'book')}", f"it moves 1 to {most}"


def too_few_to_move(books: int, took: int) -> Fault:
    return f"a renege takes {counted(books, 'book')} from {took}", "a side's tricks never go below zero"


def adjustment_side(side: int, sides: int) -> Fault:
    return f"points are agreed for side {side}", f"the sides are 0..{sides - 1}"


def no_such_dealer(dealer: int, bidders: int) -> Fault:
    return f"{dealer} is no seat", f"the dealer is one of 0..{bidders - 1}"
