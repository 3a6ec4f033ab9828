"""Erasing a player takes the name from tournaments too; results and hash chains stay."""

from __future__ import annotations

import json

import pytest

from scorekeeper.formats.chain import verify
from scorekeeper.rooms.tournaments.storage import NoSuchTournament, phones_of, tournament_events, tournament_row
from scorekeeper.services.erasing import erase_player, erase_table
from scorekeeper.services.recording import Author
from scorekeeper.storage.players import players_named
from tests.rooms.tournaments.hall import EIGHT, Hall


@pytest.fixture
def played(hall: Hall) -> Hall:
    """A round is played, partly on Ann's phone."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    hall.pair()
    hall.keeper("Ann")
    hall.play_round()
    return hall


def erase(hall: Hall, name: str) -> None:
    with hall.app.app_context():
        player = players_named(hall.director_table, [name])[name]
        erase_player(hall.director_table, player.id, Author("Alice"))


def test_name_is_in_no_event_and_on_no_phone_after_erasing(played: Hall) -> None:
    standings = played.podium()
    erase(played, "Ann")
    with played.app.app_context():
        events = tournament_events(played.id)
        assert verify(events) is None
        assert events[-1].kind == "erase"
        assert "Ann" not in json.dumps([[event.payload, event.who, event.reason] for event in events])
        assert "Ann" not in [phone.player for phone in phones_of(played.id)]
    assert len(played.podium()) == len(standings)
    assert played.podium().index("Player 1 & Abe") == standings.index("Ann & Abe")


def test_tournament_goes_on_after_an_erasure(played: Hall) -> None:
    erase(played, "Ann")
    played.pair()
    assert len(played.state.rounds) == 2


def test_player_who_is_in_no_game_is_erased(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0")
    erase(hall, "Cleo")
    assert hall.state.teams[3].name == "Cal & Player 1"


def test_tournament_without_the_player_is_unchanged(played: Hall) -> None:
    played.paste(["Zoe & Zack"])
    before = played.state.seq
    erase(played, "Zoe")
    assert played.state.seq == before + 1
    with played.app.app_context():
        rewritten = tournament_events(played.id)[-1].payload["entries"]
    assert len(rewritten) == 1


def test_deleted_table_has_no_tournament(played: Hall) -> None:
    with played.app.app_context():
        erase_table(played.director_table)
        with pytest.raises(NoSuchTournament):
            tournament_row(played.id)
