"""Two devices save the same hand: the second sees both, chooses, and loses nothing."""

from __future__ import annotations

from tests.web.at_table import Pad


def both_saved(pad: Pad, theirs: int, yours: int) -> None:
    """Two devices counted the same hand; one saved first."""
    pad.bids("4, 3, 3, 2")
    pad.phone.tap(str(yours))
    not_seen = pad.page
    pad.took("Ann & Cal", theirs)
    pad.save()
    pad.phone.page = not_seen
    label = next(button.label for button in pad.page.buttons if button.label.startswith("Save hand"))
    pad.phone.tap(label, status=200 if theirs == yours else 409)


def test_the_second_sees_both_hands(pad: Pad) -> None:
    both_saved(pad, theirs=8, yours=7)
    assert pad.page.heading == "Two scores for hand 1"
    for words in ("A phone saved a different count", "bid 7, took 8 +71", "bid 7, took 7 +70"):
        assert words in pad.page.text
    pad.reload()
    assert pad.totals == [71, 50]


def test_yours_is_saved_as_a_correction_with_one_tap(pad: Pad) -> None:
    both_saved(pad, theirs=8, yours=7)
    pad.phone.tap("Use mine")
    assert pad.totals == [70, 51]
    assert "two phones wrote it, this one is right" in pad.page.text


def test_other_version_is_kept_with_one_tap(pad: Pad) -> None:
    both_saved(pad, theirs=8, yours=7)
    pad.phone.tap("Keep theirs")
    assert pad.totals == [71, 50]


def test_identical_hand_is_no_clash(pad: Pad) -> None:
    both_saved(pad, theirs=7, yours=7)
    assert "counted the same" in pad.notice()
    assert pad.totals == [70, 51]


def test_missed_change_is_shown_and_counts_stay_filled_in(pad: Pad) -> None:
    both_saved(pad, theirs=8, yours=7)
    clash = pad.page
    pad.phone.tap("Keep theirs")
    pad.bid("Ben", "4")
    pad.phone.page = clash
    pad.phone.tap("Use mine", status=409)
    assert "Someone changed" in pad.page.text
    assert pad.page.form_with("other").fields["other"] == "two phones wrote it, this one is right"
    pad.phone.tap("Save correction")
    assert pad.totals == [70, 51]
