"""The house rules of the standard family: what each accepts, and how it refuses other values."""

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.ruleset import Value, resolve, value_word
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.faults import fault_text
from tests.each_case import each_case

STANDARD = {"partnership": 500, "two-player": 500, "two-handed": 300, "cutthroat": 500}

TAKES: dict[str, tuple[list[Value], list[Value]]] = {
    "target": ([50, 300, 10_000], [49, 10_001, 0, -500, "500", True, None]),
    "bags": ([0, 1, 10, 20], [21, -1, False, "10", None]),
    "bag_penalty": ([0, 100, 500], [-1, 501, None]),
    "bags_carry": ([True, False], [0, 1, "true", None]),
    "nil": ([0, 50, 150, 200], [1, 250, -100, True, None]),
    "blind_nil": ([0, 50, 400], [120, 450, False, None]),
    "blind_behind": ([0, 100, 500], [-1, 501, None]),
    "failed_nil": (["bags", "ignored", "helps"], ["Bags", "", 0, None]),
    "team_minimum": ([0, 4, 13], [-1, 14, False, None]),
    "may_total_tricks": ([True, False], [0, 1, None]),
    "ten_for_200": (["off", "ladder", "flat", "flat-100", "flat-150"], [200, "yes", None, 1]),
    "tie": (["play-on", "fewest-overtricks", "shared"], ["play on", 0, None]),
    "lose_at": ([None, -100, -1000], [0, -99, -1001, 100, False, "none"]),
}

DEFAULTS: dict[str, Value] = {
    "bags": 10,
    "bag_penalty": 100,
    "bags_carry": True,
    "nil": 100,
    "blind_nil": 0,
    "blind_behind": 100,
    "may_total_tricks": True,
    "ten_for_200": "off",
    "tie": "play-on",
    "lose_at": None,
}


@each_case(("key", "value"), [(key, value) for key, (takes, _) in TAKES.items() for value in takes])
def test_valid_option_value_is_accepted(key: str, value: Value) -> None:
    assert rule_set("partnership").with_options({key: value}).options[key] is value


@each_case(("key", "value"), [(key, value) for key, (_, refuses) in TAKES.items() for value in refuses])
def test_invalid_option_value_is_refused(key: str, value: Value) -> None:
    with pytest.raises(InvalidInput) as refused:
        rule_set("partnership").with_options({key: value})
    assert fault_text(refused.value.fault).startswith(f'Option "{key}" cannot be ')


def test_refusal_names_the_option_s_values() -> None:
    with pytest.raises(InvalidInput) as refused:
        rule_set("two-player").with_options({"bags": 21})
    assert fault_text(refused.value.fault) == 'Option "bags" cannot be 21; it takes 0, 1 to 20'
    with pytest.raises(InvalidInput) as refused:
        rule_set("two-player").with_options({"lose_at": 5})
    assert fault_text(refused.value.fault) == 'Option "lose_at" cannot be 5; it takes none, −1000 to −100'
    with pytest.raises(InvalidInput) as refused:
        rule_set("two-player").with_options({"bags_carry": 1})
    assert fault_text(refused.value.fault) == 'Option "bags_carry" cannot be 1; it takes true, false'


def test_unknown_option_is_named() -> None:
    with pytest.raises(InvalidInput) as refused:
        rule_set("two-handed").with_options({"sandbags": 10})
    assert fault_text(refused.value.fault).startswith('two-handed has no option "sandbags"; it has target, bags, ')


@each_case("key", STANDARD)
def test_defaults_of_each_rule_set(key: str) -> None:
    options = rule_set(key).with_options({}).options
    assert {name: options[name] for name in DEFAULTS} == DEFAULTS
    assert options["target"] == STANDARD[key]
    assert options["failed_nil"] == ("bags" if key == "partnership" else "ignored")
    assert options.get("team_minimum") == (0 if key == "partnership" else None)


@each_case("key", STANDARD)
def test_every_default_is_a_valid_value(key: str) -> None:
    for option in rule_set(key).options(rule_set(key).shapes[0]):
        assert option.allows(option.default)
        assert option.name
        assert option.help


def test_refusal_says_that_there_are_no_options() -> None:
    with pytest.raises(InvalidInput) as refused:
        resolve("solitaire", (), {"bags": 10})
    assert fault_text(refused.value.fault) == 'solitaire has no option "bags"; it has no options'


def test_minimum_of_a_pair_is_for_pairs() -> None:
    with pytest.raises(InvalidInput) as refused:
        rule_set("cutthroat").with_options({"team_minimum": 4})
    assert (refused.value.fault.code, refused.value.fault.params["option"]) == ("unknown-option", "team_minimum")


@each_case(
    ("key", "shape", "sentence"),
    [
        ("partnership", Shape(2), "partnership is for 2 or 3 pairs, not for 2 players"),
        ("partnership", Shape(4), "partnership is for 2 or 3 pairs, not for 4 players"),
        ("two-player", Shape(3), "two-player is for 2 players, not for 3 players"),
        ("cutthroat", Shape(2), "cutthroat is for 3 to 6 players, not for 2 players"),
        ("cutthroat", Shape(2, 2), "cutthroat is for 3 to 6 players, not for 2 pairs"),
    ],
)
def test_table_size_of_another_rule_set_is_refused(key: str, shape: Shape, sentence: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        rule_set(key).with_options({}, shape)
    assert fault_text(refused.value.fault) == sentence


def test_unknown_rule_set_is_named() -> None:
    with pytest.raises(InvalidInput) as refused:
        rule_set("bridge")
    assert fault_text(refused.value.fault).startswith('There is no rule set "bridge"; there are ')


def test_menu_begins_with_the_standard_family() -> None:
    assert [key for key in rule_sets() if key in STANDARD] == list(STANDARD)


PARSED: list[tuple[str, str, Value]] = [
    ("bags", "5", 5),
    ("bags", "0", 0),
    ("bags", "five", "five"),
    ("bags", "", ""),
    ("bags", "-", "-"),
    ("bags", "1_0", "1_0"),
    ("bags", "٥", "٥"),
    ("bags", "9999999999", "9999999999"),
    ("bags_carry", "true", True),
    ("bags_carry", "false", False),
    ("bags_carry", "1", 1),
    ("lose_at", "none", None),
    ("lose_at", "-200", -200),
    ("tie", "shared", "shared"),
    ("ten_for_200", "true", True),
    ("ten_for_200", "flat-100", "flat-100"),
    ("boston", "200", "200"),
]


@each_case(("key", "word", "value"), PARSED)
def test_value_is_parsed_from_its_word(key: str, word: str, value: Value) -> None:
    option = next(option for option in rule_set("partnership").options(Shape(2, 2)) if option.key == key)
    assert option.parse(word) == value
    assert type(option.parse(word)) is type(value)


@each_case("key", list(rule_sets()))
def test_every_value_is_parsed_from_its_own_word(key: str) -> None:
    for shape in rule_set(key).shapes:
        for option in rule_set(key).options(shape):
            for value in (*option.values, *((option.low, option.high) if option.has_range else ())):
                assert option.parse(value_word(value)) is value or option.parse(value_word(value)) == value
                assert option.allows(option.parse(value_word(value)))


def test_a_rules_code_keeps_the_first_spelling_of_a_value() -> None:
    (option,) = (known for known in rule_set("partnership").options(Shape(2, 2)) if known.key == "ten_for_200")
    assert [option.first_spelling(value) for value in ("ladder", "off", "flat")] == [True, False, "flat"]
