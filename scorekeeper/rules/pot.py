"""Steps of games that are played for chips: the points that decide the pot, the stakes, and who takes it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.scoring import Scoring
from scorekeeper.rules.seating import Side
from scorekeeper.words import rules as rule_words
from scorekeeper.words.rules import Ruling


@dataclass(frozen=True, slots=True)
class PointsForThePot:
    """A made bid counts its points and 1 for each overtrick, a failed one 1 for each trick: not yet the score."""

    def score(self, hand: Scoring) -> None:
        for contracts in hand.contracts:
            for contract in contracts:
                call, side = contract.call, contract.side
                if contract.made:
                    hand.add(
                        side,
                        call.made,
                        "contract-made",
                        (call.code, call.tricks, contract.tricks),
                        call.rule,
                        in_total=False,
                    )
                    if contract.overtricks:
                        hand.add(
                            side,
                            contract.overtricks,
                            "overtricks",
                            (contract.overtricks, 0),
                            "overtricks",
                            in_total=False,
                        )
                else:
                    hand.add(
                        side,
                        contract.tricks,
                        "tricks-only",
                        (call.code, call.tricks, contract.tricks),
                        call.rule,
                        in_total=False,
                    )

    def rulings(self) -> tuple[Ruling, ...]:
        return rule_words.points_for_the_pot()


@dataclass(frozen=True, slots=True)
class Stakes:
    """Each puts in the ante, and a chip for every trick bid."""

    ante: int

    def score(self, hand: Scoring) -> None:
        for contracts in hand.contracts:
            for contract in contracts:
                if self.ante:
                    hand.add(contract.side, -self.ante, "ante", (self.ante,), "ante")
                hand.add(contract.side, -contract.call.tricks, "stake", (contract.call.tricks,), "stake")

    def so_far(self, numbers: Sequence[int | None], waiting: int) -> str:
        """What lies in the pot with these bids on the table, in words; `waiting` was left from the hand before."""
        staked = sum(number for number in numbers if number is not None)
        return rule_words.pot_so_far(self.ante * len(numbers), staked, waiting)

    def rulings(self) -> tuple[Ruling, ...]:
        return rule_words.stakes(self.ante)


@dataclass(frozen=True, slots=True)
class Pot:
    """The highest hand points take all that was put in; a tie splits it evenly.

    Odd chips go one each to the tied sides, starting left of the dealer; with `carries_odd` they wait for the next pot.
    """

    carries_odd: bool

    def score(self, hand: Scoring) -> None:
        pot = hand.pot - sum(line.points for lines in hand.lines for line in lines if line.reason in ("ante", "stake"))
        points = [sum(line.points for line in lines if not line.in_total) for lines in hand.lines]
        winners = [side for side in hand.left_of_dealer() if points[side] == max(points)]
        share, odd = pot // len(winners), pot % len(winners)
        hand.pot = odd if self.carries_odd else 0
        for place, side in enumerate(winners):
            extra = 1 if place < odd and not self.carries_odd else 0
            _take(hand, side, share + extra, len(winners), pot)

    def rulings(self) -> tuple[Ruling, ...]:
        return (rule_words.pot(self.carries_odd),)


def _take(hand: Scoring, side: Side, chips: int, winners: int, pot: int) -> None:
    if winners == 1:
        hand.add(side, chips, "pot", (pot,), "pot")
    else:
        hand.add(side, chips, "pot-share", (pot, winners), "pot")
