"""A tournament with a number of places: who comes later waits, and moves up by itself."""

from __future__ import annotations

import pytest

from scorekeeper.core.game import NotNow
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.places import has_place, places_left, waiting_list
from tests.rooms.tournaments.fields import enter, record, stage, tournament
from tests.rooms.tournaments.hall import EIGHT, Hall


@pytest.fixture
def full(hall: Hall) -> Hall:
    """Two places, three teams on the list; nobody has arrived."""
    hall.set_up((), format="swiss", playoff="0", capacity="2")
    hall.enter(EIGHT[:3])
    return hall


def test_who_comes_after_the_last_place_waits(full: Hall) -> None:
    assert waiting_list(full.state) == (3,)
    assert places_left(full.state) == 0
    assert "1st on the waiting list" in full.director.open(full.at("teams?show=all")).text


def test_without_a_capacity_nobody_waits(hall: Hall) -> None:
    hall.set_up(EIGHT[:3], format="swiss", playoff="0")
    assert waiting_list(hall.state) == ()
    assert places_left(hall.state) is None


def test_waiting_team_moves_up_when_one_leaves_and_waits_again_after_an_undo(full: Hall) -> None:
    full.director.open(full.at("teams?show=all"))
    full.director.open(full.at("teams/1"))
    full.director.tap("No-show")
    assert waiting_list(full.state) == ()
    full.undo()
    assert waiting_list(full.state) == (3,)


def test_waiting_team_does_not_come_in(full: Hall) -> None:
    page = full.director.open(full.at("teams/3"))
    page = full.director.tap("All here")
    assert "Cal & Cleo is on the waiting list: all 2 places are taken." in page.text
    assert full.state.teams[3].status == ev.ENTERED


def test_all_are_here_means_those_with_a_place(full: Hall) -> None:
    full.director.open(full.at("teams"))
    full.director.tap("All are here")
    assert [team.status for team in full.state.teams.values()] == [ev.ARRIVED, ev.ARRIVED, ev.ENTERED]


def test_who_left_comes_back_only_to_a_free_place(full: Hall) -> None:
    full.director.open(full.at("teams/1"))
    full.director.tap("No-show")
    assert not has_place(full.state, full.state.teams[1])
    page = full.director.open(full.at("teams/1"))
    page = full.director.tap("Comes back")
    assert "is on the waiting list" in page.text


def test_phone_of_a_waiting_team_says_which_it_is_until_it_moves_up(full: Hall) -> None:
    sign_up = full.new_phone()
    assert "All 2 places are taken: who signs up now is 2nd on the waiting list." in sign_up.open(full.sign_up).text
    sign_up.submit(sign_up.page.form_with("partner"), player="Dan", partner="Dot")
    page = sign_up.open(full.at("my-match"))
    assert "You are 2nd on the waiting list." in page.text
    assert not sign_up.can_tap("I’m here")
    for team in (1, 2):
        full.director.open(full.at(f"teams/{team}"))
        full.director.tap("No-show")
    page = sign_up.open(full.at("my-match"))
    assert "waiting list" not in page.text
    sign_up.tap("I’m here")
    assert full.state.teams[4].here == ("Dan",)


def test_places_that_are_left_are_said_to_everybody(hall: Hall) -> None:
    hall.set_up((), format="swiss", playoff="0", capacity="4")
    hall.set(public=True)
    hall.enter(EIGHT[:3])
    assert "1 of 4 places is left." in hall.new_phone().open(hall.at("public")).text


def test_two_who_look_for_a_partner_take_one_place() -> None:
    state = tournament([stage("swiss")], capacity=2)
    for _ in range(4):
        state = enter(state, 1, solo=True)
    assert waiting_list(state) == ()
    assert waiting_list(record(state, ev.TEAM, team=5, players=["Eve", "Ed"])) == (5,)


def test_a_program_reads_who_waits_and_is_refused(full: Hall) -> None:
    with full.app.app_context(), pytest.raises(NotNow, match="all-places-taken"):
        record(full.state, ev.TEAM_STATUS, teams=[3], status=ev.ARRIVED)
