"""The house rules of every rule set: their defaults and values, as the rules list them."""

from collections.abc import Sequence

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.ruleset import DefaultReading, Value
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.words.faults import fault_text
from tests.each_case import each_case

Listed = dict[str, tuple[Value, Sequence[Value], tuple[int, int] | None]]
"""For each option its default, its single values, and its range."""

YES_NO = (True, False)

BAGS: Listed = {
    "bags": (10, (0,), (1, 20)),
    "bag_penalty": (100, (), (0, 500)),
    "bags_carry": (True, YES_NO, None),
    "nil": (100, (0, 50, 100, 150, 200), None),
    "blind_nil": (0, (0, 50, 100, 150, 200, 250, 300, 350, 400), None),
    "blind_behind": (100, (), (0, 500)),
}
CLUB: Listed = {
    "overtrick_points": (1, (1, 0, -1, -10), None),
    "set_costs": ("bid", ("bid", "short", "nothing"), None),
    "boston": ("plain", ("plain", "200", "350", "wins"), None),
    "highest_bid": (0, (0,), (8, 12)),
    "lose_at": (None, (None,), (-1000, -100)),
    "sets_lose": (0, (0, 2, 3, 4), None),
    "sets_in_a_row": (False, YES_NO, None),
    "sets_in_a_row_lose": (0, (0, 2, 3), None),
    "least_hands": (0, (), (0, 10)),
    "first_hand": ("bid", ("bid", "bids-itself"), None),
    "first_hand_least": (0, (), (0, 6)),
}
LEAST_TOTAL: Listed = {
    "least_total": (0, (0, 10, 11, 12), None),
    "unplayed": ("books", ("books", "nothing"), None),
}
ZERO: Listed = {"zero": ("nil", ("nil", "number", "refused"), None)}
ALONE: Listed = {**BAGS, **CLUB, **ZERO, "failed_nil": ("ignored", ("bags", "ignored"), None)}
IN_SEATS: Listed = {**BAGS, "failed_nil": ("bags", ("bags", "ignored", "helps"), None)}
OWN_HANDS: Listed = {**IN_SEATS, "team_minimum": (0, (), (0, 13))}
BLIND: Listed = {
    "blind_numbers": (0, (0, 6, 7), None),
    "blind_failed": ("single", ("single", "double"), None),
}
CALLED: Listed = {
    **OWN_HANDS,
    **CLUB,
    "pair_bids": ("seats", ("seats", "pair"), None),
    **BLIND,
}
IN_PAIRS: Listed = {**CALLED, **ZERO}
NILS: Listed = {**CALLED, "zero": ("nil", ("nil", "number"), None)}
"""Of games whose hands require nils."""
TIES = ("play-on", "fewest-overtricks", "shared")


def target(points: int = 500, tie: str = "play-on") -> Listed:
    return {"target": (points, (), (50, 10_000)), "tie": (tie, TIES, None)}


def or_hands(points: int = 500) -> Listed:
    """A target that there need not be, where the hands end the game."""
    return target(points) | {"target": (points, (0,), (50, 10_000))}


TEN: Listed = {"ten_for_200": ("off", ("off", "ladder", "flat", "flat-100", "flat-150"), None)}
LAST_HAND: Listed = {**TEN, "hands": (0, (0,), (1, 50))}
DRAWN: Listed = {**LAST_HAND, "may_total_tricks": (True, YES_NO, None)}
MISDEAL: Listed = {"misdeal": ("same", ("same", "passes"), None)}
STANDARD: Listed = {**DRAWN, **MISDEAL}
DEALT: Listed = {**LAST_HAND, **MISDEAL}


def tricks(default: int) -> Listed:
    return {"tricks": (default, (), (1, 26))}


def berkley(behind: int, exact: bool) -> Listed:
    return {
        **target(tie="fewest-overtricks"),
        "blind_behind": (behind, (), (0, 500)),
        "blind_exact": (exact, YES_NO, None),
        "overtrick_penalty": ("flat", ("flat", "escalating"), None),
        "perfect_run": (True, YES_NO, None),
    }


CHIPS: Listed = {"ante": (1, (), (0, 100)), "odd_chips": ("deal", ("deal", "carry"), None)}

