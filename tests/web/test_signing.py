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


def test_both_sides_confirm_on_the_page_of_the_result_with_two_taps(over: Pad) -> None:
    over.phone.tap("Ann & Cal: confirm score")
    assert over.notice() == "Ann & Cal confirmed the score"
    assert over.page.heading == "Game over"
    over.phone.tap("Ben & Dee: confirm score")
    assert over.page.text.count("on the same phone Confirmed") == 2
    assert not over.phone.can_tap("Ann & Cal: confirm score")
    assert "Ann & Cal confirmed the score" in over.phone.open(f"{over.url}/history").text


def test_side_disputes_a_hand_on_the_page_of_the_result(over: Pad) -> None:
    over.phone.submit(over.page.form_with("hand"), hand="1", note="we took 8")
    assert "Ann & Cal Disputed: Hand 1: we took 8" in over.page.text
    assert over.phone.can_tap("Ann & Cal: confirm score"), "once it is settled"


def test_side_confirms_the_score_on_its_own_page(over: Pad) -> None:
    over.phone.tap("Ann & Cal")
    assert over.page.heading == "Ann & Cal: confirm score"
    over.phone.tap("Confirm score")
    assert over.notice() == "Ann & Cal confirmed the score"


def test_side_that_signed_is_reminded(over: Pad) -> None:
    sign(over, 0)
    assert "already" not in over.page.text
    over.phone.tap("Confirm score")
    sign(over, 0)
    assert "Ann & Cal confirmed this. A new answer replaces it." in over.page.text
    over.phone.submit(over.page.form_with("hand"), hand="1")
    assert "Ann & Cal Disputed: Hand 1" in over.page.text
    assert "disputed by Ann &amp; Cal" in over.page.html


def test_side_disputes_a_hand(over: Pad) -> None:
    sign(over, 1)
    over.phone.submit(over.page.form_with("hand"), hand="1", note="we took 8")
    assert "Ben & Dee Disputed: Hand 1: we took 8" in over.page.text
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
    assert over.phone.can_tap("Ann & Cal: confirm score")


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


def test_side_that_disputed_is_not_asked_to_confirm_again(over: Pad) -> None:
    """It has not confirmed yet."""
    over.phone.submit(over.page.form_with("hand"), hand="1")
    over.phone.open(f"{over.url}/hands/1/correction")
    assert "confirm again" not in over.phone.tap("7").text
