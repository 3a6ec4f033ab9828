"""Which bids would bring a side to the target, made to the trick: for a side that is still bidding."""

from scorekeeper.core.analysis.what_wins import Draft, filled
from scorekeeper.core.rules.contracts import contracts_of
from scorekeeper.core.rules.record import Bid, HandRecord, Took
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Side


def numbers_that_reach(board: Scoreboard, draft: Draft, side: Side) -> tuple[int, ...]:
    """The numbers that the side's bids may add up to, which reach the target when they are made and no trick more.

    Bids that stand are part of them. Empty where none does, or the side has bid already.
    """
    seating, deal = board.rules.seating, board.next_deal
    own = seating.bidders_of(side)
    missing = [seat for seat in own if draft[seat] is None]
    standing = [draft[seat] for seat in own]
    said = [deal.by_code[bid.calls[0]].tricks for bid in standing if bid is not None]
    if not missing or not board.rules.play.target:
        return ()
    found = []
    for number in range(seating.tricks + 1):
        codes = _codes_for(board, number - sum(said), len(missing))
        if codes:
            bids = list(filled(board, draft))
            for seat, code in zip(missing, codes, strict=True):
                bids[seat] = Bid((code,))
            if _reaches(board, tuple(bids), side, number):
                found.append(number)
    return tuple(found)


def _codes_for(board: Scoreboard, number: int, bidders: int) -> tuple[str, ...]:
    """Ordinary calls of so many bidders that add up to the number; empty where there are none."""
    calls = [call for call in board.next_deal.calls if call.is_number and not call.blind]
    if bidders == 1:
        return next(((call.code,) for call in calls if call.tricks == number), ())
    for call in calls:
        rest = _codes_for(board, number - call.tricks, bidders - 1)
        if rest:
            return (call.code, *rest)
    return ()


def _reaches(board: Scoreboard, bids: tuple[Bid, ...], side: Side, number: int) -> bool:
    """Whether so many tricks bring the side to the target, where none is taken by a seat that promised none.

    What the others take is nothing to it.
    """
    seating = board.rules.seating
    took = tuple(Took(number if own == side else 0, tuple(0 for _ in seating.seats_of[own])) for own in seating.sides)
    record = HandRecord(bids, took)
    contracts = contracts_of(board.next_deal, seating, record, took, board.next_number)
    return board.scored(record, took, contracts)[0][side].standing.total >= board.rules.play.target
