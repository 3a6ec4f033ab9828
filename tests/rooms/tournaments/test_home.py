"""Home at a tournament: the match to go to as a card, the desk with what needs it, others as rows."""

from __future__ import annotations

import pytest

from tests.rooms.tournaments.hall import EIGHT, Hall


@pytest.fixture
def paired(hall: Hall) -> Hall:
    """Four teams, and round 1 is published."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0")
    hall.pair()
    return hall


def test_player_is_led_to_the_table_and_back_to_the_pad(paired: Hall) -> None:
    match = paired.open_matches[0]
    phone = paired.phone_of(paired.state.teams[match.teams[0]].players[0])
    page = phone.open("/")
    assert all(name in page.text for name in paired.names(match))
    phone.tap(f"Go to table {match.pairing.table}")
    phone.tap("Keep score on this phone")
    phone.open("/")
    assert phone.tap("Resume – hand 1").url.startswith("/games/")


def test_player_who_waits_sees_place_and_round(paired: Hall) -> None:
    paired.play_round(EIGHT[:4])
    page = paired.phone_of("Ann").open("/")
    assert "Round 2 soon" in page.text
    assert "of 4" in page.text


def test_director_sees_how_much_needs_the_desk(paired: Hall) -> None:
    paired.paper(paired.open_matches[0], 300, 200, signed=False)
    director = paired.director
    director.open("/")
    assert director.tap("Open the desk · 1 needs you").url == paired.at("desk")


def test_tournament_that_has_not_begun_is_a_row(hall: Hall) -> None:
    hall.set_up(EIGHT[:2], format="swiss", playoff="0")
    page = hall.director.open("/")
    assert "Harbour Open" in page.text
    assert not hall.director.can_tap("Open the desk")
