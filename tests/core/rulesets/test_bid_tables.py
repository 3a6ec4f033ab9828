"""Every cell of every bid table against a transcription of the printed ones: at the bid, one under, one over."""

import csv
from pathlib import Path

import pytest

from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.seating import Seat, Shape
from scorekeeper.core.rulesets import rule_set
from tests.each_case import each_case

TABLES = Path(__file__).parents[2] / "data" / "tables"

Cell = tuple[str, int, str, str, int]


def cells(name: str) -> list[Cell]:
    """call, tricks, its promise, points made (or `wins`), points failed"""
    with (TABLES / f"{name}.csv").open(encoding="utf-8") as file:
        return [
            (row["call"], int(row["tricks"]), row["promise"], row["made"], int(row["failed"]))
            for row in csv.DictReader(file)
        ]


def is_made(promise: str, tricks: int, took: int) -> bool:
    return {
        "least": took >= tricks,
        "exact": took == tricks,
        "most": took <= tricks,
        "none": took == 0,
    }[promise]


def points(cell: Cell, took: int) -> int:
    """The points for this cell by the table, plus a point for each overtrick if there are any."""
    _, tricks, promise, made, failed = cell
    if not is_made(promise, tricks, took):
        return failed
    return (0 if made == "wins" else int(made)) + (took - tricks if promise == "least" else 0)


def hand(rules: HouseRules, codes: tuple[str, ...], took: Took, other: str) -> Scoreboard:
    """The first side bids and takes this; the second takes the rest."""
    sides = len(rules.seating.sides)
    rest = Took(rules.seating.tricks - took.tricks)
    record = HandRecord((Bid(codes), *[Bid((other,))] * (sides - 1)), (took, rest, *[Took(0)] * (sides - 2)))
    return new_game(rules, Seat(0)).after(record)


PLAIN = [
    ("two-player", Shape(2), "two-player", "1", {}),
    ("berkley-two", Shape(2), "berkley-two", "4", {"blind_behind": 0}),
    ("berkley-three-1", Shape(3), "berkley-three-1", "3", {}),
    ("berkley-three-2", Shape(3), "berkley-three-2", "3", {}),
    ("miser-2", Shape(2), "miser", "0", {}),
    ("miser-3", Shape(3), "miser", "0", {}),
    ("miser-4", Shape(4), "miser", "0", {}),
]
ALONE = [
    (rules, options, other, cell, shape)
    for name, shape, rules, other, options in PLAIN
    for cell in cells(name)
    if cell[2] != "first" and cell[0].partition("-")[0] not in ("nil", "naught")
] + [
    ("two-player", {}, "1", ("nil", 0, "none", "100", -100), Shape(2)),
]


@each_case(("key", "options", "other", "cell", "shape"), ALONE)
def test_call_that_is_a_whole_bid(key: str, options: dict[str, int], other: str, cell: Cell, shape: Shape) -> None:
    rules = rule_set(key).with_options({**options, **({"failed_nil": "ignored"} if "two" in key else {})}, shape)
    code, tricks, _, made, _ = cell
    for took in (tricks - 1, tricks, tricks + 1):
        if 0 <= took <= rules.seating.tricks:
            board = hand(rules, (code,), Took(took), other)
            assert board.hands[0].sides[0].points == points(cell, took), took
            wins = made == "wins" and is_made(cell[2], tricks, took)
            assert (board.outcome is not None and board.outcome.ended_by == "outright") == wins


@pytest.mark.parametrize("cell", [cell for cell in cells("berkley-two") if "-front" in cell[0] or "-right" in cell[0]])
@pytest.mark.parametrize("took", [0, 1, 2])
def test_call_of_one_hand_added_to_a_number(cell: Cell, took: int) -> None:
    rules = rule_set("berkley-two").with_options({"failed_nil": "ignored"})
    seats = (took, 5) if cell[0].endswith("front") else (5, took)
    board = hand(rules, ("5", cell[0]), Took(5 + took, seats), "4")
    assert board.hands[0].sides[0].points == 50 + points(cell, took)
    assert not board.hands[0].sides[1].score.run


@each_case(
    ("key", "number", "cell"),
    [
        (key, number, cell)
        for key, number in (("berkley-two", "4"), ("berkley-three-1", "3"), ("berkley-three-2", "3"))
        for cell in cells(key)
        if cell[2] == "first"
    ],
)
def test_first_tricks_call_added_to_a_number(key: str, number: str, cell: Cell) -> None:
    rules = rule_set(key).with_options({})
    code, tricks, _, made, failed = cell
    bid = 10 * int(number)
    for took in (tricks, tricks + 1):
        over = took - int(number)
        assert hand(rules, (number, code), Took(took, (), (code,)), number).hands[0].sides[0].points == (
            bid + over + int(made)
        )
        assert hand(rules, (number, code), Took(took), number).hands[0].sides[0].points == bid + over + failed
    under = tricks - 1
    assert hand(rules, (number, code), Took(under), number).hands[0].sides[0].points == (
        bid + under - int(number) + failed
    )


@each_case(("name", "shape", "key", "other", "options"), PLAIN)
def test_standard_table_has_every_call(name: str, shape: Shape, key: str, other: str, options: dict[str, int]) -> None:
    calls = rule_set(key).with_options(options, shape).scoring.deals[0].by_code
    assert {cell[0] for cell in cells(name)} == set(calls)
    assert other in calls
