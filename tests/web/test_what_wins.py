"""What wins it, from the bar of the game page: during the bidding, and after it."""

from __future__ import annotations

import pytest

from scorekeeper.access import quotas
from scorekeeper.access.limits import RateLimit
from scorekeeper.core.game import GameState
from scorekeeper.core.pages import View
from scorekeeper.core.pages.looking_up.what_wins import what_wins_view
from scorekeeper.web.games import read_only_pages
from scorekeeper.web.games.rendering import KEPT_PAGES
from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone


def test_what_wins_is_in_the_bar_of_a_game_in_progress(pad: Pad) -> None:
    page = pad.phone.tap("What wins")
    assert page.heading == "What wins"
    assert "Ann & Cal no bid yet · needs 500 more points" in page.text
    assert "Ranges depend" not in page.text


def test_side_that_has_bid_sees_its_counts(phone: Phone) -> None:
    pad = start_game(phone, target="50")
    pad.bids("4, 3, 1")
    page = phone.tap("What wins")
    assert "Ann & Cal bid 4 + 1" in page.text
    assert "5+ makes it." in page.text
    assert "loses the game" not in page.text
    assert "Ben & Dee bid 3 so far" in page.text
    assert "A made bid of 5+ or a made nil with a bid of 3 can win it." in page.text


def test_complete_bidding_shows_who_wins_with_what(phone: Phone) -> None:
    pad = start_game(phone, target="50")
    pad.bids("4, 3, 1, 5")
    page = phone.tap("What wins")
    assert "Hand 1 · 13 bid, dead even" in page.text
    assert "6+ wins." in page.text
    assert "8+ wins." in page.text


def test_it_is_worked_out_once_after_each_event(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    worked = list[int]()

    def counted(state: GameState) -> View:
        worked.append(state.seq)
        return what_wins_view(state)

    monkeypatch.setattr(read_only_pages, "what_wins_view", counted)
    pad = start_game(phone, target="70")
    pad.bids("5, 3, 1")
    shown = [phone.open(f"{pad.url}/what-wins").text for _ in range(3)]
    assert (len(worked), len(set(shown))) == (1, 1)
    pad.reload()
    pad.bids("5")
    assert "14 bid" in phone.open(f"{pad.url}/what-wins").text
    assert len(worked) == 2


def test_very_many_ways_are_worked_out_apart_and_counted(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is the one that this process would make; it has its turn, and is kept for the next reader."""
    began, apart = list[int](), read_only_pages._worked_out_apart

    def counted(state: GameState) -> View:
        began.append(state.seq)
        assert not quotas.OWN_WORKER.acquire(blocking=False)
        return apart(state)

    monkeypatch.setattr(read_only_pages, "_worked_out_apart", counted)
    pad = start_game(phone, "gambling", ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay"), "Fay", shape="6x1")
    pad.bids("2, 1, 2, 1, 2")
    phone.open(f"{pad.url}/what-wins")
    assert not began
    pad.reload()
    pad.bids("1")
    shown = [phone.open(f"{pad.url}/what-wins").text for _ in range(2)]
    assert (len(began), len(set(shown))) == (1, 1)
    KEPT_PAGES.clear()
    monkeypatch.setattr(read_only_pages, "is_dear", lambda _state: False)
    assert phone.open(f"{pad.url}/what-wins").text == shown[0]
    monkeypatch.undo()
    KEPT_PAGES.clear()
    monkeypatch.setattr(quotas, "MAX_WAIT", 0.05)
    limits = list[RateLimit]()
    monkeypatch.setattr(quotas, "hit", lambda limit, **_whose: limits.append(limit))
    with quotas.OWN_WORKER:
        phone.open(f"{pad.url}/what-wins", status=503)
    assert limits == [RateLimit.DEAR_PAGES] * 2, "of its address and of the phone"


def test_finished_game_has_nothing_to_win(phone: Phone) -> None:
    pad = start_game(phone, target="50")
    pad.hand("4, 3, 1, 4", 6)
    assert pad.page.heading == "Game over"
    phone.open(f"{pad.url}/what-wins")
    assert pad.notice() == "The game is over."


def test_game_of_chips_shows_who_takes_the_pot(phone: Phone) -> None:
    pad = start_game(phone, "gambling", ("Ann", "Ben", "Cal"), "Cal", shape="3x1")
    pad.bids("4, 4")
    assert "The pot is known when all have bid." in phone.tap("What wins").text
    pad.reload()
    pad.bids("5")
    page = phone.open(f"{pad.url}/what-wins")
    assert "5+ makes it. 5+ takes the pot." in page.text


@pytest.mark.parametrize(("hands", "needs"), [("5", "needs 430 more points"), ("2", "19 points ahead")])
def test_last_hand_is_about_the_lead_not_the_target(phone: Phone, hands: str, needs: str) -> None:
    pad = start_game(phone, hands=hands)
    pad.hand("4, 3, 3, 2", 7)
    page = phone.open(f"{pad.url}/what-wins")
    assert f"Ann & Cal no bid yet · {needs}" in page.text
    is_last = hands == "2"
    assert ("This is the last hand. The highest score wins." in page.text) is is_last
    assert ("more points" in page.text or "can win it" in page.text or "Can’t go out" in page.text) is not is_last
    if is_last:
        assert "Ben & Dee no bid yet · 19 points behind" in page.text


def test_hand_after_a_tied_last_one_is_overtime(phone: Phone) -> None:
    pad = start_game(phone, hands="1", overtrick_points="0")
    pad.hand("3, 3, 3, 3", 6)
    page = phone.open(f"{pad.url}/what-wins")
    assert "This hand is overtime." in page.text
    assert page.text.count("no bid yet · level at the top") == 2
