"""More matches than tables: a round is played in waves, each with its own clock."""

from __future__ import annotations

import pytest

from tests.rooms.tournaments.hall import EIGHT, Hall


@pytest.fixture
def waves(hall: Hall) -> Hall:
    """Four teams at one table: a round of two waves is published."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", tables="1")
    hall.pair()
    return hall


def running(hall: Hall) -> list[int]:
    """The waves whose clocks run."""
    clocks = hall.state.rounds[0].clocks
    return [wave for wave, clock in clocks.items() if clock.running_since is not None]


def test_desk_has_a_clock_for_each_wave(waves: Hall) -> None:
    director = waves.director
    page = director.open(waves.at("desk"))
    assert "Wave 1 · Round 1 of 2" in page.text
    assert "Wave 2 · Round 1 of 2" in page.text
    director.tap("Start")
    assert running(waves) == [1]
    director.tap("Start")
    assert running(waves) == [1, 2]


def test_card_of_a_table_is_for_the_wave_that_plays_there(waves: Hall) -> None:
    from scorekeeper.rooms.tournaments.services.phones import match_at

    first, second = waves.open_matches
    assert (first.pairing.wave, second.pairing.wave) == (1, 2)
    assert match_at(waves.state, 1) == first
    waves.paper(first, 300, 200)
    playing = match_at(waves.state, 1)
    assert playing is not None
    assert playing.id == second.id


def test_player_of_the_second_wave_waits_for_the_table(waves: Hall) -> None:
    first, second = waves.open_matches
    player = waves.state.teams[second.teams[0]].players[0]
    phone = waves.phone_of(player)
    page = phone.open(waves.at("my-match"))
    assert "Wave 2" in page.text
    assert "Your match begins when table 1 is free." in page.text
    waves.paper(first, 300, 200)
    assert "is free" not in phone.open(waves.at("my-match")).text


def test_wall_shows_each_wave(waves: Hall) -> None:
    page = waves.director.open(waves.at("wall"))
    assert "Round 1 of 2 · Wave 1" in page.text
    assert "Wave 2" in page.text
