"""A damaged tournament or game: its page says so, nothing else breaks; a keeper undoes, exports or deletes it."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest
from flask import Flask

from scorekeeper.core.words.faults import fault_text
from scorekeeper.rooms.tournaments.services.cache import TOURNAMENT_CACHE
from scorekeeper.services.erasing import erase_player
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.services.recording import Author
from scorekeeper.services.verifying import quick_findings, verify_stored
from scorekeeper.storage.database import db
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import find_game
from scorekeeper.storage.players import players_named
from tests.rooms.tournaments.directing import Directed, hand
from tests.rooms.tournaments.fields import stage
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone
from tests.web.conftest import After

BROKEN = ('{"what":"x"}', "{", "[]", "null")
"""A payload that no kind of event has, and some that are no JSON object."""


def damage(app: Flask, table: str, column: str, text: str, where: str) -> None:
    """Write this text into the database behind the program's back."""
    with app.app_context():
        raw = db.session.connection().connection
        cursor = raw.cursor()
        triggers = cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _sql in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        cursor.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (text,))
        assert cursor.rowcount > 0
        for _name, sql in triggers:
            cursor.execute(sql)
        db.session.commit()
    TOURNAMENT_CACHE.clear()
    GAME_CACHE.clear()


def damage_last(hall: Hall, text: str) -> int:
    """Damage the last event of the tournament; its number."""
    seq = hall.state.seq
    where = f"tournament_id = '{hall.id}' AND seq = {seq}"
    damage(hall.app, "tournament_event", "payload", text, where)
    return seq


