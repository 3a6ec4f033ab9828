"""The rules sheet of a game: its rules in plain words, for exactly these options."""

from __future__ import annotations

import re

from tests.web.at_table import Pad, start_game
from tests.web.browsing import Page, Phone


def sheet_of_rules(pad: Pad) -> Page:
    """The rules sheet, from the game's menu."""
    return pad.phone.tap("Rules")


def code(page: Page) -> str:
    found = re.search(r"Rules (\S+)\. Same code", page.text)
    assert found
    return found[1]


def test_rules_sheet_shows_house_rules_and_defaults(phone: Phone) -> None:
    page = sheet_of_rules(start_game(phone, target="300", nil="50", bags_carry=None))
    assert "Play to 300 standard: 500" in page.text
    assert "Nil 50 standard: 100" in page.text
    assert "After a penalty the bags start at 0 standard: yes" in page.text
    assert "A bag penalty costs 100" in page.text
    assert "when a side has 300 or more" in page.text


def test_rules_sheet_says_how_cards_are_played(phone: Phone) -> None:
    assert "Cards and play Use a standard deck of 52 cards" in sheet_of_rules(start_game(phone)).text


def test_examples_use_the_game_s_options(phone: Phone) -> None:
    page = sheet_of_rules(start_game(phone, nil="50"))
    assert "Nil, made Ann bids nil, Cal 5; they take 0 and 5. Bid 5, took 5 +50 Nil made +50 Total +100" in page.text


def test_rules_code_changes_with_any_option(phone: Phone) -> None:
    printed = code(sheet_of_rules(start_game(phone)))
    assert code(sheet_of_rules(start_game(phone))) == printed
    assert code(sheet_of_rules(start_game(phone, target="505"))) != printed


def test_rules_sheet_links_to_all_calls(phone: Phone) -> None:
    page = sheet_of_rules(start_game(phone, nil="50"))
    shown = code(page)
    page = phone.tap("All calls and points")
    assert f"Rules {shown}" in page.text
    assert re.search(r"(?s)Nil\s*</th>\s*<td>\s*no tricks; if set, its tricks are bags\s*</td>.*?\+50.*?−50", page.html)


def test_rules_code_is_shown_at_the_end(phone: Phone) -> None:
    pad = start_game(phone, target="50")
    shown = code(sheet_of_rules(pad))
    pad.reload()
    pad.hand("3, 3, 3, 3", 6)
    assert f"Rules {shown}" in pad.page.text


def test_score_line_links_to_its_rule(phone: Phone) -> None:
    pad = start_game(phone, nil="50")
    pad.bids("Nil, 3, 5, 3")
    pad.took("Ann", 0)
    pad.took("Ann & Cal", 5)
    pad.save()
    url = next(link.url for link in pad.page.links if link.label.startswith("Nil made"))
    page = phone.open(url)
    cell = r"<th scope=\"row\">\s*Nil\s*</th>\s*<td>\s*no tricks; if set, its tricks are bags\s*</td>"
    assert re.search(rf"(?s)id=\"nil\"[^>]*>\s*{cell}.*?\+50", page.html)
