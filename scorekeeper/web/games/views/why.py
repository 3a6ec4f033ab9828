"""What stands behind a number: lines with their rules, ledgers of bags, runs of perfect bids, pots."""

from flask import url_for

from scorekeeper.core.analysis.explanations import due_of, is_penalty, penalties_of, pot_of, run_of
from scorekeeper.core.game import GameState
from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.scoring import Ledger
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.rules import ruling_text
from scorekeeper.web.games.views.lines import objection_views, rule_url
from scorekeeper.web.games.views.sheet import side_bid_words

View = dict[str, object]


def why_hand(course: GameState, game_id: str, number: int, side: Side) -> View:
    """Values for `why/hand.html`."""
    hand = course.board.hands[number - 1]
    scored = hand.sides[side]
    objections = [found for found in hand.objections if found.side in (None, side)]
    return {
        "number": number,
        "counted": hand.counted,
        "side": {"index": side, "name": course.head.names_at(number)[side]},
        "bid": side_bid_words(course, hand, side),
        "tricks": scored.tricks,
        "moved": scored.tricks - hand.record.took[side].tricks,
        "points": scored.points,
        "total": scored.standing.total,
        "before": scored.standing.total - scored.points,
        "lines": [_line(course, game_id, hand, line) for line in scored.lines],
        "pot": _pot(course, hand),
        "objections": objection_views(objections, course.head.names_at(number), overruled_by(course, hand)),
        "objection_rules": [_rule(course, found.rule) for found in objections],
        "corrected": course.written[number - 1].reason,
        "total_url": url_for("why.total", game=game_id, side=side),
        "unit": course.board.rules.play.unit,
    }


def overruled_by(course: GameState, hand: ScoredHand) -> str | None:
    """Who let an objection stand: the table, by the device that wrote it down."""
    if not hand.record.overruled:
        return None
    who = course.written[hand.number - 1].who
    return f"The table (written by {who})" if who else "The table"


def why_total(course: GameState, game_id: str, side: Side) -> View:
    """Values for `why/total.html`."""
    board, play = course.board, course.board.rules.play
    standing = board.standings[side]
    return {
        "side": {"index": side, "name": course.head.names[side]},
        "total": standing.total,
        "target": play.target or None,
        "unit": play.unit,
        "hands": [_hand(course, game_id, hand, side) for hand in board.hands if hand.counted],
        "every": play.every,
        "word": play.word,
        "ledger": _ledger(course, game_id, standing.ledger, side) if play.every else [],
        "count": standing.towards_penalty,
        "in_game": standing.overtricks,
        "penalties": [
            _line(course, game_id, board.hands[number - 1], line) | {"number": number}
            for number, line in penalties_of(board, side)
        ],
    }


def _hand(course: GameState, game_id: str, hand: ScoredHand, side: Side) -> View:
    scored = hand.sides[side]
    return {
        "number": hand.number,
        "url": url_for("why.hand", game=game_id, hand=hand.number, side=side),
        "said": f"bid {side_bid_words(course, hand, side)}, took {scored.tricks}",
        "points": scored.points,
        "total": scored.standing.total,
        "penalty": any(is_penalty(line) for line in scored.lines),
    }


def _line(course: GameState, game_id: str, hand: ScoredHand, line: LineItem) -> View:
    return {
        "points": line.points,
        "text": line_text(line),
        "penalty": is_penalty(line),
        "unit": None if line.in_total else "points",
        "rule": _rule(course, line.rule),
        "ledger": _ledger(course, game_id, due_of(line), line.side),
        "run": [
            _hand(course, game_id, course.board.hands[number - 1], line.side)
            for number in run_of(line)
            if number <= hand.number
        ],
    }


def _rule(course: GameState, anchor: str) -> View:
    """A rule in the words of the rules page, where that has some, and its address."""
    rulings = [ruling for step in course.board.rules.play.steps for ruling in step.rulings()]
    text = next((ruling_text(ruling) for ruling in rulings if ruling.rule == anchor), None)
    return {"url": rule_url(course.head.rules, anchor), "text": text}


def _ledger(course: GameState, game_id: str, ledger: Ledger, side: Side) -> list[View]:
    return [{"count": count} | _hand(course, game_id, course.board.hands[number - 1], side) for number, count in ledger]


def _pot(course: GameState, hand: ScoredHand) -> View | None:
    pot = pot_of(course.board, hand)
    if pot is None:
        return None
    names = course.head.names_at(hand.number)
    return {
        "chips": pot.chips,
        "waiting": pot.waiting,
        "left": hand.pot,
        "stakes": [
            {
                "index": stake.side,
                "name": names[stake.side],
                "chips": stake.chips,
                "points": stake.points,
                "took": stake.took,
            }
            for stake in pot.stakes
        ],
    }
