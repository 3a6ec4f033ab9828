"""A plain list of hands is imported from the page: paste it, say what its columns are, look, import."""

from __future__ import annotations

import time
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.formats.hand_list.reading import MAX_ROWS
from scorekeeper.storage.games import games_of
from scorekeeper.web.transfer.hand_lists import MAX_TEXT
from tests.web.at_table import start_table
from tests.web.browsing import Page, Phone
from tests.web.record import between, table_with
from tests.workbooks import workbook_of_two_nights

LIST = "Hand,We bid,We took,They bid,They took\n1,8,9,4,4\n2,6,7,5,6\n"
NAMES = {"p-0": "Ann", "p-2": "Cal", "p-1": "Ben", "p-3": "Dee"}


def with_columns(phone: Phone, text: str = LIST) -> str:
    """The page that asks for the columns; returns the table's address."""
    table = start_table(phone)
    phone.open(f"{table}/import/hands")
    phone.submit(phone.page.form_with("game"), None, 200, game="partnership 2x2", text=text)
    return table


def test_list_becomes_a_game_of_that_evening(app: Flask, phone: Phone) -> None:
    table = with_columns(phone)
    form = phone.page.form_with("bid-0")
    assert [form.fields[name] for name in ("hand", "bid-0", "took-0", "bid-1", "took-1")] == ["0", "1", "2", "3", "4"]
    phone.submit(form, None, 200, played="2025-02-14", **NAMES)
    assert "1 game will be imported." in phone.page.text
    assert "1 game imported." in phone.submit(phone.page.form_with("held")).text
    with app.app_context():
        (game,) = games_of(table.rpartition("/")[2])
        assert [[one["name"] for one in side["players"]] for side in game.sides] == [["Ann", "Cal"], ["Ben", "Dee"]]
        assert game.summary["totals"] == [142, 91]
        assert f"{game.created:%Y-%m-%d}" == "2025-02-14"


def test_list_imported_by_mistake_is_taken_away_and_brought_back(app: Flask, phone: Phone) -> None:
    table = with_columns(phone)
    phone.submit(phone.page.form_with("bid-0"), None, 200, played="2025-02-14", **NAMES)
    held = phone.page.form_with("held")
    phone.submit(held, stopped=held.choices["stopped"][0])
    pages = (table, f"{table}/history")
    assert all("142" in phone.open(page).text for page in pages)
    with app.app_context():
        (game,) = games_of(table.rpartition("/")[2])
    phone.open(f"/games/{game.id}/counted")
    shown = phone.submit(next(form for form in phone.page.forms if form.action.endswith("taken-away"))).text
    assert "Taken away. A keeper can bring it back" in shown
    assert "No game yet" in shown
    assert "142" not in phone.open(table).text
    assert "Taken away: lists" in phone.open(f"/games/{game.id}/counted").text
    phone.open(f"{table}/history")
    back = next(form for form in phone.page.forms if form.action.endswith("taken-away"))
    assert "The game is back" in phone.submit(back, back="yes").text
    assert all("142" in phone.open(page).text for page in pages)
    assert "Taken away" not in phone.page.text


def test_only_a_game_from_a_file_is_taken_away(app: Flask, phone: Phone) -> None:
    table, (game,) = table_with(app, phone, between("Ann", "Ben"))
    assert "Imported by mistake?" not in phone.open(f"{game}/counted").text
    refused = phone.submit(replace(phone.page.form_with("reason"), action=f"{game}/taken-away"))
    assert "Only a game that came from a file" in refused.text
    assert "Ann beat Ben" in phone.open(f"{table}/history?q=Ann").text


def test_columns_are_asked_again_with_what_is_wrong(phone: Phone) -> None:
    with_columns(phone, LIST.replace("9,4,4", "9,4,5"))
    form = phone.page.form_with("bid-0")
    phone.submit(form, None, 422, **{**NAMES, "played": "2025-02-14"})
    assert "Tricks add up to 13" not in phone.page.text
    assert "add up" in phone.page.text
    assert phone.page.form_with("bid-0").fields["p-0"] == "Ann"


def test_names_and_day_are_needed(phone: Phone) -> None:
    with_columns(phone)
    phone.submit(phone.page.form_with("bid-0"), None, 422, played="", **{"p-0": "", "p-2": "Cal"})
    assert "Use 1 to 40 characters that show." in phone.page.text
    assert "Say when the game was played." in phone.page.text


def test_what_is_no_list_is_refused(phone: Phone) -> None:
    phone.open(f"{start_table(phone)}/import/hands")
    phone.submit(phone.page.form_with("game"), None, 422, game="partnership 2x2", text="nothing")
    assert "This is no list of hands" in phone.page.text


DOUBTFUL = (
    "Friday at Ann’s\nRound,Ann Bid,Cal Bid,Ben Bid,Dee Bid,We took,They took,Remark\n"
    "1,3,2,5,2,5,8,late\nbreak\n2,4-Mar,,2,2,7,6,\n"
)


