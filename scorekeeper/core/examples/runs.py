"""Examples of what adds up over several hands: the penalty for overtricks, and a run of perfect bids."""

from collections.abc import Iterator

from scorekeeper.core.examples import kinds
from scorekeeper.core.examples.hands import OURS, Example, Ours, empty_board, example_of, numbers, record, shown
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.steps import OvertrickPenalty, PerfectRun

MOST_HANDS = 25


def run_examples(rules: HouseRules) -> Iterator[Example]:
    """One for each step that remembers earlier hands."""
    for step in rules.play.steps:
        if isinstance(step, OvertrickPenalty):
            yield from _penalty(rules, step)
        elif isinstance(step, PerfectRun):
            yield from _perfect(rules, step)


def _penalty(rules: HouseRules, step: OvertrickPenalty) -> Iterator[Example]:
    """Hands with many overtricks, until they cost something."""
    board = empty_board(rules)
    ours = _with_overtricks(rules)
    counts: list[int] = []
    if ours.tricks > rules.seating.tricks:
        return
    while not _has(board, step.code.key) and len(board.hands) < MOST_HANDS:
        board = board.after(record(rules, ours))
        counts.append(board.hands[-1].sides[OURS].overtricks)
    if _has(board, step.code.key):
        left = board.standings[OURS].towards_penalty
        figures = kinds.Overtaken(step.word, step.every, tuple(counts), left)
        yield example_of(kinds.PENALTY, figures, (shown(board, OURS),))


def _with_overtricks(rules: HouseRules) -> Ours:
    """The lowest bid with six tricks over it."""
    low = next(call for call in numbers(rules) if call.overtricks)
    bidders = len(rules.seating.bidders_of(OURS))
    bid = low.tricks * bidders
    return Ours(((low.code,),) * bidders, max(bid, min(bid + 6, rules.seating.tricks)))


def _perfect(rules: HouseRules, step: PerfectRun) -> Iterator[Example]:
    """As many perfect bids as the bonus asks for."""
    number = next(call for call in numbers(rules) if call.overtricks)
    board = empty_board(rules)
    for _ in range(step.length):
        board = board.after(record(rules, Ours(((number.code,),), number.tricks)))
    yield example_of(kinds.PERFECT_RUN, kinds.PerfectBids(number.tricks, step.length), (shown(board, OURS),))


def _has(board: Scoreboard, reason: str) -> bool:
    return bool(board.hands) and any(line.reason == reason for line in board.hands[-1].sides[OURS].lines)
