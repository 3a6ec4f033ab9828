"""Tournaments over the API: set one up, play it to the end, and every refusal."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.access.limits import KEY
from scorekeeper.rooms.tournaments.services import recording
from tests.api.calling import EVEN, Program
from tests.api.test_conventions import assert_read_by_the_page
from tests.shared_app import Begun

Json = dict[str, Any]
SWISS: Json = {"format": "swiss", "rules": "partnership", "options": {"target": 300}, "rounds": 2}
TEAMS = (("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))


@pytest.fixture
def tournament(program: Program, app: Flask, begun: Begun) -> str:
    """A tournament with four teams that have arrived; its id."""

    def four_teams() -> str:
        body = {"name": "Harbour Open", "stages": [SWISS]}
        made: str = program.post(f"/tables/{program.table}/tournaments", body)["tournament"]
        for number, players in enumerate(TEAMS, start=1):
            program.post(f"/tournaments/{made}/teams", {"players": list(players)})
            program.call("PATCH", f"/tournaments/{made}/teams/{number}", {"status": "arrived"})
        return made

    return begun.continue_from(app, four_teams)


def paired(program: Program, tournament: str) -> list[Json]:
    matches: list[Json] = program.post(f"/tournaments/{tournament}/rounds", {})["matches"]
    return matches


def test_tournament_is_played_from_start_to_end(program: Program, tournament: str) -> None:
    for _ in range(2):
        for match in paired(program, tournament):
            first = min(match["teams"])
            scores = [300 if team == first else 150 for team in match["teams"]]
            path = f"/tournaments/{tournament}/matches/{match['id']}/result"
            given = program.post(path, {"scores": scores, "signed": True})
            assert (given["status"], given["result"]["winner"], given["result"]["by"]) == ("done", first, "paper")
    ended = program.post(f"/tournaments/{tournament}/entries", {"kind": "end"})["tournament"]
    assert ended["status"] == "ended"
    standings = ended["stages"][0]["standings"]
    assert next((place["rank"], place["team"], place["wins"]) for place in standings) == (1, 1, 2)


def test_same_id_starts_enters_and_pairs_once(program: Program) -> None:
    body = {"name": "Open", "stages": [SWISS], "id": str(uuid4())}
    path = f"/tables/{program.table}/tournaments"
    first, second = (program.call("POST", path, body) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    made = first.get_json()["tournament"]
    assert second.get_json()["tournament"] == made
    team = {"players": ["Ann", "Abe"], "id": str(uuid4())}
    assert [program.call("POST", f"/tournaments/{made}/teams", team).status_code for _ in range(2)] == [201, 200]
    program.post(f"/tournaments/{made}/teams", {"players": ["Bea", "Ben"]})
    for number in (1, 2):
        program.call("PATCH", f"/tournaments/{made}/teams/{number}", {"status": "arrived"})
    pair = {"id": str(uuid4())}
    answers = [program.call("POST", f"/tournaments/{made}/rounds", pair) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].get_json() == answers[1].get_json()


def test_result_of_a_game_flows_from_its_entries(program: Program, tournament: str) -> None:
    match = paired(program, tournament)[0]
    path = f"/tournaments/{tournament}/matches/{match['id']}/game"
    game = program.call("POST", path).get_json()["game"]
    assert program.call("POST", path).get_json()["game"] == game
    program.write(game, "hand", 201, hand=1, **EVEN)
    program.write(game, "close", 201, reason="time")
    shown = program.get(f"/tournaments/{tournament}")["stages"][0]["rounds"][0]["matches"]
    result = next(each for each in shown if each["id"] == match["id"])
    assert (result["status"], result["result"]["by"], result["game"]) == ("to-confirm", "game", game)
    for side in (0, 1):
        program.write(game, "sign", 201, side=side, verdict="agreed")
    shown = program.get(f"/tournaments/{tournament}")["stages"][0]["rounds"][0]["matches"]
    assert next(each for each in shown if each["id"] == match["id"])["status"] == "done"
    before = result["result"]["scores"]
    program.write(game, "correction", 201, hand=1, bids=EVEN["bids"], took=[8, 5], reason="miscounted")
    shown = program.get(f"/tournaments/{tournament}")["stages"][0]["rounds"][0]["matches"]
    corrected = next(each for each in shown if each["id"] == match["id"])
    assert corrected["result"]["scores"] != before
    assert corrected["status"] == "done", "a keeper's token directs, and its correction is the choice"


def test_tournaments_of_a_table_are_read_by_the_page(program: Program) -> None:
    path = f"/tables/{program.table}/tournaments"
    for name in ("North", "South"):
        program.post(path, {"name": name, "stages": [SWISS]})
    assert_read_by_the_page(program, path)


def test_unchanged_tournament_is_not_sent_again(program: Program, tournament: str) -> None:
    path = f"/tournaments/{tournament}"
    tag = program.call("GET", path).headers["ETag"]
    assert program.call("GET", path, If_None_Match=tag).status_code == 304
    game = program.call("POST", f"{path}/matches/{paired(program, tournament)[0]['id']}/game").get_json()["game"]
    tag = program.call("GET", path).headers["ETag"]
    program.write(game, "hand", 201, hand=1, **EVEN)
    assert program.call("GET", path, If_None_Match=tag).status_code == 200


def error(program: Program, method: str, path: str, body: Json) -> tuple[int, str]:
    answer = program.call(method, path, body)
    return answer.status_code, answer.get_json()["error"]["code"]


def test_round_that_cannot_be_paired_says_why(program: Program, tournament: str) -> None:
    paired(program, tournament)
    assert error(program, "POST", f"/tournaments/{tournament}/rounds", {}) == (409, "matches-still-played")


def test_round_with_a_result_cannot_be_undone(program: Program, tournament: str) -> None:
    match = paired(program, tournament)[0]
    program.post(f"/tournaments/{tournament}/matches/{match['id']}/result", {"scores": [300, 200], "signed": True})
    program.post(f"/tournaments/{tournament}/undo", {})
    program.post(f"/tournaments/{tournament}/matches/{match['id']}/result", {"scores": [300, 200], "signed": True})
    entries = program.get(f"/tournaments/{tournament}/entries")["entries"]
    number = next(entry["seq"] for entry in entries if entry["kind"] == "round")
    body = {"kind": "take-back", "entry": number}
    assert program.call("POST", f"/tournaments/{tournament}/entries", body).status_code in (409, 422)


def test_writer_who_has_not_seen_the_last_entry_is_refused(program: Program, tournament: str) -> None:
    assert error(program, "POST", f"/tournaments/{tournament}/rounds", {"seq": 2}) == (409, "another-came-first")
    assert error(program, "POST", f"/tournaments/{tournament}/rounds", {"seq": 999}) == (409, "not-that-far")


def test_undo_restores_what_was_before(program: Program, tournament: str) -> None:
    before = program.get(f"/tournaments/{tournament}")
    paired(program, tournament)
    undone = program.post(f"/tournaments/{tournament}/undo", {})["tournament"]
    assert {**undone, "seq": 0} == {**before, "seq": 0}


def test_undo_that_is_sent_twice_undoes_one_entry(
    program: Program, tournament: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/tournaments/{tournament}/undo"
    monkeypatch.setattr(recording, "UNDONE_JUST_NOW", 3_600_000)
    undone = program.post(path, {})
    assert error(program, "POST", path, {}) == (409, "another-came-first")
    undone = program.post(path, {"seq": undone["seq"]})
    assert len(undone["tournament"]["teams"]) == 3
    monkeypatch.setattr(recording, "UNDONE_JUST_NOW", 0)
    assert program.post(path, {})["seq"] == undone["seq"] + 1


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("teams", {"players": []}),
        ("teams", {"players": ["Ann", "Zoe"]}),
        ("teams", {"players": ["Zoe", "Zoe"]}),
        ("teams", {"players": ["Zoe"], "hat": "red"}),
        ("rounds", {"anyway": "yes"}),
        ("entries", {"kind": "start", "name": "Mine"}),
        ("entries", {"kind": "game", "match": 1, "game": "x"}),
        ("entries", {"kind": "adjust", "stage": 1, "team": 1, "wins": 1}),
        ("matches/1/result", {"scores": [300]}),
        ("matches/99/result", {"scores": [300, 200]}),
        ("matches/99/game", {}),
        ("undo", {"seq": "one"}),
    ],
)
def test_wrong_body_is_refused(program: Program, tournament: str, path: str, body: Json) -> None:
    paired(program, tournament)
    seq = program.get(f"/tournaments/{tournament}")["seq"]
    assert program.call("POST", f"/tournaments/{tournament}/{path}", body).status_code == 422
    assert program.get(f"/tournaments/{tournament}")["seq"] == seq


def test_tournament_of_another_table_is_not_there(program: Program, tournament: str) -> None:
    stranger = Program(program.client.application)
    for path in ("", "/entries"):
        assert stranger.call("GET", f"/tournaments/{tournament}{path}").status_code == 404
    assert program.call("GET", "/tournaments/nowhere").status_code == 404


@pytest.mark.parametrize(
    "stage", [{"format": "knockout", "rules": "partnership"}, {"format": "swiss", "rules": "whist"}, {}]
)
def test_unknown_format_or_rules_are_refused(program: Program, stage: Json) -> None:
    body = {"name": "Open", "stages": [stage]}
    assert program.call("POST", f"/tables/{program.table}/tournaments", body).status_code == 422


def test_called_time_makes_the_hand_the_last_one(program: Program, tournament: str) -> None:
    match = paired(program, tournament)[0]["id"]
    game = program.call("POST", f"/tournaments/{tournament}/matches/{match}/game").get_json()["game"]

    def status() -> str:
        matches = program.get(f"/tournaments/{tournament}")["stages"][0]["rounds"][0]["matches"]
        found: str = next(each["status"] for each in matches if each["id"] == match)
        return found

    assert status() == "playing"
    program.write(game, "time", 201, hand=1, minutes=40)
    assert status() == "last-hand"
    program.write(game, "hand", 201, hand=1, **EVEN)
    assert status() == "to-confirm"


@pytest.mark.parametrize(("form", "rows"), [("matches", 4), ("standings", 4)])
def test_matches_and_standings_are_exported_as_csv(program: Program, tournament: str, form: str, rows: int) -> None:
    for match in paired(program, tournament):
        path = f"/tournaments/{tournament}/matches/{match['id']}/result"
        program.post(path, {"scores": [300, 200], "signed": True})
    answer = program.call("GET", f"/tournaments/{tournament}/exports/{form}")
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    assert len(answer.text.splitlines()) == 1 + rows


def test_keeper_exports_a_tournament_with_its_games(program: Program, tournament: str) -> None:
    match = paired(program, tournament)[0]
    game = program.post(f"/tournaments/{tournament}/matches/{match['id']}/game", {}, 200)["game"]
    answer = program.call("GET", f"/tournaments/{tournament}/exports/games")
    assert (answer.status_code, answer.mimetype) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as packed:
        assert any(game in packed.read(name).decode() for name in packed.namelist())


def test_watcher_gets_no_export_with_games(program: Program, tournament: str) -> None:
    program.token = program.made["tokens"]["watcher"]
    assert program.call("GET", f"/tournaments/{tournament}/exports/games").status_code == 403


def test_unknown_export_of_a_tournament_is_refused(program: Program, tournament: str) -> None:
    assert program.call("GET", f"/tournaments/{tournament}/exports/paper").status_code == 404


def test_tournament_says_how_it_is_set_and_what_the_director_gave(program: Program, tournament: str) -> None:
    paired(program, tournament)
    bonus = {"kind": "adjust", "stage": 1, "team": 2, "wins": 1, "reason": "free win"}
    program.post(f"/tournaments/{tournament}/entries", bonus)
    now = program.get(f"/tournaments/{tournament}")
    assert now["settings"]["late"] == "losses"
    assert not {"directors", "scorers"} & set(now["settings"])
    assert (now["stages"][0]["rules"], now["stages"][0]["set_rounds"]) == ("partnership", SWISS["rounds"])
    assert now["adjustments"] == [{"stage": 1, "team": 2, "wins": 1, "points": 0, "reason": "free win"}]
    first = now["stages"][0]["standings"][0]
    assert (first["team"], first["name"], first["bonus_wins"]) == (2, now["teams"][1]["name"], 1)


def test_new_tournament_gives_a_bye_a_win_by_100_unless_it_says_otherwise(program: Program) -> None:
    path = f"/tables/{program.table}/tournaments"
    bodies: list[Json] = [
        {"stages": [SWISS]},
        {"stages": [SWISS], "settings": {"bye_points": None}},
        {"preset": "contest"},
    ]
    made = [program.post(path, {"name": f"Open {number}", **body}) for number, body in enumerate(bodies)]
    assert [each["settings"]["bye_points"] for each in made] == [100, None, 100]


def test_match_is_played_again_with_another_game(program: Program, tournament: str) -> None:
    match = paired(program, tournament)[0]
    path = f"/tournaments/{tournament}/matches/{match['id']}/game"
    first = program.post(path, {}, 200)["game"]
    again = {"again": True, "id": "0a3f9d0e-8a14-4d4b-9d58-1f0a6c7be002"}
    second = program.post(path, again, 200)["game"]
    assert second != first
    assert program.post(path, again, 200)["game"] == second


def test_scorer_at_the_desk_cannot_have_a_match_played_again(program: Program, tournament: str) -> None:
    match = paired(program, tournament)[0]
    path = f"/tournaments/{tournament}/matches/{match['id']}/game"
    game = program.post(path, {}, 200)["game"]
    scorer = program.again()
    scorer.token = program.made["tokens"]["scorer"]
    assert scorer.call("POST", path, {"again": True}).status_code == 403
    assert scorer.post(path, {}, 200)["game"] == game


def test_forfeit_needs_no_other_word(program: Program, tournament: str) -> None:
    match = paired(program, tournament)[0]
    late, other = match["teams"]
    program.post(f"/tournaments/{tournament}/matches/{match['id']}/result", {"forfeit": [late]})
    stages = program.get(f"/tournaments/{tournament}")["stages"]
    result = next(each["result"] for each in stages[0]["rounds"][0]["matches"] if each["id"] == match["id"])
    assert (result["by"], result["winner"]) == ("forfeit", other)


def test_repeated_entry_is_written_once_and_another_with_its_id_is_refused(program: Program, tournament: str) -> None:
    path, own = f"/tournaments/{tournament}/entries", "0a3f9d0e-8a14-4d4b-9d58-1f0a6c7be003"
    bonus = {"id": own, "kind": "adjust", "stage": 1, "team": 2, "wins": 1, "reason": "free win"}
    seq = program.post(path, bonus)["tournament"]["seq"]
    assert program.post(path, bonus, 200)["tournament"]["seq"] == seq
    for other in (bonus | {"wins": 2}, {"id": own, "kind": "end"}):
        answer = program.call("POST", path, other)
        assert answer.status_code == 409, answer.text
    assert program.get(f"/tournaments/{tournament}")["seq"] == seq


def test_csv_has_the_players_by_their_full_names(program: Program, tournament: str) -> None:
    match = paired(program, tournament)[0]
    program.post(f"/tournaments/{tournament}/matches/{match['id']}/result", {"scores": [300, 200], "signed": True})
    for file in ("matches", "standings"):
        text = program.call("GET", f"/tournaments/{tournament}/exports/{file}").text
        assert {row["players"] for row in csv.DictReader(io.StringIO(text))} == {", ".join(team) for team in TEAMS}


def test_id_of_something_else_is_refused_by_every_call(
    program: Program, tournament: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program.client.application.extensions[KEY], "enabled", False)  # a table calls seldom
    at = f"/tournaments/{tournament}"
    paired = program.post(f"{at}/rounds", {})
    match = paired["matches"][0]["id"]
    result, called = f"{at}/matches/{match}/result", f"{at}/matches/{match}/call"
    made = [(f"{at}/teams", {"players": ["Eve", "Finn"]}), (called, {}), (f"{called}/answer", {"answered": "coming"})]
    made += [(result, {"scores": [300, 200]}), (f"{at}/entries", {"kind": "message", "text": "Hello"})]
    others = [(f"{at}/teams", {"players": ["Eve", "Gina"]}), (called, {"reason": "time"}), (f"{at}/rounds", {})]
    others += [(f"{called}/answer", {"answered": "done"}), (result, {"scores": [200, 300]}), (f"{at}/undo", {})]
    for path, body in made:
        key = str(uuid4())
        program.post(path, body, Idempotency_Key=key)
        program.post(path, body, 200, Idempotency_Key=key)
        for other, another in others:
            answer = program.post(other, another, 409, Idempotency_Key=key)
            assert program.error(answer)["code"] == "id-taken", (path, other)


def test_calls_of_the_director_are_limited_however_they_are_written(program: Program, tournament: str) -> None:
    match = paired(program, tournament)[0]["id"]
    path, call = f"/tournaments/{tournament}/entries", {"kind": "director-call", "match": match}
    for _ in range(3):
        program.post(f"/tournaments/{tournament}/matches/{match}/call", {})
        program.post(path, {**call, "answered": "done"})
        program.post(path, call)
        program.post(path, {**call, "answered": "done"})
    assert program.call("POST", path, call).status_code == 429
