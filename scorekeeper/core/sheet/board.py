"""A scoreboard in its public form: points, totals and outcome, every line in words."""

from collections.abc import Sequence

from scorekeeper.core.rules.lines import LineItem, Objection
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet.model import SCOREBOARD_FORMAT
from scorekeeper.core.sheet.writing import Json, side_bids_json
from scorekeeper.core.words import outcomes
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.objections import objection_text


def scoreboard_json(board: Scoreboard, names: Sequence[str]) -> Json:
    """The scoreboard of a game between sides of these names."""
    return {
        "format": SCOREBOARD_FORMAT,
        "rules": board.rules.ruleset.key,
        "unit": board.rules.play.unit,
        "options": dict(board.rules.options),
        "sides": [_side_json(board, names[side], side) for side in board.rules.seating.sides],
        "hands": [_hand_json(board, hand, names) for hand in board.hands],
        "outcome": outcome_json(board, names),
    }


def outcome_json(board: Scoreboard, names: Sequence[str]) -> Json:
    """`playing`, or who won and why."""
    outcome = board.outcome
    if outcome is None:
        return {"status": "playing"}
    written: Json = {
        "status": "over",
        "winners": list(outcome.winners),
        "ended_by": outcome.ended_by,
        "decided_by": outcome.decided_by,
        "text": outcome_text(board, names),
    }
    if outcome.reason:
        written["reason"] = outcome.reason
    if outcome.forfeit is not None:
        written["forfeit"] = outcome.forfeit
    return written


def outcome_text(board: Scoreboard, names: Sequence[str]) -> str:
    """Who won and why in one sentence; empty while the game goes on."""
    if board.outcome is None:
        return ""
    totals = [score.total for score in board.scores]
    overtricks = [score.overtricks for score in board.scores]
    return outcomes.outcome_text(board.outcome, names, totals, overtricks, board.rules.play.unit)


def objection_json(objection: Objection, names: Sequence[str]) -> Json:
    """An objection with its words; `side` is null where it is nobody's alone."""
    text = objection_text(objection, names)
    return {"code": objection.code, "side": objection.side, "text": text, "rule": objection.rule}


def _side_json(board: Scoreboard, name: str, side: Side) -> Json:
    score, play = board.scores[side], board.rules.play
    written: Json = {"name": name, "total": score.total, "overtricks": score.overtricks}
    if play.target:
        written["to_target"] = max(0, play.target - score.total)
    if play.word == "bag":
        written["bags"] = score.towards_penalty
    return written


def _hand_json(board: Scoreboard, hand: ScoredHand, names: Sequence[str]) -> Json:
    seating = board.rules.seating
    written: Json = {
        "number": hand.number,
        "deal": hand.deal.name,
        "dealer": hand.dealer,
        "counted": hand.counted,
        "objections": [objection_json(objection, names) for objection in hand.objections],
        "overruled": hand.record.overruled,
        "sides": [
            {"bid": side_bids_json(hand.record, seating, side), **_scored_json(hand, side, board)}
            for side in seating.sides
        ],
    }
    if not hand.record.took:
        written["played"] = False
    if hand.record.note:
        written["note"] = hand.record.note
    return written


def _scored_json(hand: ScoredHand, side: Side, board: Scoreboard) -> Json:
    scored = hand.sides[side]
    written: Json = {
        "tricks": scored.tricks,
        "points": scored.points,
        "total": scored.score.total,
        "overtricks": scored.overtricks,
        "lines": [_line_json(line) for line in scored.lines],
    }
    if board.rules.play.unit == "chips":
        written["hand_points"] = sum(line.points for line in scored.lines if not line.in_total)
    return written


def _line_json(line: LineItem) -> Json:
    written: Json = {"points": line.points, "reason": line.reason, "text": line_text(line), "rule": line.rule}
    if not line.in_total:
        written["unit"] = "points"
    return written
