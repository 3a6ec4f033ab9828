"""The fields of a correction's form: what a seat's bid is, and how many rulings there are."""

from __future__ import annotations

from scorekeeper.core.pages.fields import bid_text_of, hand_from, rows_of
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.rulesets import rule_set
from tests.core.game.games import EVEN, partnership, play


def test_a_bid_is_put_together_from_its_fields() -> None:
    deal = rule_set("partnership").with_options({}).hand_rules_of(1)
    assert bid_text_of({}, Seat(0), deal) == ""
    assert bid_text_of({"b0": " ", "b1": "4"}, Seat(0), deal) == ""
    assert bid_text_of({"b0": " 4 ", "e0": " 3 "}, Seat(0), deal) == "3>4"
    assert bid_text_of({"b1": "nil", "b0": "4"}, Seat(1), deal) == "nil"


def test_rulings_are_counted_until_one_is_missing() -> None:
    fields = {"r0-by": "0", "r1-by": "1", "r3-by": "1", "a0-side": "0"}
    assert (rows_of(fields, "r", "by"), rows_of(fields, "a", "side"), rows_of(fields, "a", "by")) == (2, 1, 0)


def test_rulings_are_read_from_their_rows() -> None:
    state = play(partnership(), EVEN)
    seating, old = state.board.rules.seating, state.board.hands[0].record
    rows = [
        {"by": "0", "to": "1", "books": "3", "for": "renege", "of": " hand 2 "},
        {"by": "1", "to": "nobody", "books": "1", "for": "", "of": ""},
        {"by": "1", "books": "set", "for": "renege"},
        {"by": "0", "books": "warning", "for": "renege"},
        {"by": "0", "books": "", "for": "renege"},
    ]
    fields = {f"r{i}-{name}": word for i, row in enumerate(rows) for name, word in row.items()}
    agreed = {"a0-side": "1", "a0-points": "−30", "a0-reason": " late "}
    written = hand_from(fields | agreed, old, state.board.hands[0].deal, seating)
    assert written["reneges"] == [
        {"by": 0, "to": 1, "books": 3, "of": "hand 2"},
        {"by": 1, "to": None, "books": 1},
        {"by": 1, "set": True},
        {"by": 0, "for": "renege"},
    ]
    assert written["adjust"] == [{"side": 1, "points": -30, "reason": "late"}]
