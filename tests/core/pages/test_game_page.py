"""The game page as plain data: each phase, the effect of the query, and what watchers do not get."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.game import CLOSE, SIGN
from scorekeeper.core.pages import Finished, GameContext
from scorekeeper.core.words.outcomes import duration_text
from tests.core.game.games import BIG, EVEN, begin, bid, partnership, play, write
from tests.core.pages.contexts import address, page_of, signed_in
from tests.each_case import each_case
from tests.tables import sheet_of


def test_fresh_game_asks_the_first_bidder() -> None:
    page = page_of(partnership())
    assert (page["phase"], page["game"]["title"], page["game"]["subtitle"]) == (
        "bidding",
        "Hand 1",
        "Thursday · Dee deals",
    )
    assert page["pad"]["name"] == "Ann"
    assert page["pad"]["action"] == address("hands.bid", game="g1")
    assert page["pad"]["hidden"] == {"hand": 1, "seat": 0, "was": ""}
    assert [seat["name"] for seat in page["seats"] if seat["current"]] == ["Ann"]
    assert page["pen"] == "Ben’s phone has the pen."


@each_case(("seat", "asked"), [("3", "Dee"), ("9", "Ann"), ("-1", "Ann"), ("x", "Ann"), ("١", "Ann")])
def test_query_selects_the_seat_to_bid(seat: str, asked: str) -> None:
    assert page_of(partnership(), {"seat": seat})["pad"]["name"] == asked


def test_irregular_calls_are_behind_a_link() -> None:
    state = partnership(blind_nil=200)
    page = page_of(state)
    assert "blind-nil" not in [key["value"] for key in page["pad"]["calls"]]
    assert page["pad"]["insist"]["url"] == address("games.show", game="g1", seat=0, insists="yes")
    insisted = page_of(state, {"seat": "0", "insists": "yes"})
    assert "blind-nil" in [key["value"] for key in insisted["pad"]["calls"]]


def test_tricks_are_counted_once_all_have_bid() -> None:
    state = bid(partnership(), "4", "3", "3", "2")
    page = page_of(state, {"at": "t0"})
    assert (page["phase"], page["preview"], page["tally"]["bid"]) == ("tricks", None, 12)
    assert [count["bid"] for count in page["took"]["counts"]] == ["bid 7", "bid 5"]


def test_last_count_fills_itself_and_the_hand_is_previewed() -> None:
    state = bid(partnership(), "4", "3", "3", "2")
    page = page_of(state, {"t0": "7", "note": "a long one"})
    assert [(side["name"], side["points"]) for side in page["preview"]] == [("Ann & Cal", 70), ("Ben & Dee", 51)]
    save = page["save"]
    assert save["action"] == address("hands.create", game="g1")
    assert save["hidden"]["record"] == '{"bids":[["4","3"],["3","2"]],"took":[7,6]}'
    assert save["hidden"]["seq"] == state.seq
    assert save["note_value"] == "a long one"


def test_query_without_counts_changes_nothing() -> None:
    state = bid(partnership(), "4", "3", "3", "2")
    for query in ({"t0": "14"}, {"t0": "-1"}, {"t7": "3"}, {"t0": "seven"}):
        assert page_of(state, query)["preview"] is None


def test_every_form_gets_an_id_of_its_own() -> None:
    page = page_of(bid(partnership(), "4", "3", "3", "2"), {"t0": "7"})
    assert page["bar"]["entry_id"] != page["save"]["hidden"]["entry_id"]


def test_scorer_can_undo_and_watcher_cannot() -> None:
    state = play(partnership(), EVEN)
    scorer, watcher = page_of(state), page_of(state, may_write=False)
    assert scorer["bar"]["undo"] == {
        "action": address("undo.create", game="g1"),
        "label": "Undo hand 1",
    }
    assert watcher["bar"]["undo"] is None
    assert (scorer["watching"], watcher["watching"]) == (False, True)
    assert scorer["sheet"]["hands"][0]["correct_url"] == address("corrections.new", game="g1", hand=1)
    assert watcher["sheet"]["hands"][0]["correct_url"] is None


def test_finished_game_says_who_won_and_shows_its_codes() -> None:
    page = page_of(play(partnership(), BIG, BIG, BIG, BIG), finished=signed_in(None))
    assert (page["phase"], page["game"]["title"]) == ("over", "Game over")
    assert page["game"]["subtitle"] == "4 hands"
    assert page["played"] == "Partnership Spades · to 500"
    assert page["ending"].heading == "Ann & Cal win"
    assert page["receipt"] == "a receipt"
    assert page["rules_code"] == {"code": "7F3-K2", "url": address("rules.sheet", game="g1")}
    assert page["bar"]["what_wins"] is None


@pytest.mark.parametrize(
    ("may_write", "own_side", "signs_for"), [(True, None, [0, 1]), (False, 1, [1]), (False, None, [])]
)
def test_watcher_signs_only_for_its_own_side(may_write: bool, own_side: int | None, signs_for: list[int]) -> None:
    over = play(partnership(), BIG, BIG, BIG, BIG)
    page = page_of(over, finished=signed_in(own_side), may_write=may_write)
    assert [sign["index"] for sign in page["signs"] if sign["url"]] == signs_for


def test_dispute_names_its_hand() -> None:
    over = play(partnership(), BIG, BIG, BIG, BIG)
    signed = write(over, SIGN, side=1, verdict="disputed", hand=2, note="we took one", device="own")
    sign: dict[str, Any] = page_of(signed, finished=signed_in(None))["signs"][1]
    assert (sign["verdict"], sign["note"], sign["device"]) == ("disputed", "Hand 2: we took one", "on their own phone")


def test_game_without_an_end_links_to_the_page_that_stops_it() -> None:
    assert page_of(begin(sheet_of("gambling")))["stop_url"] == address("ending.new", game="g1")
    assert page_of(partnership())["stop_url"] is None


def test_long_game_shows_fifty_hands_and_links_to_the_others() -> None:
    state = play(partnership(target=10_000), *[EVEN] * 60)
    newest = page_of(state)["sheet"]
    assert [hand["number"] for hand in newest["hands"]] == list(range(60, 10, -1))
    assert (newest["older"], newest["newer"]) == (f"{address('games.show', game='g1', hands=10)}#hand-10", None)
    older = page_of(state, {"hands": "10"})["sheet"]
    assert [hand["number"] for hand in older["hands"]] == list(range(10, 0, -1))
    assert (older["older"], older["newer"]) == (None, f"{address('games.show', game='g1')}#hand-60")


def test_key_moments_are_the_lead_that_stayed_a_nil_and_a_penalty() -> None:
    behind = "Ann 5 and Cal 4 took 7, Ben 3 and Dee 3 took 6"
    bags = "Ann 2 and Cal 2 took 9, Ben 2 and Dee 2 took 4"
    nil = "Ann nil took 0, Cal 4 took 6, Ben 3 and Dee 3 took 7"
    over = write(play(partnership(), behind, bags, nil, bags, EVEN), CLOSE)
    moments = page_of(over, finished=signed_in(None))["moments"]
    assert [(m["hand"], m["text"], m["points"]) for m in moments] == [
        (1, "Ann & Cal bid 9 and took 7", "−90"),
        (3, "Ann made nil", "+100"),
        (4, "10th bag cost Ann & Cal 100", "−100"),
    ]


def test_lead_that_stayed_is_a_key_moment() -> None:
    behind = "Ann 5 and Cal 4 took 7, Ben 3 and Dee 3 took 6"
    over = play(partnership(target=200), behind, BIG, BIG, BIG)
    moments = page_of(over, finished=signed_in(None))["moments"]
    assert (moments[1]["hand"], moments[1]["text"], moments[1]["points"]) == (
        3,
        "Ann & Cal took the lead for good",
        "+130",
    )


def test_only_one_hand_is_called_the_largest() -> None:
    """Of hands with as many points it is the latest."""
    over = write(play(partnership(), EVEN, EVEN), CLOSE)
    moments = page_of(over, finished=signed_in(None))["moments"]
    assert [(m["hand"], m["text"]) for m in moments] == [(2, "Ann & Cal had the largest hand")]


def test_game_of_one_hand_has_no_key_moments() -> None:
    assert page_of(play(partnership(target=100), BIG), finished=signed_in(None))["moments"] == []


def test_only_who_can_deal_is_asked_who_plays_next() -> None:
    over = write(play(partnership(), EVEN, EVEN), CLOSE)
    shown: dict[str, Any] = {"finished": signed_in(None), "game": GameContext("g1", 7, turns=True)}
    assert page_of(over, **shown)["turns_url"] == "/turns.show?table=t1"
    assert page_of(over, may_write=False, **shown)["turns_url"] is None
    assert page_of(over, finished=signed_in(None))["turns_url"] is None


def test_duration_is_shown_with_the_hands() -> None:
    finished = Finished("7F3-K2", None, None, minutes=72)
    page = page_of(play(partnership(), BIG, BIG, BIG, BIG), finished=lambda: finished)
    assert page["game"]["subtitle"] == "4 hands · 1 h 12"
    assert duration_text(65) == "1 h 05"
    assert duration_text(48) == "48 min"
