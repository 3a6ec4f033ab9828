"""Events over the API: every kind, repeated ids, conflicts, malformed and irregular ones."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from scorekeeper.formats.chain import canonical_time
from tests.api.calling import EVEN, Json, Program
from tests.databases import on_both
from tests.each_case import each_case
from tests.schemas import assert_scoreboard_valid

IRREGULAR: Json = {"bids": [["4", "3"], ["4", "2"]], "took": [7, 6]}


@on_both
def test_hand_is_recorded(program: Program, game: str) -> None:
    answer = program.hand(game, 1, seq=1)
    assert set(answer) == {"entry", "seq", "scoreboard"}
    assert answer["seq"] == answer["entry"] == 2
    assert_scoreboard_valid(answer["scoreboard"])
    assert [side["total"] for side in answer["scoreboard"]["sides"]] == [70, 51]


@on_both
def test_repeated_id_changes_nothing(program: Program, game: str) -> None:
    body = {"id": str(uuid4()), "seq": 1, "kind": "hand", "hand": 1, **EVEN}
    first = program.post(f"/games/{game}/entries", body)
    before = program.entries(game)
    for again in (body, body | {"id": str(body["id"]).upper()}):
        assert program.post(f"/games/{game}/entries", again, 200) == first
    assert program.entries(game) == before


def test_repeated_id_changes_nothing_after_later_events(program: Program, game: str) -> None:
    body = {"id": str(uuid4()), "seq": 1, "kind": "hand", "hand": 1, **EVEN}
    program.post(f"/games/{game}/entries", body)
    program.hand(game, 2)
    answer = program.post(f"/games/{game}/entries", body, 200)
    assert (answer["entry"], answer["seq"]) == (2, 3)


def test_id_of_a_different_event_is_refused(program: Program, game: str) -> None:
    body = {"id": str(uuid4()), "kind": "hand", "hand": 1, **EVEN}
    program.post(f"/games/{game}/entries", body)
    error = program.error(program.post(f"/games/{game}/entries", body | {"took": [8, 5]}, 409))
    assert (error["code"], error["where"]) == ("id-taken", "id")


def test_hand_recorded_before_is_refused_with_its_event(program: Program, game: str) -> None:
    program.hand(game, 1)
    error = program.error(program.hand(game, 1, 409, took=[8, 5]))
    assert error["code"] == "already-recorded"
    assert error["entry"]["payload"]["took"] == [7, 6]
    assert error["entry"]["who"] == "Program (keeper)"


def test_missed_event_is_in_the_refusal(program: Program, game: str) -> None:
    program.write(game, "bids", hand=1, bids=[["4", None], [None, None]])
    error = program.error(program.hand(game, 1, 409, seq=1))
    assert error["code"] == "another-came-first"
    assert error["entry"]["kind"] == "bids"
    assert len(program.entries(game)) == 2


def test_seq_beyond_the_last_event_is_refused(program: Program, game: str) -> None:
    assert program.error(program.hand(game, 1, 409, seq=9))["code"] == "not-that-far"


MALFORMED: list[tuple[Json, str, str]] = [
    ({"kind": "hand", "hand": 1, "bids": EVEN["bids"], "took": [7, 5]}, "hand 1", "13"),
    ({"kind": "hand", "hand": 1, "bids": [["4", "3"], ["3", "99"]], "took": [7, 6]}, "hand 1, Ben & Dee", "99"),
    ({"kind": "hand", "hand": 1, "bids": EVEN["bids"]}, "hand", "took"),
    ({"kind": "hand", "hand": 1, **EVEN, "winner": 0}, "hand", "winner"),
    ({"kind": "hand", "hand": 0, **EVEN}, "hand", "1 to"),
    ({"kind": "hand", "hand": "1", **EVEN}, "hand", "whole number"),
    ({"kind": "correction", "hand": 1, **EVEN}, "reason", "say why"),
    ({"kind": "misdeal"}, "misdeal", "hand"),
    ({"kind": "take-back"}, "take-back", "entry"),
    ({"kind": "take-back", "entry": "2"}, "take-back", "whole number"),
    ({"kind": "start"}, "kind", "kind"),
    ({"kind": None}, "kind", "kind"),
    ({}, "kind", "kind"),
    ({"id": "once", "kind": "close"}, "id", "uuid"),
    ({"id": 7, "kind": "close"}, "id", "uuid"),
    ({"seq": "1", "kind": "close"}, "seq", "seq"),
    ({"seq": 0, "kind": "close"}, "seq", "seq"),
    ({"seq": True, "kind": "close"}, "seq", "seq"),
    ({"kind": "close", "reason": "x" * 1001}, "reason", "1000"),
    ({"kind": "close", "reason": "\u0000"}, "reason", "reason"),
]


@each_case(("body", "where", "sentence"), MALFORMED)
def test_malformed_event_is_refused(program: Program, game: str, body: Json, where: str, sentence: str) -> None:
    error = program.error(program.post(f"/games/{game}/entries", body, 422))
    assert error["code"] == "malformed"
    assert error["where"] == where
    assert sentence in error["message"].lower()
    assert len(program.entries(game)) == 1


def test_error_has_the_fault_with_its_params(program: Program, game: str) -> None:
    short = EVEN | {"kind": "hand", "hand": 1, "took": [6, 6]}
    assert program.error(program.post(f"/games/{game}/entries", short, 422))["fault"] == {
        "code": "tricks-do-not-add-up",
        "params": {"found": 12, "needed": 13},
    }
    no_list = EVEN | {"kind": "hand", "hand": 1, "took": 7}
    assert program.error(program.post(f"/games/{game}/entries", no_list, 422))["fault"] == {
        "code": "wrong-kind",
        "params": {"what": "took", "value": "7", "kind": "list"},
    }


DEEP = b'{"kind":' + b"[" * 900 + b"]" * 900 + b"}"
"""A depth that Python's reader of JSON takes, and most functions that call themselves do not."""


