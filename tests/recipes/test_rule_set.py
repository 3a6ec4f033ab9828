"""A new variant is one new file: added to the others, it is on the menu, has a form and a page, and is scored."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import commands
from scorekeeper.core import rulesets as variants
from scorekeeper.core.sheet import read_sheet
from tests.hand_notation import Hand, Seats, hand
from tests.recipes.changes import SNAP
from tests.tables import sheet_of
from tests.web.at_table import new_game, start_game, start_table
from tests.web.browsing import Phone


def forget_the_menu() -> None:
    """Search for the rule sets again."""
    variants.rule_sets.cache_clear()
    sys.modules.pop("scorekeeper.core.rulesets.snap", None)


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """One file in its own folder; its key."""
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "snap.py").write_text(SNAP, "utf-8")
    with monkeypatch.context() as found:
        found.setattr(variants, "__path__", [*variants.__path__, str(folder)])
        forget_the_menu()
        yield "snap"
    forget_the_menu()


def snap_sheet() -> Hand:
    """A game of Snap as a record: +21 and +14, then −14 and +28."""
    seats = Seats(sides=2, players_per_side=1, tricks=5)
    hands = [hand(seats, words) for words in ("Ann 3 took 3, Ben 2 took 2", "Ann 2 took 1, Ben 4 took 4")]
    return sheet_of("two-player") | {"rules": "snap", "options": {}, "hands": hands}


def printed(*words: str) -> str:
    """The output of a successful command."""
    done = CliRunner().invoke(commands, words)
    assert done.exit_code == 0, done.output
    return done.output


def test_rule_set_is_scored(toy: str) -> None:
    board = read_sheet(snap_sheet()).scoreboard()
    assert [score.total for score in board.scores] == [7, 42]


def test_rule_set_is_on_the_menu_with_its_form(toy: str, phone: Phone) -> None:
    table = start_table(phone)
    for players in ("2", "all"):
        menu = phone.open(f"{table}/games/new?players={players}").text
        assert "Snap Spades Two players share five tricks. Players: 2" in menu
    page = new_game(phone, table, toy)
    assert "Snap Spades" in page.text
    assert "Play to" in page.text
    assert page.form_with("seat-0").fields["option-target"] == "70"


def test_rule_set_is_played_on_the_pages(toy: str, phone: Phone) -> None:
    pad = start_game(phone, toy, ("Ann", "Ben"), "Ben", target="50")
    pad.hand("3, 2", 3)
    assert pad.totals == [21, 14]
    pad.hand("4, 2", 1)
    assert pad.totals == [7, 42]


def test_rule_set_has_a_rules_page(toy: str, phone: Phone) -> None:
    assert "Snap Spades" in phone.open("/rules").text
    page = phone.open(f"/rules/{toy}")
    assert page.heading == "Snap Spades"
    assert "A bid is worth seven a trick." in page.text
    assert "Made up for a test" in page.text


def test_rule_set_is_on_the_command_line(toy: str, tmp_path: Path) -> None:
    sheet = tmp_path / "snap.json"
    sheet.write_text(json.dumps(snap_sheet()), "utf-8")
    assert "snap" in printed("rules")
    assert "Play to" in printed("rules", toy)
    assert json.loads(printed("score", "--json", str(sheet)))["sides"][1]["total"] == 42


def test_rule_set_is_in_the_api(toy: str, phone: Phone) -> None:
    assert toy in [rules["key"] for rules in phone.client.get("/api/v1/rules").get_json()["rules"]]
    assert phone.client.get(f"/api/v1/rules/{toy}").get_json()["name"] == "Snap Spades"
    assert phone.client.post("/api/v1/score", json=snap_sheet()).get_json()["sides"][1]["total"] == 42
