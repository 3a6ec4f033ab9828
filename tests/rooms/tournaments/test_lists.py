"""Lists for the desk and the hall: outstanding results, who is missing, who paid, pairings by name on paper."""

from __future__ import annotations

import re
from base64 import b64encode
from io import BytesIO
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.pages.showing import wall
from scorekeeper.rooms.tournaments.services.team_lists import read_team_list
from scorekeeper.rooms.tournaments.services.teams import set_status
from scorekeeper.services.recording import Author
from tests.each_case import each_case
from tests.rooms.tournaments.directing import Directed
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.rooms.tournaments.test_fixtures import workbook
from tests.rooms.tournaments.test_hall_screens import later
from tests.web.browsing import Page


@pytest.fixture
def paired(hall: Hall) -> Hall:
    """Four matches of which one is done, on paper."""
    hall.set_up(format="swiss", playoff="0", rounds="3", kept_on="paper")
    hall.pair()
    hall.paper(hall.open_matches[0], 300, 200)
    return hall


def names(hall: Hall, address: str) -> list[str]:
    """The teams of the list of matches on a page."""
    html = hall.director.open(hall.at(address)).html
    return [name for name in EIGHT if name.replace("&", "&amp;") in re.sub(r"(?s)<header.*?</header>", "", html)]


def test_desk_and_pairings_list_only_outstanding_results(paired: Hall) -> None:
    done = next(match for match in paired.state.matches.values() if paired.state.is_over(match))
    open_teams = {paired.state.teams[team].name for match in paired.open_matches for team in match.teams}
    for page in ("desk", "rounds"):
        assert set(names(paired, page)) == set(EIGHT)
        assert paired.director.page.url.endswith(page)
        paired.director.tap("Only outstanding results 3")
        assert set(names(paired, f"{page}?only=outstanding")) == open_teams
    assert not {paired.state.teams[team].name for team in done.teams} & open_teams


def test_programs_read_only_outstanding_results(app: object) -> None:
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 2})  # type: ignore[arg-type]
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    first, second = directed.pair()
    directed.wins(first, first["teams"][0])
    found = directed.call("GET", "?outstanding=yes", None, 200)["stages"][0]["rounds"][0]["matches"]
    assert [match["id"] for match in found] == [second["id"]]
    assert len(directed.matches()) == 2
    assert directed.refused("GET", "?outstanding=no", {}) == "not-one-of"


