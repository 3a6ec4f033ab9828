"""Random taps on the pages that the server draws, with undo and redo from the game log: every page answers."""

from __future__ import annotations

from random import Random

import pytest

from tests.sampled import sampled
from tests.web.at_table import start_game
from tests.web.browsing import Button, Phone

RULES = ("partnership", "cutthroat", "berkley-two", "miser", "suicide", "gambling")
SEATS = {"cutthroat": 3, "berkley-two": 2, "miser": 2, "gambling": 3}
CAST = ("Ann", "Ben", "Cal", "Dee")


def test_undoing_a_hand_brings_its_bids_back(phone: Phone) -> None:
    pad = start_game(phone)
    pad.hand("4, 3, 1, 4", 6)
    pad.bid("Ben", "3")
    phone.open(f"{pad.url}/history")
    phone.tap("Undo this: Hand 1: Ann & Cal took 6, Ben & Dee 7")
    pad.reload()
    assert "Hand 1" in phone.page.text
    assert phone.can_tap("Count tricks")
    pad.took("Ann & Cal", 7)
    pad.save()
    assert pad.bidder == "Ben"  # whose bid of hand 2 was made on top of the hand that was undone


def test_bid_after_a_hand_was_undone_in_the_log(phone: Phone) -> None:
    pad = start_game(phone)
    pad.hand("4, 3, 1, 4", 6)
    pad.bid("Ben", "3")
    phone.open(f"{pad.url}/history")
    phone.tap("Undo this: Hand 1: Ann & Cal took 6, Ben & Dee 7")
    phone.open(f"{pad.url}/history")
    phone.tap("Undo this: Hand 1: Dee bid 4")
    pad.reload()
    pad.bid("Dee", "5")
    assert phone.can_tap("Count tricks")


@pytest.mark.parametrize("seed", sampled(range(2_000), 500))
def test_every_page_answers_after_random_taps(phone: Phone, seed: int) -> None:
    random = Random(seed)
    rules = RULES[seed % len(RULES)]
    pad = start_game(phone, rules, CAST[: SEATS.get(rules, 4)], dealer="Ann")
    for _ in range(40):
        if random.random() < 0.3:
            phone.open(f"{pad.url}/history")
            buttons = [button for button in phone.page.buttons if button.label in ("Undo this", "Redo this")]
        else:
            if phone.page.url.endswith("/history"):
                pad.reload()
            buttons = [button for button in phone.page.buttons if is_of_game(button, pad.url)]
        if not buttons:
            pad.reload()
            continue
        button = random.choice(buttons)
        phone.submit(button.form, button)
        if not phone.page.url.startswith(pad.url):
            pad.reload()


def is_of_game(button: Button, game: str) -> bool:
    """Whether it counts, bids, saves, undoes or redoes; not one that ends the game or starts another."""
    ends = ("/stop", "/rematches", "/sign")
    return button.form.action.startswith(game) and not button.disabled and not button.form.action.endswith(ends)
