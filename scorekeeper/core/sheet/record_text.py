"""Writes the lines of a text record, modelled on PGN: tags, then a line for each hand, readable in a chat.

Its checksums and its signature are `formats/text_record`'s.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from scorekeeper.core.inputs.fields import json_line
from scorekeeper.core.rules.deal import BOOKS as COSTS_BOOKS, RENEGE, Bid, HandRecord, Renege
from scorekeeper.core.rules.ruleset import Value, value_word
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Seating, Side
from scorekeeper.core.sheet.deals import deals_json
from scorekeeper.core.sheet.hands import bids_of, side_bids
from scorekeeper.core.sheet.model import Sheet
from scorekeeper.core.sheet.writing import outcome_text
from scorekeeper.core.words.vocabulary import TENTHS

RECORD = "Record"
FORMAT = "scorekeeper/1"
SEAL = "Seal"
SIGNATURE = "Signature"
SIGNED = "Signed"
AGREED = "Agreed"
DEALT_BY = "DealtBy"
MINUTES = "Minutes"
TIME = "TimeCalled"
NOT_COUNTED = "not counted"
OUR_TAGS = (
    RECORD,
    "Rules",
    "RulesCard",
    "Revision",
    "Options",
    "Deals",
    AGREED,
    "Started",
    "Side",
    "Dealer",
    "Result",
    "Won",
    "Termination",
    "Closed",
    "Forfeit",
    "Substitute",
    DEALT_BY,
    MINUTES,
    TIME,
    SIGNED,
    SIGNATURE,
    SEAL,
)
PLAIN = re.compile("[A-Za-z][A-Za-z0-9_-]*")
NOBODY = "-"
NO_BIDS, NOT_PLAYED = "no bids", "not played"
"""Written instead of bids if a hand bids itself, and instead of tricks if the bids are too low to play."""


def record_tags(sheet: Sheet, board: Scoreboard, code: str, started: str | None, revision: str) -> list[str]:
    """The tags of a game, without those for signatures.

    `code` is that of its rules, if known, `started` a minute as text, `revision` the rule set's when the game began.
    """
    rules = sheet.rules
    tags = [
        tag(RECORD, [FORMAT]),
        tag("Rules", [rules.ruleset.key]),
        *([tag("RulesCard", [code])] if code else []),
        tag("Revision", [revision]),
        tag("Options", [options_text(rules.options)]),
    ]
    if rules.script:
        tags.append(f"[Deals {quoted(deals_json(rules.script))}]")
    if sheet.agreed:
        tags.append(f"[{AGREED} {quoted(list(sheet.agreed))}]")
    if started is not None:
        tags.append(tag("Started", [started]))
    for side in sheet.sides:
        alone = side.players == (side.name,)
        tags.append(tag("Side", [side.name] if alone else [side.name, *side.players]))
    tags.append(tag("Dealer", [str(sheet.dealer + 1)]))
    tags += [tag("Substitute", [str(change.hand), str(change.seat + 1), change.player]) for change in sheet.substitutes]
    tags += [tag(DEALT_BY, [str(dealer.hand), str(dealer.seat + 1)]) for dealer in sheet.dealers]
    if sheet.minutes:
        tags.append(tag(MINUTES, [str(sheet.minutes)]))
    if sheet.time is not None:
        tags.append(tag(TIME, [str(sheet.time.hand), str(sheet.time.minutes)]))
    tags += _result(sheet, board)
    for name in sorted(sheet.tags):
        is_plain = PLAIN.fullmatch(name) and name not in OUR_TAGS
        tags.append(f"[{name if is_plain else quoted(name)} {quoted(sheet.tags[name])}]")
    return tags


def _result(sheet: Sheet, board: Scoreboard) -> list[str]:
    """Totals, and how the game ended: `[Termination "target, highest: Ann reached 500: 512 to 486"]`."""
    tags = [tag("Result", [" : ".join([points_text(score.total, board.rules.scoring.unit) for score in board.scores])])]
    outcome = board.outcome
    if outcome is not None:
        tags.append(tag("Won", [sheet.names[side] for side in outcome.winners]))
        tags.append(
            tag("Termination", [f"{outcome.ended_by}, {outcome.decided_by}: {outcome_text(board, sheet.names)}"])
        )
    if sheet.closed is not None:
        tags.append(tag("Closed", [sheet.closed]))
    if sheet.forfeit is not None:
        tags.append(tag("Forfeit", [str(sheet.forfeit + 1)]))
    return tags


def record_hands(board: Scoreboard) -> list[str]:
    """What follows the tags: an empty line, then each hand."""
    return ["", *[hand_line(board, hand) for hand in board.hands]]


def hand_line(board: Scoreboard, hand: ScoredHand) -> str:
    """A hand: bids, tricks, points and totals, side by side: `1. 5 4 : 3 nil | 9 : 4 0 | 90 : 131 | 90 : 131`."""
    sides = board.rules.seating.sides
    scores = NOT_COUNTED
    if hand.counted:
        unit = board.rules.scoring.unit
        points = " : ".join([points_text(hand.sides[side].points, unit) for side in sides])
        totals = " : ".join([points_text(hand.sides[side].score.total, unit) for side in sides])
        scores = f"{points} | {totals}"
    bids = " : ".join([bids_text(hand.record, board.rules.seating, side) for side in sides])
    took = " : ".join([took_text(hand.record, side) for side in sides])
    if not hand.record.bids:
        bids = NO_BIDS
    if not hand.record.took:
        took = NOT_PLAYED
    rulings = rulings_text(hand.record)
    ruled = f" ; {rulings}" if rulings else ""
    return f"{hand.number}. {bids} | {took} | {scores}{ruled}"


def tag(name: str, values: Sequence[str]) -> str:
    """A tag with texts as its values: `[Side "Ann & Cal" "Ann" "Cal"]`."""
    words = " ".join([quoted(value) for value in values])
    return f"[{name} {words}]"


def quoted(value: object) -> str:
    """Text in quotes, or a list or object, spelled as in JSON."""
    return json_line(value, " ", in_ascii=False)


def options_text(options: Mapping[str, Value]) -> str:
    """House rules with their values: `target=500, bags=10`."""
    return ", ".join([f"{key}={value_word(value)}" for key, value in options.items()])


def bids_text(hand: HandRecord, seating: Seating, side: Side) -> str:
    """A side's bids, seat by seat: `5 nil`; `no bids` where the hand bids itself."""
    return _bids_text(bids_of(hand, seating, side)) or NO_BIDS


