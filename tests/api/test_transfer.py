"""Exports and imports over the API: every format is exported, and imported at another table."""

import json
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from flask import Flask

from scorekeeper.api.transfer import HAND_LIST
from scorekeeper.formats.files import formats_of_a_game
from scorekeeper.found_rooms import room_modules
from scorekeeper.services.exporting import formats_of_a_table
from tests.api.calling import EVEN, PAIRS, Program
from tests.workbooks import workbook_of_two_nights

PLAYED = PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}}


def test_each_format_is_exported_with_its_media_type(program: Program) -> None:
    game = program.start(PLAYED)
    for at, formats in ((f"/games/{game}", formats_of_a_game()), (f"/tables/{program.table}", formats_of_a_table())):
        for each in formats:
            answer = program.call("GET", f"{at}/exports/{each.key}")
            if each.of_club and "club" not in room_modules():
                assert answer.status_code == 404
                continue
            assert (answer.status_code, answer.mimetype) == (200, each.media_type)
            assert len(answer.data) > 50


def test_zip_of_a_game_names_only_its_own_players(program: Program) -> None:
    program.start(PLAYED)
    game = program.start({"rules": "two-player", "sides": [{"name": "Eve"}, {"name": "Fay"}]})
    packed = program.call("GET", f"/games/{game}/exports/zip").data
    with ZipFile(BytesIO(packed)) as opened:
        assert json.loads(opened.read("table.json"))["about"]["players"] == ["Eve", "Fay"]


def test_unknown_format_is_not_found(program: Program, game: str) -> None:
    for at in (f"/games/{game}", f"/tables/{program.table}"):
        assert program.call("GET", f"{at}/exports/pdf").get_json()["error"]["code"] == "not-found"


@pytest.mark.parametrize("form", ["json", "text", "zip"])
def test_export_is_imported_once(app: Flask, program: Program, form: str) -> None:
    program.start(PLAYED)
    file = program.call("GET", f"/tables/{program.table}/exports/{form}").data
    here = program.call("POST", f"/tables/{program.table}/imports/preview", file=file).get_json()["games"]
    assert [game["state"] for game in here] == ["here"]
    if form == "text":  # a record has no events, so another table of the same server may import it
        other = Program(app)
        (seen,) = other.call("POST", f"/tables/{other.table}/imports/preview", file=file).get_json()["games"]
        assert (seen["state"], seen["hands"], seen["game"], seen["differences"]) == ("new", 1, None, [])
        imports = f"/tables/{other.table}/imports"
        (new,) = other.call("POST", imports, file=file).get_json()["games"]
        assert other.get(f"/games/{new}/sheet") == program.get(f"/games/{here[0]['game']}/sheet")
        again = {"games": [], "tournaments": [], "skipped": 1, "elsewhere": 0, "problems": [], "unread": []}
        assert other.call("POST", imports, file=file).get_json() == again


def test_preview_names_look_alikes(app: Flask, program: Program) -> None:
    game = program.start({"rules": "two-player", "sides": [{"name": "Ann"}, {"name": "Ben"}]})
    record = program.call("GET", f"/games/{game}/exports/text").get_data(as_text=True)
    other = Program(app)
    imports = f"/tables/{other.table}/imports"
    other.call("POST", imports, file=record.encode())
    shown = other.call("POST", f"{imports}/preview", file=record.replace("Ann", "\u0410nn").encode()).get_json()
    (named,) = shown["names_alike"]
    assert (named["of"], named["name"], named["other"]) == ("players", "\u0410nn", "Ann")
    assert "look alike" in named["text"]
    assert [game["state"] for game in shown["games"]] == ["new"]


def test_file_that_is_no_export_is_refused(program: Program) -> None:
    for path in ("imports", "imports/preview"):
        answer = program.call("POST", f"/tables/{program.table}/{path}", file=b"spades")
        assert (answer.status_code, program.error(answer.get_json())["code"]) == (422, "malformed")
    assert program.get(f"/tables/{program.table}/games")["games"] == []


def test_only_a_keeper_imports(app: Flask) -> None:
    scorer = Program(app, "scorer")
    answer = scorer.call("POST", f"/tables/{scorer.table}/imports", file=b"spades")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "forbidden")


def test_list_of_hands_is_imported_once(program: Program) -> None:
    path = f"/tables/{program.table}/imports/hands"
    first, again = (program.post(path, HAND_LIST, 200) for _ in range(2))
    assert (len(first["games"]), first["skipped"]) == (1, 0)
    assert (again["games"], again["skipped"]) == ([], 1)
    sheet = program.get(f"/games/{first['games'][0]}/sheet")
    assert [len(sheet["hands"]), sheet["options"]["pair_bids"]] == [2, "pair"]


