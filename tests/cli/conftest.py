"""A terminal with the width of the expected output, a game to score, and a copy of a module's instance."""

import shutil
from pathlib import Path

import pytest

from tests.cli.runs import only_instance
from tests.hand_notation import Hand
from tests.tables import sheet_of


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def instance(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the instance folder that the module's fixture `played` made, for each test."""
    only_instance(monkeypatch, tmp_path / "instance")
    return Path(shutil.copytree(played, tmp_path / "instance"))


@pytest.fixture
def evening() -> Hand:
    """A game in pairs with a nil, a rollover, an objection and the last train."""
    sheet = sheet_of(
        "partnership",
        "Ann 5 took 5, Cal nil took 1, Ben 4 took 4, Dee 3>2 took 3",
        "Ann 1 and Cal 1 took 12, Ben 1 and Dee nil took 1; Ann adjusted -30 for talking; the table allowed it",
        dealer="Ben",
        closed="the last train",
        blind_nil=200,
    )
    sheet["hands"][0]["note"] = "Dee took long"
    sheet["sides"] = [{"name": "Us", "players": ["Ann", "Cal"]}, {"name": "Them", "players": ["Ben", "Dee"]}]
    sheet["hands"][1]["took"] = [12, [1, 0]]
    return sheet