@pytest.fixture
def playing(hall: Hall) -> Hall:
    """Four teams, whose first round is published."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0")
    hall.pair()
    return hall


PAGES = ("desk", "rounds", "standings", "teams", "wall", "my-match", "settings", "podium", "public", "matches.csv")
OTHERS = ("/", "/tables/{table}", "/tables/{table}/history", "/tables/{table}/players", "/tables/{table}/night")


def others_work(hall: Hall) -> None:
    """All pages that list things open."""
    for page in OTHERS:
        address = page.format(table=hall.director_table)
        assert hall.director.client.get(address, follow_redirects=True).status_code == 200, address


@pytest.mark.parametrize("text", BROKEN)
def test_damaged_tournament_is_shown_as_such_and_an_undo_mends_it(playing: Hall, text: str) -> None:
    director = playing.director
    entry = damage_last(playing, text)
    others_work(playing)
    home = director.open("/")
    assert "Harbour Open Damaged" in home.text
    for page in (
        "desk",
        "rounds",
        "standings",
        "teams",
        "wall",
        "my-match",
        "settings",
        "podium",
        "public",
        "matches.csv",
    ):
        answer = director.client.get(playing.at(page))
        assert answer.status_code == 409, page
    director.open(playing.at("desk"), 409)
    assert f"entry {entry}" in director.page.text
    director.tap(f"Undo entry {entry}")
    assert playing.state.rounds[-1].published is False  # a draft again, as before its last event
    director.open(playing.at("rounds"))
    director.tap("Publish round 1")
    assert playing.state.rounds[-1].published


def test_damaged_tournament_is_exported_with_all_its_entries(playing: Hall) -> None:
    entry = damage_last(playing, "{")
    answer = playing.director.client.get(playing.at("tournament.zip"))
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.data)) as packed:
        (name,) = [name for name in packed.namelist() if "tournaments/" in name and name.endswith(".json")]
        entries = json.loads(packed.read(name))["entries"]
    assert [each["seq"] for each in entries] == list(range(1, entry + 1))


def test_damaged_tournament_can_be_deleted_and_its_games_stay(playing: Hall) -> None:
    director = playing.director
    director.open(playing.at("desk"))
    table = playing.director_table
    damage_last(playing, "{")
    director.open(playing.at("desk"), 409)
    assert "is deleted" in director.tap("Delete for ever").text
    assert director.client.get(playing.at("desk")).status_code in (403, 404)
    others = director.client.get(f"/tables/{table}")
    assert others.status_code == 200


def test_watcher_is_told_to_ask_a_keeper(playing: Hall) -> None:
    phone = playing.phone_of("Ann")
    damage_last(playing, "{")
    phone.open(playing.at("my-match"), 409)
    assert "ask one to open this page" in phone.page.text
    assert not [button for button in phone.page.buttons if button.label.startswith("Undo")]


@pytest.mark.parametrize("rooms", [("club", "tournaments"), ()], ids=["open", "closed"])
def test_check_finds_a_damaged_tournament(
    playing: Hall, monkeypatch: pytest.MonkeyPatch, rooms: tuple[str, ...]
) -> None:
    monkeypatch.setitem(playing.app.config, "ROOMS", rooms)
    with playing.app.app_context():
        assert verify_stored().findings == []
    damage_last(playing, "{")
    with playing.app.app_context():
        found = [fault_text(finding) for finding in verify_stored().findings]
        quickly = [fault_text(finding) for finding in quick_findings()]
    assert any("Harbour Open" in each for each in found)
    assert any("tournament_event" in each for each in quickly)


@pytest.mark.parametrize("text", BROKEN)
def test_damaged_game_of_a_match_leaves_the_tournament_alone(playing: Hall, text: str) -> None:
    phone = playing.phone_of("Ann")
    playing.director.open(playing.at("teams"))
    match = playing.open_matches[0]
    with playing.app.app_context():
        from scorekeeper.rooms.tournaments.services.matches import start_match

        game = start_match(playing.id, match.id, "Desk")
    damage(playing.app, "entry", "payload", text, f"game_id = '{game}'")
    others_work(playing)
    for page in ("desk", "standings", "wall", f"desk/matches/{match.id}"):
        assert playing.director.client.get(playing.at(page)).status_code == 200, page
    assert phone.client.get(playing.at("my-match")).status_code == 200
    playing.paper(match, 300, 200)
    assert playing.state.is_over(playing.state.matches[match.id])


def one_hand(phone: Phone) -> None:
    start_game(phone).hand("4, 3, 3, 2", 7)


def two_hands(phone: Phone) -> None:
    one_hand(phone)
    Pad(phone).hand("4, 3, 3, 2", 7)


@pytest.mark.parametrize("text", BROKEN)
def test_damaged_game_says_so_and_an_undo_mends_it(app: Flask, after: After, text: str) -> None:
    pad = after(two_hands)
    game = pad.url.rpartition("/")[2]
    damage(
        app,
        "entry",
        "payload",
        text,
        f"game_id = '{game}' AND kind = 'hand' AND seq > 1 AND payload LIKE '%\"hand\":2%'",
    )
    home = pad.phone.open("/")
    assert "Game 1 · Damaged" in home.text
    pad.phone.open(pad.url, 409)
    log = pad.phone.client.get(f"{pad.url}/log.json")
    assert log.status_code == 200
    assert len(json.loads(log.text)) >= 3
    undo = next(button.label for button in pad.phone.page.buttons if button.label.startswith("Undo entry"))
    pad.phone.tap(undo)
    pad.phone.open(pad.url)
    assert pad.totals == [70, 51]
    pad.hand("4, 3, 3, 2", 7)
    assert pad.totals == [122, -19]


def test_damaged_game_can_be_deleted(app: Flask, pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    game = pad.url.rpartition("/")[2]
    damage(app, "entry", "payload", "{", f"game_id = '{game}'")
    pad.phone.open(pad.url, 409)
    assert "nothing can be undone" in pad.phone.page.text
    assert "The game is deleted." in pad.phone.tap("Delete for ever").text


ROWS = (
    ("game", "summary", "{"),
    ("game", "summary", '{"totals": "x", "winners": 5}'),
    ("game", "sides", "null"),
    ("game", "sides", "[1]"),
    ("game", "options", "{"),
    ("card_table", "agreed", "{"),
    ("card_table", "agreed", '{"a": 1}'),
    ("card_table", "turns", "[1"),
    ("card_table", "turns", '{"night": 5, "here": 7}'),
)


@pytest.mark.parametrize(("table", "column", "text"), ROWS)
def test_damaged_row_takes_no_list_down(app: Flask, after: After, table: str, column: str, text: str) -> None:
    pad = after(one_hand)
    home = pad.phone.client.get(pad.url).text
    of_table = next(part for part in home.split('"') if part.startswith("/tables/")).split("/")[2]
    damage(app, table, column, text, "1 = 1")
    for page in ("/", f"/tables/{of_table}", f"/tables/{of_table}/history", f"/tables/{of_table}/games/new"):
        assert pad.phone.client.get(page, follow_redirects=True).status_code < 500, page
    assert Phone(app.test_client()).client.get("/").status_code == 200


def test_program_is_told_that_a_tournament_is_damaged_and_mends_it(app: Flask) -> None:
    directed = Directed(app, stage("swiss", rounds=2))
    directed.enter(["Ann", "Abe"], ["Bea", "Ben"])
    directed.pair()
    seq = directed.now["seq"]
    damage(app, "tournament_event", "payload", "{", f"tournament_id = '{directed.id}' AND seq = {seq}")
    error = directed.call("GET", "", None, 409)["error"]
    assert (error["code"], error["entry"]) == ("damaged", seq)
    listed = directed.program.get(f"/tables/{directed.program.table}/tournaments")["tournaments"]
    assert [each["tournament"] for each in listed] == [directed.id]
    directed.call("POST", "/undo", {})
    assert directed.now["stages"][0]["rounds"] == []


def test_hand_is_saved_although_its_tournament_is_damaged(app: Flask) -> None:
    directed = Directed(app, stage("open"))
    directed.enter(["Ann", "Abe"], ["Bea", "Ben"], ["Cal", "Cleo"], ["Dan", "Dot"])
    match = directed.pair()[0]
    game = directed.game(match)
    seq = directed.now["seq"]
    damage(app, "tournament_event", "payload", "{", f"tournament_id = '{directed.id}' AND seq = {seq}")
    directed.program.write(game, "hand", hand=1, **hand(5, 5, 7))
    directed.program.write(game, "close", reason="time")


def test_finished_damaged_game_takes_no_page_of_players_or_nights_down(app: Flask, phone: Phone) -> None:
    pad = start_game(phone, target="50")
    pad.hand("4, 3, 1, 4", 6)
    game = pad.url.rpartition("/")[2]
    table = next(part for part in phone.open("/").html.split('"') if part.startswith("/tables/"))
    table = "/".join(table.split("/")[:3])
    links = {link.url for page in (f"{table}/players", f"{table}/history") for link in phone.open(page).links}
    pages = {url for url in links if url.startswith(table) and "pseudo" not in url}
    pages |= {
        link.url for url in pages if "/players/" in url for link in phone.open(url).links if link.url.startswith(table)
    }
    assert len(pages) > 10
    of_each_kind = {re.sub(r"\d+", "1", url): url for url in sorted(pages)}.values()
    damage(app, "entry", "payload", "{", f"game_id = '{game}' AND kind = 'hand'")
    for page in (*of_each_kind, f"{table}/exports/zip", f"{table}/exports/xlsx"):
        assert phone.client.get(page).status_code < 400, page


def test_player_of_a_damaged_game_can_be_erased(app: Flask, pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    game = pad.url.rpartition("/")[2]
    damage(app, "entry", "payload", "{", f"game_id = '{game}' AND kind = 'hand'")
    with app.app_context():
        table = find_game(game).table_id
        (ann,) = [player.id for player in players_named(table, ["Ann"]).values()]
        erase_player(table, ann, Author())
        assert "Ann" not in str([event.payload for event in events_of(game)])
        assert "Ann" not in str(find_game(game).sides)
