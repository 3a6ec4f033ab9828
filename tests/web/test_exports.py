"""Exports from the pages: every format as a file, a page to print, empty paper for every rule set."""

import io
import json
import zipfile
from collections import Counter
from collections.abc import Sequence
from typing import Any

import openpyxl
import pytest
from flask import Flask

from scorekeeper.core.rulesets import rule_sets
from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.formats.files import formats_of_a_game
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services import exporting
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.storage.events import events_of_games
from scorekeeper.storage.visits import GameRow, game_rows
from scorekeeper.web.transfer import exports
from tests.each_case import each_case
from tests.tables import sheet_of
from tests.web.browsing import Phone
from tests.web.record import between, table_with


def download(phone: Phone, url: str) -> tuple[str, bytes]:
    answer = phone.client.get(url)
    assert answer.status_code == 200, url
    disposition = answer.headers["Content-Disposition"]
    assert disposition.startswith('attachment; filename="')
    return disposition.split('"')[1], answer.get_data()


def test_no_two_exports_share_a_name(app: Flask) -> None:
    with app.app_context():
        of_a_table = exporting.formats_of_a_table()
    for offered in (formats_of_a_game(), of_a_table):
        assert [number for number in Counter(each.suffix for each in offered).values() if number > 1] == []


def test_game_is_exported_in_every_format(app: Flask, phone: Phone) -> None:
    _, (game,) = table_with(app, phone, between("Ann", "Ben"))
    files = dict(download(phone, f"{game}/exports/{form}") for form in ("xlsx", "text", "csv", "lines", "json"))
    assert set(files) == {f"Ann-Ben-1{end}" for end in (".xlsx", ".txt", "-hands.csv", "-lines.csv", ".json")}
    assert check_file(io.BytesIO(files["Ann-Ben-1.txt"])).holds
    assert check_file(io.BytesIO(files["Ann-Ben-1.json"])).holds
    assert openpyxl.load_workbook(io.BytesIO(files["Ann-Ben-1.xlsx"])).sheetnames == ["Score sheet", "Lines", "Players"]
    assert files["Ann-Ben-1-hands.csv"].count(b"\r\n") == 5


def test_table_is_exported_in_every_format(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben"), between("Ann", "Cal"))
    name, packed = download(phone, f"{table}/exports/zip")
    assert name == "Thursday.zip"
    assert "games/000002.json" in zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert len(json.loads(download(phone, f"{table}/exports/json")[1])["games"]) == 2
    assert download(phone, f"{table}/exports/text")[1].count(b"[Record ") == 2
    workbook = openpyxl.load_workbook(io.BytesIO(download(phone, f"{table}/exports/xlsx")[1]))
    assert [row[0] for row in workbook["Games"].values][1:] == [1, 2]


def test_small_table_is_sent_whole_and_a_large_one_in_the_same_pieces(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben"), between("Ann", "Cal"))
    url = f"{table}/exports/csv"
    whole = phone.client.get(url)
    assert whole.content_length == len(whole.get_data())
    for limit in ("FEW_GAMES", "FEW_EVENTS", "EVENTS_AT_ONCE"):
        with monkeypatch.context() as patch:
            patch.setattr(exporting, limit, 1)
            GAME_CACHE.clear()
            streamed = phone.client.get(url)
            assert (streamed.content_length is None) == limit.startswith("FEW")
            assert streamed.get_data() == whole.get_data()
    monkeypatch.setattr(exporting, "FEW_GAMES", 2)
    assert phone.client.get(url).content_length == whole.content_length


def test_an_export_reads_a_few_games_at_a_time(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = table_with(app, phone, *[between("Ann", "Ben")] * 5)
    read, queries = list[int](), list[int]()

    def events_counted(games: Sequence[str]) -> dict[str, list[StoredEvent]]:
        queries.append(len(games))
        return events_of_games(games)

    def counted(*given: Any, **more: Any) -> list[GameRow]:
        found = game_rows(*given, **more)
        read.append(len(found))
        return found

    monkeypatch.setattr(exporting, "PAGE_SIZE", 2)
    monkeypatch.setattr(exporting, "game_rows", counted)
    monkeypatch.setattr(exporting, "events_of_games", events_counted)
    with app.app_context():
        assert [game.number for game in exporting.exported_games(table.rsplit("/", 1)[-1])] == [1, 2, 3, 4, 5]
    assert (read, queries) == ([2, 2, 1], [5])


def test_the_page_offers_the_text_to_copy(app: Flask, phone: Phone) -> None:
    _, (game,) = table_with(app, phone, between("Ann", "Ben"))
    phone.open(f"{game}/exports")
    assert "1. 5 : 4>5 | 6 : 7 | 51 : 52 | 51 : 52" in phone.page.text
    assert "Print on A4" in phone.page.text


def test_game_page_links_to_its_exports(app: Flask, phone: Phone) -> None:
    _, (game,) = table_with(app, phone, between("Ann", "Ben", closed=None))
    assert f"{game}/exports" in [link.url for link in phone.open(game).links]


def test_download_of_many_games_shows_progress(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MANY_GAMES", 2)
    table, _ = table_with(app, phone, between("Ann", "Ben"), between("Ann", "Cal"))
    page = phone.open(f"{table}/exports")
    assert "You can check the progress here" in page.text
    url = next(link.url for link in page.links if "/zip?run=" in link.url)
    run = url.rsplit("=", 1)[-1]
    assert phone.client.get(f"{table}/exports/progress/{run}").json == {"done": 0, "over": False, "total": 2}
    download(phone, url)
    assert phone.client.get(f"{table}/exports/progress/{run}").json == {"done": 2, "over": True, "total": 2}
    assert "2 of 2 games" in phone.open(f"{table}/exports?run={run}").text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_score_sheet_can_be_printed(app: Flask, phone: Phone, paper: str) -> None:
    _, (game,) = table_with(app, phone, between("Ann", "Ben"))
    page = phone.open(f"{game}/print?paper={paper}")
    assert f'class="paper {paper} of-2"' in page.html
    assert "−100" in page.text


def test_printed_sheet_has_calls_even_if_the_first_hand_has_none(app: Flask, phone: Phone) -> None:
    sheet = sheet_of("two-player", first_hand="bids-itself")
    _, (game,) = table_with(app, phone, sheet)
    assert "nil +100/−100" in phone.open(f"{game}/print").text


@each_case("key", rule_sets())
def test_every_rule_set_has_an_empty_sheet_for_each_table(phone: Phone, key: str) -> None:
    for shape in rule_sets()[key].shapes:
        page = phone.open(f"/rules/{key}/paper?shape={shape.sides}x{shape.players_per_side}")
        assert page.heading == "Empty score sheet"
        assert page.html.count('scope="colgroup"') == shape.sides


@pytest.mark.parametrize("form", ["pdf", "zip/..", "x"])
def test_unknown_format_is_not_found(app: Flask, phone: Phone, form: str) -> None:
    _, (game,) = table_with(app, phone, between("Ann", "Ben"))
    assert phone.client.get(f"{game}/exports/{form}").status_code == 404


def test_an_empty_table_says_what_to_do(phone: Phone) -> None:
    from tests.web.at_table import start_table

    table = start_table(phone)
    assert "Nothing to export yet" in phone.open(f"{table}/exports").text
