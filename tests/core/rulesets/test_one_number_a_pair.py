"""One number for both partners: its notation, refusals and scores; a nil is still one seat's call."""

from typing import Any

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.calls import PARTNER
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.sheet import read_sheet, scoreboard_json, sheet_json
from tests.each_case import each_case
from tests.schemas import assert_scoreboard_valid, assert_sheet_valid
from tests.tables import sheet_of

Json = dict[str, Any]


def sheet(bids: list[object], took: list[object], rules: str = "partnership", **options: Any) -> Json:
    record = sheet_of(rules, pair_bids="pair", **options)
    record["hands"] = [{"bids": bids, "took": took}]
    return record


def points(bids: list[object], took: list[object], **options: Any) -> list[int]:
    return [score.total for score in read_sheet(sheet(bids, took, **options)).scoreboard().scores]


def test_one_number_is_both_partners_contract() -> None:
    assert points(["6", "5"], [7, 6]) == [61, 51]
    assert points(["6", "8"], [[3, 2], 8]) == [-60, 80]


def test_nil_counts_for_its_own_seat() -> None:
    record = sheet([["nil", "6"], "5"], [[0, 7], 6])
    board = read_sheet(record).scoreboard()
    assert [score.total for score in board.scores] == [161, 51]
    assert board.scores[0].towards_penalty == 1
    assert points([["6", "nil"], "4"], [[6, 2], 5]) == [60 - 100 + 2, 41]


def test_sheet_matches_its_notation() -> None:
    record = sheet(["6", ["nil", "5"]], [7, [0, 6]])
    assert_sheet_valid(record)
    again = sheet_json(read_sheet(record))
    assert [hand["bids"] for hand in again["hands"]] == [["6", ["nil", "5"]]]
    assert sheet_json(read_sheet(again)) == again
    assert_scoreboard_valid(scoreboard_json(read_sheet(again).scoreboard(), ("Us", "Them")))


def test_either_partner_may_bid_the_number() -> None:
    one, other = sheet([["6", "partner"], "5"], [7, 6]), sheet([["partner", "6"], "5"], [7, 6])
    assert read_sheet(one) == read_sheet(other) == read_sheet(sheet(["6", "5"], [7, 6]))


def test_number_left_to_the_partner_stays_on_the_sheet() -> None:
    written: Any = sheet_json(read_sheet(sheet([["6", "4>partner"], "5"], [7, 6])))
    assert written["hands"][0]["bids"] == [["6", "4>partner"], "5"]


@each_case("bids", [["3", "3"], ["nil", "nil"], ["partner", "nil"], ["partner", "partner"]])
def test_two_numbers_or_none_are_malformed(bids: list[str]) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_sheet(sheet([bids, "5"], [[4, 4], 5])).scoreboard()
    assert refused.value.fault.code == "pair-numbers"


def test_number_that_is_not_blind_is_one_seat_s() -> None:
    """In a game with blind numbers of a pair; beside it the partner bids too."""
    seated = {key: part for key, part in sheet(["6", "5"], [7, 6]).items() if key != "options"}
    with pytest.raises(InvalidInput) as refused:
        read_sheet(seated | {"options": {"blind_numbers": 6}}).scoreboard()
    assert refused.value.fault.code == "not-blind"


def test_second_number_is_refused_at_once() -> None:
    board = read_sheet(sheet(["6", "5"], [7, 6])).scoreboard()
    board.bidding((None, None, Bid((PARTNER,)), None))
    with pytest.raises(InvalidInput):
        board.bidding((Bid(("3",)), None, Bid(("3",)), None))


def test_minimum_and_sum_use_the_pair_s_number() -> None:
    low = sheet(["3", "5"], [4, 9], team_minimum=4)
    assert [found.code for found in read_sheet(low).scoreboard().hands[0].objections] == ["below-minimum"]
    summed = sheet(["8", "5"], [8, 5], may_total_tricks=False)
    assert [found.code for found in read_sheet(summed).scoreboard().hands[0].objections] == ["sum-is-tricks"]


def test_every_seat_bids_without_the_option() -> None:
    with pytest.raises(InvalidInput):
        read_sheet(sheet(["6", "5"], [7, 6]) | {"options": {}})
