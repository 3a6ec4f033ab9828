"""Reads tags and signatures of a text record: `[Side "Ann & Cal" "Ann" "Cal"]`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote as url_quote, unquote

from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.formats.chain import ChainHead, Signature
from scorekeeper.formats.chain.depth import check_depth
from scorekeeper.formats.game_json import SIGNATURE

TAG = re.compile(r"\[([A-Za-z][A-Za-z0-9_-]*) ")
BEGINS = re.compile(rb"\[[A-Za-z][A-Za-z0-9_-]* ")
OWN_TAG = re.compile(r'\[(?=")')
DECODER = json.JSONDecoder()
CURLY_QUOTES = "\u201c\u201d\u201e\u201f\u2033"

Tag = list[object]


def begins_with_tag(text: bytes) -> bool:
    """Whether a text begins with a tag; JSON may begin with a bracket too."""
    return BEGINS.match(text) is not None


def read_tag(here: FieldPath, line: str) -> tuple[str, bool, Tag]:
    """A tag's name, whether the name is quoted (as the table's own are), and its values. Raises `InvalidInput`."""
    if match := TAG.match(line):
        name, is_quoted, at = match[1], False, match.end()
    elif match := OWN_TAG.match(line):
        value, at = _value(here, line, match.end())
        name, is_quoted, at = str(value), True, at + 1
    else:
        raise InvalidInput(faults.NOTATION.at(here, {"found": quote(line), "due": faults.Expected.TAG}))
    values: Tag = []
    while True:
        value, at = _value(here, line, at)
        values.append(value)
        if line[at:] == "]":
            return name, is_quoted, values
        if line[at : at + 1] != " ":
            raise InvalidInput(faults.TAG_NOT_ENDED.at(here, {"tag": quote(name)}))
        at += 1


def _value(here: FieldPath, line: str, at: int) -> tuple[object, int]:
    try:
        value, end = DECODER.raw_decode(line, at)
        check_depth(value)
    except (ValueError, RecursionError):
        raise not_words(here, line[at:]) from None
    return value, end


def not_words(here: FieldPath, text: str) -> InvalidInput:
    """The error for text that should begin with words in quotes; a chat may have made those quotes curly."""
    curly = next((letter for letter in text if letter in CURLY_QUOTES), None)
    if curly is not None:
        return InvalidInput(faults.CURLY_QUOTE.at(here, {"found": curly}))
    return InvalidInput(faults.NOTATION.at(here, {"found": quote(text[:40]), "due": faults.Expected.WORDS}))


LONGEST = 200
SIGNATURE_TAG = re.compile(
    r"(?P<key>[\w-]{43}) (?P<at>[\dT:.-]{26}Z) "
    r"(?P<game>[\w.~%-]{1,1000}) (?P<seq>\d{1,7}) (?P<hash>[\da-f]{64}) (?P<value>[\w-]{86})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class SignedRecord:
    """The signature tag of a text record: the signature, and the chain head that it names."""

    head: ChainHead
    signature: Signature


def read_signature(where: FieldPath, value: object) -> Signature:
    """A signature in JSON. Raises `InvalidInput`."""
    here = where.at("signature")
    parts: Any = here.mapping(value, "it", SIGNATURE, required=SIGNATURE)
    return Signature(*(here.text(parts[name], name, LONGEST) for name in SIGNATURE))


def read_signature_tag(values: list[object]) -> SignedRecord | None:
    """The signature in a tag of a text record; None for any other tag."""
    match = SIGNATURE_TAG.fullmatch(values[0]) if len(values) == 1 and isinstance(values[0], str) else None
    if match is None:
        return None
    game = unquote(match["game"])
    if not game.isprintable() or url_quote(game, safe="") != match["game"]:
        return None
    head = ChainHead(game, int(match["seq"]), match["hash"])
    return SignedRecord(head, Signature(match["key"], match["at"], match["value"]))


WHOLE = re.compile(r"[+-]?\d{1,9}")


def read_substitute_tag(values: Tag) -> dict[str, object]:
    """`[Substitute "3" "2" "Eve"]`: from hand 3 on Eve sits at seat 2."""
    words = [value for value in values if isinstance(value, str)]
    if len(values) != 3 or len(words) != 3 or not all(WHOLE.fullmatch(word) for word in words[:2]):
        raise InvalidInput(
            faults.NOTATION.at(FieldPath.to("tags"), {"found": quote("Substitute"), "due": faults.Expected.SUBSTITUTE})
        )
    return {"hand": int(words[0]), "seat": int(words[1]) - 1, "player": words[2]}


def read_dealer_tag(values: Tag) -> dict[str, object] | None:
    """`[DealtBy "3" "2"]`: seat 2 dealt hand 3, and the deal moved on from there. None for a table's own tag."""
    numbers = numbers_in(values, 2)
    return {"hand": numbers[0], "seat": numbers[1] - 1} if numbers else None


def numbers_in(values: Tag, count: int) -> list[int]:
    """The values of a tag that has `count` whole numbers; none for any other tag."""
    words = [value for value in values if isinstance(value, str) and WHOLE.fullmatch(value)]
    return [int(word) for word in words] if len(values) == len(words) == count else []
