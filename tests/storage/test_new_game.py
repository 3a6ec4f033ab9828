"""A new game: its head is its first event, its players belong to the table, and it is stored completely or not."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.formats.chain import verify
from scorekeeper.formats.chain.stored_event import StoredEvent, UnsavedEvent
from scorekeeper.storage.custom_games import add_custom_game
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import EventIdTaken, NoSuchGame, NoSuchTable, Unstorable
from scorekeeper.storage.events import append, events_of
from scorekeeper.storage.games import (
    NEXT_GAMES,
    GameSetup,
    GameSummary,
    SideSetup,
    create_table,
    find_game,
    rematches_after,
)
from scorekeeper.storage.models import EventRow, Game, Player, Table
from scorekeeper.storage.new_game import Created, RematchOf, create_game
from scorekeeper.storage.players import names_of, players_named

HANDS = [UnsavedEvent(kind="hand", payload={"hand": number}) for number in (1, 2, 3)]


def how_many() -> tuple[int, ...]:
    """The number of rows of players, games and events."""
    counts = (db.session.scalar(select(func.count()).select_from(model)) for model in (Player, Game, EventRow))
    return tuple(count or 0 for count in counts)


def test_first_event_has_the_head(started: Created, game_setup: GameSetup) -> None:
    (start,) = events_of(started.game.id)
    assert (start.seq, start.kind, start.previous) == (1, "start", "")
    assert start.payload == game_setup.payload()
    assert start.payload["sides"][0] == {"name": "Us", "players": ["Ann", "Cal"]}
    assert started.new


def test_row_of_the_game_has_the_head_and_player_ids(started: Created, game_setup: GameSetup) -> None:
    game = find_game(started.game.id)
    ids = {name: player.id for name, player in players_named(game.table_id, names_of(game.table_id)).items()}
    assert set(ids) == {"Ann", "Ben", "Cal", "Dee"}
    assert (game.rules, game.revision, game.options) == (game_setup.rules, game_setup.revision, game_setup.options)
    assert game.sides[1] == {
        "name": "Them",
        "players": [{"id": ids["Ben"], "name": "Ben"}, {"id": ids["Dee"], "name": "Dee"}],
    }
    assert (game.number, game.last_seq, game.status, game.summary) == (1, 1, "playing", {})


def test_known_players_are_reused(table: Table, game_setup: GameSetup) -> None:
    first, second = create_game(table.id, game_setup).game, create_game(table.id, game_setup).game
    assert first.sides == second.sides
    assert (first.number, second.number) == (1, 2)


def test_game_can_be_created_with_hands(table: Table, game_setup: GameSetup) -> None:
    summary = GameSummary(status="over", ended_by="target", summary={"totals": [312, 280]})
    created = create_game(table.id, game_setup, hands=HANDS, summary=summary)
    assert [entry.seq for entry in created.events] == [1, 2, 3, 4]
    assert events_of(created.game.id) == created.events
    assert verify(created.events) is None
    game = find_game(created.game.id)
    assert (game.last_seq, game.summary_seq, game.status, game.ended_by) == (4, 4, "over", "target")
    assert game.summary == {"totals": [312, 280]}
    assert append(game.id, UnsavedEvent(kind="sign", payload={}), expected_seq=4).new


def test_repeated_post_gives_the_same_game(table: Table, game_setup: GameSetup) -> None:
    post = str(uuid4())
    first = create_game(table.id, game_setup, id=post, hands=HANDS)
    again = create_game(table.id, game_setup, id=post, hands=HANDS)
    assert (first.new, again.new) == (True, False)
    assert (again.game.id, again.events) == (first.game.id, first.events)
    assert how_many() == (4, 1, 4)


def test_id_of_another_game_is_refused(table: Table, game_setup: GameSetup) -> None:
    post = str(uuid4())
    create_game(table.id, game_setup, id=post)
    with pytest.raises(EventIdTaken):
        create_game(table.id, replace(game_setup, dealer=0), id=post)
    with pytest.raises(EventIdTaken):
        create_game(create_table("Sunday").id, game_setup, id=post)
    assert how_many() == (4, 1, 1)


def test_hand_of_another_game_is_refused(table: Table, game_setup: GameSetup) -> None:
    create_game(table.id, game_setup, hands=HANDS)
    with pytest.raises(EventIdTaken):
        create_game(table.id, replace(game_setup, sides=[SideSetup("Eve", ["Eve"])]), hands=HANDS[2:])
    assert how_many() == (4, 1, 4)


def test_rematch_refers_to_its_game(table: Table, game_setup: GameSetup, game_id: str) -> None:
    assert create_game(table.id, game_setup, rematch_of=RematchOf(game_id)).game.rematch_of == game_id
    elsewhere = create_table("Sunday").id
    with pytest.raises(NoSuchGame):
        create_game(elsewhere, game_setup, rematch_of=RematchOf(game_id))


def test_rematches_are_found_among_the_next_games(table: Table, game_setup: GameSetup, game_id: str) -> None:
    assert rematches_after(table.id, game_id, 1) == []
    for _ in range(NEXT_GAMES - 2):
        create_game(table.id, game_setup)
    earlier, later, too_late = (create_game(table.id, game_setup, rematch_of=RematchOf(game_id)).game for _ in range(3))
    found = rematches_after(table.id, game_id, 1)
    assert [(row.id, row.number, row.status) for row in found] == [
        (earlier.id, NEXT_GAMES, "playing"),
        (later.id, 1 + NEXT_GAMES, "playing"),
    ]
    assert too_late.number == 2 + NEXT_GAMES
    assert rematches_after(table.id, earlier.id, earlier.number) == []


def test_unknown_table_is_refused(app: Flask, game_setup: GameSetup) -> None:
    with pytest.raises(NoSuchTable):
        create_game("nowhere", game_setup)
    assert how_many() == (0, 0, 0)


def test_failure_halfway_stores_nothing(table: Table, game_setup: GameSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    def power_cut(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(StoredEvent, "columns", power_cut)  # read after inserting the game's row, before its events
    with pytest.raises(KeyboardInterrupt):
        create_game(table.id, game_setup, hands=HANDS)
    assert how_many() == (0, 0, 0)


def test_unstorable_value_is_refused_with_the_reason(app: Flask) -> None:
    with pytest.raises(Unstorable, match="this cannot be written as JSON: Out of range float"):
        add_custom_game(create_table("Friday").id, {"deals": float("nan")})


@pytest.mark.parametrize("name", ["An\0n", "\ud83d"], ids=ascii)
def test_unstorable_name_stores_nothing(table: Table, game_setup: GameSetup, name: str) -> None:
    with pytest.raises(Unstorable, match="This text has a character that cannot be stored"):
        create_game(table.id, replace(game_setup, sides=[SideSetup("Us", ["Ann"]), SideSetup("Them", [name])]))
    assert how_many() == (0, 0, 0)
