"""What is tapped is as large in any font: machines have different ones."""

from __future__ import annotations

import pytest

from tests.a11y.conftest import Show
from tests.a11y.rulers import small_controls
from tests.shown.states import STATES

pytestmark = pytest.mark.browser

# Text as low as a font with little room above and below its letters makes it.
LOW_TEXT = "document.querySelectorAll('.board a').forEach(link => link.style.fontSize = '9px')"


def test_links_of_the_board_stay_large_where_a_font_is_low(show: Show) -> None:
    page = show(next(state for state in STATES if state.name == "bidding-evil"))
    page.evaluate(LOW_TEXT)
    assert small_controls(page) == []
