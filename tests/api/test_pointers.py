"""Errors that a program can act on: a pointer into the body, and the place of a query parameter or a header."""

from __future__ import annotations

from typing import Any

from scorekeeper.api.pointers import Sent, pointer_of
from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import NOT_ONE_OF, WRONG_KIND, ValueKind
from tests.api.calling import EVEN, PAIRS, Json, Program
from tests.each_case import each_case

THREE = {"hands": [EVEN, EVEN, EVEN | {"bids": [["4", "hop"], ["3", "2"]]}]}
WRONG_SIDE = {"side": 9, "points": 5, "reason": "x"}
NOBODY = {"name": "B", "players": ["Ben", ""]}
LATE = {"hand": 1, "seat": 9, "player": "Eve"}
SHEETS = [
    (PAIRS | THREE, "/hands/2/bids/0/1", "hand 3, Ann & Cal"),
    (PAIRS | {"hands": [EVEN | {"took": [7, 5]}]}, "/hands/0/took", "hand 1"),
    (PAIRS | {"hands": [EVEN | {"took": [7, 60]}]}, "/hands/0/took/1", "hand 1, Ben & Dee"),
    (PAIRS | {"hands": [EVEN, 7]}, "/hands/1", "hand 2"),
    (PAIRS | {"hands": [{"bids": EVEN["bids"]}]}, "/hands/0/took", "hand 1"),
    (PAIRS | {"hands": [EVEN | {"adjust": [WRONG_SIDE]}]}, "/hands/0/adjust/0/side", "hand 1, adjust"),
    (PAIRS | {"hands": 5}, "/hands", "hands"),
    (PAIRS | {"dealer": 4}, "/dealer", "dealer"),
    (PAIRS | {"rules": "poker"}, "/rules", "rules"),
    (PAIRS | {"deeler": 1}, "/deeler", "deeler"),
    ({"sides": PAIRS["sides"]}, "/rules", "rules"),
    (PAIRS | {"options": {"target": "x"}}, "/options/target", "target"),
    (PAIRS | {"options": {"tarket": 5}}, "/options/tarket", "tarket"),
    (PAIRS | {"options": {"target": [5]}}, "/options/target", "sheet, options, target"),
    (PAIRS | {"agreed": ["x", ""]}, "/agreed/1", "agreed line 2"),
    (PAIRS | {"sides": [PAIRS["sides"][0], NOBODY]}, "/sides/1/players/1", "sides, side 2"),
    (PAIRS | {"substitutes": [LATE]}, "/substitutes/0/seat", "substitutes, number 1"),
    ([], "", "sheet"),
]  # fmt: skip


@each_case(("sheet", "pointer", "where"), SHEETS)
def test_a_fault_of_a_sheet_points_to_its_field(program: Program, sheet: Any, pointer: str, where: str) -> None:
    error = program.error(program.post("/score", sheet, 422))
    assert (error["pointer"], error["where"]) == (pointer, where)


ENTRIES: list[tuple[Json, str, str]] = [
    ({"kind": "hand", "hand": 1, **EVEN, "took": [7, 5]}, "/took", "hand 1"),
    ({"kind": "hand", "hand": 1, **EVEN, "bids": [["4", "hop"], ["3", "2"]]}, "/bids/0/1", "hand 1, Ann & Cal"),
    ({"kind": "hand", "hand": "x", **EVEN}, "/hand", "hand"),
    ({"kind": "bids", "hand": 0, "bids": []}, "/hand", "bids"),
    ({"kind": "correction", "hand": 1, **EVEN}, "", "reason"),
    ({"kind": "hop"}, "/kind", "kind"),
    ({"kind": "swap", "hand": 1, "seats": [0, 9]}, "/seats/1", "swap"),
    ({"kind": "sign", "side": 4, "verdict": "agreed"}, "/side", "sign"),
    ({"kind": "close", "reason": 5}, "/reason", "reason"),
    ({"kind": "hand", "hand": 1, **EVEN, "seq": 0}, "/seq", "seq"),
    ({"kind": "hand", "hand": 1, **EVEN, "id": "mine"}, "/id", "id"),
]


