"""LibreOffice computes Excel's formulas: the results equal the values stored next to them. For `make soak`."""

import random
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pytest

from scorekeeper.core.sheet import sheet_json
from scorekeeper.formats.xlsx.game import TOP, game_xlsx
from scorekeeper.services.exporting import player_stats_of_game
from tests.formats.exports.games import game_of_sheet
from tests.formats.exports.made import made
from tests.formats.paper_audit.mistakes import RULES, game

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
GAMES = 20


@pytest.mark.skipif(OFFICE is None, reason="no LibreOffice here: install it (Debian: apt install libreoffice-calc)")
def test_formulas_equal_the_stored_values(tmp_path: Path) -> None:
    dice = random.Random(20261120)
    games = [game_of_sheet(dict(sheet_json(game(dice, dice.choice(RULES)))), number) for number in range(1, GAMES + 1)]
    for number, played in enumerate(games):
        book = made(game_xlsx(played, player_stats_of_game(played)))
        (tmp_path / f"{number}.xlsx").write_bytes(book.getvalue())
    worked_out = tmp_path / "worked-out"
    books = [str(tmp_path / f"{number}.xlsx") for number in range(GAMES)]
    command = [str(OFFICE), "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(worked_out)]
    subprocess.run([*command, *books], check=True, capture_output=True, timeout=300)
    for number, played in enumerate(games):
        page = openpyxl.load_workbook(worked_out / f"{number}.xlsx", data_only=True)["Score sheet"]
        for row, hand in enumerate(played.board.hands, start=TOP + 1):
            for side in played.board.rules.seating.sides:
                assert page.cell(row, 6 + 4 * side).value == hand.sides[side].score.total
