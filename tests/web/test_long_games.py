"""A game with very many hands: its page shows the latest fifty, and links lead to the others."""

from __future__ import annotations

import pytest
from flask import Flask
from markupsafe import Markup

from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.recording import Author, record
from scorekeeper.services.starting import start_game
from scorekeeper.web.games import rendering
from scorekeeper.web.games.rendering import RenderedHand
from tests.tables import sheet_of
from tests.web.at_table import start_table
from tests.web.browsing import Phone

HAND = "Ann 5 took 6, Ben 4 took 7"


def long_game(app: Flask, phone: Phone, hands: int) -> str:
    table = start_table(phone).rsplit("/", 1)[-1]
    sheet = read_sheet(sheet_of("two-player", *[HAND] * hands, target=10_000))
    with app.app_context():
        return start_game(table, sheet, author=Author("Ann")).game.id


def shown(phone: Phone) -> list[int]:
    return [number for number in range(1, 1001) if f'id="hand-{number}"' in phone.page.html]


def test_page_has_fifty_hands_and_links_to_the_others(app: Flask, phone: Phone) -> None:
    game = long_game(app, phone, 120)
    phone.open(f"/games/{game}")
    assert shown(phone) == list(range(71, 121))
    phone.tap("Older hands")
    assert shown(phone) == list(range(21, 71))
    phone.tap("Older hands")
    assert shown(phone) == list(range(1, 21))
    assert not phone.can_tap("Older hands")
    phone.tap("Newer hands")
    assert shown(phone)[-1] in (70, 120)
    assert phone.open(f"/games/{game}?hands=3").status == 200
    assert shown(phone) == [1, 2, 3]


def test_next_hand_of_a_long_game_is_drawn_alone(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    game, drawn = long_game(app, phone, 60), list[Markup]()

    def rendered(of: rendering.MadeOf, drawing: Markup) -> RenderedHand:
        drawn.append(drawing)
        return RenderedHand(of, drawing)

    phone.open(f"/games/{game}")
    monkeypatch.setattr(rendering, "RenderedHand", rendered)
    with app.app_context():
        record(game, "hand", {"hand": 61, "bids": ["5", "4"], "took": [6, 7]}, author=Author("Ann"))
    phone.open(f"/games/{game}")
    assert shown(phone) == list(range(12, 62))
    assert ["hand-61" in drawing for drawing in drawn] == [True]


def test_short_game_has_no_page_links(app: Flask, phone: Phone) -> None:
    phone.open(f"/games/{long_game(app, phone, 50)}")
    assert len(shown(phone)) == 50
    assert not phone.can_tap("Older hands")


def test_links_lead_to_the_page_with_the_hand(app: Flask, phone: Phone) -> None:
    game = long_game(app, phone, 120)
    phone.open(f"/games/{game}/hands/7/correction")
    back = next(link.url for link in phone.page.links if link.label == "Back to the game")
    assert back.endswith("?hands=7#hand-7")
    phone.open(back)
    assert 7 in shown(phone)


def test_page_of_a_thousand_hands_is_small(app: Flask, phone: Phone) -> None:
    phone.open(f"/games/{long_game(app, phone, 600)}")
    assert len(phone.page.html) < 150_000
