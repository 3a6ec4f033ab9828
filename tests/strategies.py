"""Games of any rule set, with any options, shape and dealer, as sheets: what a table might hand in."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from scorekeeper.nights import shipped
from scorekeeper.rules.calls import Aim, Call
from scorekeeper.rules.checks import KINDS
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.options import Option
from scorekeeper.rules.ruleset import HouseRules, RuleSet
from scorekeeper.rules.seating import Seat, Seating, Side
from scorekeeper.sheet import read_head
from scorekeeper.sheet.deals import deals_json
from scorekeeper.variants import rule_sets
from tests.telling import Seats

Json = dict[str, Any]

BOOKS = 3
NIGHT_BIDS = ["nil", "double-nil", *range(1, 14)]


def values(option: Option) -> st.SearchStrategy[Any]:
    """Any value that a house rule may have."""
    choices: list[st.SearchStrategy[Any]] = []
    if option.values:
        choices.append(st.sampled_from(option.values))
    if option.has_range:
        choices.append(st.integers(option.low, option.high))
    return st.one_of(choices)


@st.composite
def limits(draw: st.DrawFn) -> Json:
    """Any limit of a deal that a table writes itself."""
    kind = draw(st.sampled_from(list(KINDS.values())))
    low = draw(st.integers(0, 4))
    parts: Json = {
        "number": draw(st.integers(0, 20)),
        "bids": draw(st.lists(st.sampled_from(NIGHT_BIDS), min_size=1, max_size=4, unique=True)),
        "low": low,
        "high": draw(st.integers(low, 4)),
        "by": draw(st.lists(st.integers(1, 4), max_size=4, unique=True)),
    }
    chosen = [*kind.needs, *(part for part in kind.may if draw(st.booleans()))]
    return {"kind": kind.key, **{part: parts[part] for part in chosen}}


@st.composite
def deals(draw: st.DrawFn) -> Json:
    """Any deal that a table writes itself."""
    return {
        "name": draw(st.sampled_from(["thin ice", "lone wolf", "bang"])),
        "rule": "As the table likes it.",
        "limits": draw(st.lists(limits(), max_size=3)),
        "double_nil": draw(st.lists(st.integers(1, 4), max_size=4, unique=True)),
    }


@st.composite
def heads(draw: st.DrawFn, rules: RuleSet | None = None) -> Json:
    """A sheet without hands."""
    chosen = rules or draw(st.sampled_from(list(rule_sets().values())))
    shape = draw(st.sampled_from(chosen.shapes))
    options = {
        option.key: draw(values(option))
        for option in chosen.options(shape)
        if draw(st.integers(0, 2)) == 0  # mostly the defaults
    }
    seats = Seats(shape.sides, shape.people, 0)
    dealer = draw(st.integers(0, shape.sides * shape.people - 1))
    head: Json = {"rules": chosen.key, "options": options, "sides": seats.named(), "dealer": dealer}
    if chosen.scripted is not None:
        own = st.lists(deals(), min_size=1, max_size=4)
        given = [deals_json(night.script) for night in shipped().values()]
        script = draw(st.one_of(own, st.sampled_from(given), st.none()))
        head |= {} if script is None else {"deals": script}
    return head


@st.composite
def sheets(draw: st.DrawFn, rules: RuleSet | None = None, most: int = 5) -> Json:
    """A game with hands that can be scored, some of them irregular, corrected or agreed upon."""
    head = draw(heads(rules))
    house = read_head(head).rules
    books: dict[str, tuple[int, int, int]] = {}
    hands = [draw(hands_of(house, number, books)) for number in range(1, draw(st.integers(0, most)) + 1)]
    closed = draw(st.sampled_from([None, None, {"reason": "late"}]))
    return {"format": "scorekeeper-sheet/1", **head, "hands": hands, "closed": closed}


@st.composite
def hands_of(draw: st.DrawFn, house: HouseRules, number: int, books: dict[str, tuple[int, int, int]]) -> Json:
    """A hand that can be scored. `books` are the reneges of the game that come in parts, and are kept up."""
    seating, deal = house.seating, house.deal_of(number)
    bids = {seat: draw(bids_of(deal)) for seat in seating.bidders}
    took = draw(shares(seating.tricks, len(seating.sides)))
    written: Json = {
        "bids": [_side_bids(seating, side, bids) for side in seating.sides],
        "took": [draw(_took(seating, side, took[side])) for side in seating.sides],
    }
    makers = [(side, code) for side in seating.sides for code in _facts(deal, seating, side, bids, took[side])]
    maker = draw(st.sampled_from([*makers, None]))
    if maker is not None:
        side, code = maker
        written["took"][side] = {"tricks": written["took"][side], "made": [code]}
    if draw(st.integers(0, 5)) == 0:
        written["reneges"] = draw(_reneges(took, books))
    if draw(st.integers(0, 5)) == 0:
        points = draw(st.integers(-300, 300))
        written["adjust"] = [{"side": draw(st.sampled_from(seating.sides)), "points": points, "reason": "agreed"}]
    if draw(st.integers(0, 5)) == 0:
        written |= {"note": "late", "overruled": True}
    return written


@st.composite
def bids_of(draw: st.DrawFn, deal: Deal) -> str:
    """A bid of this deal, now and then with one that it replaced."""
    rounds = draw(st.sampled_from([1, 1, 1, 2, 3]))
    return ">".join("+".join(draw(_said(deal))) for _ in range(rounds))


@st.composite
def _said(draw: st.DrawFn, deal: Deal) -> list[str]:
    call: Call = draw(st.sampled_from([call for call in deal.calls if not call.slot]))
    beside = [] if call.alone else [slot for slot in deal.slots if draw(st.integers(0, 2)) == 0]
    return [call.code, *(draw(st.sampled_from([c.code for c in deal.calls if c.slot == slot])) for slot in beside)]


@st.composite
def shares(draw: st.DrawFn, tricks: int, sides: int) -> list[int]:
    """The tricks of a hand among the sides."""
    cuts = sorted(draw(st.lists(st.integers(0, tricks), min_size=sides - 1, max_size=sides - 1)))
    return [high - low for low, high in zip([0, *cuts], [*cuts, tricks], strict=True)]


@st.composite
def _took(draw: st.DrawFn, seating: Seating, side: Side, tricks: int) -> int | list[int]:
    seats = len(seating.seats_of[side])
    return tricks if seats == 1 else draw(shares(tricks, seats))


@st.composite
def _reneges(draw: st.DrawFn, took: Sequence[int], books: dict[str, tuple[int, int, int]]) -> list[Json]:
    by = draw(st.sampled_from([side for side, tricks in enumerate(took) if tricks]))
    to = draw(st.sampled_from([side for side in range(len(took)) if side != by]))
    label = draw(st.sampled_from(["", "spade", "heart"]))
    known = books.get(label, (by, to, 0))
    left = BOOKS - known[2] if label else BOOKS
    if known[:2] != (by, to) or not left:
        return []
    moved = draw(st.integers(1, min(left, took[by])))
    if label:
        books[label] = (by, to, known[2] + moved)
    return [{"by": by, "to": to, "books": moved, **({"of": label} if label else {})}]


def _side_bids(seating: Seating, side: Side, bids: dict[Seat, str]) -> str | list[str]:
    said = [bids[seat] for seat in seating.bidders_of(side)]
    return said[0] if len(said) == 1 else said


def _facts(deal: Deal, seating: Seating, side: Side, bids: dict[Seat, str], tricks: int) -> list[str]:
    """Calls of first tricks that this side may have made."""
    said = [code for seat in seating.bidders_of(side) for code in bids[seat].rpartition(">")[2].split("+")]
    calls = [deal.by_code[code] for code in said]
    return [call.code for call in calls if call.aim is Aim.FIRST and tricks >= call.tricks]
