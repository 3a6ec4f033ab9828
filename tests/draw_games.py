"""Adds whole games to `tests/games/house_rules.jsonl` until an option matters in two of each rule set.

    .venv/bin/python -m tests.draw_games overtrick_points

They are random games that would score otherwise with the option at its default, or be objected to otherwise. Their
scores come from the second scorer, so teach it the option first.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from operator import ne
from typing import Any

from hypothesis import Phase, find, settings, strategies as st
from hypothesis.errors import NoSuchExample, Unsatisfiable

from scorekeeper.core.rules.presets import full
from scorekeeper.core.rules.ruleset import RuleSet, Value, is_same
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import read_sheet
from scorekeeper.core.words.options import changed_rules
from tests.berkley_scorer import score
from tests.core.rulesets.test_whole_games import FOLDER, GAMES, is_for_both
from tests.strategies import head_of, sheet_of_head, together, values

Json = dict[str, Any]


def matters(sheet: Json, key: str, taken: list[Value]) -> bool:
    """Whether the option has none of these values, and the game would score otherwise without it."""
    chosen = sheet["options"]
    if key not in chosen or any(is_same(chosen[key], value) for value in taken) or not is_for_both(sheet):
        return False
    without = sheet | {"options": {name: value for name, value in chosen.items() if name != key}}
    try:
        found, objections = score(sheet), objected(sheet)
        if sheet["closed"] and found["outcome"]["ended_by"] != "closed":
            return False  # nobody closes a game that is over
        return bool(found != score(without)) or objections != objected(without)
    except (KeyError, IndexError, ValueError):
        return False  # these hands cannot be scored, or not without it


def objected(sheet: Json) -> list[int]:
    """The hands that the rules object to."""
    return [hand.number for hand in read_sheet(sheet).scoreboard().hands if hand.objections]


def simplest(sheet: Json, key: str, taken: list[Value]) -> Json:
    """The game without the hands and the house rules that it does not need for the option to matter."""
    for smaller in _smaller(sheet):
        if matters(smaller, key, taken):
            return simplest(smaller, key, taken)
    return sheet


def _smaller(sheet: Json) -> Iterator[Json]:
    for part in ("minutes", "time"):
        if part in sheet:
            yield {name: value for name, value in sheet.items() if name != part}
    if sheet["closed"]:
        yield sheet | {"closed": None}
    hands = sheet["hands"]
    yield from (sheet | {"hands": [*hands[:at], *hands[at + 1 :]]} for at in range(len(hands)) if len(hands) > 1)
    for name in sheet["options"]:
        yield sheet | {"options": {other: value for other, value in sheet["options"].items() if other != name}}


@st.composite
def sheets_with(draw: st.DrawFn, rules: RuleSet, key: str, taken: list[Value]) -> Json:
    """A game with the option at another value than these, and with others that let it matter."""
    head = head_of(draw, rules)
    players = [side["players"] for side in head["sides"]]
    options = rules.options(Shape(len(players), len(players[0])))
    by_key = {option.key: option for option in options}
    if key in by_key:
        free = values(by_key[key]).filter(lambda value: not any(is_same(value, other) for other in taken))
        head["options"][key] = draw(free)
        for row in by_key[key].no_effect_when:
            if by_key[key].has_no_effect(full(options, head["options"])):
                name, idle = row[0]
                head["options"][name] = draw(values(by_key[name]).filter(partial(ne, idle)))
        head["options"] = together(options, head["options"])
    return sheet_of_head(draw, head, most=4, least=2)


def draw(rules: RuleSet, key: str, taken: list[Value], known: Sequence[Json]) -> Json:
    """A random game of the rule set in which the option matters, unlike these sheets. Raises `NoSuchExample`."""
    found: Json = find(
        sheets_with(rules, key, taken),
        lambda found: matters(found, key, taken) and simplest(found, key, taken) not in known,
        settings=settings(max_examples=5000, database=None, deadline=None, derandomize=True, phases=[Phase.generate]),
    )
    sheet = simplest(found, key, taken)
    read = read_sheet(sheet)
    why = "; ".join(changed_rules(read.rules.ruleset.options(read.rules.shape), read.rules.options))
    return {"why": f"{why}.", "sheet": sheet, "expected": score(sheet) | {"objected": objected(sheet)}}


def missing(key: str, drawn: Sequence[Json]) -> Iterator[tuple[RuleSet, list[Value]]]:
    """For each game that the option lacks: its rule set, and the values that it must not have.

    Each rule set needs two games with another value than the usual one, and each value two games of any rule set, with
    those that were `drawn` meanwhile.
    """
    played: list[Value] = []
    offering: dict[Value, RuleSet] = {}
    for rules in rule_sets().values():
        options = [option for shape in rules.shapes for option in rules.options(shape) if option.key == key]
        if options:
            usual = options[0].default
            sheets_of = [game["sheet"] for game in GAMES.values() if game["sheet"]["rules"] == rules.key]
            own = [read_sheet(sheet).rules.options.get(key, usual) for sheet in sheets_of]
            for _ in range(sum(not is_same(value, usual) for value in own), 2):
                yield rules, [usual]
            played += own
            offering |= {value: rules for option in options for value in option.values if value not in offering}
    played += [game["sheet"]["options"][key] for game in drawn]
    for value, rules in offering.items():
        for _ in range(sum(is_same(value, other) for other in played), 2):
            yield rules, [other for other in offering if not is_same(other, value)]


def main(key: str) -> None:
    """Add the games, and say which have to be written by hand."""
    drawn: list[Json] = []
    for rules, taken in missing(key, drawn):
        others = [game["sheet"]["options"][key] for game in drawn if game["sheet"]["rules"] == rules.key]
        for refused in ([*taken, *others], taken):
            try:
                drawn.append(draw(rules, key, refused, [game["sheet"] for game in drawn]))
                break
            except (NoSuchExample, Unsatisfiable):
                continue
        else:
            sys.stderr.write(f"No game of {rules.key} was found: write one into a file of its own.\n")
    with (FOLDER / "house_rules.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(game, ensure_ascii=False) + "\n" for game in drawn)


if __name__ == "__main__":
    main(sys.argv[1])
