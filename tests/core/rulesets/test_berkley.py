"""Berkley's games: which calls go together, blind bids, raising, runs of perfect bids, overtricks, reneges."""

from typing import Any

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet
from scorekeeper.core.words.faults import fault_text
from tests.core.rulesets.cast import berkley_three_1, berkley_three_2, berkley_two
from tests.each_case import each_case
from tests.tables import Game, refusal, sheet_of


@each_case(
    ("bid", "wrong"),
    [
        ("3", '"3" is not a bid in this game'),
        ("nil", '"nil" is not a bid in this game'),
        ("double-nil+bemo", '"double-nil+bemo" do not go together'),
        ("5+double-naught", '"5+double-naught" do not go together'),
        ("5+nil-front+naught-right", '"5+nil-front+naught-right" do not go together'),
        ("5+bemo+big-bemo", '"5+bemo+big-bemo" do not go together'),
        ("naught-right", '"naught-right" do not go together'),
        ("bemo", '"bemo" do not go together'),
        ("5+6", '"5+6" do not go together'),
    ],
)
def test_calls_that_cannot_be_combined_are_malformed(bid: str, wrong: str) -> None:
    assert refusal(berkley_two, f"Ann {bid} took 6/0, Ben 4 took 7").startswith(f"{wrong}; ")


def test_calls_that_can_be_combined_in_one_bid() -> None:
    game = berkley_two("Ann bemo+naught-right+6 took 7/0 made bemo, Ben 4 took 6")
    assert game.lines("Ann") == [
        "+60 Bid 6, took 7",
        "+60 Bemo made",
        "+200 Naught in the right hand made",
        "+1 1 overtrick",
    ]
    assert game.board.hands[0].record.bids[0].calls == ("6", "naught-right", "bemo")


def test_board_and_boston_have_one_spelling() -> None:
    game = berkley_two("Ann boston took 13, Ben board took 0")
    assert (game.points("Ann"), game.points("Ben")) == (500, -40)
    assert [bid.calls for bid in game.last.record.bids] == [("13",), ("4",)]


@pytest.mark.parametrize(("missed", "points"), [(0, 0), (-130, -130), (-500, -500)])
def test_missed_boston(missed: int, points: int) -> None:
    assert berkley_two("Ann 13 took 12, Ben 4 took 1", boston_missed=missed).points("Ann") == points


@each_case(
    ("hand", "sentence"),
    [
        (
            "Ann 6+bemo took 7 made bemo, Ben 4+bemo took 6 made bemo",
            ("Two sides are marked for the first tricks; only one side can take them (hand 1)"),
        ),
        (
            "Ann 5+bemo took 5 made bemo, Ben 4 took 8",
            "bemo is marked as made with 5 tricks; it takes 6 (hand 1, Ann)",
        ),
        (
            "Ann 5+big-bemo took 8 made big-bemo, Ben 4 took 5",
            "big-bemo is marked as made with 8 tricks; it takes 9 (hand 1, Ann)",
        ),
        (
            "Ann 5 took 8 made bemo, Ben 4 took 5",
            '"bemo" is marked as made; this side did not call it (hand 1, Ann)',
        ),
        (
            "Ann 5+nil-right took 8, Ben 4 took 5",
            ("Tricks are missing for the hand that called nil-right; count each seat of this side (hand 1, Ann)"),
        ),
    ],
)
def test_impossible_facts_are_malformed(hand: str, sentence: str) -> None:
    assert refusal(berkley_two, hand) == sentence


@pytest.mark.parametrize("call", ["bemo", "big-bemo"])
def test_taking_all_tricks_makes_a_bemo_without_asking(call: str) -> None:
    hand = f"Ann 5+{call} took 13, Ben 4 took 0"
    assert [line.reason for line in berkley_two(hand).last.sides[0].lines][:2] == ["contract-made", f"{call}-made"]
    assert berkley_two(hand).points("Ann") == berkley_two(f"Ann 5+{call} took 13 made {call}, Ben 4 took 0").points(
        "Ann"
    )
    assert berkley_two(f"Ann 5+{call} took 12, Ben 4 took 1").last.sides[0].lines[1].reason == f"{call}-failed"


def test_moved_tricks_are_not_the_first_tricks() -> None:
    moved = "Ann 5+bemo took 12, Ben 4 took 1; Ben gives Ann 1 books"
    assert berkley_two(moved).last.sides[0].lines[1].reason == "bemo-failed"
    lost = "Ann 5+bemo took 13, Ben 4 took 0; Ann gives Ben 3 books"
    assert berkley_two(lost).last.sides[0].lines[1].reason == "bemo-made"


@pytest.mark.parametrize("bid", ["5+bemo", "5"])
def test_side_with_all_tricks_must_have_the_first_ones(bid: str) -> None:
    record = sheet_of("berkley-two", f"Ann {bid} took 13, Ben 4 took 0")
    record["hands"][0]["took"][0] = {"tricks": 13, "made": []}
    if bid == "5":
        assert read_sheet(record).scoreboard().scores[0].total == 58
    else:
        with pytest.raises(InvalidInput) as refused:
            read_sheet(record)
        assert refused.value.fault.code == "first-tricks-denied"


