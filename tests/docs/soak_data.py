"""docs/data.md with pandas and LibreOffice, where they are installed: for `make soak`."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pytest

from tests.docs.pages import blocks
from tests.docs.test_data import DATA, SUMS, folder, printed

__all__ = ["folder"]

WITH_PANDAS = blocks(DATA, "python")[0]


@pytest.mark.skipif(importlib.util.find_spec("pandas") is None, reason="no pandas here: pip install pandas")
def test_pandas_prints_how_often_nils_work(folder: Path) -> None:
    assert printed(WITH_PANDAS, folder) == SUMS


@pytest.mark.skipif(not shutil.which("soffice"), reason="no LibreOffice here (apt install libreoffice-calc)")
def test_libreoffice_makes_a_workbook_of_the_games(folder: Path) -> None:
    (command,) = [line for line in DATA.splitlines() if line.startswith("soffice ")]
    subprocess.run(command, shell=True, cwd=folder, check=True, capture_output=True, timeout=300)
    heads, *games = openpyxl.load_workbook(folder / "games.xlsx").active.iter_rows(values_only=True)
    rows = [dict(zip(heads, game, strict=True)) for game in games]
    assert [(row["game"], row["rules"], row["side 1"], row["total 1"]) for row in rows][:2] == [
        (1, "partnership", "We", 151),
        (2, "partnership", "We", -49),
    ]
    assert rows[0]["started at"].endswith("Z")
