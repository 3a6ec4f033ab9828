"""The courses in memory: by game and number, so that only what is new is folded, and never an older one kept."""

from __future__ import annotations

import pytest

from scorekeeper.play import Started, courses, game_on_table, start_game
from scorekeeper.play.courses import Courses
from scorekeeper.storage import Table, entries_of
from tests.play.cast import ANN, BIG, EVEN, head, play


def test_a_game_that_nobody_wrote_in_is_the_same_object(game_id: str) -> None:
    play(game_id, EVEN)
    assert game_on_table(game_id).course is game_on_table(game_id).course


def test_only_new_entries_are_folded(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Courses()
    before = kept.get(game_id, 1)
    play(game_id, EVEN, BIG)
    asked: list[int] = []

    def listening(game: str, after: int = 0) -> object:
        asked.append(after)
        return entries_of(game, after)

    monkeypatch.setattr(courses, "entries_of", listening)
    after = kept.get(game_id, 3)
    assert asked == [1]
    assert after.entries[0] is before.entries[0]
    assert after == Courses().get(game_id, 3)


def test_an_older_course_does_not_replace_a_newer_one(game_id: str) -> None:
    kept = Courses()
    older = kept.get(game_id, 1)
    play(game_id, EVEN)
    newer = kept.get(game_id, 2)
    kept.keep(game_id, older)
    assert kept.get(game_id, 2) is newer


def test_a_game_that_was_put_back_is_read_anew(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Courses()
    play(game_id, EVEN)
    backup = entries_of(game_id)
    play(game_id, BIG, start=2)
    assert kept.get(game_id, 3).seq == 3
    monkeypatch.setattr(courses, "entries_of", lambda _game, after=0: backup[after:])
    assert kept.get(game_id, 2).seq == 2


def test_the_longest_unused_is_given_up_first(table: Table) -> None:
    games: list[Started] = [start_game(table.id, head(), writer=ANN) for _ in range(3)]
    kept = Courses(most=2)
    first, second, third = (kept.get(started.game.id, 1) for started in games)
    assert kept.get(games[1].game.id, 1) is second
    assert kept.get(games[2].game.id, 1) is third
    assert kept.get(games[0].game.id, 1) is not first
    assert kept.get(games[1].game.id, 1) is not second
