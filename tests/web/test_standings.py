"""Members, visitors and those who left: chosen on the player's page and in the list, and what follows by itself."""

from __future__ import annotations

import re

from flask import Flask

from scorekeeper.storage.players import find_player, most_active_players, roster_of, standings_of
from tests.web.at_table import start_game, start_table
from tests.web.browsing import Phone


def played_table(phone: Phone) -> str:
    table = start_table(phone)
    start_game(phone, table=table)
    return table


def players(app: Flask, table: str) -> dict[str, int]:
    with app.app_context():
        return {each.name: each.id for each in most_active_players(table.rpartition("/")[2], everyone=True)}


def stand(phone: Phone, table: str, player: int, standing: str, **more: str) -> Phone:
    phone.open(f"{table}/players/{player}")
    form = next(form for form in phone.page.forms if form.action.endswith("/standing"))
    phone.submit(form, standing=standing, **more)
    return phone


def offered(phone: Phone, address: str) -> str:
    return phone.open(address).text


def test_a_visitor_is_no_name_to_choose_but_is_found_by_typing(app: Flask, phone: Phone) -> None:
    table = played_table(phone)
    dee = players(app, table)["Dee"]
    text = stand(phone, table, dee, "visitor").page.text
    assert text.count("Dee is a visitor.") == 1
    assert "No ranking has Dee now, and no list of names to choose from." in text
    with app.app_context():
        id_ = table.rpartition("/")[2]
        assert "Dee" not in roster_of(id_)
        assert "Dee" in roster_of(id_, everyone=True)
        assert standings_of(id_) == {"Dee": "visitor"}
    assert "Dee" not in re.findall(r"<button[^>]*>\s*<bdi>(\w+)</bdi>", phone.open(f"{table}/who").html)
    assert "Dee" in phone.open(f"{table}/history").html, "games of a visitor can be looked for"
    start_game(phone, table=table)
    assert players(app, table)["Dee"] == dee, "typed, it is the same player"


def test_the_list_of_players_says_who_is_what_and_changes_it(app: Flask, phone: Phone) -> None:
    table = played_table(phone)
    found = players(app, table)
    phone.open(f"{table}/players")
    form = next(form for form in phone.page.forms if form.action.endswith(f"/{found['Ben']}/standing"))
    phone.submit(form, standing="left")
    assert phone.page.url.startswith(f"{table}/players")
    assert "Ben left." in phone.page.text
    names = phone.page.text.partition("Members and visitors")[2]
    assert names.index("Ben") < names.index("Ann"), "who is no member comes first"
    phone.submit(
        next(form for form in phone.page.forms if form.action.endswith(f"/{found['Ben']}/standing")), standing="member"
    )
    assert "Ben is a member." in phone.page.text
    assert phone.client.post(f"{table}/players/999/standing", data={"standing": "left"}).status_code in (400, 404)


def test_an_erased_name_is_nobody_to_choose(app: Flask, phone: Phone) -> None:
    table = played_table(phone)
    dee = players(app, table)["Dee"]
    phone.open(f"{table}/players/{dee}/erase")
    phone.submit(phone.page.form_with("sure"), sure="yes")
    with app.app_context():
        id_ = table.rpartition("/")[2]
        assert sorted(roster_of(id_)) == ["Ann", "Ben", "Cal"]
        assert find_player(id_, "Player 1") is not None
    assert "Player 1" not in re.findall(r"<button[^>]*>\s*<bdi>([^<]+)</bdi>", phone.open(f"{table}/who").html)
