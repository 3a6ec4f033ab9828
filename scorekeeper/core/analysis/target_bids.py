"""Target bids: what a side still bidding could bid to reach the target, or win outright, with this hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.analysis.what_wins import Draft, filled
from scorekeeper.core.rules.calls import Aim, Call
from scorekeeper.core.rules.contracts import contracts_of, fit_in_a_pair
from scorekeeper.core.rules.deal import Bid, HandRecord, HandRules, Took
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Seat, Side

Calls = tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class TargetBids:
    """Numbers that reach the target when made without an overtrick, together with these other calls, also made.

    The numbers are the possible sums of the side's bids; without numbers the calls are enough.
    """

    added_calls: tuple[str, ...]
    blind: bool
    numbers: tuple[int, ...]

    @property
    def lowest(self) -> int:
        return min(self.numbers, default=0)

    def says_less_than(self, other: "TargetBids") -> bool:
        """Whether the other needs fewer calls, or no blind one, without needing a higher number."""
        if self == other or not self.numbers or not other.numbers:
            return False
        fewer = set(other.added_calls) <= set(self.added_calls) and other.blind <= self.blind
        return fewer and other.lowest <= self.lowest


def target_bids(board: Scoreboard, draft: Draft, side: Side) -> tuple[TargetBids, ...]:
    """Every kind of bid that is still open to the side and reaches the target, the plain numbers first.

    Leaves out a kind that needs more calls than another without a lower number, and of those without a number all
    that need more calls of who trails than another. Empty if nothing reaches the target, or
    the side has already bid.
    """
    numbers_by_kind = _reaching(board, draft, side)
    kinds = [
        TargetBids(added_calls, blind, tuple(sorted(numbers)))
        for (added_calls, blind), numbers in numbers_by_kind.items()
    ]
    by_code = board.next_deal.by_code
    bold = {
        kind: len([code for code in kind.added_calls if by_code[code].behind]) for kind in kinds if not kind.numbers
    }
    easiest = min(bold.values(), default=0)
    kinds = [
        kind
        for kind in kinds
        if (kind.numbers or bold[kind] == easiest) and not any(kind.says_less_than(other) for other in kinds)
    ]
    return tuple(sorted(kinds, key=lambda kind: (len(kind.added_calls) + kind.blind, kind.lowest)))


def _reaching(board: Scoreboard, draft: Draft, side: Side) -> dict[tuple[tuple[str, ...], bool], set[int]]:
    seating, deal = board.rules.seating, board.next_deal
    bidders = seating.bidders_of(side)
    missing = [seat for seat in bidders if draft[seat] is None]
    numbers_by_kind: dict[tuple[tuple[str, ...], bool], set[int]] = {}
    if not missing or not board.rules.scoring.target:
        return numbers_by_kind
    calls_by_seat = [_calls(deal, draft[seat]) for seat in bidders if draft[seat] is not None]
    calls_bid = [call for calls in calls_by_seat for call in calls]
    behind = max(score.total for score in board.scores) - board.scores[side].total
    tried: set[tuple[tuple[str, ...], bool, int]] = set()
    for bids in _bids_by(len(missing), _open_bids(deal, behind)):
        new = [call for calls in bids for call in calls]
        numbers = [call for call in (*calls_bid, *new) if call.is_number]
        number = sum(call.tricks for call in numbers)
        added_calls = tuple(sorted(call.code for call in new if not call.is_number and not call.is_partners))
        kind = (added_calls, any(call.blind for call in new if call.is_number))
        if number > seating.tricks or (*kind, number) in tried:
            continue
        if deal.partner_may_share_bid and not fit_in_a_pair(deal, [calls[0] for calls in (*calls_by_seat, *bids)]):
            continue
        tried.add((*kind, number))
        whole = list(filled(board, draft))
        for seat, calls in zip(missing, bids, strict=True):
            whole[seat] = Bid(tuple(call.code for call in calls))
        if _reaches(board, tuple(whole), side, [*calls_bid, *new]) and _may_bid(board, draft, bidders, whole):
            numbers_by_kind.setdefault(kind, set()).update([number] if numbers else [])
    return numbers_by_kind


def _may_bid(board: Scoreboard, draft: Draft, bidders: Sequence[Seat], whole: Sequence[Bid]) -> bool:
    """Whether the side's bids cause no objections beyond those that the other bids cause already.

    An objection that these bids change, such as a sum that is too high already, is theirs too.
    """
    bidding = board.bidding(tuple(draft))
    bids = tuple(whole[seat] if seat in bidders else bid for seat, bid in enumerate(draft))
    before = board.objections(bidding)
    after = board.objections(board.bidding(bids))
    return all(objection in before for objection in after)


def _calls(deal: HandRules, bid: Bid | None) -> list[Call]:
    return [] if bid is None else [deal.by_code[code] for code in bid.calls]


def _open_bids(deal: HandRules, behind: int) -> list[Calls]:
    """All bids of one bidder: each call alone, and a number with one call of each kind added."""
    calls = [call for call in deal.calls if call.behind <= behind]
    bids: list[Calls] = [(call,) for call in calls if not call.slot]
    for slot in deal.slots:
        added_calls = [call for call in calls if call.slot == slot]
        bids += [(*bid, call) for bid in bids if not bid[0].alone for call in added_calls]
    return bids


def _bids_by(bidders: int, bids: Sequence[Calls]) -> list[tuple[Calls, ...]]:
    """All combinations of bids of this many bidders."""
    if bidders == 1:
        return [(bid,) for bid in bids]
    return [(bid, *rest) for bid in bids for rest in _bids_by(bidders - 1, bids)]


def _reaches(board: Scoreboard, bids: tuple[Bid, ...], side: Side, calls: Sequence[Call]) -> bool:
    """Whether the side wins outright or reaches the target with the fewest tricks that make all its calls.

    The other sides' tricks do not matter here.
    """
    seating = board.rules.seating
    first = [call for call in calls if call.aim is Aim.FIRST]
    tricks = max([sum(call.tricks for call in calls if call.is_number), *(call.tricks for call in first)])
    made = tuple(call.code for call in first)
    took = tuple(
        Took(tricks if other == side else 0, tuple(0 for _ in seating.seats_of[other]), made if other == side else ())
        for other in seating.sides
    )
    contracts = contracts_of(board.next_deal, seating, HandRecord(bids, took), took, board.next_number)
    if not all(contract.made for contract in contracts[side]):
        return False
    scored = board.scored(HandRecord(bids, took), took, contracts)[0][side]
    return scored.wins_outright or scored.score.total >= board.rules.scoring.target
