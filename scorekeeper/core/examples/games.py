"""Examples over several hands: bag penalties and runs of perfect bids, and how a game ends."""

from collections.abc import Iterator

from scorekeeper.core.examples import kinds
from scorekeeper.core.examples.hands import (
    OURS,
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
from scorekeeper.core.rules.endings import FEWEST_OVERTRICKS, AfterHands, Floor, Target
from scorekeeper.core.rules.lines import Code
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
    counts: list[int] = []
    found = by_the_rules(rules, _low_bids(rules, 6))
    if found is None:
        return
    board, ours = empty_board(found[0]), found[1]
    while not _has(board, step.code.key) and len(board.hands) < MOST_HANDS:
        board = board.after(record(board, ours))
        counts.append(board.hands[-1].sides[OURS].overtricks)
    if _has(board, step.code.key):
        left = board.scores[OURS].towards_penalty
        figures = kinds.Overtaken(step.word, step.every, tuple(counts), left)
        yield example_of(kinds.PENALTY, figures, (shown(board, OURS),))


def _low_bids(rules: HouseRules, over: int) -> list[Ours]:
    """Bids of our side from the lowest, each with this many tricks over it: shared by partners, or beside a nil."""
    bidders, tricks = len(rules.seating.bidders_of(OURS)), rules.seating.tricks
    calls = [call for call in numbers(rules) if call.overtricks] or numbers(rules)
    if bidders == 1:
        return [Ours(((call.code,),), max(call.tricks, min(call.tricks + over, tricks))) for call in calls]
    found: list[Ours] = []
    for bid in range(2, bidders * tricks + 1):
        took = min(bid + over, tricks)
        found.append(Ours(((str(bid),), (PARTNER,)), took))
        found += [Ours(((str(bid - own),), (str(own),)), took) for own in range(1, bid // 2 + 1)]
        found.append(Ours((("nil",), (str(bid),)), took, (0, took)))
    return found


def _perfect(rules: HouseRules, step: PerfectRun) -> Iterator[Example]:
    """As many perfect bids as the bonus asks for."""
    number = next(call for call in numbers(rules) if call.overtricks)
    board = empty_board(rules)
    for _ in range(step.length):
        board = board.after(record(board, Ours(((number.code,),), number.tricks)))
    yield example_of(kinds.PERFECT_RUN, kinds.PerfectBids(number.tricks, step.length), (shown(board, OURS),))


def _has(board: Scoreboard, reason: str) -> bool:
    return bool(board.hands) and any(line.reason == reason for line in board.hands[-1].sides[OURS].lines)


AHEAD = 30


def end_examples(rules: HouseRules) -> Iterator[Example]:
    """For each ending what a lead and a tie come to."""
    for ending in rules.play.endings:
        if isinstance(ending, Target):
            lead = _standing_at(rules, ending.points + AHEAD, ending.points)
            yield _end(kinds.TWO_AT_TARGET, lead)
            yield _end(kinds.LEVEL_AT_TARGET, _standing_at(rules, ending.points, ending.points))
        elif isinstance(ending, Floor):
            yield _end(kinds.AT_FLOOR, _standing_at(rules, 0, ending.points))
        elif isinstance(ending, AfterHands):
            yield _end(kinds.AFTER_HANDS, _standing_at(rules, AHEAD, 0, ending.hands))
            yield _end(kinds.LEVEL_AFTER_HANDS, _standing_at(rules, 0, 0, ending.hands))
    if not rules.play.endings:
        yield _end(kinds.TABLE_STOPS, _standing_at(rules, AHEAD, 0).closed(""))


def _standing_at(rules: HouseRules, first: int, second: int, hands: int = 1) -> Scoreboard:
    """A game in which the first two sides have these totals by then, the second with one more overtrick."""
    alone, ours = by_the_rules(rules, _low_bids(rules, 0)) or (rules, _low_bids(rules, 0)[0])
    theirs = ours.bids[0] if len(ours.bids) == 1 else ()
    board = empty_board(alone)
    for hand in range(1, hands + 1):
        totals = (first, second) if hand == hands else (0, 0)
        plain = board.after(record(board, ours, theirs))
        wanted = (*totals, *(min(totals) - 1 for _ in rules.seating.sides[2:]))
        adjusted = tuple(goal - score.total for goal, score in zip(wanted, plain.scores, strict=True))
        board = board.after(record(board, ours, theirs, adjusted=adjusted))
    return board


def _end(code: Code[kinds.End], board: Scoreboard) -> Example:
    rules = board.rules
    figures = kinds.End(
        names=names_of(rules),
        totals=tuple(score.total for score in board.scores),
        overtricks=tuple(score.overtricks for score in board.scores),
        tie_by_overtricks=rules.options.get("tie") == FEWEST_OVERTRICKS,
        word=rules.play.word,
        hands=len(board.hands),
        outcome=board.outcome,
    )
    return example_of(code, figures, ())
