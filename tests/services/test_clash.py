"""Phones that write at the same time: one succeeds, the others get what was written first, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from typing import TypeVar

import pytest
from flask import Flask

from scorekeeper.core.game import BIDS, HAND, NotNow
from scorekeeper.formats.chain import verify
from scorekeeper.services.game_cache import GAME_CACHE, load_game
from scorekeeper.services.recording import Recorded, record, redo, undo
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import AheadOfGame, AnotherEventCameFirst
from scorekeeper.storage.events import events_of
from tests.databases import on_both
from tests.services.cast import ANN, BEN, BIG, EVEN, hand_body, kinds, play, totals

pytestmark = on_both


T = TypeVar("T")
PHONES = 16


def at_once(app: Flask, what: Callable[[int], T]) -> list[T]:
    """The result for each of sixteen phones that press at the same moment."""
    ready = Barrier(PHONES)

    def one(phone: int) -> T:
        with app.app_context():
            ready.wait()
            return what(phone)

    with ThreadPoolExecutor(PHONES) as threads:
        return list(threads.map(one, range(PHONES)))


def test_writer_who_missed_an_event_is_refused_with_it(game_id: str) -> None:
    first = play(game_id, EVEN)
    with pytest.raises(AnotherEventCameFirst) as refused:
        record(game_id, HAND, hand_body(1, BIG), author=BEN, seq=1)
    assert refused.value.stored == first.stored
    assert kinds(game_id) == [HAND]


def test_seq_beyond_the_last_event_is_refused(game_id: str) -> None:
    with pytest.raises(AheadOfGame):
        record(game_id, HAND, hand_body(1, EVEN), author=BEN, seq=2)
    assert kinds(game_id) == []


def test_event_id_of_another_phone_is_not_accepted_unseen(game_id: str, app: Flask) -> None:
    """Otherwise, guessing the number of another phone's next event would write without having read it."""
    stale = load_game(game_id)
    with app.app_context():
        play(game_id, EVEN)
    GAME_CACHE.clear()
    GAME_CACHE.store(stale.state, events_of(game_id)[0])
    with pytest.raises((AheadOfGame, NotNow)):
        record(game_id, HAND, hand_body(7, EVEN), author=BEN, seq=2)
    db.session.rollback()  # the next query starts a new transaction
    assert kinds(game_id) == [HAND]


def test_undo_and_redo_of_an_outdated_state_are_refused(game_id: str) -> None:
    play(game_id, EVEN, EVEN)
    with pytest.raises(AnotherEventCameFirst):
        undo(game_id, ANN, seq=2)
    undo(game_id, ANN, seq=3)
    with pytest.raises(AnotherEventCameFirst):
        redo(game_id, ANN, seq=3)
    assert redo(game_id, ANN, seq=4).state.seq == 5


def test_one_of_sixteen_phones_records_the_hand(app: Flask, game_id: str) -> None:
    def score(phone: int) -> Recorded | AnotherEventCameFirst:
        try:
            return record(game_id, HAND, hand_body(1, EVEN) | {"note": f"phone {phone}"}, author=ANN, seq=1)
        except AnotherEventCameFirst as came_first:
            return came_first

    answers = at_once(app, score)
    won = [answer for answer in answers if isinstance(answer, Recorded)]
    lost = [answer for answer in answers if isinstance(answer, AnotherEventCameFirst)]
    assert (len(won), len(lost)) == (1, PHONES - 1)
    assert {answer.stored.id for answer in lost} == {won[0].stored.id}
    assert [entry.id for entry in events_of(game_id, after=1)] == [won[0].stored.id]


def test_sixteen_events_without_a_seq_are_all_recorded(app: Flask, game_id: str) -> None:
    def bid(phone: int) -> Recorded:
        return record(game_id, BIDS, {"hand": 1, "bids": [[str(phone % 13 + 1), None], [None, None]]}, author=ANN)

    assert all(answer.new for answer in at_once(app, bid))
    entries = events_of(game_id)
    assert [entry.seq for entry in entries] == list(range(1, PHONES + 2))
    assert verify(entries) is None


def test_cached_state_equals_the_stored_one(app: Flask, game_id: str) -> None:
    at_once(app, lambda phone: play_or_be_refused(game_id, phone))
    with app.app_context():
        kept = load_game(game_id).state
        GAME_CACHE.clear()
        assert load_game(game_id).state == kept
        assert totals(Recorded(events_of(game_id)[-1], kept, new=False)) == [70, 51]


def play_or_be_refused(game_id: str, phone: int) -> None:
    with suppress(AnotherEventCameFirst):
        record(game_id, HAND, hand_body(1, EVEN) | {"note": f"phone {phone}"}, author=ANN, seq=1)
