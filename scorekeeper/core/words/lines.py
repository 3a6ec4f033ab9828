"""The sentences of score lines: `Bid 5, took 6`, `2 bags (now 11)`; also of the current run and pot."""

from collections.abc import Callable
from functools import lru_cache

from scorekeeper.core.rules.club_steps import BOOKS_MADE, TRICKS_TAKEN
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.pot import ANTE, POT, POT_SHARE, STAKE, PotSoFar
from scorekeeper.core.rules.steps import (
    ADJUSTMENT,
    BAG_PENALTY,
    BAGS,
    FAILED_NIL_BAGS,
    FAILED_NIL_OVERTRICKS,
    LONGER_PERFECT_RUN,
    OVERTRICK_PENALTY,
    OVERTRICKS,
    PERFECT_RUN,
    OvertrickLine,
    PenaltyLine,
    PerfectRun,
    RunLine,
)
from scorekeeper.core.words.language import (
    current_language,
    translate as _,
    translate_plural as _n,
    with_commas,
    with_note,
)
from scorekeeper.core.words.vocabulary import call_word, counted, text_for


def line_text(line: LineItem) -> str:
    """The sentence of a score line."""
    if isinstance(line.params, Contract):
        return CONTRACTS.get(line.reason, _other_call)(line.params)
    return LINES[line.reason](line.params)


def _contract(contract: Contract) -> str:
    if contract.ruled_set:
        return _("{bid_and_tricks}; ruled a set", bid_and_tricks=_taken(contract))
    return _taken(contract)


def _taken(contract: Contract) -> str:
    return _bid_and_tricks(current_language(), contract.call.code, contract.call.tricks, contract.tricks)


@lru_cache(maxsize=500)  # an export has thousands of them, mostly of the same few numbers
def _bid_and_tricks(_language: str, code: str, bid: int, tricks: int) -> str:
    if code == str(bid):
        return _("Bid {bid}, took {tricks}", bid=bid, tricks=tricks)
    return _("{call}, took {tricks}", call=call_word(code), tricks=tricks)


def _doubled(contract: Contract) -> str:
    return _("{bid_and_tricks}; twice the bid", bid_and_tricks=_taken(contract))


def _outright(contract: Contract) -> str:
    return _("{bid_and_tricks}; wins the game", bid_and_tricks=_contract(contract))


def _tricks_only(contract: Contract) -> str:
    return _("{bid_and_tricks}; 1 a trick", bid_and_tricks=_contract(contract))


def _first_tricks(contract: Contract) -> str:
    call = call_word(contract.call.code)
    return _("{call} made", call=call) if contract.made else _("{call} missed", call=call)


def _joint_nils(contract: Contract) -> str:
    calls = call_word(contract.call.code)
    if contract.made:
        return _("{call} of both made", call=calls)
    return _("{call} of both set, took {tricks}", call=calls, tricks=contract.tricks)


def _other_call(contract: Contract) -> str:
    call = call_word(contract.call.code)
    if contract.made:
        return _("{call} made", call=call)
    if contract.tricks == 0:
        return _("{call} set", call=call)
    return _("{call} set, took {tricks}", call=call, tricks=contract.tricks)


def _bags(line: OvertrickLine) -> str:
    if not line.last:
        return counted(line.count, "bag")
    return _n(line.count, "1 bag (now {last})", "{count} bags (now {last})", last=line.last)


def _nil_bags(line: OvertrickLine) -> str:
    if not line.last:
        return _n(line.count, "1 bag from the nil", "{count} bags from the nil")
    return _n(line.count, "1 bag from the nil (now {last})", "{count} bags from the nil (now {last})", last=line.last)


def _nil_overtricks(line: OvertrickLine) -> str:
    return _n(line.count, "1 overtrick from the nil", "{count} overtricks from the nil")


def _penalty(line: PenaltyLine, word: str) -> str:
    return _n(
        len(line.due),
        "{overtricks} (hand {hands})",
        "{overtricks} (hands {hands})",
        overtricks=counted(line.bags_per_penalty, word),
        hands=with_commas([str(hand) for hand, count in line.due]),
    )


def _run(line: RunLine) -> str:
    return _n(line.length, "1 perfect bid", "{count} perfect bids in a row")


def run_so_far(step: PerfectRun, run: int) -> str:
    """The current run of perfect bids: `2 perfect bids in a row, the next earns 80`; empty without one."""
    if not run:
        return ""
    bids = _n(run, "1 perfect bid", "{count} perfect bids in a row")
    if run >= step.length:
        return _("{bids}, the next earns {points}", bids=bids, points=step.further)
    return _n(
        step.length - run,
        "{bids}, the next earns {points}",
        "{bids}, {count} more earn {points}",
        bids=bids,
        points=step.bonus,
    )


def pot_so_far(pot: PotSoFar) -> str:
    """The pot during the bidding: `14 chips (5 in antes, 9 bid)`."""
    parts = [_("{chips} in antes", chips=pot.antes)] if pot.antes else []
    parts.append(_("{chips} bid", chips=pot.staked))
    if pot.waiting:
        parts.append(_("{chips} left from before", chips=pot.waiting))
    return with_note(counted(pot.chips, "chip"), with_commas(parts))


CONTRACTS: dict[str, Callable[[Contract], str]] = {
    "contract-made": _contract,
    "contract-failed": _contract,
    "contract-doubled": _doubled,
    "outright": _outright,
    "tricks-only": _tricks_only,
    "joint-nil-made": _joint_nils,
    "joint-nil-failed": _joint_nils,
    "joint-blind-nil-made": _joint_nils,
    "joint-blind-nil-failed": _joint_nils,
    "bemo-made": _first_tricks,
    "bemo-failed": _first_tricks,
    "big-bemo-made": _first_tricks,
    "big-bemo-failed": _first_tricks,
}
"""The lines of contracts; those of other calls need no entry."""

LINES = dict(
    [
        text_for(BAGS, _bags),
        text_for(FAILED_NIL_BAGS, _nil_bags),
        text_for(OVERTRICKS, lambda line: counted(line.count, "overtrick")),
        text_for(FAILED_NIL_OVERTRICKS, _nil_overtricks),
        text_for(BAG_PENALTY, lambda line: _penalty(line, "bag")),
        text_for(OVERTRICK_PENALTY, lambda line: _penalty(line, "overtrick")),
        text_for(TRICKS_TAKEN, lambda line: _("Took {tricks}, nobody bid", tricks=counted(line.tricks, "trick"))),
        text_for(BOOKS_MADE, lambda line: _("Not played, {tricks} bid", tricks=line.tricks)),
        text_for(PERFECT_RUN, _run),
        text_for(LONGER_PERFECT_RUN, _run),
        text_for(ADJUSTMENT, lambda adjustment: _("Agreed: {reason}", reason=adjustment.reason)),
        text_for(ANTE, lambda line: _("Ante {chips}", chips=line.chips)),
        text_for(STAKE, lambda line: _n(line.chips, "Bid 1 chip", "Bid {count} chips")),
        text_for(POT, lambda line: _("Takes the pot of {pot}", pot=line.pot)),
        text_for(POT_SHARE, lambda line: _("Pot of {pot}, shared by {winners}", pot=line.pot, winners=line.winners)),
    ]
)
