"""Reads text records: tags, then a line per hand. Unknown tags are kept as the table's own."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput, Json, faults
from scorekeeper.core.inputs.faults import UNKNOWN_FORMAT, PathStep, ValueKind
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import Sheet, read_sheet
from scorekeeper.core.sheet.record_text import (
    AGREED,
    DEALT_BY,
    FORMAT,
    MINUTES,
    NOT_COUNTED,
    OUR_TAGS,
    RECORD,
    SEAL,
    SIGNATURE,
    SIGNED,
    TIME,
)
from scorekeeper.formats.days import read_minute
from scorekeeper.formats.games import ClaimedHand, ClaimedScores, ClaimedSide, ImportedGame
from scorekeeper.formats.text_record import MINUTE, tags
from scorekeeper.formats.text_record.notation import (
    listed_options,
    read_bids,
    read_counts,
    read_options,
    read_rulings,
    scores_in,
    tells_who_signed,
)
from scorekeeper.formats.text_record.tags import WHOLE, SignedRecord, Tag

BEGINS = f"[{RECORD} "
HAND = re.compile(r"(\d{1,4})\. (.*)")
MAX_LINE_LENGTH = 200_000
WHOLE_FILE = PathStep("record")
NUMBERS = {MINUTES: 1, TIME: 2}
"""Tags of whole numbers, and how many they have."""
LEFT_TO_TABLES = (SIGNATURE, SIGNED, AGREED, DEALT_BY, *NUMBERS)
"""Our tags that earlier versions left to the table: a tag of another form is the table's own."""


@dataclass(slots=True)
class _Parts:
    """The parts of a record, read line by line: our tags, the table's own, its hands and their claimed scores."""

    tags: dict[str, Tag] = field(default_factory=dict)
    sides: list[Tag] = field(default_factory=list)
    substitutes: list[Tag] = field(default_factory=list)
    dealers: list[Json] = field(default_factory=list)
    numbers: dict[str, list[int]] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    hands: list[Json] = field(default_factory=list)
    scores: list[tuple[FieldPath, int, list[str]]] = field(default_factory=list)
    signed: SignedRecord | None = None
    began: bool = False  # the blank line after the tags, or a hand, was seen


def read_record(lines: Iterable[str], start: int = 1, where: PathStep = WHOLE_FILE) -> ImportedGame:
    """One record from its lines. Raises `InvalidInput`, naming the line."""
    parts = _Parts()
    for number, line in enumerate(lines, start=start):
        here = FieldPath.to("line", number)
        if len(line) > MAX_LINE_LENGTH:
            raise InvalidInput(faults.LINE_TOO_LONG.at(here, {"found": len(line), "most": MAX_LINE_LENGTH}))
        _read_line(here, line.strip().removeprefix("\ufeff"), parts)
    if RECORD not in parts.tags:
        raise InvalidInput(faults.NOT_A_RECORD.at(NOWHERE, {"value": f'[{RECORD} "{FORMAT}"]'}))
    sheet = _sheet(parts)
    return ImportedGame(
        where=where,
        sheet=sheet,
        claimed=_claimed(parts, sheet),
        started=_started(parts),
        revision=_number(parts, "Revision"),
        signature=parts.signed.signature if parts.signed else None,
        head=parts.signed.head if parts.signed else None,
    )


def _read_line(here: FieldPath, line: str, parts: _Parts) -> None:
    if not line:
        parts.began = parts.began or bool(parts.tags)
    elif line.startswith("["):
        name, is_quoted, values = tags.read_tag(here, line)
        if parts.began and name != SEAL:
            raise InvalidInput(faults.TAG_TOO_LATE.at(here, {"tag": quote(name)}))
        _keep_tag(here, parts, name, is_quoted, values)
    elif SEAL in parts.tags:
        raise InvalidInput(faults.AFTER_SEAL.at(here, {}))
    else:
        parts.began = True
        _hand(here, line, parts)


def _keep_tag(here: FieldPath, parts: _Parts, name: str, is_quoted: bool, values: Tag) -> None:
    if not is_quoted and _is_later_tag(parts, name, values):
        return
    if is_quoted or name not in OUR_TAGS or name in LEFT_TO_TABLES:
        if len(values) != 1 or not isinstance(values[0], str):
            raise InvalidInput(faults.NOTATION.at(here, {"found": quote(name), "due": faults.Expected.ONE_TEXT}))
        if name in parts.own:
            raise InvalidInput(faults.TAG_TWICE.at(here, {"tag": quote(name)}))
        parts.own[name] = values[0]
    elif name == "Side":
        parts.sides.append(values)
    elif name == "Substitute":
        parts.substitutes.append(values)
    elif name in parts.tags:
        raise InvalidInput(faults.TAG_TWICE.at(here, {"tag": quote(name)}))
    else:
        parts.tags[name] = values


def _is_later_tag(parts: _Parts, name: str, values: Tag) -> bool:
    """Keep a tag that earlier versions left to the table, if it has the form of ours."""
    if name == SIGNATURE and parts.signed is None and (signed := tags.read_signature_tag(values)):
        parts.signed = signed
    elif name == AGREED and len(values) == 1 and isinstance(values[0], list) and name not in parts.tags:
        parts.tags[name] = values
    elif name in NUMBERS and name not in parts.numbers and (numbers := tags.numbers_in(values, NUMBERS[name])):
        parts.numbers[name] = numbers
    elif name == DEALT_BY and (dealer := tags.read_dealer_tag(values)):
        parts.dealers.append(dealer)
    else:  # the checksums cover who signed; an imported game has no signatures
        return name == SIGNED and tells_who_signed(values)
    return True


