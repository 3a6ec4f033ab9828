"""What must not be there: an unpublished round, hidden standings, and who is called by a number, for every reader."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from scorekeeper.core.sheet import read_sheet
from scorekeeper.rooms.club.services.seasons import save_season
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.readers import Reader, names_for, seen_by
from scorekeeper.rooms.tournaments.services.teams import set_status
from scorekeeper.services.recording import Author, record
from scorekeeper.services.starting import start_game
from scorekeeper.storage.members import Role
from scorekeeper.storage.players import find_player
from tests.rooms.club.pages.test_settling import BIG, choose_stakes
from tests.rooms.tournaments.fields import record as recorded, stage, tournament
from tests.rooms.tournaments.hall import Hall
from tests.rooms.tournaments.test_damaged import damage_last
from tests.rooms.tournaments.test_desk_roles import HELPER, joined, program
from tests.rooms.tournaments.test_ways_in import says_who
from tests.tables import sheet_of

TEAMS = ("Mia Moreau & Abe Abbot", "Bea Bolt & Ben Bond", "Cal Cole & Cleo Cody", "Dan Dale & Dot Dunn")
HIDDEN = "Moreau"
"""Of the player who is called by a number; first names and initials never have it."""
SEASON: dict[str, object] = {
    "name": "Winter",
    "least_games": 1,
    "last_night": date(2999, 1, 1),
    "best_nights": None,
    "counted_by": "points",
    "for_win": 3,
    "for_tie": 1,
    "for_loss": 0,
    "for_places": None,
}


@pytest.fixture
def secretive(hall: Hall) -> Hall:
    """Round 1 is played, round 2 is paired and not published; standings are hidden, and Mia is called by a number."""
    hall.id = hall.director.step("secretive", lambda: hide(hall))
    return hall


def hide(hall: Hall) -> str:
    hall.set_up(TEAMS, format="swiss", playoff="0", rounds="3")
    hall.set(hide_standings=True)
    with hall.app.app_context():
        set_status(hall.id, [hall.team(TEAMS[0])], ev.BY_NUMBER, Author("Dora", directs=True), player="Mia Moreau")
    choose_stakes(hall.director, f"/tables/{hall.director_table}", currency="points", game="10")
    today = datetime.now(UTC).date()
    with hall.app.app_context():
        save_season(hall.director_table, SEASON | {"first_night": today - timedelta(days=2)})
    hall.pair()
    mias = next(match for match in hall.open_matches if hall.team(TEAMS[0]) in match.teams)
    hall.director.open(hall.at(f"desk/matches/{mias.id}"))
    game = hall.director.tap("Start the game here").url.rsplit("/", 1)[-1]
    with hall.app.app_context():
        for number in (1, 2):
            record(
                game,
                "hand",
                {"hand": number, "bids": [["3", "3"], ["3", "3"]], "took": [7, 6]},
                author=Author("Dora", directs=True),
            )
        record(game, "close", {}, author=Author("Dora", directs=True))
        for side in (0, 1):
            record(game, "sign", {"side": side, "verdict": "agreed"}, author=Author("Dora", directs=True))
    hall.paper(next(match for match in hall.open_matches if match.id != mias.id), 13870, 263)
    hall.director.open(hall.at("desk"))
    hall.director.tap("Pair round 2")
    return hall.id


def addresses(hall: Hall, *, calls: bool) -> Iterator[str]:
    """Every address below this tournament, its table and its game that answers to a GET."""
    game = next(match.game for match in hall.state.matches.values() if match.game)
    with hall.app.app_context():
        player = find_player(hall.director_table, "Mia Moreau")
    assert player is not None
    sign_up, card = hall.sign_up.rsplit("/", 1)[-1], hall.card(1).rsplit("/", 1)[-1]
    night = hall.director.open(f"/tables/{hall.director_table}/night").url.rsplit("/", 1)[-1]
    formats = ("zip", "json", "csv", "xlsx", "txt", "matches", "standings", "games", "pairings", "cards", "sheets")
    for rule in hall.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint.startswith("api.") != calls:
            continue
        if rule.endpoint == "static" or not {"tournament", "table", "game"} & rule.arguments:
            continue
        known = {"tournament": hall.id, "table": hall.director_table, "game": str(game), "player": str(player.id)}
        known |= {"night": night, "season": "1"}
        known |= {"key": card if rule.endpoint.startswith("cards") else sign_up, "number": "1", "match": "1"}
        for form in formats if {"form", "file", "what"} & rule.arguments else ("",):
            yield filled(rule, known, form)


def filled(rule: Rule, known: dict[str, str], form: str) -> str:
    def value(part: re.Match[str]) -> str:
        converter, name = part[1] or "", part[2]
        if converter.startswith("any("):
            return converter[4:].split(",")[0].rstrip("):")
        return known.get(name, form or "1")

    return re.sub(r"<(?:([^<>:]*(?:\([^)]*\))?):)?(\w+)>", value, rule.rule)


def named(client: FlaskClient, asked: Iterator[str], headers: dict[str, str], words: tuple[str, ...]) -> list[str]:
    """The addresses whose answer has one of these words, and not within a token; streams give their first piece."""
    found = []
    for address in [*asked, *([] if headers else ["/"])]:
        if address.endswith(("/live", "/across", "/events")):
            continue
        answer = client.get(address, headers=headers)
        body = unpacked(answer.get_data())
        found += [f"{address}: {word}" for word in words if re.search(rb"(?<![\w-])%b(?![\w-])" % word.encode(), body)]
    return found


def unpacked(body: bytes) -> bytes:
    """The bytes, of a ZIP or a workbook those of all its files."""
    if not zipfile.is_zipfile(BytesIO(body)):
        return body
    with zipfile.ZipFile(BytesIO(body)) as packed:
        return b"".join(packed.read(name) for name in packed.namelist())


def sheet_of_club() -> dict[str, object]:
    """A game that is no match, which Mia has played with others."""
    sheet = sheet_of("partnership", BIG, closed="late")
    names = (("Mia Moreau", "Zoe Zander"), ("Yan Young", "Xia Xu"))
    return sheet | {"sides": [{"name": " & ".join(pair), "players": list(pair)} for pair in names]}


def test_walk_finds_what_the_desk_reads(secretive: Hall) -> None:
    pages = named(secretive.director.client, addresses(secretive, calls=False), {}, (HIDDEN, "13870"))
    calls = named(
        secretive.app.test_client(), addresses(secretive, calls=True), program(secretive, HELPER), (HIDDEN, "13870")
    )
    assert {secretive.at("desk"), secretive.at("teams"), "/"} <= {
        found.split(":")[0] for found in pages if HIDDEN in found
    }
    assert f"{secretive.at('matches.csv')}: 13870" in pages
    at = f"/api/v1/tournaments/{secretive.id}"
    assert {f"{at}: {HIDDEN}", f"{at}: 13870", f"{at}/entries: {HIDDEN}"} <= set(calls)
    assert f"/api/v1/tables/{secretive.director_table}/exports/zip: {HIDDEN}" in calls


@pytest.mark.parametrize("who", ["stranger", "watcher", "asks by card", "asks by code", "player"])
def test_page_names_nobody_who_is_called_by_a_number(secretive: Hall, who: str) -> None:
    if who == "watcher":
        phone = joined(secretive, Role.WATCHER)
    elif who == "player":
        phone = secretive.phone_of("Bea Bolt")
    elif who == "asks by code":
        phone = secretive.claims("Bea Bolt")
    elif who == "asks by card":
        phone = says_who(secretive, joined(secretive, Role.WATCHER), "Cal Cole")
    else:
        phone = secretive.new_phone()
    found = named(phone.client, addresses(secretive, calls=False), {}, (HIDDEN, "13870"))
    own = [f"{secretive.at('my-match')}: 13870"] if who == "player" else []  # the result of one's own match
    assert [each for each in found if each not in own] == []


def test_watcher_reads_everything_else_of_the_table(secretive: Hall) -> None:
    table, phone = f"/tables/{secretive.director_table}", joined(secretive, Role.WATCHER)
    for page in ("/seasons", "/settling"):  # a match is played for nothing
        phone.open(table + page)
    for page in ("", "/history", "/night", "/players", "/seasons/1"):
        text = phone.open(table + page).text
        assert "Player 1" in text, page
        assert "Abe Abbot" in text, page
    read = program(secretive, Role.WATCHER)
    calls = ("players", "games", "leaderboard", "head-to-head", "settling", "leaderboard?season=1")
    client = secretive.app.test_client()
    answers = {call: client.get(f"/api/v1{table}/{call}", headers=read) for call in calls}
    assert [(call, answer.status_code) for call, answer in answers.items() if answer.status_code != 200] == []
    assert [call for call, answer in answers.items() if "Player 1" not in answer.text] == ["settling"]


def test_watchers_choice_of_names_and_file_have_no_number(secretive: Hall) -> None:
    table, phone = f"/tables/{secretive.director_table}", joined(secretive, Role.WATCHER)
    read = program(secretive, Role.WATCHER)
    answers = [
        phone.client.get(f"{table}/who"),
        phone.client.get(f"{table}/exports/zip"),
        secretive.app.test_client().get(f"/api/v1{table}/exports/zip", headers=read),
    ]
    for answer in map(unpacked, (answer.get_data() for answer in answers)):
        assert b"Abe Abbot" in answer
        assert b"Player 1" not in answer


def test_watcher_opens_neither_the_page_of_who_is_called_by_a_number_nor_the_match(secretive: Hall) -> None:
    phone, table = joined(secretive, Role.WATCHER), secretive.director_table
    game = next(match.game for match in secretive.state.matches.values() if match.game)
    with secretive.app.app_context():
        mia, abe = (find_player(table, name) for name in ("Mia Moreau", "Abe Abbot"))
    assert mia is not None
    assert abe is not None
    one, other = f"/tables/{table}/players/{mia.id}", f"/tables/{table}/players/{abe.id}"
    assert "This player is called by a number" in phone.open(one, 403).text
    assert "This player is called by a number" in phone.open(f"{other}/with/{mia.id}", 403).text
    assert "A player of this match is called by a number" in phone.open(f"/games/{game}", 403).text
    assert "Player 1" in phone.open(other).text
    assert "Mia Moreau" in secretive.director.open(one).text


def test_search_does_not_say_whose_number_it_is(secretive: Hall) -> None:
    history = f"/tables/{secretive.director_table}/history?q="
    watcher = joined(secretive, Role.WATCHER)
    for phone, finds in ((secretive.director, True), (watcher, False)):
        hidden, unknown = (phone.open(history + word).text.replace(word, "") for word in (HIDDEN, "Nobodyson"))
        assert (hidden != unknown) is finds


def test_who_also_plays_the_clubs_games_is_named_in_its_lists_but_not_in_the_match(secretive: Hall) -> None:
    table = secretive.director_table
    with secretive.app.app_context():
        start_game(table, read_sheet(sheet_of_club()), author=Author("Dora"))
    phone = joined(secretive, Role.WATCHER)
    assert "Mia Moreau" in phone.open(f"/tables/{table}/players").text
    assert "Zoe Zander" in phone.open(f"/tables/{table}/settling").text
    history = phone.open(f"/tables/{table}/history").text
    assert "Player 1 & Abe Abbot" in history
    assert "Mia Moreau & Zoe Zander" in history
    with secretive.app.app_context():
        mia = find_player(table, "Mia Moreau")
    assert mia is not None
    assert "Player 1" not in phone.open(f"/tables/{table}/history?who={mia.id}").text
    phone.open(f"/tables/{table}/players/{mia.id}", 403)


def test_called_by_name_again_is_named_in_every_list(secretive: Hall) -> None:
    with secretive.app.app_context():
        set_status(secretive.id, [1], ev.BY_NAME, Author("Dora", directs=True), player="Mia Moreau")
    assert HIDDEN in joined(secretive, Role.WATCHER).open(f"/tables/{secretive.director_table}/players").text


def test_damaged_tournament_names_nobody_and_takes_no_list_down(secretive: Hall) -> None:
    damage_last(secretive, "{}")
    phone, table = joined(secretive, Role.WATCHER), f"/tables/{secretive.director_table}"
    for page in ("", "/history", "/night", "/players"):
        shown = phone.open(table + page)
        assert HIDDEN not in shown.html
        assert "A player" in shown.text


def test_watchers_token_reads_neither_names_nor_rounds_nor_standings(secretive: Hall) -> None:
    program_of_watcher = program(secretive, Role.WATCHER)
    client = secretive.app.test_client()
    assert named(client, addresses(secretive, calls=True), program_of_watcher, (HIDDEN, "13870")) == []
    read = client.get(f"/api/v1/tournaments/{secretive.id}", headers=program_of_watcher).get_json()
    stage = read["stages"][0]
    assert [found["number"] for found in stage["rounds"]] == [1]
    assert (stage["standings"], [match["result"] for match in stage["rounds"][0]["matches"]]) == ([], [None, None])
    at_desk = client.get(f"/api/v1/tournaments/{secretive.id}", headers=program(secretive, HELPER)).get_json()
    assert len(at_desk["stages"][0]["rounds"]) == 2
    assert at_desk["stages"][0]["standings"] != []
    assert "Mia Moreau" in str(at_desk["teams"])


def test_sign_up_offers_who_is_called_by_a_number_without_the_name(secretive: Hall) -> None:
    phone = secretive.new_phone()
    page = phone.open(secretive.sign_up)
    assert "Player 1" in [button.label for button in page.buttons]
    phone.tap("Player 1")
    assert HIDDEN not in phone.open(secretive.at("my-match")).html
    secretive.director.open(secretive.at("desk"))
    assert "Mia Moreau" in secretive.director.page.text


def test_one_reader_sees_what_the_other_does_not(secretive: Hall) -> None:
    state = secretive.state
    assert seen_by(state, Reader.DESK) is state
    for reader in (Reader.PLAYER, Reader.WATCHER):
        seen = seen_by(state, reader)
        assert [found.number for found in seen.rounds] == [1]
        assert seen_by(seen, reader) == seen
        assert HIDDEN not in str(seen.teams)
        assert names_for(state, reader) == {team.id: team.name for team in seen.teams.values()}


@pytest.mark.parametrize(("names", "called"), [("full", "Zoe Zander"), ("initial", "Zoe Z."), ("number", "Team 1")])
def test_watcher_reads_a_reserve_as_the_players(names: str, called: str) -> None:
    players = ["Ann Abbot", "Ben Bond"]
    start = tournament([stage("swiss")], names=names)
    state = recorded(start, ev.TEAM, team=1, players=players, reserve="Zoe Zander")
    assert seen_by(state, Reader.WATCHER).teams[1].reserve == called
    assert seen_by(state, Reader.PLAYER).teams[1].reserve == "Zoe Zander"
