"""The board: every side's total, its last change, its bags, and its progress to the target."""

from collections.abc import Sequence

from scorekeeper.core.game.state import GameState
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.rules.endings import SetTooOften
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.steps import PerfectRun
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_semicolons
from scorekeeper.core.words.lines import run_so_far
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.core.words.series import series_text
from scorekeeper.core.words.vocabulary import format_points


def board_view(board: Scoreboard, names: Sequence[str], context: PageContext | None = None) -> View:
    """Values for `macros/board.html`; with a context, each total and bag count leads to the page that explains it."""
    scoring = board.rules.scoring
    sides = board_sides(board, names)
    if context is not None:
        sides = [row | {"why_url": context.link("why.total", side=side)} for side, row in enumerate(sides)]
    return {
        "sides": sides,
        "target": scoring.target or None,
        "bag_limit": scoring.bags_per_penalty or None,
        "word": scoring.overtrick_word,
        "unit": scoring.unit,
    }


def board_sides(board: Scoreboard, names: Sequence[str]) -> list[View]:
    """The rows of the board, side by side."""
    return [_side(board, names[side], side) for side in board.rules.seating.sides]


def _side(board: Scoreboard, name: str, side: Side) -> View:
    score, scoring = board.scores[side], board.rules.scoring
    outcome = board.outcome
    last = last_counted(board)
    alone = len(board.rules.seating.bidders_of(side)) == 1
    return {
        "index": side,
        "name": name,
        "total": format_points(score.total, scoring.unit),
        "change": format_points(last.sides[side].points, scoring.unit) if last else None,
        "change_note": _change_note(last, side) if last else "–",
        "bags": score.towards_penalty if scoring.bags_per_penalty else None,
        "to_go": max(0, scoring.target - score.total) if scoring.target else None,
        "run": (_run(board, side) or _sets(board, side)) if outcome is None else None,
        "note": None,
        "deals": outcome is None and alone and board.rules.seating.side_of[board.starter] == side,
        "drawn": board.rules.is_drawn,
        "won": outcome is not None and side in outcome.winners,
    }


def _run(board: Scoreboard, side: Side) -> str | None:
    """The side's run of perfect bids so far, if the game rewards one."""
    run = board.scores[side].run
    runs = [run_so_far(step, run) for step in board.rules.scoring.steps if isinstance(step, PerfectRun)]
    return with_semicolons(runs) or None


def _sets(board: Scoreboard, side: Side) -> str | None:
    """How often the side was set, if too many sets lose the game."""
    endings = [ending for ending in board.rules.scoring.endings if isinstance(ending, SetTooOften)]
    score = board.scores[side]
    if score.lost:
        return _("has lost")
    if not endings or not score.sets:
        return None
    most, in_a_row = endings[0].most, endings[0].in_a_row
    if not in_a_row:
        return _n(score.sets, "set once, {most} lose", "set {count} times, {most} lose", most=most)
    in_sequence = _n(
        score.sets_in_a_row,
        "set once in a row, {most} lose",
        "set {count} times in a row, {most} lose",
        most=in_a_row,
    )
    if not most:
        return in_sequence if score.sets_in_a_row else None
    return _("{in_a_row}, {sets} of {most} in all", in_a_row=in_sequence, sets=score.sets, most=most)


def last_counted(board: Scoreboard) -> ScoredHand | None:
    """The last hand that counts."""
    return next((hand for hand in reversed(board.hands) if hand.counted), None)


def is_set(hand: ScoredHand, side: Side) -> bool:
    """Whether a number that the side bid was not made."""
    return any(contract.call.is_number and not contract.made for contract in hand.sides[side].contracts)


def _change_note(hand: ScoredHand, side: Side) -> str:
    if is_set(hand, side):
        return _("in hand {number}, set", number=hand.number)
    return _("in hand {number}", number=hand.number)


def series_line(state: GameState, context: PageContext) -> str | None:
    """Who leads the series that this game continues, with the game itself once it is over; None without a series."""
    if not context.game.won:
        return None
    won = _games_won(state, context)
    return series_text(state.setup.names, won, context.game.best_of, state.setup.plays_alone) or None


def _games_won(state: GameState, context: PageContext) -> list[int]:
    """The games that each side has won in the series, with this one if one side has won it."""
    won = list(context.game.won) or [0 for _ in state.setup.sides]
    outcome = state.board.outcome
    if outcome is not None and len(outcome.winners) == 1:
        won[outcome.winners[0]] += 1
    return won


def next_of_series(state: GameState, context: PageContext) -> tuple[list[int], int]:
    """The games that each side has won before the rematch of this finished game, and how many the series has at most.

    Nothing and 0 if this game decided a series, or nobody has won one yet.
    """
    won, best_of = _games_won(state, context), context.game.best_of
    if best_of and max(won) > best_of // 2:
        return [], 0
    return (won, best_of) if best_of or max(won) else ([], 0)


def game_subtitle(rules: HouseRules) -> str:
    """`Partnership Spades · to 500`."""
    if not rules.scoring.target:
        return rules_name(rules.ruleset)
    return _("{game} · to {points}", game=rules_name(rules.ruleset), points=rules.scoring.target)