def test_what_is_not_understood_is_asked_about_before_anything_is_shown(phone: Phone) -> None:
    with_columns(phone, DOUBTFUL)
    asked = phone.page
    assert all(words in asked.text for words in ("H: Remark", "4: break", "4-Mar"))
    form = asked.form_with("bid-0")
    assert [form.fields[name] for name in ("bid-0", "bid-0-2", "bid-1", "bid-1-2")] == ["1", "2", "3", "4"]
    assert [form.fields[name] for name in NAMES] == ["Ann", "Cal", "Ben", "Dee"]
    for answers, wrong in (
        ({}, "Not understood"),
        ({"unused": "y"}, "This row is no hand"),
        ({"unused": "y", "no_hands": "y"}, "made a date of two bids"),
    ):
        phone.submit(phone.page.form_with("bid-0"), None, 422, played="2025-02-14", **answers)
        assert wrong in phone.page.text


def test_preview_says_how_the_list_is_read_with_its_scores(phone: Phone) -> None:
    text = "Round,Ann Bid,Cal Bid,Ben Bid,Dee Bid,We took,They took\n1,3,2,5,2,5,8\n2,4,3,2,2,7,6\nTotal,,,,,12,14\n"
    with_columns(phone, text)
    phone.submit(phone.page.form_with("bid-0"), None, 200, played="2025-02-14")
    shown = phone.page.text
    assert "120–113" in shown
    assert "Bid of Ann & Cal: “Ann Bid” and “Cal Bid”" in shown
    assert "Not read, as it has totals: row 4" in shown


def test_columns_that_may_be_of_either_side_are_chosen(phone: Phone) -> None:
    with_columns(phone, "Hand,Bid,Us took,Us bid,Them took\n1,8,9,4,4\n2,6,7,5,6\n")
    form = phone.page.form_with("bid-0")
    assert [form.fields[name] for name in ("bid-0", "took-0", "bid-1", "took-1")] == ["", "2", "", "4"]
    asked = phone.submit(form, None, 422, played="2025-02-14", **NAMES)
    phone.submit(asked.form_with("bid-0"), None, 200, **{"bid-0": "1", "bid-1": "3"})
    assert "142–91" in phone.page.text


def test_a_dealer_who_is_nobody_of_them_is_asked_about(app: Flask, phone: Phone) -> None:
    text = LIST.replace("Hand,", "Hand,Dealer,").replace("1,8", "1,{},8").replace("2,6", "2,Dee,6")
    with_columns(phone, text.format("Zed"))
    asked = phone.submit(phone.page.form_with("bid-0"), None, 422, played="2025-02-14", **NAMES)
    assert "B: Dealer" in asked.text
    phone.submit(asked.form_with("bid-0"), None, 200, unused="y")
    assert "142–91" in phone.page.text
    with_columns(phone, text.format("Cal"))
    phone.submit(phone.page.form_with("bid-0"), None, 200, played="2025-02-14", **NAMES)
    assert "Dealer: “Dealer”" in phone.page.text


def test_totals_that_do_not_fit_are_asked_about(phone: Phone) -> None:
    with_columns(phone, f"{LIST}Total,,150,,91\n")
    asked = phone.submit(phone.page.form_with("bid-0"), None, 422, played="2025-02-14", **NAMES)
    assert "4: Total, 150, 91" in asked.text
    phone.submit(asked.form_with("bid-0"), None, 200, no_hands="y")
    assert "142–91" in phone.page.text


def test_a_column_that_nobody_chose_is_missing(phone: Phone) -> None:
    with_columns(phone, "a,b,c\n8,9,4\n")
    phone.submit(phone.page.form_with("bid-0"), None, 422, played="2025-02-14", **NAMES)
    assert "There is no column" in phone.page.text


LISTS = Path(__file__).parents[1] / "data" / "hand_lists"


def test_two_nights_are_shown_as_two_games_on_their_days(app: Flask, phone: Phone) -> None:
    table = with_columns(phone, (LISTS / "two-nights.csv").read_text("utf-8"))
    phone.submit(phone.page.form_with("bid-0"), None, 200, played="2026-11-19", **NAMES)
    assert "2 games will be imported." in phone.page.text
    assert "Day of the game: “Date”" in phone.page.text
    assert "2 games imported." in phone.submit(phone.page.form_with("held")).text
    with app.app_context():
        days = sorted(f"{game.created:%Y-%m-%d}" for game in games_of(table.rpartition("/")[2]))
        assert days == ["2026-11-05", "2026-11-12"]


@pytest.mark.parametrize("name", ["repeated-headings", "names-above-headings", "bid-and-tricks-in-one-cell"])
def test_list_in_another_shape_is_shown_as_read(phone: Phone, name: str) -> None:
    with_columns(phone, (LISTS / f"{name}.csv").read_text("utf-8"))
    phone.submit(phone.page.form_with("bid-0"), None, 200, played="2026-11-19", **NAMES)
    assert "1 game will be imported." in phone.page.text
    assert "-8 to 95" in phone.page.text.replace("−", "-")