@lru_cache(maxsize=500)  # an export has thousands, mostly of the same few numbers
def _bids_text(bids: tuple[Bid, ...]) -> str:
    return " ".join(side_bids(bids))


def took_text(hand: HandRecord, side: Side) -> str:
    """A side's tricks, seat by seat where they were counted, and the facts that it made: `7 bemo`, `6 0`.

    `not played` where nobody took any.
    """
    if not hand.took:
        return NOT_PLAYED
    took = hand.took[side]
    if len(took.seats) < 2 and not took.made:
        return str(took.tricks)
    tricks = took.seats if len(took.seats) > 1 else (took.tricks,)
    return " ".join([*[str(count) for count in tricks], *took.made])


def rulings_text(hand: HandRecord) -> str:
    """What the table ruled and noted; sides count from 1: `books 2>1 2; agreed 1 -30 "talked"; overruled; note "…"`."""
    if not (hand.reneges or hand.adjustments or hand.overruled or hand.note):
        return ""  # nearly always
    parts = [_renege_text(part) for part in hand.reneges]
    parts += [f"agreed {part.side + 1} {part.points:+} {quoted(part.reason)}" for part in hand.adjustments]
    if hand.overruled:
        parts.append("overruled")
    if hand.note:
        parts.append(f"note {quoted(hand.note)}")
    return "; ".join(parts)


def _renege_text(part: Renege) -> str:
    why = "" if part.offense == RENEGE else f" for {part.offense}"
    if part.costs != COSTS_BOOKS:
        return f"{part.costs} {part.by + 1}{why}"
    to = NOBODY if part.to is None else str(part.to + 1)
    of = f" of {quoted(part.of)}" if part.of else ""
    return f"books {part.by + 1}>{to} {part.books}{why}{of}"


def points_text(points: int, unit: str) -> str:
    """A score in a file, the same in every language: `-20`, or `4.3` if the game scores in tenths."""
    if unit != TENTHS:
        return str(points)
    if not points % 10:
        return str(points // 10)
    sign = "-" if points < 0 else ""
    return f"{sign}{abs(points) // 10}.{abs(points) % 10}"
