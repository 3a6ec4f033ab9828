"""The limits that many rule sets share: deficits of blind calls, bids that may only rise or fall, sums, minimums."""

from dataclasses import dataclass

from scorekeeper.core.rules.calls import Aim, Call
from scorekeeper.core.rules.deal import Bidding
from scorekeeper.core.rules.lines import Code, Objection, Ruling, objection_of, ruling_of
from scorekeeper.core.rules.objections import (
    BELOW_MINIMUM,
    BLIND_AFTER_LOOKING,
    CHANGED,
    CONTRADICTS,
    LOWERED,
    NOT_BEHIND,
    RAISED,
    SUM_IS_TRICKS,
    TOO_MANY_ROUNDS,
    BelowMinimum,
    Contradiction,
    NotBehind,
    Replaced,
    SumIsTricks,
    TooManyChanges,
)
from scorekeeper.core.rules.seating import Seat


@dataclass(frozen=True, slots=True)
class BehindEnough:
    """A blind call needs its side to be so far behind the leader before the hand."""

    def objections(self, bidding: Bidding) -> list[Objection]:
        return [
            objection_of(
                NOT_BEHIND,
                NotBehind(call.code, call.behind, bidding.behind[bidding.side_of(seat)]),
                self.rule,
                bidding.side_of(seat),
            )
            for seat in bidding.order
            for call in bidding.calls_of(seat)
            if call.behind > bidding.behind[bidding.side_of(seat)]
        ]

    @property
    def rule(self) -> str:
        return "behind"

    def ruling(self) -> Ruling:
        return ruling_of(self.rule, NEEDS_DEFICIT, self)


NEEDS_DEFICIT = Code("behind", BehindEnough)


@dataclass(frozen=True, slots=True)
class NoRebid:
    """A bid that was said may not be changed: there is one round of bidding."""

    def objections(self, bidding: Bidding) -> list[Objection]:
        return [
            objection_of(CHANGED, Replaced(before, after), self.rule, bidding.side_of(seat))
            for seat, before, after in _replaced(bidding)
            if before != after
        ]

    @property
    def rule(self) -> str:
        return "one-round"

    def ruling(self) -> Ruling:
        return ruling_of(self.rule, ONE_ROUND, self)


ONE_ROUND = Code("one-round", NoRebid)


@dataclass(frozen=True, slots=True)
class MayOnlyRise:
    """A bid that was written down may be raised before the first card, never lowered; what stood beside it stays."""

    def objections(self, bidding: Bidding) -> list[Objection]:
        return [
            objection_of(LOWERED, Replaced(before, after), self.rule, bidding.side_of(seat))
            for seat, before, after in _replaced(bidding)
            if _is_lower(_calls(bidding, before), _calls(bidding, after))
        ]

    @property
    def rule(self) -> str:
        return "raising"

    def ruling(self) -> Ruling:
        return ruling_of(self.rule, RAISING, self)


RAISING = Code("raising", MayOnlyRise)


@dataclass(frozen=True, slots=True)
class BlindComesFirst:
    """A blind call is made before looking at the cards: it may become an ordinary one, which never becomes blind."""

    def objections(self, bidding: Bidding) -> list[Objection]:
        return [
            objection_of(BLIND_AFTER_LOOKING, Replaced(before, after), self.rule, bidding.side_of(seat))
            for seat, before, after in _replaced(bidding)
            if any(not call.blind for call in _calls(bidding, before))
            and any(call.blind and call.code not in before for call in _calls(bidding, after))
        ]

    @property
    def rule(self) -> str:
        return "blind-first"

    def ruling(self) -> Ruling:
        return ruling_of(self.rule, BLIND_FIRST, self)


BLIND_FIRST = Code("blind-first", BlindComesFirst)


