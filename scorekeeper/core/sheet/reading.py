"""Reads a sheet from JSON.

Any input gives either a sheet, or an error that says where the problem is and what would be right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import (
    NUMBER_OF_AGREED_LINES,
    NUMBER_OF_HANDS,
    NUMBER_OF_PLAYERS,
    NUMBER_OF_SIDES,
    SAME_NAME,
    UNEVEN_SIDES,
    UNKNOWN_FORMAT,
    Named,
    ValueKind,
)
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.ruleset import HouseRules, RuleSet, Value
from scorekeeper.core.rules.scripted_deals import Script
from scorekeeper.core.rules.seating import Seat, Shape, Side
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet.deals import read_dealers, read_deals, read_substitutes, read_time
from scorekeeper.core.sheet.hands import read_hand
from scorekeeper.core.sheet.model import (
    FORMAT,
    MAX_AGREED_LINE_LENGTH,
    MAX_AGREED_LINES,
    MAX_HANDS,
    MAX_LIMIT,
    Sheet,
    SideNames,
)

SETUP = (
    "format",
    "rules",
    "options",
    "sides",
    "dealer",
    "hands",
    "closed",
    "tags",
    "agreed",
    "deals",
    "substitutes",
    "dealers",
    "minutes",
    "time",
)
MAX_SIDES = 8
MAX_KEY_LENGTH = 40
MAX_VALUE = 999_999_999


def read_sheet(value: object) -> Sheet:
    """A sheet from its JSON. Raises `InvalidInput`; whether its hands can be scored shows when they are replayed."""
    setup = read_setup(value)
    where = FieldPath.to("hands")
    hands = where.listing(_part(value, "hands", []), "it")
    if len(hands) > MAX_HANDS:
        raise InvalidInput(NUMBER_OF_HANDS.at(where, {"found": len(hands), "most": MAX_HANDS}))
    records = tuple(read_hand(hand, number, setup) for number, hand in enumerate(hands, start=1))
    closed, forfeit = _closed(_part(value, "closed", None), len(setup.sides))
    seated = read_substitutes(_part(value, "substitutes", []), setup)
    seated = read_dealers(_part(value, "dealers", []), seated)
    called = _part(value, "time", None)
    time = None if called is None else read_time(called, FieldPath.to("time"))
    return replace(seated, hands=records, closed=closed, forfeit=forfeit, time=time)


def read_setup(value: object) -> Sheet:
    """A sheet without its hands and end. Raises `InvalidInput`."""
    where = FieldPath.to("sheet")
    sheet = where.mapping(value, "it", SETUP, required=("rules", "sides"))
    if sheet.get("format", FORMAT) != FORMAT:
        raise InvalidInput(
            UNKNOWN_FORMAT.at(where, {"what": "format", "value": quote(sheet["format"]), "parts": (FORMAT,)})
        )
    sides = _sides(sheet["sides"])
    script = read_deals(sheet["deals"]) if "deals" in sheet else ()
    shape = Shape(len(sides), len(sides[0].players))
    rules = _rules(where, sheet["rules"], sheet.get("options", {}), shape, script)
    bidders = len(rules.seating.bidders)
    dealer = Seat(where.whole(sheet.get("dealer", 0), "dealer", 0, bidders - 1))
    agreed = read_agreed(sheet.get("agreed", []))
    minutes = read_minutes(where, sheet.get("minutes"))
    return Sheet(rules, sides, dealer, tags=_tags(sheet.get("tags", {})), agreed=agreed, minutes=minutes)


def read_minutes(where: FieldPath, value: object) -> int:
    """How long a game may take, in minutes; 0 for no limit. Raises `InvalidInput`."""
    return 0 if value is None else where.whole(value, "minutes", 0, MAX_LIMIT)


def _part(value: object, key: str, default: object) -> object:
    return value.get(key, default) if isinstance(value, dict) else default


def _closed(value: object, sides: int) -> tuple[str | None, Side | None]:
    """The table's reason, and the side that conceded."""
    if value is None:
        return None, None
    where = FieldPath.to("closed")
    parts = where.mapping(value, "it", ("reason", "forfeit"))
    reason = where.text(parts.get("reason", ""), "reason", empty=True)
    return reason, read_forfeit(where, parts, sides)


def read_forfeit(where: FieldPath, parts: Mapping[str, object], sides: int) -> Side | None:
    """The side that conceded, if any. Raises `InvalidInput`."""
    if parts.get("forfeit") is None:
        return None
    return Side(where.whole(parts["forfeit"], "forfeit", 0, sides - 1))


