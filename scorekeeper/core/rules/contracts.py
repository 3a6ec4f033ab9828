"""From bids and tricks to contracts: each call with the tricks that decide it, made or not."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.core.inputs import InvalidInput, faults
from scorekeeper.core.rules.calls import FIRST, PARTNER, Call, CountedOver, FailedNilTricks
from scorekeeper.core.rules.deal import SET, Bid, HandRecord, HandRules, Took
from scorekeeper.core.rules.lines import Contract
from scorekeeper.core.rules.seating import Seat, Seating, Side, hand_path


def check_bid(deal: HandRules, bid: Bid, number: int, side: Side) -> None:
    """Refuse a bid that the deal does not have, in any round. Raises `InvalidInput`."""
    if len(bid.calls) == 1 and not bid.earlier and bid.calls[0] in deal.by_code and not deal.slots:
        return  # nearly always
    for codes in (*bid.earlier, bid.calls):
        if not codes:
            raise InvalidInput(faults.MISSING_BID.at(hand_path(number, side), {"calls": deal.codes}))
        for code in codes:
            if code not in deal.by_code:
                raise InvalidInput(faults.UNKNOWN_CALL.at(hand_path(number, side), {"bid": code, "calls": deal.codes}))
        if len(codes) > 1 or deal.by_code[codes[0]].slot:
            _check_beside(deal, tuple(deal.by_code[code] for code in codes), number, side)


def _check_beside(deal: HandRules, calls: tuple[Call, ...], number: int, side: Side) -> None:
    bids = [call for call in calls if not call.slot]
    slots = [call.slot for call in calls if call.slot]
    if len(bids) != 1 or calls[0].slot or (slots and bids[0].alone) or len(set(slots)) < len(slots):
        fault = faults.CALLS_APART if deal.slots else faults.ONE_CALL_ONLY
        raise InvalidInput(fault.at(hand_path(number, side), {"spelled": "+".join([call.code for call in calls])}))


def check_pairs(deal: HandRules, seating: Seating, bids: Sequence[Bid | None], number: int) -> None:
    """Refuse two numbers of a pair, or none, if one number is for both partners. Raises `InvalidInput`."""
    if not deal.partner_may_share_bid:
        return
    for side in seating.sides:
        side_bids = [bids[seat] for seat in seating.bidders_of(side)]
        calls = [deal.by_code[bid.calls[0]] for bid in side_bids if bid is not None]
        if not fit_in_a_pair(deal, calls, is_complete=None not in side_bids):
            numbers = [call.code for call in calls if call.is_number]
            if len(numbers) == 1 and not deal.one_number_a_pair:  # beside a partner who left it to this seat
                raise InvalidInput(faults.NOT_BLIND.at(hand_path(number, side), {"call": numbers[0]}))
            raise InvalidInput(faults.PAIR_NUMBERS.at(hand_path(number, side), {"found": len(numbers), "needed": 1}))


def fit_in_a_pair(deal: HandRules, calls: Sequence[Call], is_complete: bool = True) -> bool:
    """Whether partners can bid these calls together: one number if it is for both, as a blind one always is."""
    numbers = [call for call in calls if call.is_number]
    for_both = [call for call in numbers if deal.one_number_a_pair or call.blind]
    if for_both:
        return len(numbers) == 1
    if not is_complete:
        return True
    return not deal.one_number_a_pair and not any(call.is_partners for call in calls)


def contracts_of(
    deal: HandRules, seating: Seating, record: HandRecord, took: tuple[Took, ...], number: int
) -> tuple[tuple[Contract, ...], ...]:
    """The contracts of each side.

    `took` are the tricks that count, after reneges moved books; per seat if the side was counted that way.
    """
    return tuple([_side(deal, seating, side, record, took[side], number) for side in seating.sides])


def _side(
    deal: HandRules, seating: Seating, side: Side, record: HandRecord, took: Took, number: int
) -> tuple[Contract, ...]:
    zeros: list[Contract] = []
    numbers: list[Call] = []
    firsts: list[Call] = []
    for seat in seating.bidders_of(side) if record.bids else ():
        for code in record.bids[seat].calls:
            call = deal.by_code[code]
            if not call.tricks and call.is_nil:
                zeros.append(_zero(seating, side, seat, call, took, number))
            elif not call.slot and code != PARTNER:
                numbers.append(call)
            if call.aim is FIRST:
                firsts.append(call)
    tricks = took.tricks
    seats = seating.seats_of[side]
    for nil in zeros:
        seats = tuple(seat for seat in seats if seat not in nil.seats)
        if nil.made or nil.call.failed_tricks is not FailedNilTricks.PARTNER:
            tricks -= nil.tricks
    contracts = [_counted(side, call, seats, tricks) for call in _numbers(deal, numbers)]
    if record.reneges:
        contracts, zeros = _as_ruled(record, contracts), _as_ruled(record, zeros)
    if not (zeros or firsts):
        return tuple(contracts)  # nearly always
    contracts += [_first(side, seating, call, took, record.took[side]) for call in firsts]
    return tuple(contracts + _with_overtricks(zeros, bool(numbers)))


def _as_ruled(record: HandRecord, contracts: list[Contract]) -> list[Contract]:
    """The contracts of a side, its number set if a ruling says so; a number is also a 0 that has to be exact."""
    ruled = [part.by for part in record.reneges if part.costs == SET]
    return [
        replace(each, made=False, overtricks=0, ruled_set=True) if each.side in ruled and each.call.is_number else each
        for each in contracts
    ]


def are_joint(contracts: Sequence[Contract]) -> bool:
    """Whether these nils of partners are one call: they stand or fall together, and their tricks are nobody's."""
    return len(contracts) > 1 and all(nil.call.joint and nil.call.code == contracts[0].call.code for nil in contracts)