def test_a_list_that_is_too_long_is_refused_and_not_cut(phone: Phone) -> None:
    table = start_table(phone)
    fields = phone.open(f"{table}/import/hands").form_with("game").fields.to_dict()
    row = "1,8,9,4,4\n"
    for sent in (row * (MAX_TEXT // len(row) + 1), "&" * (MAX_TEXT // 2)):
        for given in ({"file": (BytesIO(sent.encode()), "hands.csv")}, {"text": sent}):
            answer = phone.client.post(f"{table}/import/hands", data=fields | given, content_type="multipart/form-data")
            assert answer.status_code == 422
            assert "The list is too long." in answer.text
            assert len(answer.data) < 2 * MAX_TEXT


def test_the_longest_list_costs_little(phone: Phone) -> None:
    """Reading, asking and previewing; scoring is in a process of its own."""
    text = "Hand,We bid,We took,They bid,They took\n"
    text += "".join(f"{number + 1},4 3,8,3 2,5\n" for number in range(MAX_ROWS))
    began = time.thread_time()
    with_columns(phone, text)
    phone.submit(phone.page.form_with("bid-0"), None, 200, played="2025-02-14", **NAMES)
    assert "will be imported" in phone.page.text
    assert time.thread_time() - began < 2


def test_sheet_of_a_workbook_is_asked_for_and_read(phone: Phone) -> None:
    url = f"{start_table(phone)}/import/hands"
    token = phone.open(url).form_with("game").fields["csrf_token"]
    file = (BytesIO(workbook_of_two_nights()), "season.xlsx")
    sent = {"csrf_token": token, "game": "partnership 2x2", "text": "", "file": file}
    page = Page(200, url, phone.client.post(url, data=sent).text)
    form = page.form_with("text")
    assert "Which sheet?" in page.text
    phone.submit(form, None, 200, text=form.choices["text"][1])
    asked = phone.page.form_with("bid-0")
    assert [asked.fields[name] for name in ("hand", "bid-0", "took-0", "bid-1", "took-1")] == ["0", "1", "2", "3", "4"]
    phone.submit(asked, None, 200, played="2025-02-14", **NAMES)
    assert "52" in phone.page.text


def test_empty_first_cell_of_a_pasted_list_stays(phone: Phone) -> None:
    with_columns(phone, "\tAnn & Cal\t\tBen & Dee\t\nHand\tBid\tTook\tBid\tTook\n1\t5\t7\t4\t6\n")
    asked = phone.page.form_with("bid-0")
    assert [asked.fields[name] for name in ("hand", "bid-0", "took-0", "bid-1", "took-1")] == ["0", "1", "2", "3", "4"]


def test_names_in_the_headings_and_days_in_a_column_are_not_asked_for(phone: Phone) -> None:
    text = "Date,Hand,Team,Bid,Took\n9 Jan 2026,1,Zoë & Lia,6,8\n9 Jan 2026,1,Max and Ole,5,5\n"
    with_columns(phone, text)
    asked = phone.page.form_with("bid-0")
    assert [asked.fields[f"p-{seat}"] for seat in range(4)] == ["Zoë", "Max", "Lia", "Ole"]
    assert "Played on" not in phone.page.text
    assert "How the list is read" in phone.page.text
    assert "Bid of Zoë & Lia: “Zoë & Lia Bid”" in phone.page.text
    assert 'id="columns" class="fold"><summary>' in phone.page.html
    phone.submit(asked, None, 200)
    assert "9 January 2026" in phone.page.text


def test_columns_that_are_to_be_chosen_are_open(phone: Phone) -> None:
    with_columns(phone, "a,b,c\n8,9,4\n")
    assert 'id="columns" class="fold" open>' in phone.page.html
    assert "Played on" in phone.page.text


def test_dates_of_bids_with_their_tricks_are_asked_about_where_the_list_is(phone: Phone) -> None:
    phone.open(f"{start_table(phone)}/import/hands")
    text = "Hand,Us,Them\n1,2026-05-07,4/6\n2,6/5,2026-05-08\n"
    page = phone.submit(phone.page.form_with("game"), None, 422, game="partnership 2x2", text=text)
    assert "A spreadsheet made a date of two bids" in page.text
    page = phone.submit(page.form_with("game"), None, 200, dates="month-first")
    assert "Us bid" in page.text, "the columns apart, and the answer goes on"
    names = {f"p-{seat}": name for seat, name in enumerate(("Ann", "Ben", "Cal", "Dee"))}
    page = phone.submit(page.form_with("text"), None, 200, **names)
    assert "−8 to 95" in page.text


def test_a_date_that_may_be_two_days_is_asked_about_with_the_columns(phone: Phone) -> None:
    phone.open(f"{start_table(phone)}/import/hands")
    text = "Date,Hand,We bid,We took,They bid,They took\n11/12/2026,1,5,7,4,6\n"
    page = phone.submit(phone.page.form_with("game"), None, 200, game="partnership 2x2", text=text)
    assert "Dates that may be two days:" in page.text
    names = {f"p-{seat}": name for seat, name in enumerate(("Ann", "Ben", "Cal", "Dee"))}
    page = phone.submit(page.form_with("text"), None, 422, **names)
    page = phone.submit(page.form_with("text"), None, 200, dates="day-first")
    assert "52" in page.text