@each_case(
    "raw", [b"", b"{", b"[]", b'"x"', b"null", b"\xff", b'{"a":1,"a":2}', b"[" * 5000, b"NaN", b"1" * 9000, DEEP]
)
def test_body_that_is_no_json_object_is_refused(program: Program, game: str, raw: bytes) -> None:
    answer = program.client.post(
        f"/api/v1/games/{game}/entries",
        data=raw,
        headers={"Authorization": f"Bearer {program.token}", "Content-Type": "application/json"},
    )
    assert answer.status_code == 422
    assert answer.json is not None
    assert program.error(answer.json)["where"] == "body"
    assert len(program.entries(game)) == 1


@pytest.mark.parametrize("mimetype", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_body_of_another_type_is_refused(program: Program, game: str, mimetype: str) -> None:
    """Any website can make its reader's browser send these without asking the server first."""
    headers = {"Authorization": f"Bearer {program.token}", "Content-Type": mimetype}
    answer = program.client.post(f"/api/v1/games/{game}/entries", data=b'{"kind": "close"}', headers=headers)
    assert answer.status_code == 415
    assert answer.json is not None
    assert program.error(answer.json)["code"] == "not-json"
    assert len(program.entries(game)) == 1


NOT_NOW: list[tuple[str, dict[str, Any]]] = [
    ("hand", {"hand": 3, **EVEN}),
    ("correction", {"hand": 2, **EVEN, "reason": "x"}),
    ("misdeal", {"hand": 3}),
    ("reopen", {}),
    ("take-back", {"entry": 1}),
    ("take-back", {"entry": 99}),
    ("sign", {"side": 0, "verdict": "disputed", "hand": 2}),
]


@pytest.mark.parametrize(("entry", "parts"), NOT_NOW)
def test_event_at_the_wrong_time_is_refused(program: Program, game: str, entry: str, parts: dict[str, Any]) -> None:
    program.hand(game, 1)
    assert program.error(program.write(game, entry, 422, **parts))["code"] == "not-now"
    assert len(program.entries(game)) == 2


def irregular_game(program: Program) -> str:
    sides = [{"name": "Ann & Cal", "players": ["Ann", "Cal"]}, {"name": "Ben & Dee", "players": ["Ben", "Dee"]}]
    return program.start({"rules": "partnership", "sides": sides, "options": {"may_total_tricks": False}})


def test_irregular_hand_needs_overruled(program: Program) -> None:
    game = irregular_game(program)
    error = program.error(program.write(game, "hand", 422, hand=1, **IRREGULAR))
    assert error["code"] == "irregular"
    assert error["where"] == "hand 1"
    assert [set(objection) for objection in error["objections"]] == [{"code", "side", "text", "rule"}]
    assert len(program.entries(game)) == 1
    answer = program.write(game, "hand", hand=1, overruled=True, **IRREGULAR)
    assert answer["scoreboard"]["hands"][0]["overruled"] is True


def test_irregular_correction_needs_overruled(program: Program) -> None:
    game = irregular_game(program)
    program.hand(game, 1)
    error = program.error(program.write(game, "correction", 422, hand=1, reason="heard wrong", **IRREGULAR))
    assert error["code"] == "irregular"
    program.write(game, "correction", hand=1, reason="heard wrong", overruled=True, **IRREGULAR)


def test_undo_redo_and_undo_of_a_redo(program: Program, game: str) -> None:
    program.hand(game, 1)
    assert program.write(game, "take-back", entry=2)["scoreboard"]["hands"] == []
    assert len(program.write(game, "take-back", entry=3)["scoreboard"]["hands"]) == 1
    assert program.write(game, "take-back", entry=4)["scoreboard"]["hands"] == []


DISPUTED = {"side": 1, "verdict": "disputed", "hand": 1, "note": "we took six", "device": None}


def test_program_cannot_set_the_signing_device(program: Program, game: str) -> None:
    program.hand(game, 1)
    error = program.error(program.write(game, "sign", 422, side=0, verdict="agreed", device="own"))
    assert "The server writes device; leave it out" in error["message"]
    assert program.get(f"/games/{game}")["signs"] == []


def test_a_signature_is_broken_by_a_later_correction(program: Program, game: str) -> None:
    program.hand(game, 1)
    program.write(game, "sign", side=0, verdict="agreed")
    program.write(game, "sign", side=1, verdict="disputed", hand=1, note="we took six")
    signs = program.get(f"/games/{game}")["signs"]
    assert signs[0] == {"side": 0, "verdict": "agreed", "hand": None, "note": "", "broken": False, "device": "program"}
    assert signs[1] | {"device": None} == {**signs[0], **DISPUTED}
    program.write(game, "correction", hand=1, reason="they are right", **EVEN | {"took": [6, 7]})
    assert [sign["broken"] for sign in program.get(f"/games/{game}")["signs"]] == [True, True]


def test_every_event_has_its_hash_and_writer(program: Program, game: str) -> None:
    from scorekeeper.formats.chain import hash_of
    from scorekeeper.storage.events import events_of

    program.hand(game, 1)
    program.write(game, "close", reason="late")
    with program.client.application.app_context():
        kept = events_of(game)
    log = program.entries(game)
    assert [entry["hash"] for entry in log] == [hash_of(entry) for entry in kept]
    assert [entry["previous"] for entry in log] == ["", *(entry["hash"] for entry in log[:-1])]
    assert [entry["at"] for entry in log] == [canonical_time(entry.at) for entry in kept]
    assert {entry["who"] for entry in log} == {"Program (keeper)"}


@on_both
def test_time_is_called_and_undone(program: Program, game: str) -> None:
    program.hand(game, 1)
    answer = program.write(game, "time", hand=1, minutes=41)
    assert_scoreboard_valid(answer["scoreboard"])
    assert answer["scoreboard"]["outcome"]["ended_by"] == "time"
    assert program.get(f"/games/{game}/sheet")["time"] == {"hand": 1, "minutes": 41}
    undone = program.write(game, "take-back", entry=answer["seq"])
    assert undone["scoreboard"]["outcome"] == {"status": "playing"}
    program.write(game, "time", hand=2, minutes=41)
    error = program.error(program.post(f"/games/{game}/entries", {"kind": "time", "hand": 2, "minutes": 41}, 422))
    assert error["fault"]["code"] == "time-is-called"


@each_case(
    ("body", "code"),
    [
        ({"hand": 4, "minutes": 41}, "not-the-last-hand"),
        ({"hand": 1}, "missing-part"),
        ({"hand": 1, "minutes": -1}, "out-of-range"),
        ({"hand": 1, "minutes": 1, "rounds": 2}, "unknown-part"),
    ],
)
def test_impossible_time_is_refused(program: Program, game: str, body: Json, code: str) -> None:
    error = program.error(program.post(f"/games/{game}/entries", {"kind": "time", **body}, 422))
    assert error["fault"]["code"] == code


def test_rulings_on_a_hand_are_recorded(program: Program, game: str) -> None:
    answer = program.hand(game, 1, reneges=[{"by": 0, "set": True}])
    assert answer["scoreboard"]["outcome"] == {"status": "playing"}
    outcome = program.hand(game, 2, reneges=[{"by": 0, "game": True, "for": "phone"}])["scoreboard"]["outcome"]
    assert (outcome["ended_by"], outcome["forfeit"]) == ("forfeit", 0)
