"""The other pages of a game as plain data: the log, corrections, rulings, explanations, signing, links to rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.core.game import GameState, HandRecorded
from scorekeeper.core.pages.consequences import Clash
from scorekeeper.core.pages.correction import Correction, reason_field
from scorekeeper.core.pages.ending import ThisPhone, signing_view, stop_view
from scorekeeper.core.pages.explanations import why_hand, why_total
from scorekeeper.core.pages.game import live_view
from scorekeeper.core.pages.hand_rulings import points_view, renege_view
from scorekeeper.core.pages.log import GameLog, Moment
from scorekeeper.core.pages.place import rule_url
from scorekeeper.core.pages.rulings import rulings_view
from scorekeeper.core.pages.what_wins import what_wins_view
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet import read_hand
from tests.core.game.games import BIG, EVEN, bid, correct, partnership, play, undo
from tests.core.pages.places import address, at_the_table

View = dict[str, Any]

OVER = (BIG, BIG, BIG, BIG)


def written(seq: int) -> Moment:
    """One event per minute, from midnight on; from the 60th on it is the next day."""
    return Moment("Friday" if seq < 60 else "Saturday", {"clock": f"00:{seq % 60:02}", "iso": f"event {seq}"})


def log_of(state: GameState, before: int | None = None, **other: Any) -> View:
    log = GameLog(state, at_the_table(**other), written)
    return log.view() if before is None else log.view(before)


def rows(log: View) -> list[View]:
    return [row for day in log["days"] for row in day["rows"]]


def test_log_has_the_newest_event_first_day_by_day() -> None:
    log = log_of(play(partnership(target=10_000), *[EVEN] * 70))
    assert [day["name"] for day in log["days"]] == ["Saturday", "Friday"]
    assert rows(log)[0]["what"] == "Hand 70: Ann & Cal took 7, Ben & Dee 6"
    assert rows(log)[-1]["what"] == "Game started"


def test_log_is_shown_a_hundred_events_at_a_time() -> None:
    state = play(partnership(target=10_000), *[EVEN] * 120)
    log = log_of(state)
    assert (len(rows(log)), log["older"]) == (100, address("log.show", game="g1", before=22))
    older = log_of(state, before=22)
    assert ([row["seq"] for row in rows(older)][:1], older["older"]) == ([21], None)


def test_log_says_who_undid_what() -> None:
    row = rows(log_of(undo(play(partnership(), EVEN))))[1]
    assert row["undone"]
    assert row["undone_by"] == {"who": "Unknown phone", "at": written(3).time}


def test_only_scorers_can_undo_events_without_later_ones() -> None:
    state = play(partnership(), EVEN, EVEN)
    buttons = {row["seq"]: row["take_back"] for row in rows(log_of(state))}
    assert buttons == {
        3: {"action": address("log.take_back", game="g1", entry=3), "label": "Undo this"},
        2: None,
        1: None,
    }
    assert [row["take_back"] for row in rows(log_of(state, may_write=False))] == [None] * 3


def test_correction_is_described_by_what_it_changes() -> None:
    state = correct(play(partnership(), EVEN), 1, "Ann 4 and Cal 3 took 8, Ben 3 and Dee 2 took 5")
    assert rows(log_of(state))[0]["what"] == "Hand 1 corrected: Ann & Cal took 7 → 8, Ben & Dee took 6 → 5"


def test_correction_shows_its_consequences_before_it_is_saved() -> None:
    state = play(partnership(), EVEN)
    fields = {"b0": "4", "b2": "3", "b1": "3", "b3": "2", "t0": "8", "t1": "5"}
    page: View = Correction(state, 1, fields).view(at_the_table(), reason_field())
    assert [(side["before"], side["after"]) for side in page["changes"]["totals"]] == [(70, 71), (51, 50)]
    assert page["changes"]["hidden"]["entry_id"] == "id-1"
    impossible: View = Correction(state, 1, fields | {"t1": "6"}).view(at_the_table(), reason_field())
    assert impossible["changes"] is None
    assert impossible["wrong"]


def test_hands_of_two_phones_are_distinguished() -> None:
    state = play(partnership(), EVEN)
    same = read_hand({"bids": [["4", "3"], ["3", "2"]], "took": [7, 6]}, 1, state.head)
    assert Clash(state, HandRecorded(seq=2, hand=1, record=same)).is_none
    took = (replace(same.took[0], tricks=8), replace(same.took[1], tricks=5))
    other = Clash(state, HandRecorded(seq=2, hand=1, record=replace(same, took=took)))
    assert not other.is_none
    page: View = other.view(at_the_table())
    assert page["action"] == address("corrections.create", game="g1", hand=1)
    assert [side["points"] for side in page["theirs"]] == [70, 51]
    assert [side["points"] for side in page["yours"]] == [71, 50]


def test_renege_moves_books_in_the_preview() -> None:
    page: View = renege_view(
        play(partnership(), EVEN), at_the_table(), {"hand": "1", "by": "1", "to": "0", "books": "2", "of": "new"}
    )
    assert [side["after"] for side in page["changes"]["totals"]] == [72, -50]


def test_agreed_points_need_a_number_and_a_reason() -> None:
    state = play(partnership(), EVEN)
    page: View = points_view(state, at_the_table(), {"side": "0", "points": "0", "why": "", "hand": "1"})
    assert page["changes"] is None
    assert any(field["errors"] for field in page["fields"])
    agreed: View = points_view(state, at_the_table(), {"side": "0", "points": "−30", "why": "talking", "hand": "1"})
    assert [side["after"] for side in agreed["changes"]["totals"]] == [40, 51]


def test_rulings_on_hands_need_a_hand() -> None:
    def offered(state: GameState) -> list[str]:
        page: View = rulings_view(state, at_the_table())
        return [offer["url"].partition("?")[0] for offer in page["offers"]]

    assert "/rulings.renege" not in offered(partnership())
    assert "/rulings.renege" in offered(play(partnership(), EVEN))
    assert "/rulings.misdeal" not in offered(play(partnership(), *OVER))


def test_points_are_explained_line_by_line() -> None:
    page: View = why_hand(play(partnership(), EVEN), at_the_table(), 1, Side(1))
    assert (page["bid"], page["tricks"], page["points"]) == ("5", 6, 51)
    assert sum(line["points"] for line in page["lines"]) == 51
    assert all(line["rule"]["url"].startswith("/rules.show?key=partnership#") for line in page["lines"])
    total: View = why_total(play(partnership(), EVEN, EVEN), at_the_table(), Side(1))
    assert [hand["url"] for hand in total["hands"]] == [
        address("why.hand", game="g1", hand=number, side=1) for number in (1, 2)
    ]


def test_rule_links_have_the_house_rules() -> None:
    assert rule_url(address, partnership().head.rules, "bags") == "/rules.show?key=partnership#bags"
    changed = rule_url(address, partnership(nil=50).head.rules, "nil")
    assert "option-nil=50" in changed
    assert changed.endswith("#nil")


def test_distance_view_shows_six_hands_and_the_bidder() -> None:
    page: View = live_view(bid(play(partnership(target=10_000), *[EVEN] * 8), "4", None, None, None), at_the_table())
    assert len(page["hands"]["hands"]) == 6
    assert page["words"].endswith(" bids.")
    assert live_view(play(partnership(), *OVER), at_the_table())["awake"] is False


def test_what_wins_asks_for_the_bids_first() -> None:
    page: View = what_wins_view(partnership())
    assert [side["bid"] for side in page["sides"]] == ["no bid yet", "no bid yet"]
    assert not page["all_bid"]


def test_stop_page_shows_the_result() -> None:
    assert stop_view(partnership(), at_the_table())["comes_to"] is None
    assert "Ann & Cal" in str(stop_view(play(partnership(), EVEN), at_the_table())["comes_to"])
    assert stop_view(bid(partnership(), "4", None, None, None), at_the_table())["bids_wait"] is True


@pytest.mark.parametrize(
    ("may_write", "phone", "question"),
    [
        (True, ThisPhone(None, has_pen=True), "whose"),
        (True, ThisPhone(0, has_pen=False), "nothing"),
        (False, ThisPhone(None, has_pen=False), "code"),
        (False, ThisPhone(None, has_pen=False, key="k", key_fits=True), "nothing"),
        (False, ThisPhone(1, has_pen=False), "code"),
    ],
)
def test_phone_is_asked_whose_it_is(may_write: bool, phone: ThisPhone, question: str) -> None:
    over = play(partnership(), *OVER)
    assert signing_view(over, at_the_table(may_write=may_write), Side(0), phone)["question"] == question
