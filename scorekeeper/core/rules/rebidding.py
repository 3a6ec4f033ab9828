"""The limits on changing a bid: not at all, only up, only down, and never back to blind after looking."""

from dataclasses import dataclass

from scorekeeper.core.inputs import Fault, faults
from scorekeeper.core.rules.calls import Call
from scorekeeper.core.rules.deal import Bidding
from scorekeeper.core.rules.lines import Code, RuleText, rule_text_of
from scorekeeper.core.rules.seating import Seat, side_path


@dataclass(frozen=True, slots=True)
class NoRebid:
    """A bid may not be changed: there is one round of bidding."""

    def objections(self, bidding: Bidding) -> list[Fault]:
        return [
            faults.CHANGED.at(side_path(bidding.side_of(seat)), {"before": before, "after": after}, self.rule)
            for seat, before, after in _replaced(bidding)
            if before != after
        ]

    @property
    def rule(self) -> str:
        return "one-round"

    def rule_text(self) -> RuleText:
        return rule_text_of(self.rule, ONE_ROUND, self)


ONE_ROUND = Code("one-round", NoRebid)


@dataclass(frozen=True, slots=True)
class MayOnlyRise:
    """A bid may be raised before the first card, never lowered; the calls with it stay."""

    def objections(self, bidding: Bidding) -> list[Fault]:
        return [
            faults.LOWERED.at(side_path(bidding.side_of(seat)), {"before": before, "after": after}, self.rule)
            for seat, before, after in _replaced(bidding)
            if _is_lower(_calls(bidding, before), _calls(bidding, after))
        ]

    @property
    def rule(self) -> str:
        return "raising"

    def rule_text(self) -> RuleText:
        return rule_text_of(self.rule, RAISING, self)


RAISING = Code("raising", MayOnlyRise)


@dataclass(frozen=True, slots=True)
class BlindComesFirst:
    """A blind call is made before looking: it may become an ordinary one, which never becomes blind.

    `raised_after_looking`: whoever raises has looked, so a blind number may be kept, but nothing blind is said then.
    """

    raised_after_looking: bool = False

    def objections(self, bidding: Bidding) -> list[Fault]:
        return [
            faults.BLIND_AFTER_LOOKING.at(
                side_path(bidding.side_of(seat)), {"before": before, "after": after}, self.rule
            )
            for seat, before, after in _replaced(bidding)
            if self._turns_blind(_calls(bidding, before), _calls(bidding, after))
        ]

    def _turns_blind(self, before: tuple[Call, ...], after: tuple[Call, ...]) -> bool:
        """Whether a blind call follows an ordinary one, or comes with a raise and so after looking."""
        added = [call for call in after if call.blind and call not in before]
        return bool(added) and (self.raised_after_looking or any(not call.blind for call in before))

    @property
    def rule(self) -> str:
        return "blind-first"

    def rule_text(self) -> RuleText:
        return rule_text_of(self.rule, BLIND_FIRST, self)


BLIND_FIRST = Code("blind-first", BlindComesFirst)


@dataclass(frozen=True, slots=True)
class MayOnlyFall:
    """A bid may be lowered in later rounds, never raised, and at most once per round."""

    rounds: int

    def objections(self, bidding: Bidding) -> list[Fault]:
        replaced = _replaced(bidding)
        objections = [
            faults.RAISED.at(side_path(bidding.side_of(seat)), {"before": before, "after": after}, self.rule)
            for seat, before, after in replaced
            if _calls(bidding, after)[0].tricks > _calls(bidding, before)[0].tricks
        ]
        for seat in bidding.order if replaced else ():
            changes = sum(before != after for changed_seat, before, after in replaced if changed_seat == seat)
            if changes >= self.rounds:
                often: faults.TooManyChanges = {"changes": changes, "allowed": self.rounds - 1}
                objections.append(faults.TOO_MANY_ROUNDS.at(side_path(bidding.side_of(seat)), often, self.rule))
        return objections

    @property
    def rule(self) -> str:
        return "lowering"

    def rule_text(self) -> RuleText:
        return rule_text_of(self.rule, LOWERING, self)


LOWERING = Code("lowering", MayOnlyFall)


def _replaced(bidding: Bidding) -> list[tuple[Seat, tuple[str, ...], tuple[str, ...]]]:
    """Each replaced bid, with its seat and the one that came next."""
    steps: list[tuple[Seat, tuple[str, ...], tuple[str, ...]]] = []
    for seat in bidding.order:
        bid = bidding.bids[seat]
        if bid is not None and bid.earlier:
            rounds = (*bid.earlier, bid.calls)
            steps.extend((seat, rounds[i], rounds[i + 1]) for i in range(len(rounds) - 1))
    return steps


def _calls(bidding: Bidding, codes: tuple[str, ...]) -> tuple[Call, ...]:
    return tuple(bidding.deal.by_code[code] for code in codes)


def _is_lower(before: tuple[Call, ...], after: tuple[Call, ...]) -> bool:
    """Whether the bid or the calls with it promise less, or a call was dropped.

    A nil said after looking may become a number (0 rises to 5), one said before looking must stay; a number never
    becomes a nil. A blind number may be looked at and raised.
    """
    if _promises_less(before[0], after[0]) or (_is_blind_nil(before[0]) and before[0] != after[0]):
        return True
    beside = {call.slot: call for call in after if call.slot}
    return any(call.slot not in beside or _promises_less(call, beside[call.slot]) for call in before if call.slot)


def _promises_less(before: Call, after: Call) -> bool:
    """Fewer tricks, or as many at a lower price: a blind 6 that becomes a 6, a double naught that becomes a naught.

    A call that wins the game is worth more than any price; a blind call may not be kept as an ordinary one.
    """
    if after.tricks != before.tricks:
        return after.tricks < before.tricks
    if before.wins != after.wins:
        return before.wins
    return after.made < before.made or (before.blind and not after.blind)


def _is_blind_nil(call: Call) -> bool:
    """A nil said before looking. A blind 0, where 0 is an ordinary number, may be raised."""
    return call.is_nil and call.blind and not call.is_number
