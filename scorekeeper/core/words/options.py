"""House rules as players say them, in the reader’s language: the sentence of an option with its value filled in."""

from collections.abc import Sequence

from scorekeeper.core.rules.prices import (
    A_TRICK,
    BOSTON,
    FAILED_BY_BID,
    LADDER,
    LADDER_MADE,
    NOTHING,
    SHORT,
    TEN,
    TEN_FOR_200,
    contract_price,
)
from scorekeeper.core.rules.ruleset import Choice, Option, Options, Value, is_same, value_word
from scorekeeper.core.words.language import either, fill, listed, minus, signed, translate as _, with_commas


def sentence_of(option: Option) -> str:
    """The house rule in English, with a placeholder for its value, `Blind nil {value}`; a switch has none."""
    return option.sentence or (option.name if option.is_switch else f"{option.name} {{value}}")


def choice_rule(option: Option, choice: Choice) -> str:
    """The house rule of a choice in English, whole: `If a nil fails, its tricks are bags`."""
    return choice.rule or fill(sentence_of(option), {"value": choice.label})


def sentence_parts(option: Option) -> tuple[str, str]:
    """The text before the value and after it: `Bag penalty after`, `bags`."""
    before, _value, after = _(sentence_of(option)).partition("{value}")
    return before.strip(), after.strip()


def has_words(option: Option) -> bool:
    """Whether its values have texts; an option without them is shown next to its help."""
    return bool(option.sentence or option.choices)


def value_label(option: Option, value: Value) -> str:
    """A value as on a button: `off`, `are bags`, `−200`."""
    if option.key == "ten_for_200" and value in TEN_FOR_200:
        return _high_bids_label(str(value))
    if option.key == "boston" and value in BOSTON:
        return _won_or_lost(BOSTON[str(value)], -BOSTON[str(value)])
    choice = _choice(option, value)
    return _(choice.label) if choice else _plain(value)


def option_rule(option: Option, chosen: Options) -> str:
    """The house rule as chosen, in a table's words: `Blind nil 200`; other choices may change a price."""
    value = chosen[option.key]
    if option.key == "ten_for_200" and value in TEN_FOR_200:
        return _high_bids(str(value), str(chosen.get("set_costs", "bid")), chosen.get("boston") in BOSTON)
    if option.key == "boston" and value in BOSTON:
        return _all_the_tricks(str(value), str(chosen.get("set_costs", "bid")), str(chosen.get("boston_failed", "")))
    choice = _choice(option, value)
    if choice:
        return _(choice_rule(option, choice))
    return fill(_(sentence_of(option)), {"value": value_label(option, value)})


def changed_rules(options: Sequence[Option], chosen: Options) -> list[str]:
    """The house rules that differ from the rule set, each in a sentence; those without effect are left out."""
    return [
        option_rule(option, chosen)
        for option in options
        if not option.has_no_effect(chosen) and not is_same(chosen[option.key], option.default)
    ]


def _high_bids_label(value: str) -> str:
    """`200, 220, 240, 500`, or `+200 or −100` if all are worth the same."""
    if value == LADDER:
        return with_commas([str(points) for points in LADDER_MADE])
    return _won_or_lost(*contract_price(TEN, value, "bid"))


def _won_or_lost(made: int, failed: int) -> str:
    """`+200 or −100`."""
    return either([signed(made), signed(failed)])


def _high_bids(value: str, costs: str, but_all: bool) -> str:
    """`Bids of 10 or more win 200 or lose 100`, with what a set contract costs at this table.

    `but_all`: a bid of all the tricks has a price of its own.
    """
    made, failed = contract_price(TEN, value, costs)
    rungs = LADDER_MADE if value == LADDER else (made,)
    wins, loses = listed([str(points) for points in rungs]), -failed
    bids = _("Bids of {numbers} or more", numbers=with_commas([str(TEN + rung) for rung in range(len(rungs))]))
    if but_all:
        bids = _("{bids}, but not of all the tricks,", bids=bids)
    if costs == SHORT:
        return _("{bids} win {wins} or lose {loses} a trick short", bids=bids, wins=wins, loses=loses)
    if costs == NOTHING:
        return _("{bids} win {wins} and lose nothing", bids=bids, wins=wins)
    if value == LADDER:
        return _("{bids} win {wins} or lose {loses} a trick bid", bids=bids, wins=wins, loses=A_TRICK)
    return _("{bids} win {wins} or lose {loses}", bids=bids, wins=wins, loses=loses)


def _all_the_tricks(value: str, costs: str, when_failed: str) -> str:
    """`A bid of all the tricks wins 200 or loses 200`, with what a set contract costs at this table."""
    made, failed = contract_price(0, "", costs, BOSTON[value])
    if costs == SHORT:
        return _("A bid of all the tricks wins {wins} or loses {loses} a trick short", wins=made, loses=-failed)
    if costs == NOTHING:
        return _("A bid of all the tricks wins {wins} and loses nothing", wins=made)
    if when_failed == FAILED_BY_BID:
        return _("A bid of all the tricks wins {wins} or loses {loses} a trick bid", wins=made, loses=A_TRICK)
    return _("A bid of all the tricks wins {wins} or loses {loses}", wins=made, loses=-failed)


def _choice(option: Option, value: Value) -> Choice | None:
    return next((choice for choice in option.choices if is_same(choice.value, value)), None)


def _plain(value: Value) -> str:
    """A value without a text of its own."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return minus(str(value)) if isinstance(value, int) else value_word(value).replace("-", " ")
