"""What the TV and the face-to-face view say: bids and goals while a hand is played, what is at stake, the race."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.game import GameState
from scorekeeper.core.pages.looking_up.distance import live_view
from tests.core.game.games import BIG, EVEN, begin, bid, partnership, play, write
from tests.core.pages.contexts import at_the_table
from tests.each_case import each_case
from tests.tables import sheet_of

View = dict[str, Any]

SET = "Ann 7 and Cal 6 took 3, Ben 4 and Dee 4 took 10"


def seen(state: GameState) -> View:
    return live_view(state, at_the_table())


def goals(state: GameState) -> list[View]:
    return [side["goal"] for side in seen(state)["board"]["sides"]]


def test_bids_stand_by_side_in_the_order_of_the_seats() -> None:
    state = bid(partnership(), "4", "3", None, None)
    view = seen(state)
    ann_and_cal, ben_and_dee = view["board"]["sides"]
    assert [(bid["name"], bid["bid"], bid["current"]) for bid in ann_and_cal["bids"]] == [
        ("Ann", "4", False),
        ("Cal", None, True),
    ]
    assert [bid["leads"] for bid in ann_and_cal["bids"]] == [True, False]
    assert [bid["deals"] for bid in ben_and_dee["bids"]] == [False, True]
    assert (ann_and_cal["bidder"], ben_and_dee["bidder"]) == ("Cal", None)
    assert goals(state) == [None, None]


def test_bids_and_goals_stay_while_the_hand_is_played() -> None:
    state = bid(play(partnership(), EVEN), "4", "4", "3", "nil")
    assert [[bid["bid"] for bid in side["bids"]] for side in seen(state)["board"]["sides"]] == [
        ["4", "3"],
        ["4", "nil"],
    ]
    first, second = goals(state)
    assert (first["makes"], first["needed"], first["zeros"]) == ("7+ makes it", 7, [])
    assert (second["makes"], second["zeros"]) == ("4+ makes it", ["Dee 0"])


@each_case(("target", "wins"), [(100, True), (150, False)])
def test_a_bid_that_wins_says_so(target: int, wins: bool) -> None:
    first, _ = goals(bid(play(partnership(target=target), EVEN), "4", "1", "3", "1"))
    assert (first["plain"], first["wins"]) == ("7+ makes it", wins)


def test_a_side_close_to_the_losing_score_is_warned() -> None:
    state = play(partnership(lose_at=-200), SET)
    first, second = seen(state)["board"]["sides"]
    assert (first["total"], first["loses_at"], second["loses_at"]) == (-130, -200, None)
    first, second = goals(bid(state, "4", "3", "4", "2"))
    assert (first["bags"], first["near"]) == ("Set, and it’s over", True)


@each_case(("totals", "digits"), [((0, 0), 3), ((-24, 500), 3), ((-138, 12), 4), ((-1024, 12), 5), ((9000, -12345), 6)])
def test_all_totals_have_the_size_of_the_longest(totals: tuple[int, int], digits: int) -> None:
    now = play(partnership(target=10_000), EVEN)
    points = [total - have for total, have in zip(totals, (70, 51), strict=True)]
    ruled = f"{EVEN}; Ann adjusted {points[0]:+} for that; Ben adjusted {points[1]:+} for that"
    view = seen(play(partnership(target=10_000), ruled))
    assert [side["total"] for side in view["board"]["sides"]] == [*totals]
    assert now.board.outcome is None
    assert view["board"]["digits"] == digits


def test_the_race_begins_at_zero_and_ends_at_the_target() -> None:
    race = seen(play(partnership(), EVEN))["board"]["race"]
    assert race["lanes"] == ["14.0%", "10.2%"]
    assert [(mark["label"], mark["at"]) for mark in race["marks"]][:2] == [("0", "0.0%"), ("100", "20.0%")]
    assert race["marks"][-1] == {"at": "100.0%", "label": "500", "kind": "target"}


def test_the_race_begins_below_the_lowest_total_or_at_the_floor() -> None:
    race = seen(play(partnership(), SET))["board"]["race"]
    assert (race["marks"][0]["label"], race["zero"]) == ("−200", "28.5%")
    race = seen(play(partnership(lose_at=-250), SET))["board"]["race"]
    assert race["marks"][0] == {"at": "0.0%", "label": "−250", "kind": "floor"}


def test_long_names_of_a_pair_become_short_ones() -> None:
    view = seen(begin(sheet_of("partnership") | {"sides": LONG_SIDES}))
    assert [side["name"] for side in view["board"]["sides"]] == ["Montgomery & Wilhelmina", "The Unbeatable Thursdays"]


LONG_SIDES = [
    {"name": "Montgomery Feather… & Wilhelmina Vand…", "players": ["Montgomery Featherston", "Wilhelmina Vanderbilt"]},
    {"name": "The Unbeatable Thursdays", "players": ["Ben", "Dee"]},
]  # fmt: skip


def test_a_game_of_so_many_hands_counts_them() -> None:
    view = seen(begin(sheet_of("evil", all_hands=True)))
    assert (view["game"]["title"], view["board"]["race"]) == ("Hand 1 of 45", None)


def test_the_end_has_who_won_and_its_moments_and_lets_the_screen_turn_off() -> None:
    view = seen(play(partnership(), BIG, BIG, BIG, BIG))
    assert view["game"]["title"] == "Game over"
    assert view["ending"].headline.startswith("Ann & Cal win ")
    assert [side["won"] for side in view["board"]["sides"]] == [True, False]
    assert (view["awake"], [side["bids"] for side in view["board"]["sides"]]) == (False, [[], []])


def test_a_stopped_game_can_be_seen() -> None:
    view = seen(write(play(partnership(), EVEN), "close", reason="late"))
    assert view["ending"] is not None
