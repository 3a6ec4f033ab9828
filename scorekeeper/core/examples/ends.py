"""Examples of how a game ends: the highest of two, a tie, the last hand, the floor, a table that stops."""

from collections.abc import Iterator

from scorekeeper.core.examples import kinds
from scorekeeper.core.examples.hands import OURS, Example, Ours, empty_board, example_of, names_of, numbers, record
from scorekeeper.core.rules.codes import Code
from scorekeeper.core.rules.endings import FEWEST_OVERTRICKS, AfterHands, Floor, Target
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scoreboard import Scoreboard

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
    """A game in which the first two sides stand so after so many hands, with one overtrick more on the second."""
    board = empty_board(rules)
    number = next((call for call in numbers(rules) if call.overtricks), numbers(rules)[0])
    bidders = len(rules.seating.bidders_of(OURS))
    ours = Ours(((number.code,),) * bidders, min(number.tricks * bidders, rules.seating.tricks))
    for hand in range(1, hands + 1):
        totals = (first, second) if hand == hands else (0, 0)
        plain = board.after(record(rules, ours, (number.code,)))
        wanted = (*totals, *(min(totals) - 1 for _ in rules.seating.sides[2:]))
        adjusted = tuple(goal - standing.total for goal, standing in zip(wanted, plain.standings, strict=True))
        board = board.after(record(rules, ours, (number.code,), adjusted=adjusted))
    return board


def _end(code: Code[kinds.End], board: Scoreboard) -> Example:
    rules = board.rules
    figures = kinds.End(
        names=names_of(rules),
        totals=tuple(standing.total for standing in board.standings),
        overtricks=tuple(standing.overtricks for standing in board.standings),
        tie_by_overtricks=rules.options.get("tie") == FEWEST_OVERTRICKS,
        word=rules.play.word,
        hands=len(board.hands),
        outcome=board.outcome,
    )
    return example_of(code, figures, ())
