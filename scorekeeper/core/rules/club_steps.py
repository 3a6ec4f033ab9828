"""Steps that clubs play by: a first hand that bids itself, hands too low to play, counted sets."""

from dataclasses import dataclass

from scorekeeper.core.rules.lines import Code, Contract, RuleText, rule_text_of
from scorekeeper.core.rules.scoring import Scoring


@dataclass(frozen=True, slots=True)
class TricksLine:
    """A number of tricks, each worth the same."""

    tricks: int


TRICKS_TAKEN = Code("tricks-taken", TricksLine)
BOOKS_MADE = Code("books-made", TricksLine)


@dataclass(frozen=True, slots=True)
class TricksTaken:
    """A hand that bids itself scores the same points for each trick; a side with fewer than `least` has lost."""

    points: int
    least: int = 0

    def score(self, hand: Scoring) -> None:
        if hand.deal.is_bid:
            return
        for side in hand.seating.sides:
            tricks = hand.took[side].tricks
            if tricks:
                hand.add(side, self.points * tricks, TRICKS_TAKEN, TricksLine(tricks), "first-hand")
            if tricks < self.least:
                hand.lost[side] = True

    def rule_texts(self) -> tuple[RuleText, ...]:
        return (rule_text_of("first-hand", FIRST_HAND_BIDS_ITSELF, self),)


FIRST_HAND_BIDS_ITSELF = Code("first-hand", TricksTaken)


@dataclass(frozen=True, slots=True)
class BooksMade:
    """A hand that is not played, because the bids add up to too few, scores the same for each trick bid, or nothing."""

    least: int
    points: int

    def score(self, hand: Scoring) -> None:
        if not hand.is_unplayed:
            return
        for side in hand.seating.sides:
            tricks = hand.tricks_bid(side)
            if tricks and self.points:
                hand.add(side, self.points * tricks, BOOKS_MADE, TricksLine(tricks), "least-total")

    def rule_texts(self) -> tuple[RuleText, ...]:
        return (rule_text_of("least-total", TOO_FEW_ARE_NOT_PLAYED, self),)


TOO_FEW_ARE_NOT_PLAYED = Code("least-total", BooksMade)


@dataclass(frozen=True, slots=True)
class CountSets:
    """Counts the contracts of each side that are set. `most` of them lose the game, or `in_a_row` in consecutive hands.

    0: no number of them does. A failed nil is a set only with `nils`; a hand brings one set at most.
    """

    most: int
    in_a_row: int
    nils: bool = False

    def score(self, hand: Scoring) -> None:
        for side in hand.seating.sides:
            if is_set(hand.contracts[side], self.nils):
                hand.sets[side] += 1
                hand.sets_in_a_row[side] += 1
            else:
                hand.sets_in_a_row[side] = 0
            if 0 < self.most <= hand.sets[side] or 0 < self.in_a_row <= hand.sets_in_a_row[side]:
                hand.lost[side] = True

    def rule_texts(self) -> tuple[RuleText, ...]:
        return ()  # the ending explains it


@dataclass(frozen=True, slots=True)
class CompareContracts:
    """Notes what each side bid in this hand, for an end that the higher contract decides."""

    def score(self, hand: Scoring) -> None:
        for side in hand.seating.sides:
            hand.bid[side] = hand.tricks_bid(side)

    def rule_texts(self) -> tuple[RuleText, ...]:
        return ()  # the ending explains it


def is_set(contracts: tuple[Contract, ...], nils: bool = False) -> bool:
    """Whether a side failed the number that it bid; with `nils` also if a nil failed."""
    return any(
        (contract.call.is_number or (nils and contract.call.is_nil)) and not contract.made for contract in contracts
    )
