"""A game that began on a phone without the server: its table gets it once, whatever changed there meanwhile."""

from __future__ import annotations

from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from scorekeeper.services.house_rules import save_agreed
from scorekeeper.storage.games import games_of
from scorekeeper.storage.models import Game
from scorekeeper.storage.players import add_player
from tests.web.at_table import start_table
from tests.web.browsing import Page, Phone

FIELDS = {"rules": "partnership", "shape": "2x2", "dealer": "2", "minutes": "40", "best_of": "", "begun": "yes"}


@pytest.fixture
def table(phone: Phone) -> str:
    return start_table(phone)


def posted(phone: Phone, table: str, fields: dict[str, str]) -> TestResponse:
    """The answer that the phone gets, which asks for a token first."""
    token = phone.client.get("/quick-game").get_json()["csrf"]
    return phone.client.post(f"{table}/games", data={**FIELDS, "csrf_token": token, **fields}, follow_redirects=True)


def send(phone: Phone, table: str, *names: str, **fields: str) -> Page:
    """Send a game that began with these players; the page of the game."""
    seats = {f"seat-{seat}": name for seat, name in enumerate(names or ("Ann", "Ben", "Cal", "Dee"))}
    return phone.open(posted(phone, table, {**seats, "entry_id": str(uuid4()), **fields}).request.path)


def games(phone: Phone, table: str) -> list[Game]:
    """The table's games, the latest first."""
    with phone.client.application.app_context():
        return list(games_of(table.rpartition("/")[2], limit=9))


def sides(phone: Phone, table: str) -> list[str]:
    return [str(side["name"]) for side in games(phone, table)[0].sides]


def test_game_has_the_seats_and_rules_of_its_form(phone: Phone, table: str) -> None:
    page = send(phone, table, "Ann", "", "Cal", "Dee", **{"option-target": "300", "option-blind_nil": "200"})
    game = games(phone, table)[0]
    assert sides(phone, table) == ["Ann & Cal", "East & Dee"]
    assert (game.options["target"], game.options["blind_nil"], game.unnamed) == (300, 200, ["East"])
    assert "played here" not in page.text


def test_game_that_is_sent_again_is_the_same(phone: Phone, table: str) -> None:
    """Even if the table has another player by then, for whom one of its names might be, and has agreed on a rule."""
    entry = str(uuid4())
    first = send(phone, table, "Zed", "Ben", "Cal", "Dee", entry_id=entry)
    with phone.client.application.app_context():
        add_player(table.rpartition("/")[2], "ZED")
        save_agreed(table.rpartition("/")[2], ["Nobody looks at a trick again"])
    assert send(phone, table, "Zed", "Ben", "Cal", "Dee", entry_id=entry).url == first.url
    assert len(games(phone, table)) == 1


def test_name_near_a_known_one_is_somebody_new(phone: Phone, table: str) -> None:
    send(phone, table)
    send(phone, table, "Anne", "Ben", "Cal", "Deee")
    assert sides(phone, table) == ["Anne & Cal", "Ben & Deee"]


@pytest.mark.parametrize(
    ("name", "taken"), [("ANN", "Ann"), ("\u0410nn", "Ann"), ("A\u200bnn", "Ann"), ("\u200b", "South")]
)
def test_name_that_looks_like_a_known_one_is_that_one(phone: Phone, table: str, name: str, taken: str) -> None:
    send(phone, table)
    send(phone, table, "Eve", "Ben", name, "Dee")
    assert sides(phone, table)[0] == f"Eve & {taken}"


def test_two_names_that_come_to_the_same_are_told_apart(phone: Phone, table: str) -> None:
    send(phone, table)
    send(phone, table, "Ann", "Ben", "\u0410nn", "x" * 50)
    assert sides(phone, table)[0] == "Ann & \u0410nn 2"


def test_house_rule_that_cannot_be_played_any_more_is_the_usual_one(phone: Phone, table: str) -> None:
    page = send(phone, table, **{"option-target": "1", "option-blind_nil": "200"})
    game = games(phone, table)[0]
    assert (game.options["target"], game.options["blind_nil"]) == (500, 200)
    assert "Some house rules can’t be played here: Target." in page.text


def test_wrong_dealer_and_minutes_do_not_lose_the_game(phone: Phone, table: str) -> None:
    page = send(phone, table, dealer="9", minutes="many", best_of="2")
    assert "Ben bids" in page.text
    assert games(phone, table)[0].best_of is None


def test_unknown_rules_are_not_found(phone: Phone, table: str) -> None:
    assert posted(phone, table, {"rules": "bridge"}).status_code == 404


def test_the_answer_leaves_notices_to_the_page(phone: Phone, table: str) -> None:
    """The phone that sends the game asks for its address alone."""
    answer = posted(phone, table, {"option-target": "1"})
    assert answer.text == ""
    assert "can’t be played here" in phone.open(answer.request.path).text


def test_what_a_phone_keeps_of_a_table(phone: Phone, table: str) -> None:
    send(phone, table, **{"option-target": "300"})
    kept = phone.client.get(f"{table}/games/begin").get_json()
    assert kept["roster"] == ["Ann", "Ben", "Cal", "Dee"]
    assert (kept["last"], kept["played"], kept["number"]) == (["partnership", "2x2"], ["partnership"], 2)
    assert kept["names"]["2x2"] == ["Ann", "Ben", "Cal", "Dee"]
    [game] = kept["games"]
    assert (game["rules"], game["shape"], game["minutes"], game["options"]["target"]) == ("partnership", "2x2", 40, 300)
