"""A hand in play: the bids, who leads and deals, and what each side needs."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.game import GameState
from scorekeeper.core.rules.seating import Shape
from tests.core.game.games import EVEN, begin, bid, partnership, play, write
from tests.core.pages.contexts import page_of
from tests.tables import sheet_of

BAGS = "Ann 2 and Cal 1 took 7, Ben 3 and Dee 3 took 6"
"""Four bags for Ann & Cal."""


def goals(state: GameState) -> list[tuple[str, str | None, int | None, bool]]:
    """What makes each side's bid, the remark on bags, the trick with the next penalty, and whether that is near."""
    return [(goal["makes"], goal["bags"], goal["danger"], goal["near"]) for goal in page_of(state)["goals"]]


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        ("Ann Smith, Ben, Ann Jones, Bartholomew-Maximilian Lee", "Ann S, Ben, Ann J, Bartholomew-Maximilian"),
        ("Ann, Anna, Ann Marie, Ann Mary", "Ann, Anna, Ann Mari, Ann Mary"),
        ("Player 1, Player 2, Player 12, Dee", "Player 1, Player 2, Player 12, Dee"),
    ],
)
def test_seats_show_the_shortest_first_name_that_is_unique(players: str, seats: str) -> None:
    ann, ben, cal, dee = players.split(", ")
    sides = [{"name": "A", "players": [ann, cal]}, {"name": "B", "players": [ben, dee]}]
    state = begin(sheet_of("partnership", dealer="Dee") | {"sides": sides})
    assert {view["name"] for view in page_of(state)["seats"]} == set(seats.split(", "))
    played = page_of(bid(state, "4", "3", "3", "2"))
    assert {view["name"] for view in played["bids"]} == set(seats.split(", "))


@pytest.mark.parametrize("may_write", [True, False])
def test_every_phone_shows_the_bids(may_write: bool) -> None:
    page = page_of(bid(partnership(), "4", "3", "nil", "2"), may_write=may_write)
    shown = [(one["name"], one["bid"], one["leads"], one["deals"]) for one in page["bids"]]
    assert page["phase"] == "played"
    assert shown == [("Ann", "4", True, False), ("Ben", "3", False, False), ("Cal", "nil", False, False),
                     ("Dee", "2", False, True)]  # fmt: skip
    assert all((one["change"] is not None) == may_write for one in page["bids"])


def test_bids_stay_while_tricks_are_counted() -> None:
    page = page_of(bid(partnership(), "4", "3", "3", "2"), {"t0": "7"})
    assert [one["bid"] for one in page["bids"]] == ["4", "3", "3", "2"]


def test_goals_and_the_next_penalty_of_each_side() -> None:
    state = play(partnership(), BAGS, BAGS)  # 8 bags
    assert goals(bid(state, "4", "3", "3", "2")) == [
        ("7+ makes it", "9+ brings the 10th bag", 9, True),
        ("5+ makes it", "Bags are safe", None, False),
    ]
    assert goals(bid(state, "4", "nil", "3", "2"))[1][0] == "2+ makes it", "the nil is its player's own affair"


def test_bags_are_safe_only_where_no_count_of_tricks_brings_the_penalty() -> None:
    hand = "Ann 2 and Cal 1 took 8, Ben 3 and Dee 2 took 5"  # 5 bags
    assert goals(bid(play(partnership(), hand), "4", "3", "3", "2"))[0] == (
        "7+ makes it", "12+ brings the 10th bag", 12, False,
    )  # fmt: skip
    assert goals(bid(play(partnership(), hand), "4", "3", "4", "2"))[0][1] == "All 13 brings the 10th bag"
    assert goals(bid(play(partnership(), hand), "4", "3", "5", "2"))[0][1] == "Bags are safe"
    assert goals(bid(play(partnership(), hand), "nil", "3", "9", "2"))[0][1] == "5+ can bring the 10th bag"


def test_one_more_bag_says_what_it_costs() -> None:
    state = play(partnership(), BAGS, BAGS, "Ann 3 and Cal 3 took 7, Ben 3 and Dee 3 took 6")  # 9 bags
    assert goals(bid(state, "4", "3", "3", "2"))[0] == ("7+ makes it", "One more bag costs 100", 8, True)
    assert goals(bid(state, "6", "3", "6", "1"))[0] == ("12+ makes it", "One more bag costs 100", 13, True)


def test_far_penalty_is_named_without_a_warning() -> None:
    state = play(partnership(), BAGS)  # 4 bags
    assert goals(bid(state, "2", "3", "3", "2"))[0] == ("5+ makes it", "11+ brings the 10th bag", 11, False)


