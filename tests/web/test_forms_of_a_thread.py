"""A thread fills the same form for each press; nothing of the press before stays in it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from scorekeeper.web.games.forms import BidForm, HandForm

NEW_ID = "0f8fad5b-d9cb-469f-a165-70867728950e"


@pytest.fixture
def app() -> Flask:
    return Flask("scorekeeper")


def sent(app: Flask, **fields: str) -> HandForm:
    """The form of a request with these fields."""
    with app.test_request_context(method="POST", data=fields):
        return HandForm.sent()


def test_nothing_of_an_earlier_hand_stays(app: Flask) -> None:
    first = sent(app, hand="7", record="[]", note="late", overruled="yes", entry_id=NEW_ID, seq="6")
    assert first.validate()
    assert (first.new_id, first.seen, first.fields["overruled"]) == (NEW_ID, 6, "yes")
    second = sent(app, hand="8")
    assert second.fields == {"hand": "8"}
    assert (second.new_id, second.seen) == (None, None)
    assert not second.validate()
    assert set(second.errors) == {"record"}
    third = sent(app, hand="9", record="[]")
    assert third.validate()
    assert third.errors == {}
    assert third is second is first


def test_malformed_number_is_forgotten(app: Flask) -> None:
    assert not sent(app, hand="seven", record="[]").validate()
    assert sent(app, hand="7", record="[]").validate()


def test_each_thread_and_each_kind_has_a_form_of_its_own(app: Flask) -> None:
    own = sent(app, hand="7")
    with ThreadPoolExecutor(1) as other:
        assert other.submit(sent, app, hand="8").result() is not own
    with app.test_request_context(method="POST", data={"hand": "9", "seat": "1"}):
        assert BidForm.sent().fields == {"hand": "9", "seat": "1"}
    assert own.fields == {"hand": "7"}
