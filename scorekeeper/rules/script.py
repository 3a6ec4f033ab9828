"""Deals that a table wrote itself: each with a name, its rule in words, and the checks that its bidding is held to."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.checks import KINDS, Check
from scorekeeper.rules.errors import BadRules
from scorekeeper.rules.seating import Seating

MOST_DEALS = 100
MOST_CHECKS = 8
LARGEST_SUM = 100


@dataclass(frozen=True, slots=True)
class ScriptedDeal:
    """One deal of the list. `double_nil` are the places in the bidding that may call double nil, the first being 1."""

    name: str
    text: str
    checks: tuple[Check, ...] = ()
    double_nil: tuple[int, ...] = ()


Script = tuple[ScriptedDeal, ...]


def check_script(script: Script, seating: Seating, bids: Sequence[str]) -> None:
    """Refuse deals that nobody could bid by. `bids` are the calls they have. Raises `BadRules`, naming the deal."""
    if len(script) > MOST_DEALS:
        raise BadRules(f"there are {len(script)} deals, a list has at most {MOST_DEALS}")
    for number, deal in enumerate(script, start=1):
        where = f'deal {number}, "{deal.name}"'
        if not deal.name.strip() or not deal.text.strip():
            raise BadRules(f"{where}: it has no name or no rule in words, each deal has both")
        if len(deal.checks) > MOST_CHECKS:
            raise BadRules(f"{where}: it has {len(deal.checks)} limits, a deal has at most {MOST_CHECKS}")
        _check_places(where, deal.double_nil, len(seating.bidders))
        for check in deal.checks:
            _check_check(f"{where}, {check.kind}", check, seating, bids)


def _check_check(where: str, check: Check, seating: Seating, bids: Sequence[str]) -> None:
    if check.kind not in KINDS:
        raise BadRules(f"{where}: there is no such limit, there are: {', '.join(KINDS)}")
    kind, bidders = KINDS[check.kind], len(seating.bidders)
    if "number" in kind.needs and not 0 <= check.number <= LARGEST_SUM:
        raise BadRules(f"{where}: the number is {check.number}, it must be from 0 to {LARGEST_SUM}")
    if "bids" in kind.needs and not check.bids:
        raise BadRules(f"{where}: it names no bid, it must name at least one")
    unknown = [bid for bid in check.bids if bid not in bids]
    if unknown:
        raise BadRules(f'{where}: "{unknown[0]}" is no bid here, the bids are {", ".join(bids)}')
    if "low" in kind.needs and not 0 <= check.low <= check.high <= bidders:
        raise BadRules(f"{where}: low is {check.low} and high {check.high}, they must be 0 ≤ low ≤ high ≤ {bidders}")
    _check_places(where, check.by, bidders)


def _check_places(where: str, places: tuple[int, ...], bidders: int) -> None:
    wrong = [place for place in places if not 1 <= place <= bidders]
    if wrong:
        raise BadRules(f"{where}: {wrong[0]} is no place in the bidding, they are 1 to {bidders}")
