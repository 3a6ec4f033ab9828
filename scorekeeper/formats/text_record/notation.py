"""The notation of one line, read and written: a hand's bids, tricks and rulings, and a table's house rules."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.core.game import OWN_DEVICE, PROGRAM, SHARED_DEVICE, SignOff
from scorekeeper.core.inputs import FieldPath, InvalidInput, Json, faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.deal import RENEGE, WARNING
from scorekeeper.core.rules.ruleset import Option, Value, value_word
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.seating import Seating, Side
from scorekeeper.core.rules.tricks import after_reneges
from scorekeeper.core.sheet.record_text import NO_BIDS, NOBODY, NOT_PLAYED, took_text
from scorekeeper.core.words.vocabulary import TENTHS
from scorekeeper.formats.text_record.tags import not_words

NUMBER = re.compile(r"\d{1,9}")
BOOKS = re.compile(r"books (\d{1,2})>(\d{1,2}|-) (\d{1,2})(?: for ([a-z]+))?(?: of )?")
RULED = re.compile(r"(set|game|warning) (\d{1,2})(?: for ([a-z]+))?")
SIGNED = re.compile(r"-|(?:agreed|disputed)(?: (?:on|by) .*)?")
AGREED = re.compile(r"agreed (\d{1,2}) ([+-]?\d{1,9}) ")
DECODER = json.JSONDecoder()
WHOLE = re.compile(r"-?\d{1,9}")
POINTS = re.compile(r"[+-]?\d{1,9}")
IN_TENTHS = re.compile(r"([+-]?)(\d{1,8})(?:\.(\d))?")
PLAIN_VALUES: dict[str, Value] = {value_word(value): value for value in (True, False, None)}


def read_words(where: FieldPath, text: str, at: int) -> tuple[str, int]:
    """The quoted text that begins here, and where it ends."""
    try:
        value, end = DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        raise not_words(where, text[at:]) from None
    if not isinstance(value, str):
        raise InvalidInput(faults.NOTATION.at(where, {"found": quote(text[at:end]), "due": faults.Expected.WORDS}))
    return value, end


def read_bids(texts: Sequence[str]) -> list[object] | None:
    """The bids of all sides, one for each of their seats; None where the hand bids itself."""
    if all(text == NO_BIDS for text in texts):
        return None
    sides = [text.split() for text in texts]
    return [bids[0] if len(bids) == 1 else list(bids) for bids in sides]


def read_counts(texts: Sequence[tuple[FieldPath, str]]) -> list[object] | None:
    """What all sides took, each with its place; None where the hand was not played."""
    is_unplayed = all(text == NOT_PLAYED for _, text in texts)
    return None if is_unplayed else [read_took(where, text) for where, text in texts]


def tells_who_signed(values: list[object]) -> bool:
    """Whether a tag's values are like `agreed on own phone : -`, one per side; if not, the tag is the table's own."""
    (text, *more) = values
    return isinstance(text, str) and not more and all(SIGNED.fullmatch(side) for side in text.split(" : "))


def read_took(where: FieldPath, text: str) -> object:
    """A side's tricks, and its calls of first tricks that were made."""
    words = text.split()
    tricks = [int(word) for word in words if NUMBER.fullmatch(word)]
    made = words[len(tricks) :]
    if not tricks or words[: len(tricks)] != [str(count) for count in tricks]:
        raise InvalidInput(faults.NOTATION.at(where, {"found": quote(text), "due": faults.Expected.TRICKS}))
    counted: object = tricks if len(tricks) > 1 else tricks[0]
    return {"tricks": counted, "made": made} if made else counted


def read_rulings(where: FieldPath, text: str) -> Json:
    """The rulings and the note of a hand, as parts of its JSON."""
    rulings: Json = {}
    at = 0
    while at < len(text):
        at = _ruling(where, text, at, rulings)
        if text[at : at + 2] not in ("", "; "):
            raise InvalidInput(
                faults.NOTATION.at(where, {"found": quote(text[at:]), "due": faults.Expected.NEXT_RULING})
            )
        at += 2
    return rulings


