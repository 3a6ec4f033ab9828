"""Checks by name, for hands with a rule of their own: sums, sets, pairs, places. They work on bids as they come in."""

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.rules.calls import Call
from scorekeeper.rules.deal import Bidding, Deal
from scorekeeper.rules.lines import Figure, Objection
from scorekeeper.rules.seating import Side
from scorekeeper.words import checks as check_words
from scorekeeper.words import plain

RULE = "deals"
"""The anchor of a rule set's list of deals."""

BLIND = "blind-"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that the bids of a hand are held to: a kind of `KINDS`, with its parts; what it does not take is empty.

    `bids` are as a sheet writes them ("9", "nil"); a blind call is what it would be with looking. `by` are places in
    the bidding, the first bidder being 1; none given: everyone.
    """

    kind: str
    number: int = 0
    bids: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    by: tuple[int, ...] = ()


Plain = tuple[str, int]
"""A bid as a check sees it: what was said, and the number, a nil being 0."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The bids of a hand from the first bidder to the dealer, None where none was made yet.

    `most` is the highest number.
    """

    bids: tuple[Plain | None, ...]
    sides: tuple[Side, ...]
    most: int

    @property
    def known(self) -> list[Plain]:
        return [bid for bid in self.bids if bid is not None]

    @property
    def to_come(self) -> int:
        return sum(bid is None for bid in self.bids)

    def at(self, places: tuple[int, ...]) -> list[tuple[int, Plain]]:
        """The bids that were made at these places, or at all, each with its place."""
        return [
            (place, bid)
            for place, bid in enumerate(self.bids, start=1)
            if bid is not None and (not places or place in places)
        ]

    def of(self, side: Side) -> "Heard":
        """What one side has said."""
        bids = tuple(self.bids[i] for i in range(len(self.bids)) if self.sides[i] == side)
        return Heard(bids, tuple(side for _ in bids), self.most)

    def with_bid(self, place: int, bid: Plain) -> "Heard":
        return Heard((*self.bids[: place - 1], bid, *self.bids[place:]), self.sides, self.most)


Fault = tuple[tuple[Figure, ...], Side | None]
"""The figures of what is wrong, and the side whose doing it is, where it is one side's."""


def _sum_is(check: Check, heard: Heard) -> list[Fault]:
    total = sum(number for _, number in heard.known)
    if check.bids and (heard.to_come or any(said in check.bids for said, _ in heard.known)):
        return []
    if total == check.number or total < check.number <= total + heard.to_come * heard.most:
        return []
    return [((total, check.number), None)]


def _sum_at_most(check: Check, heard: Heard) -> list[Fault]:
    total = sum(number for _, (_, number) in heard.at(check.by))
    return [((total, check.number, plain.places(check.by)), None)] if total > check.number else []


def _at_least(check: Check, heard: Heard) -> list[Fault]:
    return [
        ((place, said, check.number), None) for place, (said, number) in heard.at(check.by) if number < check.number
    ]


def _one_of(check: Check, heard: Heard) -> list[Fault]:
    return [
        ((place, said, plain.either(check.bids)), None)
        for place, (said, _) in heard.at(check.by)
        if said not in check.bids
    ]


def _how_many(check: Check, heard: Heard) -> list[Fault]:
    figures = _miscounted(check, heard)
    return [(figures, None)] if figures else []


def _in_each_pair(check: Check, heard: Heard) -> list[Fault]:
    counted = [(_miscounted(check, heard.of(side)), side) for side in sorted(set(heard.sides))]
    return [(figures, side) for figures, side in counted if figures]


def _miscounted(check: Check, heard: Heard) -> tuple[Figure, ...]:
    count = sum(said in check.bids for said, _ in heard.known)
    if check.low - heard.to_come <= count <= check.high:
        return ()
    return (count, plain.either(check.bids), check.low, check.high, heard.to_come)


def _partners_alike(check: Check, heard: Heard) -> list[Fault]:
    pairs = [(heard.of(side).known, side) for side in sorted(set(heard.sides))]
    return [((said[0][0], said[-1][0]), side) for said, side in pairs if len({number for _, number in said}) > 1]


def _all_alike(check: Check, heard: Heard) -> list[Fault]:
    said = heard.at(())
    return [((place, bid[0], said[0][1][0]), None) for place, bid in said if bid[1] != said[0][1][1]]


