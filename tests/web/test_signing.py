"""Signing off: agreed or disputed, on any phone; a later correction visibly breaks the signature."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, a_short_game
from tests.web.conftest import After


@pytest.fixture
def over(after: After) -> Pad:
    """A game to 50, finished after one hand."""
    return after(a_short_game)


def sign(pad: Pad, side: int) -> None:
    pad.phone.open(f"{pad.url}/signing/{side}")


def test_each_side_is_asked_to_sign(over: Pad) -> None:
    assert [link.label for link in over.page.links if "Confirm score" in link.label] == [
        "Ann & Cal Confirm score",
        "Ben & Dee Confirm score",
    ]


def test_side_confirms_the_score(over: Pad) -> None:
    over.phone.tap("Ann & Cal Confirm score")
    assert over.page.heading == "Ann & Cal: confirm score"
    over.phone.tap("Confirm score")
    assert over.notice() == "Ann & Cal confirmed the score"
    assert "Ann & Cal Score confirmed" in over.page.text
    assert "Ann & Cal confirmed the score" in over.phone.open(f"{over.url}/history").text


def test_side_that_signed_is_reminded(over: Pad) -> None:
    sign(over, 0)
    assert "already" not in over.page.text
    over.phone.tap("Confirm score")
    sign(over, 0)
    assert "Ann & Cal confirmed this. A new answer replaces it." in over.page.text
    over.phone.submit(over.page.form_with("hand"), hand="1")
    assert "Ann & Cal Disputed Hand 1" in over.page.text
    assert "Confirm the score disputed by Ann & Cal" in over.page.text


def test_side_disputes_a_hand(over: Pad) -> None:
    sign(over, 1)
    over.phone.submit(over.page.form_with("hand"), hand="1", note="we took 8")
    assert "Ben & Dee Disputed Hand 1: we took 8" in over.page.text
    assert 'class="notice info" role="status"' in over.page.html  # no green tick


def test_correction_breaks_a_signature_and_undo_restores_it(over: Pad) -> None:
    sign(over, 0)
    over.phone.tap("Confirm score")
    over.phone.open(f"{over.url}/hands/1/correction")
    page = over.phone.tap("7")
    assert "Ann & Cal will be asked to confirm again." in page.text
    over.phone.submit(page.form_with("reason"), reason="miscounted")
    assert "Score changed. Confirm again." in over.page.text
    over.phone.tap("Undo")
    assert "Score changed" not in over.page.text


def test_a_signature_can_be_undone(over: Pad) -> None:
    sign(over, 0)
    over.phone.tap("Confirm score")
    over.phone.tap("Undo")
    assert "Ann & Cal Confirm score" in over.page.text


def test_game_in_progress_cannot_be_signed(pad: Pad) -> None:
    sign(pad, 0)
    assert pad.notice() == "Finish the game first, then confirm the score."


def test_unknown_side_cannot_sign(over: Pad) -> None:
    over.phone.open(f"{over.url}/signing/2", 404)


def test_signature_of_an_outdated_score_is_refused(over: Pad) -> None:
    sign(over, 0)
    form = over.page.buttons[0].form
    sign(over, 1)
    over.phone.tap("Confirm score")
    over.phone.submit(form)
    assert "Someone changed the score" in over.notice()
