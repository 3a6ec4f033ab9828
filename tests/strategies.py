"""Random games of any rule set, with any options, shape and dealer, as sheets."""

from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from hypothesis import strategies as st

from scorekeeper.core.rules.calls import Aim, Call
from scorekeeper.core.rules.deal import OFFENSES, HandRules
from scorekeeper.core.rules.presets import full, presets_for
from scorekeeper.core.rules.ruleset import HouseRules, Option, RuleSet, options_apart
from scorekeeper.core.rules.scripted_limits import KINDS
from scorekeeper.core.rules.seating import Seat, Seating, Side
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import read_setup
from scorekeeper.core.sheet.deals import deals_json
from scorekeeper.formats.custom_game import shipped
from tests.fast_strategies import between, now_and_then, pick, picks, shares
from tests.hand_notation import Seats, is_played, one_number

Json = dict[str, Any]

BOOKS = 3
Books = dict[str, tuple[int, int | None, int]]
"""The reneges in parts of a game, by label: who reneged, who gets the books, how many so far."""
NIGHT_BIDS = ["nil", "double-nil", *range(1, 14)]
SOME_BIDS = st.lists(st.sampled_from(NIGHT_BIDS), min_size=1, max_size=4, unique=True)
SOME_HANDS = st.lists(st.integers(1, 4), max_size=4, unique=True)
ROUNDS = (1, 1, 2, 1, 3)


@cache
def values(option: Option) -> st.SearchStrategy[Any]:
    """Any value of a house rule."""
    choices: list[st.SearchStrategy[Any]] = []
    if option.values:
        choices.append(st.sampled_from(option.values))
    if option.has_range:
        choices.append(st.integers(option.low, option.high))
    return st.one_of(choices)


def options_of(draw: st.DrawFn, options: Sequence[Option], one_in: int) -> Json:
    """House rules: mostly the defaults."""
    changed = now_and_then(draw, len(options), one_in)
    found = {option.key: draw(values(option)) for option, new in zip(options, changed, strict=True) if new}
    return together(options, found)


def together(options: Sequence[Option], chosen: Json) -> Json:
    """These house rules, without values that do not go together with the others."""
    apart = options_apart(options, full(options, chosen))
    if apart is None:
        return chosen
    return together(options, {key: value for key, value in chosen.items() if key != apart["option"]})


@st.composite
def limits(draw: st.DrawFn) -> Json:
    """Any limit of a table's own deal."""
    kind = pick(draw, list(KINDS.values()))
    low = draw(between(0, 4))
    parts: Json = {
        "number": draw(between(0, 20)),
        "bids": draw(SOME_BIDS),
        "low": low,
        "high": draw(between(low, 4)),
        "by": draw(SOME_HANDS),
    }
    may = now_and_then(draw, len(kind.may), one_in=2)
    chosen = [*kind.needs, *(part for part, also in zip(kind.may, may, strict=True) if also)]
    return {"kind": kind.key, **{part: parts[part] for part in chosen}}


@st.composite
def deals(draw: st.DrawFn) -> Json:
    """Any deal of a table's own list."""
    return {
        "name": pick(draw, ["thin ice", "lone wolf", "bang"]),
        "rule": "As the table likes it.",
        "limits": draw(SOME_LIMITS),
        "double_nil": draw(SOME_HANDS),
    }


SOME_LIMITS = st.lists(limits(), max_size=3)
OWN_NIGHTS = st.lists(deals(), min_size=1, max_size=4)
NIGHTS = st.one_of(OWN_NIGHTS, st.sampled_from([deals_json(night.script) for night in shipped().values()]), st.none())


@st.composite
def heads(draw: st.DrawFn, rules: RuleSet | None = None) -> Json:
    """A sheet without hands."""
    return head_of(draw, rules)


def head_of(draw: st.DrawFn, rules: RuleSet | None) -> Json:
    chosen = rules or pick(draw, list(rule_sets().values()))
    shape = pick(draw, chosen.shapes)
    known = chosen.options(shape)
    by_name = pick(draw, [None, None, None, *presets_for(known)])
    changed = options_of(draw, known, one_in=4 if by_name else 2)
    options = together(known, (dict(by_name.options) if by_name else {}) | changed)
    seats = Seats(shape.sides, shape.players_per_side, 0)
    dealer = draw(between(0, shape.sides * shape.players_per_side - 1))
    head: Json = {"rules": chosen.key, "options": options, "sides": seats.named(), "dealer": dealer}
    if chosen.custom_scoring is not None:
        script = deepcopy(draw(NIGHTS))
        head |= {} if script is None else {"deals": script}
    return head


@st.composite
def sheets(draw: st.DrawFn, rules: RuleSet | None = None, most: int = 5, least: int = 0) -> Json:
    """A game with hands that can be scored, some of them irregular, corrected or agreed upon."""
    return sheet_of_head(draw, head_of(draw, rules), most, least)


def sheet_of_head(draw: st.DrawFn, head: Json, most: int, least: int) -> Json:
    """A sheet that begins like this, with hands."""
    house = read_setup(head).rules
    books: Books = {}
    last = pick(draw, [*range(1, most + 1), *range(least, 1)])  # the simplest game has one hand
    hands = [hand_of(draw, house, number, books) for number in range(1, last + 1)]
    closed = pick(draw, [None, {"reason": "late"}])
    sheet = {"format": "scorekeeper-sheet/1", **head, "hands": hands, "closed": closed}
    limited, called = now_and_then(draw, 2, one_in=6)
    if limited:
        sheet["minutes"] = draw(between(1, 600))
    if called:
        sheet["time"] = {"hand": draw(between(1, last + 2)), "minutes": draw(between(0, 90))}
    return sheet


