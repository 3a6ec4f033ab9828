"""The questions of a table, answered on a phone by a module of its own: the same page as the server's."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser

from scorekeeper.core.game import read_start
from scorekeeper.core.inputs import Json
from scorekeeper.core.pages.looking_up.settle import settle_view
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet.model import FORMAT
from tests.phone.conftest import other_modules
from tests.phone.walks import between, templates

DRAW = """async ([text, asked]) => {
  const core = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  core.useHost({
    url_for: (endpoint, values) => {
      const given = values.items().map(([name, value]) => `${name}=${core.str(value)}`);
      return `/${endpoint}?${given.join("&")}`;
    },
    csrf: () => new core.Markup(""),
    get_flashed_messages: () => [["error", "Oh"]],
  });
  return JSON.parse(asked).map(([start, hands, url]) => {
    const { rules } = core.read_start(core.fromJson(start)).setup;
    const [game, table] = [new core.Dict([["id", "g1"]]), new core.Dict([["name", "Thursday & <co>"]])];
    const about = [["game", game], ["table", table], ["this_page", "/here"]];
    const values = new core.Dict([...about, ...core.settle_view(rules, hands, url, "").items()]);
    const blocks = core.pages["rulesets/settle.html"];
    return `${blocks.title(values, blocks)}: ${blocks.page(values, blocks)}`;
  });
}"""

OPTIONS: dict[str, Json] = {
    "partnership": {"blind_nil": 200, "lose_at": -200, "sets_lose": 3, "blind_numbers": 6, "boston": "200", "hands": 9},
    "cutthroat": {"ten_for_200": "ladder", "failed_nil": "bags"},
}


def starts() -> list[Json]:
    """A game of each rule set at its usual table, and some with house rules."""
    return [_start(key, {}) for key in rule_sets()] + [_start(key, options) for key, options in OPTIONS.items()]


def _start(key: str, options: Json) -> Json:
    shape = rule_sets()[key].shapes[0]
    names = iter(["Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal"])
    sides = [
        {"name": f"Side {side}", "players": [next(names) for _ in range(shape.players_per_side)]}
        for side in range(shape.sides)
    ]
    return {"format": FORMAT, "rules": key, "options": options, "sides": sides}


def test_page_of_each_rule_set_equals_that_of_the_server(browser: Browser) -> None:
    asked: list[Any] = [[start, place % 3, "/correct" if place % 2 else None] for place, start in enumerate(starts())]
    page = browser.new_page()
    drawn = page.evaluate(DRAW, [other_modules()[2], json.dumps(asked)])
    page.close()
    template = templates().get_template("rulesets/settle.html")
    for (start, hands, url), text in zip(asked, drawn, strict=True):
        values = settle_view(read_start(start).setup.rules, hands, url)
        around = {"game": {"id": "g1"}, "table": {"name": "Thursday & <co>"}, "this_page": "/here"}
        whole = template.render({**around, "preferences": {"text": "large", "hand": "left"}, **values})
        title, body = between(whole, "<title>", "</title>"), between(whole, "<body>", "</body>").removeprefix("\n")
        assert text == f"{title}: {body}", start["rules"]
