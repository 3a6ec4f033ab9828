"""The canonical spelling of JSON and of times."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from scorekeeper.formats.chain.stored_event import StoredPayload, Unwritable, canonical_json, canonical_time
from tests.each_case import each_case


def test_canonical_json_has_sorted_keys_in_ascii() -> None:
    assert canonical_json({"b": [1, None, True], "a": "Zoë ♠"}) == '{"a":"Zo\\u00eb \\u2660","b":[1,null,true]}'


def nested(depth: int) -> list[object]:
    """A list in a list, this deep."""
    inside: list[object] = []
    for _ in range(depth):
        inside = [inside]
    return inside


@each_case("wrong", [float("nan"), float("inf"), {1, 2}, b"", 10**5000, nested(100_000)])
def test_value_without_json_form_is_refused(wrong: object) -> None:
    with pytest.raises(Unwritable):
        canonical_json(wrong)


@each_case("text", ['{"a":1}x', '{"a":1} ', ' {"a":1}', '{"a":1', ""])
def test_stored_payload_is_one_object_and_nothing_else(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        StoredPayload(text)


def test_time_is_written_in_utc_with_microseconds() -> None:
    moment = datetime(2026, 11, 20, 21, 14, 5, tzinfo=timezone(timedelta(hours=1)))
    assert canonical_time(moment) == "2026-11-20T20:14:05.000000Z"
    assert canonical_time(moment.astimezone(UTC)) == canonical_time(moment)


def test_time_without_a_zone_is_refused() -> None:
    with pytest.raises(Unwritable):
        canonical_time(datetime(2026, 11, 20))  # noqa: DTZ001
