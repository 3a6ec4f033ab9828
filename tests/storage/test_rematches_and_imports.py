"""Games that follow another one or come from a file: when they are refused, and what is stored of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage import new_game
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import EventIdTaken, NoSuchGame, NoSuchTable, RematchUnderway
from scorekeeper.storage.events import GAMES, append, events_of
from scorekeeper.storage.games import (
    GameSetup,
    GameSummary,
    SideSetup,
    archive_table,
    create_table,
    find_game,
    find_table,
)
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import RematchOf, add_imported_game, create_game, find_any_game
from scorekeeper.storage.players import names_of
from tests.storage.summaries import save_summary

OVER = GameSummary(status="over", ended_by="target", summary={"totals": [300, 120]})


def test_only_one_rematch_is_played_at_a_time(table: Table, game_setup: GameSetup, game_id: str) -> None:
    wanted = RematchOf(game_id, another=False)
    create_game(table.id, game_setup)
    first = create_game(table.id, game_setup, rematch_of=wanted).game
    with pytest.raises(RematchUnderway) as underway:
        create_game(table.id, game_setup, rematch_of=wanted)
    assert (underway.value.game_id, str(underway.value)) == (first.id, "The rematch has already begun: game 3")
    another = create_game(table.id, game_setup, rematch_of=RematchOf(game_id)).game
    with pytest.raises(RematchUnderway, match=r"game 4$"):
        create_game(table.id, game_setup, rematch_of=wanted)
    save_summary(another.id, 1, OVER)
    with pytest.raises(RematchUnderway, match=r"game 3$"):
        create_game(table.id, game_setup, rematch_of=wanted)
    save_summary(first.id, 1, OVER)
    assert create_game(table.id, game_setup, rematch_of=wanted).game.rematch_of == game_id


def test_repeated_start_of_a_rematch_gives_the_same_game(table: Table, game_setup: GameSetup, game_id: str) -> None:
    post, wanted = "4f0e7a52-8d0e-4d5c-9b1a-0d3f6c1b2a77", RematchOf(game_id, another=False)
    first = create_game(table.id, game_setup, id=post, who="Ann", rematch_of=wanted)
    again = create_game(table.id, game_setup, id=post, who="Ben", rematch_of=wanted)
    assert (again.new, again.game.id, again.events) == (False, first.game.id, first.events)
    assert (first.events[0].id, first.events[0].who) == (post, "Ann")


def test_rematch_of_a_game_elsewhere_is_refused(table: Table, game_setup: GameSetup) -> None:
    elsewhere = create_game(create_table("Sunday").id, game_setup).game.id
    for game in (elsewhere, "nowhere"):
        with pytest.raises(NoSuchGame) as refused:
            create_game(table.id, game_setup, rematch_of=RematchOf(game))
        assert refused.value.game_id == game


def test_next_game_brings_an_archived_table_back(table: Table, game_setup: GameSetup) -> None:
    archive_table(table.id, datetime.now(UTC))
    assert find_table(table.id).archived is not None
    create_game(table.id, game_setup)
    assert find_table(table.id).archived is None


def test_seats_without_a_name_have_no_player(table: Table, game_setup: GameSetup) -> None:
    more = {"tags": {"Place": "At Ann’s"}}
    game = create_game(table.id, replace(game_setup, unnamed=("Dee",), more=more)).game
    assert sorted(names_of(table.id)) == ["Ann", "Ben", "Cal"]
    assert [player["id"] is None for side in game.sides for player in side["players"]] == [False, False, False, True]
    assert (game.unnamed, events_of(game.id)[0].payload["tags"]) == (["Dee"], {"Place": "At Ann’s"})


def test_a_number_that_others_keep_taking_is_given_up(
    table: Table, game_setup: GameSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[object] = []
    monkeypatch.setattr(GAMES, "begin", lambda *_: tried.append(1))
    with pytest.raises(RuntimeError, match="no free number for a game after 50 tries"):
        create_game(table.id, game_setup)
    assert len(tried) == 50


def test_imported_game_has_what_its_file_said(table: Table, game_setup: GameSetup, game_id: str) -> None:
    entries = new_game._chained(
        "from a file", [UnsavedEvent(kind="start", payload=game_setup.payload()), UnsavedEvent(kind="hand", payload={})]
    )
    differences = [{"hand": 1, "expected": 10, "found": 20}]
    archive_table(table.id, datetime.now(UTC))
    game = add_imported_game(table.id, game_setup, entries, OVER, not_counted="practice", differences=differences)
    assert (game.id, game.table_id, game.number, game.rematch_of) == ("from a file", table.id, 2, None)
    assert (game.not_counted, game.differences, game.summary) == ("practice", differences, OVER.summary)
    assert (game.status, game.ended_by, game.summary_seq, game.last_seq) == ("over", "target", 2, 2)
    assert (game.created, game.last_activity) == (entries[0].at, entries[1].at)
    assert (game.rules, game.revision, game.options) == (game_setup.rules, game_setup.revision, game_setup.options)
    assert events_of(game.id) == entries
    assert find_game(game_id).number == 1
    assert find_any_game(game.id) == game
    assert find_any_game("nowhere") is None


def test_imported_game_with_a_known_entry_is_refused(table: Table, game_setup: GameSetup, game_id: str) -> None:
    hand = UnsavedEvent(kind="hand", payload={})
    append(game_id, hand)
    elsewhere = create_table("Sunday").id
    eve = replace(game_setup, sides=[SideSetup("Eve", ["Eve"])])
    entries = new_game._chained("from a file", [UnsavedEvent(kind="start", payload=game_setup.payload()), hand])
    with pytest.raises(EventIdTaken) as refused:
        add_imported_game(elsewhere, eve, entries, OVER)
    assert refused.value.event_id == hand.id
    db.session.rollback()
    assert (find_any_game("from a file"), names_of(elsewhere)) == (None, [])
    with pytest.raises(NoSuchTable):
        add_imported_game("nowhere", game_setup, entries[:1], OVER)
    plain = add_imported_game(elsewhere, eve, entries[:1], GameSummary())
    assert (plain.not_counted, plain.differences, plain.number, plain.status) == (None, None, 1, "playing")
