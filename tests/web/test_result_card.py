"""The result card: a picture of the end, drawn here, the same as SVG and as PNG."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask import Flask, render_template
from PIL import Image
from sqlalchemy import update

from scorekeeper.core.game import CLOSE, GameState
from scorekeeper.core.pages.ending import result_lines
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.models import Table
from scorekeeper.web.games.result_card import card_view
from scorekeeper.web.pictures.answers import draw_png
from scorekeeper.web.pictures.text import line_of
from tests.core.game.games import partnership, play, played_sheet, write
from tests.web.at_table import Pad, a_short_game, start_game
from tests.web.browsing import Phone
from tests.web.conftest import After

NAMES = ("Ann", "Ben", "Łukasz", "Dee", "Eve", "Fay", "Gus", "José <3 & co")


SVG = "http://www.w3.org/2000/svg"


def words_of(picture: str) -> list[str]:
    """The texts of a picture, in its order."""
    return [str(text.text) for text in ElementTree.fromstring(picture).iter(f"{{{SVG}}}text")]


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


def test_picture_shows_the_winner_the_totals_and_the_hands_once(over: Pad) -> None:
    answer = over.phone.client.get(f"{over.url}/card.svg")
    assert answer.mimetype == "image/svg+xml"
    words = words_of(answer.text)
    assert {"Ben & Dee win", "70", "51", "Partnership Spades · to 50 · rules 2NK-79"} <= set(words)
    assert any(text.startswith("Against Ann & Cal, in 1 hand") for text in words)  # and how long it took, if it did
    assert sum("1 hand" in text for text in words) == 1
    assert "style=" not in answer.text
    assert "http" not in answer.text.replace(SVG, "")


def test_picture_shows_who_confirmed_unless_the_signature_is_broken(over: Pad) -> None:
    assert "Confirmed" not in over.phone.client.get(f"{over.url}/card.svg").text
    over.phone.open(f"{over.url}/signing/0")
    over.phone.tap("Confirm score")
    assert "Confirmed by Ann &amp; Cal" in over.phone.client.get(f"{over.url}/card.svg").text


GAMES = (
    *(
        "partnership-to-500",
        "partnership-three-sets-in-a-row",
        "cutthroat-floor",
        "evil-all-hands",
        "miser-four-to-500",
    ),
    *(
        "toss-five-alone",
        "two-player-tie-shared",
        "two-deck-to-500",
        "partnership-tie-fewest-overtricks",
        "berkley-two-to-500",
    ),
)
NAMES_OF_PLAYERS = {
    "short": "ABCDE",
    "long": (
        "Maximiliana-Konstantin A",
        "Bartholomew Christopher",
        "Wilhelmina Fitzgeraldson",
        "WWWWWWWWWWWWWWWWWWWWWWWW",
        "X" * 24,
    ),
    "of other scripts": ("דן", "Łukasz", "Γιώργος", "محمد", "Олександр"),
}


def finished(game: str, names: Sequence[str]) -> GameState:
    """A finished game by its file, with these players; a side's name has at most 40 letters."""
    sheet = json.loads(Path("tests/games", f"{game}.json").read_text("utf-8"))["sheet"]
    sitting = iter(names)
    for side in sheet["sides"]:
        side["players"] = [next(sitting) for _ in side["players"]]
        side["name"] = " & ".join(side["players"])[:40].strip()
    return played_sheet(sheet)


def drawn(app: Flask, state: GameState, minutes: int = 74) -> str:
    with app.test_request_context():
        return render_template("pictures/game.svg", **card_view(state, "Thursday night", "19 November 2026", minutes))


def eight_alone(names: Sequence[str]) -> GameState:
    """Eight sides, after three hands, when the table stopped."""
    took = [[1, 0, 1, 2, 1, 1, 1, 1], [1, 1, 0, 2, 1, 1, 1, 1], [1, 1, 1, 2, 0, 1, 1, 1]]
    hands = [{"bids": [["1"]] * 8, "took": row} for row in took]
    sides = [{"name": name, "players": [name]} for name in (*names, "Gus", "Ida", "Jo")]
    game_setup = {
        "format": "scorekeeper-sheet/1",
        "rules": "toss",
        "options": {"tricks": 8},
        "dealer": 0,
        "closed": None,
    }
    return write(played_sheet(game_setup | {"sides": sides, "hands": hands}), CLOSE)


def far_below_zero() -> GameState:
    """Ann & Cal with −1,024, Ben & Dee with 12."""
    hand = "Ann 4 and Cal 3 took 8, Ben 2 and Dee 3 took 5"
    fined = f"{hand}; Ann adjusted -500 for talking; Ben adjusted -138 for talking"
    state = play(partnership(), hand, f"{hand}; Ann adjusted -737 for talking", fined)
    return write(state, CLOSE)


