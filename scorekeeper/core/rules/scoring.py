"""A hand being scored: the steps of a rule set add their lines in turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from scorekeeper.core.rules.deal import HandRecord, HandRules, Took
from scorekeeper.core.rules.lines import Code, Contract, F, LineItem, RuleText
from scorekeeper.core.rules.seating import Seat, Seating, Side

Ledger = tuple[tuple[int, int], ...]
"""Overtricks that count towards the next penalty: (hand, how many) for each hand that added some, oldest first."""


@dataclass(slots=True)
class SideScore:
    """A side's score after a hand: its total, the game's overtricks, the open ledger, its run of perfect bids.

    `sets` counts its contracts that were set, if a rule needs that, `sets_in_a_row` those in the last hands without a
    break; `contract` is the one it bid in the last hand, if the end may depend on that. `lost`: while there are others,
    it cannot win any more.
    """

    total: int = 0
    overtricks: int = 0
    ledger: Ledger = ()
    run: int = 0
    sets: int = 0
    sets_in_a_row: int = 0
    lost: bool = False
    contract: int = 0

    @property
    def towards_penalty(self) -> int:
        """Overtricks (bags) since the last penalty."""
        return sum([count for _, count in self.ledger])


@dataclass(slots=True)
class HandStart:
    """The start of a hand: how it is bid, who deals, each side's score, and chips left in the pot."""

    number: int
    seating: Seating
    deal: HandRules
    dealer: Seat
    scores: Sequence[SideScore]
    pot: int


class Scoring:
    """The hand as the steps see it: its start, its contracts, and the lines so far.

    `took` is what each side took after reneges moved books. `ledgers`, `runs`, `sets`, `sets_in_a_row`, `lost` (one for
    each side) and `pot` start with the values after the last hand and carry over to the next; `bid` starts at 0.
    """

    def __init__(
        self, start: HandStart, record: HandRecord, took: Sequence[Took], contracts: Sequence[tuple[Contract, ...]]
    ) -> None:
        self.number = start.number
        self.seating = start.seating
        self.deal = start.deal
        self.dealer = start.dealer
        self.record = record
        self.took = took
        self.contracts = contracts
        self.before = start.scores
        self.ledgers: list[Ledger] = [score.ledger for score in start.scores]
        self.runs: list[int] = [score.run for score in start.scores]
        self.sets: list[int] = [score.sets for score in start.scores]
        self.sets_in_a_row: list[int] = [score.sets_in_a_row for score in start.scores]
        self.lost: list[bool] = [score.lost for score in start.scores]
        self.bid: list[int] = [0 for _ in start.scores]
        self.pot = start.pot
        self.lines: list[list[LineItem]] = [[] for _ in start.scores]

    @property
    def is_unplayed(self) -> bool:
        """The bids added up to too few, and nobody took a trick."""
        return self.deal.is_bid and not self.record.took

    def add(self, side: Side, points: int, code: Code[F], params: F, rule: str, in_total: bool = True) -> None:
        """Add one line to a side."""
        self.lines[side].append(LineItem(side, points, code.key, params, rule, in_total))

    def add_contract(self, contract: Contract, points: int, reason: str, in_total: bool = True) -> None:
        """Add the line of a contract, with the contract as its params. The call's reason begins its code."""
        self.lines[contract.side].append(
            LineItem(contract.side, points, reason, contract, contract.call.rule, in_total)
        )

    def overtricks(self, side: Side) -> int:
        count = 0
        for contract in self.contracts[side]:  # asked six times a hand
            count += contract.overtricks
        return count

    def tricks_bid(self, side: Side) -> int:
        """What the side's numbers add up to, whether the hand was played or not."""
        bids = [self.record.bids[seat] for seat in self.seating.bidders_of(side)] if self.record.bids else []
        return sum([self.deal.by_code[bid.calls[0]].tricks for bid in bids])

    def left_of_dealer(self) -> list[Side]:
        """The sides in bidding order, each once."""
        order = self.seating.bidding_order(self.dealer)
        return list(dict.fromkeys(self.seating.side_of[seat] for seat in order))


class ScoringStep(Protocol):
    """One rule of the scoring table. It is stateless: earlier hands are in the scoring."""

    def score(self, hand: Scoring) -> None:
        """Add this rule's lines to the hand."""

    def rule_texts(self) -> tuple[RuleText, ...]:
        """What the rule does, for the rules page, each part under the anchor that its lines point to."""
