"""Columns: times, texts and JSON are the same in both databases, or refused."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import make_url

from scorekeeper.formats.chain.stored_event import StoredPayload, UnsavedEvent, Unwritable, canonical_json
from scorekeeper.storage.columns import UNREADABLE, JsonColumn, PayloadJson, PlainText, UtcTime, is_readable
from scorekeeper.storage.errors import Unstorable

SQLITE, POSTGRES = (make_url(f"{name}://").get_dialect()() for name in ("sqlite", "postgresql+psycopg"))
NINE = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
IN_VIENNA = NINE.astimezone(timezone(timedelta(hours=1)))


def test_times_are_stored_in_utc_and_read_with_their_zone() -> None:
    column = UtcTime()
    for moment in (NINE, IN_VIENNA):
        assert column.process_bind_param(moment, SQLITE) == datetime(2026, 11, 20, 21, 0)  # noqa: DTZ001 - as SQLite has it
        on_server = column.process_bind_param(moment, POSTGRES)
        assert on_server is not None
        assert (on_server, on_server.tzinfo) == (NINE, UTC)
    for found, dialect in ((NINE.replace(tzinfo=None), SQLITE), (IN_VIENNA, POSTGRES)):
        read = column.process_result_value(found, dialect)
        assert read is not None
        assert read == NINE
        assert read.tzinfo is UTC
    assert (column.process_bind_param(None, SQLITE), column.process_result_value(None, SQLITE)) == (None, None)
    with pytest.raises(Unstorable, match=r"^a time needs its time zone$"):
        column.process_bind_param(NINE.replace(tzinfo=None), SQLITE)


@pytest.mark.parametrize("depth", [65, 900, 100_000])
def test_deep_json_is_read_as_damaged(depth: int) -> None:
    """However it came into the database: no function that looks through it calls itself so often."""
    stored = '{"a":' * depth + "1" + "}" * depth
    assert (
        JsonColumn(dict).process_result_value(stored, SQLITE),
        JsonColumn().process_result_value(stored, SQLITE),
    ) == ({}, None)
    assert not is_readable(JsonColumn(dict), stored)
    payload = PayloadJson().process_result_value(stored, SQLITE)
    assert isinstance(payload, StoredPayload)
    assert list(payload) == [UNREADABLE]


def test_deep_payload_is_not_written() -> None:
    with pytest.raises(Unwritable, match="64 levels"):
        UnsavedEvent(kind="close", payload={"a": json.loads("[" * 64 + "]" * 64)})


def test_json_as_deep_as_allowed_is_read() -> None:
    value: object = 1
    for _ in range(64):
        value = {"a": value}
    assert JsonColumn(dict).process_result_value(canonical_json(value), SQLITE) == value
    assert PayloadJson().process_result_value(canonical_json(value), SQLITE) == value


def test_text_that_one_database_would_refuse_is_refused() -> None:
    column = PlainText()
    for kept in ("Ann ♠ 😀", "", None):
        assert column.process_bind_param(kept, SQLITE) == kept
    for wrong in ("An\0n", "\ud83d", "Ann\udfff"):
        with pytest.raises(Unstorable, match=r"^This text has a character that cannot be stored$"):
            column.process_bind_param(wrong, SQLITE)


def test_json_is_canonical_and_a_payload_keeps_its_bytes() -> None:
    value, written = {"b": [1, None], "a": "é"}, '{"a":"é","b":[1,null]}'
    assert JsonColumn().process_bind_param(value, SQLITE) == PayloadJson().process_bind_param(value, SQLITE)
    stored = JsonColumn().process_bind_param(value, SQLITE)
    assert stored is not None
    assert JsonColumn().process_result_value(stored, SQLITE) == value
    payload = PayloadJson().process_result_value(stored, SQLITE)
    assert isinstance(payload, StoredPayload)
    assert payload == value
    for column in (JsonColumn(), PayloadJson()):
        assert (column.process_bind_param(None, SQLITE), column.process_result_value(None, SQLITE)) == (None, None)
    assert stored.replace("\\u00e9", "é") == written
    with pytest.raises(Unstorable, match="cannot be written as JSON"):
        JsonColumn().process_bind_param(float("inf"), SQLITE)
