"""Quick games: at the phone's own table, with seats for names, until the table is kept by a name."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.core.game import CLOSE
from scorekeeper.services.members import open_table
from scorekeeper.services.recording import record
from scorekeeper.services.starting import quick_sheet, quick_table, rematch, start_quick_game
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import find_game, find_table, games_of
from scorekeeper.storage.members import Role
from scorekeeper.storage.players import names_of
from tests.services.cast import ANN, BEN


@pytest.fixture(autouse=True)
def key(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key from which tokens are made."""
    monkeypatch.setitem(app.config, "SECRET_KEY", "a secret")


def test_a_quick_game_is_at_the_phone_s_own_table() -> None:
    first = start_quick_game(None, "Ann's phone", None)
    table = find_table(first.started.game.table_id)
    assert (table.name, table.quick, first.started.new) == ("Quick game", True, True)
    assert first.started.state.events[0].who == "Ann's phone"
    assert [(side.name, side.players) for side in first.started.state.setup.sides] == [
        ("North & South", ("North", "South")),
        ("East & West", ("East", "West")),
    ]
    assert (first.started.state.setup.dealer, sorted(find_game(first.started.game.id).unnamed)) == (
        0,
        ["East", "North", "South", "West"],
    )
    assert names_of(table.id) == [], "seats are no players"
    again = start_quick_game(first.secret, "another name", None)
    assert (again.secret, again.started.game.table_id) == (None, table.id)
    assert again.started.state.events[0].who == "Ann's phone"
    own = quick_table(first.secret)
    assert own is not None
    assert (own.table_id, own.role, quick_table(None)) == (table.id, Role.KEEPER, None)
    kept = open_table("Monday", None, "Ben")
    assert quick_table(kept.secret) is None, "a table with a name of its own is none"
    assert quick_sheet(table.id) == first.started.state.setup
    assert quick_sheet(None) == first.started.state.setup, "a phone starts the same game without the server"


def test_a_tap_on_an_old_page_starts_another_quick_game() -> None:
    event_id = "1b4e28ba-2fa1-4d2e-883f-0016d3cca427"
    first = start_quick_game(None, "Ann", event_id)
    assert first.started.new
    twice = start_quick_game(first.secret, "Ann", event_id)
    assert (twice.started.game.id, twice.started.new) == (first.started.game.id, False)
    other = start_quick_game(None, "Ben", event_id)
    assert other.started.new
    assert other.started.game.table_id != first.started.game.table_id
    assert sorted(find_game(other.started.game.id).unnamed) == ["East", "North", "South", "West"]
    assert other.started.state.events[0].who == "Ben"
    assert len(games_of(other.started.game.table_id)) == 1


def test_a_rematch_knows_which_seats_have_no_name_yet() -> None:
    first = start_quick_game(None, "Ann", None)
    record(first.started.game.id, CLOSE, {"reason": "late"}, author=ANN)
    again = rematch(first.started.game.id, BEN, "6fa459ea-ee8a-4ca4-894e-db77e160355e")
    assert sorted(find_game(again.game.id).unnamed) == ["East", "North", "South", "West"]
    entry = events_of(again.game.id)[0]
    assert (entry.id, entry.who) == ("6fa459ea-ee8a-4ca4-894e-db77e160355e", "Ben")
