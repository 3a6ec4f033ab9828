"""Impossible hands, for every rule set: scored or refused as malformed, nothing else."""

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.deal import Adjustment, Bid, HandRecord, Renege, Took
from scorekeeper.core.rules.scoreboard import new_game
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet import read_setup
from tests.core.rulesets.test_properties import Json, played
from tests.core.sheet.sheets import in_pairs, refusal
from tests.hypothesis_budget import examples
from tests.strategies import heads, sheets

ANY_SMALL = st.integers(-2, 28)
ANY_CODE = st.sampled_from(
    [
        "0",
        "1",
        "5",
        "13",
        "14",
        "27",
        "nil",
        "double-nil",
        "blind-nil",
        "blind-6",
        "bemo",
        "big-bemo",
        "naught-front",
        "nil-right",
        "double-naught",
        "board",
        "x",
    ]
)
ANY_CALLS = st.lists(ANY_CODE, max_size=3).map(tuple)
ANY_BID = st.builds(Bid, ANY_CALLS, st.lists(ANY_CALLS, max_size=2).map(tuple))
ANY_MADE = st.lists(st.sampled_from(["bemo", "big-bemo", "x"]), max_size=2).map(tuple)
ANY_TOOK = st.builds(Took, ANY_SMALL, st.lists(ANY_SMALL, max_size=3).map(tuple), ANY_MADE)
ANY_SIDE = st.integers(-1, 8).map(Side)
ANY_RENEGE = st.builds(Renege, ANY_SIDE, ANY_SIDE, st.integers(-1, 5), st.sampled_from(["", "a"]))
ANY_ADJUSTMENT = st.builds(Adjustment, ANY_SIDE, st.integers(-9, 9), st.just("x"))


@settings(max_examples=examples(30, 3000))
@given(heads(), st.data())
def test_scoring_raises_only_for_malformed_hands(head: Json, data: st.DataObject) -> None:
    house = read_setup(head).rules
    seating = house.seating
    bids = data.draw(st.lists(ANY_BID, min_size=len(seating.bidders) - 1, max_size=len(seating.bidders)))
    took = data.draw(st.lists(ANY_TOOK, min_size=len(seating.sides) - 1, max_size=len(seating.sides)))
    record = HandRecord(
        tuple(bids),
        tuple(took),
        tuple(data.draw(st.lists(ANY_RENEGE, max_size=2))),
        tuple(data.draw(st.lists(ANY_ADJUSTMENT, max_size=1))),
    )
    board = new_game(house, seating.bidders[0])
    with contextlib.suppress(InvalidInput):
        board.after(record)


@settings(max_examples=examples(15, 1000))
@given(sheets(most=2), st.data())
def test_altered_hand_is_scored_or_malformed(written: Json, data: st.DataObject) -> None:
    sheet, _ = played(written)
    board = new_game(sheet.rules, sheet.dealer)
    for record in sheet.hands:
        took = list(record.took) or [Took(0) for _ in sheet.sides]
        side = data.draw(st.integers(0, len(took) - 1))
        took[side] = data.draw(ANY_TOOK)
        with contextlib.suppress(InvalidInput):
            board.after(HandRecord(record.bids, tuple(took), (data.draw(ANY_RENEGE),)))
        took = [replace(counted, made=data.draw(ANY_MADE)) for counted in record.took]
        with contextlib.suppress(InvalidInput):
            board.after(HandRecord(record.bids, tuple(took)))
        bids = list(record.bids) or [Bid(()) for _ in sheet.rules.seating.bidders]
        bids[data.draw(st.integers(0, len(bids) - 1))] = data.draw(ANY_BID)
        with contextlib.suppress(InvalidInput):
            board.after(HandRecord(tuple(bids), record.took, record.reneges))
        board = board.after(record)


@pytest.mark.parametrize("tricks", [11, 13])
def test_nobody_takes_first_tricks_in_a_hand_without_bidding(tricks: int) -> None:
    hand = {"bids": None, "took": [{"tricks": tricks, "made": ["bemo"]}, 13 - tricks]}
    sheet = {**in_pairs(options={"first_hand": "bids-itself"}), "hands": [hand]}
    assert refusal(sheet) == '"bemo" is marked as made; this side did not call it (hand 1, Us)'
