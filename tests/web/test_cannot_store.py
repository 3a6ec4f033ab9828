"""Pages when the database fails: what happened, what to do, and a status that says whether to retry."""

from __future__ import annotations

import pytest

from scorekeeper.storage.errors import CannotStore, DatabaseAway, DatabaseGone, DiskFull
from scorekeeper.web.games import hands
from tests.shared_app import file_of
from tests.web.at_table import Pad
from tests.web.test_errors import assert_error_page

ERROR_PAGES = {
    DatabaseAway: (503, "The database doesn’t answer", "Nothing is saved twice."),
    DatabaseGone: (503, "The games can’t be found", "Export what you still see first"),
    DiskFull: (507, "The server’s disk is full", "has to make room"),
}


@pytest.mark.parametrize("problem", ERROR_PAGES)
def test_error_page_says_what_happened_and_what_to_do(
    pad: Pad, problem: type[CannotStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_words: object, **_parts: object) -> None:
        raise problem

    monkeypatch.setattr(hands, "record_event", fail)
    status, title, advice = ERROR_PAGES[problem]
    page = pad.phone.tap("4", status)
    assert_error_page(page)
    assert page.heading == title
    assert advice in page.text


def test_hand_is_not_reported_as_saved_if_the_file_was_deleted(pad: Pad) -> None:
    pad.bid("Ann", "4")
    for file in file_of(pad.phone.client.application).parent.glob("*.sqlite*"):
        file.unlink()
    page = pad.phone.submit(pad.page.form_with("seat"), None, 503, call="3")
    assert page.heading == "The games can’t be found"
    pad.reload()
    assert pad.bidder == "Ben", "what was there can still be read"
