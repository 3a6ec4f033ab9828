"""Players over the API: their names, renaming and merging, whatever rooms are open."""

from __future__ import annotations

import pytest

from scorekeeper.found_rooms import room_modules
from tests.api.calling import PAIRS, Json, Program
from tests.web.conftest import MakeApp

DUEL: Json = {"rules": "two-player", "sides": [{"name": "Ann"}, {"name": "Danny"}]}


@pytest.fixture(params=["with all rooms", "without rooms"])
def program(request: pytest.FixtureRequest, make_app: MakeApp) -> Program:
    return Program(make_app(ROOMS=tuple(room_modules()) if request.param == "with all rooms" else ()))


def player(program: Program, name: str) -> str:
    """The path of a player."""
    rows = program.get(f"/tables/{program.table}/players")["players"]
    number = next(row["player"] for row in rows if row["name"] == name)
    return f"/tables/{program.table}/players/{number}"


def test_players_are_listed_by_the_page(program: Program) -> None:
    for number in range(30):
        sides = [{"name": f"Left {number}"}, {"name": f"Right {number}"}]
        program.start({"rules": "two-player", "sides": sides})
    by_name = "sort=name" if program.client.application.config["ROOMS"] else "limit=50"  # the table alone has one order
    players = f"/tables/{program.table}/players?{by_name}"
    first = program.get(players)
    second = program.get(f"{players}&page={first['next']}")
    assert (len(first["players"]), len(second["players"]), second["next"]) == (50, 10, None)
    names = [row["name"] for row in first["players"]]
    assert names[:2] == ["Left 0", "Left 1"]
    assert names == sorted(names)


def test_list_says_who_is_a_visitor_and_who_left(program: Program) -> None:
    program.start({"rules": "two-player", "sides": [{"name": "Ann"}, {"name": "Ben"}]})
    players, ann = f"/tables/{program.table}/players", player(program, "Ann")
    for standing in ("visitor", "left", "member"):
        before = program.call("GET", players).headers["ETag"]
        assert program.call("PUT", f"{ann}/standing", {"standing": standing}).status_code == 204
        listed = program.call("GET", players, If_None_Match=before)
        assert (listed.status_code, {row["name"]: row["standing"] for row in listed.get_json()["players"]}) == (
            200,
            {"Ann": standing, "Ben": "member"},
        )


def test_a_program_can_have_names_asked_about(program: Program) -> None:
    program.start({"rules": "two-player", "sides": [{"name": "G\u00fcnther"}, {"name": "Ben"}]})
    ben, games = player(program, "Ben"), f"/tables/{program.table}/games"
    for name in ("Gunther", "G\u00dcNTHER"):
        answer = program.call("PATCH", ben, {"name": name, "names": "asked"})
        refused = program.error(answer.get_json())
        assert (answer.status_code, refused["code"]) == (422, "looks-like-another-name")
        assert refused["message"] == f"“{name}” looks like “G\u00fcnther”, who plays here. Same person? Merge the two"
        sides = [{"name": name}, {"name": "Ben"}]
        started = program.post(f"{games}?names=asked", {"rules": "two-player", "sides": sides}, 422)
        assert program.error(started) == refused
    known = {"rules": "two-player", "sides": [{"name": "G\u00fcnther"}, {"name": "Ben"}]}
    program.post(f"{games}?names=asked", known)
    assert program.call("PATCH", ben, {"name": "Gunther"}).get_json()["name"] == "Gunther"


def test_renamed_player_keeps_the_former_name(program: Program) -> None:
    program.start(PAIRS)
    changed = program.call("PATCH", player(program, "Dee"), {"name": "Dee Moss"}).get_json()
    assert (changed["name"], changed["other_names"]) == ("Dee Moss", ["Dee"])
    assert program.get(player(program, "Dee Moss")) == changed
    taken = program.call("PATCH", player(program, "Dee Moss"), {"name": "Ann"})
    assert (taken.status_code, taken.get_json()["error"]["code"]) == (409, "taken")


def test_merged_names_are_one_player_until_they_are_split(program: Program) -> None:
    program.start(PAIRS)
    program.start(DUEL)
    players = f"/tables/{program.table}/players"
    danny = player(program, "Danny")
    assert program.call("POST", f"{players}/merge", {"name": "Danny", "into": "Dee"}).status_code == 204
    dee = program.get(player(program, "Dee"))
    assert (dee["other_names"], program.get(danny)) == (["Danny"], dee)
    assert program.call("POST", f"{players}/unmerge", {"name": "Danny"}).status_code == 204
    assert program.get(player(program, "Dee"))["other_names"] == []
    again = program.call("POST", f"{players}/unmerge", {"name": "Danny"})
    assert (again.status_code, again.get_json()["error"]["code"]) == (422, "not-now")


@pytest.mark.parametrize("query", ["page=0", "page=x", "limit=0"])
def test_unknown_page_is_refused(program: Program, query: str) -> None:
    assert program.call("GET", f"/tables/{program.table}/players?{query}").status_code == 422


def test_player_of_another_table_is_not_found(program: Program) -> None:
    assert program.call("GET", f"/tables/{program.table}/players/999").status_code == 404


def signs_of_figures(program: Program) -> set[bool]:
    """Whether the answer, the parameters, the summary and the tag have figures of players."""
    program.start(PAIRS)
    document = program.get("/openapi.json")
    listed = document["paths"]["/tables/{table}/players"]["get"]
    schema = document["components"]["schemas"]["Player"]
    tag = next(tag for tag in document["tags"] if tag["name"] == "players")
    found = program.get(player(program, "Ann"))
    assert set(found) == set(schema["required"])
    return {
        "games" in found,
        "sort" in {parameter.get("name") for parameter in listed["parameters"]},
        "statistics" in listed["summary"],
        "figures" in tag["description"],
    }


def test_figures_are_neither_described_nor_given_without_the_club(make_app: MakeApp) -> None:
    assert signs_of_figures(Program(make_app(ROOMS=()))) == {False}
