"""The events of a game, as phones that draw its pages read and record them."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from tests.web.at_table import Pad

BID = {"hand": 1, "bids": [["4", None], [None, None]]}


class Events:
    """The events of the game on a pad."""

    def __init__(self, pad: Pad) -> None:
        self.client, self.url = pad.phone.client, f"{pad.url}/events"
        self.around = self.read()

    def read(self, **query: int | str) -> Any:
        return self.client.get(self.url, query_string=query).json

    def send(self, kind: str, payload: object, seq: int, event: str = "") -> TestResponse:
        fields = {"kind": kind, "payload": json.dumps(payload), "seq": str(seq), "entry_id": event or str(uuid4())}
        return self.client.post(self.url, data=fields | {"csrf_token": self.around["csrf"]})


@pytest.fixture
def events(pad: Pad) -> Events:
    return Events(pad)


def test_all_events_come_with_what_the_pages_need(events: Events) -> None:
    assert [event["kind"] for event in events.around["events"]] == ["start"]
    assert events.around["routes"]["hands.bid"] == "/games/<game>/bids"


def test_a_tap_is_recorded_once(events: Events) -> None:
    event = str(uuid4())
    first, again = (events.send("bids", BID, 1, event).json for _ in range(2))
    assert first is not None
    assert first == again
    assert (first["seq"], first["id"]) == (2, event)
    assert events.read(after=1)["events"] == [first]


def test_another_phone_was_quicker(events: Events) -> None:
    events.send("bids", BID, 1)
    assert events.send("bids", {"hand": 1, "bids": [[None, None], ["3", None]]}, 1).status_code == 409


def test_the_reason_of_a_refusal_is_sent_back(events: Events) -> None:
    refused = events.send("take-back", {"entry": 7}, 1)
    assert refused.status_code == 422
    assert refused.json is not None
    assert refused.json["error"].startswith("There is no entry 7")
    assert events.read()["events"][1:] == []


@pytest.mark.parametrize("entry", ["", "sign"])
def test_event_that_no_tap_records_is_refused(events: Events, entry: str) -> None:
    assert events.send(entry, {"side": 0, "verdict": "agreed"}, 1).status_code == 400


class Batches(Events):
    """The same, for batches."""

    def post(self, entries: object, seq: int = 1, hash: str = "", **fields: str) -> TestResponse:  # noqa: A002 - the field's name
        listed = entries if isinstance(entries, str) else json.dumps(entries)
        posted = {"entries": listed, "seq": str(seq), "hash": hash, "csrf_token": self.around["csrf"]}
        return self.client.post(self.url, data=posted | fields, headers={"Accept": "application/json"})

    def results(self, entries: list[dict[str, object]], seq: int = 1) -> list[Any]:
        answer = self.post(entries, seq)
        assert answer.status_code == 200, answer.text
        found: list[Any] = answer.json["results"] if answer.json else []
        return found


@pytest.fixture
def batches(pad: Pad) -> Batches:
    return Batches(pad)


def bids(*calls: str | None, at: str | None = None, event: str = "") -> dict[str, object]:
    """Bids of hand 1 in seat order."""
    in_order = [*calls, None, None, None]
    entry: dict[str, object] = {"id": event or str(uuid4()), "kind": "bids", "hand": 1}
    return entry | {"bids": [in_order[0:4:2], in_order[1:4:2]]} | ({"at": at} if at else {})


def test_several_events_are_recorded_in_order(batches: Batches) -> None:
    results = batches.results([bids("4"), bids("4", "3"), bids("4", "3", "1")])
    assert [(result["status"], result["event"]["seq"]) for result in results] == [(201, 2), (201, 3), (201, 4)]
    assert [event["seq"] for event in batches.read()["events"]] == [1, 2, 3, 4]


def test_a_batch_sent_again_records_only_what_is_new(batches: Batches) -> None:
    first = [bids("4"), bids("4", "3")]
    batches.results(first)
    results = batches.results([*first, bids("4", "3", "1")])
    assert [(result["status"], result["event"]["seq"]) for result in results] == [(200, 2), (200, 3), (201, 4)]


def test_rest_of_a_batch_is_not_tried_after_another_phone_s_event(batches: Batches) -> None:
    mine = [bids("4"), bids("4", "3")]
    batches.results(mine[:1])
    batches.send("bids", {"hand": 1, "bids": [["4", None], ["2", None]]}, 2)
    results = batches.results([*mine, bids("4", "3", "1")])
    assert [result["status"] for result in results] == [200, 409, 409]
    assert [result["error"]["code"] for result in results[1:]] == ["another-came-first", "not-tried"]
    assert len(batches.read()["events"]) == 3


def test_rest_of_a_batch_is_not_tried_after_a_refusal(batches: Batches) -> None:
    undo: dict[str, object] = {"id": str(uuid4()), "kind": "take-back", "entry": 7}
    results = batches.results([bids("4"), undo, bids("4", "3")])
    assert [result["status"] for result in results] == [201, 422, 409]
    assert results[1]["error"]["message"].startswith("There is no entry 7")
    assert len(batches.read()["events"]) == 2


def test_id_of_another_event_is_not_taken_for_it(batches: Batches) -> None:
    event = str(uuid4())
    batches.results([bids("4", event=event)])
    results = batches.results([bids("5", event=event)], seq=2)
    assert results[0]["status"] == 409


def test_event_keeps_the_moment_at_which_a_phone_recorded_it(batches: Batches) -> None:
    started = datetime.fromisoformat(batches.around["events"][0]["at"])
    later = (started + timedelta(microseconds=1)).isoformat()
    result = batches.results([bids("4", at=later)])[0]
    assert result["event"]["at"] == later


@pytest.mark.parametrize("away", [timedelta(days=-1), timedelta(hours=1)])
def test_moment_before_the_last_event_or_in_the_future_is_not_kept(batches: Batches, away: timedelta) -> None:
    started = datetime.fromisoformat(batches.around["events"][0]["at"])
    wrong = started + away
    result = batches.results([bids("4", at=wrong.isoformat())])[0]
    assert started <= datetime.fromisoformat(result["event"]["at"]) != wrong


def test_phone_with_another_history_is_told(batches: Batches) -> None:
    assert batches.post([bids("4")], 1, batches.around["hash"]).status_code == 200
    refused = batches.post([bids("4", "3")], 2, "0" * 64)
    assert refused.status_code == 409
    assert refused.json is not None
    assert refused.json["error"]["code"] == "other-history"
    ahead = batches.post([bids("4", "3")], 9, "0" * 64)
    assert ahead.json is not None
    assert ahead.json["error"]["code"] == "other-history"
    assert len(batches.read()["events"]) == 2


def test_phone_with_another_history_reads_all_events(batches: Batches) -> None:
    batches.results([bids("4"), bids("4", "3")])
    end = batches.read()
    assert not batches.read(after=3, hash=end["hash"])["restored"]
    found = batches.read(after=9, hash=end["hash"])
    assert found["restored"]
    assert [event["seq"] for event in found["events"]] == [1, 2, 3]


@pytest.mark.parametrize(
    "entries",
    [
        "",
        "{}",
        "[]",
        "[1]",
        '[{"kind": "bids"}]',
        '[{"id": "x", "kind": "bids"}]',
        '[{"id": "4f0e7a52-8d0e-4d5c-9b1a-0d3f6c1b2a77", "kind": "sign"}]',
        json.dumps([{"id": "4f0e7a52-8d0e-4d5c-9b1a-0d3f6c1b2a77", "at": "yesterday"}]),
        json.dumps([{"id": "4f0e7a52-8d0e-4d5c-9b1a-0d3f6c1b2a77"}] * 201),
    ],
)
def test_malformed_batch_is_refused_in_json(batches: Batches, entries: str) -> None:
    refused = batches.post(entries)
    assert refused.status_code == 400
    assert refused.json is not None
    assert refused.json["error"]["code"] in ("malformed", "refused")
    assert refused.json["protocol"]


def test_refusals_are_json_for_a_phone_that_asks_for_it(batches: Batches) -> None:
    stale = batches.post([bids("4")], csrf_token="old")
    assert stale.status_code == 400
    assert stale.json is not None
    assert stale.json["error"]["code"] == "csrf"
    stranger = batches.client.application.test_client()
    refused = stranger.get(batches.url, headers={"Accept": "application/json"})
    assert refused.status_code == 404
    assert refused.json is not None
    assert refused.json["error"]["code"] == "not-found"
    assert stranger.get(batches.url).mimetype == "text/html"
