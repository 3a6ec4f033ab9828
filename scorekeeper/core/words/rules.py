"""The rules of a game in sentences for its rules page: limits, steps and endings with their own figures."""

from collections.abc import Sequence

from scorekeeper.core.rules import limits, rebidding
from scorekeeper.core.rules.bidding_rule import CHECKED
from scorekeeper.core.rules.club_steps import FIRST_HAND_BIDS_ITSELF, TOO_FEW_ARE_NOT_PLAYED
from scorekeeper.core.rules.endings import (
    ENDS_AFTER_HANDS,
    ENDS_AT_FLOOR,
    ENDS_AT_TARGET,
    ENDS_BY_SETS,
    ENDS_OUTRIGHT,
    FEWEST_OVERTRICKS,
    PLAY_ON,
    SHARED,
    AfterHands,
    Ranking,
    SetTooOften,
)
from scorekeeper.core.rules.lines import Ruling
from scorekeeper.core.rules.pot import (
    EVERYONE_ANTES,
    EVERYONE_STAKES,
    FAILED_FOR_THE_POT,
    MOST_POINTS_TAKE,
    OVERTRICKS_FOR_THE_POT,
    Pot,
    PotSoFar,
)
from scorekeeper.core.rules.ruleset import Option, value_word
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rules.steps import (
    ADJUSTMENTS_STAND,
    OVERTRICKS_COUNT,
    PENALTY_COSTS,
    PERFECT_RUNS,
    SET_BY_THE_TRICK,
    OvertrickPenalty,
    Overtricks,
    PerfectRun,
)
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.objections import checks_words
from scorekeeper.core.words.plain import counted, says


def players_words(shapes: Sequence[Shape]) -> str:
    """Who may sit down: `3 or 4 players`, `2 players or 2 sides of 2`, `3 to 6 players`."""
    alone = sorted(shape.sides for shape in shapes if shape.people == 1)
    pairs = sorted(shape.sides for shape in shapes if shape.people > 1)
    words = [f"{_numbers(alone)} players"] if alone else []
    return " or ".join([*words, f"{_numbers(pairs)} sides of 2"] if pairs else words)


def _numbers(numbers: list[int]) -> str:
    """`4`, `3 or 4`, `3 to 6`."""
    low, high = numbers[0], numbers[-1]
    if len(numbers) > 2 and high - low == len(numbers) - 1:
        return f"{low} to {high}"
    return " or ".join(str(number) for number in numbers)


def shape_words(shape: Shape) -> str:
    """A table's shape: `3 players`, `2 sides of 2`."""
    return f"{shape.sides} sides of {shape.people}" if shape.people > 1 else f"{shape.sides} players"


def takes_words(option: Option) -> str:
    """What may be chosen: `0, 2 to 20`."""
    words = [value_word(value) for value in option.values]
    if option.has_range:
        words.append(f"{option.low} to {option.high}")
    return ", ".join(words)


def ruling_text(ruling: Ruling) -> str:
    """A rule in words. Those of limits are clauses, the others sentences."""
    return RULINGS[ruling.code](ruling.figures)


def a(word: str) -> str:
    """`a bag`, `an overtrick`."""
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _overtricks_count(step: Overtricks) -> str:
    if step.points < 0:
        worth = f"costs {counted(-step.points, 'point')}"
    else:
        worth = f"worth {counted(step.points, 'point')}" if step.points else "worth nothing"
    return f"Each trick above a made bid is {a(step.word)}, and {worth}."


def _penalty_costs(step: OvertrickPenalty) -> str:
    costs = f"Every {step.every} {step.word}s cost {step.cost} points"
    if step.escalates:
        costs += f", the second time {2 * step.cost}, the third {3 * step.cost}, and so on"
    rest = "the rest carries over" if step.carries else "that is once in a hand at most, and the count begins again"
    return f"{costs}; {rest}."


def _perfect_runs(step: PerfectRun) -> str:
    after = f"each further one is worth {step.further}" if step.further else "then the count begins again"
    return f"{step.length} bids in a row made to the trick are worth {step.bonus} points more; {after}."


def run_so_far(step: PerfectRun, run: int) -> str:
    """How far a run of perfect bids is: `2 perfect bids in a row, the next is worth 80`; empty while there is none."""
    if not run:
        return ""
    bids = "1 perfect bid" if run == 1 else f"{run} perfect bids in a row"
    if run >= step.length:
        return f"{bids}, the next is worth {step.further}"
    left = step.length - run
    return f"{bids}, {'the next is' if left == 1 else f'{left} more are'} worth {step.bonus}"


def pot_so_far(pot: PotSoFar) -> str:
    """What lies in the pot while bids come in: `14 chips: 5 in antes and 9 bid`."""
    parts = [f"{pot.antes} in antes"] if pot.antes else []
    parts += [f"{pot.staked} bid"]
    parts += [f"{pot.waiting} left from before"] if pot.waiting else []
    words = " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]
    return f"{pot.chips} chip{'' if pot.chips == 1 else 's'}: {words}"


def _pot(step: Pot) -> str:
    to_each = "go one each to those who share it, from the left of the dealer"
    odd = "wait for the next pot" if step.carries_odd else to_each
    return f"The most points in the hand take the pot; equals share it, and odd chips {odd}."