def _tags(value: object) -> dict[str, str]:
    where = FieldPath.to("tags")
    if not isinstance(value, dict):
        raise where.not_a(ValueKind.TEXTS, value)
    return {where.name(key, "name"): where.at(quote(key)).text(text, "it", empty=True) for key, text in value.items()}


def read_agreed(value: object) -> tuple[str, ...]:
    """A table's own lines on cards and manners. Raises `InvalidInput`."""
    where = FieldPath.to("agreed")
    lines = where.listing(value, "it")
    if len(lines) > MAX_AGREED_LINES:
        raise InvalidInput(NUMBER_OF_AGREED_LINES.at(where, {"found": len(lines), "most": MAX_AGREED_LINES}))
    return tuple(
        [
            FieldPath.to("agreed line", i).text(line, "it", MAX_AGREED_LINE_LENGTH).strip()
            for i, line in enumerate(lines, start=1)
        ]
    )


def _rules(where: FieldPath, key: object, options: object, shape: Shape, script: Script) -> HouseRules:
    if not isinstance(key, str):
        raise where.not_a(ValueKind.RULE_SET, key, "rules")
    rules = where.text(key, "rules", longest=MAX_KEY_LENGTH)
    if not isinstance(options, dict) or not all(v is None or isinstance(v, int | str) for v in options.values()):
        options = read_options(where, options)  # which refuses it: a list has no hash, and 1.0 equals 1
    chosen = tuple([(name, isinstance(value, bool), value) for name, value in options.items()])
    try:
        ruleset = rule_set(rules)
    except InvalidInput as error:
        raise error.within("sheet") from error
    return _house_rules(ruleset, chosen, shape, script)


def read_options(where: FieldPath, value: object) -> dict[str, Value]:
    """Options with their values. Raises `InvalidInput`; whether the rule set allows them is checked in `core.rules`."""
    if not isinstance(value, dict):
        raise where.not_a(ValueKind.OPTIONS, value, "options")
    options = where.at("options")
    return {str(name): _value(options, name, part) for name, part in value.items()}


@lru_cache(maxsize=32)  # a table plays many games by the same rules, and an export reads them for each game
def _house_rules(
    ruleset: RuleSet, chosen: tuple[tuple[str, bool, Value], ...], shape: Shape, script: Script
) -> HouseRules:
    """One table's rules, cached; the key marks booleans, because 1 equals True in Python."""
    options = read_options(FieldPath.to("sheet"), {name: value for name, _, value in chosen})
    try:
        return ruleset.with_options(options, shape, script)
    except InvalidInput as error:
        raise error.within("sheet") from error


def _value(options: FieldPath, name: object, value: object) -> Value:
    """An option's value, short enough for an error message. Whether it is allowed is checked in `core.rules`."""
    key = options.text(name, "name", longest=MAX_KEY_LENGTH)
    if isinstance(value, str):
        return options.at(key).text(value, "it", longest=MAX_KEY_LENGTH)
    if isinstance(value, int) and abs(value) > MAX_VALUE:
        raise options.at(key).not_a(ValueKind.NINE_DIGITS, value)
    if value is None or isinstance(value, (bool, int)):
        return value
    raise options.at(key).not_a(ValueKind.OPTION, value)


def _sides(value: object) -> tuple[SideNames, ...]:
    where = FieldPath.to("sides")
    listed = where.listing(value, "it")
    if not 2 <= len(listed) <= MAX_SIDES:
        raise InvalidInput(NUMBER_OF_SIDES.at(where, {"found": len(listed), "most": MAX_SIDES}))
    sides = tuple(_side(where.at("side", i + 1), side) for i, side in enumerate(listed))
    if len({len(side.players) for side in sides}) > 1:
        raise InvalidInput(UNEVEN_SIDES.at(where, {}))
    _differ(where, Named.SIDES, [side.name for side in sides])
    _differ(where, Named.PLAYERS, [player for side in sides for player in side.players])
    return sides


def _side(where: FieldPath, value: object) -> SideNames:
    side = where.mapping(value, "it", ("name", "players"), required=("name",))
    name = where.name(side["name"], "name")
    players = where.listing(side.get("players", [name]), "players")
    if not 1 <= len(players) <= 2:
        raise InvalidInput(NUMBER_OF_PLAYERS.at(where, {"found": len(players), "most": 2}))
    return SideNames(name, tuple(where.name(player, "player") for player in players))


def _differ(where: FieldPath, of: Named, names: Sequence[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InvalidInput(SAME_NAME.at(where, {"of": of, "name": quote(twice)}))
