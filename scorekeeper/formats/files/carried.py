"""Games on their way from a phone: one text with all that it has of them, for another phone or a table's import.

`SPADES3.` is followed by base64url of JSON, shortened (`core/game/carried.py`) and packed as zlib packs it, whose
checksum finds what a copy has damaged. Its events have no hashes: a phone signs nothing, and the chain begins where the
game arrives. They stand in columns. Older phones write `SPADES2.`, which is not shortened, and `SPADES1.`, in which
each event is an object of its own.
"""

import binascii
import re
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import BinaryIO

from scorekeeper.core.game.carried import LONGEST, entries_of, in_full
from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.faults import PathStep, ValueKind
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.chain import NOTHING_BEFORE, StoredEvent, UnsavedEvent, Unwritable, canonical_time, chained
from scorekeeper.formats.days import read_moment
from scorekeeper.formats.files import Format, Reader
from scorekeeper.formats.games import ImportedGame, UnreadGame, read_or_unread, replay_untrusted
from scorekeeper.formats.strict_json import LARGEST, Budget, parse_json
from scorekeeper.formats.text_file import text_start

MARK = re.compile(rb"SPADES(\d{1,3})\.([\w-]*)")
UNBROKEN = re.compile(rb"[\w-]*")
BETWEEN_LINES = re.compile(rb"=?\s+(?:>+\s*)*")
"""What a mail puts between the lines of a long word."""
VERSION = 3
GAME = ("game", "salt", "pad", "entries")
"""Of each game. Of its `pad`, a table takes which seats have no player's name; the rest is for the next pad."""
EVENT = ("id", "kind", "payload", "who", "reason", "at")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SALT_DIGITS = 32


def recognizes(start: bytes) -> bool:
    """Whether there is such a text, perhaps in a link or with words around it; records and JSON begin otherwise."""
    return MARK.search(start) is not None and not text_start(start).startswith((b"{", b"["))


def read(file: BinaryIO, _: Budget) -> Iterator[ImportedGame | UnreadGame]:
    """The games of the first such text."""
    content = file.read(LARGEST + 1)
    found = MARK.search(content)
    if found is None:
        raise InvalidInput(faults.CARRIED_DAMAGED.at(NOWHERE, {}))
    version = int(found[1])
    if version > VERSION:
        raise InvalidInput(faults.CARRIED_NEWER.at(NOWHERE, {}))
    unpacked = _unpacked_of(content[found.start(2) :], found[2])
    text = _in_full(unpacked) if version > 2 else unpacked
    carried = NOWHERE.mapping(parse_json(text), "it", ("games",), required=("games",))
    for number, game in enumerate(NOWHERE.listing(carried["games"], "games"), start=1):
        where = PathStep("game", number)
        yield read_or_unread(where, partial(_game if version == 1 else _game_of_columns, where, game))


def _unpacked_of(rest: bytes, unbroken: bytes) -> bytes:
    """The JSON of a text, which a mail may have broken into lines, and quoted. Raises `InvalidInput`.

    Its checksum tells where it ends, whatever words stand after it.
    """
    try:
        return _unpacked(unbroken)
    except InvalidInput:
        joined = UNBROKEN.match(BETWEEN_LINES.sub(b"", rest))
        assert joined is not None  # it matches nothing, too
        if joined[0] == unbroken:
            raise
        return _unpacked(joined[0][: len(joined[0]) - (len(joined[0]) % 4 == 1)])  # one letter alone says nothing


def _unpacked(text: bytes) -> bytes:
    """The JSON. Raises `InvalidInput` for what is cut off or changed, or has more than any sheet."""
    try:
        packed = urlsafe_b64decode(text + b"=" * (-len(text) % 4))
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(packed, LARGEST + 1)
    except (binascii.Error, zlib.error):
        raise InvalidInput(faults.CARRIED_DAMAGED.at(NOWHERE, {})) from None
    if len(content) <= LARGEST and not unpacking.eof:
        raise InvalidInput(faults.CARRIED_DAMAGED.at(NOWHERE, {}))
    return content


def _in_full(shortened: bytes) -> str:
    try:
        return in_full(shortened.decode(), LARGEST) or " " * (LARGEST + 1)
    except UnicodeDecodeError:
        raise InvalidInput(faults.CARRIED_DAMAGED.at(NOWHERE, {})) from None


def _game(where: PathStep, value: object) -> ImportedGame:
    here = FieldPath((where,))
    game = here.mapping(value, "it", GAME, required=GAME)
    game_id = here.text(game["game"], "game", LONGEST)
    salt = here.text(game["salt"], "salt", LONGEST)
    events: list[StoredEvent] = []
    for number, part in enumerate(here.listing(game["entries"], "entries"), start=1):
        previous = events[-1].hash if events else NOTHING_BEFORE
        new = _event(here.at("entry", number), part, salt)
        events.append(chained(game_id, new, seq=number, previous=previous))
    sheet = replay_untrusted(events).sheet
    unnamed = _unnamed(game["pad"])
    return ImportedGame(where, sheet, started=events[0].at, id=game_id, events=tuple(events), unnamed=unnamed)


def _game_of_columns(where: PathStep, value: object) -> ImportedGame:
    here = FieldPath((where,))
    events = [event | {"at": _moment(event["at"])} for event in entries_of(value, here)]
    assert isinstance(value, dict)  # else it has no events
    return _game(where, {name: part for name, part in value.items() if name in GAME} | {"entries": events})


def _moment(at: object) -> object:
    return canonical_time(EPOCH + timedelta(milliseconds=at)) if isinstance(at, int) else at


def _unnamed(pad: object) -> frozenset[str]:
    """What seats without a player's name are called; anything else there is for the next pad."""
    names = pad.get("unnamed") if isinstance(pad, dict) else None
    return frozenset(name for name in names if isinstance(name, str)) if isinstance(names, list) else frozenset()


def _event(here: FieldPath, value: object, salt: str) -> UnsavedEvent:
    """An event; its salt depends on one that only the phones of the game know, so the same text has the same chain."""
    parts = here.mapping(value, "it", EVENT, required=EVENT)
    if not isinstance(parts["payload"], dict):
        raise here.not_a(ValueKind.OBJECT, parts["payload"], "payload")
    event_id = here.text(parts["id"], "id", LONGEST)
    who, reason = (
        None if parts[name] is None else here.text(parts[name], name, empty=True) for name in ("who", "reason")
    )
    try:
        return UnsavedEvent(
            kind=here.text(parts["kind"], "kind", LONGEST),
            payload=parts["payload"],
            id=event_id,
            who=who,
            reason=reason,
            at=read_moment(here, parts["at"], "at"),
            salt=sha256(f"{salt} {event_id}".encode()).hexdigest()[:SALT_DIGITS],
        )
    except Unwritable:
        raise here.not_a(ValueKind.UUID, event_id, "id") from None


WHAT = translatable("games from a phone")
FORMAT = Format(
    key="carried",
    name=WHAT,
    note="",
    suffix=".txt",
    media_type="text/plain",
    order=95,
    reader=Reader(WHAT, recognizes, read),
)
