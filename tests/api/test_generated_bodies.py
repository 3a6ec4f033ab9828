"""Bodies from nearly valid to nonsense: each gets an API answer, none breaks the server.

600 in the suite, ten thousand in `make soak`.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.access.limits import KEY as LIMITS
from scorekeeper.api.entries import ENTRIES
from scorekeeper.api.games import NEW_GAME, PLAYED_GAME
from tests.api.calling import Program
from tests.hypothesis_budget import examples as examples_of

BODIES = examples_of(600)
A_GAME = 100  # bodies for one game, which grows with each event
SHARES = 2  # so that several processes can share the work

ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    1,
    13,
    99,
    10**9,
    10**30,
    1.5,
    1e308,
    "",
    "nil",
    "5",
    "4>5",
    "6+bemo",
    "\u0000",
    "\ud800",
    "é" * 41,
    "x" * 2000,
    [],
    [[]],
    {},
    {"tricks": 1},
    [None, None],
    ["4", "3"],
    [[["4"]]],
]


def mutated(value: Any, dice: random.Random, depth: int = 0) -> Any:
    """The value with a part changed, left out, doubled or moved."""
    if depth > 4 or dice.random() < 0.12:
        return dice.choice(ODD)
    if isinstance(value, dict) and value:
        changed = dict(value)
        key = dice.choice(list(changed))
        if dice.random() < 0.15:
            del changed[key]
        elif dice.random() < 0.1:
            changed[dice.choice(["seq", "id", "kind", "hand", "note", "overruled", "x" * 50])] = dice.choice(ODD)
        else:
            changed[key] = mutated(changed[key], dice, depth + 1)
        return changed
    if isinstance(value, list) and value:
        changed_list = list(value)
        place = dice.randrange(len(changed_list))
        if dice.random() < 0.15:
            changed_list.insert(place, changed_list[place])
        else:
            changed_list[place] = mutated(changed_list[place], dice, depth + 1)
        return changed_list
    return dice.choice(ODD)


def raw(value: Any, dice: random.Random) -> bytes:
    """The body as sent; now and then cut off or broken."""
    sent = json.dumps(value).encode()
    if dice.random() < 0.04:
        sent = sent[: dice.randrange(len(sent) + 1)]
    if dice.random() < 0.03:
        place = dice.randrange(len(sent) + 1)
        sent = sent[:place] + bytes([dice.randrange(256)]) + sent[place:]
    return sent


@pytest.fixture
def app(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The app without its limits: a tenth of the bodies create a table."""
    monkeypatch.setattr(app.extensions[LIMITS], "enabled", False)
    return app


@pytest.mark.parametrize("share", range(SHARES))
def test_no_body_breaks_the_server(program: Program, share: int) -> None:
    dice = random.Random(share)
    kinds = list(ENTRIES.values())
    to_table = f"/api/v1/tables/{program.table}"
    headers = {"Authorization": f"Bearer {program.token}", "Content-Type": "application/json"}
    statuses: dict[int, int] = {}
    game = ""
    for number in range(BODIES // SHARES):
        if number % A_GAME == 0:
            game = program.start()
        to_game = f"/api/v1/games/{game}/entries"
        place, body = dice.choice(
            [
                *[(to_game, dice.choice(kinds))] * 6,
                (f"{to_table}/games", NEW_GAME),
                ("/api/v1/score", PLAYED_GAME),
                (f"{to_table}/invites", {"role": "watcher", "uses": 1}),
                ("/api/v1/tables", {"name": "Thursday"}),
            ]
        )
        for _ in range(dice.randrange(4)):
            body = mutated(body, dice)
        answer = program.client.post(place, data=raw(body, dice), headers=headers)
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
        assert answer.status_code in (200, 201, 404, 409, 422), f"{place} {body}: {answer.text}"
        assert answer.is_json
    assert statuses[422] > BODIES // SHARES // 4
    assert statuses[201] > BODIES // SHARES // 50
