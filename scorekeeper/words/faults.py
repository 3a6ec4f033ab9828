"""What can be wrong with a hand, in words, and what would be right."""

from scorekeeper.rules.calls import Call
from scorekeeper.rules.deal import Deal
from scorekeeper.words.plain import counted

Fault = tuple[str, str]
"""What is wrong, and what would be right."""


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
