"""Codes and params of examples; and examples over several hands: penalties, perfect runs, the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.examples.hands import (
    OURS,
    Codes,
    Example,
    Ours,
    by_the_rules,
    empty_board,
    example_of,
    names_of,
    numbers,
    record,
    shown,
)
from scorekeeper.core.rules.calls import PARTNER
from scorekeeper.core.rules.deal import HandRecord, Took
from scorekeeper.core.rules.endings import FEWEST_OVERTRICKS, AfterHands, LosingScore, Outcome, SetTooOften, Target
from scorekeeper.core.rules.lines import Code
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.steps import OvertrickPenalty, PerfectRun


@dataclass(frozen=True, slots=True)
class OurHand:
    """One hand of our side: who bids for it, the bids and tricks, and the call that the example is about."""

    bidders: tuple[str, ...]
    ours: Ours
    call: str
    tricks: int


@dataclass(frozen=True, slots=True)
class PotHand:
    """A hand for a pot: each player's bid and tricks."""

    bid: Codes
    took: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Overtaken:
    """Hands with these overtricks, by their name, until they add up to a penalty; `left` of them remain."""

    overtrick_word: str
    bags_per_penalty: int
    counts: tuple[int, ...]
    left: int


@dataclass(frozen=True, slots=True)
class PerfectBids:
    """A number bid and taken this many times."""

    tricks: int
    length: int


@dataclass(frozen=True, slots=True)
class End:
    """The sides' scores after this many hands, and the outcome, if the game is over.

    `overtricks` are given for `tie_by_overtricks`, if they break a tie. `word` is the term for them, `unit` the unit of
    the totals.
    """

    names: tuple[str, ...]
    totals: tuple[int, ...]
    overtricks: tuple[int, ...]
    tie_by_overtricks: bool
    overtrick_word: str
    unit: str
    hands: int
    outcome: Outcome | None


TO_THE_TRICK = Code("to-the-trick", OurHand)
TWO_TO_SPARE = Code("two-to-spare", OurHand)
TWO_FEWER = Code("two-fewer", OurHand)
ONE_TOO_MANY = Code("one-too-many", OurHand)
SET = Code("set", OurHand)
EXACT_MADE = Code("exact-made", OurHand)
EXACT_FAILED = Code("exact-failed", OurHand)
CALL_MADE = Code("call-made", OurHand)
CALL_FAILED = Code("call-failed", OurHand)
FIRST_MADE = Code("first-made", OurHand)
FIRST_MISSED = Code("first-missed", OurHand)
CALL_ONE_OVER = Code("call-one-over", OurHand)
CALL_ONE_SHORT = Code("call-one-short", OurHand)
WINS_OUTRIGHT = Code("wins-outright", OurHand)
POT_WON = Code("pot-won", PotHand)
POT_SHARED = Code("pot-shared", PotHand)
PENALTY = Code("penalty", Overtaken)
PERFECT_RUN = Code("perfect-run", PerfectBids)
TWO_AT_TARGET = Code("two-at-target", End)
LEVEL_AT_TARGET = Code("level-at-target", End)
AT_FLOOR = Code("at-floor", End)
AFTER_HANDS = Code("after-hands", End)
LEVEL_AFTER_HANDS = Code("level-after-hands", End)
SET_IN_A_ROW_LOSES = Code("set-in-a-row-loses", End)
SET_OFTEN_LOSES = Code("set-often-loses", End)
TOO_FEW_AT_FIRST = Code("too-few-at-first", End)
TABLE_STOPS = Code("table-stops", End)


MAX_HANDS = 25


def run_examples(rules: HouseRules) -> Iterator[Example]:
    """One for each step that depends on earlier hands."""
    for step in rules.scoring.steps:
        if isinstance(step, OvertrickPenalty):
            yield from _penalty(rules, step)
        elif isinstance(step, PerfectRun):
            yield from _perfect(rules, step)