def hand_of(draw: st.DrawFn, house: HouseRules, number: int, books: Books) -> Json:
    """A hand that can be scored. `books` are the game's reneges in parts, updated here."""
    seating, deal = house.seating, house.hand_rules_of(number)
    bids: dict[Seat, str] = {}
    if deal.is_bid:
        bids |= zip(seating.bidders, bids_of(draw, deal, len(seating.bidders)), strict=True)
    for side in seating.sides if bids else ():
        own = seating.bidders_of(side)
        bids |= zip(own, one_number(deal, [bids[seat] for seat in own]), strict=True)
    seats = [len(seating.seats_of[side]) for side in seating.sides]
    counted = iter(shares(draw, seating.tricks, sum(seats)))
    counts = [[next(counted) for _ in range(many)] for many in seats]
    took = [sum(own) for own in counts]
    written: Json = {
        "bids": [_side_bids(seating, side, bids) for side in seating.sides] if bids else None,
        "took": [own if len(own) > 1 else own[0] for own in counts],
    }
    makers = [(side, code) for side in seating.sides for code in _facts(deal, seating, side, bids, took[side])]
    maker = pick(draw, [None, *makers]) if makers else None
    if maker is not None:
        side, code = maker
        written["took"][side] = {"tricks": written["took"][side], "made": [code]}
    reneged, agreed, late = now_and_then(draw, 3, one_in=5)
    if not is_played(deal, bids.values()):
        written["took"], reneged = None, False
    if reneged:
        numbers = [side for side in seating.sides if _bids_number(deal, seating, side, bids)]
        written["reneges"] = _reneges(draw, took, books) + _rulings(draw, took, numbers)
    if agreed:
        points = draw(between(-300, 300))
        written["adjust"] = [{"side": pick(draw, seating.sides), "points": points, "reason": "agreed"}]
    if late:
        written |= {"note": "late", "overruled": True}
    return written


def bids_of(draw: st.DrawFn, deal: HandRules, count: int) -> list[str]:
    """Bids of this deal, sometimes with the bids that they replaced."""
    rounds = picks(draw, ROUNDS, count)
    spoken = iter(_spoken(draw, deal, sum(rounds)))
    return [">".join(next(spoken) for _ in range(times)) for times in rounds]


def _spoken(draw: st.DrawFn, deal: HandRules, count: int) -> list[str]:
    calls: list[Call] = picks(draw, [call for call in deal.calls if not call.slot], count)
    spoken = [call.code for call in calls]
    for slot in deal.slots:
        codes = [call.code for call in deal.calls if call.slot == slot]
        beside = picks(draw, [*[""] * len(codes), *codes], count)
        spoken = [
            f"{s}+{code}" if code and not call.alone else s for call, s, code in zip(calls, spoken, beside, strict=True)
        ]
    return spoken


def _reneges(draw: st.DrawFn, took: Sequence[int], books: Books) -> list[Json]:
    by = pick(draw, [side for side, tricks in enumerate(took) if tricks])
    to = pick(draw, [None, *(side for side in range(len(took)) if side != by)])
    label = pick(draw, ["", "spade", "heart"])
    known = books.get(label, (by, to, 0))
    left = BOOKS - known[2] if label else BOOKS
    if known[:2] != (by, to) or not left:
        return []
    moved = draw(between(1, min(left, took[by])))
    if label:
        books[label] = (by, to, known[2] + moved)
    return [{"by": by, "to": to, "books": moved, **({"of": label} if label else {})}]


def _bids_number(deal: HandRules, seating: Seating, side: Side, bids: dict[Seat, str]) -> bool:
    spoken = [bids[seat].rpartition(">")[2].split("+")[0] for seat in seating.bidders_of(side)] if bids else []
    return any(deal.by_code[code].is_number for code in spoken)


def _rulings(draw: st.DrawFn, took: Sequence[int], numbers: Sequence[int]) -> list[Json]:
    """A set, the game or a warning for any offense; mostly none."""
    offense = {"for": pick(draw, OFFENSES)}
    by = pick(draw, range(len(took)))
    rulings: list[Json | None] = [None, None, None, {"by": by} | offense, {"by": by, "game": True} | offense]
    rulings += [{"by": side, "set": True} | offense for side in numbers]
    ruling = pick(draw, rulings)
    return [] if ruling is None else [ruling]


def _side_bids(seating: Seating, side: Side, bids: dict[Seat, str]) -> str | list[str]:
    spoken = [bids[seat] for seat in seating.bidders_of(side)]
    return spoken[0] if len(spoken) == 1 else spoken


def _facts(deal: HandRules, seating: Seating, side: Side, bids: dict[Seat, str], tricks: int) -> list[str]:
    """Calls of first tricks that this side can have made."""
    if not bids:
        return []
    spoken = [code for seat in seating.bidders_of(side) for code in bids[seat].rpartition(">")[2].split("+")]
    calls = [deal.by_code[code] for code in spoken]
    return [call.code for call in calls if call.aim is Aim.FIRST and tricks >= call.tricks]
