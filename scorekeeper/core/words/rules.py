"""The rules of a game in sentences for its rules page: steps and endings with their params."""

from collections.abc import Sequence

from scorekeeper.core.rules.deal import BiddingLimit
from scorekeeper.core.rules.lines import RuleText
from scorekeeper.core.rules.pot import (
    EVERYONE_ANTES,
    EVERYONE_STAKES,
    FAILED_FOR_THE_POT,
    MOST_POINTS_TAKE,
    OVERTRICKS_FOR_THE_POT,
    Pot,
)
from scorekeeper.core.rules.prices import A_TRICK
from scorekeeper.core.rules.ruleset import Option, Value, value_word
from scorekeeper.core.rules.scoring import ScoringStep
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rules.steps import (
    ADJUSTMENTS_STAND,
    OVERTRICKS_COUNT,
    PENALTY_COSTS,
    PERFECT_RUNS,
    SET_BY_THE_TRICK,
    TAKEN_TWICE,
    Contracts,
    OvertrickPenalty,
    Overtricks,
    PerfectRun,
)
from scorekeeper.core.words.bidding import BIDDING_RULES
from scorekeeper.core.words.endings import ENDING_RULES
from scorekeeper.core.words.language import either, minus, spaced, translate as _, translate_plural as _n, with_commas
from scorekeeper.core.words.vocabulary import counted, ordinal, text_for, total_text


def players_words(shapes: Sequence[Shape]) -> str:
    """Who can play: `3 or 4 players`, `2 players or 2 pairs`, `3 to 6 players`."""
    alone = sorted(shape.sides for shape in shapes if shape.players_per_side == 1)
    pairs = sorted(shape.sides for shape in shapes if shape.players_per_side > 1)
    words = [_("{numbers} players", numbers=_numbers(alone))] if alone else []
    return either([*words, _("{numbers} pairs", numbers=_numbers(pairs))] if pairs else words)


def _numbers(numbers: list[int]) -> str:
    """`4`, `3 or 4`, `3 to 6`."""
    low, high = numbers[0], numbers[-1]
    if len(numbers) > 2 and high - low == len(numbers) - 1:
        return _("{low} to {high}", low=low, high=high)
    return either([str(number) for number in numbers])


def shape_words(shape: Shape) -> str:
    """A table's shape: `3 players`, `2 pairs`, `2 teams of 3`."""
    if shape.players_per_side > 2:
        return _("{numbers} teams of {people}", numbers=shape.sides, people=shape.players_per_side)
    if shape.players_per_side == 2:
        return _("{numbers} pairs", numbers=shape.sides)
    return _("{numbers} players", numbers=shape.sides)


def takes_words(option: Option) -> str:
    """The possible values: `0, 2 to 20`."""
    return values_words(option.values, option.low, option.high)


def values_words(values: Sequence[Value], low: int, high: int) -> str:
    """These values, and those from low to high if there are several: `0, 2 to 20`."""
    words = [minus(value_word(value)) if isinstance(value, int) else value_word(value) for value in values]
    return with_commas([*words, _("{low} to {high}", low=low, high=high)] if low < high else words)


def rule_sentence(rule_text: RuleText) -> str:
    """A rule in one or more sentences."""
    return RULE_SENTENCES[rule_text.code](rule_text.params)


def limit_text(limit: BiddingLimit) -> str:
    """A rule about the bidding, in one or more sentences."""
    return rule_sentence(limit.rule_text())


def step_texts(step: ScoringStep) -> list[str]:
    """What a step of the scoring does, each of its rules in one or more sentences."""
    return [rule_sentence(rule_text) for rule_text in step.rule_texts()]


def _set_by_the_trick(step: Contracts) -> str:
    if step.but_blind:
        return _(
            "A set contract loses {points} for each trick it is short; a blind number keeps its price.", points=A_TRICK
        )
    return _("A set contract loses {points} for each trick it is short.", points=A_TRICK)


def _overtricks_count(step: Overtricks) -> str:
    each = _each_overtrick(step)
    return each if step.from_nils or not step.points else spaced(each, _("Those of a failed nil score nothing."))


def _each_overtrick(step: Overtricks) -> str:
    bags, points = step.overtrick_word == "bag", total_text(abs(step.points), step.unit)
    if step.points > 0:
        if bags:
            return _("Each trick above a made bid is a bag and scores {points}.", points=points)
        return _("Each trick above a made bid is an overtrick and scores {points}.", points=points)
    if step.points < 0:
        if bags:
            return _("Each trick above a made bid is a bag and costs {points}.", points=points)
        return _("Each trick above a made bid is an overtrick and costs {points}.", points=points)
    if bags:
        return _("Each trick above a made bid is a bag and scores nothing.")
    return _("Each trick above a made bid is an overtrick and scores nothing.")


