"""Deals that a table wrote itself: each with a name, a rule as text, and bidding limits."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.rules.faults import BadRules, InScript
from scorekeeper.core.rules.lines import Code
from scorekeeper.core.rules.scripted_limits import KINDS, ScriptedLimit
from scorekeeper.core.rules.seating import Seating

MOST_DEALS = 100
MOST_LIMITS = 8
LARGEST_SUM = 100


@dataclass(frozen=True, slots=True)
class ScriptedDeal:
    """One deal of the list. `double_nil` are the places in the bidding that may bid double nil, the first is 1."""

    name: str
    text: str
    limits: tuple[ScriptedLimit, ...] = ()
    double_nil: tuple[int, ...] = ()


Script = tuple[ScriptedDeal, ...]


@dataclass(frozen=True, slots=True)
class TooMany:
    """How many there are, and how many are allowed."""

    found: int
    most: int


@dataclass(frozen=True, slots=True)
class UnknownLimit:
    """The known kinds of limits."""

    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BadNumber:
    """A limit's number, and its maximum."""

    number: int
    most: int


@dataclass(frozen=True, slots=True)
class UnknownBid:
    """An unknown bid, and the known ones; `bid` is empty if a limit names none."""

    bid: str
    bids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BadCounts:
    """The lowest and the highest count, at a table of this many bidders."""

    low: int
    high: int
    bidders: int


@dataclass(frozen=True, slots=True)
class BadPlace:
    """A place in the bidding that this table does not have, and how many it has."""

    place: int
    bidders: int


TOO_MANY_DEALS = Code("too-many-deals", TooMany)
NO_WORDS = Code("no-words", ScriptedDeal)
TOO_MANY_LIMITS = Code("too-many-limits", TooMany)
UNKNOWN_LIMIT = Code("unknown-limit", UnknownLimit)
BAD_NUMBER = Code("bad-number", BadNumber)
NO_BID = Code("no-bid", UnknownBid)
UNKNOWN_BID = Code("unknown-bid", UnknownBid)
BAD_COUNTS = Code("bad-counts", BadCounts)
BAD_PLACE = Code("bad-place", BadPlace)


def check_script(script: Script, seating: Seating, bids: Sequence[str]) -> None:
    """Refuse deals that nobody could bid. `bids` are the calls they have. Raises `BadRules`, naming the deal."""
    if len(script) > MOST_DEALS:
        raise BadRules(TOO_MANY_DEALS, TooMany(len(script), MOST_DEALS))
    for number, deal in enumerate(script, start=1):
        place = InScript(number, deal.name)
        if not deal.name.strip() or not deal.text.strip():
            raise BadRules(NO_WORDS, deal, place=place)
        if len(deal.limits) > MOST_LIMITS:
            raise BadRules(TOO_MANY_LIMITS, TooMany(len(deal.limits), MOST_LIMITS), place=place)
        _check_places(place, deal.double_nil, len(seating.bidders))
        for limit in deal.limits:
            _check_limit(InScript(number, deal.name, limit.kind), limit, seating, bids)


def _check_limit(place: InScript, limit: ScriptedLimit, seating: Seating, bids: Sequence[str]) -> None:
    if limit.kind not in KINDS:
        raise BadRules(UNKNOWN_LIMIT, UnknownLimit(tuple(KINDS)), place=place)
    kind, bidders = KINDS[limit.kind], len(seating.bidders)
    if "number" in kind.needs and not 0 <= limit.number <= LARGEST_SUM:
        raise BadRules(BAD_NUMBER, BadNumber(limit.number, LARGEST_SUM), place=place)
    if "bids" in kind.needs and not limit.bids:
        raise BadRules(NO_BID, UnknownBid("", tuple(bids)), place=place)
    unknown = [bid for bid in limit.bids if bid not in bids]
    if unknown:
        raise BadRules(UNKNOWN_BID, UnknownBid(unknown[0], tuple(bids)), place=place)
    if "low" in kind.needs and not 0 <= limit.low <= limit.high <= bidders:
        raise BadRules(BAD_COUNTS, BadCounts(limit.low, limit.high, bidders), place=place)
    _check_places(place, limit.by, bidders)


def _check_places(place: InScript, places: tuple[int, ...], bidders: int) -> None:
    wrong = [own for own in places if not 1 <= own <= bidders]
    if wrong:
        raise BadRules(BAD_PLACE, BadPlace(wrong[0], bidders), place=place)


@dataclass(frozen=True, slots=True)
class TakesNoScript:
    """A rule set with its own fixed deals."""

    rules: str


TAKES_NO_SCRIPT = Code("takes-no-script", TakesNoScript)
