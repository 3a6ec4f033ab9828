"""Game history: filters, search, pages; a game as a picture; an excluded game."""

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import update

from scorekeeper.services.series import NIGHT_ENDS
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import store_zone
from scorekeeper.storage.models import Game, PlayedGame
from scorekeeper.storage.players import most_active_players
from scorekeeper.web import played
from tests.tables import sheet_of
from tests.web.browsing import Phone
from tests.web.record import between, table_with


def titles(phone: Phone, url: str) -> list[str]:
    page = phone.open(url)
    return [link.label for link in page.links if "/games/" in link.url]


def played_at(app: Flask, starts: dict[str, str]) -> None:
    """Each of these games began then, in UTC."""
    with app.app_context(), write_transaction() as session:
        for game, start in starts.items():
            at = datetime.fromisoformat(f"{start}+00:00")
            game_id = game.rpartition("/")[2]
            session.execute(update(Game).where(Game.id == game_id).values(created=at))
            session.execute(update(PlayedGame).where(PlayedGame.game_id == game_id).values(began=at))


def test_games_are_found_by_players_rules_number_and_day(app: Flask, phone: Phone) -> None:
    sheets = [between("Ann", "Ben"), between("Ann", "Cal"), between("Cal", "Ben", closed=None)]
    table, games = table_with(app, phone, *sheets)
    played_at(app, dict.fromkeys(games, "2025-03-12T19:00"))
    assert len(titles(phone, f"{table}/history")) == 3
    assert len(titles(phone, f"{table}/history?q=Ann")) == 2
    assert len(titles(phone, f"{table}/history?q=Ann+Ben")) == 1
    assert len(titles(phone, f"{table}/history?state=playing")) == 1
    assert len(titles(phone, f"{table}/history?rules=miser")) == 0
    assert len(titles(phone, f"{table}/history?q=two-player")) == 3
    assert len(titles(phone, f"{table}/history?q=%232")) == 1
    assert len(titles(phone, f"{table}/history?from=2000-01-01&to=2000-12-31")) == 0
    assert "No game found" in phone.page.text
    assert len(titles(phone, f"{table}/history?from=9999-12-31&to=9999-12-31")) == 3, "no day to look for"
    for term in ("2025-03", "March+2025", "12.03.2025", "Ann+March+2025"):
        assert len(titles(phone, f"{table}/history?q={term}")) == (2 if "Ann" in term else 3), term
    assert len(titles(phone, f"{table}/history?q=12.03.1999")) == 0
    assert "matches" not in phone.page.text
    assert "matches Xantippe" in phone.open(f"{table}/history?q=Xantippe").text