@pytest.mark.parametrize("names", NAMES_OF_PLAYERS)
def test_every_text_is_within_the_margins(app: Flask, names: str) -> None:
    players = NAMES_OF_PLAYERS[names]
    states = {game: finished(game, players) for game in GAMES}
    states |= {"eight": eight_alone(players[:5]), "far below zero": far_below_zero()}
    for game, state in states.items():
        picture = drawn(app, state)
        for text in ElementTree.fromstring(picture).iter(f"{{{SVG}}}text"):
            found = line_of(str(text.text), float(text.attrib["font-size"]), int(text.get("font-weight", "400")))
            left = float(text.attrib["x"])
            assert left > 50, (game, text.text)
            assert left + found.width < 1018, (game, text.text)
            assert found.size >= 17, (game, text.text)


@pytest.mark.parametrize("game", ["partnership-to-500", "partnership-tie-fewest-overtricks", "toss-five-alone"])
def test_picture_has_no_empty_band(app: Flask, game: str) -> None:
    """Nowhere are more than 90 of the 1,350 rows of one colour, as a thumbnail would show it."""
    picture = Image.open(BytesIO(draw_png(drawn(app, finished(game, "ABCDE"))))).convert("L")
    rows = [picture.crop((0, y, 1080, y + 1)).getextrema() for y in range(1350)]
    bands = [len(list(group)) for is_empty, group in groupby(rows, lambda row: row[0] == row[1]) if is_empty]
    assert max(bands) < 90


def test_total_below_zero_is_not_read_as_a_difference(app: Flask) -> None:
    picture = drawn(app, finished("partnership-three-sets-in-a-row", "ABCD"))
    words = words_of(picture)
    assert words.index("−238") == words.index("472") + 1
    assert 'height="10"' not in picture


def test_large_totals_are_grouped_and_have_their_place(app: Flask) -> None:
    words = words_of(drawn(app, far_below_zero()))
    assert {"12", "−1,024"} <= set(words), words


def test_tie_is_said_in_ink_with_both_totals_alike(app: Flask) -> None:
    picture = drawn(app, finished("two-player-tie-shared", "AB"))
    assert {"Tied at 500", "A and B, in 4 hands and 1 h 14"} <= set(words_of(picture))
    assert '<rect width="1080" height="1350" fill="#211d16"/>' in picture
    sizes = re.findall(r'font-size="([\d.]+)"[^>]*>500<', picture)
    assert sizes[0] == sizes[1]


def test_moments_are_told_with_their_hands(app: Flask) -> None:
    words = words_of(drawn(app, finished("partnership-to-500", ("Ann", "Cal", "Ben", "Dee"))))
    assert {"10th bag cost Ben & Dee 100", "hand 4", "10th bag cost Ann & Cal 100", "Dee failed nil", "−100"} <= set(
        words
    )


def test_game_without_hands_is_all_field(app: Flask) -> None:
    picture = drawn(app, write(partnership(), CLOSE, forfeit=1), 0)
    assert "polyline" not in picture
    assert "Ben & Dee conceded after 0 hands" in words_of(picture)


def test_game_that_stopped_early_says_so(app: Flask) -> None:
    state = write(play(partnership(), "Ann 4 and Cal 3 took 8, Ben 2 and Dee 3 took 5"), CLOSE, reason="late")
    assert {"Ann & Cal win", "Against Ben & Dee, stopped after 1 hand"} <= set(words_of(drawn(app, state, 0)))
    assert result_lines(state)[0] == "Ann & Cal beat Ben & Dee 71–50; the table stopped after 1 hand"


def test_result_in_two_lines_is_offered_to_copy(over: Pad) -> None:
    text = "Ben &amp; Dee beat Ann &amp; Cal 70–51 (1 hand)\nBoth sides reached 50 in hand 1. The highest total wins."
    assert text in over.phone.tap("Share result").html


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


@pytest.mark.parametrize("form", ["png", "svg"])
def test_unchanged_picture_is_not_sent_again(over: Pad, form: str) -> None:
    client = over.phone.client
    first = client.get(f"{over.url}/card.{form}")
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = client.get(f"{over.url}/card.{form}", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    over.phone.open(f"{over.url}/signing/0")
    over.phone.tap("Confirm score")
    after = client.get(f"{over.url}/card.{form}", headers={"If-None-Match": first.headers["ETag"]})
    assert after.status_code == 200


def test_renamed_table_has_another_picture(over: Pad) -> None:
    client = over.phone.client
    first = client.get(f"{over.url}/card.png")
    with client.application.app_context(), write_transaction():
        db.session.execute(update(Table).values(stored_name="Cabin weekend"))
    after = client.get(f"{over.url}/card.png", headers={"If-None-Match": first.headers["ETag"]})
    assert after.status_code == 200
    assert "Cabin weekend" in words_of(client.get(f"{over.url}/card.svg").text)


@pytest.mark.parametrize("address", ["card", "card.png", "card.svg"])
def test_game_in_progress_has_no_result_card(pad: Pad, address: str) -> None:
    pad.phone.open(f"{pad.url}/{address}", 404)
