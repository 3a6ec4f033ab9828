"""A game that a phone started without the server: its address there leads to the game."""

from __future__ import annotations

from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from tests.access.cast import Cast


@pytest.fixture
def phones_id(cast: Cast) -> str:
    """The id that the phone gave its game, which Alice’s quick game then starts with."""
    event = str(uuid4())
    phone = cast.phone("alice")
    phone.open("/")
    form = next(form for form in phone.page.forms if "entry_id" in form.fields)
    phone.submit(form, entry_id=event)
    return event


def moved_to(client: FlaskClient, address: str, method: str = "GET") -> str:
    answer = client.open(address, method=method)
    assert answer.status_code == 307, answer.text
    return answer.headers["Location"]


def test_old_address_leads_to_the_game(cast: Cast, phones_id: str) -> None:
    shown = cast.alice.get(f"/games/{phones_id}", follow_redirects=True)
    assert "Hand 1" in shown.text
    assert phones_id not in shown.request.path


def test_pages_of_the_game_keep_their_path_and_query(cast: Cast, phones_id: str) -> None:
    game = moved_to(cast.alice, f"/games/{phones_id}")
    assert moved_to(cast.alice, f"/games/{phones_id}/history") == f"{game}/history"
    query = "after=1&_external=1&_scheme=ftp&endpoint=a&name=A%26B"
    assert moved_to(cast.alice, f"/games/{phones_id}/events?{query}") == f"{game}/events?{query}"
    assert len((cast.alice.get(f"/games/{phones_id}/events", follow_redirects=True).json or {})["events"]) == 1


def test_a_stranger_learns_no_address(cast: Cast, phones_id: str) -> None:
    for client in (cast.charlie, cast.bob, cast.app.test_client()):
        assert client.get(f"/games/{phones_id}").status_code == 404


def test_a_later_event_leads_nowhere(cast: Cast) -> None:
    event = str(uuid4())
    around = cast.bob.get(f"/games/{cast.game}/events").json or {}
    bid = {"kind": "bids", "payload": '{"hand": 1, "bids": [["4", null], [null, null]]}', "seq": "1"}
    sent = cast.bob.post(f"/games/{cast.game}/events", data=bid | {"entry_id": event, "csrf_token": around["csrf"]})
    assert sent.status_code == 200, sent.text
    assert cast.bob.get(f"/games/{event}").status_code == 404
