"""Entries of an exported chain, read. That the chain holds is another question, asked by `verify`."""

from collections.abc import Mapping
from datetime import UTC, datetime

from scorekeeper.core.game.event_json import LARGEST_SEQ
from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import Kind
from scorekeeper.formats.chain import Entry
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
