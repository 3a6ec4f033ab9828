"""A hand of the sheet and of the scoreboard as a line of JSON.

The lines are those that `core.sheet` gives as objects, which programs get one game at a time. An export writes
thousands of hands: putting their lines together takes half of the time of making objects and then writing these.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from json.encoder import encode_basestring as json_string

from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand, ScoredSide
from scorekeeper.core.rules.seating import Seating
from scorekeeper.core.rules.steps import OvertrickLine
from scorekeeper.core.sheet import hand_json
from scorekeeper.core.sheet.hands import bids_of, side_bids
from scorekeeper.core.sheet.writing import objection_json, took_json
from scorekeeper.core.words.lines import line_text

# Made once, as for canonical JSON. What the program writes has no part that contains itself, so that is not checked.
_ON_ONE_LINE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False)


def json_line(value: object) -> str:
    """JSON on one line, keys in reading order."""
    return _ON_ONE_LINE.encode(value)


def bid_texts(record: HandRecord, seating: Seating) -> list[str]:
    """The bids of each side in JSON."""
    return [_bids(bids_of(record, seating, side)) for side in seating.sides]


@lru_cache(maxsize=500)  # an export has thousands, mostly of the same few numbers
def _bids(bids: tuple[Bid, ...]) -> str:
    texts = side_bids(bids)
    return json_line(texts[0] if len(texts) == 1 else texts) if texts else "null"


def sheet_hand(record: HandRecord, seating: Seating, bids: Sequence[str]) -> str:
    """`hand_json` as a line; `bids` are those of each side in JSON."""
    if record.reneges or record.adjustments or record.note or record.overruled:
        return json_line(hand_json(record, seating))
    took = ", ".join([_took(each) for each in record.took])
    listed = ", ".join(bids)
    return f'{{"bids": {f"[{listed}]" if record.bids else "null"}, "took": {f"[{took}]" if took else "null"}}}'


def scored_hand(board: Scoreboard, hand: ScoredHand, names: Sequence[str], bids: Sequence[str], language: str) -> str:
    """A hand of `scoreboard_json` as a line in the current `language`; `bids` are those of each side in JSON."""
    objections = json_line([objection_json(each, names) for each in hand.objections]) if hand.objections else "[]"
    scoring, record, scored = board.rules.scoring, hand.record, hand.sides
    chips = scoring.unit == "chips"
    sides = ", ".join([_side(scored[side], bids[side], chips, language) for side in scoring.seating.sides])
    unplayed = "" if record.took else ', "played": false'
    note = f', "note": {json_string(record.note)}' if record.note else ""
    return (
        f'{{"number": {hand.number}, "deal": {json_string(hand.deal.name)}, "dealer": {hand.dealer}, '
        f'"counted": {SWITCH[hand.counted]}, "objections": {objections}, "overruled": {SWITCH[record.overruled]}, '
        f'"sides": [{sides}]{unplayed}{note}}}'
    )


def _side(scored: ScoredSide, bid: str, chips: bool, language: str) -> str:
    lines = ", ".join([_line(line, language) for line in scored.lines])
    hand_points = sum([line.points for line in scored.lines if not line.in_total]) if chips else 0
    return (
        f'{{"bid": {bid}, "tricks": {scored.tricks}, "points": {scored.points}, "total": {scored.score.total}, '
        f'"overtricks": {scored.overtricks}, "lines": [{lines}]'
        + (f', "hand_points": {hand_points}}}' if chips else "}")
    )


SWITCH = {True: "true", False: "false"}
MAX_LINES = 2000
_LINES: dict[tuple[object, ...], str] = {}
"""Lines in JSON by all that they say. Nearly every hand repeats some of a few hundred."""


def _line(line: LineItem, language: str) -> str:
    params = line.params
    if isinstance(params, Contract):
        call = params.call
        # the reason says whether it was made
        of: tuple[object, ...] = (call.code, call.tricks, params.tricks, params.ruled_set)
    elif isinstance(params, OvertrickLine):
        of = (params.count, params.last)
    else:
        return _written(line)
    key = (language, line.points, line.reason, line.rule, line.in_total, of)
    text = _LINES.get(key)
    if text is None:
        if len(_LINES) >= MAX_LINES:
            _LINES.clear()
        text = _LINES[key] = _written(line)
    return text


def _written(line: LineItem) -> str:
    unit = "" if line.in_total else ', "unit": "points"'
    return (
        f'{{"points": {line.points}, "reason": {json_string(line.reason)}, "text": {json_string(line_text(line))}, '
        f'"rule": {json_string(line.rule)}{unit}}}'
    )


def _took(took: Took) -> str:
    return json_line(took_json(took)) if took.made or took.seats else str(took.tricks)
