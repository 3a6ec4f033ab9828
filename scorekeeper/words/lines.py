"""The sentences of score lines: `Bid 5, took 6`, `Ten bags: 2 in hand 1, 7 in 3, 1 here`.

A line has a reason code with figures; the functions here are named after the codes and unpack the figures in order.
"""

from collections.abc import Callable

from scorekeeper.rules.lines import Figure, LineItem
from scorekeeper.words.plain import call_word, counted, ordinal

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
