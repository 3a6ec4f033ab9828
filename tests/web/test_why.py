"""Why? Every number on the game page links to its explanation."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone
from tests.web.conftest import After


def four_hands(phone: Phone) -> None:
    pad = start_game(phone)
    for _ in range(4):
        pad.hand("2, 2, 2, 2", 6)


@pytest.fixture
def bagged(after: After) -> Pad:
    """Everyone bids 2 and Ben & Dee take 7: three bags a hand, so that hand 4 brings the tenth."""
    return after(four_hands)


def test_total_links_to_its_explanation(bagged: Pad) -> None:
    assert bagged.totals == [168, 72]
    link = next(link for link in bagged.page.links if link.url.endswith("/why/totals/1"))
    assert link.label == "72 points"
    page = bagged.phone.open(link.url)
    assert page.heading == "Why 72?"
    assert "Hand 1 bid 4, took 7+43 43" in page.text
    assert "Hand 4 bid 4, took 7−57 72" in page.text


def test_bags_link_to_the_hands_they_came_from(bagged: Pad) -> None:
    page = bagged.phone.open(f"{bagged.url}/why/totals/1")
    assert "2 bags of 10 12 this game Hand 4 bid 4, took 7 2" in page.text
    assert "Penalty in hand 4 −100 Hand 1 bid 4, took 7 3 Hand 2 bid 4, took 7 3" in page.text


def test_penalty_line_links_to_its_bags(bagged: Pad) -> None:
    line = next(link for link in bagged.page.links if link.label.startswith("10 bags"))
    page = bagged.phone.open(line.url)
    assert page.heading == "Why −57?"
    assert "129 − 57 = 72" in page.text
    assert "Where they came from, oldest first Hand 1 bid 4, took 7 3" in page.text
    assert "Every 10 bags cost 100 points; extra ones count towards the next penalty." in page.text
    bagged.phone.open(bagged.url)
    assert bagged.phone.tap("Ben & Dee: why −57?").heading == "Why −57?"


def test_bonus_links_to_its_run(phone: Phone) -> None:
    pad = start_game(phone, "berkley-three-1", ("Ann", "Ben", "Cal"), "Cal")
    for _ in range(3):
        pad.bids("4, 4, 4")
        pad.took("Ann", 4)
        pad.took("Ben", 4)
        pad.save()
    page = phone.open(f"{pad.url}/why/hands/3/0")
    assert "3 perfect bids in a row +100 The run Hand 1 bid 4, took 4 +40 Hand 2" in page.text


def test_chips_link_to_their_pot(phone: Phone) -> None:
    pad = start_game(phone, "gambling", ("Ann", "Ben", "Cal"), "Cal", shape="3x1")
    pad.bids("5, 5, 6, No raises")
    pad.took("Ann", 6)
    pad.took("Ben", 6)
    pad.save()
    page = phone.open(f"{pad.url}/why/hands/1/0")
    assert "Pot of 19 chips" in page.text
    assert "Ann65110Ben6519Cal75–" in "".join(page.text.split())
    assert "For the pot, not the score" in page.text


def test_objection_shows_its_rule_and_who_overruled_it(phone: Phone) -> None:
    pad = start_game(phone, may_total_tricks=None)
    pad.bids("4, 4, 3, 2")
    pad.took("Ann & Cal", 7)
    pad.save()
    page = phone.open(f"{pad.url}/why/hands/1/0")
    assert "allowed it" in page.text
    assert phone.can_tap("The rule it breaks")


def test_books_moved_by_a_renege_are_shown(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    phone = pad.phone
    phone.open(f"{pad.url}/rulings/renege?hand=1&by=0&to=1&books=2")
    phone.tap("Save ruling")
    assert "took 5 (−2 by a renege)" in phone.open(f"{pad.url}/why/hands/1/0").text


@pytest.mark.parametrize("address", ["hands/0/0", "hands/2/0", "hands/1/2", "totals/2"])
def test_unknown_explanation_is_not_found(pad: Pad, address: str) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.open(f"{pad.url}/why/{address}", 404)
