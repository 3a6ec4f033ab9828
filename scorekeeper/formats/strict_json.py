"""Strict JSON, and the budget that bounds what reading any file may cost."""

import codecs
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields

from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.formats.chain.depth import TooDeep, check_depth
from scorekeeper.formats.parts import PartKind

LARGEST = 4 * 1024 * 1024
"""The limit in bytes. A game of a thousand hands takes about 200 kB."""


def encoding_of(start: bytes) -> str:
    """The encoding of a text that begins with these bytes: UTF-16 as spreadsheets and editors write it, or UTF-8."""
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if len(start) > 3 and not any(start[1:4:2]):
        return "utf-16-le"
    return "utf-8" if len(start) < 4 or any(start[0:4:2]) else "utf-16-be"


def parse_json(text: bytes | str) -> object:
    """The JSON value in this text.

    Raises `InvalidInput` if it is too large, not JSON, nested too deeply, or has a key twice.
    """
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) > LARGEST:
        raise InvalidInput(faults.JSON_TOO_LARGE.at(NOWHERE, {"bytes": LARGEST}))
    try:
        decoded = raw.decode(encoding_of(raw)).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise InvalidInput(faults.NOT_UTF8_JSON.at(NOWHERE, {})) from error
    if not decoded.strip():
        raise InvalidInput(faults.JSON_EMPTY.at(NOWHERE, {}))
    try:
        value: object = json.loads(decoded, object_pairs_hook=_once, parse_constant=_no_constant)
        check_depth(value)
    except (RecursionError, TooDeep) as error:
        raise InvalidInput(faults.JSON_TOO_DEEP.at(NOWHERE, {})) from error
    except json.JSONDecodeError as error:
        raise InvalidInput(faults.JSON_MALFORMED.at(NOWHERE, {"line": error.lineno, "column": error.colno})) from error
    except InvalidInput:
        raise
    except ValueError as error:  # a whole number of thousands of digits
        raise InvalidInput(faults.JSON_NUMBER_TOO_LONG.at(NOWHERE, {})) from error
    return value


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    parsed: dict[str, object] = {}
    for key, value in pairs:
        if key in parsed:
            raise InvalidInput(faults.JSON_KEY_TWICE.at(NOWHERE, {"name": quote(key)}))
        parsed[key] = value
    return parsed


def _no_constant(name: str) -> object:
    raise InvalidInput(faults.JSON_NO_NUMBER.at(NOWHERE, {"value": name}))


MAX_MEMBER_BYTES = 4 * 1024 * 1024
"""Bytes of one unpacked member of a ZIP. A game of a thousand hands takes less than half of it."""


class TooLarge(InvalidInput):
    """The file needs more than the budget allows; nothing is wrong with its content."""


@dataclass(slots=True)
class Budget:
    """What may still be read, counted down. Many small items can cost as much as a large one.

    `ratio` limits how many times its packed size a member may have, `unpacked` counts bytes, `events` those of a game,
    `member` the unpacked bytes of one file of a ZIP. `kinds` are asked when a file may have a part beside games: which
    ones can be read here.
    """

    members: int = 20_000
    unpacked: int = 32 * 1024 * 1024
    lines: int = 200_000
    ratio: int = 100
    events: int = 20_000
    member: int = MAX_MEMBER_BYTES
    kinds: Callable[[], Iterable[PartKind]] = tuple

    def spend_member(self, name: str, packed: int, size: int) -> None:
        """Count one member of a ZIP before unpacking it. Raises `TooLarge`, or `InvalidInput` if it is not a game."""
        if size > self.member:
            raise InvalidInput(faults.TOO_MANY_BYTES.at(FieldPath.to(name), {"bytes": self.member}))
        if size > self.ratio * max(packed, 1):
            raise InvalidInput(faults.ZIP_BOMB.at(FieldPath.to(name), {"most": self.ratio}))
        self.members -= 1
        self.unpacked -= size
        if self.members < 0 or self.unpacked < 0:
            raise TooLarge(faults.ZIP_TOO_LARGE.at(NOWHERE, {}))

    def spend_text(self, content: bytes) -> None:
        """Count the lines of a text before splitting it. Raises `TooLarge`."""
        self.lines -= max(content.count(b"\n"), content.count(b"\r"))
        if self.lines < 0:
            raise TooLarge(faults.TOO_MANY_LINES.at(NOWHERE, {}))

    def counted(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The same pieces, their lines counted. Raises `TooLarge`."""
        for piece in pieces:
            self.spend_text(piece)
            yield piece


def without_end(kinds: Callable[[], Iterable[PartKind]] = tuple) -> Budget:
    """An unlimited budget, for people who read their own files: one may hold a whole instance."""
    limits = {limit.name: sys.maxsize for limit in fields(Budget) if limit.name != "kinds"}
    return Budget(**limits, kinds=kinds)
