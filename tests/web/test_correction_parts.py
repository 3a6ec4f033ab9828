"""A correction keeps and can change every part of a hand: added calls, rounds, facts, rulings, the note."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, start_game
from tests.web.browsing import Page, Phone

TWO = ("Ann", "Ben")


def correct(pad: Pad, **fields: str | None) -> Page:
    """The consequences of a correction of hand 1."""
    page = pad.phone.open(f"{pad.url}/hands/1/correction")
    return pad.phone.submit(page.form_with("b0"), None, 200, **fields)


def save(pad: Pad) -> None:
    pad.phone.submit(pad.page.form_with("reason"), reason="so it was")
    assert pad.notice() == "Hand 1 corrected"


def fields(pad: Pad) -> dict[str, str]:
    page = pad.phone.open(f"{pad.url}/hands/1/correction")
    return dict(page.form_with("b0").fields)


@pytest.fixture
def played(phone: Phone) -> Pad:
    """A hand of Berkley's for two: Ann bid 6 and took 7, Ben bid 5 and took 6."""
    pad = start_game(phone, "berkley-two", TWO, "Ben")
    pad.bids("6, 5")
    pad.took("Ann", 7)
    pad.save()
    return pad


def test_correction_without_these_fields_keeps_note_and_rulings(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    correct(
        pad, **{"r0-by": "1", "r0-to": "0", "r0-books": "1", "a0-side": "0", "a0-points": "-30", "a0-reason": "talk"}
    )
    save(pad)
    assert pad.totals == [41, 50]
    correct(pad, note="Ben looked late")
    save(pad)
    assert pad.totals == [41, 50]
    assert "“Ben looked late”" in pad.page.text
    found = fields(pad)
    assert (found["r0-books"], found["a0-reason"], found["note"]) == ("1", "talk", "Ben looked late")


def test_correction_can_remove_a_ruling(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    correct(pad, **{"a0-side": "0", "a0-points": "-30", "a0-reason": "talk"})
    save(pad)
    assert pad.totals == [40, 51]
    correct(pad, **{"a0-points": ""})
    save(pad)
    assert pad.totals == [70, 51]


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ({"a0-points": "much", "a0-reason": "talk"}, 'An adjustment\'s points is "much"'),
        ({"a0-points": "5", "a0-reason": " "}, "An adjustment's reason is blank"),
        ({"r0-books": "3", "r0-by": "0", "r0-to": "0"}, "both are the same here"),
    ],
)
def test_invalid_ruling_is_refused(pad: Pad, part: dict[str, str], wrong: str) -> None:
    pad.hand("4, 3, 3, 2", 7)
    page = correct(pad, **part)
    assert wrong in page.text
    assert not pad.phone.can_tap("Save correction")


def test_correction_keeps_and_changes_rebids(played: Pad) -> None:
    assert fields(played)["e0"] == ""
    correct(played, e0="4")
    save(played)
    assert fields(played)["e0"] == "4"
    page = correct(played, e0="8")
    assert "8 became 6" in page.text
    save(played)
    assert "1 objection" in played.page.text


def test_irregular_correction_is_shown_then_overruled(phone: Phone) -> None:
    pad = start_game(phone, "suicide")
    pad.bids("Nil, 3, 4, Nil")
    pad.took("Ann", 0)
    pad.took("Dee", 0)
    pad.took("Ann & Cal", 7)
    pad.save()
    page = correct(pad, b0="2")
    assert "Save anyway" in page.text
    save(pad)
    assert "1 objection" in pad.page.text


def test_added_call_needs_its_fact(played: Pad) -> None:
    page = correct(played, **{"b0-bemo": "bemo"})
    assert "make bemo?" in page.text
    page = played.phone.submit(page.form_with("b0"), None, 200, **{"f0-bemo": "yes"})
    assert "Hand 1 scores +121 for Ann, not +61." in page.text
    save(played)
    assert fields(played)["b0-bemo"] == "bemo"
    assert "f0-bemo" in fields(played)
