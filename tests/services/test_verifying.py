"""Stored games that were changed behind the app's back: verification names the table, the game and what differs."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.game import SUBSTITUTE
from scorekeeper.core.words.faults import fault_text
from scorekeeper.services.game_cache import ending_text, sides_now
from scorekeeper.services.recording import record
from scorekeeper.services.starting import Started, start_game
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage import games
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.erasing import RewrittenGame, rewrite_games
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import create_table, find_game
from scorekeeper.storage.models import Game, Table
from tests.services.cast import ANN, BIG, EVEN, game_setup, play

pytestmark = pytest.mark.parametrize("kind", ["sqlite"])

OVER = (BIG, BIG, BIG, BIG)
WHERE = "(Friday, game 1)"


def found(table: Table | None = None) -> list[str]:
    return [fault_text(finding) for finding in verify_stored(table.id if table else None).findings]


def change_row(game_id: str, **values: Any) -> None:
    with write_transaction() as session:
        rewrite_games(session, [RewrittenGame(game_id, values, (), None)])
        session.expire_all()


def change_summary(game_id: str, **values: Any) -> Game:
    change_row(game_id, summary={**find_game(game_id).summary, **values})
    return find_game(game_id)


@pytest.fixture
def finished(table: Table) -> str:
    """The id of a finished game, 520 to -80."""
    return start_game(table.id, game_setup(*OVER), author=ANN).game.id


def test_a_changed_total_is_named_with_its_side(finished: str) -> None:
    change_summary(finished, totals=[520, 520])
    assert found() == [f"The stored total of Ben & Dee is 520, should be -80 {WHERE}"]


def test_another_ending_is_found(finished: str) -> None:
    change_summary(finished, winners=[1])
    assert found() == [f"The stored result is not what the entries give {WHERE}"]


def test_row_without_totals_has_another_result(finished: str) -> None:
    change_row(finished, summary={})
    assert found() == [f"The stored result is not what the entries give {WHERE}"]


def test_lost_entries_are_counted(started: Started, game_id: str) -> None:
    play(game_id, EVEN, EVEN)
    change_row(game_id, last_seq=5)
    assert found() == [f"Entries are missing after entry 3; there were 5 {WHERE}"]


def test_a_changed_entry_breaks_the_chain(finished: str) -> None:
    hand = events_of(finished)[-1]
    with write_transaction() as session:
        changed = hand._replace(payload={**hand.payload, "note": "ours"})
        rewrite_games(session, [RewrittenGame(finished, {}, [changed], None)])
    assert found() == [f"The chain is broken. Entry 5 was changed {WHERE}"]


def test_game_of_an_older_revision_is_noted_and_not_wrong(finished: str) -> None:
    change_summary(finished, totals=[520, -60])
    change_row(finished, revision=0)
    checked = verify_stored()
    assert checked.findings == []
    assert [fault_text(note) for note in checked.notes] == [
        (
            "The game was played by revision 0 of its rules, and these are revision 4. "
            f"The stored total of Ben & Dee is -60, should be -80 {WHERE}"
        )
    ]


def test_row_of_an_older_version_with_its_sentence_still_matches(finished: str) -> None:
    summary = {key: find_game(finished).summary[key] for key in ("totals", "hands", "winners")}
    change_row(finished, summary=summary | {"text": "Ann & Cal won 520 to -80"})
    assert ending_text(find_game(finished)) == "Ann & Cal won 520 to -80"
    assert found() == []
    change_summary(finished, winners=[1])
    assert len(found()) == 1


def test_players_who_sat_down_later_are_in_the_list_and_change_nothing(started: Started, game_id: str) -> None:
    record(game_id, SUBSTITUTE, {"hand": 1, "seat": 2, "player": "Eve"}, author=ANN)
    assert sides_now(find_game(game_id)) == [("Ann & Eve", ["Ann", "Eve"]), ("Ben & Dee", ["Ben", "Dee"])]
    assert found() == []


def test_each_game_of_every_table_is_verified_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "PAGE_SIZE", 3)
    tables = [create_table(f"Table {number}") for number in range(7)]
    for table in tables[:5]:
        start_game(table.id, game_setup(EVEN), author=ANN)
    for _ in range(4):
        start_game(tables[6].id, game_setup(EVEN, EVEN), author=ANN)
    checked = verify_stored()
    assert (checked.games, checked.hands, checked.holds) == (9, 13, True)


def test_only_the_named_table_is_verified(table: Table, finished: str) -> None:
    other = create_table("Monday")
    start_game(other.id, game_setup(EVEN), author=ANN)
    change_summary(finished, winners=[1])
    checked = verify_stored(other.id)
    assert (checked.games, checked.hands, checked.holds) == (1, 1, True)
    assert not verify_stored(table.id).holds
