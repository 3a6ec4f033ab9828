"""The phone's results equal the server's, byte for byte: sheets, scoreboards and refusals; presses and pages."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import example, given, settings, strategies as st

from tests.fast_strategies import now_and_then, pick
from tests.golden import versions
from tests.hypothesis_budget import examples
from tests.phone import answers
from tests.phone.conftest import Engine
from tests.phone.walks import Walk, templates
from tests.strategies import sheets

Json = dict[str, Any]
GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.json"))
GOLDEN = sorted(path for version in versions() for path in (version / "games").glob("*.sheet.json"))

WRONG: list[Any] = [
    *(
        None,
        True,
        0,
        -1,
        3,
        99,
        "",
        "nil",
        "5",
        "4>5",
        "blind-nil",
        "5+bemo",
        "x" * 2000,
        "a\u200bb",
        "\n",
        "\U0001f600" * 41,
    ),
    *([], {}, [1, 2], {"a": []}, {"one": 1, "two": "2", "three": [3], "four": None, "five": 5}, 2**53),
]
PARTS = ("note", "tricks", 'é"<\U0001f600', "x")


def break_something(draw: st.DrawFn, sheet: Json) -> None:
    """Change, add or drop a random part of a sheet."""
    node: Any = sheet
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = pick(draw, keys)
        if isinstance(node[key], dict | list) and node[key] and not now_and_then(draw, 1, one_in=5)[0]:
            node = node[key]
            continue
        dropped, added = now_and_then(draw, 2, one_in=5)
        if isinstance(node, dict) and dropped:
            del node[key]
        elif isinstance(node, dict) and added:
            node[pick(draw, PARTS)] = 1
        else:
            node[key] = deepcopy(pick(draw, WRONG))
        return


@st.composite
def whole_and_broken(draw: st.DrawFn) -> Json:
    """Sheets of any rule set and options; some of them are broken."""
    sheet: Json = deepcopy(draw(sheets()))
    for broken in now_and_then(draw, 2, one_in=3):
        if broken:
            break_something(draw, sheet)
    return sheet


BATCH_SIZE = 5


@settings(max_examples=examples(150) // BATCH_SIZE)
@given(some=st.lists(whole_and_broken(), min_size=BATCH_SIZE, max_size=BATCH_SIZE))
def test_sheets_are_read_scored_and_refused_the_same(phone: Engine, some: list[Json]) -> None:
    found = phone.ask_all("sheet", [answers.given(sheet) for sheet in some])
    assert found == [answers.spelled(answers.sheet(sheet)) for sheet in some]


def test_whole_games_have_the_same_results(phone: Engine) -> None:
    files = [json.loads(path.read_text("utf-8")) for path in (*GAMES, *GOLDEN)]
    games = [found.get("sheet", found) for found in files]
    on_the_phone = phone.ask_all("sheet", [answers.given(game) for game in games])
    answered = zip((*GAMES, *GOLDEN), games, on_the_phone, strict=True)
    assert [path.stem for path, game, found in answered if found != answers.spelled(answers.sheet(game))] == []


def test_house_rules_that_do_not_go_together_are_refused_the_same(phone: Engine) -> None:
    apart: list[Json] = [{"target": 0}, {"sets_lose": 3, "sets_in_a_row": True, "sets_in_a_row_lose": 2}]
    refused = [{**ONLY_BLIND, "options": options, "hands": []} for options in apart]
    found = phone.ask_all("sheet", [answers.given(sheet) for sheet in refused])
    assert found == [answers.spelled(answers.sheet(sheet)) for sheet in refused]
    assert all("options-apart" in answer for answer in found)


made = cache(templates)


ONLY_BLIND = {
    "format": "scorekeeper-sheet/1",
    "rules": "partnership",
    "options": {"nil": 0, "blind_numbers": 6, "hands": 0, "tricks": 7},
    "sides": [{"name": f"{a} & {b}", "players": [a, b]} for a, b in (("Ann", "Dee"), ("Ben", "Eve"), ("Cal", "Fay"))],
    "dealer": 0,
    "hands": [{"bids": [["1", "1"], ["partner", "blind-6"], ["1", "1"]], "took": [[0, 0], [0, 0], [0, 7]]}],
    "closed": None,
}
"""The partner of a pair that bids blind has no number to choose when its hand is corrected."""


@settings(max_examples=examples(90, 3000))
@example(sheet=ONLY_BLIND, seed=30545)
@given(sheet=sheets(most=3), seed=st.integers(0, 2**32))
def test_taps_and_pages_are_the_same(phone: Engine, sheet: Json, seed: int) -> None:
    walk = Walk(made(), sheet, seed)
    walk.go(most=6, pages=1)
    found = phone.ask("walk", answers.given(walk.asked()))
    if found != answers.spelled(walk.answers):
        for step, drawn, answer in zip(walk.steps, json.loads(found), walk.answers, strict=True):
            assert answers.spelled(drawn) == answers.spelled(answer), step
        raise AssertionError(f"no step differs, and yet: {found}")
