"""Games with club rules, on the usual pad."""

from __future__ import annotations

from tests.web.at_table import start_game
from tests.web.browsing import Phone


def test_one_number_for_both_partners(phone: Phone) -> None:
    pad = start_game(phone, pair_bids="pair")
    pad.bids("6, 5, Partner’s bid, Nil")
    pad.took("Dee", 0)
    pad.took("Ann & Cal", 7)
    pad.save()
    assert pad.totals == [61, 151]
    pad.bids("4, 5, 4")
    assert "pair bid 2 numbers" in pad.page.text
