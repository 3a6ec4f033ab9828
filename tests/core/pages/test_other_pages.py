"""The other pages of a game as plain data: corrections, rulings, explanations, signing, links to rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.core.game import GameState, HandRecorded
from scorekeeper.core.pages.correcting import Correction
from scorekeeper.core.pages.correcting.consequences import Clash
from scorekeeper.core.pages.correcting.hand_rulings import points_view, renege_view
from scorekeeper.core.pages.correcting.rulings import rulings_view
from scorekeeper.core.pages.ending import ThisPhone, sign_off_view, stop_view
from scorekeeper.core.pages.looking_up.explanations import why_hand, why_total
from scorekeeper.core.pages.looking_up.what_wins import what_wins_view
from scorekeeper.core.rules.seating import Shape, Side
from scorekeeper.core.sheet import read_hand
from tests.core.game.games import BIG, EVEN, begin, bid, partnership, play, write
from tests.core.pages.contexts import address, at_the_table
from tests.each_case import each_case
from tests.tables import sheet_of

View = dict[str, Any]

OVER = (BIG, BIG, BIG, BIG)


def corrected(state: GameState, query: dict[str, str]) -> View:
    return Correction(state, 1, query).view(at_the_table())


def counts(page: View) -> list[tuple[str, int]]:
    return [(count["bid"], count["value"]) for count in page["took"]["counts"]]


def test_correction_shows_its_consequences_before_it_is_saved() -> None:
    state = play(partnership(), EVEN, EVEN)
    page = corrected(state, {"t0": "8"})
    assert counts(page) == [("bid 7 · counted 7", 8), ("bid 5 · counted 6", 5)], "the last count fills itself"
    assert [(side["before"], side["after"]) for side in page["changes"]["totals"]] == [(140, 141), (102, 101)]
    assert [side["brief"][0]["text"] for side in page["changes"]["totals"]] == ["0 → 1 bag", "2 → 1 bag"]
    (hand,) = page["changes"]["hands"]
    assert [(side["before"], side["after"]) for side in hand["sides"]] == [(70, 71), (51, 50)]
    assert page["changes"]["hidden"]["entry_id"] == "id-1"
    assert corrected(state, {})["changes"] is None
    assert corrected(state, {"t0": "7"})["changes"] is None, "as it was"


def test_correction_of_a_bid_is_a_tap_on_the_pad() -> None:
    state = play(partnership(), EVEN, EVEN)
    asked = corrected(state, {"t0": "8", "seat": "0"})
    assert (asked["pad"]["name"], asked["pad"]["hint"], asked["took"]) == ("Ann", "was 4", None)
    page = corrected(state, {name: str(value) for name, value in asked["pad"]["hidden"].items()} | {"call": "nil"})
    assert [(bid["name"], bid["bid"], bid["was"]) for bid in page["bids"]][:2] == [
        ("Ann", "nil", "4"),
        ("Ben", "3", None),
    ]
    assert [question["label"] for question in page["took"]["questions"]] == ["Ann’s nil: made?"]
    assert counts(page)[0] == ("bid nil + 3 · counted 7", 8), "the count that was tapped before stays"
    assert page["changes"]["hands"][0]["sides"][0]["after"] == 135


def test_correction_ignores_impossible_counts_and_refuses_unknown_calls() -> None:
    state = play(partnership(), EVEN)
    for query in ({"t0": "x"}, {"t0": "99"}, {"t1": "-1"}, {"seat": "9"}):
        page = corrected(state, query)
        assert (page["changes"], page["wrong"], counts(page)[0][1]) == (None, None, 7)
    for query in ({"b0": "14"}, {"b0": ">"}, {"seat": "0", "call": "99", "was": "4"}, {"r0-by": "0", "r0-books": "9"}):
        page = corrected(state, query)
        assert page["changes"] is None
        assert page["wrong"]


def test_correction_of_three_sides_moves_the_tricks_between_two() -> None:
    state = begin(sheet_of("cutthroat", shape=Shape(3)))
    state = write(state, "hand", hand=1, bids=["5", "6", "6"], took=[5, 6, 6])
    assert [value for _bid, value in counts(corrected(state, {"t0": "4"}))] == [4, 7, 6]
    assert [value for _bid, value in counts(corrected(state, {"t0": "4", "t2": "7"}))] == [4, 6, 7]
    missing = corrected(state, {"t0": "15"})
    assert (missing["changes"], missing["took"]["waits"]) == (None, "Count Ben")


def test_hands_of_two_phones_are_distinguished() -> None:
    state = play(partnership(), EVEN)
    same = read_hand({"bids": [["4", "3"], ["3", "2"]], "took": [7, 6]}, 1, state.setup)
    assert Clash(state, HandRecorded(seq=2, hand=1, record=same)).is_none
    took = (replace(same.took[0], tricks=8), replace(same.took[1], tricks=5))
    other = Clash(state, HandRecorded(seq=2, hand=1, record=replace(same, took=took)))
    assert not other.is_none
    page: View = other.view(at_the_table())
    assert page["action"] == address("corrections.create", game="g1", hand=1)
    assert [side["points"] for side in page["theirs"]] == [70, 51]
    assert [side["points"] for side in page["yours"]] == [71, 50]


def test_renege_moves_books_in_the_preview() -> None:
    page: View = renege_view(
        play(partnership(), EVEN), at_the_table(), {"hand": "1", "by": "1", "to": "0", "books": "2", "of": "new"}
    )
    assert [side["after"] for side in page["changes"]["totals"]] == [72, -50]
    asked: View = renege_view(play(partnership(), EVEN), at_the_table(), {"books": "3"})
    assert (asked["changes"], asked["waits"]) == (None, "Tap who reneged")
    by_ben: View = renege_view(play(partnership(), EVEN), at_the_table(), {"by": "1"})
    assert [side["after"] for side in by_ben["changes"]["totals"]] == [71, 50], "the other side noticed one book"


def test_agreed_points_are_stepped_to() -> None:
    state = play(partnership(), EVEN)
    asked: View = points_view(state, at_the_table(), {"side": "0", "points": "-20"})
    steps = next(row for row in asked["rows"] if row["name"] == "points")
    assert [(key["label"], key["value"]) for key in steps["keys"]][1:3] == [("−10", "-30"), ("−1", "-21")]
    agreed: View = points_view(state, at_the_table(), {"side": "0", "points": "−30", "why": "talking", "hand": "1"})
    assert [side["after"] for side in agreed["changes"]["totals"]] == [40, 51]
    assert agreed["reason"] == "talking"
    for given in ({"points": "-30"}, {"side": "0"}):
        assert points_view(state, at_the_table(), given)["changes"] is None
    wrong: View = points_view(state, at_the_table(), {"side": "0", "points": "0", "hand": "1"})
    assert wrong["wrong"]


def test_rulings_on_hands_need_a_hand() -> None:
    def offered(state: GameState) -> list[str]:
        page: View = rulings_view(state, at_the_table())
        return [offer["url"].partition("?")[0] for offer in page["offers"]]

    assert "/rulings.renege" not in offered(partnership())
    assert "/rulings.renege" in offered(play(partnership(), EVEN))
    assert "/rulings.misdeal" not in offered(play(partnership(), *OVER))


def test_points_are_explained_line_by_line() -> None:
    page: View = why_hand(play(partnership(), EVEN), at_the_table(), 1, Side(1))
    assert (page["bid"], page["tricks"], page["points"]) == ("5", 6, 51)
    assert sum(line["points"] for line in page["lines"]) == 51
    assert all(line["rule"]["url"].startswith("/rules.of_game?game=g1#") for line in page["lines"])
    total: View = why_total(play(partnership(), EVEN, EVEN), at_the_table(), Side(1))
    assert [hand["url"] for hand in total["hands"]] == [
        address("why.hand", game="g1", hand=number, side=1) for number in (1, 2)
    ]


def test_what_wins_asks_for_the_bids_first() -> None:
    page: View = what_wins_view(partnership())
    assert [side["bid"] for side in page["sides"]] == ["no bid yet", "no bid yet"]
    assert not page["all_bid"]


def test_what_wins_says_what_a_hand_too_low_to_play_brings() -> None:
    low: View = what_wins_view(bid(partnership(least_total=11), "2", "3", "2", "2"))
    first, second = (str(side["sentence"]) for side in low["sides"])
    assert "It scores 40, for 40 in all." in first
    assert "It scores 50, for 50 in all." in second
    ends: View = what_wins_view(bid(partnership(least_total=11, target=50), "2", "3", "2", "2"))
    first, second = (str(side["sentence"]) for side in ends["sides"])
    assert first.endswith("That loses the game.")
    assert second.endswith("That wins the game.")


def test_stop_page_shows_the_result() -> None:
    assert stop_view(partnership(), at_the_table())["comes_to"] is None
    assert "Ann & Cal" in str(stop_view(play(partnership(), EVEN), at_the_table())["comes_to"])
    assert stop_view(bid(partnership(), "4", None, None, None), at_the_table())["bids_wait"] is True


@each_case(
    ("may_write", "phone", "question"),
    [
        (True, ThisPhone(None, has_pen=True), "whose"),
        (True, ThisPhone(0, has_pen=False), "nothing"),
        (False, ThisPhone(None, has_pen=False), "code"),
        (False, ThisPhone(None, has_pen=False, key="k", key_fits=True), "nothing"),
        (False, ThisPhone(1, has_pen=False), "code"),
    ],
)
def test_phone_is_asked_whose_it_is(may_write: bool, phone: ThisPhone, question: str) -> None:
    over = play(partnership(), *OVER)
    assert sign_off_view(over, at_the_table(may_write=may_write), Side(0), phone)["question"] == question