def test_wall_names_who_is_missing_before_and_after_the_first_round(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    assert "Not here yet" not in hall.director.open(hall.at("wall")).text
    hall.paste(["Zoe & Yan"])
    assert "Not here yet: come to the desk Zoe & Yan" in hall.director.open(hall.at("wall")).text
    hall.pair()
    assert "Not here yet" not in hall.director.open(hall.at("wall")).text  # a new pairing is alone at first
    later(monkeypatch, 2)
    assert "Not here yet: come to the desk Zoe & Yan" in hall.director.open(hall.at("wall")).text
    assert wall.MISSING in hall.director.page.html


def test_team_that_dropped_is_marked_in_standings_and_on_the_wall(
    paired: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    later(monkeypatch, 10)

    def marked(address: str) -> list[str]:
        html = paired.director.open(paired.at(address)).html
        rows = re.findall(r"(?s)<(?:tr|li class=.wall-cell).*?</(?:tr|li)>", html)
        return [name for row in rows if ">left<" in row for name in EIGHT if name.replace("&", "&amp;") in row]

    assert marked("standings") == marked("wall?show=standings") == []
    with paired.app.app_context():
        set_status(paired.id, [paired.team("Ann & Abe")], "dropped", Author("Dora"))
    assert marked("standings") == marked("wall?show=standings") == ["Ann & Abe"]


def test_pairings_by_name_on_paper(paired: Hall) -> None:
    page = paired.director.open(paired.at("print/names"))
    rows = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in re.findall(r"(?s)<tr>.*?</tr>", page.html)][1:]
    assert [row.split()[0] for row in rows] == sorted(player for team in EIGHT for player in team.split(" & "))
    match = next(match for match in paired.state.matches.values() if paired.team("Ann & Abe") in match.teams)
    other = next(name for name in paired.names(match) if name != "Ann & Abe")
    assert f"Abe {match.pairing.table} {other.replace('&', '&amp;')}" in rows


def test_paper_has_a_number_for_who_is_called_by_a_number(paired: Hall) -> None:
    with paired.app.app_context():
        set_status(paired.id, [paired.team("Ann & Abe")], "by-number", Author("Dora"), player="Ann")
    text = paired.director.open(paired.at("print/names")).text
    assert "Ann " not in text
    assert "Player" in text


def test_teams_page_adds_up_who_paid(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    assert "paid" not in hall.director.open(hall.at("teams")).text
    with hall.app.app_context():
        set_status(hall.id, [1], "paid", Author("Dora"))
        set_status(hall.id, [2], "paid", Author("Dora"), player="Bea")
    assert "3 of 8 players paid, 1 of 4 teams" in hall.director.open(hall.at("teams")).text


@each_case(
    ("text", "lines"),
    [
        ("Ann & Abe\nBea, Ben", "Ann & Abe\nBea, Ben"),
        ("Team,Player 1,Player 2\nThe Aces,Ann,Abe\n,Bea,Ben", "The Aces: Ann & Abe\nBea & Ben"),
        ("#;Spieler;Partner\n1;Ann;Abe\n2;Bea;", "Ann & Abe\nBea"),
        ("1\tAnn\tAbe\n2\tBea & Ben\t", "Ann & Abe\nBea & Ben"),
        ("Equipo,Jugador\nLos Ases,Ann & Abe", "Los Ases: Ann & Abe"),
        ("Team Ann, Abe", "Team Ann, Abe"),
        ("1. Ann & Abe\n2) Bea / Ben", "1. Ann & Abe\n2) Bea / Ben"),
        ("sep=;\nAnn;Abe\nBea;Ben", "Ann & Abe\nBea & Ben"),
        ('"Ann & Abe"\n"Bea & Ben"', "Ann & Abe\nBea & Ben"),
        ('"Smith, Ann","Jones, Abe"', "Ann Smith & Abe Jones"),
        ('Player 1,Player 2\n"Smith, Ann","Jones, Abe"', "Ann Smith & Abe Jones"),
        ("First name 1,Last name 1,First name 2,Last name 2\nAnn,Smith,Abe,Jones", "Ann Smith & Abe Jones"),
        ("Vorname;Nachname\nAnn;Smith\nAbe;Jones", "Ann Smith\nAbe Jones"),
        ("Nombre;Apellido\nAna;Ruiz", "Ana Ruiz"),
        ("Captain,Partner\nAnn,Abe", "Ann & Abe"),
        ("Players\nAnn & Abe\nBea & Ben", "Ann & Abe\nBea & Ben"),
        ("Team\nAnn & Abe", "Ann & Abe"),
        ("The Aces (Ann & Abe)", "The Aces: Ann & Abe"),
        ("The Aces,Ann & Abe", "The Aces: Ann & Abe"),
        ("Team,Player 1,Player 2\nAces: II,Ann,2", "Aces II: Ann & 2"),
        ("\ufeffNr.;Mannschaft;Spieler 1;Spieler 2\r\n1;Die Asse;Anna;Abel\r\n", "Die Asse: Anna & Abel"),
    ],
)
def test_table_of_teams_becomes_lines(text: str, lines: str) -> None:
    found = read_team_list(text)
    assert (found.lines, found.titles, found.not_read, found.unused) == (lines, [], [], [])
    assert read_team_list(lines).lines == lines, "it is not read in another way when it comes back"


@each_case(
    ("text", "lines", "named"),
    [
        ("Autumn league\nTeam,Player 1,Player 2\nAces,Ann,Abe\n", "Aces: Ann & Abe", ["Autumn league"]),
        ("Ann & Abe\nBYE\n-\n", "Ann & Abe", ["BYE", "-"]),
        ("Team,Player 1,Player 2\nAces,Ann,Abe\nTotal: 1 team,,\n", "Aces: Ann & Abe", ["Total: 1 team, , "]),
        ("Team\nThe Aces\n", "", ["The Aces"]),
        ("Team,Player 1,Player 2,Phone,Paid\nAces,Ann,Abe,555,yes\n", "Aces: Ann & Abe", ["Phone", "Paid"]),
    ],
)
def test_what_is_no_team_of_a_list_is_named(text: str, lines: str, named: list[str]) -> None:
    found = read_team_list(text)
    assert found.lines == lines
    assert [*(line.text for line in (*found.titles, *found.not_read)), *found.unused] == named


def test_workbook_of_teams_is_shown_as_read_entered_and_taken_out(hall: Hall) -> None:
    hall.set_up((), format="swiss", playoff="0")
    phone = hall.director
    fields = dict(phone.open(hall.at("teams")).form_with("teams").fields.items())
    sent = fields | {"file": (BytesIO(workbook(("Pair", "Player", "Partner"), ("Aces", "Ann", "Abe"))), "teams.xlsx")}
    answer = phone.client.post(hall.at("teams"), data=sent, content_type="multipart/form-data")
    phone.page = Page(200, hall.at("teams"), answer.get_data(as_text=True))
    assert "So the table was read" in phone.page.text
    assert "Aces: Ann &amp; Abe" in phone.page.html
    assert not hall.state.teams
    phone.submit(phone.page.form_with("teams"), None, 200)
    assert [(team.name, team.players) for team in hall.state.teams.values()] == [("Aces", ("Ann", "Abe"))]
    assert "What was entered last: 1 team" in phone.page.text
    phone.tap("Take it out again")
    assert not hall.state.teams


def test_api_enters_a_list_of_teams(app: Flask) -> None:
    held = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 2})
    path = f"/tournaments/{held.id}/teams/list"
    file = {"file": b64encode(workbook(("Pair", "Player", "Partner"), ("Aces", "Meken", "Abe"))).decode()}
    seen = held.program.post(f"{path}/preview", file, 200)
    nothing: dict[str, list[object]] = {"alike": [], "not_read": [], "titles": [], "columns": []}
    assert seen == {"teams": [{"name": "Aces", "players": ["Meken", "Abe"]}], **nothing}
    assert held.now["teams"] == []
    assert held.program.post(path, file, 200)["teams"] == seen["teams"]
    assert [team["name"] for team in held.now["teams"]] == ["Aces"]
    assert held.refused("POST", "/teams/list", {"list": "Mekem & Zoe"}) == "list-asks"
    assert held.program.post(path, {"list": "Mekem & Zoe", "sure": True}, 200)["alike"] == ["Mekem looks like Meken."]
    held.program.post(f"/tournaments/{held.id}/undo", {})
    assert [team["name"] for team in held.now["teams"]] == ["Aces"]
    unread = {"list": "League\nTeam,Player 1,Player 2,Phone\nKings,Bea,Ben,1\nQueens,,,2\n"}
    seen = held.program.post(f"{path}/preview", unread, 200)
    assert [line["line"] for line in (*seen["titles"], *seen["not_read"])] == [1, 4]
    assert seen["columns"] == ["Phone"]
    assert held.refused("POST", "/teams/list", unread) == "lines-not-read"
    assert held.program.post(path, unread | {"skip": [4]}, 200)["teams"] == [
        {"name": "Kings", "players": ["Bea", "Ben"]}
    ]


