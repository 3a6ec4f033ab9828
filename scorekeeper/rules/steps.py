"""The steps that score a hand: contracts, overtricks and their penalties, runs of perfect bids, agreed adjustments."""

from dataclasses import dataclass

from scorekeeper.rules.lines import Contract
from scorekeeper.rules.scoring import Ledger, Scoring
from scorekeeper.words import rules as rule_words
from scorekeeper.words.rules import Ruling


@dataclass(frozen=True, slots=True)
class Contracts:
    """Each contract scores what its call is worth."""

    def score(self, hand: Scoring) -> None:
        for contracts in hand.contracts:
            for contract in contracts:
                _contract(hand, contract)

    def rulings(self) -> tuple[Ruling, ...]:
        return ()  # the calls say for themselves what they are worth


def _contract(hand: Scoring, contract: Contract) -> None:
    call = contract.call
    reason = call.reason + ("-made" if contract.made else "-failed")
    if call.wins and contract.made:
        reason = "outright"
    hand.add(
        contract.side,
        call.made if contract.made else call.failed,
        reason,
        (call.code, call.tricks, contract.tricks),
        call.rule,
    )


@dataclass(frozen=True, slots=True)
class Overtricks:
    """Each overtrick scores a point. `word` is what this rule set calls them, bag or overtrick.

    Where they are `counted` towards a penalty, the line says which of the count its last one is.
    """

    word: str
    counted: bool = True

    def score(self, hand: Scoring) -> None:
        for side, contracts in enumerate(hand.contracts):
            last = hand.before[side].towards_penalty
            for contract in contracts:
                if contract.overtricks:
                    last += contract.overtricks
                    reason = f"{self.word}s" if contract.made else f"failed-nil-{self.word}s"
                    figures = (contract.overtricks, last if self.counted else 0)
                    hand.add(contract.side, contract.overtricks, reason, figures, "overtricks")

    def rulings(self) -> tuple[Ruling, ...]:
        return (rule_words.overtricks(self.word),)


@dataclass(frozen=True, slots=True)
class OvertrickPenalty:
    """Every so many overtricks of a side cost it points; which hand each came from stands in the ledger.

    With `carries` the rest counts towards the next penalty, without it a hand costs one penalty at most and the count
    begins
    again from nothing. With `escalates` the second penalty of the game costs twice as much, the third three times.
    """

    word: str
    every: int
    cost: int
    carries: bool = True
    escalates: bool = False

    def score(self, hand: Scoring) -> None:
        for side in hand.seating.sides:
            more = hand.overtricks(side)
            if more:
                ledger = (*hand.ledgers[side], (hand.number, more))
                passed = hand.before[side].overtricks // self.every
                while sum(count for _, count in ledger) >= self.every:
                    due, ledger = _split(ledger, self.every)
                    passed += 1
                    points = -self.cost * (passed if self.escalates else 1)
                    hand.add(
                        side, points, f"{self.word}-penalty", (self.every, hand.number, due), f"{self.word}-penalty"
                    )
                    if not self.carries:
                        ledger = ()
                hand.ledgers[side] = ledger

    def rulings(self) -> tuple[Ruling, ...]:
        return (rule_words.overtrick_penalty(self.word, self.every, self.cost, self.carries, self.escalates),)


def _split(ledger: Ledger, count: int) -> tuple[Ledger, Ledger]:
    """The oldest `count` overtricks of a ledger, and the rest."""
    due: list[tuple[int, int]] = []
    rest: list[tuple[int, int]] = []
    left = count
    for number, overtricks in ledger:
        taken = min(left, overtricks)
        left -= taken
        if taken:
            due.append((number, taken))
        if overtricks > taken:
            rest.append((number, overtricks - taken))
    return tuple(due), tuple(rest)


@dataclass(frozen=True, slots=True)
class PerfectRun:
    """A bonus for so many perfect bids in a row; then one for each `further` one, or (0) the count begins again."""

    length: int
    bonus: int
    further: int = 0

    def score(self, hand: Scoring) -> None:
        for side in hand.seating.sides:
            run = hand.runs[side] + 1 if is_perfect(hand.contracts[side]) else 0
            if run == self.length:
                hand.add(side, self.bonus, "perfect-run", (run, hand.number), "perfect-run")
                run = run if self.further else 0
            elif run > self.length:
                hand.add(side, self.further, "perfect-run-goes-on", (run, hand.number), "perfect-run")
            hand.runs[side] = run

    def so_far(self, run: int) -> str:
        """How far a run is, in words; empty where there is none."""
        return rule_words.run_so_far(run, self.length, self.bonus, self.further)

    def rulings(self) -> tuple[Ruling, ...]:
        return (rule_words.perfect_run(self.length, self.bonus, self.further),)


def is_perfect(contracts: tuple[Contract, ...]) -> bool:
    """The bid made to the trick; what stands beside it does not count, but a failed nil beside it spoils it."""
    bids = [contract for contract in contracts if not contract.call.slot]
    nils = [contract for contract in contracts if contract.call.slot and contract.call.is_zero]
    return bool(bids) and all(contract.is_perfect for contract in bids) and all(contract.made for contract in nils)


@dataclass(frozen=True, slots=True)
class Adjustments:
    """Points that the table agreed on, each with its reason."""

    def score(self, hand: Scoring) -> None:
        for adjustment in hand.record.adjustments:
            hand.add(adjustment.side, adjustment.points, "adjustment", (adjustment.reason,), "adjustments")

    def rulings(self) -> tuple[Ruling, ...]:
        return (rule_words.adjustments(),)
