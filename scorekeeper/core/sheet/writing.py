"""Writes sheets and scoreboards as JSON: values in canonical form, and a sentence for every score line."""

from collections.abc import Sequence

from scorekeeper.core.inputs import Fault, Json
from scorekeeper.core.inputs.fields import json_line
from scorekeeper.core.rules.deal import BOOKS, RENEGE, WARNING, Bid, HandRecord, Renege, Took
from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Seating, Side
from scorekeeper.core.sheet.deals import dealers_json, deals_json, substitutes_json, time_json
from scorekeeper.core.sheet.hands import bid_text, side_bids
from scorekeeper.core.sheet.model import FORMAT, SCOREBOARD_FORMAT, Sheet
from scorekeeper.core.words import outcomes
from scorekeeper.core.words.endings import called_words
from scorekeeper.core.words.faults import objection_text
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.rulesets import limit_words


def sheet_json(sheet: Sheet) -> Json:
    """The sheet in its public form, with all options, so that it does not depend on defaults that may change."""
    written: Json = {
        "format": FORMAT,
        "rules": sheet.rules.ruleset.key,
        "options": dict(sheet.rules.options),
        "sides": [{"name": side.name, "players": list(side.players)} for side in sheet.sides],
        "dealer": sheet.dealer,
        "hands": [hand_json(hand, sheet.rules.seating) for hand in sheet.hands],
        "closed": closed_json(sheet),
    }
    if sheet.rules.script:
        written["deals"] = deals_json(sheet.rules.script)
    if sheet.tags:
        written["tags"] = dict(sheet.tags)
    if sheet.agreed:
        written["agreed"] = list(sheet.agreed)
    if sheet.substitutes:
        written["substitutes"] = substitutes_json(sheet.substitutes)
    if sheet.dealers:
        written["dealers"] = dealers_json(sheet.dealers)
    if sheet.minutes:
        written["minutes"] = sheet.minutes
    if sheet.time is not None:
        written["time"] = time_json(sheet.time)
    return written


def table_lines(sheet: Sheet) -> list[str]:
    """What a table plays by besides its options, for people: its limit, that time was called, its own lines."""
    lines = [limit_words(sheet.minutes)] if sheet.minutes else []
    if sheet.time is not None:
        lines.append(called_words(sheet.time))
    return [*lines, *sheet.agreed]


def closed_json(sheet: Sheet) -> Json | None:
    """Why the table ended the game early, and who conceded, if any."""
    if sheet.closed is None:
        return None
    return {"reason": sheet.closed} | ({} if sheet.forfeit is None else {"forfeit": sheet.forfeit})


def hand_json(hand: HandRecord, seating: Seating) -> Json:
    """One hand, without unused parts."""
    written: Json = {
        "bids": [side_bids_json(hand, seating, side) for side in seating.sides] if hand.bids else None,
        "took": [took_json(took) for took in hand.took] if hand.took else None,
    }
    if hand.reneges:
        written["reneges"] = [_renege_json(part) for part in hand.reneges]
    if hand.adjustments:
        written["adjust"] = [
            {"side": part.side, "points": part.points, "reason": part.reason} for part in hand.adjustments
        ]
    if hand.note:
        written["note"] = hand.note
    if hand.overruled:
        written["overruled"] = True
    return written


def _renege_json(part: Renege) -> Json:
    written: Json = {"by": part.by}
    if part.costs == BOOKS:
        written = {**written, "to": part.to, "books": part.books, **({"of": part.of} if part.of else {})}
    elif part.costs != WARNING:
        written[part.costs] = True
    return written if part.offense == RENEGE and part.costs != WARNING else written | {"for": part.offense}


def hand_line(hand: HandRecord, seating: Seating) -> str:
    """One hand as JSON on one line, for a form that posts it."""
    return json_line(hand_json(hand, seating))


def side_bids_json(hand: HandRecord, seating: Seating, side: Side) -> str | list[str] | None:
    """A side's bids: a text if there is one bid for the side, else a list by seat; None without bids."""
    if not hand.bids:
        return None
    bids = side_bids([hand.bids[seat] for seat in seating.bidders_of(side)])
    return bids[0] if len(bids) == 1 else bids


def draft_json(draft: Sequence[Bid | None], seating: Seating) -> list[object] | None:
    """The bids of a hand so far, side by side, null for a seat that has not bid yet.

    None in a hand without bidding.
    """
    if not draft:
        return None
    written: list[object] = []
    for side in seating.sides:
        side_bids = [draft[seat] for seat in seating.bidders_of(side)]
        bids = [None if bid is None else bid_text(bid) for bid in side_bids]
        written.append(bids[0] if len(bids) == 1 else bids)
    return written


def took_json(took: Took) -> object:
    tricks: object = list(took.seats) if len(took.seats) > 1 else took.tricks
    return {"tricks": tricks, "made": list(took.made)} if took.made else tricks


def scoreboard_json(board: Scoreboard, names: Sequence[str]) -> Json:
    """The scoreboard of a game between sides of these names."""
    return {
        "format": SCOREBOARD_FORMAT,
        "rules": board.rules.ruleset.key,
        "unit": board.rules.scoring.unit,
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
    """Who won and why in one sentence; empty before the end."""
    if board.outcome is None:
        return ""
    totals = [score.total for score in board.scores]
    overtricks = [score.overtricks for score in board.scores]
    return outcomes.outcome_text(board.outcome, names, totals, overtricks, board.rules.scoring.unit)


def would_end_text(board: Scoreboard, setup: Sheet) -> str:
    """What a hand or a stop that is not saved yet does to the game; empty if it goes on."""
    if board.outcome is None:
        return ""
    return outcomes.would_end(board, setup.names, setup.plays_alone)


def objection_json(objection: Fault, names: Sequence[str]) -> Json:
    """An objection with its sentence; `side` is null unless it is about one side."""
    text = objection_text(objection, names)
    return {"code": objection.code, "side": objection.side, "text": text, "rule": objection.rule}


def _side_json(board: Scoreboard, name: str, side: Side) -> Json:
    score, scoring = board.scores[side], board.rules.scoring
    written: Json = {"name": name, "total": score.total, "overtricks": score.overtricks}
    if scoring.target:
        written["to_target"] = max(0, scoring.target - score.total)
    if scoring.overtrick_word == "bag":
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
    if board.rules.scoring.unit == "chips":
        written["hand_points"] = sum(line.points for line in scored.lines if not line.in_total)
    return written


def _line_json(line: LineItem) -> Json:
    written: Json = {"points": line.points, "reason": line.reason, "text": line_text(line), "rule": line.rule}
    if not line.in_total:
        written["unit"] = "points"
    return written
