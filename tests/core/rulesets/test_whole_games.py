"""The whole games in `tests/games/`: each sheet with its score, which the second scorer confirms."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorekeeper.core.rules.ruleset import Option, is_same, value_word
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import read_sheet, scoreboard_json
from tests.berkley_scorer import score
from tests.each_case import each_case
from tests.schemas import assert_scoreboard_valid, assert_sheet_valid

Json = dict[str, Any]

FOLDER = Path(__file__).parents[2] / "games"


def games() -> dict[str, Json]:
    """Each game by name: the files with one game, and those of `house_rules.jsonl`, one a line."""
    found: dict[str, Json] = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
    for number, line in enumerate((FOLDER / "house_rules.jsonl").read_text("utf-8").splitlines(), start=1):
        game: Json = json.loads(line)
        found[f"house-rules-{number}-{game['sheet']['rules']}"] = game
    return found


GAMES = games()


@each_case("name", GAMES)
def test_complete_game_is_scored(name: str) -> None:
    sheet_json, expected = GAMES[name]["sheet"], GAMES[name]["expected"]
    assert_sheet_valid(sheet_json)
    sheet = read_sheet(sheet_json)
    board = sheet.scoreboard()
    assert [[side.points for side in hand.sides] for hand in board.hands] == expected["points"]
    assert [score.total for score in board.scores] == expected["totals"]
    assert [score.overtricks for score in board.scores] == expected["overtricks"]
    if "bags" in expected:
        assert [score.towards_penalty for score in board.scores] == expected["bags"]
    assert [hand.number for hand in board.hands if hand.objections] == expected["objected"]
    written: Json = scoreboard_json(board, sheet.names)
    assert_scoreboard_valid(written)
    outcome = dict(written["outcome"])
    text = outcome.pop("text", "")
    assert outcome.pop("reason", "") == (sheet.closed or "")
    assert outcome == expected["outcome"]
    assert all(sheet.names[Side(winner)] in text for winner in outcome.get("winners", []))


def test_each_rule_set_has_two_games() -> None:
    played = [game["sheet"]["rules"] for game in GAMES.values()]
    few = {key for key in rule_sets() if played.count(key) < 2}
    assert few == set(), "each needs two whole games in tests/games, with the source of their totals"


def options() -> Iterator[tuple[str, Option]]:
    """Every option of every rule set."""
    for key, rules in rule_sets().items():
        for shape in rules.shapes:
            yield from ((key, option) for option in rules.options(shape))


def test_each_option_matters_in_two_games_of_each_rule_set() -> None:
    changed: Counter[tuple[str, str]] = Counter()
    values: Counter[tuple[str, str]] = Counter()
    for game in GAMES.values():
        house = read_sheet(game["sheet"]).rules
        for option in house.ruleset.options(house.shape):
            value = house.options[option.key]
            if not option.has_no_effect(house.options):
                values[option.key, value_word(value)] += 1
                changed[house.ruleset.key, option.key] += not is_same(value, option.default)
    few = {(key, option.key) for key, option in options() if changed[key, option.key] < 2}
    assert few == set(), "each needs two games in tests/games that change it (python -m tests.draw_games OPTION)"
    every = {(option.key, value_word(value)) for _, option in options() for value in option.values}
    rare = {value for value in every if values[value] < 2}
    assert rare == set(), "each needs two games in tests/games that have it (python -m tests.draw_games OPTION)"


def is_for_both(sheet: Json) -> bool:
    """Whether the second scorer takes it too: it knows no chips and no reneges."""
    has_rulings = any(hand.get("reneges") for hand in sheet["hands"])
    return sheet["rules"] != "gambling" and not (has_rulings and sheet["rules"].startswith("berkley"))


@each_case("name", [name for name, game in GAMES.items() if is_for_both(game["sheet"])])
def test_second_scorer_gets_the_same_score(name: str) -> None:
    expected, found = GAMES[name]["expected"], score(GAMES[name]["sheet"])
    assert {"points", "totals", "overtricks", "outcome"} <= set(found) & set(expected)
    assert [key for key in set(found) & set(expected) if found[key] != expected[key]] == []


def test_every_end_and_tie_rule_is_reached() -> None:
    outcomes = [game["expected"]["outcome"] for game in GAMES.values()]
    assert {(outcome.get("ended_by"), outcome.get("decided_by")) for outcome in outcomes} == {
        ("target", "highest"),
        ("target", "fewest-overtricks"),
        ("target", "shared"),
        ("target", "higher-contract"),
        ("hands", "higher-contract"),
        ("floor", "highest"),
        ("floor", "shared"),
        ("sets", "highest"),
        ("sets", "shared"),
        ("time", "highest"),
        ("forfeit", "highest"),
        ("hands", "highest"),
        ("hands", "shared"),
        ("outright", "outright"),
        ("closed", "highest"),
        ("closed", "shared"),
        (None, None),
    }
