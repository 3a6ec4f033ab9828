"""The sentences of score lines: `Bid 5, took 6`, `Ten bags: 2 in hand 1, 7 in 3, 1 here`."""

from collections.abc import Callable

from scorekeeper.core.rules.club_steps import BOOKS_MADE, TRICKS_TAKEN
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.pot import ANTE, POT, POT_SHARE, STAKE
from scorekeeper.core.rules.scoring import Ledger
from scorekeeper.core.rules.steps import (
    ADJUSTMENT,
    BAG_PENALTY,
    BAGS,
    FAILED_NIL_BAGS,
    FAILED_NIL_OVERTRICKS,
    OVERTRICK_PENALTY,
    OVERTRICKS,
    PERFECT_RUN,
    PERFECT_RUN_GOES_ON,
    OvertrickLine,
    PenaltyLine,
    RunLine,
)
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.plain import call_word, counted, ordinal, says

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
    if isinstance(line.figures, Contract):
        return CONTRACTS.get(line.reason, _other_call)(line.figures)
    return LINES[line.reason](line.figures)


def _contract(contract: Contract) -> str:
    call = contract.call
    said = f"Bid {call.tricks}" if call.code == str(call.tricks) else call_word(call.code)
    return f"{said}, took {contract.tricks}"


def _first_tricks(contract: Contract) -> str:
    return f"{call_word(contract.call.code)} {'made' if contract.made else 'missed'}"


def _other_call(contract: Contract) -> str:
    said = call_word(contract.call.code)
    if contract.made:
        return f"{said} made"
    return f"{said} failed" if contract.tricks == 0 else f"{said} failed, took {contract.tricks}"


def _bags(line: OvertrickLine) -> str:
    if not line.last:
        return counted(line.count, "bag")
    if line.count == 1:
        return f"1 bag, the {ordinal(line.last)}"
    return f"{line.count} bags, the {ordinal(line.last - line.count + 1)} to the {ordinal(line.last)}"


def _overtricks(line: OvertrickLine) -> str:
    return counted(line.count, "overtrick")


def _penalty(line: PenaltyLine, word: str) -> str:
    number = SMALL_NUMBERS[line.every] if line.every < len(SMALL_NUMBERS) else str(line.every)
    return f"{number} {word}s: {ledger_words(line.due, line.hand)}"


def ledger_words(ledger: Ledger, here: int) -> str:
    """Where overtricks came from: `2 in hand 1, 3 in 4, 1 here`."""
    words = [f"{count} here" if hand == here else f"{count} in {hand}" for hand, count in ledger]
    if ledger and ledger[0][0] != here:
        words[0] = f"{ledger[0][1]} in hand {ledger[0][0]}"
    return ", ".join(words)


def _run(line: RunLine) -> str:
    return f"{line.length} perfect bids in a row"


CONTRACTS: dict[str, Callable[[Contract], str]] = {
    "contract-made": _contract,
    "contract-failed": _contract,
    "outright": lambda contract: f"{_contract(contract)}: wins outright",
    "tricks-only": lambda contract: f"{_contract(contract)}: 1 for each trick",
    "bemo-made": _first_tricks,
    "bemo-failed": _first_tricks,
    "big-bemo-made": _first_tricks,
    "big-bemo-failed": _first_tricks,
}
"""The lines of contracts; those of other calls need no entry."""

LINES = dict(
    [
        says(BAGS, _bags),
        says(FAILED_NIL_BAGS, lambda line: f"{_bags(line)}, from the failed nil"),
        says(OVERTRICKS, _overtricks),
        says(FAILED_NIL_OVERTRICKS, lambda line: f"{_overtricks(line)}, from the failed nil"),
        says(BAG_PENALTY, lambda line: _penalty(line, "bag")),
        says(OVERTRICK_PENALTY, lambda line: _penalty(line, "overtrick")),
        says(TRICKS_TAKEN, lambda line: _("Took {tricks}, without bids", tricks=counted(line.tricks, "trick"))),
        says(BOOKS_MADE, lambda line: _("Books made: {tricks}", tricks=line.tricks)),
        says(PERFECT_RUN, _run),
        says(PERFECT_RUN_GOES_ON, _run),
        says(ADJUSTMENT, lambda adjustment: f"Agreed: {adjustment.reason}"),
        says(ANTE, lambda line: f"Ante {line.chips}"),
        says(STAKE, lambda line: f"Bid {counted(line.chips, 'chip')}"),
        says(POT, lambda line: f"Takes the pot of {line.pot}"),
        says(POT_SHARE, lambda line: f"Pot of {line.pot}, shared by {line.winners}"),
    ]
)
