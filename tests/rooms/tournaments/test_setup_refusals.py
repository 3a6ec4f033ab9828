"""The set-up form with odd numbers, sent twice, and pages with odd values in their addresses."""

from __future__ import annotations

import pytest

from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.services.recording import Author
from tests.rooms.tournaments.hall import EIGHT, Hall


@pytest.mark.parametrize("field", ["tables", "teams", "rounds"])
@pytest.mark.parametrize("number", ["0", "-1", "999999999"])
def test_number_that_cannot_be_is_refused(hall: Hall, field: str, number: str) -> None:
    hall.director.open("/tournaments/new")
    form = hall.director.page.form_with("format")
    hall.director.submit(form, None, 422, **{"name": "Harbour Open", field: number})
    for button in ("more", "fewer"):
        hall.director.submit(form, None, 200, **{"name": "Harbour Open", field: number, button: "1"})


def test_form_sent_again_with_another_name_asks_first(hall: Hall) -> None:
    hall.set_up(EIGHT[:4])
    table = hall.director_table
    hall.director.open(f"/tables/{table}/tournaments/new")
    form = hall.director.page.form_with("format")
    hall.director.submit(form, None, 200, name="Second", teams="8")
    page = hall.director.submit(form, None, 422, name="Third", teams="8")  # after Back
    assert "This form has started a tournament" in page.text
    hall.director.submit(page.form_with("format"), None, 200, name="Third", teams="8")
    assert "Third" in hall.director.open(f"/tables/{table}").text


@pytest.mark.parametrize("first", ["²", "9" * 5000, "-1", "x"])
def test_odd_team_in_the_address_of_a_round_is_nobody(hall: Hall, first: str) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0")
    hall.pair()
    hall.director.open(hall.at(f"rounds?first={first}"))


def test_wall_shows_a_round_with_only_byes_by_name(hall: Hall) -> None:
    hall.set_up(EIGHT[:2], format="swiss", playoff="0")
    byes = [{"match": team, "sides": [[team]]} for team in (1, 2)]
    body = {"stage": 1, "round": 1, "pairings": byes, "draw": [[1, 2]]}
    with hall.app.app_context():
        record(hall.id, "round", body, author=Author())
    assert "sits out" in hall.director.open(hall.at("wall")).text
