"""The events of a game, as phones that draw its pages read and record them."""

from __future__ import annotations

import json
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

    def read(self, **query: int) -> Any:
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


@pytest.mark.parametrize("kind", ["", "sign"])
def test_event_that_no_tap_records_is_refused(events: Events, kind: str) -> None:
    assert events.send(kind, {"side": 0, "verdict": "agreed"}, 1).status_code == 400
