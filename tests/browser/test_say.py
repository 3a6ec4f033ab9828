"""The score is said aloud after each hand, on a phone that is set to."""

from __future__ import annotations

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import start_game
from tests.browser.taps import draw_on_phone, record_by_script
from tests.browser.test_preferences import choose_unseen
from tests.browsers import until

pytestmark = pytest.mark.browser

NOTED = """
window.said = [];
speechSynthesis.speak = ({ text, lang }) => said.push([lang, text]);
"""
"""What would be heard."""


@pytest.mark.parametrize("on_phone", [True, False], ids=["drawn by the phone", "drawn by the server"])
def test_totals_are_said_once_a_hand_is_recorded(open_page: OpenPage, on_phone: bool) -> None:
    page = open_page(script=NOTED)
    start_game(page)
    choose_unseen(page, "Aloud")
    if on_phone:
        draw_on_phone(page)
    record_by_script(page, 7, "4 3 2 3")
    Pad(page).expect_hand(2)
    until(page, "said.length")
    [[language, words]] = page.evaluate("said")
    assert (language, words) == ("en", "Ann & Cal 61, Ben & Dee 60")


def test_nothing_is_said_unless_it_is_set(open_page: OpenPage) -> None:
    page = open_page(script=NOTED)
    start_game(page)
    draw_on_phone(page)
    record_by_script(page, 7, "4 3 2 3")
    Pad(page).expect_hand(2)
    assert page.evaluate("said") == []
