"""Custom games over the API: added, replaced, played, deleted."""

from scorekeeper.api.scripted import TWO_DEALS
from tests.api.calling import PAIRS, Json, Program

SIDES: Json = {"sides": PAIRS["sides"]}


def test_custom_game_is_written_played_and_deleted(program: Program) -> None:
    at = f"/tables/{program.table}/scripted-games"
    written = program.post(at, TWO_DEALS)
    assert written["version"] == 1
    assert written in program.get(at)["scripted_games"]
    game = program.post(f"/tables/{program.table}/games?scripted={written['scripted']}", SIDES)
    assert [deal["name"] for deal in program.get(f"/games/{game['game']}/sheet")["deals"]] == ["warm-up", "thin ice"]
    assert program.call("DELETE", f"{at}/{written['scripted']}").status_code == 204
    assert written not in program.get(at)["scripted_games"]
    assert program.get(f"/games/{game['game']}")["scoreboard"]["rules"] == "night"


def test_shipped_custom_game_is_played(program: Program) -> None:
    shipped = program.get(f"/tables/{program.table}/scripted-games")["scripted_games"]
    assert all(each["version"] is None for each in shipped)
    program.post(f"/tables/{program.table}/games?scripted={shipped[0]['scripted']}", SIDES)


def test_unknown_custom_game_is_not_found(program: Program) -> None:
    for key in ("999", "nonsense"):
        answer = program.call("POST", f"/tables/{program.table}/games?scripted={key}", SIDES)
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (404, "not-found")


def test_change_to_an_old_version_is_refused(program: Program) -> None:
    at = f"/tables/{program.table}/scripted-games"
    one = f"{at}/{program.post(at, TWO_DEALS)['scripted']}"
    changed = program.call("PUT", one, {"version": 1, "game": TWO_DEALS | {"name": "Other"}}).get_json()
    assert (changed["version"], changed["game"]["name"]) == (2, "Other")
    late = program.call("PUT", one, {"version": 1, "game": TWO_DEALS})
    assert (late.status_code, late.get_json()["error"]["code"]) == (409, "changed")


def test_game_without_deals_is_refused(program: Program) -> None:
    answer = program.call("POST", f"/tables/{program.table}/scripted-games", TWO_DEALS | {"deals": []})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (422, "malformed")
