"""Adds whole games to `tests/games/house_rules.jsonl` until an option matters in two of each rule set.

    .venv/bin/python -m tests.draw_games overtrick_points

They are random games that would score otherwise with the option at its default. Their scores come from the second
scorer, so teach it the option first.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from hypothesis import Phase, find, settings
from hypothesis.errors import NoSuchExample

from scorekeeper.core.rules.ruleset import RuleSet, Value, is_same
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import read_sheet
from scorekeeper.core.words.options import changed_rules
from tests.berkley_scorer import score
from tests.core.rulesets.test_whole_games import FOLDER, GAMES, is_for_both
from tests.strategies import sheets

Json = dict[str, Any]


def matters(sheet: Json, key: str, taken: list[Value]) -> bool:
    """Whether the option has none of these values, and the game would score otherwise without it."""
    chosen = sheet["options"]
    if key not in chosen or any(is_same(chosen[key], value) for value in taken) or not is_for_both(sheet):
        return False
    without = sheet | {"options": {name: value for name, value in chosen.items() if name != key}}
    try:
        return bool(score(sheet) != score(without))
    except (KeyError, IndexError, ValueError):
        return False  # without it, these hands cannot be scored


def draw(rules: RuleSet, key: str, taken: list[Value]) -> Json:
    """A random game of the rule set in which the option matters. Raises `NoSuchExample`."""
    sheet: Json = find(
        sheets(rules, most=4, least=2),
        lambda found: matters(found, key, taken),
        settings=settings(max_examples=5000, database=None, derandomize=True, phases=[Phase.generate]),
    )
    read = read_sheet(sheet)
    why = "; ".join(changed_rules(read.rules.ruleset.options(read.rules.shape), read.rules.options))
    objected = [hand.number for hand in read.scoreboard().hands if hand.objections]
    return {"why": f"{why}.", "sheet": sheet, "expected": score(sheet) | {"objected": objected}}


def missing(key: str) -> Iterator[tuple[RuleSet, list[Value]]]:
    """For each game that the option lacks: its rule set, and the values that it must not have."""
    for rules in rule_sets().values():
        options = [option for shape in rules.shapes for option in rules.options(shape) if option.key == key]
        if options:
            usual = options[0].default
            sheets_of = [game["sheet"] for game in GAMES.values() if game["sheet"]["rules"] == rules.key]
            played = [read_sheet(sheet).rules.options.get(key, usual) for sheet in sheets_of]
            for _ in range(sum(not is_same(value, usual) for value in played), 2):
                yield rules, [usual]


def main(key: str) -> None:
    """Add the games, and say which have to be written by hand."""
    drawn: list[Json] = []
    for rules, taken in missing(key):
        others = [game["sheet"]["options"][key] for game in drawn if game["sheet"]["rules"] == rules.key]
        for values in ([*taken, *others], taken):
            try:
                drawn.append(draw(rules, key, values))
                break
            except NoSuchExample:
                continue
        else:
            sys.stderr.write(f"No game of {rules.key} was found: write one into a file of its own.\n")
    with (FOLDER / "house_rules.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(game, ensure_ascii=False) + "\n" for game in drawn)


if __name__ == "__main__":
    main(sys.argv[1])
