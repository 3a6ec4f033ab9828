"""The receipt of a finished game: both sides' phones show it, and its URL says later whether it is still valid."""

from __future__ import annotations

import re

import pytest

from tests.sharing.scanning import scanned
from tests.web.at_table import Pad, a_short_game
from tests.web.browsing import Phone
from tests.web.conftest import After

HASH = re.compile(r"[0-9a-f]{64}")


@pytest.fixture
def over(after: After) -> Pad:
    """A game to 50, finished after one hand."""
    return after(a_short_game)


def receipt(pad: Pad) -> str:
    """The receipt that a phone scans from the game's page; its path."""
    return scanned(pad.reload().html).partition("localhost")[2]


def test_end_shows_the_receipt_as_text_and_qr_code(over: Pad) -> None:
    found = HASH.findall(receipt(over))[0]
    assert f"Proof of score {found[:4]}-{found[4:8]}".upper() in over.page.text.upper()


def test_game_in_progress_has_no_receipt(pad: Pad) -> None:
    assert "Proof of score" not in pad.page.text


def test_receipt_confirms_the_score_to_a_stranger_without_names(over: Pad, phone: Phone) -> None:
    stranger = Phone(phone.client.application.test_client())
    shown = stranger.open(receipt(over)).text
    assert "Unchanged on this server The game is here. Nothing was added or changed" in shown
    assert not any(name in shown for name in ("Ann", "Ben", "Cal", "Dee", "Thursday"))


def test_receipt_before_a_correction_is_an_earlier_state(over: Pad) -> None:
    kept = receipt(over)
    over.phone.open(f"{over.url}/signing/0")
    over.phone.tap("Confirm score")
    assert "Unchanged up to this proof" in over.phone.open(kept).text


def test_all_unknown_receipts_get_the_same_page(over: Pad) -> None:
    kept = receipt(over)
    found = HASH.findall(kept)[0]
    game_setup, _, tail = kept.rpartition("/")
    game, seq, _ = tail.split(".")
    wrong = [
        f"{game_setup}/{game}.{seq}.{'0' * 64}",
        f"{game_setup}/{game}.{int(seq) + 1}.{found}",
        f"{game_setup}/{game}.0.{found}",
        f"{game_setup}/nobodyknowsthis.{seq}.{found}",
    ]
    pages = [over.phone.open(url).text.replace(url, "") for url in wrong]
    assert all("Changed, or not on this server" in page for page in pages)
    assert len({page.partition("Changed, or not")[2] for page in pages}) == 1


NO_RECEIPTS = [
    "x",
    "a.1.b",
    f"{'x' * 90}.1.{'0' * 64}",
    f"x.{'9' * 5000}.{'0' * 64}",
    f"x.1.{'0' * 64}.y",
    "%00.1.00",
    "é",
]


@pytest.mark.parametrize("text", NO_RECEIPTS)
def test_malformed_receipt_is_not_found(phone: Phone, text: str) -> None:
    assert "This is no proof of score" in phone.open(f"/check/receipt/{text}", 404).text


def test_guessing_receipts_is_limited(over: Pad) -> None:
    over.phone.client.application.config["RATE_LIMITS"] = True
    kept = receipt(over)
    guess = kept[:-64] + "0" * 64
    for _ in range(15):
        over.phone.open(guess)
    refused = over.phone.open(guess, 429)
    assert "Too many unknown receipts from this address." in refused.text
    assert "Unchanged on this server" in over.phone.open(kept).text
