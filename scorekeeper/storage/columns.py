"""Random ids, and column types that store JSON, text and times the same way in both databases."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from string import ascii_letters, digits
from typing import Any

from sqlalchemy import DateTime, Dialect, Index, Text, text
from sqlalchemy.types import TypeDecorator, TypeEngine

from scorekeeper.chance import random_letters
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.chain.depth import read_stored
from scorekeeper.formats.chain.stored_event import (
    StoredPayload,
    Unwritable,
    canonical_json,
    canonical_time,
    payload_json,
)
from scorekeeper.storage.errors import Unstorable

LETTERS = digits + ascii_letters  # no punctuation, so that a double tap selects it all and no chat app breaks the link
LENGTH = 22  # 62 ** 22 is more than 2 ** 130


def unguessable_id() -> str:
    """A new random id of more than 128 bits, safe in a URL."""
    return random_letters(LETTERS, LENGTH)


def present(key: str) -> Index:
    """An index of a foreign key that most rows do not have; without it, a deleted row has all of them looked at."""
    where = text(f"{key} IS NOT NULL")
    return Index(None, key, sqlite_where=where, postgresql_where=where)


# JSON escapes can produce both: PostgreSQL stores no NUL, and neither database stores half a surrogate pair.
UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")


class UtcTime(TypeDecorator[datetime]):
    """A UTC time with microseconds; SQLite stores it as text that sorts chronologically."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise Unstorable("a time needs its time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            return datetime.combine(value, value.time(), UTC)  # `replace` takes six times as long
        return value.astimezone(UTC)


class CanonicalTime(TypeDecorator[str]):
    """A `UtcTime` read as `canonical_time` writes it. Making times takes longer than reading the rest of a list."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else DateTime(timezone=True))

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        if value is None:
            return None
        return f"{value[:10]}T{value[11:]}Z" if dialect.name == "sqlite" else canonical_time(value)


class PlainText(TypeDecorator[str]):
    """Text that both databases can hold: valid Unicode without the NUL character."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is not None and UNKEEPABLE.search(value):
            raise Unstorable(_("This text has a character that cannot be stored"))
        return value


class JsonColumn(TypeDecorator[Any]):
    """Canonical JSON as text: the same bytes in both databases and in the hash chain."""

    impl = Text
    cache_ok = True

    def __init__(self, kind: type[dict[str, Any] | list[Any]] | None = None) -> None:
        """A column whose values are all of one `kind`; a damaged one is read as an empty value of it, else as None."""
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: object, dialect: Dialect) -> str | None:
        try:
            return None if value is None else self._written(value)
        except Unwritable as problem:
            raise Unstorable(str(problem)) from None

    def process_result_value(self, value: str | None, dialect: Dialect) -> object:
        if value is None:
            return None
        try:
            found = read_stored(value)
        except ValueError:
            return None if self.kind is None else self.kind()
        return found if self.kind is None or isinstance(found, self.kind) else self.kind()

    def _written(self, value: Any) -> str:
        return canonical_json(value)


def is_readable(column: JsonColumn, text: str | None) -> bool:
    """Whether this text of a column is JSON of its kind, or there is none."""
    if text is None:
        return True
    try:
        found = read_stored(text)
    except ValueError:
        return False
    kind = dict if isinstance(column, PayloadJson) else column.kind
    return kind is None or isinstance(found, kind)


UNREADABLE = "unreadable"
"""The only part of a payload that is damaged in the database. No kind of event has it, so no reader takes it."""


class PayloadJson(JsonColumn):
    """The payload of an event: canonical JSON, written once for the database and for exports."""

    cache_ok = True

    def _written(self, value: Any) -> str:
        return payload_json(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> object:
        if value is None:
            return None
        try:
            if value.startswith("{"):
                return StoredPayload(value)
        except ValueError:
            pass
        return StoredPayload(canonical_json({UNREADABLE: value}))