def _rising(check: Check, heard: Heard) -> list[Fault]:
    said = heard.at(())
    faults: list[Fault] = []
    for i in range(1, len(said)):
        (before, (_, number)), (place, bid) = said[i - 1], said[i]
        due = number + check.number * (place - before)
        if bid[1] != due:
            faults.append(((place, bid[0], due), None))
    return faults


def _only_by(check: Check, heard: Heard) -> list[Fault]:
    return [
        ((place, said, plain.places(check.by)), None)
        for place, (said, _) in heard.at(())
        if said in check.bids and place not in check.by
    ]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of check: the parts that it needs and those that it may have, and what it finds.

    Of bids that are not all made it finds what is wrong whatever still comes; in a complete bidding, what is wrong.
    """

    key: str
    needs: tuple[str, ...]
    may: tuple[str, ...]
    faults: Callable[[Check, Heard], list[Fault]]

    @property
    def name(self) -> str:
        return check_words.KINDS_OF_CHECKS[self.key]


KINDS = {
    kind.key: kind
    for kind in (
        Kind("sum-is", ("number",), ("bids",), _sum_is),
        Kind("sum-at-most", ("number",), ("by",), _sum_at_most),
        Kind("at-least", ("number",), ("by",), _at_least),
        Kind("one-of", ("bids",), ("by",), _one_of),
        Kind("how-many", ("bids", "low", "high"), (), _how_many),
        Kind("in-each-pair", ("bids", "low", "high"), (), _in_each_pair),
        Kind("partners-alike", (), (), _partners_alike),
        Kind("all-alike", (), (), _all_alike),
        Kind("rising", ("number",), (), _rising),
        Kind("only-by", ("bids",), ("by",), _only_by),
    )
}
"""All kinds of checks, by name."""


def words_of(check: Check) -> str:
    """The check in a few words: `the bids add up to 13`."""
    return check_words.CHECKS[check.kind](check.number, check.bids, check.low, check.high, check.by)


@dataclass(frozen=True, slots=True)
class Checked:
    """A hand's own rule for its bidding: all of these checks."""

    checks: tuple[Check, ...]

    def objections(self, bidding: Bidding) -> list[Objection]:
        heard = _heard(bidding)
        name = bidding.deal.name
        found = [
            Objection(check.kind, (name, *figures), RULE, side)
            for check in self.checks
            for figures, side in KINDS[check.kind].faults(check, heard)
        ]
        if found or bidding.is_complete or not heard.known or self._can_fit(bidding.deal, heard):
            return found
        return [Objection("cannot-fit", (name, self.words()), RULE)]

    @property
    def rule(self) -> str:
        return RULE

    def words(self) -> str:
        return "; ".join(words_of(check) for check in self.checks)

    def _is_broken(self, heard: Heard) -> bool:
        return any(KINDS[check.kind].faults(check, heard) for check in self.checks)

    def _can_fit(self, deal: Deal, heard: Heard) -> bool:
        """Whether anything that may still be bid makes all the checks right together."""
        calls = dict.fromkeys(_plain(call) for call in deal.calls if not call.slot)
        choices = {
            place: [bid for bid in calls if not self._is_broken(heard.with_bid(place, bid))]
            for place, bid in enumerate(heard.bids, start=1)
            if bid is None
        }
        return self._fits(heard, choices)

    def _fits(self, heard: Heard, choices: dict[int, list[Plain]]) -> bool:
        place = next((place for place in choices if heard.bids[place - 1] is None), None)
        if place is None:
            return True
        tried = [heard.with_bid(place, bid) for bid in choices[place]]
        return any(self._fits(more, choices) for more in tried if not self._is_broken(more))


def _plain(call: Call) -> Plain:
    return (call.code[len(BLIND) :] if call.code.startswith(BLIND) else call.code, call.tricks)


def _heard(bidding: Bidding) -> Heard:
    said = [bidding.calls_of(seat) for seat in bidding.order]
    return Heard(
        bids=tuple(_plain(calls[0]) if calls else None for calls in said),
        sides=tuple(bidding.side_of(seat) for seat in bidding.order),
        most=bidding.seating.tricks,
    )