@each_case(("entry", "pointer", "where"), ENTRIES)
def test_a_fault_of_an_entry_points_to_its_field(
    program: Program, game: str, entry: Json, pointer: str, where: str
) -> None:
    error = program.error(program.post(f"/games/{game}/entries", entry, 422))
    assert (error["pointer"], error["where"]) == (pointer, where)


def test_a_fault_of_an_entry_of_several_points_into_the_whole_body(program: Program, game: str) -> None:
    ids = [f"2f1e9f52-4a0e-4c26-9f3e-f6f0a4f0c0{number}" for number in (11, 12)]
    good, bad = ({"kind": "hand", "hand": number, "id": own, **EVEN} for number, own in enumerate(ids, 1))
    sent = {"seq": 1, "entries": [good, bad | {"took": [1, 1]}]}
    results = program.post(f"/games/{game}/entries", sent, 200)["results"]
    assert results[1]["error"]["pointer"] == "/entries/1/took"
    refused = program.post(f"/games/{game}/entries", {"seq": 2, "entries": [bad | {"id": "mine"}]}, 422)
    assert program.error(refused)["pointer"] == "/entries/0/id"


def test_conflicts_point_to_what_was_seen_and_to_the_id(program: Program, game: str) -> None:
    hand = {"kind": "hand", "hand": 1, "id": "2f1e9f52-4a0e-4c26-9f3e-f6f0a4f0c011", **EVEN}
    program.post(f"/games/{game}/entries", hand)
    for more, code, pointer in (
        ({"took": [6, 7]}, "id-taken", "/id"),
        ({"id": None, "seq": 1}, "another-came-first", "/seq"),
        ({"id": None, "seq": 9}, "not-that-far", "/seq"),
    ):
        error = program.error(program.post(f"/games/{game}/entries", hand | more, 409))
        assert (error["code"], error["pointer"]) == (code, pointer)


@each_case(
    ("path", "headers", "where", "fault"),
    [
        ("/tables/{table}/games?limit=0", {}, "query: limit", "out-of-range"),
        ("/tables/{table}/games?limit=1000", {}, "query: limit", "out-of-range"),
        ("/tables/{table}/games?limit=-1", {}, "query: limit", "out-of-range"),
        ("/tables/{table}/games?limit=" + "9" * 30, {}, "query: limit", "out-of-range"),
        ("/tables/{table}/games?limit=x", {}, "query: limit", "not-whole"),
        ("/tables/{table}/history?from=yesterday", {}, "query: from", "wrong-kind"),
        ("/games/{game}/events", {"Last_Event_ID": "x"}, "header: Last-Event-ID", "not-whole"),
    ],
)
def test_a_fault_outside_the_body_names_its_parameter_or_header(
    program: Program, game: str, path: str, headers: dict[str, str], where: str, fault: str
) -> None:
    answer = program.call("GET", path.format(table=program.table, game=game), None, None, **headers)
    assert answer.status_code == 422
    error = program.error(answer.get_json())
    assert (error["where"], error["fault"]["code"], "pointer" in error) == (where, fault, False)


def test_headers_of_other_errors_are_named_alike(program: Program) -> None:
    path, body = f"/tables/{program.table}/invites", {"role": "watcher"}
    assert program.error(program.post(path, body, 422, Idempotency_Key="mine"))["where"] == "header: Idempotency-Key"
    assert program.error(program.post(path, body, 400, If_Match="*"))["where"] == "header: If-Match"
    assert program.error(program.post(path, body, 401, Authorization="Bearer x"))["where"] == "header: Authorization"


def test_keys_with_slashes_are_escaped() -> None:
    body = {"columns": {"a/b~": ["x"]}}
    fault = WRONG_KIND.at(FieldPath.to("body"), {"what": "a/b~", "value": '["x"]', "kind": ValueKind.TEXT})
    assert pointer_of(fault, Sent(body), ()) == "/columns/a~1b~0"
    other = NOT_ONE_OF.at(FieldPath.to("body"), {"what": "kind", "value": '"x"', "parts": ("y",)})
    assert pointer_of(other, Sent({"kind": "x"}), ()) == "/kind"
