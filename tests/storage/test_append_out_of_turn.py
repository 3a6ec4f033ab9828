"""A writer that has not seen the latest event learns which one came first, and writes nothing."""

from __future__ import annotations

import pytest

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import AheadOfGame, AnotherEventCameFirst
from scorekeeper.storage.events import append, events_of
from tests.each_case import each_case


def hand(number: int) -> UnsavedEvent:
    return UnsavedEvent(kind="hand", payload={"hand": number})


def test_second_writer_is_refused_with_the_first_event(game_id: str) -> None:
    ann = append(game_id, hand(1), expected_seq=1)
    append(game_id, hand(2), expected_seq=2)
    with pytest.raises(AnotherEventCameFirst) as caught:
        append(game_id, hand(1), expected_seq=1)
    assert caught.value.entry == ann.entry
    assert len(events_of(game_id)) == 3


@each_case("expected_seq", [2, 99])
def test_seq_beyond_the_last_event_is_refused(game_id: str, expected_seq: int) -> None:
    with pytest.raises(AheadOfGame, match=f"last entry is number 1, not {expected_seq}"):
        append(game_id, hand(1), expected_seq=expected_seq)
    assert len(events_of(game_id)) == 1


def test_writer_without_a_seq_is_never_refused(game_id: str) -> None:
    assert [append(game_id, hand(number)).entry.seq for number in (1, 2)] == [2, 3]


def test_session_works_after_a_refusal(game_id: str) -> None:
    with pytest.raises(AnotherEventCameFirst):
        append(game_id, hand(1), expected_seq=0)
    assert append(game_id, hand(1), expected_seq=1).new


def test_transaction_stores_all_its_events_or_none(game_id: str) -> None:
    def write_both() -> None:
        with write_transaction():
            append(game_id, hand(1), expected_seq=1)
            append(game_id, hand(2), expected_seq=1)

    with pytest.raises(AnotherEventCameFirst):
        write_both()
    assert len(events_of(game_id)) == 1
