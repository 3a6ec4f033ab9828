"""Settling up: the stakes' form, who pays whom, payments and their undo, the night's line, the file."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZipFile

import pytest
from flask import Flask

from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.recording import Author
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.services.starting import start_game
from scorekeeper.storage.games import find_table
from scorekeeper.web.language import LANGUAGE_COOKIE
from tests.midday import midday_zone
from tests.tables import sheet_of
from tests.web.at_table import start_table
from tests.web.browsing import Phone

BIG = "Ann 5 and Cal 4 took 10, Ben 2 and Dee 1 took 3"  # 91 to 30, one bag


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())


def play(app: Flask, table: str, *names: str) -> None:
    sheet = sheet_of("partnership", BIG, closed="late")
    if names:
        one, two, three, four = names
        sheet["sides"] = [{"name": "Home", "players": [one, two]}, {"name": "Away", "players": [three, four]}]
    with app.app_context():
        start_game(table.rpartition("/")[2], read_sheet(sheet), author=Author("Ann"))


def choose_stakes(phone: Phone, table: str, **stakes: str) -> None:
    phone.open(f"{table}/settings")
    phone.tap("Stakes")
    phone.submit(phone.page.form_with("currency"), **stakes)


def test_a_table_plays_for_nothing_until_its_keeper_chooses_stakes(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    play(app, table)
    assert "Settling up" not in phone.open(table).text
    assert "Settling up" not in phone.open(f"{table}/night").text
    choose_stakes(phone, table, currency="EUR", game="1", bag="0,05")
    assert "The next game is played for this." in phone.page.text
    play(app, table)
    phone.open(table)
    phone.tap("Settling up")
    assert "Ann games +€1.00 · bags −€0.05+€0.95 +€0.95" in phone.page.text
    assert "Ben pays Ann €0.95" in phone.page.text
    assert "Ben pays Ann €0.95, Dee pays Cal €0.95" in phone.open(f"{table}/night").text


def test_night_lists_who_pays_whom_and_folds_what_is_past_a_few(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1")
    play(app, table)
    assert "more payments" not in phone.open(f"{table}/night").text
    play(app, table, "Eve", "Fay", "Gus", "Hal")
    play(app, table, "Ida", "Jon", "Kim", "Leo")
    text = phone.open(f"{table}/night").text
    assert "Ben pays Ann €1.00 Paid Dee pays Cal €1.00 Paid" in text
    assert text.index("Dee pays Cal") < text.index("3 more payments") < text.rindex("pays")
    phone.tap("Paid")
    assert phone.page.url.rpartition("/")[0] == f"{table}/settling"
    assert "Ben paid Ann €1.00." in phone.page.text
    assert "2 more payments" in phone.open(f"{table}/night").text


def test_what_the_table_and_its_country_pay_with_comes_first(app: Flask, phone: Phone) -> None:
    table = start_table(phone)

    def offered() -> list[str]:
        return phone.open(f"{table}/settling/stakes").form_with("currency").choices["currency"]

    assert offered()[:3] == ["", "points", "AFN"]
    phone.client.set_cookie("scorekeeper_zone", "Europe/Zurich")
    assert offered()[:4] == ["", "points", "CHF", "AFN"]
    choose_stakes(phone, table, currency="EUR", game="1")
    assert offered()[:5] == ["", "points", "EUR", "CHF", "AFN"]
    assert len(offered()) == len(set(offered()))


def test_each_currency_is_named_where_there_are_several(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1")
    play(app, table)
    assert "Euro" not in phone.open(f"{table}/settling").text
    choose_stakes(phone, table, currency="points", game="10")
    play(app, table)
    text = phone.open(f"{table}/settling").text
    assert text.index("Points") < text.index("Ben pays Ann 10") < text.index("Euro (€)") < text.index("Ben pays Ann €1")


def test_payments_are_marked_logged_and_undone(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="points", game="10")
    play(app, table)
    phone.open(f"{table}/settling")
    open_page = phone.page
    phone.tap("Paid")
    assert "Ben paid Ann 10" in phone.page.text
    assert ["<b>0</b>" in phone.page.html, phone.page.html.count('<b class="penalty">')] == [True, 1], "Dee owes"
    assert "Ben pays Ann" not in phone.page.text
    phone.page = open_page
    phone.tap("Paid")
    assert "not open any more" not in phone.page.text
    assert payments(phone).count("Ben paid Ann 10") == 1
    phone.tap("Undo")
    assert "Undone: what was paid is open again." in phone.page.text
    assert "Ben pays Ann 10" in phone.page.text
    assert not phone.can_tap("Undo")


def test_payment_of_a_night_returns_to_it(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1")
    play(app, table)
    with app.app_context():
        night = night_of(datetime.now(UTC), zone_of(find_table(table.rpartition("/")[2]).zone))
    phone.open(f"{table}/settling/{night}")
    phone.tap("Paid")
    assert phone.page.url == f"{table}/settling/{night}"
    assert "Dee pays Cal €1.00" in phone.page.text
    assert phone.client.get(f"{table}/settling/yesterday").status_code == 404


def test_payment_of_a_season_returns_to_it_and_says_who_marked_it(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1")
    play(app, table)
    phone.open(f"{table}/seasons/new")
    phone.submit(phone.page.form_with("first_night"), name="Winter", first_night="2020-01-01", last_night="2090-01-01")
    season = phone.page.url.rpartition("/")[2]
    phone.tap("Settling up")
    assert phone.page.url == f"{table}/settling/seasons/{season}"
    assert "Winter" in phone.page.text
    phone.tap("Paid")
    assert phone.page.url == f"{table}/settling/seasons/{season}"
    assert "Ben paid Ann €1.00" in phone.page.text
    assert "A phone" in phone.page.text
    phone.tap("Undo")
    assert phone.page.url == f"{table}/settling/seasons/{season}"
    assert "undone by A phone" in phone.page.text
    assert "Ann,EUR" in phone.client.get(f"{table}/settling/seasons/{season}/settling.csv").text
    assert phone.client.get(f"{table}/settling/seasons/999").status_code == 404


def test_wrong_amounts_are_refused(phone: Phone) -> None:
    table = start_table(phone)
    phone.open(f"{table}/settling/stakes")
    phone.submit(phone.page.form_with("currency"), None, 422, currency="JPY", game="0.5", bag="-1", nil="10")
    assert phone.page.text.count("Type an amount from 0 to JP¥1,000,000.") == 2


def test_amounts_are_written_as_in_the_language_of_the_page(phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1.50", bag="0,05")
    for language, amounts in (("de", ["1,50", "0,05"]), ("en", ["1.50", "0.05"])):
        phone.client.set_cookie(LANGUAGE_COOKIE, language)
        fields = phone.open(f"{table}/settling/stakes").form_with("currency").fields
        assert [fields["game"], fields["bag"]] == amounts


def test_a_backup_says_what_is_owed(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    play(app, table)
    assert "settling.csv" not in backup(phone, table).namelist(), "played for nothing"
    choose_stakes(phone, table, currency="EUR", game="1")
    play(app, table)
    packed = backup(phone, table)
    assert packed.read("settling.csv").decode() == phone.client.get(f"{table}/exports/settling").text
    phone.submit(phone.open(f"{table}/settings").form_with("shown"), shown=None)
    assert "settling.csv" not in backup(phone, table).namelist(), "the table shows nothing of it"


def backup(phone: Phone, table: str) -> ZipFile:
    return ZipFile(BytesIO(phone.client.get(f"{table}/exports/zip").data))


def test_file_has_every_amount(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1", bag="0.05", bag_to="pot", pot="wins")
    play(app, table)
    phone.open(f"{table}/settling")
    phone.tap("Paid")
    lines = phone.client.get(f"{table}/settling/settling.csv").text.splitlines()
    assert [line.split(",")[2:] for line in lines[1:]] == [
        ["Ann", "EUR", "1.00", "0.00", "0.00", "-0.05", "0.00", "", "", ""],
        ["Ben", "EUR", "-1.00", "0.00", "0.00", "0.00", "0.00", "", "", ""],
        ["Cal", "EUR", "1.00", "0.00", "0.00", "-0.05", "0.00", "", "", ""],
        ["Dee", "EUR", "-1.00", "0.00", "0.00", "0.00", "0.00", "", "", ""],
        ["Ann", "EUR", "", "", "", "", "", "0.05", "", ""],
        ["Cal", "EUR", "", "", "", "", "", "0.05", "", ""],
        ["Ben", "EUR", "", "", "", "", "", "", "1.00", ""],
        ["Ann", "EUR", "", "", "", "", "", "", "-1.00", ""],
    ]


def payments(phone: Phone) -> str:
    """The log, folded on the page."""
    return phone.page.html.partition('id="payments-1"')[2]


def open_balances(phone: Phone, table: str) -> str:
    text = phone.open(f"{table}/settling").text
    return text[text.index("Who pays whom") : text.index("Another payment")]


def test_a_part_is_paid_and_the_rest_stays_open(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="10")
    play(app, table)
    page = phone.open(f"{table}/settling")
    form = page.form_with("typed")
    phone.submit(form, typed="4")
    assert "Ben pays Ann €6.00" in open_balances(phone, table)
    assert "Ben paid Ann €4.00" in phone.page.text
    phone.page = page
    phone.submit(page.form_with("typed"), typed="4")
    assert payments(phone).count("Ben paid Ann €4.00") == 1, "a page that has not seen it sends it again"
    assert "Ben pays Ann €6.00" in open_balances(phone, table)


def test_payment_to_the_other_winner_moves_what_is_open(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="10")
    play(app, table)
    form = phone.open(f"{table}/settling").form_with("typed")
    cal = next(choice for choice in form.choices["payee"] if choice != form.fields["payee"])
    phone.submit(form, payee=cal, typed="10")
    assert "Ben paid Cal €10.00" in phone.page.text
    assert "Dee pays Ann €10.00" in open_balances(phone, table)


def test_what_is_paid_ahead_is_a_credit_for_the_next_game(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="10")
    play(app, table)
    phone.submit(phone.open(f"{table}/settling").form_with("typed"), typed="25")
    assert "Ben paid Ann €25.00" in phone.page.text
    assert "Ann pays Ben €15.00" in open_balances(phone, table)
    play(app, table)
    assert "Ann pays Ben €5.00" in open_balances(phone, table), "what he lost since comes off it"


def test_what_is_paid_on_the_running_balance_is_paid_on_the_night(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="10")
    play(app, table)
    phone.open(f"{table}/settling")
    phone.tap("Paid")
    night = phone.open(f"{table}/night").text
    assert "Dee pays Cal €10.00" in night
    assert "Ben pays Ann" not in night, "nor in the text to send"


def test_payments_that_nobody_can_have_made_are_refused_with_the_reason(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="10")
    play(app, table)
    for typed, why in (
        ("1.000", "“1.000” can be 1.00 or 1000.00. Type the one you mean."),
        ("0", "Type the amount that was paid."),
        ("much", "Type the amount that was paid."),
    ):
        form = phone.open(f"{table}/settling").form_with("typed")
        phone.submit(form, None, 422, typed=typed)
        assert why in phone.page.text
        assert phone.page.form_with("typed").fields["typed"] == typed, "what was typed stays"
    form = phone.open(f"{table}/settling").form_with("typed")
    for who in ("payer", "payee"):
        phone.submit(form, None, 422, payer=form.fields[who], payee=form.fields[who], typed="1")
        assert "Choose who paid whom." in phone.page.text
    phone.submit(form, currency="XXX", typed="1")
    assert "Nobody knows the currency XXX." in phone.page.text


def test_amount_of_two_readings_is_asked_about_not_stored(phone: Phone) -> None:
    table = start_table(phone)
    phone.open(f"{table}/settling/stakes")
    phone.submit(phone.page.form_with("currency"), None, 422, currency="EUR", game="1.000")
    assert "“1.000” can be 1.00 or 1000.00. Type the one you mean." in phone.page.text
    choose_stakes(phone, table, currency="USD", game="2,500")
    assert phone.open(f"{table}/settling/stakes").form_with("currency").fields["game"] == "2500.00"


def test_page_promises_the_fewest_payments_only_where_they_are(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="10")
    play(app, table)
    assert "It can’t be settled with fewer payments." in phone.open(f"{table}/settling").text


def test_payments_are_rounded_to_the_smallest_coin_and_the_rest_is_carried_on(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1.03", coin="0.05")
    assert phone.open(f"{table}/settling/stakes").form_with("currency").fields["coin"] == "0.05"
    play(app, table)
    text = open_balances(phone, table)
    assert text.count("€1.05") == 2, "two pay two"
    assert "Rounded to €0.05; what is left over is carried on." in text
    assert "Ann games +€1.03 · carried on −€0.02" in phone.page.text
    assert "Ben games −€1.03 · carried on +€0.02" in phone.page.text
    phone.tap("Paid")
    phone.tap("Paid")
    text = open_balances(phone, table)
    assert "All is paid." in text
    assert "carried on −€0.02" in phone.page.text
    play(app, table)
    assert open_balances(phone, table).count("€1.00") == 2, "the next game goes on from it"


def test_a_coin_that_is_none_is_refused(phone: Phone) -> None:
    table = start_table(phone)
    phone.open(f"{table}/settling/stakes")
    phone.submit(phone.page.form_with("currency"), None, 422, currency="EUR", game="1", coin="much")
    assert "Type an amount from 0 to" in phone.page.text
    assert phone.page.form_with("currency").fields["coin"] == "much"


def test_each_debtor_has_a_line_to_send(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1.60", bag="0.20", bag_to="pot")
    assert "A line for each who owes" not in phone.open(f"{table}/settling").text
    play(app, table)
    phone.open(f"{table}/settling")
    lines = re.findall(r"<bdi>(\w+)</bdi></b>\s*<textarea [^>]*>([^<]*)<", phone.page.html)
    assert lines == [
        ("Ben", "You owe €1.40 to Ann and €0.20 to the pot."),
        ("Dee", "You owe €1.40 to Cal and €0.20 to the pot."),
    ]


def test_payment_just_marked_is_undone_from_the_message_about_it(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1")
    play(app, table)
    phone.open(f"{table}/settling")
    phone.tap("Paid")
    message = phone.page.text.partition("Who pays whom")[0]
    assert "Ben paid Ann €1.00. Undo" in message
    assert "Undo" not in phone.open(f"{table}/settling").text.partition("Who pays whom")[0], "older ones are in the log"


CORRECTED = "?t0=8&t1=5"
"""Hand 1 of the played game with Ann and Cal short of their 9, and Ben and Dee two over their 3."""


def correction_of(phone: Phone, table: str) -> str:
    """The correction of the only game's hand 1 that turns the game round."""
    game = next(link.url for link in phone.open(f"{table}/history").links if "/games/" in link.url)
    return f"{game.partition('?')[0]}/hands/1/correction{CORRECTED}"