PAIRS, TWO, THREE, FOUR = Shape(2, 2), Shape(2), Shape(3), Shape(4)

LISTED: list[tuple[str, Shape, Listed]] = [
    ("partnership", PAIRS, {**IN_PAIRS, **or_hands(), **STANDARD, **LEAST_TOTAL}),
    ("two-player", TWO, {**ALONE, **or_hands(), **DRAWN, **LEAST_TOTAL}),
    ("two-handed", TWO, {**ALONE, **or_hands(300), **DRAWN, **LEAST_TOTAL}),
    ("partnership", Shape(3, 2), {**IN_PAIRS, **or_hands(), **STANDARD, **tricks(8)}),
    *[
        ("cutthroat", Shape(sides), {**ALONE, **or_hands(), **STANDARD, **tricks(count)})
        for sides, count in ((3, 17), (4, 13), (5, 10), (6, 8))
    ],
    (
        "berkley-two",
        TWO,
        {
            **berkley(100, False),
            "boston_missed": (0, (0, -130, -500), None),
            "failed_nil": ("bags", ("bags", "ignored", "helps"), None),
        },
    ),
    ("berkley-three-1", THREE, berkley(0, True)),
    ("berkley-three-2", THREE, berkley(0, True)),
    *[("miser", Shape(sides), target() | {"tie": ("play-on", ("play-on", "shared"), None)}) for sides in (2, 3, 4)],
    *[("gambling", Shape(sides), CHIPS) for sides in (3, 4, 5, 6)],
    ("call-break", FOUR, {"hands": (5, (), (1, 50)), "least_call": (1, (1, 2), None), "tie": ("shared", TIES, None)}),
    ("evil", PAIRS, {**IN_SEATS, **BLIND, **target(), "all_hands": (False, YES_NO, None)}),
    ("night", PAIRS, {**OWN_HANDS, **BLIND, **target()}),
    ("high-low", PAIRS, {**IN_PAIRS, **or_hands(), **DEALT, **LEAST_TOTAL}),
    ("high-low", TWO, {**ALONE, **or_hands(), **LAST_HAND, **LEAST_TOTAL}),
    ("two-deck", THREE, {**ALONE, **or_hands(), **LAST_HAND}),
    ("royal", TWO, {**ALONE, **or_hands(), **DEALT, **LEAST_TOTAL}),
    (
        "hurricane",
        PAIRS,
        {
            **IN_PAIRS,
            **LEAST_TOTAL,
            **TEN,
            **MISDEAL,
            "hands": (3, (), (1, 20)),
            "passing": ("left", ("left", "left-right-hold"), None),
        },
    ),
    ("mirrors", PAIRS, {**NILS, **or_hands(), **DEALT}),
    ("whiz", PAIRS, {**NILS, **or_hands(), **DEALT, **LEAST_TOTAL}),
    (
        "suicide",
        PAIRS,
        {**NILS, **or_hands(), **DEALT, **LEAST_TOTAL, "nil": (100, (50, 100, 150, 200), None)},
    ),
    ("toss", TWO, {**ALONE, **or_hands(), **DEALT, **tricks(13), **LEAST_TOTAL}),
    ("toss", PAIRS, {**IN_PAIRS, **or_hands(), **DEALT, **tricks(13), **LEAST_TOTAL}),
    *[("toss", Shape(sides), {**ALONE, **or_hands(), **DEALT, **tricks(13)}) for sides in range(3, 9)],
    *[("toss", Shape(sides, 2), {**IN_PAIRS, **or_hands(), **DEALT, **tricks(13)}) for sides in (3, 4)],
]

TRICKS = {
    ("cutthroat", THREE): 17,
    ("cutthroat", Shape(5)): 10,
    ("cutthroat", Shape(6)): 8,
    ("partnership", Shape(3, 2)): 8,
    ("berkley-three-2", THREE): 18,
    ("miser", THREE): 17,
    ("gambling", THREE): 17,
    ("gambling", Shape(5)): 10,
    ("gambling", Shape(6)): 8,
    ("two-deck", THREE): 17,
}