def _hand(here: FieldPath, line: str, parts: _Parts) -> None:
    match = HAND.fullmatch(line)
    number = len(parts.hands) + 1
    if match is None or int(match[1]) != number:
        raise InvalidInput(faults.HAND_OUT_OF_TURN.at(here, {"found": quote(line), "hand": number}))
    played, _, rulings = match[2].partition(" ; ")
    columns = [column.strip() for column in played.split(" | ")]
    if len(columns) not in (2, 3, 4) or (len(columns) == 3 and columns[2] != NOT_COUNTED):
        raise InvalidInput(faults.HAND_PARTS.at(here, {}))
    bids, took = (column.split(" : ") for column in columns[:2])
    counts = read_counts([(here, count) for count in took])
    parts.hands.append({"bids": read_bids(bids), "took": counts, **read_rulings(here, rulings)})
    parts.scores.append((here, number, columns[2:]))


def _scores(parts: _Parts, sides: int, unit: str) -> Iterator[ClaimedHand]:
    """The scores that the hands claim, if the record has scores."""
    for here, number, columns in parts.scores:
        if len(columns) == 1:
            yield ClaimedHand(number, counted=False)
        elif columns:
            points, totals = (scores_in(here, column, unit) for column in columns)
            if not len(points) == len(totals) == sides:
                raise InvalidInput(faults.SCORES_MISCOUNTED.at(here, {"points": len(points), "totals": len(totals)}))
            yield ClaimedHand(number, counted=True, sides=tuple(map(ClaimedSide, points, totals)))


def _sheet(parts: _Parts) -> Sheet:
    if _text(parts, RECORD) != FORMAT:
        raise InvalidInput(
            UNKNOWN_FORMAT.at(
                FieldPath.to("record"), {"what": "format", "value": quote(_text(parts, RECORD)), "parts": (FORMAT,)}
            )
        )
    where = FieldPath.to("tags")
    if not parts.sides or "Rules" not in parts.tags:
        raise InvalidInput(faults.TAGS_MISSING.at(where, {}))
    sides = [{"name": side[0], "players": side[1:] or side} for side in parts.sides]
    dealer = _number(parts, "Dealer")
    written: Json = {
        "rules": _text(parts, "Rules"),
        "options": _options(where, parts),
        "sides": sides,
        "dealer": 0 if dealer is None else dealer - 1,
        "hands": parts.hands,
        "closed": _closed(parts),
        "tags": parts.own,
    }
    if parts.substitutes:
        written["substitutes"] = [tags.read_substitute_tag(change) for change in parts.substitutes]
    if parts.dealers:
        written["dealers"] = parts.dealers
    if MINUTES in parts.numbers:
        (written["minutes"],) = parts.numbers[MINUTES]
    if TIME in parts.numbers:
        hand, minutes = parts.numbers[TIME]
        written["time"] = {"hand": hand, "minutes": minutes}
    for key, tag in (("agreed", AGREED), ("deals", "Deals")):
        if tag in parts.tags:
            written[key] = parts.tags[tag][0]
    return read_sheet(written)


def _closed(parts: _Parts) -> Json | None:
    if "Closed" not in parts.tags:
        return None
    side = _number(parts, "Forfeit")
    return {"reason": _text(parts, "Closed")} | ({} if side is None else {"forfeit": side - 1})


def _options(where: FieldPath, parts: _Parts) -> dict[str, object]:
    players_per_side = max(1, len(parts.sides[0]) - 1)
    key = _text(parts, "Rules")
    try:
        rules = rule_set(key)
    except InvalidInput as error:
        raise error.within("tags") from error
    shape = Shape(len(parts.sides), players_per_side)
    if shape not in rules.shapes:
        return {}  # read_sheet refuses this number of players
    return dict(read_options(_text(parts, "Options") if "Options" in parts.tags else "", rules.options(shape)))


def _text(parts: _Parts, name: str) -> str:
    values = parts.tags[name]
    if len(values) != 1 or not isinstance(values[0], str):
        raise InvalidInput(
            faults.NOTATION.at(FieldPath.to("tags"), {"found": quote(name), "due": faults.Expected.ONE_TEXT})
        )
    return values[0]


def _number(parts: _Parts, name: str) -> int | None:
    if name not in parts.tags:
        return None
    text = _text(parts, name)
    if not WHOLE.fullmatch(text):
        raise FieldPath.to("tags").at(quote(name)).not_a(ValueKind.WHOLE, text)
    return int(text)


def _started(parts: _Parts) -> datetime | None:
    if "Started" not in parts.tags:
        return None
    return read_minute(FieldPath.to("tags").at(quote("Started")), _text(parts, "Started"), MINUTE, "it")


def _claimed(parts: _Parts, sheet: Sheet) -> ClaimedScores:
    unit, scores = sheet.rules.scoring.unit, tuple(_scores(parts, len(sheet.sides), sheet.rules.scoring.unit))
    code = _text(parts, "RulesCard") if "RulesCard" in parts.tags else None
    options = listed_options(_text(parts, "Options")) if "Options" in parts.tags else {}
    if "Result" not in parts.tags:
        return ClaimedScores(scores, rules_code=code, options=options)
    ended = _text(parts, "Termination").partition(": ")[0] if "Termination" in parts.tags else "playing"
    return ClaimedScores(
        scores,
        totals=tuple(scores_in(FieldPath.to("Result"), _text(parts, "Result"), unit)),
        winners=tuple(str(name) for name in parts.tags.get("Won", [])),
        termination=ended,
        rules_code=code,
        options=options,
    )
