"""Forced bids: which keys are live, and which bids are entered automatically."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.game import GameState, moves
from scorekeeper.core.pages.recorded import recorded_notice
from tests.core.game.games import begin, bid, play, redo, undo
from tests.core.pages.contexts import address, page_of
from tests.each_case import each_case
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


@each_case(
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


def test_contract_above_the_highest_bid_is_not_offered() -> None:
    first = game("partnership", highest_bid=9)
    assert [key for key in live(first) if key != "nil"] == [str(number) for number in range(1, 10)]
    pair = game("partnership", "5", "3", highest_bid=8)
    assert [key for key in live(pair) if key != "nil"] == ["1", "2", "3"]
    assert page_of(pair)["pad"]["hint"] == "No bid is higher than 8"


def tap(state: GameState, seat: int, call: str, **fields: str) -> GameState:
    """The state after one tap on a key."""
    event = moves.bid(state, {"hand": str(state.board.next_number), "seat": str(seat), "call": call, **fields})
    assert event is not None
    return state.apply(event)


def bids_of(state: GameState) -> list[str | None]:
    """The bids so far, from Ann to Dee."""
    return [None if bid is None else bid.calls[0] for bid in state.draft]


def noticed(state: GameState) -> str | None:
    """What the page says about the latest event."""
    notice = recorded_notice(state.events[-1], state)
    return notice.text if notice else None


def test_forced_bids_are_entered_with_the_bid_that_forces_them() -> None:
    ann = tap(game("suicide"), 0, "4")
    assert bids_of(ann) == ["4", None, None, None]  # Ben may still bid anything
    assert noticed(ann) is None
    state = tap(ann, 1, "3")
    assert bids_of(state) == ["4", "3", "nil", "nil"]
    assert noticed(state) == "Cal must bid nil, Dee must bid nil"
    assert page_of(state)["phase"] != "bidding"
    undone = undo(state)
    assert bids_of(undone) == ["4", None, None, None]
    assert noticed(undone) == "Undid Ben’s bid of 3, Cal’s bid of nil and Dee’s bid of nil"
    assert bids_of(redo(undone)) == ["4", "3", "nil", "nil"]


def test_hand_in_which_everyone_bids_the_same_takes_one_tap() -> None:
    state = play(game("evil"), *["Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 6"] * 6)
    assert live(state) == ["1"]
    assert bids_of(tap(state, state.board.bidding_order[0], "1")) == ["1"] * 4


def test_seat_with_a_choice_bids_for_itself() -> None:
    assert bids_of(tap(game("whiz", "9"), 1, "3"))[2:] == [None, None]  # nil or 1
    blind = {"blind_nil": 200, "blind_behind": 0}
    assert bids_of(tap(game("suicide", "4", **blind), 1, "3"))[2:] == [None, None]  # nil or blind nil
    assert bids_of(tap(game("mirrors", "9"), 1, "9"))[2:] == [None, None]  # no bid can fix this


def test_fixing_a_bid_forces_no_other() -> None:
    state = tap(game("mirrors", "4", "3"), 2, "1")
    assert bids_of(state) == ["4", "3", "1", "5"]
    fixed = tap(state, 0, "3", was="4")
    assert bids_of(fixed) == ["3", "3", "1", "5"]
    assert noticed(fixed) is None
    assert page_of(fixed)["objections"]


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


def test_all_numbers_are_live_if_none_can_fix_an_overruled_bid() -> None:
    state = game("mirrors", "9", "9")
    assert len(live(state)) == 14
