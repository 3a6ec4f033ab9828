"""The limits that many rule sets share: deficits of blind calls, bids that may only rise or fall, sums, minimums."""

from dataclasses import dataclass

from scorekeeper.rules.calls import Aim, Call
from scorekeeper.rules.deal import Bidding
from scorekeeper.rules.lines import Objection
from scorekeeper.rules.seating import Seat


@dataclass(frozen=True, slots=True)
class BehindEnough:
    """A blind call needs its side to be so far behind the leader before the hand."""

    def objections(self, bidding: Bidding) -> list[Objection]:
        return [
            Objection(
                "not-behind",
                (call.code, call.behind, bidding.behind[bidding.side_of(seat)]),
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

    def words(self) -> str:
        return "a blind call only when far enough behind"


@dataclass(frozen=True, slots=True)
class MayOnlyRise:
    """A bid that was written down may be raised before the first card, never lowered; what stood beside it stays."""

    def objections(self, bidding: Bidding) -> list[Objection]:
        return [
            Objection("lowered", ("+".join(before), "+".join(after)), self.rule, bidding.side_of(seat))
            for seat, before, after in _replaced(bidding)
            if _is_lower(_calls(bidding, before), _calls(bidding, after))
        ]

    @property
    def rule(self) -> str:
        return "raising"

    def words(self) -> str:
        return "a bid may be raised before the first card, never lowered"


@dataclass(frozen=True, slots=True)
class BlindComesFirst:
    """A blind call is made before looking at the cards: it may become an ordinary one, which never becomes blind."""

    def objections(self, bidding: Bidding) -> list[Objection]:
        return [
            Objection("blind-after-looking", ("+".join(before), "+".join(after)), self.rule, bidding.side_of(seat))
            for seat, before, after in _replaced(bidding)
            if any(not call.blind for call in _calls(bidding, before))
            and any(call.blind and call.code not in before for call in _calls(bidding, after))
        ]

    @property
    def rule(self) -> str:
        return "blind-first"

    def words(self) -> str:
        return "a blind call comes before looking at the cards"


@dataclass(frozen=True, slots=True)
class FirstTricksFit:
    """A call of first tricks stands beside no exact bid of fewer tricks: the one would break the other."""

    def objections(self, bidding: Bidding) -> list[Objection]:
        found = []
        for seat in bidding.order:
            calls = bidding.calls_of(seat)
            exact = [call for call in calls if call.aim is Aim.EXACTLY and not call.slot]
            found += [
                Objection(
                    "contradicts", (call.code, call.tricks, bid.code, bid.tricks), self.rule, bidding.side_of(seat)
                )
                for bid in exact
                for call in calls
                if call.aim is Aim.FIRST and call.tricks > bid.tricks
            ]
        return found

    @property
    def rule(self) -> str:
        return "first-tricks"

    def words(self) -> str:
        return "a call of first tricks stands beside no exact bid of fewer"


@dataclass(frozen=True, slots=True)
class MayOnlyFall:
    """A bid may be lowered in later rounds, never raised, and no more often than there are rounds after the first."""

    rounds: int

    def objections(self, bidding: Bidding) -> list[Objection]:
        found = [
            Objection("raised", ("+".join(before), "+".join(after)), self.rule, bidding.side_of(seat))
            for seat, before, after in _replaced(bidding)
            if _calls(bidding, after)[0].tricks > _calls(bidding, before)[0].tricks
        ]
        for seat in bidding.order:
            changes = sum(before != after for own, before, after in _replaced(bidding) if own == seat)
            if changes >= self.rounds:
                found.append(Objection("too-many-rounds", (changes, self.rounds - 1), self.rule, bidding.side_of(seat)))
        return found

    @property
    def rule(self) -> str:
        return "lowering"

    def words(self) -> str:
        return "on the second turn a bid may be kept or lowered, once"


@dataclass(frozen=True, slots=True)
class NotTheTricks:
    """The bids may not add up to the tricks of the hand."""

    def objections(self, bidding: Bidding) -> list[Objection]:
        numbers = [number for number in bidding.numbers() if number is not None]
        if bidding.is_complete and sum(numbers) == bidding.seating.tricks:
            return [Objection("sum-is-tricks", (bidding.seating.tricks,), self.rule)]
        return []

    @property
    def rule(self) -> str:
        return "may-total-tricks"

    def words(self) -> str:
        return "the bids may not add up to the tricks of the hand"


@dataclass(frozen=True, slots=True)
class SideMinimum:
    """A pair's contract is at least so many; two nils have no contract."""

    least: int

    def objections(self, bidding: Bidding) -> list[Objection]:
        found = []
        for side in bidding.seating.sides:
            calls = [bidding.calls_of(seat) for seat in bidding.seating.bidders_of(side)]
            numbers = [said[0].tricks for said in calls if said and not said[0].is_zero]
            if all(calls) and numbers and sum(numbers) < self.least:
                found.append(Objection("below-minimum", (sum(numbers), self.least), self.rule, side))
        return found

    @property
    def rule(self) -> str:
        return "team-minimum"

    def words(self) -> str:
        return f"a pair bids at least {self.least}"


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
    if not (before[0].is_zero and not after[0].is_zero) and _promises_less(before[0], after[0]):
        return True
    beside = {call.slot: call for call in after if call.slot}
    return any(call.slot not in beside or _promises_less(call, beside[call.slot]) for call in before if call.slot)


def _promises_less(before: Call, after: Call) -> bool:
    """Fewer tricks, or as many for fewer points: a blind 6 that becomes a 6, a double nil that becomes a nil."""
    return after.tricks < before.tricks or (after.tricks == before.tricks and after.made < before.made)