def _penalty(rules: HouseRules, step: OvertrickPenalty) -> Iterator[Example]:
    """Hands with many overtricks, until there is a penalty."""
    counts: list[int] = []
    allowed = by_the_rules(_endless(rules), _low_bids(rules, 6))
    if allowed is None:
        return
    board, ours = empty_board(allowed[0]), allowed[1]
    while not _has(board, step.code.key) and len(board.hands) < MAX_HANDS:
        board = board.after(record(board, ours))
        counts.append(board.hands[-1].sides[OURS].overtricks)
    if _has(board, step.code.key):
        left = board.scores[OURS].towards_penalty
        params = Overtaken(step.overtrick_word, step.bags_per_penalty, tuple(counts), left)
        yield example_of(PENALTY, params, (shown(board, OURS),))


def _low_bids(rules: HouseRules, over: int) -> list[Ours]:
    """Bids of our side from the lowest, each with this many overtricks: shared by partners, or next to a nil."""
    bidders, tricks = len(rules.seating.bidders_of(OURS)), rules.seating.tricks
    calls = [call for call in numbers(rules) if call.overtricks] or numbers(rules)
    if bidders == 1:
        return [Ours(((call.code,),), max(call.tricks, min(call.tricks + over, tricks))) for call in calls]
    hands: list[Ours] = []
    for bid in range(2, bidders * tricks + 1):
        took = min(bid + over, tricks)
        hands.append(Ours(((str(bid),), (PARTNER,)), took))
        hands += [Ours(((str(bid - second),), (str(second),)), took) for second in range(1, bid // 2 + 1)]
        hands.append(Ours((("nil",), (str(bid),)), took, (0, took)))
    return hands


def _perfect(rules: HouseRules, step: PerfectRun) -> Iterator[Example]:
    """As many perfect bids as the bonus needs."""
    number = next(call for call in numbers(rules) if call.overtricks)
    board = empty_board(_endless(rules))
    for _ in range(step.length):
        board = board.after(record(board, Ours(((number.code,),), number.tricks)))
    yield example_of(PERFECT_RUN, PerfectBids(number.tricks, step.length), (shown(board, OURS),))


def _endless(rules: HouseRules) -> HouseRules:
    """The same rules without an end, which may come before what an example is about."""
    return replace(rules, scoring=replace(rules.scoring, endings=()))


def _has(board: Scoreboard, reason: str) -> bool:
    return bool(board.hands) and any(line.reason == reason for line in board.hands[-1].sides[OURS].lines)


AHEAD, BEHIND = 30, 10


def end_examples(rules: HouseRules) -> Iterator[Example]:
    """For each ending, the result of a lead and of a tie."""
    allowed = by_the_rules(rules, _low_bids(rules, 0))
    if allowed is None:
        return
    alone, ours = allowed
    last = [ending.hands for ending in rules.scoring.endings if isinstance(ending, AfterHands)]
    first = min([max(1, rules.scoring.least_hands), *last])  # the first hand that can end the game
    for ending in rules.scoring.endings:
        if isinstance(ending, Target):
            yield from _ended_by("target", TWO_AT_TARGET, alone, ours, (ending.points + AHEAD, ending.points), first)
            yield from _ended_by("target", LEVEL_AT_TARGET, alone, ours, (ending.points, ending.points), first)
        elif isinstance(ending, LosingScore):
            yield from _ended_by("floor", AT_FLOOR, alone, ours, (0, ending.points), first)
        elif isinstance(ending, SetTooOften):
            yield from _lost(rules, ending)
        elif isinstance(ending, AfterHands):
            yield from _ended_by("hands", AFTER_HANDS, alone, ours, (AHEAD, 0), ending.hands)
            yield from _ended_by("hands", LEVEL_AFTER_HANDS, alone, ours, (0, 0), ending.hands)
    if not rules.scoring.endings:
        yield end_of(TABLE_STOPS, _scores_at(alone, ours, (AHEAD, 0), 1).closed(""))


def _ended_by(
    ended_by: str, code: Code[End], rules: HouseRules, ours: Ours, totals: tuple[int, int], hands: int
) -> Iterator[Example]:
    """The end that these totals of the first two sides come to; nothing if another one comes first."""
    board = _scores_at(rules, ours, totals, hands)
    if board.outcome is None or (board.outcome.ended_by == ended_by and board.outcome.hand == hands):
        yield end_of(code, board)


def _lost(rules: HouseRules, ending: SetTooOften) -> Iterator[Example]:
    """Games that our side loses by its sets, in a row or with a made bid between them; the next by a first hand."""
    allowed = by_the_rules(rules, _low_bids(rules, 0))
    if allowed is None:
        return
    alone, made = allowed
    failed = replace(made, tricks=made.tricks - 1, seats=(0, made.tricks - 1) if made.seats else ())
    if ending.in_a_row:
        yield from _ended(SET_IN_A_ROW_LOSES, empty_board(alone), [failed])
    if ending.most:
        yield from _ended(SET_OFTEN_LOSES, empty_board(alone), [failed, made] if ending.in_a_row else [failed])
    yield from _too_few_at_first(rules, ending.first_tricks, made)


def _too_few_at_first(rules: HouseRules, least: int, made: Ours) -> Iterator[Example]:
    """The second side takes one trick too few in a first hand that bids itself."""
    others = len(rules.seating.sides) - 2
    few, rest = least - 1, rules.seating.tricks - (least - 1) - least * others
    if not least or rest < least:
        return
    took = (rest, few, *(least for _ in range(others)))
    first = HandRecord(bids=(), took=tuple(Took(tricks) for tricks in took))
    played = rules.ruleset.with_options(rules.options, rules.shape, rules.script)  # the examples are of later hands
    yield from _ended(TOO_FEW_AT_FIRST, empty_board(played).after(first), [made])


def _ended(code: Code[End], board: Scoreboard, hands: Sequence[Ours]) -> Iterator[Example]:
    """The end that these hands of our side come to, by turns; nothing if another one comes first."""
    while board.outcome is None and len(board.hands) < MAX_HANDS:
        board = board.after(record(board, hands[len(board.hands) % len(hands)]))
    if board.outcome is not None and board.outcome.ended_by == "sets":
        yield end_of(code, board)


def _scores_at(rules: HouseRules, ours: Ours, at_last: tuple[int, int], hands: int) -> Scoreboard:
    """A game in which the first two sides have these totals, the second with one more overtrick."""
    theirs = ours.bids[0] if len(ours.bids) == 1 else ()
    board = empty_board(rules)
    for hand in range(1, hands + 1):
        totals = at_last if hand == hands else (0, 0)
        plain = board.after(record(board, ours, theirs))
        goals = (*totals, *(min(totals) - BEHIND for _ in rules.seating.sides[2:]))
        adjusted = tuple(goal - score.total for goal, score in zip(goals, plain.scores, strict=True))
        board = board.after(record(board, ours, theirs, adjusted=adjusted))
    return board


def after_hand(rules: HouseRules, totals: tuple[int, int]) -> Scoreboard | None:
    """A game after one hand with these totals of the first two sides; None if no low bid breaks no rule."""
    allowed = by_the_rules(rules, _low_bids(rules, 0))
    return None if allowed is None else _scores_at(*allowed, totals, 1)


def end_of(code: Code[End], board: Scoreboard) -> Example:
    """An example of an end, or of scores that end nothing."""
    rules = board.rules
    params = End(
        names=names_of(rules),
        totals=tuple(score.total for score in board.scores),
        overtricks=tuple(score.overtricks for score in board.scores),
        tie_by_overtricks=rules.options.get("tie") == FEWEST_OVERTRICKS,
        overtrick_word=rules.scoring.overtrick_word,
        unit=rules.scoring.unit,
        hands=len(board.hands),
        outcome=board.outcome,
    )
    return example_of(code, params, ())
