"""The keys of a seat that has not bid yet: those that the rules leave, and why the others are dimmed."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.game import GameState, moves
from tests.core.game.games import begin, bid
from tests.core.pages.places import address, page_of
from tests.tables import sheet_of


def game(rules: str, *bids: str, **options: Any) -> GameState:
    """Ann bids first; these bids are made."""
    state = begin(sheet_of(rules, dealer="Dee", **options))
    ann, ben, cal, dee = [*bids, None, None, None, None][:4]
    return bid(state, ann, ben, cal, dee) if bids else state


def keys(state: GameState, **query: str) -> list[dict[str, Any]]:
    pad = page_of(state, query)["pad"]
    return [*pad["calls"], *pad["numbers"], *pad["higher"]]


def live(state: GameState, **query: str) -> list[str]:
    """The keys that can be tapped."""
    return [key["value"] for key in keys(state, **query) if not key["disabled"]]


@pytest.mark.parametrize(
    ("rules", "bids", "left", "hint"),
    [
        ("suicide", ("4", "3"), ["nil"], "Must bid nil"),
        ("suicide", ("nil", "3"), [str(number) for number in range(1, 14)], None),
        ("mirrors", ("4", "3", "1"), ["5"], "Must bid 5"),
        ("mirrors", ("9", "3"), ["1", "nil"], "Must bid nil or 1"),
        ("whiz", ("9", "3"), ["1", "nil"], "Must bid nil or 1"),
    ],
)
def test_only_bids_that_the_hand_allows_are_live(rules: str, bids: tuple[str, ...], left: list[str], hint: str) -> None:
    state = game(rules, *bids)
    assert live(state) == left
    assert page_of(state)["pad"]["hint"] == (hint or "Partner bid nil")


def test_last_bidder_sees_the_bid_that_the_table_does_not_allow() -> None:
    state = game("partnership", "4", "3", "3", may_total_tricks=False)
    assert "3" not in live(state)
    assert page_of(state)["pad"]["hint"] == "Bids may not total 13"
    three = next(key for key in keys(state) if key["value"] == "3")
    assert three["allow"]["url"] == address("games.show", game="g1", seat=3, insists="yes")
    assert "3" in live(state, insists="yes")


def test_partner_sees_which_bids_are_below_the_team_s_minimum() -> None:
    state = game("partnership", "1", "3", team_minimum=4)
    assert live(state)[:3] == ["3", "4", "5"]
    assert page_of(state)["pad"]["hint"] == "A team bids at least 4"


def test_pair_that_bids_last_sees_the_number_that_the_table_does_not_allow() -> None:
    state = game("partnership", may_total_tricks=False, pair_bids="pair")
    event = moves.bid(state, {"hand": "1", "seat": "0", "call": "9"})
    assert event is not None
    state = state.apply(event)
    assert "4" not in live(state)


def test_all_numbers_are_live_while_a_bid_is_corrected() -> None:
    """Another bid may have been the wrong one, and is corrected next."""
    state = game("mirrors", "4", "3", "1", "5")
    assert len(live(state, seat="0")) == 14


def test_all_numbers_are_live_after_the_table_allowed_what_no_bid_can_mend() -> None:
    state = game("mirrors", "9", "9")
    assert len(live(state)) == 14