TIES = {
    PLAY_ON: "where several are, another hand is played",
    FEWEST_OVERTRICKS: "of several the one with the fewest overtricks in the game; else another hand is played",
    SHARED: "where several are, they share it",
}


def _ranking(ranking: Ranking) -> str:
    """Who wins at the end, and what a tie at the top comes to."""
    return f"The highest has won; {TIES[ranking.tie]}."


def _after_hands(ending: AfterHands) -> str:
    hands = f"{ending.hands} hands" if ending.hands > 1 else "1 hand"
    return f"The game ends after {hands}. {_ranking(ending.ranking)}"


def _by_sets(ending: SetTooOften) -> str:
    sets = ending.ranking.most_sets
    message = translatable("A side that is set {sets} times has lost. {ranking}")
    if ending.in_a_row:
        message = translatable("A side that is set {sets} times in a row has lost. {ranking}")
    return _(message, sets=sets, ranking=_("Of the others the highest has won."))


def stopping(has_end: bool) -> str:
    """What becomes of a game that the table stops; where nothing else ends it, that is how it ends."""
    when = "If the table stops before that" if has_end else "The table says when the game is over"
    return f"{when}: the highest has won, and equals share it."


def beside(slots: Sequence[Sequence[str]], alone: Sequence[str]) -> str:
    """What may stand beside a number, one call of each kind, and what stands alone."""
    kinds = [" or ".join([words[0], *(word.lower() for word in words[1:])]) for words in slots]
    words = f"Beside a number may stand {'; and '.join(kind[:1].lower() + kind[1:] for kind in kinds)}"
    alone_words = " and ".join([*alone[:1], *(word.lower() for word in alone[1:])])
    return f"{words}. {alone_words} stand alone." if alone else f"{words}."


def rounds(once: bool) -> str:
    """The rounds of bidding after the first, in which the table is asked."""
    if once:
        return "Once all have bid, each is asked once more, in turn."
    return "Once all have bid there are further rounds, until nobody changes a bid."


def summed(for_both: bool = False) -> str:
    """Partners' numbers, where they make one contract, or one number that is for both."""
    if for_both:
        return "Partners say one number for both; if one of them bids nil, it is the other’s."
    return "Partners’ numbers add up to one contract, which both play for."


RULINGS = dict(
    [
        says(limits.NEEDS_DEFICIT, lambda _: "a blind call only when far enough behind"),
        says(rebidding.ONE_ROUND, lambda _: "a bid may not be changed once it is said"),
        says(rebidding.RAISING, lambda _: "a bid may be raised before the first card, never lowered"),
        says(rebidding.BLIND_FIRST, lambda _: "a blind call comes before looking at the cards"),
        says(limits.FIRST_TRICKS, lambda _: "a call of first tricks stands beside no exact bid of fewer"),
        says(rebidding.LOWERING, lambda _: "on the second turn a bid may be kept or lowered, once"),
        says(limits.NOT_THE_TRICKS, lambda _: "the bids may not add up to the tricks of the hand"),
        says(limits.SIDE_MINIMUM, lambda limit: f"a pair bids at least {limit.least}"),
        says(CHECKED, lambda limit: checks_words(limit.checks)),
        says(SET_BY_THE_TRICK, lambda _: "A contract that is set loses 10 for each trick that it is short."),
        says(OVERTRICKS_COUNT, _overtricks_count),
        says(PENALTY_COSTS, _penalty_costs),
        says(PERFECT_RUNS, _perfect_runs),
        says(ADJUSTMENTS_STAND, lambda _: "Points that the table agrees on stand in their hand, with the reason."),
        says(OVERTRICKS_FOR_THE_POT, lambda _: "Each trick above a made bid is worth 1 point in the hand."),
        says(FAILED_FOR_THE_POT, lambda _: "A bid that fails is worth 1 point in the hand for each trick taken."),
        says(EVERYONE_ANTES, lambda step: f"Before the deal everyone puts in {step.ante} as an ante."),
        says(EVERYONE_STAKES, lambda _: "Everyone puts in a chip for each trick bid."),
        says(MOST_POINTS_TAKE, _pot),
        says(ENDS_OUTRIGHT, lambda _: "A bid that wins outright ends the game, whatever the totals."),
        says(
            ENDS_AT_TARGET,
            lambda ending: (
                f"The game ends when a side has {ending.points} or more after a hand. {_ranking(ending.ranking)}"
            ),
        ),
        says(
            ENDS_AT_FLOOR,
            lambda ending: (
                f"The game ends when a side has {ending.points} or less after a hand. {_ranking(ending.ranking)}"
            ),
        ),
        says(ENDS_AFTER_HANDS, _after_hands),
        says(ENDS_BY_SETS, _by_sets),
        says(
            FIRST_HAND_BIDS_ITSELF,
            lambda step: _(
                "Nobody bids in the first hand: each trick is worth {points}, and nobody is set.",
                points=counted(step.points, "point"),
            ),
        ),
        says(
            TOO_FEW_ARE_NOT_PLAYED,
            lambda step: _(
                "Bids that add up to fewer than {least} are not played: each side scores {points} for each trick bid.",
                least=step.least,
                points=counted(step.points, "point"),
            ),
        ),
    ]
)