def test_filter_keeps_a_player_whom_a_large_table_does_not_offer(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben"), between("Cal", "Ben"))
    monkeypatch.setattr(
        played, "most_active_players", lambda table, **all_of: most_active_players(table, limit=1, **all_of)
    )
    html = LexborHTMLParser(phone.open(f"{table}/history?q=Cal").html)
    assert [option.text() for option in html.css("select[name=who] option")] == ["Anyone", "Ben", "Cal"]


def test_games_are_grouped_by_the_night_they_were_played(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, *(between("Ann", "Ben") for _ in range(4)))
    starts = ["2025-11-20T19:00", "2025-11-21T03:59", "2025-11-21T04:00", "2025-11-22T03:59"]
    with app.app_context(), write_transaction():
        store_zone(table.rpartition("/")[2], "Europe/Berlin")  # an hour ahead of UTC in November
    played_at(app, dict(zip(games, starts, strict=True)))
    html = LexborHTMLParser(phone.open(f"{table}/history").html)
    headings = [heading.text(strip=True) for heading in html.css("h2.head")]
    assert headings == ["Friday, 21 November 2025", "Thursday, 20 November 2025"]
    assert [len(night.css("li")) for night in html.css("h2.head + ul")] == [2, 2]
    found = [
        phone.open(f"{table}/history?{terms}").links for terms in ("q=21.11.2025", "from=2025-11-21&to=2025-11-21")
    ]
    assert [[link.url for link in links if "/games/" in link.url] for links in found] == [[games[3], games[2]]] * 2


def test_dates_follow_the_phone_once_a_script_has_set_its_time_zone(app: Flask, phone: Phone) -> None:
    table, (game,) = table_with(app, phone, between("Ann", "Ben"))
    now = datetime.now(UTC)
    zone = "Etc/GMT+12" if now.hour < 12 else "Etc/GMT-14"  # there the date differs from UTC
    pages = [f"{game}/print", f"{game}/card.svg", f"{table}/history", f"{game}/history"]
    phone.client.set_cookie("scorekeeper_zone", "../Nowhere")
    assert_dates([phone.client.get(page).text for page in pages], now, now)
    phone.client.set_cookie("scorekeeper_zone", zone)
    assert_dates([phone.client.get(page).text for page in pages], now.astimezone(ZoneInfo(zone)), now)


def assert_dates(texts: Sequence[str], now: datetime, at_table: datetime) -> None:
    """A game's pages say this day; the history says which night of the table it is, in the table's own time zone."""
    days = [now, now, at_table - NIGHT_ENDS, now]
    assert [f"{day.day} {day:%B} {day.year}" in text for day, text in zip(days, texts, strict=True)] == [True] * 4


def test_pages_follow_one_another_without_a_gap(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, *(between("Ann", "Ben") for _ in range(5)))
    played.PAGE_SIZE, usual = 2, played.PAGE_SIZE
    try:
        seen: list[str] = []
        page = phone.open(f"{table}/history?q=Ann")
        while True:
            seen += [link.url for link in page.links if "/games/" in link.url]
            older = next((link.url for link in page.links if link.label == "Older games"), None)
            if older is None:
                break
            page = phone.open(older)
        assert seen == list(reversed(games))
    finally:
        played.PAGE_SIZE = usual


def test_invalid_page_key_gives_the_first_page(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben"))
    for before in ("x", "1.x", "9" * 20 + ".1", "99999999999999999999.1"):
        assert len(titles(phone, f"{table}/history?before={before}&who=x&from=x&rules=x")) <= 1


def test_charts_have_their_figures(app: Flask, phone: Phone) -> None:
    _, (game,) = table_with(app, phone, between("Ann", "Ben"))
    page = phone.open(f"{game}/picture")
    assert 'aria-label="Totals after 2 hands: Ann 103, Ben −48"' in page.html
    assert "Ann made the bid in 2 of 2 hands" in page.html
    assert "Ann bid 5.0 and took 6.5 a hand." in page.text


def test_charts_say_what_each_partner_bid_and_what_you_did(app: Flask, phone: Phone) -> None:
    table, (game,) = table_with(
        app, phone, sheet_of("partnership", "Ann 4 and Cal 3 took 10, Ben nil took 0, Dee 2 took 3")
    )
    text = phone.open(f"{game}/picture").text
    assert "Ann & Cal bid 7.0 and took 10.0 a hand. Ann bid 4.0 on average. Cal bid 3.0 on average." in text
    assert "Ben & Dee bid 2.0 and took 3.0 a hand. Dee bid 2.0 on average." in text, "a nil is no number"
    phone.open(f"{table}/who")
    phone.tap("Cal")
    assert "Ann bid 4.0 on average. You bid 3.0 on average." in phone.open(f"{game}/picture").text


def test_charts_say_you_of_a_side_of_one(app: Flask, phone: Phone) -> None:
    table, (game,) = table_with(app, phone, between("Ann", "Ben"))
    phone.open(f"{table}/who")
    phone.tap("Ben")
    text = phone.open(f"{game}/picture").text
    assert "Ann bid 5.0 and took 6.5 a hand." in text
    assert "You bid 2.5 and took 3.5 a hand." in text


def test_charts_of_a_pair_with_one_number_say_nothing_of_each_partner(app: Flask, phone: Phone) -> None:
    sheet = sheet_of("partnership", pair_bids="pair")
    sheet["hands"] = [{"bids": ["7", "4"], "took": [8, 5]}]
    _, (game,) = table_with(app, phone, sheet)
    text = phone.open(f"{game}/picture").text
    assert "Ann & Cal bid 7.0 and took 8.0 a hand. Figures" in text


def test_charts_before_the_first_hand(app: Flask, phone: Phone) -> None:
    sheet = between("Ann", "Ben", closed=None)
    _, (game,) = table_with(app, phone, sheet | {"hands": []})
    assert "Charts start with the first hand" in phone.open(f"{game}/picture").text


def test_game_is_excluded_and_included_again(app: Flask, phone: Phone) -> None:
    table, (game,) = table_with(app, phone, between("Ann", "Ben"))
    of_ann = f"{table}/history?q=Ann"
    assert "Ann beat Ben" in phone.open(of_ann).text
    phone.open(f"{game}/counted")
    phone.submit(phone.page.form_with("reason"), reason="practice")
    assert "Ann beat Ben" not in phone.open(of_ann).text
    assert "not in statistics: practice" in phone.open(f"{table}/history").text
    phone.open(f"{game}/counted")
    phone.submit(phone.page.forms[0], again="yes")
    assert "Ann beat Ben" in phone.open(of_ann).text


def test_excluding_a_game_needs_a_reason(app: Flask, phone: Phone) -> None:
    _, (game,) = table_with(app, phone, between("Ann", "Ben"))
    phone.open(f"{game}/counted")
    assert "Say why" in phone.submit(phone.page.form_with("reason"), None, 422, reason=" ").text
