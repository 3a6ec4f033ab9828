"""The limits that many rule sets share: deficits for blind calls, contradictory calls, sums, minimums."""

from dataclasses import dataclass

from scorekeeper.core.inputs import NOWHERE, Fault, faults
from scorekeeper.core.rules.calls import Aim
from scorekeeper.core.rules.deal import Bidding
from scorekeeper.core.rules.lines import Code, RuleText, rule_text_of
from scorekeeper.core.rules.seating import side_path


@dataclass(frozen=True, slots=True)
class BehindEnough:
    """A blind call needs its side to be this many `points` behind the leader before the hand."""

    points: int

    def objections(self, bidding: Bidding) -> list[Fault]:
        return [
            faults.NOT_BEHIND.at(
                side_path(bidding.side_of(seat)),
                {"call": call.code, "needed": call.behind, "behind": bidding.behind[bidding.side_of(seat)]},
                self.rule,
            )
            for seat in bidding.order
            for call in bidding.calls_of(seat)
            if call.behind > bidding.behind[bidding.side_of(seat)]
        ]

    @property
    def rule(self) -> str:
        return "behind"

    def rule_text(self) -> RuleText:
        return rule_text_of(self.rule, NEEDS_DEFICIT, self)


NEEDS_DEFICIT = Code("behind", BehindEnough)


@dataclass(frozen=True, slots=True)
class FirstTricksFit:
    """A call of first tricks goes with no exact bid of fewer tricks: the one would break the other.

    `calls` are the calls of first tricks, `bids` the exact bids after looking that are too low for the highest of
    them, and `blind` says whether other blind bids can be too low as well.
    """

    calls: tuple[str, ...]
    bids: tuple[str, ...]
    blind: bool

    def objections(self, bidding: Bidding) -> list[Fault]:
        objections = []
        for seat in bidding.order:
            calls = bidding.calls_of(seat)
            exact = [call for call in calls if call.aim is Aim.EXACTLY and not call.slot]
            objections += [
                faults.CONTRADICTS.at(
                    side_path(bidding.side_of(seat)),
                    {"first": call.code, "needed": call.tricks, "bid": bid.code, "most": bid.tricks},
                    self.rule,
                )
                for bid in exact
                for call in calls
                if call.aim is Aim.FIRST and call.tricks > bid.tricks
            ]
        return objections

    @property
    def rule(self) -> str:
        return "first-tricks"

    def rule_text(self) -> RuleText:
        return rule_text_of(self.rule, FIRST_TRICKS, self)


FIRST_TRICKS = Code("first-tricks", FirstTricksFit)


@dataclass(frozen=True, slots=True)
class NotTheTricks:
    """The bids may not add up to the tricks of the hand."""

    def objections(self, bidding: Bidding) -> list[Fault]:
        numbers = [number for number in bidding.numbers() if number is not None]
        if bidding.is_complete and sum(numbers) == bidding.seating.tricks:
            return [faults.SUM_IS_TRICKS.at(NOWHERE, {"tricks": bidding.seating.tricks}, self.rule)]
        return []

    @property
    def rule(self) -> str:
        return "may-total-tricks"

    def rule_text(self) -> RuleText:
        return rule_text_of(self.rule, NOT_THE_TRICKS, self)


NOT_THE_TRICKS = Code("may-total-tricks", NotTheTricks)


@dataclass(frozen=True, slots=True)
class SideMinimum:
    """A pair's contract has a minimum; two nils are not a contract."""

    least: int

    def objections(self, bidding: Bidding) -> list[Fault]:
        objections = []
        for side in bidding.seating.sides:
            calls = [bidding.calls_of(seat) for seat in bidding.seating.bidders_of(side)]
            numbers = [bid[0].tricks for bid in calls if bid and not bid[0].is_nil]
            if all(calls) and numbers and sum(numbers) < self.least:
                below: faults.BelowMinimum = {"total": sum(numbers), "least": self.least}
                objections.append(faults.BELOW_MINIMUM.at(side_path(side), below, self.rule))
        return objections

    @property
    def rule(self) -> str:
        return "team-minimum"

    def rule_text(self) -> RuleText:
        return rule_text_of(self.rule, SIDE_MINIMUM, self)


SIDE_MINIMUM = Code("team-minimum", SideMinimum)


@dataclass(frozen=True, slots=True)
class HighestBid:
    """No side's contract may be higher; partners' numbers add up, and no later bid can lower them."""

    most: int

    def objections(self, bidding: Bidding) -> list[Fault]:
        objections = []
        for side in bidding.seating.sides:
            bid = sum(bidding.number_of(seat) or 0 for seat in bidding.seating.bidders_of(side))
            if bid > self.most:
                above: faults.AboveHighest = {"total": bid, "most": self.most}
                objections.append(faults.ABOVE_HIGHEST.at(side_path(side), above, self.rule))
        return objections

    @property
    def rule(self) -> str:
        return "highest-bid"

    def rule_text(self) -> RuleText:
        return rule_text_of(self.rule, HIGHEST_BID, self)


HIGHEST_BID = Code("highest-bid", HighestBid)


@dataclass(frozen=True, slots=True)
class WithinTricks:
    """Partners' numbers may not add up to more than the tricks of the hand, which nobody can make."""

    def objections(self, bidding: Bidding) -> list[Fault]:
        objections, tricks = [], bidding.seating.tricks
        for side in bidding.seating.sides:
            bid = sum(bidding.number_of(seat) or 0 for seat in bidding.seating.bidders_of(side))
            if bid > tricks:
                impossible: faults.Impossible = {"total": bid, "tricks": tricks}
                objections.append(faults.IMPOSSIBLE.at(side_path(side), impossible, self.rule))
        return objections

    @property
    def rule(self) -> str:
        return "within-tricks"

    def rule_text(self) -> RuleText:
        return rule_text_of(self.rule, WITHIN_TRICKS, self)


WITHIN_TRICKS = Code("within-tricks", WithinTricks)


@dataclass(frozen=True, slots=True)
class MostTotal:
    """All bids of a hand together may not add up to more."""

    most: int

    def objections(self, bidding: Bidding) -> list[Fault]:
        if bidding.total <= self.most:
            return []
        return [faults.TOTAL_TOO_HIGH.at(NOWHERE, {"total": bidding.total, "most": self.most}, self.rule)]

    @property
    def rule(self) -> str:
        return "most-total"

    def rule_text(self) -> RuleText:
        return rule_text_of(self.rule, MOST_TOTAL, self)


MOST_TOTAL = Code("most-total", MostTotal)