def _ruling(where: FieldPath, text: str, at: int, rulings: Json) -> int:
    if match := BOOKS.match(text, at):
        return _books(where, text, match, rulings)
    if match := RULED.match(text, at):
        return _ruled(match, rulings)
    if match := AGREED.match(text, at):
        reason, end = read_words(where, text, match.end())
        _list(rulings, "adjust").append({"side": int(match[1]) - 1, "points": int(match[2]), "reason": reason})
        return end
    if text.startswith("overruled", at):
        rulings["overruled"] = True
        return at + len("overruled")
    if text.startswith("note ", at):
        rulings["note"], end = read_words(where, text, at + len("note "))
        return end
    raise InvalidInput(faults.NOTATION.at(where, {"found": quote(text[at:]), "due": faults.Expected.RULING}))


def _books(where: FieldPath, text: str, match: re.Match[str], rulings: Json) -> int:
    to = None if match[2] == NOBODY else int(match[2]) - 1
    moved: Json = {"by": int(match[1]) - 1, "to": to, "books": int(match[3])}
    if match[4]:
        moved["for"] = match[4]
    end = match.end()
    if match[0].endswith(" of "):
        moved["of"], end = read_words(where, text, end)
    _list(rulings, "reneges").append(moved)
    return end


def _ruled(match: re.Match[str], rulings: Json) -> int:
    """`set 2 for talk`, `game 2`, `warning 2 for phone`."""
    ruled: Json = {"by": int(match[2]) - 1, **({} if match[1] == WARNING else {match[1]: True})}
    if match[3] or match[1] == WARNING:
        ruled["for"] = match[3] or RENEGE
    _list(rulings, "reneges").append(ruled)
    return match.end()


def _list(rulings: Json, key: str) -> list[Json]:
    listed = rulings.setdefault(key, [])
    assert isinstance(listed, list)
    return listed


def read_options(text: str, options: tuple[Option, ...]) -> dict[str, Value]:
    """House rules from their text. The sheet reader refuses those that the rule set does not have."""
    by_key = {option.key: option for option in options}
    chosen: dict[str, Value] = {}
    for part in text.split(","):
        key, _, word = part.strip().partition("=")
        if key:
            chosen[key] = by_key[key].parse(word) if key in by_key else word
    return chosen


def listed_options(text: str) -> dict[str, Value]:
    """House rules exactly as the text lists them, known or not."""
    words = dict(part.strip().partition("=")[::2] for part in text.split(",") if part.strip())
    return {key: _plain_value(word) for key, word in words.items()}


def _plain_value(word: str) -> Value:
    if word in PLAIN_VALUES:
        return PLAIN_VALUES[word]
    return int(word) if WHOLE.fullmatch(word) else word


NOT_SIGNED = "-"
SIGNED_ON = {OWN_DEVICE: " on own phone", SHARED_DEVICE: " on shared phone", PROGRAM: " by program"}


def counted_took_text(hand: ScoredHand, seating: Seating, side: Side) -> str:
    """A side's tricks after a renege moved some, as they count: for paper, next to the points that they score."""
    if not hand.record.reneges:
        return took_text(hand.record, side)  # nearly always
    moved = after_reneges(hand.deal, seating, hand.record, hand.number)
    return took_text(replace(hand.record, took=moved), side)


def sign_text(sign: SignOff) -> str:
    """How a side signed, and on which phone if the game asks for that: `agreed on own phone`."""
    return f"{sign.verdict}{SIGNED_ON.get(sign.device or '', '')}"


def read_points(text: str, unit: str) -> int | None:
    """A score from its text; None if it is not a score."""
    if unit != TENTHS:
        return int(text) if POINTS.fullmatch(text) else None
    match = IN_TENTHS.fullmatch(text)
    if match is None:
        return None
    points = 10 * int(match[2]) + int(match[3] or 0)
    return -points if match[1] == "-" else points


def scores_in(where: FieldPath, text: str, unit: str) -> list[int]:
    """Scores side by side, from `70 : -3`. Raises `InvalidInput`."""
    words = [word.strip() for word in text.split(" : ")]
    scores = [read_points(word, unit) for word in words]
    if None in scores:
        raise InvalidInput(
            faults.NOTATION.at(where, {"found": quote(words[scores.index(None)]), "due": faults.Expected.WHOLE})
        )
    return [score for score in scores if score is not None]
