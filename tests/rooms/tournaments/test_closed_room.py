"""The room is closed after a tournament began: its table and the games of its matches go on, and no page breaks."""

from __future__ import annotations

import pytest

from scorekeeper.rooms.tournaments.storage import tournament_events, tournament_row
from scorekeeper.services.erasing import erase_player, erase_table
from scorekeeper.services.recording import Author
from scorekeeper.storage.errors import NoSuchTournament
from scorekeeper.storage.players import find_player
from tests.rooms.tournaments.directing import Directed, hand
from tests.web.conftest import MakeApp
from tests.web.test_rooms import walk


def test_match_goes_on_as_a_game_while_the_room_is_closed(make_app: MakeApp) -> None:
    app, closed = make_app(), make_app(ROOMS=("club",))
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 1})
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    matches = directed.pair()
    game = directed.game(matches[0])
    phone = directed.phone()
    assert f"/tournaments/{directed.id}" in walk(phone, f"/tables/{directed.program.table}")
    there = phone.at(closed)
    seen = walk(there, "/") | walk(there, f"/tables/{directed.program.table}") | walk(there, f"/games/{game}")
    assert f"/games/{game}" in seen
    assert not [path for path in seen if "tournament" in path]
    assert there.client.get(f"/tournaments/{directed.id}").status_code == 404
    program = directed.program.again()
    program.client = closed.test_client(use_cookies=False)
    program.write(game, "hand", hand=1, **hand(8, 4, 8))
    walk(there, f"/games/{game}")
    assert there.client.get(f"/tables/{directed.program.table}/exports/zip").status_code == 200
    assert f"/tournaments/{directed.id}/desk" in walk(phone, f"/tournaments/{directed.id}")


def test_erasing_reaches_the_rows_of_a_closed_room(make_app: MakeApp) -> None:
    app, closed = make_app(), make_app(ROOMS=())
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 1})
    directed.enter(("Marguerite", "Abe"), ("Bea", "Ben"))
    directed.pair()
    table = directed.program.table
    with closed.app_context():
        player = find_player(table, "Marguerite")
        assert player is not None
        erase_player(table, player.id, Author("Alice"))
        assert "Marguerite" not in str(tournament_events(directed.id))
        erase_table(table)
        with pytest.raises(NoSuchTournament):
            tournament_row(directed.id)