@each_case(("key", "shape", "listed"), LISTED)
def test_options_match_the_documented_list(key: str, shape: Shape, listed: Listed) -> None:
    options = {option.key: option for option in rule_sets()[key].options(shape)}
    assert set(options) == set(listed)
    for option in options.values():
        default, values, span = listed[option.key]
        assert (option.default, type(option.default)) == (default, type(default)), option.key
        assert tuple(option.values) == tuple(values), option.key
        assert ((option.low, option.high) if option.has_range else None) == span, option.key
        assert option.allows(option.default)
        assert option.name
        assert option.help.endswith(".")


def test_every_rule_set_at_every_table_is_listed() -> None:
    listed = {(key, shape) for key, shape, _ in LISTED}
    assert listed == {(rules.key, shape) for rules in rule_sets().values() for shape in rules.shapes}


@each_case(("key", "shape", "listed"), LISTED)
def test_tricks_of_each_hand(key: str, shape: Shape, listed: Listed) -> None:
    house = rule_sets()[key].with_options({}, shape)
    assert house.seating.tricks == TRICKS.get((key, shape), 13)
    assert set(house.options) == set(listed)


@each_case("key", list(rule_sets()))
def test_any_other_option_is_refused_by_name(key: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        rule_sets()[key].with_options({"moon": 1})
    assert fault_text(refused.value.fault).startswith(f'{key} has no option "moon"; it has ')


@each_case(
    ("key", "option", "value", "takes"),
    [
        ("berkley-two", "boston_missed", -100, "0, −130, −500"),
        ("berkley-two", "overtrick_penalty", "none", "flat, escalating"),
        ("gambling", "ante", 101, "0 to 100"),
        ("hurricane", "hands", 0, "1 to 20"),
        ("toss", "tricks", 27, "1 to 26"),
        ("evil", "all_hands", 1, "true, false"),
        ("suicide", "nil", 175, "50, 100, 150, 200"),
    ],
)
def test_any_other_value_is_refused_by_name(key: str, option: str, value: Value, takes: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        rule_sets()[key].with_options({option: value})
    assert fault_text(refused.value.fault).startswith(f'Option "{option}" cannot be ')
    assert fault_text(refused.value.fault).endswith(f"it takes {takes}")


@each_case("key", list(rule_sets()))
def test_every_rule_set_has_an_idea(key: str) -> None:
    rules = rule_sets()[key]
    assert rules.idea.count(". ") == 2
    assert rules.idea.endswith(".")
    assert rules.name
    assert rules.source
    assert all(line.endswith(".") for line in rules.with_options({}).readings())


def test_unspecified_rules_follow_the_options() -> None:
    berkley = rule_sets()["berkley-two"]
    printed = berkley.with_options({}).readings()
    missed = "The table prints a dash for a Boston that is missed, so it costs nothing."
    assert missed in printed
    assert berkley.with_options({"boston_missed": -130}).readings() == [line for line in printed if line != missed]


@each_case("key", list(rule_sets()))
def test_readings_as_printed_name_options_of_the_rule_set(key: str) -> None:
    rules = rule_sets()[key]
    known = {option.key for shape in rules.shapes for option in rules.options(shape)}
    named = {name for line in rules.reading if isinstance(line, DefaultReading) for name in line.options}
    assert named <= known


def test_menu_of_rule_sets() -> None:
    standard = ["partnership", "two-player", "two-handed", "cutthroat"]
    berkley_and_chips = ["berkley-two", "berkley-three-1", "berkley-three-2", "miser", "gambling"]
    own_hands = ["call-break", "evil", "night"]
    smaller = ["high-low", "two-deck", "royal", "hurricane", "suicide", "mirrors", "whiz", "toss"]
    assert list(rule_sets()) == [*standard, *berkley_and_chips, *own_hands, *smaller]


def test_toss_names_its_missing_table() -> None:
    assert "No published scoring table for Toss was found" in rule_sets()["toss"].with_options({}).readings()[0]


def test_nil_worth_nothing_is_still_a_nil() -> None:
    helps = {key: {option.key: option.help for option in rule_sets()[key].options(PAIRS)} for key in ("toss", "whiz")}
    assert helps["toss"]["nil"] == "What a nil wins when made and loses when set; 0: no nil."
    assert helps["whiz"]["nil"] == (
        "What a nil wins when made and loses when set; 0: you may still bid it, but it scores nothing."
    )
    assert helps["whiz"]["target"] == helps["toss"]["target"]
