"""Games over the API: started with or without hands, listed, read, and 304 if nothing has changed."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scorekeeper.api.transfer import HAND_LIST
from tests.api.calling import EVEN, PAIRS, Program
from tests.schemas import assert_scoreboard_valid, assert_sheet_valid


def test_a_game_starts_without_hands(program: Program) -> None:
    answer = program.post(f"/tables/{program.table}/games", PAIRS)
    assert answer["seq"] == 1
    assert answer["table"] == program.table
    assert answer["url"].endswith(f"/games/{answer['game']}")
    assert_scoreboard_valid(answer["scoreboard"])
    assert answer["scoreboard"]["hands"] == []


def test_game_is_imported_with_irregular_hands(program: Program) -> None:
    blind = {"bids": [["blind-nil", "5"], ["4", "3"]], "took": [[0, 6], [4, 3]]}
    sheet = PAIRS | {"options": {"blind_nil": 200}, "hands": [blind, EVEN], "closed": {"reason": "late"}}
    answer = program.post(f"/tables/{program.table}/games", sheet)
    assert answer["seq"] == 4
    assert answer["scoreboard"]["hands"][0]["objections"]
    assert answer["scoreboard"]["outcome"]["ended_by"] == "closed"


def test_current_sheet_equals_the_posted_one(program: Program) -> None:
    sheet = program.get(f"/games/{program.start(PAIRS | {'hands': [EVEN]})}/sheet")
    assert_sheet_valid(sheet)
    assert [hand["took"] for hand in sheet["hands"]] == [[7, 6]]
    assert program.post("/score", sheet, 200)["sides"][0]["total"] == 70


def test_two_players_of_a_game_may_not_look_alike(program: Program) -> None:
    """The pages refuse it too."""
    sides = [{"name": "Ann & Cal", "players": ["Ann", "Cal"]}, {"name": "Ben & Dee", "players": ["ANN", "Dee"]}]
    answer = program.post(f"/tables/{program.table}/games", PAIRS | {"sides": sides}, 422)
    assert program.error(answer)["code"] == "malformed"


def test_a_malformed_sheet_starts_no_game(program: Program) -> None:
    answer = program.post(f"/tables/{program.table}/games", PAIRS | {"hands": [EVEN | {"took": [7, 5]}]}, 422)
    error = program.error(answer)
    assert error["code"] == "malformed"
    assert error["where"].startswith("hand 1")
    assert "13" in error["message"]
    assert program.get(f"/tables/{program.table}/games")["games"] == []


def test_repeated_key_gives_the_same_game(program: Program) -> None:
    key = str(uuid4())
    place = f"/tables/{program.table}/games"
    first = program.post(place, PAIRS, Idempotency_Key=key)
    again = program.post(place, PAIRS, 200, Idempotency_Key=key)
    assert again["game"] == first["game"]
    other = program.post(place, PAIRS | {"dealer": 1}, 409, Idempotency_Key=key)
    assert program.error(other)["code"] == "id-taken"
    assert program.error(program.post(place, PAIRS, 422, Idempotency_Key="once"))["code"] == "malformed"


def test_unchanged_game_is_not_sent_again(program: Program, game: str) -> None:
    first = program.call("GET", f"/games/{game}")
    tag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "private, no-cache"
    same = program.call("GET", f"/games/{game}", If_None_Match=tag, Accept_Encoding="br")
    assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", tag)
    program.hand(game, 1)
    new = program.call("GET", f"/games/{game}", If_None_Match=tag)
    assert new.status_code == 200
    assert new.headers["ETag"] != tag


def test_list_has_pages_newest_first(program: Program) -> None:
    games = [program.start() for _ in range(53)]
    first = program.get(f"/tables/{program.table}/games")
    assert [row["game"] for row in first["games"]] == games[:2:-1]
    second = program.get(f"/tables/{program.table}/games?after={first['next']}")
    assert [row["game"] for row in second["games"]] == games[2::-1]
    assert second["next"] is None


@pytest.mark.parametrize("after", ["0", "-1", "x", "", "1.5", "9" * 30, "٣"])
def test_invalid_page_is_refused(program: Program, after: str) -> None:
    answer = program.call("GET", f"/tables/{program.table}/games?after={after}")
    assert answer.status_code == 422
    assert answer.json is not None
    assert program.error(answer.json)["where"] == "query: after"


def test_a_row_says_who_won_and_why(program: Program, game: str) -> None:
    program.hand(game, 1)
    program.write(game, "close", reason="late")
    row = program.get(f"/tables/{program.table}/games")["games"][0]
    assert (row["status"], row["totals"], row["hands"], row["winners"]) == ("over", [70, 51], 1, [0])
    assert "Ann & Cal won 70–51" in row["text"]


def test_a_rematch(program: Program, game: str) -> None:
    assert program.error(program.post(f"/games/{game}/rematch", status=422))["code"] == "not-now"
    program.write(game, "close", reason="late")
    again = program.post(f"/games/{game}/rematch")
    assert again["game"] != game
    assert again["seq"] == 1


@pytest.mark.parametrize("path", ["/games/nowhere", "/games/nowhere/sheet", "/tables/nowhere/games"])
def test_unknown_resources_are_not_found(program: Program, path: str) -> None:
    answer = program.call("GET", path)
    assert answer.status_code == 404
    assert answer.json is not None
    assert program.error(answer.json)["code"] == "not-found"


def test_rules(program: Program) -> None:
    keys = [rules["key"] for rules in program.get("/rules")["rules"]]
    for key in keys:
        found = program.get(f"/rules/{key}")
        assert found["key"] == key
        assert found["calls"]
    assert program.call("GET", "/rules/whist").status_code == 404


def test_scoreboard_since_a_hand(program: Program) -> None:
    game = program.start(PAIRS | {"hands": [EVEN] * 3})
    whole = program.get(f"/games/{game}")
    assert program.get(f"/games/{game}?since=0") == whole
    since = program.get(f"/games/{game}?since=2")
    assert [hand["number"] for hand in since["scoreboard"]["hands"]] == [3]
    assert since["scoreboard"]["sides"] == whole["scoreboard"]["sides"]
    assert program.call("GET", f"/games/{game}?since=x").status_code == 422


def test_etag_depends_on_the_query(program: Program) -> None:
    game = program.start(PAIRS | {"hands": [EVEN] * 3})
    seen = program.call("GET", f"/games/{game}?since=2").headers["ETag"]
    assert program.call("GET", f"/games/{game}?since=2", If_None_Match=seen).status_code == 304
    assert program.call("GET", f"/games/{game}", If_None_Match=seen).status_code == 200


def test_game_is_left_out_of_statistics_and_counted_again(program: Program) -> None:
    game = program.start(PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}})

    ann = program.players()["Ann"]

    def games_of_ann() -> list[str]:
        found = program.get(f"/tables/{program.table}/history?player={ann}")["games"]
        return [each["game"] for each in found]

    assert games_of_ann() == [game]
    assert program.call("PUT", f"/games/{game}/counted", {"left_out": "practice"}).status_code == 204
    assert games_of_ann() == []
    assert program.call("PUT", f"/games/{game}/counted", {"left_out": None}).status_code == 204
    assert games_of_ann() == [game]
    for body in ({}, {"left_out": ""}, {"left_out": 3}):
        assert program.call("PUT", f"/games/{game}/counted", body).status_code == 422


def test_imported_game_is_taken_away_and_brought_back(program: Program) -> None:
    games, away = f"/tables/{program.table}/games", "/games/{}/taken-away"
    started = program.start(PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}})
    assert program.call("PUT", away.format(started), {"taken_away": True}).status_code == 422
    (imported,) = program.post(f"/tables/{program.table}/imports/hands", HAND_LIST, 200)["games"]
    assert len(program.get(games)["games"]) == 2
    for _ in range(2):
        assert program.call("PUT", away.format(imported), {"taken_away": True}).status_code == 204
        assert [each["game"] for each in program.get(games)["games"]] == [started]
    for _ in range(2):
        assert program.call("PUT", away.format(imported), {"taken_away": False}).status_code == 204
        assert [each["game"] for each in program.get(games)["games"]] == [imported, started]
    for body in ({}, {"taken_away": None}, {"taken_away": 1}):
        assert program.call("PUT", away.format(imported), body).status_code == 422


def test_list_of_games_is_not_sent_again_until_it_changes(program: Program, game: str) -> None:
    path = f"/tables/{program.table}/games"
    tag = program.call("GET", path).headers["ETag"]
    assert program.call("GET", path, If_None_Match=tag).status_code == 304
    program.hand(game, 1)
    assert program.call("GET", path, If_None_Match=tag).status_code == 200


def test_condition_that_would_not_be_kept_is_refused(program: Program, game: str) -> None:
    body = {"kind": "hand", "hand": 1} | EVEN
    answer = program.call("POST", f"/games/{game}/entries", body, If_Match='"1"')
    assert (answer.status_code, program.error(answer.get_json())["code"]) == (400, "no-if-match")
    assert len(program.entries(game)) == 1


def test_error_is_a_problem_to_a_client_that_accepts_those(program: Program, game: str) -> None:
    body = {"kind": "hand", "hand": 9} | EVEN
    path = f"/games/{game}/entries"
    plain = program.call("POST", path, body)
    problem = program.call("POST", path, body, Accept="application/problem+json, application/json")
    assert (plain.mimetype, problem.mimetype) == ("application/json", "application/problem+json")
    error, found = plain.get_json()["error"], problem.get_json()
    assert {key: found[key] for key in error} == error
    assert (found["type"], found["status"], found["detail"]) == ("about:blank", plain.status_code, error["message"])


def test_export_has_the_name_of_its_table(program: Program, game: str) -> None:
    answer = program.call("GET", f"/games/{game}/exports/csv")
    assert answer.headers["Content-Disposition"] == "attachment; filename=Thursday-hands.csv"
