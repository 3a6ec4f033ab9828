"""Explains scores: lines with their rules, bags one by one, runs of perfect bids, pots."""

from scorekeeper.core.analysis.changes import due_of, is_penalty, penalties_of, pot_of, run_of
from scorekeeper.core.game import GameState
from scorekeeper.core.pages import PageContext, View, hand_url, rule_url
from scorekeeper.core.pages.hand_words import goes_on, side_bid_words, tricks_words
from scorekeeper.core.pages.looking_up.sheet import objection_views
from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.scoring import Ledger
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.names import device_name
from scorekeeper.core.words.rules import rule_sentence
from scorekeeper.core.words.vocabulary import format_points


def why_hand(state: GameState, context: PageContext, number: int, side: Side) -> View:
    """Values for `why/hand.html`."""
    hand = state.board.hands[number - 1]
    scored = hand.sides[side]
    objections = [objection for objection in hand.objections if objection.side in (None, side)]
    unit = state.board.rules.scoring.unit
    return {
        "number": number,
        "counted": hand.counted,
        "side": {"index": side, "name": state.setup.names_at(number)[side]},
        "bid": side_bid_words(state, hand, side),
        "tricks": tricks_words(hand, side),
        "moved": scored.tricks - hand.record.took[side].tricks if hand.record.took else 0,
        "points": format_points(scored.points, unit),
        "worth": format_points(abs(scored.points), unit),
        "lost": scored.points < 0,
        "total": format_points(scored.score.total, unit),
        "before": format_points(scored.score.total - scored.points, unit),
        "lines": [_line(state, context, hand, line) for line in scored.lines],
        "pot": _pot(state, hand),
        "objections": objection_views(objections, state.setup.names_at(number), overruled_by(state, hand)),
        "objection_rules": [_rule(state, context, objection.rule) for objection in objections],
        "corrected": state.written[number - 1].reason,
        "goes_on": goes_on(state.board, state.setup, number) if hand.counted else None,
        "total_url": context.link("why.total", side=side),
        "sheet_url": hand_url(context, number, len(state.board.hands)),
        "unit": unit,
    }


def overruled_by(state: GameState, hand: ScoredHand) -> str | None:
    """Who overruled an objection: the table, through the device that recorded it."""
    if not hand.record.overruled:
        return None
    who = state.written[hand.number - 1].who
    return _("The table (written by {name})", name=device_name(who)) if who else _("The table")


def why_total(state: GameState, context: PageContext, side: Side) -> View:
    """Values for `why/total.html`."""
    board, scoring = state.board, state.board.rules.scoring
    score = board.scores[side]
    return {
        "side": {"index": side, "name": state.setup.names[side]},
        "total": format_points(score.total, scoring.unit),
        "target": scoring.target or None,
        "unit": scoring.unit,
        "hands": [_hand(state, context, hand, side) for hand in board.hands if hand.counted],
        "every": scoring.bags_per_penalty,
        "word": scoring.overtrick_word,
        "ledger": _ledger(state, context, score.ledger, side) if scoring.bags_per_penalty else [],
        "count": score.towards_penalty,
        "in_game": score.overtricks,
        "penalties": [
            _line(state, context, board.hands[number - 1], line) | {"number": number}
            for number, line in penalties_of(board, side)
        ],
    }


def _hand(state: GameState, context: PageContext, hand: ScoredHand, side: Side) -> View:
    scored = hand.sides[side]
    return {
        "number": hand.number,
        "url": context.link("why.hand", hand=hand.number, side=side),
        "summary": _(
            "bid {bid}, took {tricks}", bid=side_bid_words(state, hand, side), tricks=tricks_words(hand, side)
        ),
        "points": format_points(scored.points, state.board.rules.scoring.unit),
        "total": format_points(scored.score.total, state.board.rules.scoring.unit),
        "penalty": any(is_penalty(line) for line in scored.lines),
    }


def _line(state: GameState, context: PageContext, hand: ScoredHand, line: LineItem) -> View:
    return {
        "points": format_points(line.points, state.board.rules.scoring.unit),
        "text": line_text(line),
        "penalty": is_penalty(line),
        "unit": None if line.in_total else "points",
        "rule": _rule(state, context, line.rule),
        "ledger": _ledger(state, context, due_of(line), line.side),
        "run": [
            _hand(state, context, state.board.hands[number - 1], line.side)
            for number in run_of(line)
            if number <= hand.number
        ],
    }


def _rule(state: GameState, context: PageContext, anchor: str) -> View:
    """A rule in the words of the rules page, if it is there, and its URL."""
    rule_texts = [rule_text for step in state.board.rules.scoring.steps for rule_text in step.rule_texts()]
    text = next((rule_sentence(rule_text) for rule_text in rule_texts if rule_text.rule == anchor), None)
    return {"url": rule_url(context, anchor), "text": text}


def _ledger(state: GameState, context: PageContext, ledger: Ledger, side: Side) -> list[View]:
    return [{"count": count} | _hand(state, context, state.board.hands[number - 1], side) for number, count in ledger]


def _pot(state: GameState, hand: ScoredHand) -> View | None:
    pot = pot_of(state.board, hand)
    if pot is None:
        return None
    names = state.setup.names_at(hand.number)
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
