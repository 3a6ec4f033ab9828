"""House rules as players say them: a sentence with a placeholder for the value, and texts of values."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.rules.prices import BOSTON, NOTHING, SHORT, TEN_FOR_200, contract_price
from scorekeeper.core.rules.ruleset import Option, Options, Value, is_same, value_word
from scorekeeper.core.words.language import either, fill, listed, minus, signed, translatable, with_commas
from scorekeeper.core.words.language import translate as _


@dataclass(frozen=True, slots=True)
class Choice:
    """The text of a value: on a button, `off`, and as a sentence if it needs its own, `No blind nil`."""

    value: Value
    label: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class OptionWords:
    """A house rule with a placeholder, `Blind nil {value}`, and the values that have a text of their own."""

    sentence: str
    choices: tuple[Choice, ...] = ()


OFF = translatable("off")

WORDS = {
    "target": OptionWords(
        translatable("Play to {value}"), (Choice(0, translatable("no target"), translatable("No target")),)
    ),
    "bags": OptionWords(
        translatable("Bag penalty after {value} bags"),
        (Choice(0, OFF, translatable("No bag penalty")), Choice(1, "1", translatable("A penalty for every bag"))),
    ),
    "bag_penalty": OptionWords(translatable("A bag penalty costs {value}")),
    "bags_carry": OptionWords(
        translatable("Keep extra bags after a penalty"),
        (Choice(False, OFF, translatable("After a penalty the bags start at 0")),),
    ),
    "nil": OptionWords(translatable("Nil {value}"), (Choice(0, OFF, translatable("No nil")),)),
    "blind_nil": OptionWords(translatable("Blind nil {value}"), (Choice(0, OFF, translatable("No blind nil")),)),
    "blind_behind": OptionWords(
        translatable("Blind calls only when behind by {value}"),
        (Choice(0, "0", translatable("Blind calls at any score")),),
    ),
    "blind_numbers": OptionWords(
        translatable("Blind numbers {value}"),
        (
            Choice(0, OFF, translatable("No blind numbers")),
            Choice(6, translatable("from 6")),
            Choice(7, translatable("from 7")),
        ),
    ),
    "blind_failed": OptionWords(
        translatable("A failed blind number costs {value}"),
        (Choice("single", translatable("10 a trick")), Choice("double", translatable("20 a trick"))),
    ),
    "failed_nil": OptionWords(
        translatable("If a nil fails, its tricks {value}"),
        (
            Choice("bags", translatable("are bags")),
            Choice("helps", translatable("help the partner")),
            Choice("ignored", translatable("don’t count")),
        ),
    ),
    "zero": OptionWords(
        translatable("A bid of 0 {value}"),
        (
            Choice("nil", translatable("is nil")),
            Choice("number", translatable("is a number")),
            Choice("refused", translatable("isn’t allowed")),
        ),
    ),
    "team_minimum": OptionWords(
        translatable("Minimum team bid (“board”) {value}"),
        (Choice(0, translatable("none"), translatable("No minimum team bid")),),
    ),
    "highest_bid": OptionWords(
        translatable("Highest bid of a side {value}"),
        (Choice(0, translatable("any"), translatable("No highest bid")),),
    ),
    "may_total_tricks": OptionWords(
        translatable("Bids may total the tricks of the hand"),
        (Choice(False, OFF, translatable("Bids may not total the tricks of the hand")),),
    ),
    "least_total": OptionWords(
        translatable("Play only if the bids total {value}"),
        (Choice(0, translatable("any number"), translatable("Every hand is played")),),
    ),
    "unplayed": OptionWords(
        translatable("A hand that is not played scores {value}"),
        (Choice("books", translatable("10 a trick bid")), Choice("nothing", translatable("nothing"))),
    ),
    "ten_for_200": OptionWords(
        translatable("10 for 200 {value}"),
        (Choice("off", OFF, translatable("A bid of 10 or more scores as usual")),),
    ),
    "tie": OptionWords(
        translatable("If the top scores tie, {value}"),
        (
            Choice("play-on", translatable("play another hand")),
            Choice("fewest-overtricks", translatable("fewest overtricks wins")),
            Choice("shared", translatable("all of them win")),
        ),
    ),
    "lose_at": OptionWords(
        translatable("Lose at {value} points"), (Choice(None, OFF, translatable("No losing score")),)
    ),
    "sets_lose": OptionWords(
        translatable("Lose after {value} sets"), (Choice(0, OFF, translatable("Sets never lose the game")),)
    ),
    "sets_in_a_row": OptionWords(
        translatable("Only sets in a row count"), (Choice(False, OFF, translatable("All sets of a game count")),)
    ),
    "sets_in_a_row_lose": OptionWords(
        translatable("Lose after {value} sets in a row"),
        (Choice(0, OFF, translatable("Sets in a row never lose the game")),),
    ),
    "least_hands": OptionWords(
        translatable("Play at least {value} hands"),
        (
            Choice(0, OFF, translatable("Any hand can end the game")),
            Choice(1, "1", translatable("Play at least 1 hand")),
        ),
    ),
    "overtrick_points": OptionWords(translatable("Each bag scores {value}")),
    "pair_bids": OptionWords(
        translatable("Partners {value}"),
        (Choice("seats", translatable("each bid")), Choice("pair", translatable("say one number for both"))),
    ),
    "set_costs": OptionWords(
        translatable("A set costs {value}"),
        (
            Choice("bid", translatable("10 a trick bid")),
            Choice("short", translatable("10 a trick short")),
            Choice("nothing", translatable("nothing")),
        ),
    ),
    "boston": OptionWords(
        translatable("A made bid of all the tricks {value}"),
        (Choice("plain", translatable("scores as usual")), Choice("wins", translatable("wins the game"))),
    ),
    "first_hand": OptionWords(
        translatable("The first hand {value}"),
        (Choice("bid", translatable("is bid")), Choice("bids-itself", translatable("bids itself"))),
    ),
    "first_hand_least": OptionWords(
        translatable("A side with fewer than {value} tricks in the first hand loses"),
        (Choice(0, OFF, translatable("Nobody loses in the first hand")),),
    ),
    "misdeal": OptionWords(
        translatable("After a misdeal the deal {value}"),
        (Choice("same", translatable("stays")), Choice("passes", translatable("passes"))),
    ),
    "hands": OptionWords(
        translatable("Stop after {value} hands"),
        (Choice(0, OFF, translatable("No last hand")), Choice(1, "1", translatable("Stop after 1 hand"))),
    ),
    "all_hands": OptionWords(
        translatable("Play all 45 hands"), (Choice(False, OFF, translatable("Stop at the target")),)
    ),
    "tricks": OptionWords(
        translatable("Tricks in a hand {value}"),
    ),
    "passing": OptionWords(
        translatable("Pass three cards {value}"),
        (
            Choice("left", translatable("left every hand")),
            Choice("left-right-hold", translatable("left, then right, then none")),
        ),
    ),
    "overtrick_penalty": OptionWords(
        translatable("The overtrick penalty {value}"),
        (Choice("flat", translatable("is 100 each time")), Choice("escalating", translatable("grows: 100, 200, 300"))),
    ),
    "blind_exact": OptionWords(
        translatable("Blind bids must be exact"), (Choice(False, OFF, translatable("Blind bids need not be exact")),)
    ),
    "perfect_run": OptionWords(
        translatable("Bonus for three perfect bids in a row"),
        (Choice(False, OFF, translatable("No bonus for perfect bids")),),
    ),
    "boston_missed": OptionWords(translatable("A missed Boston scores {value}")),
    "least_call": OptionWords(translatable("The lowest call is {value}")),
    "ante": OptionWords(
        translatable("Ante of {value} chips"),
        (Choice(0, translatable("none"), translatable("No ante")), Choice(1, "1", translatable("Ante of 1 chip"))),
    ),
    "odd_chips": OptionWords(
        translatable("Odd chips of a shared pot {value}"),
        (Choice("deal", translatable("are dealt out")), Choice("carry", translatable("wait for the next pot"))),
    ),
}
"""The words of house rules by their keys. An option without an entry is shown by name."""


def sentence_parts(option: Option) -> tuple[str, str]:
    """The text before the value and after it: `Bag penalty after`, `bags`."""
    before, _value, after = _sentence(option).partition("{value}")
    return before.strip(), after.strip()


def has_words(option: Option) -> bool:
    """Whether it has a sentence; one without is shown by name, next to its help."""
    return option.key in WORDS


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
        return _all_the_tricks(str(value), str(chosen.get("set_costs", "bid")))
    choice = _choice(option, value)
    if choice and choice.rule:
        return _(choice.rule)
    if option.is_switch and value is False:
        return _("{rule}: {value}", rule=_(option.name), value=_("no"))
    return fill(_sentence(option), {"value": value_label(option, value)})


def changed_rules(options: Sequence[Option], chosen: Options) -> list[str]:
    """The house rules that differ from the rule set, each in a sentence; those without effect are left out."""
    return [
        option_rule(option, chosen)
        for option in options
        if not option.is_idle(chosen) and not is_same(chosen[option.key], option.default)
    ]


def _high_bids_label(value: str) -> str:
    """`200, 220, 240, 500`, or `+200 or −100` if all are worth the same."""
    made, failed = _prices(value, "bid")
    if len(made) > 1:
        return with_commas([str(points) for points in made])
    return _won_or_lost(made[0], failed[0])


def _won_or_lost(made: int, failed: int) -> str:
    """`+200 or −100`."""
    return either([signed(made), signed(failed)])


def _high_bids(value: str, costs: str, but_all: bool) -> str:
    """`Bids of 10 to 13 win 200 or lose 100`, with what a set contract costs at this table.

    `but_all`: a bid of all the tricks has a price of its own.
    """
    made, failed = _prices(value, costs)
    low, high = min(TEN_FOR_200[value]), max(TEN_FOR_200[value])
    wins, loses = listed([str(points) for points in made]), listed([str(-points) for points in failed])
    bids = _("Bids of {low} to {high}", low=low, high=high)
    if but_all:
        bids = _("Bids of {low} to {high}, but not of all the tricks,", low=low, high=high)
    if costs == SHORT:
        return _("{bids} win {wins} or lose {loses} a trick short", bids=bids, wins=wins, loses=loses)
    if costs == NOTHING:
        return _("{bids} win {wins} and lose nothing", bids=bids, wins=wins)
    return _("{bids} win {wins} or lose {loses}", bids=bids, wins=wins, loses=loses)


def _all_the_tricks(value: str, costs: str) -> str:
    """`A bid of all the tricks wins 200 or loses 200`, with what a set contract costs at this table."""
    made, failed = contract_price(0, "", costs, BOSTON[value])
    if costs == SHORT:
        return _("A bid of all the tricks wins {wins} or loses {loses} a trick short", wins=made, loses=-failed)
    if costs == NOTHING:
        return _("A bid of all the tricks wins {wins} and loses nothing", wins=made)
    return _("A bid of all the tricks wins {wins} or loses {loses}", wins=made, loses=-failed)


def _prices(value: str, costs: str) -> tuple[list[int], list[int]]:
    """The points of the highest contracts, made and failed, each once."""
    prices = [contract_price(number, value, costs) for number in TEN_FOR_200[value]]
    return list(dict.fromkeys([made for made, _failed in prices])), list(
        dict.fromkeys([failed for _made, failed in prices])
    )


def _sentence(option: Option) -> str:
    words = WORDS.get(option.key)
    if words:
        return _(words.sentence)
    return _(option.name) if option.is_switch else _("{rule}: {value}", rule=_(option.name), value="{value}")


def _choice(option: Option, value: Value) -> Choice | None:
    words = WORDS.get(option.key)
    found = [choice for choice in words.choices if is_same(choice.value, value)] if words else []
    return found[0] if found else None


def _plain(value: Value) -> str:
    """A value without a text of its own."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return minus(str(value)) if isinstance(value, int) else value_word(value).replace("-", " ")
