"""Excel: values and formulas agree, names stay text, and the head, the chart and the players are there."""

import io
import json
import re
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import openpyxl
import pytest
from hypothesis import given, settings

from scorekeeper.core.words.vocabulary import TENTHS
from scorekeeper.formats.games import ExportedGame
from scorekeeper.formats.xlsx.game import TOP, game_xlsx, table_xlsx
from scorekeeper.services.exporting import player_stats_of_game
from tests.formats.exports.games import exported_games, game_of_sheet
from tests.formats.exports.made import made
from tests.hypothesis_budget import examples
from tests.tables import sheet_of

HANDS = ("Ann 5 took 6, Ben 4>5 took 7; Ann adjusted -30 for talking", "Ann 5 took 7, Ben nil took 6")
TERM = re.compile(r"=(?:([A-Z]+)(\d+)\+)?([A-Z]+)(\d+)")


def written(game: ExportedGame) -> io.BytesIO:
    return made(game_xlsx(game, player_stats_of_game(game)))


def both(game: ExportedGame) -> tuple[Any, Any]:
    """The workbook with its formulas, and with their values."""
    file = written(game)
    return openpyxl.load_workbook(file), openpyxl.load_workbook(file, data_only=True)


def check_totals(game: ExportedGame) -> None:
    """Every total is a formula; computed here, it equals the value next to it, and the total by the rules."""
    formulas, values = (book["Score sheet"] for book in both(game))
    units = 10 if game.board.rules.scoring.unit == TENTHS else 1
    for row, hand in enumerate(game.board.hands, start=TOP + 1):
        for side in game.board.rules.seating.sides:
            column = 7 + 5 * side
            match = TERM.fullmatch(formulas.cell(row, column).value)
            assert match, formulas.cell(row, column).value
            before = values[f"{match[1]}{match[2]}"].value if match[1] else 0
            shown = values.cell(row, column).value
            assert round(before + values[f"{match[3]}{match[4]}"].value, 1) == shown
            assert shown * units == pytest.approx(hand.sides[side].score.total)


def test_totals_in_tenths() -> None:
    path = Path(__file__).parents[2] / "games" / "call-break-five-hands.json"
    check_totals(game_of_sheet(json.loads(path.read_text("utf-8"))["sheet"]))


def test_workbook_looks_like_a_score_sheet() -> None:
    formulas, values = both(game_of_sheet(sheet_of("two-player", *HANDS)))
    page = values["Score sheet"]
    assert page.freeze_panes == "C6"
    assert [cell.value for cell in page[TOP]][:7] == [
        *("Hand", "Deal", "Bid", "Took (recorded)", "Took (after rulings)", "Points", "Total")
    ]
    assert [cell.value for cell in page[TOP + 2]][:12] == [
        *(2, None, "5", "7", "7", 52, 73, "nil", "6", "6", -100, -48)
    ]
    assert formulas["Score sheet"]["G7"].value == "=G6+F7"
    assert len(formulas["Score sheet"]._charts) == 1
    assert values["Players"]["A2"].value == "Ann"


def test_lines_are_in_both_workbooks() -> None:
    game = game_of_sheet(sheet_of("two-player", *HANDS) | {"agreed": ["Both jokers are high", "=1+1"]})
    _, values = both(game)
    assert values["Score sheet"].cell(TOP + 3, 1).value == "The table agreed: Both jokers are high; =1+1"
    games = [game, game_of_sheet(sheet_of("two-player", *HANDS), 2)]
    file = made(table_xlsx(games, player_stats_of_game(game)))
    listed = openpyxl.load_workbook(file, data_only=True)["Games"]
    assert [cell.value for cell in listed["I"]] == ["The table agreed", "Both jokers are high; =1+1", None]


def test_name_is_never_a_formula() -> None:
    sheet = sheet_of("two-player", *HANDS)
    sheet["sides"] = [{"name": name, "players": [name]} for name in ("=1+1", "@SUM(A1)")]
    book, _ = both(game_of_sheet(sheet))
    cells = [cell for page in book for row in page.iter_rows() for cell in row if cell.data_type == "f"]
    assert all(re.fullmatch(r"=[A-Z]+\d+(\+[A-Z]+\d+)?|=IF\(.*\)", str(cell.value)) for cell in cells)
    assert book["Score sheet"]["C4"].value == "=1+1"
    assert book["Score sheet"]["C4"].data_type == "s"


def test_workbook_of_a_table_has_games_hands_and_players() -> None:
    games = [game_of_sheet(sheet_of("two-player", *HANDS), number) for number in (1, 2)]
    file = made(table_xlsx(games, player_stats_of_game(games[0])))
    book = openpyxl.load_workbook(file, data_only=True)
    assert [page.title for page in book] == ["Games", "Hands", "Players"]
    assert book["Games"].max_row == 3
    assert [cell.value for cell in book["Hands"][2]] == [1, 1, None, "Ann", "5", "6", "6", 21, 21]


def test_times_of_a_workbook_are_those_of_the_named_zone() -> None:
    game = game_of_sheet(sheet_of("two-player", *HANDS))
    began = game.started.astimezone(zone := ZoneInfo("America/New_York")).replace(tzinfo=None, microsecond=0)
    file = made(table_xlsx([game], player_stats_of_game(game), zone=zone))
    listed = openpyxl.load_workbook(file, data_only=True)["Games"]
    assert listed["B1"].value == "Started (America/New_York)"
    assert abs(listed["B2"].value - began).total_seconds() < 2
    one = made(game_xlsx(game, player_stats_of_game(game), zone))
    assert f"{began:%Y-%m-%d %H:%M} America/New_York" in openpyxl.load_workbook(one)["Score sheet"]["A2"].value


@pytest.mark.parametrize("hands", [0, 1])
def test_workbook_of_a_new_game(hands: int) -> None:
    check_totals(game_of_sheet(sheet_of("two-player", *HANDS[:hands])))


@settings(max_examples=examples(10, 500))
@given(exported_games())
def test_formulas_and_values_agree(game: ExportedGame) -> None:
    check_totals(game)
