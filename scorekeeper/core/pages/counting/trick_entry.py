"""The trick counts of a hand: which ones are needed, which follow from others, and the resulting record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.rules.calls import Aim, CountedOver
from scorekeeper.core.rules.deal import Bid, HandRecord, HandRules, Took
from scorekeeper.core.rules.seating import Seat, Seating, Side


@dataclass(frozen=True, slots=True)
class Count:
    """A count to enter: a side's tricks or, with `seat`, those of a seat that promised none."""

    name: str
    side: Side
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """The known counts of a hand, and the facts answered yes or no.

    `given` has the names of the counts that were entered, in that order; the other `values` follow from them.
    """

    counts: tuple[Count, ...]
    values: dict[str, int]
    given: tuple[str, ...]
    facts: dict[str, str]

    @property
    def sides(self) -> tuple[Count, ...]:
        """The counts of whole sides."""
        return tuple(count for count in self.counts if count.seat is None)

    @property
    def seats(self) -> tuple[Count, ...]:
        """The counts of seats that promised no tricks."""
        return tuple(count for count in self.counts if count.seat is not None)

    @property
    def is_complete(self) -> bool:
        return all(count.name in self.values for count in self.counts)

    def least(self, count: Count) -> int:
        """The lowest possible value of this count: a side has at least the tricks of its nils."""
        return 0 if count.seat is not None else self._of_seats(count.side)

    def most(self, count: Count, seating: Seating) -> int:
        """The highest possible value, given the other counts."""
        total = self.values.get(f"t{count.side}")
        by_players = self._of_seats(count.side, but=count.name) if count.seat is not None else 0
        if count.seat is not None and total is not None:
            return total - by_players
        others = [other for other in _own_counts(self.counts) if other.name not in (count.name, f"t{count.side}")]
        follows = len(others) == 1  # the only other side's count is not fixed, but follows
        taken = [self.least(o) if follows or o.name not in self.given else self.values[o.name] for o in others]
        return seating.tricks - sum(taken) - by_players

    def _of_seats(self, side: Side, but: str = "") -> int:
        """The tricks of the side's nils, as far as known."""
        return sum(self.values.get(count.name, 0) for count in self.seats if count.side == side and count.name != but)


def read_counts(deal: HandRules, seating: Seating, bids: tuple[Bid, ...], query: Mapping[str, str]) -> Counted:
    """The counts from a query, in the order they were given; later counts win over earlier ones that do not fit.

    If its side has another count, a nil counts as made unless the query says otherwise.
    """
    counts = counts_needed(deal, seating, bids)
    possible = {name: whole(text) for name, text in query.items() if 0 <= whole(text) <= seating.tricks}
    given = {name: possible[name] for name in possible if any(count.name == name for count in counts)}
    _drop_impossible(counts, seating, given)
    values = {count.name: 0 for count in counts if count.seat is not None and _has_total(counts, count.side)} | given
    _fill(counts, seating, values)
    facts = {name: query[name] for name in facts_asked(deal, seating, bids) if query.get(name) in ("yes", "no")}
    return Counted(counts, values, tuple(given), facts)


def counts_given(took: Sequence[Took], seating: Seating) -> dict[str, str]:
    """The counts of a recorded hand, as in a query."""
    given: dict[str, str] = {}
    for side, part in zip(seating.sides if took else (), took, strict=True):
        if part.seats:
            given.update(
                {f"s{seat}": str(count) for seat, count in zip(seating.seats_of[side], part.seats, strict=True)}
            )
        given[f"t{side}"] = str(part.tricks)
        given.update({f"f{side}-{code}": "yes" for code in part.made})
    return given


def counts_needed(deal: HandRules, seating: Seating, bids: tuple[Bid, ...]) -> tuple[Count, ...]:
    """The counts of each side: first those of seats that must be counted alone, then the side's."""
    counts = []
    for side in seating.sides:
        seats = seats_needed(deal, seating, bids, side)
        counts += [Count(f"s{seat}", side, seat) for seat in seats]
        if len(seats) < len(seating.seats_of[side]):
            counts.append(Count(f"t{side}", side))
    return tuple(counts)


def seats_needed(deal: HandRules, seating: Seating, bids: tuple[Bid, ...], side: Side) -> list[Seat]:
    """The seats of a side that promised no tricks, so that their own tricks matter."""
    seats = seating.seats_of[side]
    if len(seats) == 1:
        return []
    needed: list[Seat] = []
    for bidder in seating.bidders_of(side) if bids else ():
        calls = [deal.by_code[code] for code in bids[bidder].calls]
        zeros = [call for call in calls if call.is_nil and call.counted_over is not CountedOver.SIDE]
        needed += [seats[call.hand] if call.counted_over is CountedOver.HAND else bidder for call in zeros]
    return [seat for seat in seats if seat in needed]


