"""The fields of a correction's form: what a seat's bid is, and how many rulings there are."""

from __future__ import annotations

from scorekeeper.core.pages.fields import bid_text_of, rows_of
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.rulesets import rule_set


def test_a_bid_is_put_together_from_its_fields() -> None:
    deal = rule_set("partnership").with_options({}).hand_rules_of(1)
    assert bid_text_of({}, Seat(0), deal) == ""
    assert bid_text_of({"b0": " ", "b1": "4"}, Seat(0), deal) == ""
    assert bid_text_of({"b0": " 4 ", "e0": " 3 "}, Seat(0), deal) == "3>4"
    assert bid_text_of({"b1": "nil", "b0": "4"}, Seat(1), deal) == "nil"


def test_rulings_are_counted_until_one_is_missing() -> None:
    fields = {"r0-by": "0", "r1-by": "1", "r3-by": "1", "a0-side": "0"}
    assert (rows_of(fields, "r", "by"), rows_of(fields, "a", "side"), rows_of(fields, "a", "by")) == (2, 1, 0)
