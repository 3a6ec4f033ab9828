"""Verifying a score sheet, and the paper audit: open to anyone, in plain words, and nothing is stored."""

import pytest

from scorekeeper.formats import text_record as record
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.text_record import record_of
from tests.each_case import each_case
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of
from tests.web.browsing import Page, Phone
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


NIL = {"b_1_0": "nil", "b_1_1": "4", "b_1_2": "5", "b_1_3": "3", "t_1_0": "6", "t_1_1": "7", "s_1_1": "70"}


@each_case(
    ("typed", "right"),
    [
        ({"s_1_0": "151"}, True),  # made, as asked at first
        ({"s_1_0": "-49"}, False),
        ({"m_1_0": "set", "s_1_0": "-49"}, True),  # it took 1, as the total shows
        ({"m_1_0": "set", "s_1_0": "-144"}, True),  # it took all
        ({"m_1_0": "set", "s_1_0": "151"}, False),
        ({"m_1_0": "set", "k_1_0": "1", "s_1_0": "-49"}, True),
        ({"m_1_0": "set", "k_1_0": "2", "s_1_0": "-49"}, False),
        ({"t_1_0": "6/0", "m_1_0": "", "s_1_0": "-144"}, True),
    ],
)
def test_nil_on_paper_is_made_or_set_as_the_table_says(phone: Phone, typed: dict[str, str], right: bool) -> None:
    text = audit(phone, NIL | typed, rules="partnership")
    assert ("The paper is right" in text) is right
    assert ("First mistake: hand 1" in text) is not right


def test_set_nil_beside_a_nil_that_was_made_took_all_tricks(phone: Phone) -> None:
    typed = NIL | {"b_1_2": "nil", "m_1_2": "set", "s_1_0": "6"}  # 100 - 100 + 6 bags
    assert "The paper is right" in audit(phone, typed, rules="partnership")


@each_case("tricks", ["0", "14", "two", "-1"])
def test_tricks_that_no_set_nil_can_take_are_refused(phone: Phone, tricks: str) -> None:
    assert "(hand 1, Ann)" in audit(phone, NIL | {"m_1_0": "set", "k_1_0": tricks}, 422, rules="partnership")


def test_question_is_asked_about_a_nil_beside_a_partner_and_first_tricks(phone: Phone) -> None:
    for rules, asked in (("partnership", "Ann’s nil: made?"), ("berkley-two", "Ann’s bemo: made?")):
        assert asked in phone.open(f"/audit?rules={rules}").text
    assert "made?" not in phone.open("/audit?rules=cutthroat").text


def test_first_tricks_on_paper_are_made_or_missed(phone: Phone) -> None:
    phone.open("/audit?rules=berkley-two")
    form = phone.page.form_with("b-1-0")
    form.fields.setlist("b-1-0", ["6", "bemo"])
    typed = {"b-1-1": "5", "t-1-0": "8", "t-1-1": "5"}
    assert "6 and bemo, took 8 = 122 " in phone.submit(form, **typed).text
    form.fields["m-1-0-bemo"] = "set"
    assert "6 and bemo, took 8 = 2 " in phone.submit(form, **typed).text


def test_side_left_empty_took_the_rest(phone: Phone) -> None:
    assert "The paper is right" in audit(phone, {**RIGHT, "t_1_1": ""})
    assert "Tricks are missing; leave at most one side empty" in audit(phone, {**RIGHT, "t_1_0": "", "t_1_1": ""}, 422)


def test_paper_without_totals_is_scored(phone: Phone) -> None:
    text = audit(phone, {**RIGHT, "s_1_0": "", "s_1_1": ""})
    assert "No totals to compare" in text
    assert "5, took 6 = 51" in text
    assert "Every total that you typed is right" in audit(phone, {**RIGHT, "s_1_0": ""})


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


def next_hand(phone: Phone, status: int = 200, /, **typed: str) -> Page:
    fields = {name.replace("_", "-"): value for name, value in typed.items()}
    return phone.submit(phone.page.form_with("open"), None, status, to="next", **fields)


def test_hands_are_typed_one_after_the_other(phone: Phone) -> None:
    phone.open("/audit?rules=two-player")
    page = next_hand(phone, **RIGHT)
    assert "b-2-0" in page.form_with("open").choices
    assert page.form_with("open").fields["b-1-0"] == "5"
    next_hand(phone, **SECOND)
    page = phone.submit(phone.page.form_with("open"), to="1")
    assert page.form_with("open").fields["t-1-0"] == "6"
    assert page.form_with("open").fields["t-2-0"] == "7"
    page = phone.submit(page.form_with("open"), **{"t-1-0": "5", "s-1-0": "50"})
    assert "Hand 1" in page.text
    assert "No totals" not in page.text


def test_next_hand_waits_for_one_that_can_be_read(phone: Phone) -> None:
    phone.open("/audit?rules=two-player")
    assert "Type in at least one hand" in next_hand(phone, 422).text
    assert "A bid is missing" in next_hand(phone, 422, **{**RIGHT, "b_1_1": ""}).text
    assert phone.page.form_with("open").fields["open"] == "1"
    assert "is not a whole number" in next_hand(phone, 422, **{**RIGHT, "s_1_0": "many"}).text
    assert "b-2-0" in next_hand(phone, **RIGHT).form_with("open").choices


def test_hand_can_be_removed(phone: Phone) -> None:
    phone.open("/audit?rules=two-player")
    next_hand(phone, **RIGHT)
    next_hand(phone, **SECOND)
    page = phone.submit(phone.page.form_with("open"), remove="1")
    form = page.form_with("open")
    assert (form.fields["open"], form.fields["t-1-0"]) == ("2", "7")
    assert "t-3-0" not in form.fields
    assert "First mistake: hand 1" in phone.submit(form, **{"b-2-0": "", "s-1-0": "1"}).text
