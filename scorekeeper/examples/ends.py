"""Examples of how a game ends: the highest of two, a tie, the last hand, the floor, a table that stops."""

from collections.abc import Iterator

from scorekeeper.examples.hands import OURS, Example, Ours, empty_board, names_of, numbers, record
from scorekeeper.rules.endings import FEWEST_OVERTRICKS, AfterHands, Floor, Target
from scorekeeper.rules.ruleset import HouseRules
from scorekeeper.rules.scoreboard import Scoreboard
from scorekeeper.words.outcomes import outcome_text
from scorekeeper.words.plain import counted, joined

AHEAD = 30


def end_examples(rules: HouseRules) -> Iterator[Example]:
    """For each ending what a lead and a tie come to."""
    for ending in rules.play.endings:
        if isinstance(ending, Target):
            lead = _standing_at(rules, ending.points + AHEAD, ending.points)
            yield _end("Two at the target", rules, lead)
            yield _end("Level at the target", rules, _standing_at(rules, ending.points, ending.points))
        elif isinstance(ending, Floor):
            yield _end("A side at the floor", rules, _standing_at(rules, 0, ending.points))
        elif isinstance(ending, AfterHands):
            board = _standing_at(rules, AHEAD, 0, ending.hands)
            yield _end(f"After {counted(ending.hands, 'hand')}", rules, board)
            yield _end(f"Level after {ending.hands}", rules, _standing_at(rules, 0, 0, ending.hands))
    if not rules.play.endings:
        yield _end("The table stops", rules, _standing_at(rules, AHEAD, 0).closed(""))


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


def _end(title: str, rules: HouseRules, board: Scoreboard) -> Example:
    names = names_of(rules)
    totals = [standing.total for standing in board.standings]
    overtricks = [standing.overtricks for standing in board.standings]
    stand = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True)).replace("-", "−")
    if rules.options.get("tie") == FEWEST_OVERTRICKS and totals[0] == totals[1]:
        stand += f"; {joined([str(count) for count in overtricks])} {rules.play.word}s"
    if board.outcome is None:
        return Example(title, f"{stand}.", (), "Another hand is played.")
    return Example(title, f"{stand}.", (), f"{outcome_text(board.outcome, names, totals, overtricks)}.")
