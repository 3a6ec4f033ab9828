"""Guesses and new tables are limited for each address; what is right is never counted."""

from __future__ import annotations

from scorekeeper.play.inviting import new_code
from scorekeeper.storage import Role
from tests.access.cast import Cast
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp

GUESSES = 15
TABLES = 20


def test_guessed_links_end_in_a_pause(cast: Cast) -> None:
    for guess in range(GUESSES):
        assert cast.charlie.get(f"/join/{guess:022}").status_code == 404
    answer = cast.charlie.get("/join/one-more")
    assert answer.status_code == 429
    assert "Too many links or tokens that were not right" in answer.text
    assert 0 < int(answer.headers["Retry-After"]) <= 61


def test_guessed_codes_end_in_a_pause_even_for_the_right_one(cast: Cast) -> None:
    """With forty bits, one who goes on past the limit might hit upon it: nobody is told whether they did."""
    way = cast.invited(Role.SCORER)
    with cast.app.app_context():
        right = new_code(cast.table, way.invite.id)
    phone = cast.phone("charlie")
    phone.open("/join")
    for _ in range(GUESSES):
        phone.submit(phone.page.form_with("code"), None, 404, code="00000000")
    typed = phone.page.form_with("code")
    phone.submit(typed, None, 429, code="00000000")
    phone.submit(typed, None, 429, code=right)
    assert "A link or QR code still works" in phone.page.text


def test_guessed_tokens_end_in_a_pause_for_programs(cast: Cast) -> None:
    place = f"/api/v1/games/{cast.game}"
    for guess in range(GUESSES):
        assert cast.charlie.get(place, headers={"Authorization": f"Bearer {guess}"}).status_code == 401
    answer = cast.charlie.get(place, headers={"Authorization": "Bearer x"})
    assert answer.status_code == 429
    assert answer.json is not None
    assert answer.json["error"]["code"] == "too-many"
    assert "Retry-After" in answer.headers


def test_another_address_is_not_held_up(cast: Cast) -> None:
    for guess in range(GUESSES + 1):
        cast.charlie.get(f"/join/{guess}")
    elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
    assert cast.charlie.get("/join/x", environ_overrides=elsewhere).status_code == 404


def test_a_household_is_one_address_of_ipv6(cast: Cast) -> None:
    for guess in range(GUESSES):
        place = {"REMOTE_ADDR": f"2001:db8:1:2::{guess:x}"}
        assert cast.charlie.get(f"/join/{guess}", environ_overrides=place).status_code == 404
    assert cast.charlie.get("/join/x", environ_overrides={"REMOTE_ADDR": "2001:db8:1:2::ffff"}).status_code == 429
    assert cast.charlie.get("/join/x", environ_overrides={"REMOTE_ADDR": "2001:db8:1:3::1"}).status_code == 404


def test_what_is_right_is_never_counted(cast: Cast) -> None:
    for _ in range(GUESSES * 3):
        assert cast.charlie.get(f"/join/{cast.tokens['bob']}").status_code == 303


def test_new_tables_are_limited(make_app: MakeApp) -> None:
    phone = Phone(make_app().test_client())
    for _ in range(TABLES):
        phone.open("/tables/new")
        phone.submit(phone.page.form_with("name"), name="Thursday")
    phone.open("/tables/new")
    phone.submit(phone.page.form_with("name"), None, 429, name="Thursday")
    assert "Too many tables" in phone.page.text


def test_they_can_be_switched_off(make_app: MakeApp) -> None:
    client = make_app(RATE_LIMITS=False).test_client()
    assert {client.get(f"/join/{guess}").status_code for guess in range(GUESSES * 2)} == {404}
