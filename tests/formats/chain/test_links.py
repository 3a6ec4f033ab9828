"""Verifying the chain finds every single change, at its place."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from hypothesis import given, strategies as st

from scorekeeper.formats.chain import ERASE, chained, hash_of, verify
from scorekeeper.formats.chain.stored_event import StoredEvent, UnsavedEvent
from tests.each_case import each_case

AT = datetime(2026, 11, 20, 20, 14, 5, 600, tzinfo=UTC)


def game(hands: int = 4, salt: str | None = None) -> list[StoredEvent]:
    """A game's events: the start, and this many hands; as older versions stored them, without a salt."""
    entries: list[StoredEvent] = []
    for seq in range(1, hands + 2):
        new = UnsavedEvent(
            id=f"00000000-0000-4000-8000-{seq:012}",
            kind="start" if seq == 1 else "hand",
            payload={"hand": seq - 1},
            who="Ann",
            reason=None,
            at=AT + timedelta(minutes=seq),
            salt=salt,
        )
        entries.append(chained("game-1", new, seq=seq, previous=entries[-1].hash if entries else ""))
    return entries


def test_unchanged_chain_is_valid() -> None:
    entries = game()
    assert verify(entries) is None
    assert verify(entries, last_hash=entries[-1].hash) is None


def test_hash_never_changes() -> None:
    written = (
        b'{"at":"2026-11-20T20:15:05.000600Z","game":"game-1","id":"00000000-0000-4000-8000-000000000001",'
        b'"kind":"start","payload":{"hand":0},"previous":"","reason":null,"seq":1,"who":"Ann"}'
    )
    assert game()[0].hash == sha256(written).hexdigest()


def test_salt_is_in_the_hash() -> None:
    assert game(salt="00")[0].hash != game()[0].hash
    assert verify(game(salt="00")) is None
    assert verify([game(salt="00")[0]._replace(salt=None)]) is not None


def test_every_new_entry_has_its_own_salt() -> None:
    salts = {UnsavedEvent(kind="hand", payload={}).salt for _ in range(20)}
    assert len(salts) == 20
    assert all(salt is not None and len(salt) == 32 for salt in salts)


@each_case("recorded", [[], {"x": "1"}, {"2": 3}, {"-1": ""}, {"9" * 400: ""}, {"3": "later than itself"}])
def test_malformed_erasure_is_ignored(recorded: object) -> None:
    start = game()[0]
    new = UnsavedEvent(kind=ERASE, payload={"entries": recorded}, salt=None)
    assert verify([start, chained("game-1", new, seq=2, previous=start.hash)]) is None


CHANGES: list[dict[str, Any]] = [
    {"id": "00000000-0000-4000-8000-000000000099"},
    {"payload": {"hand": 7}},
    {"payload": {"hand": 2, "note": ""}},
    {"who": None},
    {"who": "Ben"},
    {"at": AT + timedelta(minutes=3, microseconds=1)},
    {"reason": ""},
    {"kind": "correction"},
    {"hash": "0" * 64},
]


@each_case("change", CHANGES)
def test_changed_content_is_found_at_its_event(change: dict[str, Any]) -> None:
    entries = game()
    entries[2] = entries[2]._replace(**change)
    found = verify(entries)
    assert found is not None
    assert (found.seq, found.code) == (3, "hash")


@each_case(
    ("change", "what"),
    [
        ({"seq": 9}, "seq"),
        ({"game_id": "game-2"}, "game"),
        ({"kind": "start"}, "kind"),
        ({"previous": "0" * 64}, "previous"),
    ],
)
def test_changed_position_is_found(change: dict[str, Any], what: str) -> None:
    entries = game()
    entries[2] = entries[2]._replace(**change)
    found = verify(entries)
    assert found is not None
    assert (found.seq, found.code) == (3, what)


def test_changed_event_with_a_new_hash_breaks_the_next_link() -> None:
    entries = game()
    forged = entries[2]._replace(payload={"hand": 2, "took": [13, 0]})
    entries[2] = forged._replace(hash=hash_of(forged))
    found = verify(entries)
    assert found is not None
    assert (found.seq, found.code) == (4, "previous")


@each_case("at", range(4))
def test_dropped_event_is_found(at: int) -> None:
    entries = game()
    del entries[at]
    found = verify(entries)
    assert found is not None
    assert (found.seq, found.code) == (at + 1, "seq")


@each_case("at", range(4))
def test_swapped_events_are_found(at: int) -> None:
    entries = game()
    entries[at], entries[at + 1] = entries[at + 1], entries[at]
    found = verify(entries)
    assert found is not None
    assert found.seq == at + 1


def test_doubled_event_is_found() -> None:
    entries = game()
    found = verify([*entries[:3], entries[2], *entries[3:]])
    assert found is not None
    assert (found.seq, found.code) == (4, "seq")


def test_missing_end_is_found_if_the_end_is_known() -> None:
    entries = game()
    assert verify(entries[:-1]) is None
    found = verify(entries[:-1], last_hash=entries[-1].hash)
    assert found is not None
    assert (found.seq, found.code) == (5, "missing")


def test_empty_chain_is_refused() -> None:
    found = verify([])
    assert found is not None
    assert found.code == "empty"


TEXT = st.text(max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inside: st.lists(inside) | st.dictionaries(TEXT, inside),
    max_leaves=8,
)


@given(st.dictionaries(TEXT, JSON), st.none() | TEXT, st.none() | TEXT)
def test_hashes_of_events_are_unique(payload: dict[str, Any], who: str | None, reason: str | None) -> None:
    new = UnsavedEvent(kind="start", payload=payload, who=who, reason=reason, at=AT)
    entry = chained("game-1", new, seq=1, previous="")
    assert verify([entry]) is None
    assert verify([entry._replace(payload={**payload, "added": 1})]) is not None or payload.get("added") == 1
    assert verify([entry._replace(who=f"{who}!")]) is not None