@dataclass(frozen=True, slots=True)
class FirstTricksFit:
    """A call of first tricks stands beside no exact bid of fewer tricks: the one would break the other."""

    def objections(self, bidding: Bidding) -> list[Objection]:
        found = []
        for seat in bidding.order:
            calls = bidding.calls_of(seat)
            exact = [call for call in calls if call.aim is Aim.EXACTLY and not call.slot]
            found += [
                objection_of(
                    CONTRADICTS,
                    Contradiction(call.code, call.tricks, bid.code, bid.tricks),
                    self.rule,
                    bidding.side_of(seat),
                )
                for bid in exact
                for call in calls
                if call.aim is Aim.FIRST and call.tricks > bid.tricks
            ]
        return found

    @property
    def rule(self) -> str:
        return "first-tricks"

    def ruling(self) -> Ruling:
        return ruling_of(self.rule, FIRST_TRICKS, self)


FIRST_TRICKS = Code("first-tricks", FirstTricksFit)


@dataclass(frozen=True, slots=True)
class MayOnlyFall:
    """A bid may be lowered in later rounds, never raised, and no more often than there are rounds after the first."""

    rounds: int

    def objections(self, bidding: Bidding) -> list[Objection]:
        found = [
            objection_of(RAISED, Replaced(before, after), self.rule, bidding.side_of(seat))
            for seat, before, after in _replaced(bidding)
            if _calls(bidding, after)[0].tricks > _calls(bidding, before)[0].tricks
        ]
        for seat in bidding.order:
            changes = sum(before != after for own, before, after in _replaced(bidding) if own == seat)
            if changes >= self.rounds:
                figures = TooManyChanges(changes, self.rounds - 1)
                found.append(objection_of(TOO_MANY_ROUNDS, figures, self.rule, bidding.side_of(seat)))
        return found

    @property
    def rule(self) -> str:
        return "lowering"

    def ruling(self) -> Ruling:
        return ruling_of(self.rule, LOWERING, self)


LOWERING = Code("lowering", MayOnlyFall)


@dataclass(frozen=True, slots=True)
class NotTheTricks:
    """The bids may not add up to the tricks of the hand."""

    def objections(self, bidding: Bidding) -> list[Objection]:
        numbers = [number for number in bidding.numbers() if number is not None]
        if bidding.is_complete and sum(numbers) == bidding.seating.tricks:
            return [objection_of(SUM_IS_TRICKS, SumIsTricks(bidding.seating.tricks), self.rule)]
        return []

    @property
    def rule(self) -> str:
        return "may-total-tricks"

    def ruling(self) -> Ruling:
        return ruling_of(self.rule, NOT_THE_TRICKS, self)


NOT_THE_TRICKS = Code("may-total-tricks", NotTheTricks)


@dataclass(frozen=True, slots=True)
class SideMinimum:
    """A pair's contract is at least so many; two nils have no contract."""

    least: int

    def objections(self, bidding: Bidding) -> list[Objection]:
        found = []
        for side in bidding.seating.sides:
            calls = [bidding.calls_of(seat) for seat in bidding.seating.bidders_of(side)]
            numbers = [said[0].tricks for said in calls if said and not said[0].is_nil]
            if all(calls) and numbers and sum(numbers) < self.least:
                figures = BelowMinimum(sum(numbers), self.least)
                found.append(objection_of(BELOW_MINIMUM, figures, self.rule, side))
        return found

    @property
    def rule(self) -> str:
        return "team-minimum"

    def ruling(self) -> Ruling:
        return ruling_of(self.rule, SIDE_MINIMUM, self)


SIDE_MINIMUM = Code("team-minimum", SideMinimum)


def _replaced(bidding: Bidding) -> list[tuple[Seat, tuple[str, ...], tuple[str, ...]]]:
    """Each bid that was replaced, with its seat and the one that came next."""
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
    """Less promised by the bid, or by what stands beside it, or something beside it was dropped.

    A nil may become a number (0 rises to 5), a number never a nil. A blind number may be looked at and raised.
    """
    if not (before[0].is_nil and not after[0].is_nil) and _promises_less(before[0], after[0]):
        return True
    beside = {call.slot: call for call in after if call.slot}
    return any(call.slot not in beside or _promises_less(call, beside[call.slot]) for call in before if call.slot)


def _promises_less(before: Call, after: Call) -> bool:
    """Fewer tricks, or as many for fewer points: a blind 6 that becomes a 6, a double nil that becomes a nil."""
    return after.tricks < before.tricks or (after.tricks == before.tricks and after.made < before.made)