@pytest.mark.parametrize(
    ("part", "value", "where"),
    [
        ("list", "x", "line 1"),
        ("list", 5, "list"),
        ("started", "yesterday", "started"),
        ("columns", {"bids": ["x", "y"], "took": []}, "line 1"),
        ("columns", {"bids": ["We bid", "They bid", "Hand"], "took": []}, "columns"),
        ("sides", 5, ""),
    ],
)
def test_bad_list_of_hands_is_refused(program: Program, part: str, value: object, where: str) -> None:
    refused = program.post(f"/tables/{program.table}/imports/hands", HAND_LIST | {part: value}, 422)
    assert where in program.error(refused)["where"]


def test_preview_of_a_list_of_hands_has_its_scores(program: Program) -> None:
    path = f"/tables/{program.table}/imports/hands/preview"
    seen = program.post(path, HAND_LIST, 200)
    assert seen["unknown"] == {"columns": [], "rows": [], "dates": []}
    assert [(game["state"], game["totals"], game["hands"]) for game in seen["games"]] == [("new", [142, 91], 2)]
    assert "Bid of We: “We bid”" in seen["columns"]
    assert program.get(f"/tables/{program.table}/games")["games"] == []


DOUBTFUL = "Hand,Cal bid,Ann bid,We took,Ben bid,Dee bid,They took,Remark\n1,3-Apr,nil,7,2,2,6,x\nbreak,,,,,,,\n"


def test_what_is_not_understood_of_a_list_is_named_until_it_is_said(program: Program) -> None:
    asked = {name: part for name, part in HAND_LIST.items() if name != "columns"} | {"list": DOUBTFUL}
    path = f"/tables/{program.table}/imports/hands"
    seen = program.post(f"{path}/preview", asked, 200)
    assert seen["unknown"] == {"columns": ["Remark"], "rows": [3], "dates": ["3-Apr"]}
    assert seen["games"] == []
    for answer in ({}, {"ignore": ["Remark"]}, {"leave_out": [3]}, {"dates": "day-first"}):
        program.post(path, asked | answer, 422)
    program.post(path, asked | {"dates": "backwards"}, 422)
    assert program.get(f"/tables/{program.table}/games")["games"] == []


def test_each_seat_of_a_list_may_have_a_column(program: Program) -> None:
    text = "Hand,Cal,Ann,We took,Ben,Dee,They took,Remark\n1,3,nil,7,2,2,6,x\n2,2,2,6,4,2,7,\n"
    columns = {"hand": "Hand", "bids": [["Ann", "Cal"], ["Ben", "Dee"]], "took": ["We took", "They took"]}
    made = program.post(f"/tables/{program.table}/imports/hands", HAND_LIST | {"list": text, "columns": columns}, 422)
    assert program.error(made)["fault"]["code"] == "seat-not-counted"
    text = text.replace("nil", "1")
    made = program.post(f"/tables/{program.table}/imports/hands", HAND_LIST | {"list": text, "columns": columns}, 200)
    sheet = program.get(f"/games/{made['games'][0]}/sheet")
    assert sheet["hands"][0]["bids"] == [["1", "3"], ["2", "2"]]


LISTS = Path(__file__).parents[1] / "data" / "hand_lists"


@pytest.mark.parametrize("name", sorted(path.name for path in LISTS.iterdir()))
@pytest.mark.parametrize("part", ["list", "file"])
def test_list_of_any_shape_is_read_or_asked_about(program: Program, name: str, part: str) -> None:
    content = (LISTS / name).read_bytes()
    if part == "list" and name.endswith(".xlsx"):
        return
    sides = [{"name": "Ann & Cal", "players": ["Ann", "Cal"]}, {"name": "Ben & Dee", "players": ["Ben", "Dee"]}]
    text = content.decode() if part == "list" else b64encode(content).decode()
    asked = {part: text, "rules": "partnership", "sides": sides}
    asked["started"] = "2026-11-19T20:00:00Z"
    answer = program.call("POST", f"/tables/{program.table}/imports/hands/preview", asked)
    found: Any = answer.json
    if answer.status_code == 200 and not any(found["unknown"].values()):
        assert [-8, 95] in [game["totals"] for game in found["games"]]
    else:
        assert answer.status_code in (200, 422)
        assert program.call("POST", f"/tables/{program.table}/imports/hands", asked).status_code == 422


def test_sheet_of_a_workbook_is_named(program: Program) -> None:
    path = f"/tables/{program.table}/imports/hands"
    asked = {name: part for name, part in HAND_LIST.items() if name != "list"}
    asked["file"] = b64encode(workbook_of_two_nights()).decode()
    assert program.error(program.post(path, asked, 422))["fault"]["code"] == "which-sheet"
    program.post(path, asked | {"sheet": "Night 3"}, 422)
    for wrong in ({"file": "no base64!"}, {"file": 5}, {"list": "a,b"}, {"file": b64encode(b"PK\3\4").decode()}):
        program.post(path, asked | wrong, 422)
    (game,) = program.post(f"{path}/preview", asked | {"sheet": "Night 2"}, 200)["games"]
    assert (game["totals"], game["hands"]) == ([52, 42], 1)
    assert len(program.post(path, asked | {"sheet": "Night 2"}, 200)["games"]) == 1
