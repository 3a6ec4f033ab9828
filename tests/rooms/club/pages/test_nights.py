"""A night's page and picture, its two lines for the chat, the table's time zone, and the series on a game's pages."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest
from flask import Flask

from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.games import find_table
from tests.midday import midday_zone
from tests.tables import sheet_of
from tests.web.at_table import start_game
from tests.web.browsing import Phone
from tests.web.record import table_with

PAIRS = (("Ann", "Cal"), ("Ben", "Dee"))
SVG = "{http://www.w3.org/2000/svg}text"


def game(*hands: str, sides: Sequence[Sequence[str]] = PAIRS) -> dict[str, object]:
    sheet = sheet_of("partnership", *hands, closed="late")
    return sheet | {"sides": [{"name": " & ".join(side), "players": list(side)} for side in sides]}


BIG = "Ann 5 and Cal 4 took 9, Ben 2 and Dee 2 took 4"  # 90 to 40
NIL = "Ann 3 and Cal 3 took 6, Ben nil took 0, Dee 4 took 7"  # 60 to 143


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())


def texts(phone: Phone, url: str) -> list[str]:
    """The texts of a picture."""
    answer = phone.client.get(url)
    assert answer.status_code == 200
    return [str(text.text) for text in ElementTree.fromstring(answer.text).iter(SVG)]


def test_lines_for_the_chat_name_who_won_more_first(app: Flask, phone: Phone) -> None:
    table, _games = table_with(app, phone, game(NIL), game(BIG), game(NIL))
    page = phone.open(f"{table}/night")
    assert "Thursday: Ben & Dee 2, Ann & Cal 1 143–60, 40–90, 143–60." in page.text


def test_night_of_two_pairs_says_who_won_and_how_often(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, game(BIG), game(NIL), game(BIG))
    page = phone.open(f"{table}/night")
    assert "Thursday: Ann & Cal 2, Ben & Dee 1 90–40, 60–143, 90–40. 1 of 1 nils made" in page.text
    facts = (
        "Nils1 of 1 made Biggest hand+143 Ben & Dee · game 2, hand 1 Most bagsBen & Dee, 3 cost them nothing "
        "Closest gameby 50 90–40, in 1 hand Moment of the nightBen made nil Ben & Dee: 83 ahead · game 2, hand 1"
    )
    assert facts in page.text
    linked = {link.label: link.url for link in page.links}
    hands = linked["Save image"].replace("card.png", "hands?figure=")
    assert [linked[label] for label in ("1 of 1 made", "Ben & Dee, 3")] == [f"{hands}nils", f"{hands}bags"]
    assert [linked[label] for label in ("+143", "Ben made nil")] == [f"{games[1]}/why/hands/1/1"] * 2
    assert linked["by 50"] in (games[0], games[2])
    assert "Ann2+17" in "".join(page.text.split())


def test_moment_of_a_night_says_what_it_made_of_the_lead(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, game(BIG, NIL))
    assert "Ben made nil Ben & Dee: 50 behind, then 33 ahead · game 1, hand 2" in phone.open(f"{table}/night").text


def test_picture_of_two_pairs_has_every_game(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, game(BIG), game(NIL))
    with app.app_context():  # the table may be older than this test, and then has the zone it was made in
        day = night_of(datetime.now(UTC), zone_of(find_table(table.rpartition("/")[2]).zone))
    phone.open(f"{table}/night")
    url = next(link.url for link in phone.page.links if link.url.endswith(".png"))
    assert url.endswith(f"/night/{day}/card.png")
    found = texts(phone, url.replace(".png", ".svg"))
    for text in ("Thursday", "Ann & Cal", "Ben & Dee", "90", "40", "60", "143", "1 of 1 made", "+143", "by 50"):
        assert text in found, text
    assert any(re.fullmatch(r"2 games · 2 hands · .*\d:\d\d.* to .*\d:\d\d.*", text) for text in found), found
    png = phone.client.get(url)
    assert png.mimetype == "image/png"
    assert struct.unpack(">II", png.data[16:24]) == (1080, 1350)
    assert phone.client.get(url, headers={"If-None-Match": png.headers["ETag"]}).status_code == 304


def test_night_without_pictures_is_sent_as_text(app: Flask, phone: Phone, without: Callable[[str], None]) -> None:
    table, _ = table_with(app, phone, game(BIG))
    without("pictures")
    page = phone.open(f"{table}/night")
    assert "Share the night" in page.text
    assert "card.png" not in page.html
    refused = phone.client.get(f"{table}/night/2020-02-29/card.png", headers={"Accept": "text/html"})
    assert refused.status_code == 404
    assert "This server draws no pictures" in refused.text


def test_night_of_changing_partners_names_the_best(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, game(BIG), game(BIG), game(NIL, sides=(("Ann", "Ben"), ("Cal", "Dee"))))
    page = phone.open(f"{table}/night")
    assert "Thursday: Cal won 3 of 3" in page.text
    assert "Best partnership: Ann & Cal, 2 of 2. 1 of 1 nils made" in page.text
    url = next(link.url for link in page.links if link.url.endswith(".png"))
    found = texts(phone, url.replace(".png", ".svg"))
    assert "Best partnership" in found
    assert "Won 2 of 2 together, 50 ahead on average" in found


def test_night_of_many_games_fits_its_picture(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, *(game(BIG) for _ in range(11)))
    url = next(link.url for link in phone.open(f"{table}/night").links if link.url.endswith(".png"))
    picture = phone.client.get(url.replace(".png", ".svg")).text
    places = [float(text.attrib["y"]) for text in ElementTree.fromstring(picture).iter(SVG)]
    assert 60 < min(places) < max(places) < 1350
    assert "11" in texts(phone, url.replace(".png", ".svg"))


def test_night_without_a_game_says_so(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone)
    assert "Games of this night show up here once they are over" in phone.open(f"{table}/night").text
    assert "Games of this night" in phone.open(f"{table}/night/2020-02-29").text
    assert phone.client.get(f"{table}/night/2020-02-29/card.png").status_code == 404


@pytest.mark.parametrize("day", ["2021-02-29", "tonight", "0001-01-01", "9999-12-31"])
def test_what_is_no_day_is_not_found(app: Flask, phone: Phone, day: str) -> None:
    table, _ = table_with(app, phone)
    assert phone.client.get(f"{table}/night/{day}").status_code == 404


def test_history_leads_to_each_night(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, game(BIG))
    phone.open(f"{table}/history")
    night = next(link for link in phone.page.links if "/night/" in link.url)
    assert phone.open(night.url).heading in ("Tonight", "Today")


def test_time_zone_is_the_creators_and_can_be_changed(app: Flask, phone: Phone) -> None:
    phone.client.set_cookie("scorekeeper_zone", "Asia/Tokyo")
    phone.open("/tables/new")
    table = phone.submit(phone.page.form_with("name"), name="Monday").url
    form = phone.open(f"{table}/settings").form_with("zone")
    assert form.fields["zone"] == "Asia/Tokyo"
    assert "Nights end at 5 in the morning, America/New York time" in phone.submit(form, zone="America/New_York").text
    assert "Nights end at 5 in the morning, Asia/Tokyo time" in phone.tap("Undo").text
    phone.tap("Undo")
    assert phone.open(f"{table}/settings").form_with("zone").fields["zone"] == "America/New_York"
    assert "Choose a time zone from the list" in phone.submit(form, None, 422, zone="Middle/Earth").text


def test_rematch_shows_who_leads_tonight(app: Flask, phone: Phone) -> None:
    pad = start_game(phone, target="50")
    pad.hand("4, 3, 1, 4", 6)
    assert "tonight" not in pad.page.text
    phone.tap("Rematch")
    assert "Ben & Dee lead 1–0 tonight · " in phone.page.text
    assert "Ben & Dee lead 1–0 tonight" in phone.open(f"{phone.page.url}/screen").text


def test_end_of_a_series_names_its_winner(app: Flask, phone: Phone) -> None:
    pad = start_game(phone, target="50", series="3")
    assert "A series, best of three" in pad.page.text
    pad.hand("4, 3, 1, 4", 6)
    assert "Ben & Dee lead 1–0, best of three" in pad.page.text
    phone.tap("Rematch")
    pad.hand("4, 3, 1, 4", 6)
    assert "Ben & Dee win the series 2–0" in pad.page.text


def test_nils_and_bags_of_a_night_lead_to_their_hands(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, game(BIG), game(NIL))
    for label, hand in (("1 of 1 made", "Ben game 2, hand 1 · made"), ("Ben & Dee, 3", "game 2, hand 1 · 3 bags")):
        link = next(link for link in phone.open(f"{table}/night").links if link.label == label)
        assert hand in phone.open(link.url).text
        assert f"{games[1]}/why/hands/1/1" in [link.url for link in phone.page.links]
    empty = f"{table}/night/2026-11-19/hands?figure="
    statuses = [phone.client.get(f"{empty}{figure}").status_code for figure in ("nils", "bags", "luck")]
    assert statuses == [200, 200, 404]
