"""Several entries in one request: in order, once each, and what became of each."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from tests.api.calling import EVEN, Json, Program
from tests.databases import on_both
from tests.each_case import each_case
from tests.schemas import assert_scoreboard_valid


def hand(number: int, **more: object) -> Json:
    return {"id": str(uuid4()), "kind": "hand", "hand": number, **EVEN, **more}


def posted(program: Program, game: str, entries: list[Json], seq: int = 1) -> Json:
    return program.post(f"/games/{game}/entries", {"seq": seq, "entries": entries}, 200)


def outcomes(answer: Json) -> list[Any]:
    """The number of each entry that is stored, else the error's code."""
    return [each["entry"]["seq"] if "entry" in each else each["error"]["code"] for each in answer["results"]]


@on_both
def test_entries_are_recorded_in_order(program: Program, game: str) -> None:
    answer = posted(program, game, [hand(1), hand(2)])
    assert set(answer) == {"results", "seq", "scoreboard"}
    assert [each["status"] for each in answer["results"]] == [201, 201]
    assert [each["entry"] for each in answer["results"]] == program.entries(game)[1:]
    assert_scoreboard_valid(answer["scoreboard"])
    assert [side["total"] for side in answer["scoreboard"]["sides"]] == [140, 102]


@on_both
def test_entries_that_are_stored_already_are_skipped(program: Program, game: str) -> None:
    entries = [hand(1), hand(2)]
    posted(program, game, entries)
    again = posted(program, game, [*entries, hand(3)])
    assert [each["status"] for each in again["results"]] == [200, 200, 201]
    assert outcomes(again) == [2, 3, 4]
    assert len(program.entries(game)) == 4


def test_nothing_is_tried_after_another_program_s_entry(program: Program, game: str) -> None:
    other = program.hand(game, 1)
    answer = posted(program, game, [hand(1), hand(2)])
    assert [each["status"] for each in answer["results"]] == [409, 409]
    assert outcomes(answer) == ["another-came-first", "not-tried"]
    assert answer["results"][0]["error"]["entry"]["seq"] == other["entry"]
    assert answer["seq"] == 2


def test_a_refusal_ends_the_list_as_the_entry_alone_would_be_refused(program: Program, game: str) -> None:
    irregular = hand(2, bids=[["4", "3"], ["4", "2"]], took=[7, 6], adjust=[{"side": 0, "points": 5}])
    wrong = [hand(2, took=[7, 7]), irregular, {"id": str(uuid4()), "kind": "take-back", "entry": 9}]
    posted(program, game, [hand(1)])
    for entry in wrong:
        alone = program.error(program.post(f"/games/{game}/entries", {"seq": 2, **entry}, 422))
        answer = posted(program, game, [entry, hand(3)], seq=2)
        assert [each["status"] for each in answer["results"]] == [422, 409]
        assert answer["results"][0]["error"] == alone | {"pointer": f"/entries/0{alone['pointer']}"}
        assert outcomes(answer)[1] == "not-tried"
    assert len(program.entries(game)) == 2


def test_corrections_of_a_long_game_take_several_requests(program: Program) -> None:
    """Each of them has all hands scored again, for which others wait."""
    players = {"sides": [{"name": "Ann"}, {"name": "Ben"}], "options": {"target": 10_000}}
    game = program.post(f"/tables/{program.table}/games", {"rules": "two-player", **players})["game"]

    def one_is_set(kind: str, number: int, which: int) -> Json:
        scored = {"hand": number, "bids": ["7", "7"], "took": [6 + which % 2, 7 - which % 2], "overruled": True}
        return {"id": str(uuid4()), "kind": kind, **scored}

    posted(program, game, [one_is_set("hand", number, number) for number in range(1, 101)])
    corrections = [one_is_set("correction", 1, which) | {"reason": "miscounted"} for which in range(60)]
    answer = posted(program, game, corrections, seq=101)
    assert outcomes(answer) == [*range(102, 152), *["not-tried"] * 10]  # 5,000 hands
    assert outcomes(posted(program, game, corrections, seq=answer["seq"])) == [*range(102, 162)]


def test_id_of_another_entry_is_refused(program: Program, game: str) -> None:
    first = hand(1)
    posted(program, game, [first])
    assert outcomes(posted(program, game, [first | {"took": [8, 5]}], seq=2)) == ["id-taken"]


def test_a_program_signs_as_a_program(program: Program, game: str) -> None:
    sign: Json = {"id": str(uuid4()), "kind": "sign", "side": 0, "verdict": "agreed"}
    close: Json = {"id": str(uuid4()), "kind": "close", "reason": "the last train"}
    answer = posted(program, game, [hand(1), close, sign])
    assert answer["results"][-1]["entry"]["payload"]["device"] == "program"
    body = {"seq": 4, "entries": [sign | {"id": str(uuid4()), "device": "own"}]}
    assert program.error(program.post(f"/games/{game}/entries", body, 422))["code"] == "malformed"


def test_an_entry_keeps_its_moment(program: Program, game: str) -> None:
    started = datetime.fromisoformat(program.entries(game)[0]["at"])
    played = started + timedelta(microseconds=1)
    early = started - timedelta(days=1)
    answer = posted(program, game, [hand(1, at=played.isoformat()), hand(2, at=early.isoformat())])
    moments = [datetime.fromisoformat(each["entry"]["at"]) for each in answer["results"]]
    assert moments[0] == played
    assert moments[1] > played


ONE = hand(1)


@each_case(
    "body",
    [
        {"entries": [ONE]},
        {"seq": None, "entries": [ONE]},
        {"seq": 1, "entries": []},
        {"seq": 1, "entries": ONE},
        {"seq": 1, "entries": [1]},
        {"seq": 1, "entries": [{"kind": "hand", "hand": 1, **EVEN}]},
        {"seq": 1, "entries": [ONE | {"at": "yesterday"}]},
        {"seq": 1, "entries": [ONE], "kind": "hand"},
        {"seq": 1, "entries": [hand(number) for number in range(1, 202)]},
    ],
)
def test_malformed_batch_writes_nothing(program: Program, game: str, body: Json) -> None:
    assert program.error(program.post(f"/games/{game}/entries", body, 422))["code"] == "malformed"
    assert len(program.entries(game)) == 1


def test_entries_count_each_but_a_full_batch_passes_within_a_minute(program: Program, game: str) -> None:
    """A device may write 600 a minute: what waits is sent later, and never too much for ever."""
    body = {"seq": 1, "entries": [{"id": str(uuid4()), "kind": "take-back", "entry": 9} for _ in range(200)]}
    for _ in range(3):
        assert outcomes(program.post(f"/games/{game}/entries", body, 200))[0] == "not-now"
    refused = program.call("POST", f"/games/{game}/entries", body)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 61
