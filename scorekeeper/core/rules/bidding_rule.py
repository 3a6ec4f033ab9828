"""A named hand's own bidding rule, which applies all of its limits together."""

from dataclasses import dataclass

from scorekeeper.core.inputs import NOWHERE, Fault, faults
from scorekeeper.core.rules.calls import BLIND, Call
from scorekeeper.core.rules.deal import Bidding, HandRules
from scorekeeper.core.rules.lines import Code, RuleText, rule_text_of
from scorekeeper.core.rules.scripted_limits import KINDS, RULE, BidsSoFar, Plain, ScriptedLimit


@dataclass(frozen=True, slots=True)
class BiddingRule:
    """A hand's own rule for its bidding: all of these limits together."""

    limits: tuple[ScriptedLimit, ...]

    def objections(self, bidding: Bidding) -> list[Fault]:
        so_far = _heard(bidding)
        objections = [fault for limit in self.limits for fault in KINDS[limit.kind].objections(limit, so_far)]
        if not objections and not bidding.is_complete and so_far.known and not self._can_fit(bidding.deal, so_far):
            objections = [faults.CANNOT_FIT.at(NOWHERE, {"limits": self.limits}, RULE)]
        return [objection.within(bidding.deal.name) for objection in objections]

    @property
    def rule(self) -> str:
        return RULE

    def rule_text(self) -> RuleText:
        return rule_text_of(RULE, BIDDING_RULE, self)

    def _is_broken(self, so_far: BidsSoFar) -> bool:
        return any(KINDS[limit.kind].wrong(limit, so_far) for limit in self.limits)

    def _can_fit(self, deal: HandRules, so_far: BidsSoFar) -> bool:
        """Whether some further bids satisfy all the limits together."""
        calls = dict.fromkeys(_plain(call) for call in deal.calls if not call.slot)
        choices = {
            position: [bid for bid in calls if not self._is_broken(so_far.with_bid(position, bid))]
            for position, bid in enumerate(so_far.bids, start=1)
            if bid is None
        }
        return self._fits(so_far, choices)

    def _fits(self, so_far: BidsSoFar, choices: dict[int, list[Plain]]) -> bool:
        position = next((position for position in choices if so_far.bids[position - 1] is None), None)
        if position is None:
            return True
        tried = [so_far.with_bid(position, bid) for bid in choices[position]]
        return any(self._fits(more, choices) for more in tried if not self._is_broken(more))


BIDDING_RULE = Code("deals", BiddingRule)


def _plain(call: Call) -> Plain:
    return (call.code[len(BLIND) :] if call.code.startswith(BLIND) else call.code, call.tricks)


def _heard(bidding: Bidding) -> BidsSoFar:
    calls_by_seat = [bidding.calls_of(seat) for seat in bidding.order]
    return BidsSoFar(
        bids=tuple(_plain(calls[0]) if calls else None for calls in calls_by_seat),
        sides=tuple(bidding.side_of(seat) for seat in bidding.order),
        most=bidding.seating.tricks,
    )
