"""Writes the text record of a game, modelled on PGN: tags, then a line per hand, readable in a chat."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

from scorekeeper.core.game import Sign
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.deals import deals_json
from scorekeeper.core.sheet.writing import outcome_text
from scorekeeper.formats.chain import ChainHead, Signature, head_of, record_digest
from scorekeeper.formats.checksums import checksums_of, rules_code
from scorekeeper.formats.games import ExportedGame
from scorekeeper.formats.text_record.notation import (
    NO_BIDS,
    NOT_PLAYED,
    NOT_SIGNED,
    bids_text,
    options_text,
    points_text,
    quoted,
    rulings_text,
    sign_text,
    took_text,
)

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
PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
MINUTE = "%Y-%m-%d %H:%M"


RecordSigner = Callable[[str], tuple[ChainHead, Signature]]
"""Signs the digest of a record's lines, with the chain head of the game."""


def record_of(game: ExportedGame) -> str:
    """The record of a stored game, signed if it has a signer."""
    revision = game.entries[0].payload.get("revision")
    revision_number = revision if isinstance(revision, int) else None
    return text_record(game.sheet, game.board, game.started, revision_number, _record_signer(game), game.state.signs)


def _record_signer(game: ExportedGame) -> RecordSigner | None:
    signer = game.signer
    if signer is None:
        return None
    head = head_of(game.entries)
    return lambda digest: (head, signer(head, digest))


def text_record(
    sheet: Sheet,
    board: Scoreboard,
    started: datetime | None = None,
    revision: int | None = None,
    sign: RecordSigner | None = None,
    signs: Sequence[Sign] = (),
) -> str:
    """The record of one game, with checksums.

    `revision` is the rule set's at the start of the game, if known; `signs` are how its sides signed.
    """
    tags = [*_tags(sheet, board, started, revision), *_signed(sheet, signs)]
    hands = ["", *(hand_line(board, hand) for hand in board.hands)]
    if sign is not None:
        tags.append(_tag(SIGNATURE, quoted(signature_text(*sign(record_digest([*tags, *hands]))))))
    lines = [*tags, *hands]
    checksums = checksums_of([line.encode("utf-8") for line in lines])
    return "\n".join([*lines, _tag(SEAL, quoted(checksums)), ""])


def signature_text(head: ChainHead, signature: Signature) -> str:
    """A signature on one line: key, time, game (percent-encoded), number and hash of the last event, value."""
    return f"{signature.key} {signature.at} {quote(head.game, safe='')} {head.seq} {head.hash} {signature.value}"


def _tags(sheet: Sheet, board: Scoreboard, started: datetime | None, revision: int | None) -> Iterator[str]:
    rules = sheet.rules
    yield _tag(RECORD, quoted(FORMAT))
    yield _tag("Rules", quoted(rules.ruleset.key))
    yield _tag("RulesCard", quoted(rules_code(rules)))
    yield _tag("Revision", quoted(str(revision or rules.ruleset.revision)))
    yield _tag("Options", quoted(options_text(rules.options)))
    if rules.script:
        yield _tag("Deals", json.dumps(deals_json(rules.script), ensure_ascii=False))
    if sheet.agreed:
        yield _tag(AGREED, json.dumps(sheet.agreed, ensure_ascii=False))
    if started is not None:
        yield _tag("Started", quoted(started.astimezone(UTC).strftime(MINUTE)))
    for side in sheet.sides:
        alone = side.players == (side.name,)
        yield _tag("Side", " ".join(map(quoted, [side.name] if alone else [side.name, *side.players])))
    yield _tag("Dealer", quoted(str(sheet.dealer + 1)))
    for change in sheet.substitutes:
        yield _tag("Substitute", " ".join(map(quoted, [str(change.hand), str(change.seat + 1), change.player])))
    for dealer in sheet.dealers:
        yield _tag(DEALT_BY, " ".join(map(quoted, [str(dealer.hand), str(dealer.seat + 1)])))
    if sheet.minutes:
        yield _tag(MINUTES, quoted(str(sheet.minutes)))
    if sheet.time is not None:
        yield _tag(TIME, " ".join(map(quoted, [str(sheet.time.hand), str(sheet.time.minutes)])))
    yield from _result(sheet, board)
    for name in sorted(sheet.tags):
        yield _tag(name if PLAIN.fullmatch(name) and name not in OUR_TAGS else quoted(name), quoted(sheet.tags[name]))


def _result(sheet: Sheet, board: Scoreboard) -> Iterator[str]:
    """Totals, and how the game ended: `[Termination "target, highest: Ann reached 500: 512 to 486"]`."""
    yield _tag(
        "Result", quoted(" : ".join(points_text(score.total, board.rules.scoring.unit) for score in board.scores))
    )
    outcome = board.outcome
    if outcome is not None:
        yield _tag("Won", " ".join(quoted(sheet.names[side]) for side in outcome.winners))
        ended = f"{outcome.ended_by}, {outcome.decided_by}: {outcome_text(board, sheet.names)}"
        yield _tag("Termination", quoted(ended))
    if sheet.closed is not None:
        yield _tag("Closed", quoted(sheet.closed))
    if sheet.forfeit is not None:
        yield _tag("Forfeit", quoted(str(sheet.forfeit + 1)))


def _signed(sheet: Sheet, signs: Sequence[Sign]) -> Iterator[str]:
    """How each side signed the present sheet: `[Signed "agreed on own phone : -"]`; nothing if none did."""
    verdicts = {sign.side: sign_text(sign) for sign in signs if not sign.broken}
    if verdicts:
        yield _tag(SIGNED, quoted(" : ".join(verdicts.get(side, NOT_SIGNED) for side in sheet.rules.seating.sides)))


def hand_line(board: Scoreboard, hand: ScoredHand) -> str:
    """A hand: bids, tricks, points and totals, side by side: `1. 5 4 : 3 nil | 9 : 4 0 | 90 : 131 | 90 : 131`."""
    sides = board.rules.seating.sides
    scores = NOT_COUNTED
    if hand.counted:
        unit = board.rules.scoring.unit
        points = " : ".join(points_text(hand.sides[side].points, unit) for side in sides)
        scores = f"{points} | {' : '.join(points_text(hand.sides[side].score.total, unit) for side in sides)}"
    bids = " : ".join(bids_text(hand.record, board.rules.seating, side) for side in sides)
    took = " : ".join(took_text(hand.record, side) for side in sides)
    if not hand.record.bids:
        bids = NO_BIDS
    if not hand.record.took:
        took = NOT_PLAYED
    rulings = rulings_text(hand.record)
    return f"{hand.number}. {bids} | {took} | {scores}{f' ; {rulings}' if rulings else ''}"


def _tag(name: str, value: str) -> str:
    return f"[{name} {value}]"
