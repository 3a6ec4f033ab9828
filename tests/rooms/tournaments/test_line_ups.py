"""Teams of a league with more than two players: who plays is said for each match, and what counts follows it."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.domain.line_ups import line_up
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_TEAM_PLAYERS
from scorekeeper.rooms.tournaments.services.teams import set_status
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.recording import Author
from tests.each_case import each_case
from tests.rooms.tournaments.directing import Directed
from tests.rooms.tournaments.fields import enter, pair, record, refused_with, stage, tournament
from tests.rooms.tournaments.hall import Hall
from tests.rooms.tournaments.test_league import HEADS, bring, meetings
from tests.web.browsing import Form, Page

ACES = ["Ann", "Abe", "Ada", "Art"]
FOXES = ["Bea", "Ben", "Bob"]


def squads() -> TournamentState:
    """Four teams, of whom the Aces have four players and the Foxes three; everybody meets everybody twice."""
    state = record(tournament([stage("fixtures", settings={"league_points": "2-1-0"})]), "team", **of(1, "Aces", ACES))
    state = record(state, "team", **of(2, "Foxes", FOXES))
    for team, players in ((3, ["Cal", "Cleo"]), (4, ["Dan", "Dot"])):
        state = record(state, "team", team=team, players=players)
    state = record(state, "team-status", teams=[1, 2, 3, 4], status="arrived")
    parts = stage("fixtures", fixtures=meetings(4), settings={"league_points": "2-1-0"})
    state = record(state, "settings", name="League", stages=[parts])
    for _ in range(6):
        state = pair(state, anyway=True)
    return state


def of(team: int, name: str, players: list[str]) -> dict[str, Any]:
    return {"team": team, "name": name, "players": players}


def plays(state: TournamentState, match: int, team: int) -> tuple[str, ...]:
    return line_up(state, state.matches[match], state.teams[team])


def of_team(state: TournamentState, team: int) -> list[int]:
    """The matches of a team."""
    return [match.id for match in state.matches.values() if team in match.teams]


def test_line_up_is_the_last_one_until_another_is_named() -> None:
    state = squads()
    first, second, third, *_others = of_team(state, 1)
    assert plays(state, first, 1) == ()
    state = record(state, "line-up", match=first, team=1, players=["Ada", "Ann"])
    assert plays(state, first, 1) == plays(state, second, 1) == ("Ada", "Ann")
    state = record(state, "line-up", match=second, team=1, players=["Abe", "Art"])
    assert [plays(state, match, 1) for match in (first, second, third)] == [
        ("Ada", "Ann"),
        ("Abe", "Art"),
        ("Abe", "Art"),
    ]
    assert plays(state, of_team(state, 3)[0], 3) == ("Cal", "Cleo")
    state = record(state, "take-back", entry=state.seq)
    assert plays(state, second, 1) == ("Ada", "Ann")


def test_line_up_of_a_played_match_stays_when_the_team_plays_otherwise() -> None:
    state = squads()
    first, second, *_others = of_team(state, 1)
    state = record(state, "line-up", match=first, team=1, players=["Ada", "Ann"])
    for match in (first, second):
        state = record(state, "result", match=match, scores=[500, 300], signed=True, source="desk")
    state = record(state, "line-up", match=of_team(state, 1)[2], team=1, players=["Abe", "Art"])
    state = record(state, "team", **of(1, "Aces", ["Abe", "Art", "Amy"]))
    assert plays(state, second, 1) == ("Ada", "Ann")


def test_who_played_is_not_guessed_from_a_list() -> None:
    state = squads()
    first, second, *_others = of_team(state, 1)
    state = record(state, "line-up", match=first, team=1, players=["Ada", "Ann"])
    state = record(state, "results", results=[{"match": second, "scores": [500, 300], "signed": True}])
    assert plays(state, second, 1) == ()
    state = record(state, "line-up", match=second, team=1, players=["Abe", "Ann"])
    assert plays(state, second, 1) == ("Abe", "Ann")


def test_line_up_with_somebody_who_left_the_team_is_no_longer_the_next_one() -> None:
    state = squads()
    first, second, *_others = of_team(state, 1)
    state = record(state, "line-up", match=first, team=1, players=["Ada", "Ann"])
    state = record(state, "team", **of(1, "Aces", ["Ann", "Abe", "Art"]))
    assert plays(state, second, 1) == ()


def test_reserve_plays_if_the_line_up_names_it() -> None:
    state = record(squads(), "team", team=3, players=["Cal", "Cleo"], reserve="Cy")
    match = of_team(state, 3)[0]
    assert plays(state, match, 3) == ("Cal", "Cleo")
    assert plays(record(state, "line-up", match=match, team=3, players=["Cal", "Cy"]), match, 3) == ("Cal", "Cy")


@each_case(
    ("parts", "code"),
    [
        ({"players": ["Ann"]}, "size-of-line-up"),
        ({"players": ["Ann", "Abe", "Ada"]}, "size-of-line-up"),
        ({"players": ["Ann", "Ann"]}, "same-name"),
        ({"players": ["Ann", "Bea"]}, "not-of-team"),
        ({"players": []}, "size-of-line-up"),
        ({"match": 99, "players": ["Ann", "Abe"]}, "no-such-match"),
        ({"team": 3, "players": ["Cal", "Cleo"]}, "team-not-in-round"),
    ],
)
def test_line_up_that_cannot_be_is_refused(parts: dict[str, Any], code: str) -> None:
    state = squads()
    match = next(match for match in state.matches.values() if set(match.teams) == {1, 2})
    with refused_with(code):
        record(state, "line-up", **{"match": match.id, "team": 1, **parts})


def test_line_up_of_a_match_that_is_played_stays() -> None:
    state = squads()
    match = of_team(state, 3)[0]
    state = record(state, "game", match=match, game="u9n98rtVTilA2q4SKLRV5o")
    with refused_with("match-has-begun"):
        record(state, "line-up", match=match, team=3, players=["Cal", "Cleo"])


def test_line_ups_and_more_players_are_of_leagues_alone() -> None:
    state = pair(enter(tournament([stage("swiss", rounds=2)]), 4))
    with refused_with("no-line-ups"):
        record(state, "line-up", match=1, team=1, players=list(state.teams[1].players))
    with refused_with("shape-of-format"):
        record(state, "team", **of(5, "Aces", ACES))


def test_team_of_more_than_two_needs_a_name_and_has_a_most() -> None:
    state = squads()
    with refused_with("team-needs-name"):
        record(state, "team", team=5, players=["Eve", "Ed", "Ella"])
    players = [f"Player {number}" for number in range(MAX_TEAM_PLAYERS + 1)]
    assert record(state, "team", **of(5, "Owls", players[1:])).teams[5].players == tuple(players[1:])
    with refused_with("too-many-parts"):
        record(state, "team", **of(5, "Owls", players))


# In the running app


@pytest.fixture
def club(hall: Hall) -> Hall:
    """A league of the Aces, the Foxes and two pairs, whose fixtures were brought; nothing is played."""

    def begin() -> str:
        hall.set_up((), format="fixtures", playoff="0")
        hall.enter(("Aces: " + ", ".join(ACES), "Foxes: " + ", ".join(FOXES), "Cal & Cleo", "Dan & Dot"))
        names = ("Aces", "Foxes", "Cal & Cleo", "Dan & Dot")
        lines = [HEADS]
        for fixture in meetings(4):
            one, other = (names[team - 1] for team in fixture["teams"])
            lines.append(f"{fixture['round']},2026-09-{fixture['round'] * 3:02},19:30,,{one},{other},,")
        bring(hall, lines)
        return hall.id

    hall.id = hall.director.step("squads", begin)
    return hall


def meeting(hall: Hall, one: int, other: int) -> int:
    """The first match of these two teams."""
    return next(match.id for match in hall.state.matches.values() if set(match.teams) == {one, other})


def form_of(page: Page) -> Form:
    return next(form for form in page.forms if form.action.endswith("/line-up"))


def fields_of(hall: Hall, match: int, **named: list[str]) -> dict[str, Any]:
    """Who is ticked, by the fields of both sides; `aces` and `foxes`."""
    sides = hall.state.matches[match].teams
    return {("first_plays", "second_plays")[sides.index({"aces": 1, "foxes": 2}[team])]: n for team, n in named.items()}


def test_a_phone_says_who_plays_and_they_sit_at_the_table(club: Hall) -> None:
    match = meeting(club, 1, 2)
    phone = club.phone_of("Art")
    address = club.at(f"my-match?match={match}")
    page = phone.open(address)
    assert page.text.count("not said yet") == 2
    assert "Say first who plays for Aces" in phone.tap("Keep score on this phone").text
    page = phone.open(address)
    page = phone.submit(form_of(page), None, 200, **fields_of(club, match, aces=["Ada", "Ann"], foxes=["Ben", "Bob"]))
    assert "Aces: Ada, Ann" in page.text
    game = phone.tap("Keep score on this phone").url.split("/")[2]
    with club.app.app_context():
        sides = {frozenset(side.players) for side in load_game(game).state.sheet.sides}
    assert sides == {frozenset(("Ada", "Ann")), frozenset(("Ben", "Bob"))}
    assert not any(form.action.endswith("/line-up") for form in phone.open(address).forms)
    assert "Foxes: Ben, Bob" in phone.page.text


@each_case("ticked", [["Ann"], ["Ann", "Abe", "Ada"], ["Ann", "Bea"], ["Ann", "Ann"], []])
def test_refused_line_up_stays_ticked(club: Hall, ticked: list[str]) -> None:
    match = meeting(club, 1, 3)
    page = club.director.open(club.at(f"desk/matches/{match}"))
    page = club.director.submit(form_of(page), None, 422, **fields_of(club, match, aces=ticked))
    shown = [name for name in ACES if f'value="{name}" checked' in page.html]
    assert shown == [name for name in ACES if name in ticked]
    assert club.state.matches[match].line_ups == {}


def test_desk_says_who_plays_and_a_result_on_paper_keeps_it(club: Hall) -> None:
    match, later = (match.id for match in list(club.state.matches.values()) if set(match.teams) == {1, 3})
    page = club.director.open(club.at(f"desk/matches/{match}"))
    page = club.director.submit(form_of(page), None, 200, **fields_of(club, match, aces=["Abe", "Art"]))
    assert "Aces: Abe, Art" in page.text
    club.paper(club.state.matches[match], 500, 300)
    club.paper(club.state.matches[later], 100, 300)
    history = club.director.open(club.at("standings/1")).text
    assert history.count("Abe, Art") == 2
    assert club.state.matches[later].line_ups == {1: ("Abe", "Art")}


def test_only_a_phone_of_the_match_says_who_plays_and_only_before_it_begins(club: Hall) -> None:
    match = meeting(club, 1, 3)
    phone, other = club.phone_of("Cal"), club.phone_of("Dan")
    form = form_of(phone.open(club.at(f"my-match?match={match}")))
    ticked = fields_of(club, match, aces=["Ann", "Abe"])
    own = form_of(other.open(club.at(f"my-match?match={meeting(club, 1, 4)}")))
    assert "no match here" in other.submit(own, None, 422, **ticked, match=str(match)).text
    assert club.state.matches[match].line_ups == {}
    phone.submit(form, None, 200, **ticked)
    assert club.state.matches[match].line_ups == {1: ("Ann", "Abe")}
    club.paper(club.state.matches[match], 500, 300)
    assert "no match here" in phone.submit(form, None, 422, **fields_of(club, match, aces=["Ada", "Abe"])).text


@pytest.fixture
def held(app: Flask) -> Directed:
    """A league as a program sets it up: the Aces and a pair meet twice."""
    held = Directed(app, {"format": "fixtures", "rules": "partnership", "settings": {"league_points": "3-1-0"}})
    held.call("POST", "/teams", {"name": "Aces", "players": ACES})
    held.enter(("Bea", "Ben"))
    held.write("team-status", teams=[1], status="arrived")
    held.call("POST", "/fixtures", {"list": "round,team,team\n1,Aces,Bea & Ben\n2,Bea & Ben,Aces"}, 200)
    return held


def test_program_says_who_plays(held: Directed) -> None:
    assert held.refused("POST", "/matches/1/game", {}) == "who-plays"
    held.write("line-up", match=1, team=1, players=["Ann", "Art"])
    assert held.match(1)["line_ups"] == [{"team": 1, "players": ["Ann", "Art"]}]
    held.call("POST", "/matches/1/game", {}, 200)
    body = {"kind": "line-up", "match": 1, "team": 1, "players": ["Ada", "Art"]}
    assert held.refused("POST", "/entries", body) == "match-has-begun"


def test_player_signs_a_team_of_more_than_two_up(club: Hall) -> None:
    phone = club.new_phone()
    form = phone.open(club.sign_up).form_with("more")
    named = {"player": "Eve", "partner": "Ed", "more": "Ella, Emil"}
    page = phone.submit(form, None, 422, **named)
    assert "A team of more than 2 players needs a name" in page.text
    form = page.form_with("more")
    assert {part: form.fields[part] for part in named} == named
    phone.submit(form, None, 200, name="Owls")
    assert club.state.teams[5].players == ("Eve", "Ed", "Ella", "Emil")


def test_desk_gives_a_team_more_players_and_an_evening_has_no_place_for_them(club: Hall) -> None:
    page = club.director.open(club.at("teams/3"))
    form = page.form_with("more")
    assert form.fields["more"] == ""
    page = club.director.submit(form, None, 422, more="Cy, Cora", name="")
    assert page.form_with("more").fields["more"] == "Cy, Cora"
    club.director.submit(page.form_with("more"), None, 200, name="Crows")
    assert club.state.teams[3].players == ("Cal", "Cleo", "Cy", "Cora")
    club.set_up(("Ann & Abe", "Bea & Ben"), format="swiss")
    assert not any("more" in form.fields for form in club.director.open(club.at("teams/1")).forms)
    assert not any("more" in form.fields for form in club.new_phone().open(club.sign_up).forms)


def test_players_count_by_the_line_ups(club: Hall) -> None:
    first, second = (match.id for match in list(club.state.matches.values()) if set(match.teams) == {1, 3})
    for match, aces, own in ((first, ["Ann", "Abe"], 500), (second, ["Ann", "Art"], 300)):
        page = club.director.open(club.at(f"desk/matches/{match}"))
        club.director.submit(form_of(page), None, 200, **fields_of(club, match, aces=aces))
        found = club.state.matches[match]
        club.paper(found, *((own, 400) if found.side_of(1) == 0 else (400, own)))
    text = club.director.open(club.at("standings/1")).text
    assert "Ann 2 matches, 1 won Abe 1 match, 1 won Art 1 match, 0 won AdaCalendar" in text


def test_who_is_called_by_a_number_is_so_in_a_line_up(club: Hall) -> None:
    match = meeting(club, 1, 3)
    page = club.director.open(club.at(f"desk/matches/{match}"))
    club.director.submit(form_of(page), None, 200, **fields_of(club, match, aces=["Ann", "Abe"]))
    with club.app.app_context():
        set_status(club.id, [1], "by-number", Author("Dora", directs=True), player="Ann")
    cal = club.phone_of("Cal")
    assert "Player 1, Abe" in cal.open(club.at("standings/1")).text
    assert "Ann" not in cal.page.text
    assert "Ann, Abe" in club.director.open(club.at("standings/1")).text
