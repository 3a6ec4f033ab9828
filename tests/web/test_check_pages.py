"""Verifying a score sheet, and the paper audit: open to anyone, in plain words, and nothing is stored."""

import pytest

from scorekeeper.formats import text_record as record
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.text_record import record_of
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of
from tests.web.browsing import Phone
from tests.web.record import HANDS

GAME = game_of_sheet(sheet_of("two-player", *HANDS))


def asked(phone: Phone, text: str, status: int = 200) -> str:
    phone.open("/check")
    return phone.submit(phone.page.form_with("text"), None, status, text=text).text


def test_unsigned_sheet_is_only_reported_to_add_up(phone: Phone) -> None:
    for text in (record_of(GAME), f"\n\n{game_json(GAME)}\n"):
        shown = asked(phone, text)
        assert "The scores add up, but nobody signed them. 1 game, 2 hands" in shown
        assert "Yes: The scores add up." in shown
        assert "Yes: Undamaged" in shown
        assert "No: Not signed." in shown
        assert "No: This server doesn’t have this game." in shown


def test_changed_line_is_reported(phone: Phone) -> None:
    text = asked(phone, record_of(GAME).replace("| 52 : -100", "| 62 : -100"))
    assert "The scores don’t add up." in text
    assert "No: Damaged" in text
    assert "Hand 2 was changed after export (line 13)" in text
    assert "Points written 62, should be 52 (hand 2, Ann)" in text


def test_unknown_rules_code_is_reported(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "rules_code", lambda *_: "000-00")
    text = asked(phone, record_of(GAME))
    assert "The scores add up, but nobody signed them." in text
    assert "This version doesn’t know the rules code 000-00" in text


def test_other_text_is_refused(phone: Phone) -> None:
    assert "Can’t read this file" in asked(phone, "hello")


def test_empty_form_is_refused(phone: Phone) -> None:
    assert "Paste a text record or choose a file." in asked(phone, " ", 422)


def audit(phone: Phone, typed: dict[str, str], status: int = 200, rules: str = "two-player") -> str:
    phone.open(f"/audit?rules={rules}")
    fields = {name.replace("_", "-"): value for name, value in typed.items()}
    return phone.submit(phone.page.form_with("b-1-0"), None, status, **fields).text


RIGHT = {"b_1_0": "5", "b_1_1": "4", "t_1_0": "6", "t_1_1": "7", "s_1_0": "51", "s_1_1": "43"}
SECOND = {"b_2_0": "5", "b_2_1": "4", "t_2_0": "7", "t_2_1": "6"}


def test_one_count_beside_a_nil_is_taken(phone: Phone) -> None:
    bids = {"b_1_0": "nil", "b_1_1": "4", "b_1_2": "5", "b_1_3": "3"}
    for total in ("151", "-49", "-144"):  # the nil took none, one, or all of them
        counted = {"t_1_0": "6", "t_1_1": "7", "s_1_0": total, "s_1_1": "70"}
        assert "The paper is right" in audit(phone, bids | counted, rules="partnership")


def test_correct_paper_sheet(phone: Phone) -> None:
    assert "The paper is right The total of the hand is right" in audit(phone, RIGHT)


def test_paper_sheet_of_pairs_with_a_bid_for_each_seat(phone: Phone) -> None:
    bids = {"b_1_0": "4", "b_1_2": "3", "b_1_1": "3", "b_1_3": "nil"}
    taken = {"t_1_0": "7", "t_1_1": "6/0", "s_1_0": "70", "s_1_1": "133"}
    assert "The paper is right" in audit(phone, bids | taken, rules="partnership")


def test_paper_sheet_with_a_mistake(phone: Phone) -> None:
    text = audit(phone, {**RIGHT, **SECOND, "s_2_0": "102", "s_2_1": "85"})
    assert "First mistake: hand 2" in text
    assert "Hand 2, Ann: written 102, should be 103 (51 + 52)" in text
    assert "should be 103" in text
    assert "should be 85" not in text


def test_unreadable_paper_sheet(phone: Phone) -> None:
    assert "A bid is missing; each seat has one" in audit(phone, {"t_1_0": "6", "t_1_1": "7"}, 422)
    assert "Type in at least one hand" in audit(phone, {}, 422)
    assert "is not a whole number" in audit(phone, {**RIGHT, "s_1_0": "many"}, 422)


CALLS = {"b_1_0": "3", "b_1_1": "2", "b_1_2": "4", "b_1_3": "2", "t_1_0": "5", "t_1_1": "1", "t_1_2": "4", "t_1_3": "3"}
TENTHS = {"s_1_0": "3.2", "s_1_1": "−2", "s_1_2": "4.0", "s_1_3": "2.1"}


def test_paper_of_a_game_in_tenths(phone: Phone) -> None:
    assert "The paper is right" in audit(phone, CALLS | TENTHS, rules="call-break")
    text = audit(phone, CALLS | TENTHS | {"s_1_0": "3", "s_1_3": "2,1"}, rules="call-break")
    assert "Hand 1, Ann: written 3, should be 3.2 (0 + 3.2)" in text
    assert "“2 overtricks” (+0.2) seems to be left out" in text
    assert "should be 3.2 " in text
    for total in ("3.25", "3.", ".5", "many"):
        assert "is not a number with one decimal at most" in audit(
            phone, CALLS | TENTHS | {"s_1_0": total}, 422, rules="call-break"
        )


def test_more_hands_keep_what_was_typed(phone: Phone) -> None:
    phone.open("/audit?rules=partnership")
    form = phone.page.form_with("b-1-0")
    page = phone.submit(form, **{"b-1-0": "5", "more": "yes"})
    assert "Hand 12" in page.text
    assert page.form_with("b-1-0").fields["b-1-0"] == "5"