def _numbers(deal: HandRules, calls: list[Call]) -> list[Call]:
    """A side's number contract: partners' numbers added up if the deal says so."""
    if not deal.partnership_contracts:
        return calls
    total = 0
    for call in calls:
        if call.blind:
            return calls  # a blind number is the whole contract
        total += call.tricks
    return [deal.partnership_contracts[total - 1]] if total else calls[:1]  # two bids of 0 promise no more than one


def _zero(seating: Seating, side: Side, seat: Seat, call: Call, took: Took, number: int) -> Contract:
    seats = seating.seats_of[side]
    if call.counted_over is CountedOver.SIDE or len(seats) == 1:
        return _counted(side, call, seats, took.tricks)
    counted_seat = seats[call.hand] if call.counted_over is CountedOver.HAND else seat
    if not took.seats:
        if took.tricks:
            raise InvalidInput(faults.SEAT_NOT_COUNTED.at(hand_path(number, side), {"call": call.code}))
        return _counted(side, call, (counted_seat,), 0)
    return _counted(side, call, (counted_seat,), took.seats[seats.index(counted_seat)])


def _counted(side: Side, call: Call, seats: tuple[Seat, ...], tricks: int) -> Contract:
    made = call.is_made(tricks)
    return Contract(side, call, seats, tricks, made, tricks - call.tricks if made and call.overtricks else 0)


def _first(side: Side, seating: Seating, call: Call, took: Took, played: Took) -> Contract:
    """A call of first tricks: made as the table says, or if the side took every trick.

    Books that a renege moved later, which `took` counts and `played` does not, were not among the first tricks.
    """
    made = call.code in played.made or played.tricks == seating.tricks
    return Contract(side, call, seating.seats_of[side], took.tricks, made, 0)


def _with_overtricks(zeros: list[Contract], has_partner: bool) -> list[Contract]:
    return zeros if are_joint(zeros) else [_overtricks_of_nil(contract, has_partner) for contract in zeros]


def _overtricks_of_nil(contract: Contract, has_partner: bool) -> Contract:
    """A failed nil's tricks are overtricks if the rules say so, or if there is no contract for them to help."""
    go_to = contract.call.failed_tricks
    if contract.made or go_to is FailedNilTricks.NOWHERE or (go_to is FailedNilTricks.PARTNER and has_partner):
        return contract
    return Contract(contract.side, contract.call, contract.seats, contract.tricks, False, contract.tricks)
