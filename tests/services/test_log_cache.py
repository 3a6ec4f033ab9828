"""What every cache of a log holds to: that of games, and that of a room, whose folder has another `cached`.

Only new events are applied, and no older state replaces a newer one, but for one of a restored database.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from scorekeeper.formats.chain import StoredEvent
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.services.log_cache import LogCache
from scorekeeper.storage.log import chained_after
from tests.services.logs import CachedLog

Reading = Callable[[Sequence[StoredEvent]], list[int]]


@pytest.fixture
def reading(cached: CachedLog, monkeypatch: pytest.MonkeyPatch) -> Reading:
    """Let the database have these events; the list gets the number after which it is asked for them, each time."""

    def let(entries: Sequence[StoredEvent]) -> list[int]:
        asked: list[int] = []

        def events_of(_id: str, after: int = 0) -> list[StoredEvent]:
            asked.append(after)
            return [entry for entry in entries if entry.seq > after]

        monkeypatch.setattr(cached.log, "events_of", events_of)
        return asked

    return let


def written(cached: CachedLog, how_many: int) -> list[StoredEvent]:
    """All events, once `how_many` more are written."""
    for _ in range(how_many):
        cached.write(cached.id)
    return cached.log.events_of(cached.id)


def as_of(cache: LogCache[Any, Any], entries: Sequence[StoredEvent]) -> Any:
    """The state after these events."""
    last = entries[-1]
    return cache.get(last.game_id, last.hash).state


def test_unchanged_state_is_the_same_object(cached: CachedLog) -> None:
    cache, entries = cached.cache(2), written(cached, 1)
    state = as_of(cache, entries)
    assert as_of(cache, entries) is state
    found = cache.known(cached.id, entries[-1].hash)
    assert found is not None
    assert found.state is state
    assert cache.known(cached.id, entries[0].hash) is None
    cache.clear()
    assert as_of(cache, entries) == state
    assert as_of(cache, entries) is not state


def test_only_new_events_are_applied(cached: CachedLog, reading: Reading) -> None:
    entries = written(cached, 3)
    cache = cached.cache(2)
    reading(entries[:2])
    before = as_of(cache, entries[:2])
    asked = reading(entries)
    after = as_of(cache, entries)
    assert asked == [1], "from the last that is known"
    assert after.events[0] is before.events[0]
    assert after == as_of(cached.cache(2), entries)


def test_older_state_does_not_replace_a_newer_one(cached: CachedLog) -> None:
    cache, started = cached.cache(2), written(cached, 0)
    older = as_of(cache, started)
    later = written(cached, 1)
    newer = as_of(cache, later)
    cache.store(older, started[-1])
    assert as_of(cache, later) is newer


@pytest.mark.parametrize("since", [0, 1])
def test_restored_and_continued_log_is_read_again(cached: CachedLog, reading: Reading, since: int) -> None:
    """A restored database has other events with these numbers, and more of them `since`; they have the same times
    while its clock is turned back.
    """
    cache, entries = cached.cache(2), written(cached, 3)
    other = [entry._replace(hash=entry.hash[::-1], who="Another") for entry in entries]
    reading(entries[: len(entries) - since])
    as_of(cache, entries[: len(entries) - since])
    reading(other)
    read = as_of(cache, other)
    assert {event.who for event in read.events} == {"Another"}
    assert read.seq == len(other)
    assert as_of(cache, other) is read


def test_restored_log_is_read_once(cached: CachedLog, reading: Reading) -> None:
    cache, entries = cached.cache(2), written(cached, 2)
    assert as_of(cache, entries).seq == 3
    asked = reading(entries[:2])
    state = as_of(cache, entries[:2])
    assert state.seq == 2
    assert 0 in asked
    asked.clear()
    assert as_of(cache, entries[:2]) is state
    assert asked == []


def test_least_recently_used_one_is_dropped_first(cached: CachedLog) -> None:
    cache = cached.cache(2)
    entries = [cached.log.events_of(each) for each in cached.ids]
    first, second, third = (as_of(cache, each) for each in entries)
    assert as_of(cache, entries[1]) is second
    assert as_of(cache, entries[2]) is third
    assert as_of(cache, entries[0]) is not first
    assert as_of(cache, entries[1]) is not second


UNREADABLE = {"what": "x"}


def test_damage_is_reported_with_the_event_to_undo(cached: CachedLog, reading: Reading) -> None:
    entries = written(cached, 2)
    cache = cached.cache(2)
    reading(entries[:2])
    as_of(cache, entries[:2])
    damaged = [*entries[:2], entries[2]._replace(payload=UNREADABLE)]
    for known in (cache, cached.cache(2)):
        reading(damaged)
        with pytest.raises(cached.damaged) as damage:
            as_of(known, damaged)
        assert (damage.value.id, damage.value.seq) == (cached.id, 3)


def test_damage_that_another_program_undid_is_none(cached: CachedLog, reading: Reading) -> None:
    """This one knows a state from before both."""
    entries = written(cached, 2)
    cache = cached.cache(2)
    reading(entries[:2])
    as_of(cache, entries[:2])
    damaged = entries[2]._replace(payload=UNREADABLE)
    undone = chained_after(damaged, UnsavedEvent(kind="take-back", payload={"entry": 3}))
    mended = [*entries[:2], damaged, undone]
    reading(mended)
    assert as_of(cache, mended) == as_of(cached.cache(2), mended)
    assert as_of(cache, mended).seq == 4
