"""Saving: twice is once, an outdated page loses nothing and says so, undo and redo reach everything."""

from __future__ import annotations

from tests.databases import on_both
from tests.web.at_table import Pad


def counted(pad: Pad, tricks: int) -> None:
    """All bids, and the first side's tricks."""
    pad.bids("4, 3, 3, 2")
    pad.took("Ann & Cal", tricks)


@on_both
def test_a_hand_is_saved(pad: Pad) -> None:
    counted(pad, 7)
    page = pad.save()
    assert page.heading == "Hand 2"
    assert pad.totals == [70, 51]
    assert (pad.dealer, pad.bidder) == ("Ann", "Ben")


@on_both
def test_hand_saved_twice_is_recorded_once(pad: Pad) -> None:
    counted(pad, 7)
    form = pad.page.form_with("record")
    pad.phone.submit(form)
    pad.phone.submit(form)
    assert pad.notice() == "Hand 1 saved"
    assert pad.page.heading == "Hand 2"
    assert pad.totals == [70, 51]


def test_phone_that_missed_a_changed_bid_keeps_its_counts(pad: Pad) -> None:
    counted(pad, 7)
    pad.phone.submit(pad.page.form_with("note"), None, 200, seq="2", note="Dee dealt twice")
    assert pad.counts == {"Ann & Cal": "7", "Ben & Dee": "6"}
    assert "Someone changed" in pad.notice()
    assert pad.totals == [0, 0]
    assert pad.page.form_with("note").fields["note"] == "Dee dealt twice"
    pad.save()
    assert pad.totals == [70, 51]
    assert "“Dee dealt twice”" in pad.page.text


def test_toast_names_what_was_saved_or_undone_and_reverses_it(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.bids("5, 2")
    pad.phone.tap("Undo")
    assert pad.notice() == "Undid Cal’s bid of 2"
    pad.phone.tap("Redo")
    assert pad.notice() == "Redid Cal’s bid of 2"
    pad.bids("4, 2")
    pad.took("Ann & Cal", 7)
    pad.save()
    assert pad.notice() == "Hand 2 saved"
    toast = next(button for button in pad.page.buttons if button.label == "Undo")
    pad.phone.submit(toast.form, toast)
    assert pad.notice() == "Undid hand 2"


@on_both
def test_undo_and_redo(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.tap("Undo")
    assert pad.notice() == "Undid hand 1"
    assert pad.totals == [0, 0]
    assert "12 bid, 1 loose" in pad.page.text
    pad.phone.tap("Redo")
    assert pad.notice() == "Redid hand 1"
    assert pad.totals == [70, 51]
    assert (pad.dealer, pad.bidder) == ("Ann", "Ben")


def test_undo_stops_at_the_first_bid(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    for _ in range(4):
        pad.phone.tap("Undo")
        assert pad.page.heading == "Hand 1"
    pad.phone.tap("Undo")
    assert not pad.phone.can_tap("Undo")
    assert (pad.dealer, pad.bidder) == ("Dee", "Ann")
    for _ in range(5):
        pad.phone.tap("Redo")
    assert not pad.phone.can_tap("Redo")
    assert pad.totals == [70, 51]


def test_double_tap_on_undo_undoes_once(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.hand("4, 3, 3, 2", 7)
    totals = pad.totals
    undo = next(button for button in pad.page.buttons if button.label == "Undo")
    pad.phone.submit(undo.form, undo)
    pad.phone.submit(undo.form, undo)
    assert pad.totals == [70, 51] != totals
    assert "Another phone" not in pad.notice()


def test_undo_from_an_outdated_page_is_refused(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    old = pad.page
    pad.bid("Ben", "4")
    pad.phone.page = old
    pad.phone.tap("Undo")
    assert "Someone changed the game" in pad.notice()
    assert pad.bidder == "Cal"
    assert pad.totals == [70, 51]
