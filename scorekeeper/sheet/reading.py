"""From JSON to a sheet.

Whatever comes in, the answer is a sheet or one sentence that names the place and what would be right.
"""

from collections.abc import Sequence

from scorekeeper.rules.errors import BadRules
from scorekeeper.rules.options import Value
from scorekeeper.rules.record import Adjustment, Bid, HandRecord, Renege, Took
from scorekeeper.rules.ruleset import HouseRules
from scorekeeper.rules.script import Script
from scorekeeper.rules.seating import Seat, Shape, Side
from scorekeeper.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.sheet.bids import read_bid
from scorekeeper.sheet.deals import read_deals
from scorekeeper.sheet.fields import Where, shown
from scorekeeper.sheet.model import FORMAT, LARGEST_ADJUSTMENT, MOST_HANDS, BadSheet, Sheet, SideNames
from scorekeeper.variants import rule_set

HEAD = ("format", "rules", "options", "sides", "dealer", "hands", "closed", "tags", "deals")
HAND = ("bids", "took", "reneges", "adjust", "note", "overruled")
MOST_SIDES = 8
LONGEST_KEY = 40
LARGEST_VALUE = 999_999_999


def read_sheet(value: object) -> Sheet:
    """A sheet from its JSON. Raises `BadSheet`; that its hands can be scored is seen when they are replayed."""
    head = read_head(value)
    hands = Where("hands").listing(_part(value, "hands", []), "it")
    if len(hands) > MOST_HANDS:
        raise BadSheet(f"hands: the sheet has {len(hands)} hands, it may have {MOST_HANDS}")
    records = tuple(read_hand(hand, number, head) for number, hand in enumerate(hands, start=1))
    return Sheet(head.rules, head.sides, head.dealer, records, _closed(_part(value, "closed", None)), head.tags)


def read_head(value: object) -> Sheet:
    """All of a sheet but its hands and its end. Raises `BadSheet`."""
    where = Where("sheet")
    sheet = where.mapping(value, "it", HEAD, required=("rules", "sides"))
    if sheet.get("format", FORMAT) != FORMAT:
        raise where.wrong(f'format is {shown(sheet["format"])}, this program reads "{FORMAT}"')
    sides = _sides(sheet["sides"])
    script = read_deals(sheet["deals"]) if "deals" in sheet else ()
    shape = Shape(len(sides), len(sides[0].players))
    rules = _rules(where, sheet["rules"], sheet.get("options", {}), shape, script)
    bidders = len(rules.seating.bidders)
    dealer = Seat(where.whole(sheet.get("dealer", 0), "dealer", 0, bidders - 1))
    return Sheet(rules, sides, dealer, tags=_tags(sheet.get("tags", {})))


def read_hand(value: object, number: int, sheet: Sheet) -> HandRecord:
    """One hand of this sheet. Raises `BadSheet`."""
    where = Where(f"hand {number}", number)
    hand = where.mapping(value, "it", HAND, required=("bids", "took"))
    sides = len(sheet.sides)
    took = where.listing(hand["took"], "took", sides)
    return HandRecord(
        bids=_complete_bids(where, hand["bids"], number, sheet),
        took=tuple(_took(where.at(sheet.names[i]), took[i], sheet, Side(i)) for i in range(sides)),
        reneges=tuple(_renege(where, part, sides) for part in where.listing(hand.get("reneges", []), "reneges")),
        adjustments=tuple(_adjustment(where, part, sides) for part in where.listing(hand.get("adjust", []), "adjust")),
        note=where.text(hand.get("note", ""), "note", empty=True),
        overruled=where.switch(hand.get("overruled", False), "overruled"),
    )


def _part(value: object, key: str, default: object) -> object:
    return value.get(key, default) if isinstance(value, dict) else default


def _closed(value: object) -> str | None:
    if value is None:
        return None
    where = Where("closed")
    return where.text(where.mapping(value, "it", ("reason",)).get("reason", ""), "reason", empty=True)


def _tags(value: object) -> dict[str, str]:
    where = Where("tags")
    if not isinstance(value, dict):
        raise where.wrong(f"it is {shown(value)}, it must be an object of text")
    return {
        where.name(key, "a tag"): where.text(text, f"the tag {shown(key)}", empty=True) for key, text in value.items()
    }


def _rules(where: Where, key: object, options: object, shape: Shape, script: Script) -> HouseRules:
    if not isinstance(key, str):
        raise where.wrong(f"rules is {shown(key)}, it must be the key of a rule set")
    rules = where.text(key, "rules", longest=LONGEST_KEY)
    if not isinstance(options, dict):
        raise where.wrong(f"options is {shown(options)}, it must be an object of options")
    try:
        return rule_set(rules).with_options(
            {name: _value(where, name, value) for name, value in options.items()}, shape, script
        )
    except BadRules as error:
        raise where.wrong(str(error)) from error


