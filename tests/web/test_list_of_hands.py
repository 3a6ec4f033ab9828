"""Hands with their own rule: announced before the bidding, listed with the current one, objections while bidding."""

from __future__ import annotations

from tests.web.at_table import new_game, start_game, start_table
from tests.web.browsing import Phone


def test_hand_is_announced_and_marked_in_the_list(phone: Phone) -> None:
    pad = start_game(phone, "evil")
    assert "Regular: Bid as usual. 1 of 45" in pad.page.text
    pad.hand("3, 3, 3, 3", 6)
    assert "Mirrors: Bid the number of spades you hold. 2 of 45" in pad.page.text
    page = phone.tap("2 of 45 All hands")
    assert page.heading == "45 hands"
    assert "1 Regular hand 1 Bid as usual." in page.text
    assert "2 Mirrors this hand Bid the number of spades you hold. Checked: the bids total 13." in page.text


def test_objection_is_shown_during_the_bidding(phone: Phone) -> None:
    pad = start_game(phone, "evil")
    pad.hand("3, 3, 3, 3", 6)
    pad.bids("9, 3")
    assert "must total" not in pad.page.text
    pad.bids("2")
    assert "Bids total 14; they must total 13 (mirrors)." in pad.page.text
    pad.bids("1")
    pad.took("Ann & Cal", 7)
    assert any(button.label == "Save anyway" for button in pad.page.buttons)
    pad.save()
    assert "1 objection" in pad.page.text
    assert "Suicide: " in pad.page.text


def test_table_can_insist_on_a_call_not_allowed_in_this_hand(phone: Phone) -> None:
    pad = start_game(phone, "evil")
    assert not phone.can_tap("Double nil")
    phone.tap("Allow double nil")
    phone.tap("Double nil")
    assert "The 1st bid is double nil; nobody may bid that in this hand (regular)." in pad.page.text


def test_hurricane_names_the_direction_to_pass(phone: Phone) -> None:
    pad = start_game(phone, "hurricane", passing="left-right-hold")
    assert "Pass left: Before bidding, each passes three cards to the left" in pad.page.text
    pad.hand("3, 3, 3, 3", 6)
    assert "Pass right" in pad.page.text
    pad.hand("3, 3, 3, 3", 6)
    assert "Hold: Nobody passes in this hand" in pad.page.text


def test_rule_of_every_hand_is_shown_without_a_list(phone: Phone) -> None:
    pad = start_game(phone, "suicide")
    assert "Suicide: One of each pair bids nil, the other as usual." in pad.page.text
    assert "1 of 1" not in pad.page.text


def test_toss_names_its_missing_table(phone: Phone) -> None:
    page = new_game(phone, start_table(phone), "toss")
    assert "Nobody seems to have published a scoring table for Toss" in page.text


def test_menu_offers_each_game_once_for_the_chosen_number_of_players(phone: Phone) -> None:
    table = start_table(phone)
    for players in (2, 3, 4):
        page = phone.open(f"{table}/games/new?players={players}")
        found = [link.url.partition("rules=")[2] for link in page.links if "rules=miser" in link.url]
        assert found == [f"miser&shape={players}x1"]
