"""House rules that make no difference: an option says when, and then none of its values changes the game."""

from scorekeeper.core.rules.ruleset import Option, Options, RuleSet, values_alone
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from tests.each_case import each_case
from tests.tables import TABLES

PAIRS = Shape(2, 2)


def differs(rules: RuleSet, shape: Shape, option: Option, chosen: Options) -> bool:
    """Whether any value of the option changes the game from its default, with these others."""
    usual = rules.with_options({**chosen, option.key: option.default}, shape).scoring
    values = values_alone(option, rules.options(shape))
    return any(rules.with_options({**chosen, option.key: value}, shape).scoring != usual for value in values)


@each_case(("key", "shape"), TABLES)
def test_idle_option_does_not_change_the_game(key: str, shape: Shape) -> None:
    rules = rule_set(key)
    known = {option.key for option in rules.options(shape)}
    for option in rules.options(shape):
        for row in option.no_effect_when:
            chosen = {name: value for name, value in row if name in known}
            if ("target", 0) in row:
                chosen["hands"] = 9  # without a target the hands end the game
            if chosen:
                assert option.has_no_effect(rules.with_options(chosen, shape).options)
                assert not differs(rules, shape, option, chosen), (option.key, chosen)


@each_case(("key", "shape"), TABLES)
def test_every_offered_option_makes_a_difference(key: str, shape: Shape) -> None:
    rules = rule_set(key)
    usual = rules.with_options({}, shape).options
    for option in rules.options(shape):
        most: Options = {"tricks": 26} if "tricks" in usual else {}  # nobody bids ten of eight tricks
        assert option.has_no_effect(usual) or differs(rules, shape, option, most), option.key


def idle(key: str, chosen: Options) -> set[str]:
    """The partnership's options that make no difference with these values."""
    options = rule_set(key).with_options(chosen, PAIRS).options
    return {option.key for option in rule_set(key).options(PAIRS) if option.has_no_effect(options)}


def test_bag_penalty_is_idle_without_bags() -> None:
    assert idle("partnership", {"bags": 0}) >= {"bag_penalty", "bags_carry"}
    assert not idle("partnership", {"bags": 1, "blind_nil": 50}) & {"bag_penalty", "bags_carry", "blind_behind"}


def test_game_without_blind_calls_has_no_deficit_option() -> None:
    assert "blind_behind" in idle("partnership", {"blind_nil": 0})
    assert "blind_behind" not in idle("partnership", {"blind_nil": 200})


def test_game_without_nil_has_no_failed_nils() -> None:
    assert "failed_nil" in idle("partnership", {"nil": 0})
    assert "failed_nil" in idle("partnership", {"zero": "refused"})
    assert "failed_nil" not in idle("partnership", {"zero": "refused", "blind_nil": 100})
    assert "failed_nil" not in idle("whiz", {"nil": 0})


def test_ten_for_200_is_not_offered_where_nobody_can_take_ten_tricks() -> None:
    """Partners may bid ten of eight tricks all the same, which is scored."""
    (ten,) = [option for option in rule_set("partnership").options(Shape(3, 2)) if option.key == "ten_for_200"]
    assert [tricks for tricks in range(1, 27) if not ten.is_offered({"tricks": tricks})] == list(range(1, 10))
    assert [tricks for tricks in range(1, 27) if ten.has_no_effect({"tricks": tricks})] == list(range(1, 5))
    (alone,) = [option for option in rule_set("toss").options(Shape(4)) if option.key == "ten_for_200"]
    assert [tricks for tricks in range(1, 27) if alone.has_no_effect({"tricks": tricks})] == list(range(1, 10))
    assert "ten_for_200" not in idle("partnership", {})


def test_game_of_all_hands_has_no_target() -> None:
    assert "target" in idle("evil", {"all_hands": True})
    assert "target" not in idle("evil", {})


def test_condition_on_a_missing_option_is_ignored() -> None:
    option = Option("bag_penalty", "Bag penalty", "", 100, high=500, no_effect_when=((("bags", 0),),))
    assert not option.has_no_effect({"bag_penalty": 100})
    assert option.has_no_effect({"bag_penalty": 100, "bags": 0})
    assert not option.has_no_effect({"bag_penalty": 100, "bags": False})