def test_a_correction_of_a_settled_game_says_what_it_does_to_money_before_it_is_saved(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1", bag="0.05", bag_to="pot")
    play(app, table)
    correction = correction_of(phone, table)
    phone.open(correction)
    phone.submit(next(form for form in phone.page.forms if "/settling/games/1" in form.action))
    for row in ("Ann +€0.95 −€1.00", "Ben −€1.00 +€0.90", "The pot +€0.10 +€0.20"):
        assert row in phone.page.text
    assert phone.tap("Back to the correction").heading == "Correct hand 1"
    assert "What it does to money" in phone.page.text, "what was changed is still there"
    assert "Corrected games" not in phone.open(f"{table}/settling").text, "nothing is saved yet"


def test_corrected_games_are_in_the_log_with_what_they_brought_before_and_after(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1", bag="0.05", bag_to="pot")
    play(app, table)
    correction = correction_of(phone, table)
    phone.open(correction)
    phone.submit(phone.page.form_with("reason"))
    text = phone.open(f"{table}/settling").text.partition("Corrected games")[2]
    for change in ("Game 1", "Ann: +€0.95 → −€1.00", "Dee: −€1.00 → +€0.90", "The pot: +€0.10 → +€0.20"):
        assert change in text
    assert "Ann pays Ben" in open_balances(phone, table)


def test_a_correction_where_nothing_is_played_for_says_nothing_of_money(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    play(app, table)
    correction = correction_of(phone, table)
    assert "What it does to money" not in phone.open(correction).text
    choose_stakes(phone, table, currency="EUR", game="1")
    assert "What it does to money" not in phone.open(correction).text, "that game began before"
    asked = f"{table}/settling/games/1?hand=1&record={{}}"
    for wrong in (asked, asked.replace("games/1", "games/9"), asked.replace("hand=1", "hand=7")):
        assert phone.client.get(wrong).status_code == 404


def test_a_correction_that_changes_nothing_for_anybody_says_so(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1")
    play(app, table)
    phone.open(correction_of(phone, table).replace(CORRECTED, "?t0=11&t1=2"))
    phone.submit(next(form for form in phone.page.forms if "/settling/games/1" in form.action))
    assert "Nobody gets or owes anything else." in phone.page.text


def test_form_of_stakes_says_what_a_lost_game_costs(phone: Phone) -> None:
    table = start_table(phone)
    phone.open(f"{table}/settling/stakes")
    assert (
        "For example, 10 for a lost game and 1 for a bag: losing with 2 bags costs each of you 12." in phone.page.text
    )
    stakes = {"currency": "EUR", "game": "1", "ten": "0.10", "bag": "0.05", "bag_to": "pot"}
    phone.submit(phone.page.form_with("currency"), **stakes)
    text = phone.open(f"{table}/settling/stakes").text
    assert "with one set and 2 bags, costs each of you €2.30. €0.10 of it goes into the pot." in text
