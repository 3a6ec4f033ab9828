"""Many phones at once: no event is lost or doubled, and one of several conflicting ones wins."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from flask import Flask

from scorekeeper.formats.chain import verify
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.errors import AnotherEventCameFirst, RematchUnderway
from scorekeeper.storage.events import Appended, append, events_of
from scorekeeper.storage.games import GameSetup, SideSetup, games_of
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import Created, RematchOf, create_game
from scorekeeper.storage.players import names_of

T = TypeVar("T")


def at_once(app: Flask, phones: int, what: Callable[[int], T]) -> list[T]:
    """The result for each of several threads that start together."""
    ready = Barrier(phones)

    def one(phone: int) -> T:
        with app.app_context():
            ready.wait()
            return what(phone)

    with ThreadPoolExecutor(phones) as threads:
        return list(threads.map(one, range(phones)))


def test_one_of_sixteen_writers_records_the_hand(app: Flask, game_id: str) -> None:
    def score(phone: int) -> Appended | AnotherEventCameFirst:
        try:
            return append(game_id, UnsavedEvent(kind="hand", payload={"by": phone}), expected_seq=1)
        except AnotherEventCameFirst as refused:
            return refused

    answers = at_once(app, 16, score)
    won = [answer for answer in answers if isinstance(answer, Appended)]
    lost = [answer for answer in answers if isinstance(answer, AnotherEventCameFirst)]
    assert (len(won), len(lost)) == (1, 15)
    assert {refused.entry.id for refused in lost} == {won[0].entry.id}
    assert events_of(game_id, after=1) == [won[0].entry]


def test_eight_writers_without_a_seq_lose_nothing(app: Flask, game_id: str) -> None:
    def add(phone: int) -> list[str]:
        return [append(game_id, UnsavedEvent(kind="note", payload={"by": phone})).entry.id for _ in range(10)]

    added = at_once(app, 8, add)
    entries = events_of(game_id)
    assert [entry.seq for entry in entries] == list(range(1, 82))
    assert {entry.id for entry in entries[1:]} == {entry_id for ids in added for entry_id in ids}
    assert verify(entries) is None


def test_post_repeated_by_eight_writers_is_one_event(app: Flask, game_id: str) -> None:
    new = UnsavedEvent(kind="hand", payload={"hand": 1})
    answers = at_once(app, 8, lambda _: append(game_id, new, expected_seq=1))
    assert sum(answer.new for answer in answers) == 1
    assert len({answer.entry.seq for answer in answers}) == 1


def test_of_eight_rematches_started_at_once_one_begins(
    app: Flask, table: Table, game_setup: GameSetup, game_id: str
) -> None:
    def start(_phone: int) -> str:
        try:
            return create_game(table.id, game_setup, rematch_of=RematchOf(game_id, another=False)).game.id
        except RematchUnderway as underway:
            return underway.game_id

    (started,) = set(at_once(app, 8, start))
    assert [game.id for game in games_of(table.id)] == [started, game_id]


def test_eight_games_started_at_once_are_numbered_one_to_eight(app: Flask, table: Table) -> None:
    def start(phone: int) -> Created:
        game_setup = GameSetup(
            rules="two-player",
            revision=1,
            options_given={},
            options={},
            sides=[SideSetup("Ann", ["Ann"]), SideSetup(f"Guest {phone}", [f"Guest {phone}"])],
            dealer=0,
        )
        return create_game(table.id, game_setup)

    at_once(app, 8, start)
    assert [game.number for game in games_of(table.id)] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert sorted(names_of(table.id)) == ["Ann", *(f"Guest {phone}" for phone in range(8))]
