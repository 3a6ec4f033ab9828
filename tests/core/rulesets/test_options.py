"""The house rules of every rule set. Their defaults and values are in the approved rules pages (`rulebooks.txt`)."""

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.ruleset import DefaultReading, Value
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.words.faults import fault_text
from tests.each_case import each_case
from tests.tables import TABLES

PAIRS = Shape(2, 2)


@each_case(("key", "shape"), TABLES)
def test_default_is_a_value_of_the_option(key: str, shape: Shape) -> None:
    assert [option.key for option in rule_sets()[key].options(shape) if not option.allows(option.default)] == []


@each_case(("key", "shape"), TABLES)
def test_switch_says_in_words_what_off_means(key: str, shape: Shape) -> None:
    switches = [option for option in rule_sets()[key].options(shape) if option.is_switch]
    assert [own.key for own in switches if not any(choice.value is False for choice in own.choices)] == []


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
    three = rules.idea.count(". ") == 2 and rules.idea.endswith(".")
    assert three, f"the idea of {rules.key} is not three sentences: the menu shows the first, its page all three"
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