def _penalty_costs(step: OvertrickPenalty) -> str:
    if step.carries and step.overtrick_word == "overtrick":
        return _overtricks_cost(step)
    if step.bags_per_penalty == 1 and step.overtrick_word == "bag":
        if step.carries:
            return _("Every bag costs {cost} points.", cost=step.cost)
        return _("Bags cost {cost} points in a hand, however many they are.", cost=step.cost)
    overtricks = counted(step.bags_per_penalty, step.overtrick_word)
    if step.carries:
        costs = _(
            "Every {overtricks} cost {cost} points; extra ones count towards the next penalty.",
            overtricks=overtricks,
            cost=step.cost,
        )
    else:
        costs = _(
            "Every {overtricks} cost {cost} points, once a hand at most; then the count starts again.",
            overtricks=overtricks,
            cost=step.cost,
        )
    if not step.escalates:
        return costs
    return _(
        "{costs} The second penalty costs {second}, the third {third}, and so on.",
        costs=costs,
        second=2 * step.cost,
        third=3 * step.cost,
    )


def _overtricks_cost(step: OvertrickPenalty) -> str:
    """The cost of overtricks that add up through the whole game."""
    first, second, third = [ordinal(times * step.bags_per_penalty) for times in (1, 2, 3)]
    if not step.escalates:
        return _(
            "The {first}, {second}, {third} … overtrick of the game costs {cost} points.",
            first=first,
            second=second,
            third=third,
            cost=step.cost,
        )
    return _(
        "The {first} overtrick of the game costs {cost} points, the {second} {double}, the {third} {triple} …",
        first=first,
        second=second,
        third=third,
        cost=step.cost,
        double=2 * step.cost,
        triple=3 * step.cost,
    )


def _perfect_runs(step: PerfectRun) -> str:
    if step.further:
        return _n(
            step.length,
            "A perfect bid (the number to the trick) earns {bonus} more; each further one earns {further}.",
            "{count} perfect bids in a row (the number to the trick) earn {bonus} more; each further one earns "
            "{further}.",
            bonus=step.bonus,
            further=step.further,
        )
    return _n(
        step.length,
        "A perfect bid (the number to the trick) earns {bonus} more.",
        "{count} perfect bids in a row (the number to the trick) earn {bonus} more; then the count starts again.",
        bonus=step.bonus,
    )


def _pot(step: Pot) -> str:
    if step.carries_odd:
        return _("The most points in the hand take the pot. A tie shares it; odd chips wait for the next pot.")
    return _(
        "The most points in the hand take the pot. A tie shares it; odd chips go one each to those tied, from the "
        "dealer’s left."
    )


def stopping(has_end: bool, sets_lose: bool = False) -> str:
    """The result of a game that the table stops; also for games without another end."""
    if sets_lose:
        return _("If the table stops early, the highest score among those who have not lost wins; a tie is shared.")
    if has_end:
        return _("If the table stops early, the highest score wins; a tie is shared.")
    return _("The table says when the game is over. The highest score wins; a tie is shared.")


RULE_SENTENCES = (
    BIDDING_RULES
    | ENDING_RULES
    | dict(
        [
            text_for(SET_BY_THE_TRICK, _set_by_the_trick),
            text_for(
                TAKEN_TWICE,
                lambda step: _(
                    "A contract with twice its tricks or more fails: it loses {points} for each trick bid, and its "
                    "overtricks are no bags.",
                    points=A_TRICK,
                ),
            ),
            text_for(OVERTRICKS_COUNT, _overtricks_count),
            text_for(PENALTY_COSTS, _penalty_costs),
            text_for(PERFECT_RUNS, _perfect_runs),
            text_for(
                ADJUSTMENTS_STAND,
                lambda step: _("Adjustments the table agrees on are written into the hand, with a reason."),
            ),
            text_for(OVERTRICKS_FOR_THE_POT, lambda step: _("Each trick above a made bid scores 1 in the hand.")),
            text_for(
                FAILED_FOR_THE_POT, lambda step: _("A bid that is set scores 1 in the hand for each trick taken.")
            ),
            text_for(
                EVERYONE_ANTES,
                lambda step: _n(
                    step.ante,
                    "Before the deal everyone puts in a chip as an ante.",
                    "Before the deal everyone puts in {count} chips as an ante.",
                ),
            ),
            text_for(EVERYONE_STAKES, lambda step: _("Everyone puts in a chip for each trick bid.")),
            text_for(MOST_POINTS_TAKE, _pot),
        ]
    )
)
