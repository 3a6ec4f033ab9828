"""Checking over the API: a file is verified, a paper sheet compared with the rules; nothing is stored."""

from __future__ import annotations

from tests.api.calling import EVEN, PAIRS, Program

DUEL = {"rules": "two-player", "sides": [{"name": "Ann"}, {"name": "Ben"}], "dealer": 0}
PAPER = DUEL | {"hands": [{"bids": ["5", "6"], "took": [6, 7]}, {"bids": ["4", "5"], "took": [8, 5]}]}


def exported(program: Program) -> bytes:
    game = program.start(PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}})
    file: bytes = program.call("GET", f"/games/{game}/exports/json").data
    return file


def test_export_of_this_server_is_verified(program: Program) -> None:
    answer = program.call("POST", "/check", file=exported(program))
    found = answer.get_json()
    assert (found["games"], found["hands"], found["holds"], found["on_this_server"]) == (1, 1, True, "now")
    assert (found["adds_up"], found["undamaged"], found["findings"]) == (True, True, [])


def test_record_with_the_line_ends_of_windows_is_as_good_as_any(program: Program) -> None:
    game = program.start(PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}})
    record = program.call("GET", f"/games/{game}/exports/text").data
    greeted = b"Hi all\r\n" + record.replace(b"\n", b"\r\n") + b"Cheers\r\n"
    found = program.call("POST", "/check", file=greeted).get_json()
    assert (found["holds"], found["undamaged"], found["findings"]) == (True, True, [])


def test_changed_score_is_found_by_its_code(program: Program) -> None:
    changed = exported(program).replace(b'"total":70', b'"total":80').replace(b'"total": 70', b'"total": 80')
    found = program.call("POST", "/check", file=changed).get_json()
    assert not found["holds"]
    assert found["findings"][0]["code"]
    assert found["findings"][0]["text"]


def test_file_that_is_no_export_is_said_to_be_none(program: Program) -> None:
    found = program.call("POST", "/check", file=b"a shopping list").get_json()
    assert (found["games"], found["holds"], found["on_this_server"]) == (0, False, None)


def test_paper_sheet_with_a_wrong_total_names_the_hand(program: Program) -> None:
    found = program.post("/audit", {"sheet": PAPER, "totals": [[51, 61], [104, 111]]}, 200)
    assert [(each["hand"], each["side"]) for each in found["mistakes"]] == [(2, "Ann")]
    assert found["totals"][0] == [51, 61]


def test_paper_sheet_that_is_right_has_no_mistakes(program: Program) -> None:
    totals = program.post("/audit", {"sheet": PAPER, "totals": [[None, None]] * 2}, 200)["totals"]
    assert program.post("/audit", {"sheet": PAPER, "totals": totals}, 200)["mistakes"] == []


def test_totals_that_fit_no_sheet_are_refused(program: Program) -> None:
    for totals in ([], [[51, 61]], [[51], [104]], [[51, "61"], [104, 111]], None):
        assert program.call("POST", "/audit", {"sheet": PAPER, "totals": totals}).status_code == 422
    assert program.call("POST", "/audit", {"sheet": {}, "totals": []}).status_code == 422
