"""Any query in any game: a page, never an error. An address may have been typed, or come from a page of an hour ago."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from scorekeeper.core.game import BIDS, GameState
from scorekeeper.core.pages.correcting import Correction
from scorekeeper.core.pages.correcting.hand_rulings import points_view, renege_view
from scorekeeper.core.pages.correcting.rulings import substitute_view
from scorekeeper.core.pages.unavailable import unavailable_reason
from tests.core.game.games import partnership, played_sheet, write
from tests.core.pages.contexts import at_the_table, page_of, signed_in
from tests.fast_strategies import pick
from tests.strategies import sheets

Json = dict[str, Any]

ASKED = ["seat", "call", "added", "later", "insists", "hand", "hands", "note", "by", "to", "books", "of", "side"]
ASKED += ["player", "points", "why", "reason"]
PARTS = ["b0", "b1", "b0-extra", "e0", "t0", "t1", "t9", "s0", "s1", "f0", "f1", "r0-by", "r0-to", "r0-books", "r1-of"]
CALLS = ["nil", "blind-nil", "blind-6", "bemo", "boston", "4>5", "5+bemo", "nil-0", "nil-9", "nil-right", "partner"]
VALUES = [*CALLS, "", "-1", "0", "1", "2", "3", "5", "13", "14", "9" * 20, "½", "٣", " 5 ", "yes", "new", "x"]
QUERIES = st.dictionaries(st.sampled_from(ASKED + PARTS), st.sampled_from(VALUES), min_size=1, max_size=5)


@st.composite
def games(draw: st.DrawFn) -> tuple[Json, Json]:
    """A game of any rule set: the sheet of some hands, then the bids of one more; a side has perhaps not bid it."""
    sheet: Json = draw(sheets(least=1, most=2))
    *before, last = sheet["hands"]
    waits = pick(draw, [None, *range(len(sheet["sides"]))])
    bids = [
        [None] * len(bid) if side == waits and isinstance(bid, list) else bid
        for side, bid in enumerate(last["bids"] or [])
    ]
    return {**sheet, "hands": before}, {"hand": len(before) + 1, "bids": bids}


def state_of(game: tuple[Json, Json]) -> GameState:
    sheet, bids = game
    state = played_sheet(sheet)
    return write(state, BIDS, **bids) if bids["bids"] and state.board.outcome is None else state


@given(games(), QUERIES)
def test_any_query_shows_the_game(game: tuple[Json, Json], query: dict[str, str]) -> None:
    assert page_of(state_of(game), query, finished=signed_in(None))["game"]["title"]


@given(games(), QUERIES)
def test_any_query_shows_a_correction_and_the_rulings(game: tuple[Json, Json], query: dict[str, str]) -> None:
    state, context = state_of(game), at_the_table(finished=signed_in(None))
    for number in range(1, len(state.board.hands) + 1):
        page: Any = Correction(state, number, query).view(context)
        assert page["hand"]["number"] == number
    for endpoint, view in (("rulings.renege", renege_view), ("rulings.points", points_view)):
        if unavailable_reason(state, endpoint) is None:
            assert view(state, context, query)["heading"]
    assert substitute_view(state, context, ["Ann", "Zoë"], query, {})["heading"]


@pytest.mark.parametrize("added", ["13", "nil-9", "x-1", "-", "nil-1", "nil-٣"])
def test_only_a_partner_s_nil_stands_beside_a_pair_s_number(added: str) -> None:
    """Seats 0 and 2 are Ann's and Cal's."""
    state = partnership(pair_bids="pair")
    assert page_of(state, {"added": added})["pad"]["added"] is None
    assert page_of(state, {"added": "nil-2"})["pad"]["added"] == "Cal: Nil + tap a number"
