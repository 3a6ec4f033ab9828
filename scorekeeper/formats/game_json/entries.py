"""Entries of an exported chain, read. That the chain holds is another question, asked by `verify`."""

from collections.abc import Mapping
from datetime import UTC, datetime

from scorekeeper.core.game import TAKE_BACK, Course, fold, read_proposal
from scorekeeper.core.game.payloads import LARGEST_SEQ
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.inputs.faults import Kind
from scorekeeper.formats.chain import ERASE, START, Entry, canonical_json, erase_payload, hashes_after_erasure
from scorekeeper.formats.game_json.write import ENTRY, SALT

LONGEST_ID = 80


def read_entries(where: FieldPath, value: object, game_id: str) -> tuple[Entry, ...]:
    """The entries in their order. Raises `InvalidInput`."""
    listed = where.listing(value, "entries")
    return tuple(_entry(where.at("entry", place), part, game_id) for place, part in enumerate(listed, start=1))


def read_moment(where: FieldPath, value: object, what: str) -> datetime:
    """A time as the chain spells it. Raises `InvalidInput`."""
    text = where.text(value, what, LONGEST_ID)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise where.not_a(Kind.INSTANT, text, what) from None
    if moment.tzinfo is None:
        raise where.not_a(Kind.ZONED, text, what)
    return moment.astimezone(UTC)


def _entry(where: FieldPath, value: object, game_id: str) -> Entry:
    parts = where.mapping(value, "it", (*ENTRY, SALT), required=ENTRY)
    payload = parts["payload"]
    if not isinstance(payload, dict):
        raise where.not_a(Kind.OBJECT, payload, "payload")
    return Entry(
        game_id=game_id,
        seq=where.whole(parts["seq"], "seq", 1, LARGEST_SEQ),
        id=where.text(parts["id"], "id", LONGEST_ID),
        kind=where.text(parts["kind"], "kind", LONGEST_ID),
        payload=payload,
        who=_words(where, parts, "who"),
        at=read_moment(where, parts["at"], "at"),
        reason=_words(where, parts, "reason"),
        previous=where.text(parts["previous"], "previous", LONGEST_ID, empty=True),
        hash=where.text(parts["hash"], "hash", LONGEST_ID),
        salt=where.text(parts[SALT], SALT, LONGEST_ID) if SALT in parts else None,
    )


def _words(where: FieldPath, parts: Mapping[str, object], name: str) -> str | None:
    return None if parts[name] is None else where.text(parts[name], name, empty=True)


def course_of(entries: tuple[Entry, ...]) -> Course:
    """What entries from outside come to; each payload is held to its kind first. Raises `InvalidInput`."""
    if not entries or entries[0].kind != START:
        raise FieldPath.to("entry", 1).wrong(faults.NO_START, None)
    head = fold(entries[:1]).head
    for entry in entries[1:]:
        if entry.kind == ERASE:
            _check_erasure(entry)
            continue
        body = {**entry.payload, **({} if entry.reason is None else {"reason": entry.reason})}
        try:
            read = read_proposal(entry.kind, body, head, entry.seq)
        except InvalidInput as error:
            raise error.within("entry", entry.seq) from error
        if entry.kind == TAKE_BACK and entry.payload["entry"] >= entry.seq:
            raise FieldPath.to("entry", entry.seq).wrong(faults.TAKES_BACK_LATER, None)
        if canonical_json(read.payload) != canonical_json(entry.payload):
            raise FieldPath.to("entry", entry.seq).wrong(faults.NOT_CANONICAL, None)
    return fold(entries)


def _check_erasure(entry: Entry) -> None:
    """Hold an erasure to its one spelling: the hashes of earlier entries, by their numbers. Raises `InvalidInput`."""
    if entry.payload != erase_payload(hashes_after_erasure([entry])):
        raise FieldPath.to("entry", entry.seq).wrong(faults.BAD_ERASURE, None)
