"""The whole games in `tests/games/`: each sheet against the score of a second, simple scorer."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import read_sheet, scoreboard_json
from tests.schemas import hold_scoreboard, hold_sheet

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.json"))

Json = dict[str, Any]


def game(path: Path) -> Json:
    found: Json = json.loads(path.read_text("utf-8"))
    return found


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_whole_game(path: Path) -> None:
    sheet_json, expected = game(path)["sheet"], game(path)["expected"]
    hold_sheet(sheet_json)
    sheet = read_sheet(sheet_json)
    board = sheet.scoreboard()
    assert [[side.points for side in hand.sides] for hand in board.hands] == expected["points"]
    assert [score.total for score in board.scores] == expected["totals"]
    assert [score.overtricks for score in board.scores] == expected["overtricks"]
    if "bags" in expected:
        assert [score.towards_penalty for score in board.scores] == expected["bags"]
    assert [hand.number for hand in board.hands if hand.objections] == expected["objected"]
    written: Json = scoreboard_json(board, sheet.names)
    hold_scoreboard(written)
    outcome = dict(written["outcome"])
    text = outcome.pop("text", "")
    assert outcome.pop("reason", "") == (sheet.closed or "")
    assert outcome == expected["outcome"]
    assert all(sheet.names[Side(winner)] in text for winner in outcome.get("winners", []))


def test_each_rule_set_has_two_games() -> None:
    played = [game(path)["sheet"]["rules"] for path in GAMES]
    assert {key for key in rule_sets() if played.count(key) < 2} == set()


def test_each_option_is_changed_in_two_games() -> None:
    changed = [key for path in GAMES for key in read_sheet(game(path)["sheet"]).rules.changed_options()]
    known = {option.key for rules in rule_sets().values() for shape in rules.shapes for option in rules.options(shape)}
    assert {key for key in known if changed.count(key) < 2} == set()


def test_every_end_and_every_tie_rule_is_played_to() -> None:
    outcomes = [game(path)["expected"]["outcome"] for path in GAMES]
    assert {(outcome.get("ended_by"), outcome.get("decided_by")) for outcome in outcomes} == {
        ("target", "highest"),
        ("target", "fewest-overtricks"),
        ("target", "shared"),
        ("floor", "highest"),
        ("floor", "shared"),
        ("sets", "highest"),
        ("sets", "shared"),
        ("hands", "highest"),
        ("hands", "shared"),
        ("outright", "outright"),
        ("closed", "highest"),
        ("closed", "shared"),
        (None, None),
    }