TENS = "Ann 5 and Cal 5 took 10, Ben 2 and Dee 1 took 3"
"""100 to 30."""


def test_goals_say_what_wins_and_what_ends_the_game() -> None:
    state = bid(play(partnership(), TENS, TENS, TENS, TENS), "5", "2", "5", "2")
    ours, theirs = goals(state)
    assert ours[0] == "10+ makes it and wins"
    assert (theirs[0], theirs[1], theirs[3]) == ("4+ makes it", "Set, and it’s over", True), "theirs set, ours made"
    assert goals(bid(play(partnership(), TENS), "5", "2", "5", "2"))[1][1] == "Bags are safe", "far from 500"


def test_goals_tell_a_bid_that_is_made_from_one_that_wins() -> None:
    close = "Ann 3 and Cal 3 took 6, Ben 4 and Dee 3 took 7"
    state = play(partnership(), *[close] * 6, "Ann 4 and Cal 4 took 8, Ben 2 and Dee 1 took 5")  # 440 to 452
    ours, theirs = goals(bid(state, "4", "2", "2", "3"))
    assert ours[0] == "6+ makes it, 9+ wins", "with fewer, theirs passes 500 by more"
    assert theirs[0] == "5+ makes it, 6 to 12 wins", "with five it may be a tie, with all the tenth bag comes"


def test_count_says_with_how_many_tricks_a_side_wins() -> None:
    state = bid(play(partnership(), TENS, TENS, TENS, TENS), "5", "2", "5", "2")
    assert page_of(state, {"at": "t0"})["stakes"] == ["10+ wins", ""]
    assert page_of(state, {"t0": "10"})["stakes"] == [], "the preview says it then"


def test_side_with_only_nils_needs_no_tricks() -> None:
    assert goals(bid(partnership(), "nil", "3", "nil", "2"))[0][0] == "None makes it"


def test_the_cards_say_who_leads_in_hurricane() -> None:
    bids: dict[str, Any] = {"hand": 1, "bids": [["4", "3"], ["3", "2"]]}
    page = page_of(write(begin(sheet_of("hurricane")), "bids", **bids))
    assert not any(one["leads"] for one in page["bids"])


def test_undo_removes_the_last_count() -> None:
    state = write(begin(sheet_of("cutthroat", shape=Shape(3))), "bids", hand=1, bids=["5", "6", "6"])
    undo = page_of(state, {"t0": "5", "t2": "6"})["bar"]["undo"]
    assert undo["hidden"] == {"t0": "5"}
    assert page_of(state, {"at": "t0"})["bar"]["undo"]["hidden"] == {}
    assert "hidden" not in page_of(play(partnership(), EVEN))["bar"]["undo"]


def test_the_preview_says_losses_first_in_a_few_words() -> None:
    state = bid(play(partnership(), BAGS, BAGS), "4", "3", "3", "2")
    side = page_of(state, {"t0": "10"})["preview"][0]
    assert [(part["text"], part["loss"]) for part in side["brief"]] == [
        ("10 bags −100", True),
        ("7 made", False),
        ("3 bags (now 1)", False),
    ]
    other = page_of(state, {"t0": "10"})["preview"][1]
    assert [part["text"] for part in other["brief"]] == ["set by 2"]
    nil = page_of(bid(partnership(), "4", "nil", "3", "2"), {"t0": "11", "s1": "1"})["preview"]
    assert [part["text"] for part in nil[1]["brief"]][:2] == ["set by 1", "nil −100"]


def test_the_sheet_says_what_made_a_score_and_who_bid_what() -> None:
    nils = "Ann nil and Cal 4 took 0/4, Ben nil and Dee 9 took 1/8"
    state = play(partnership(), BAGS, BAGS, "Ann 4 and Cal 3 took 10, Ben 3 and Dee 2 took 3", nils)
    newest, third, *_rest = page_of(state)["sheet"]["hands"]
    marks = [side["marks"] for side in (*newest["sides"], *third["sides"])]
    assert [[mark["text"] for mark in side] for side in marks] == [["nil"], ["set", "nil"], ["10 bags"], ["set"]]
    assert [[(mark["made"], mark["failed"]) for mark in side] for side in marks[:2]] == [
        [(True, False)],
        [(False, False), (False, True)],
    ]
    listed = [(one["name"], one["bid"], one["deals"]) for one in newest["bids"]]
    assert listed == [("Dee", "9", False), ("Ann", "nil", False), ("Ben", "nil", False), ("Cal", "4", True)]
