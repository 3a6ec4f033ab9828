"""Whole tournaments as presets, in plain words, and the same as last time; over pages and the API."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.domain.setting_up.presets import TOURNAMENT_PRESETS
from scorekeeper.rooms.tournaments.domain.setting_up.setup_words import settings_lines, stage_lines, stage_title
from scorekeeper.rooms.tournaments.services.presets import preset_setup
from tests.each_case import each_case
from tests.rooms.tournaments.directing import Directed, Json
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.web.browsing import Page, Phone


def follow(phone: Phone, words: str) -> Page:
    """Open the first link that begins with these words."""
    return phone.open(next(link.url for link in phone.page.links if link.label.startswith(words)))


def words_of(key: str) -> str:
    """All that a preset says of itself."""
    preset = next(preset for preset in TOURNAMENT_PRESETS if preset.key == key)
    start = preset_setup(preset, preset.name)
    stages = [" ".join([stage_title(stage), *stage_lines(stage)]) for stage in start.stages]
    return " ".join([*stages, *settings_lines(start.settings)])


@each_case(
    ("key", "says"),
    [
        ("contest", ["Double elimination", "Contest", "350 points", "40 minutes", "one more is played"]),
        ("winners-night", ["3 rounds", "Winners’ night", "350 points", "best 8 go on", "The final: to 500 points"]),
        ("super-bowl", ["Minutes of open play: 120", "best 12 go on", "Buy-backs for each team: 1"]),
        ("showdown", ["5 rounds", "300 points", "best 8 go on", "350 points", "500 points"]),
        ("forum", ["Single elimination", "Thirty minutes", "300 points", "30 minutes", "Bags score nothing"]),
        ("farm", ["Double elimination", "300 points", "The losers’ bracket: Blind nil 200"]),
        ("progressive", ["12 rounds", "8 hands"]),
        ("kitchen", ["4 hands", "There is 1 table"]),
        ("club-night", ["6 rounds", "8 hands", "Paper"]),
    ],
)
def test_each_preset_says_in_words_what_is_played(key: str, says: list[str]) -> None:
    found = words_of(key)
    assert [words for words in says if words not in found] == [], found


def test_api_lists_nine_presets_and_starts_one(app: Flask) -> None:
    held = Directed.from_preset(app, "contest")
    found = held.program.get("/tournament-presets")["presets"]
    assert len(found) == 9
    contest = next(preset for preset in found if preset["preset"] == "contest")
    assert contest["stages"][0]["minutes"] == 40
    assert any("350 points" in line for line in contest["words"])
    stage = held.now["stages"][0]
    assert (stage["options"]["target"], stage["minutes"], stage["at_time"]) == (350, 40, "one-more")
    assert held.now["settings"]["confirm_minutes"] == 10


def test_api_changes_parts_of_a_preset_and_refuses_what_is_none(app: Flask) -> None:
    program = Directed.from_preset(app, "kitchen").program
    path = f"/tables/{program.table}/tournaments"
    made = program.post(path, {"name": "Two tables", "preset": "kitchen", "settings": {"tables": 2}})
    assert (made["settings"]["tables"], made["settings"]["confirm_minutes"]) == (2, 10)
    assert made["stages"][0]["hands"] == 4

    def code(body: Json) -> str:
        answer = program.call("POST", path, {"name": "Another", **body})
        assert answer.status_code == 422, answer.text
        return str(answer.get_json()["error"]["fault"]["code"])

    assert code({"preset": "world-cup"}) == "not-one-of"
    assert code({"preset": "kitchen", "rounds": 3}) == "unknown-part"
    assert code({"preset": "kitchen", "settings": {"tables": 0}}) == "out-of-range"
    assert code({}) == "missing-part"
    assert program.call("POST", path, {"name": "Another", "like": "nobody"}).status_code == 404


@pytest.mark.parametrize("teams", [True, False])
def test_api_copies_an_earlier_tournament_of_the_table(app: Flask, *, teams: bool) -> None:
    held = Directed.from_preset(app, "forum", tables=3, directors=["ann"])
    held.enter(("Ann", "Abe"), ("Bea", "Ben"))
    held.call("PATCH", "/teams/1", {"status": "by-number", "player": "Ann"}, 200)
    path = f"/tables/{held.program.table}/tournaments"
    made = held.program.post(path, {"name": "Next week", "like": held.id, "teams": teams})
    assert made["settings"]["tables"] == 3
    assert made["stages"][0]["options"] == held.now["stages"][0]["options"]
    assert [team["players"] for team in made["teams"]] == ([["Ann", "Abe"], ["Bea", "Ben"]] if teams else [])
    assert {team["status"] for team in made["teams"]} <= {"entered"}, "nobody is here yet"
    entries = held.program.get(f"/tournaments/{made['tournament']}/entries")["entries"]
    assert [entry["kind"] for entry in entries] == ["start", *(["team", "team-status", "team"] if teams else [])]
    assert "directors" not in entries[0]["payload"].get("settings", {})
    again = held.program.post(path, {"name": "With people", "like": held.id, "people": True})
    started = held.program.get(f"/tournaments/{again['tournament']}/entries")["entries"][0]
    assert started["payload"]["settings"]["directors"] == ["ann"]


def test_director_takes_a_preset_with_a_table_of_its_own_and_changes_a_number(hall: Hall) -> None:
    phone = hall.director
    phone.open("/tournaments/new")
    phone.submit(phone.page.form_with("kept_on"), None, 200, presets="1")
    page = follow(phone, "Showdown")
    assert "The best 8 go on." in page.text
    assert "Each match goes to 300 points." in page.text
    page = phone.submit(page.form_with("name"), None, 200, name="Harbour Open")
    assert "Taken over" in page.text
    hall.id = page.url.split("/")[2]
    assert [stage.format for stage in hall.state.stages] == ["swiss", "single-elimination"]
    form = phone.open(hall.at("settings")).form_with("stage-1-rounds")
    phone.submit(form, None, 200, **{"stage-1-rounds": "4", "stage-1-advance": "6"})
    assert (hall.state.stages[0].rounds, hall.state.stages[0].advance) == (4, 6)


def test_same_as_last_time_takes_the_teams_only_if_asked(hall: Hall) -> None:
    hall.set_up(tables="5")
    table, first = hall.director_table, hall.id
    for teams, expected in ({}, 0), ({"teams": "yes"}, len(EIGHT)):
        hall.director.open(f"/tables/{table}/tournaments/presets")
        page = follow(hall.director, "Harbour Open")
        assert "There are 5 tables." in page.text
        assert "8 entered last time." in page.text
        page = hall.director.submit(page.form_with("name"), None, 200, name=f"Autumn {expected}", **teams)
        hall.id = page.url.split("/")[2]
        assert hall.id != first
        assert (len(hall.state.teams), hall.state.settings.tables) == (expected, 5)


def test_form_of_a_preset_refuses_no_name_and_a_name_that_is_taken(hall: Hall) -> None:
    hall.set_up()
    address = f"/tables/{hall.director_table}/tournaments/presets/forum"
    form = hall.director.open(address).form_with("name")
    assert "Give the tournament a name." in hall.director.submit(form, None, 422, name=" ").text
    form = hall.director.page.form_with("name")
    assert "Harbour Open" in hall.director.submit(form, None, 422, name="Harbour Open").text
    hall.director.open(f"/tables/{hall.director_table}/tournaments/presets/nothing", 404)


def test_what_was_typed_in_a_set_up_is_kept_on_the_way_to_the_ready_made_ones_and_back(hall: Hall) -> None:
    hall.set_up()
    phone = hall.director
    typed = {"name": "Harvest & Moon", "teams": "11", "format": "double-elimination", "minutes": "", "tables": "3"}
    for start, presets in (
        ("/tournaments/new", "/tournaments/presets"),
        (f"/tables/{hall.director_table}/tournaments/new", f"/tables/{hall.director_table}/tournaments/presets"),
    ):
        form = phone.open(start).form_with("kept_on")
        page = phone.submit(form, None, 200, **typed, presets="1")
        assert page.url.split("?")[0] == presets
        assert "entry_id" not in page.url
        page = follow(phone, "Super Bowl")
        assert page.form_with("name").fields["name"] == typed["name"]
        page = phone.submit(page.form_with("name"), None, 422, name="")
        follow(phone, "Back")
        page = follow(phone, "Back")
        fields = page.form_with("kept_on").fields
        assert {name: fields[name] for name in typed} == typed
    page = phone.submit(phone.page.form_with("kept_on"), None, 200, presets="1")
    presets = page.url
    page = follow(phone, "Harbour Open")
    assert page.form_with("name").fields["name"] == typed["name"]
    assert follow(phone, "Back").url == presets
    page = follow(phone, "All tournaments")
    page = phone.submit(page.form_with("q"), None, 200, q="Harbour")
    page = follow(phone, "Same as last time")
    assert page.form_with("name").fields["name"] == typed["name"]
    assert follow(phone, "Back").url == presets
    follow(phone, "All tournaments")
    assert follow(phone, "Ready-made tournaments").url == presets
    assert follow(phone, "Harbour Open").form_with("name").fields["name"] == typed["name"]
    page = phone.open("/tournaments/new?name=Autumn&format=none&rules=nobody&teams=many&_external=1")
    assert page.form_with("kept_on").fields["name"] == "Autumn"