def facts_asked(deal: HandRules, seating: Seating, bids: tuple[Bid, ...]) -> dict[str, tuple[Side, str]]:
    """The questions that no count answers, by field name: the side and the call."""
    return {
        f"f{seating.side_of[bidder]}-{code}": (seating.side_of[bidder], code)
        for bidder in seating.bidders
        if bids
        for code in bids[bidder].calls
        if deal.by_code[code].aim is Aim.FIRST
    }


def facts_open(
    counted: Counted, deal: HandRules, seating: Seating, bids: tuple[Bid, ...]
) -> dict[str, tuple[Side, str]]:
    """The questions still worth asking: who took all tricks took the first ones too, and who took fewer did not."""
    questions = facts_asked(deal, seating, bids)
    totals = {side: _total_of(counted, side) for side in seating.sides}
    return {
        name: (side, code)
        for name, (side, code) in questions.items()
        if _leaves_open(totals[side], deal.by_code[code].tricks, seating.tricks)
    }


def _leaves_open(took: int | None, first: int, all_tricks: int) -> bool:
    """Whether it is open if a side that took these tricks took the `first` ones; None: not counted yet."""
    return took is None or first <= took < all_tricks


def _total_of(counted: Counted, side: Side) -> int | None:
    """The side's tricks, if they are known."""
    if f"t{side}" in counted.values:
        return counted.values[f"t{side}"]
    seats = [counted.values.get(count.name) for count in counted.counts if count.side == side]
    return None if None in seats else sum([tricks for tricks in seats if tricks is not None])


def _drop_impossible(counts: tuple[Count, ...], seating: Seating, given: dict[str, int]) -> None:
    """Drop the earliest counts if the later ones leave no room for them."""

    def taken(side: Side) -> int:
        """The side's tricks so far, at least."""
        seats = sum(given.get(count.name, 0) for count in counts if count.side == side and count.seat is not None)
        return max(given.get(f"t{side}", 0), seats)

    for side in seating.sides:
        seats = [count.name for count in counts if count.side == side and count.seat is not None]
        while f"t{side}" in given and sum(given.get(name, 0) for name in seats) > given[f"t{side}"]:
            del given[next(name for name in given if name in (*seats, f"t{side}"))]
    independent = [count.name for count in _own_counts(counts)]
    while sum(taken(side) for side in seating.sides) > seating.tricks or all(name in given for name in independent):
        sums = [f"t{count.side}" if f"t{count.side}" in given else count.name for count in counts]
        del given[next(name for name in given if name in sums)]


def _fill(counts: tuple[Count, ...], seating: Seating, values: dict[str, int]) -> None:
    """Add the last missing count to `values`, if the others determine it."""
    names = [count.name for count in _own_counts(counts)]
    missing = [name for name in names if name not in values]
    if len(missing) == 1:
        values[missing[0]] = seating.tricks - sum(values[name] for name in names if name in values)


def _has_total(counts: tuple[Count, ...], side: Side) -> bool:
    return any(count.side == side and count.seat is None for count in counts)


def _own_counts(counts: tuple[Count, ...]) -> list[Count]:
    """The counts that add up to all tricks: each side's, or its seats' if it has no count of its own."""
    return [count for count in counts if count.seat is None or not _has_total(counts, count.side)]


def hand_record(counted: Counted, seating: Seating, deal: HandRules, bids: tuple[Bid, ...]) -> HandRecord | None:
    """The hand's record once all counts are known, else None. It may still be impossible to score."""
    facts = facts_open(counted, deal, seating, bids)
    if not counted.is_complete or set(facts) - set(counted.facts):
        return None
    took = []
    for side in seating.sides:
        seats: dict[Seat | None, int] = {
            c.seat: counted.values[c.name] for c in counted.counts if c.side == side and c.seat is not None
        }
        total = counted.values.get(f"t{side}", sum(seats.values()))
        made = tuple(code for name, (owner, code) in facts.items() if owner == side and counted.facts[name] == "yes")
        took.append(Took(total, _by_seat(seating, side, seats, total), made))
    return HandRecord(bids, tuple(took))


def _by_seat(seating: Seating, side: Side, seats: dict[Seat | None, int], total: int) -> tuple[int, ...]:
    if not seats:
        return ()
    rest = total - sum(seats.values())
    return tuple(seats.get(seat, rest) for seat in seating.seats_of[side])
