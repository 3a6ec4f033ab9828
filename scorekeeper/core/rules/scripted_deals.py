"""Deals that a table wrote itself: each with a name, a rule as text, and bidding limits."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput, faults
from scorekeeper.core.rules.scripted_limits import KINDS, ScriptedLimit
from scorekeeper.core.rules.seating import Seating

MAX_DEALS = 100
MAX_LIMITS = 8
MAX_SUM = 100


@dataclass(frozen=True, slots=True)
class ScriptedDeal:
    """One deal of the list. `double_nil` are the places in the bidding that may bid double nil, the first is 1."""

    name: str
    text: str
    limits: tuple[ScriptedLimit, ...] = ()
    double_nil: tuple[int, ...] = ()


Script = tuple[ScriptedDeal, ...]


def check_script(script: Script, seating: Seating, bids: Sequence[str]) -> None:
    """Refuse deals that nobody could bid. `bids` are the calls they have. Raises `InvalidInput`, naming the deal."""
    if len(script) > MAX_DEALS:
        raise InvalidInput(faults.TOO_MANY_DEALS.at(NOWHERE, {"found": len(script), "most": MAX_DEALS}))
    for number, deal in enumerate(script, start=1):
        position = FieldPath.to("deal", number).at(f'"{deal.name}"')
        if not deal.name.strip() or not deal.text.strip():
            raise InvalidInput(faults.NO_WORDS.at(position, {}))
        if len(deal.limits) > MAX_LIMITS:
            raise InvalidInput(faults.TOO_MANY_LIMITS.at(position, {"found": len(deal.limits), "most": MAX_LIMITS}))
        _check_positions(position, deal.double_nil, len(seating.bidders))
        for limit in deal.limits:
            _check_limit(position.at(limit.kind), limit, seating, bids)


def _check_limit(position: FieldPath, limit: ScriptedLimit, seating: Seating, bids: Sequence[str]) -> None:
    if limit.kind not in KINDS:
        raise InvalidInput(faults.UNKNOWN_LIMIT.at(position, {"known": tuple(KINDS)}))
    kind, bidders = KINDS[limit.kind], len(seating.bidders)
    if "number" in kind.needs and not 0 <= limit.number <= MAX_SUM:
        raise InvalidInput(faults.BAD_NUMBER.at(position, {"number": limit.number, "most": MAX_SUM}))
    if "bids" in kind.needs and not limit.bids:
        raise InvalidInput(faults.NO_BID.at(position, {}))
    unknown = [bid for bid in limit.bids if bid not in bids]
    if unknown:
        raise InvalidInput(faults.UNKNOWN_BID.at(position, {"spelled": unknown[0], "bids": tuple(bids)}))
    if "low" in kind.needs and not 0 <= limit.low <= limit.high <= bidders:
        raise InvalidInput(faults.BAD_COUNTS.at(position, {"low": limit.low, "high": limit.high, "bidders": bidders}))
    _check_positions(position, limit.by, bidders)


def _check_positions(position: FieldPath, positions: tuple[int, ...], bidders: int) -> None:
    wrong = [number for number in positions if not 1 <= number <= bidders]
    if wrong:
        raise InvalidInput(faults.BAD_PLACE.at(position, {"number": wrong[0], "bidders": bidders}))
