"""Scoring steps of games played for chips: the points that decide the pot, the stakes, and who takes it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.rules.lines import Code, RuleText, rule_text_of
from scorekeeper.core.rules.scoring import Scoring
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.steps import OVERTRICKS, OvertrickLine


@dataclass(frozen=True, slots=True)
class PointsForThePot:
    """A made bid counts its points and 1 per overtrick, a failed one 1 per trick. These only decide the pot."""

    def score(self, hand: Scoring) -> None:
        for contracts in hand.contracts:
            for contract in contracts:
                if contract.made:
                    hand.add_contract(contract, contract.call.made, "contract-made", in_total=False)
                    if contract.overtricks:
                        params = OvertrickLine(contract.overtricks, 0)
                        hand.add(contract.side, contract.overtricks, OVERTRICKS, params, "overtricks", in_total=False)
                else:
                    hand.add_contract(contract, contract.tricks, "tricks-only", in_total=False)

    def rule_texts(self) -> tuple[RuleText, ...]:
        return (
            rule_text_of("overtricks", OVERTRICKS_FOR_THE_POT, self),
            rule_text_of("failed", FAILED_FOR_THE_POT, self),
        )


OVERTRICKS_FOR_THE_POT = Code("overtricks-for-the-pot", PointsForThePot)
FAILED_FOR_THE_POT = Code("failed-for-the-pot", PointsForThePot)


@dataclass(slots=True)
class ChipsLine:
    """Chips that a side puts into the pot."""

    chips: int


ANTE = Code("ante", ChipsLine)
STAKE = Code("stake", ChipsLine)


@dataclass(frozen=True, slots=True)
class PotSoFar:
    """The pot while bids are made: antes, chips bid, and chips left from the hand before."""

    antes: int
    staked: int
    waiting: int

    @property
    def chips(self) -> int:
        return self.antes + self.staked + self.waiting


@dataclass(frozen=True, slots=True)
class Stakes:
    """Each side puts in the ante, and a chip for every trick bid."""

    ante: int

    def score(self, hand: Scoring) -> None:
        for contracts in hand.contracts:
            for contract in contracts:
                if self.ante:
                    hand.add(contract.side, -self.ante, ANTE, ChipsLine(self.ante), "ante")
                staked = contract.call.tricks
                hand.add(contract.side, -staked, STAKE, ChipsLine(staked), "stake")

    def so_far(self, numbers: Sequence[int | None], waiting: int) -> PotSoFar:
        """The pot with these bids made; `waiting` was left from the hand before."""
        staked = sum(number for number in numbers if number is not None)
        return PotSoFar(self.ante * len(numbers), staked, waiting)

    def rule_texts(self) -> tuple[RuleText, ...]:
        staked = rule_text_of("stake", EVERYONE_STAKES, self)
        return (rule_text_of("ante", EVERYONE_ANTES, self), staked) if self.ante else (staked,)


EVERYONE_ANTES = Code("ante", Stakes)
EVERYONE_STAKES = Code("stake", Stakes)


@dataclass(slots=True)
class PotLine:
    """The pot, and how many share it."""

    pot: int
    winners: int


POT = Code("pot", PotLine)
POT_SHARE = Code("pot-share", PotLine)


@dataclass(frozen=True, slots=True)
class Pot:
    """The highest hand points take everything in the pot; a tie splits it evenly.

    Odd chips go one each to the tied sides, starting left of the dealer; with `carries_odd` they stay for the next pot.
    """

    carries_odd: bool

    def score(self, hand: Scoring) -> None:
        pot, points = hand.pot, []
        for lines in hand.lines:
            of_side = 0
            for line in lines:
                if isinstance(line.params, ChipsLine):
                    pot -= line.points
                elif not line.in_total:
                    of_side += line.points
            points.append(of_side)
        most = max(points)
        winners = [side for side in hand.seating.sides if points[side] == most]
        if len(winners) > 1:
            winners = [side for side in hand.left_of_dealer() if side in winners]
        share, odd = pot // len(winners), pot % len(winners)
        hand.pot = odd if self.carries_odd else 0
        for position, side in enumerate(winners):
            extra = 1 if position < odd and not self.carries_odd else 0
            _take(hand, side, share + extra, len(winners), pot)

    def rule_texts(self) -> tuple[RuleText, ...]:
        return (rule_text_of("pot", MOST_POINTS_TAKE, self),)


MOST_POINTS_TAKE = Code("pot", Pot)


def _take(hand: Scoring, side: Side, chips: int, winners: int, pot: int) -> None:
    code = POT if winners == 1 else POT_SHARE
    hand.add(side, chips, code, PotLine(pot, winners), "pot")
