"""The result card: a picture of the end, drawn here, the same as SVG and as PNG."""

from __future__ import annotations

import struct
from xml.etree import ElementTree

import pytest

from tests.web.at_table import Pad, a_short_game, start_game
from tests.web.browsing import Phone
from tests.web.conftest import After

NAMES = ("Ann", "Ben", "Łukasz", "Dee", "Eve", "Fay", "Gus", "José <3 & co")


@pytest.fixture
def over(after: After) -> Pad:
    return after(a_short_game)


def test_result_card_is_offered_at_the_end(over: Pad) -> None:
    page = over.phone.tap("Share result")
    assert page.heading == "Share result"
    assert 'alt="Ann &amp; Cal win. 50 was reached in hand 1: 51 to 70.' not in page.html
    assert over.phone.can_tap("Save image")


def test_picture_has_its_size(over: Pad) -> None:
    answer = over.phone.client.get(f"{over.url}/card.png")
    assert answer.mimetype == "image/png"
    assert answer.data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.data[16:24]) == (1080, 1350)
    assert len(answer.data) < 150_000


def test_picture_shows_the_winner_and_totals(over: Pad) -> None:
    answer = over.phone.client.get(f"{over.url}/card.svg")
    assert answer.mimetype == "image/svg+xml"
    drawn = ElementTree.fromstring(answer.text)
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Ann & Cal", "Ben & Dee"} <= set(words)
    assert any("win" in str(word) for word in words)
    assert "style=" not in answer.text
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")


def test_picture_shows_who_confirmed_unless_the_signature_is_broken(over: Pad) -> None:
    over.phone.open(f"{over.url}/signing/0")
    over.phone.tap("Confirm score")
    assert "confirmed by Ann &amp; Cal" in over.phone.client.get(f"{over.url}/card.svg").text


def test_eight_sides_with_names_in_other_scripts_fit(phone: Phone) -> None:
    pad = start_game(phone, "toss", NAMES, "Ann", shape="8x1", target="50", tricks="8")
    pad.bids(", ".join(["1"] * 8))
    for name in NAMES:
        if name != NAMES[-1]:
            pad.took(name, 1)
    pad.save()
    phone.open(f"{pad.url}/stop")
    phone.tap("End game")
    drawn = phone.client.get(f"{pad.url}/card.svg").text
    assert "José &lt;3 &amp; co" in drawn
    assert phone.client.get(f"{pad.url}/card.png").status_code == 200


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_unchanged_picture_is_not_sent_again(over: Pad, kind: str) -> None:
    client = over.phone.client
    first = client.get(f"{over.url}/card.{kind}")
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = client.get(f"{over.url}/card.{kind}", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    over.phone.open(f"{over.url}/signing/0")
    over.phone.tap("Confirm score")
    after = client.get(f"{over.url}/card.{kind}", headers={"If-None-Match": first.headers["ETag"]})
    assert after.status_code == 200


@pytest.mark.parametrize("address", ["card", "card.png", "card.svg"])
def test_game_in_progress_has_no_result_card(pad: Pad, address: str) -> None:
    pad.phone.open(f"{pad.url}/{address}", 404)
