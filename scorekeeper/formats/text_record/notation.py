"""The notation of one line of text, both ways: bids, tricks and rulings of a hand, and a table's house rules."""

import json
import re
from collections.abc import Mapping

from scorekeeper.core.game import OWN_DEVICE, PROGRAM, SHARED_DEVICE, Sign
from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.deal import HandRecord, Took
from scorekeeper.core.rules.ruleset import Option, Value, value_word
from scorekeeper.core.rules.seating import Seating, Side
from scorekeeper.core.sheet.hands import side_bids

Json = dict[str, object]

NUMBER = re.compile(r"\d{1,9}")
BOOKS = re.compile(r"books (\d{1,2})>(\d{1,2}) (\d{1,2})(?: of )?")
SIGNED = re.compile(r"-|(?:agreed|disputed)(?: (?:on|by) .*)?")
AGREED = re.compile(r"agreed (\d{1,2}) ([+-]?\d{1,9}) ")
DECODER = json.JSONDecoder()
WHOLE = re.compile(r"-?\d{1,9}")
PLAIN_VALUES: dict[str, Value] = {value_word(value): value for value in (True, False, None)}


def read_words(where: FieldPath, text: str, at: int) -> tuple[str, int]:
    """Words in quotes that begin here, and where they end."""
    try:
        value, end = DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        raise where.wrong(faults.NOTATION, faults.Notation(quote(text[at : at + 40]), faults.Due.WORDS)) from None
    if not isinstance(value, str):
        raise where.wrong(faults.NOTATION, faults.Notation(quote(text[at:end]), faults.Due.WORDS))
    return value, end


def read_bids(text: str) -> object:
    """A side's bids, one for each of its seats."""
    bids = text.split()
    return bids[0] if len(bids) == 1 else list(bids)


def tells_who_signed(values: list[object]) -> bool:
    """Whether a tag's values are `agreed on own phone : -`, a part a side, and no words of the table's own."""
    (text, *more) = values
    return isinstance(text, str) and not more and all(SIGNED.fullmatch(side) for side in text.split(" : "))


def read_took(where: FieldPath, text: str) -> object:
    """A side's tricks and the facts that it made."""
    words = text.split()
    tricks = [int(word) for word in words if NUMBER.fullmatch(word)]
    made = words[len(tricks) :]
    if not tricks or words[: len(tricks)] != [str(count) for count in tricks]:
        raise where.wrong(faults.NOTATION, faults.Notation(quote(text), faults.Due.TRICKS))
    counted: object = tricks if len(tricks) > 1 else tricks[0]
    return {"tricks": counted, "made": made} if made else counted


def read_rulings(where: FieldPath, text: str) -> Json:
    """The rulings and the note of a hand, as parts of its JSON."""
    found: Json = {}
    at = 0
    while at < len(text):
        at = _ruling(where, text, at, found)
        if text[at : at + 2] not in ("", "; "):
            raise where.wrong(faults.NOTATION, faults.Notation(quote(text[at:]), faults.Due.NEXT_RULING))
        at += 2
    return found


def _ruling(where: FieldPath, text: str, at: int, found: Json) -> int:
    if match := BOOKS.match(text, at):
        return _books(where, text, match, found)
    if match := AGREED.match(text, at):
        reason, end = read_words(where, text, match.end())
        _list(found, "adjust").append({"side": int(match[1]) - 1, "points": int(match[2]), "reason": reason})
        return end
    if text.startswith("overruled", at):
        found["overruled"] = True
        return at + len("overruled")
    if text.startswith("note ", at):
        found["note"], end = read_words(where, text, at + len("note "))
        return end
    raise where.wrong(faults.NOTATION, faults.Notation(quote(text[at:]), faults.Due.RULING))


def _books(where: FieldPath, text: str, match: re.Match[str], found: Json) -> int:
    moved: Json = {"by": int(match[1]) - 1, "to": int(match[2]) - 1, "books": int(match[3])}
    end = match.end()
    if match[0].endswith(" of "):
        moved["of"], end = read_words(where, text, end)
    _list(found, "reneges").append(moved)
    return end


def _list(found: Json, key: str) -> list[Json]:
    listed = found.setdefault(key, [])
    assert isinstance(listed, list)
    return listed


def read_options(text: str, options: tuple[Option, ...]) -> dict[str, Value]:
    """House rules from their text. One that the rule set does not have is left to the sheet's reader to refuse."""
    known = {option.key: option for option in options}
    chosen: dict[str, Value] = {}
    for part in text.split(","):
        key, _, word = part.strip().partition("=")
        if key:
            chosen[key] = known[key].parse(word) if key in known else word
    return chosen


def listed_options(text: str) -> dict[str, Value]:
    """House rules exactly as a text lists them, whatever the rule set knows today."""
    words = dict(part.strip().partition("=")[::2] for part in text.split(",") if part.strip())
    return {key: _plain_value(word) for key, word in words.items()}


def _plain_value(word: str) -> Value:
    if word in PLAIN_VALUES:
        return PLAIN_VALUES[word]
    return int(word) if WHOLE.fullmatch(word) else word


NOT_SIGNED = "-"
SIGNED_ON = {OWN_DEVICE: " on own phone", SHARED_DEVICE: " on shared phone", PROGRAM: " by program"}


def quoted(words: str) -> str:
    """Words in quotes, as JSON spells them."""
    return json.dumps(words, ensure_ascii=False)


def bids_text(hand: HandRecord, seating: Seating, side: Side) -> str:
    """A side's bids, seat by seat: `5 nil`."""
    return " ".join(side_bids([hand.bids[seat] for seat in seating.bidders_of(side)]))


def took_text(took: Took) -> str:
    """A side's tricks, seat by seat where they were counted, and the facts that it made: `7 bemo`, `6 0`."""
    tricks = took.seats if len(took.seats) > 1 else (took.tricks,)
    return " ".join([*(str(count) for count in tricks), *took.made])


def sign_text(sign: Sign) -> str:
    """What a side said of the sheet, and on which phone where that was asked: `agreed on own phone`."""
    return f"{sign.verdict}{SIGNED_ON.get(sign.device or '', '')}"


def rulings_text(hand: HandRecord) -> str:
    """What the table ruled and noted; sides count from 1: `books 2>1 2; agreed 1 -30 "talked"; overruled; note "…"`."""
    parts = [
        f"books {part.by + 1}>{part.to + 1} {part.books}{f' of {quoted(part.of)}' if part.of else ''}"
        for part in hand.reneges
    ]
    parts += [f"agreed {part.side + 1} {part.points:+} {quoted(part.reason)}" for part in hand.adjustments]
    if hand.overruled:
        parts.append("overruled")
    if hand.note:
        parts.append(f"note {quoted(hand.note)}")
    return "; ".join(parts)


def options_text(options: Mapping[str, Value]) -> str:
    """House rules with their values: `target=500, bags=10`."""
    return ", ".join(f"{key}={value_word(value)}" for key, value in options.items())