def _value(where: Where, name: object, value: object) -> Value:
    """A value of an option, fit to stand in a sentence. What the rule set takes is the core's to check."""
    what = f"option {shown(where.text(name, 'the name of an option', longest=LONGEST_KEY))}"
    if isinstance(value, str):
        return where.text(value, what, longest=LONGEST_KEY)
    if isinstance(value, int) and abs(value) > LARGEST_VALUE:
        raise where.wrong(f"{what} is {shown(value)}, it must have at most nine digits")
    if value is None or isinstance(value, (bool, int)):
        return value
    raise where.wrong(f"{what} is {shown(value)}, it must be a number, text, true, false or null")


def _sides(value: object) -> tuple[SideNames, ...]:
    where = Where("sides")
    listed = where.listing(value, "it")
    if not 2 <= len(listed) <= MOST_SIDES:
        raise where.wrong(f"there are {len(listed)}, a game has 2 to {MOST_SIDES}")
    sides = tuple(_side(where.at(f"side {i + 1}"), side) for i, side in enumerate(listed))
    if len({len(side.players) for side in sides}) > 1:
        raise where.wrong("they have different numbers of players, each side has the same")
    _differ(where, "sides", [side.name for side in sides])
    _differ(where, "players", [player for side in sides for player in side.players])
    return sides


def _side(where: Where, value: object) -> SideNames:
    side = where.mapping(value, "it", ("name", "players"), required=("name",))
    name = where.name(side["name"], "name")
    players = where.listing(side.get("players", [name]), "players")
    if not 1 <= len(players) <= 2:
        raise where.wrong(f"it has {len(players)} players, a side has 1 or 2")
    return SideNames(name, tuple(where.name(player, "player") for player in players))


def _differ(where: Where, what: str, names: Sequence[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise where.wrong(f"two {what} are called {shown(twice)}, names must differ")


def read_draft(value: object, number: int, sheet: Sheet) -> tuple[Bid | None, ...]:
    """The bids of a hand as far as they have come, null where a seat has not bid yet. Raises `BadSheet`."""
    return _bids(Where(f"hand {number}", number), value, number, sheet, may_wait=True)


def _complete_bids(where: Where, value: object, number: int, sheet: Sheet) -> tuple[Bid, ...]:
    return tuple(bid for bid in _bids(where, value, number, sheet, may_wait=False) if bid is not None)


def _bids(where: Where, value: object, number: int, sheet: Sheet, may_wait: bool) -> tuple[Bid | None, ...]:
    seating, deal = sheet.rules.seating, sheet.rules.deal_of(number)
    bids: dict[Seat, Bid | None] = {}
    for i, said in enumerate(where.listing(value, "bids", len(sheet.sides))):
        bidders = seating.bidders_of(Side(i))
        here = where.at(sheet.names[i])
        own = said if isinstance(said, list) else [said]
        if len(own) != len(bidders):
            example = shown([_example(sheet, number)] * len(bidders))
            raise here.wrong(f"it has {len(own)} of {len(bidders)} bids, each seat bids: {example}")
        for seat, bid in zip(bidders, own, strict=True):
            bids[seat] = None if bid is None and may_wait else read_bid(bid, deal, seating, here)
    return tuple(bids[seat] for seat in seating.bidders)


def _example(sheet: Sheet, number: int) -> str:
    numbers = [call.code for call in sheet.rules.deal_of(number).calls if call.is_number]
    return numbers[min(3, len(numbers) - 1)]


def _took(where: Where, value: object, sheet: Sheet, side: Side) -> Took:
    made: tuple[str, ...] = ()
    if isinstance(value, dict):
        parts = where.mapping(value, "took", ("tricks", "made"), required=("tricks",))
        facts = where.listing(parts.get("made", []), "made")
        made = tuple(dict.fromkeys(where.text(fact, "a fact made", longest=40) for fact in facts))
        value = parts["tricks"]
    tricks = sheet.rules.seating.tricks
    if isinstance(value, list):
        seats = where.listing(value, "took", len(sheet.rules.seating.seats_of[side]))
        counts = tuple(where.whole(count, "took", 0, tricks) for count in seats)
        return Took(sum(counts), counts if len(counts) > 1 else (), made)
    return Took(where.whole(value, "took", 0, tricks), (), made)


def _renege(where: Where, value: object, sides: int) -> Renege:
    parts = where.mapping(value, "a renege", ("by", "to", "books", "of"), required=("by", "to", "books"))
    by, to = (Side(where.whole(parts[key], f"a renege's {key}", 0, sides - 1)) for key in ("by", "to"))
    books = where.whole(parts["books"], "a renege's books", 1, BOOKS_FOR_A_RENEGE)
    return Renege(by, to, books, where.text(parts.get("of", ""), "a renege's of", longest=40, empty=True))


def _adjustment(where: Where, value: object, sides: int) -> Adjustment:
    keys = ("side", "points", "reason")
    parts = where.mapping(value, "an adjustment", keys, required=keys)
    side = Side(where.whole(parts["side"], "an adjustment's side", 0, sides - 1))
    points = where.whole(parts["points"], "an adjustment's points", -LARGEST_ADJUSTMENT, LARGEST_ADJUSTMENT)
    return Adjustment(side, points, where.text(parts["reason"], "an adjustment's reason"))