def test_api_takes_out_what_a_list_brought(app: Flask) -> None:
    held = Directed(app, {"format": "fixtures", "rules": "partnership"})
    lists = f"/tournaments/{held.id}"
    for path in ("teams/list", "fixtures"):
        assert held.refused("POST", f"/{path}/take-out", {}) == "nothing-to-undo"
    held.program.post(f"{lists}/teams/list", {"list": "Ann & Abe\nBea & Ben\nCal & Cleo\n"}, 200)
    held.program.post(f"{lists}/fixtures", {"list": "1, Ann & Abe, Dan & Dot, 512, 300\n1, Bea & Ben, Cal & Cleo"}, 200)
    assert held.refused("POST", "/teams/list/take-out", {}) == "nothing-to-undo", "it has results, too"
    own = {"id": str(uuid4())}
    out = held.program.post(f"{lists}/fixtures/take-out", own, 200)
    assert (out["teams"], out["fixtures"], out["results"]) == (1, 2, 1)
    assert held.program.post(f"{lists}/fixtures/take-out", own, 200)["teams"] == 0, "a repeat takes nothing else out"
    assert len(held.now["teams"]) == 3
    assert held.refused("POST", "/teams/list/take-out", {}) == "nothing-to-undo", "something was recorded since"
    held.program.post(f"{lists}/teams/list", {"list": "Eve & Ed"}, 200)
    assert held.program.post(f"{lists}/teams/list/take-out", {}, 200)["teams"] == 1
    assert len(held.now["teams"]) == 3
    for body in ({"id": "x"}, {"other": 1}):
        held.refused("POST", "/fixtures/take-out", body)