@each_case(
    ("bid", "objections"),
    [
        ("1+bemo", ["Bemo takes the first 4 tricks; a bid of 1 allows only 1 (Ann)"]),
        ("blind-3+bemo", ["Bemo takes the first 4 tricks; a bid of blind 3 allows only 3 (Ann)"]),
        ("blind-5+big-bemo", ["Big bemo takes the first 6 tricks; a bid of blind 5 allows only 5 (Ann)"]),
        ("3+bemo", []),
        ("blind-4+bemo", []),
        ("blind-6+big-bemo", []),
    ],
)
def test_bemo_with_an_exact_bid(bid: str, objections: list[str]) -> None:
    assert berkley_three_1(f"Ann {bid} took 5, Ben 3 took 4, Cal 3 took 4").objections == objections


def test_blind_bids_need_no_deficit_unless_the_table_asks_for_one() -> None:
    hand = "Ann blind-3 took 3, Ben 4 took 5, Cal 4 took 5"
    assert berkley_three_1(hand).objections == []
    assert berkley_three_1(hand, blind_behind=50).objections == [
        "Blind 3 is only for a side 50 or more behind; this side is not behind (Ann)"
    ]


def test_blind_bids_need_not_be_exact() -> None:
    hand = "Ann blind-3 took 5, Ben blind-2 took 3, Cal 4 took 5"
    assert [berkley_three_1(hand).points(name) for name in ("Ann", "Ben")] == [-30, -100]
    loose = berkley_three_1(hand, blind_exact=False)
    assert [loose.points(name) for name in ("Ann", "Ben")] == [72, -100]


def test_win_outright_scores_no_bid_and_ends_the_game() -> None:
    game = berkley_three_2(
        "Ann 17+bemo took 18 made bemo, Ben 3 took 0, Cal 3 took 0", "Ann 3 took 6, Ben 3 took 6, Cal 3 took 6"
    )
    assert game.lines("Ann") == []
    first = game.board.hands[0].sides[0]
    assert [line.points for line in first.lines] == [0, 100, 1]
    assert not game.last.counted
    assert game.outcome == "Ann won outright in hand 1"


def test_line_of_a_win_outright_says_so() -> None:
    game = berkley_three_1("Ann blind-10 took 10, Ben 3 took 2, Cal 3 took 1")
    assert game.lines("Ann") == ["+0 Blind 10, took 10; wins the game"]


def test_failed_automatic_win_is_scored() -> None:
    game = berkley_three_1("Ann 13 took 12, Ben blind-10 took 1, Cal 3 took 0")
    assert [game.points(name) for name in ("Ann", "Ben", "Cal")] == [-130, -100, -30]
    assert game.outcome == ""


# --- reneges ----------------------------------------------------------------------------------------------------------


def in_parts(*parts: tuple[str, int, int, int]) -> Game | str:
    """A game with a hand for each part: the renege's label, who gives, who takes, how many books."""
    hands = [f"Ann 4 took {6 + i % 2}, Ben 4 took {7 - i % 2}" for i in range(len(parts))]
    record: dict[str, Any] = sheet_of("berkley-two", *hands)
    for hand, (label, by, to, books) in zip(record["hands"], parts, strict=True):
        hand["reneges"] = [{"by": by, "to": to, "books": books, **({"of": label} if label else {})}]
    sheet = read_sheet(record)
    return Game(sheet, sheet.scoreboard())


def test_renege_in_parts_over_the_game() -> None:
    game = in_parts(("hearts", 1, 0, 1), ("hearts", 1, 0, 1), ("clubs", 0, 1, 3), ("hearts", 1, 0, 1))
    assert isinstance(game, Game)
    assert [[side.tricks for side in hand.sides] for hand in game.board.hands] == [[7, 6], [8, 5], [3, 10], [8, 5]]
    assert [(renege.of, renege.books) for renege in game.board.reneges] == [("hearts", 3), ("clubs", 3)]


def test_renege_moves_three_tricks_at_most() -> None:
    with pytest.raises(InvalidInput) as refused:
        in_parts(("hearts", 1, 0, 2), ("hearts", 1, 0, 1), ("hearts", 1, 0, 1))
    assert (
        fault_text(refused.value.fault)
        == 'The renege "hearts" moves 4 books in all; a renege moves at most 3 (hand 3, Ben)'
    )


def test_parts_of_a_renege_have_the_same_sides() -> None:
    with pytest.raises(InvalidInput) as refused:
        in_parts(("hearts", 1, 0, 1), ("hearts", 0, 1, 1))
    assert fault_text(refused.value.fault) == (
        'The renege "hearts" was between two other sides; all its parts must name the same two (hand 2, Ann)'
    )


def test_reneges_without_a_label_are_separate() -> None:
    game = in_parts(("", 1, 0, 3), ("", 1, 0, 3))
    assert isinstance(game, Game)
    assert game.board.reneges == ()
