"""The largest paper sheets under valid rules: their pages, and what the request's thread does."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.access.limits import KEY as LIMITS
from scorekeeper.core.pages import shape_key
from scorekeeper.core.rules.ruleset import RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.web.transfer.paper_hands import MAX_KEPT, most_hands
from tests.sampled import sampled

MOST_SECONDS, MOST_BYTES = 1.0, 200_000
PAIRS = rule_sets()["partnership"]


def paper(rules: RuleSet, shape: Shape, name: str, bid: str, total: str) -> MultiDict[str, str]:
    """A sheet with every hand that it may have, each box of which has these."""
    typed = MultiDict({"rules": rules.key, "shape": shape_key(shape), "open": "1"})
    house = rules.with_options({}, shape)
    for seat in range(shape.sides * shape.players_per_side):
        typed[f"p-{seat}"] = f"{seat}{name}"
    for hand in range(1, most_hands(shape.sides) + 1):
        for side in house.seating.sides:
            took = "13" if side == 0 else "0"
            typed.update({f"t-{hand}-{side}": took, f"s-{hand}-{side}": total})
            for seat in house.seating.bidders_of(side) if house.hand_rules_of(hand).is_bid else ():
                typed.setlist(f"b-{hand}-{seat}", [bid])
                typed[f"m-{hand}-{seat}"] = "set"
    return typed


def sheets() -> Iterator[tuple[str, MultiDict[str, str]]]:
    for rules in rule_sets().values():
        for shape in rules.shapes:
            for name, bid, total in (("", "1", "-99999"), ("&" * 12, "1", "7"), ("", "nil", "1"), ("", '"""', "&&")):
                yield f"{rules.key} {shape_key(shape)} {name}{bid}", paper(rules, shape, name, bid, total)


@pytest.fixture
def open_app(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    app.config |= {"WTF_CSRF_ENABLED": False, "WTF_CSRF_CHECK_DEFAULT": False}
    monkeypatch.setattr(app.extensions[LIMITS], "enabled", False)
    return app


def test_full_sheets_cost_little_and_are_shown_shortly(open_app: Flask) -> None:
    client, dear = open_app.test_client(), []
    for label, typed in sampled(sheets(), 12):
        for to in ("", "1"):
            began = time.thread_time()
            answer = client.post("/audit", data={**typed.to_dict(flat=False), "to": to})
            took = time.thread_time() - began
            if took > MOST_SECONDS or len(answer.data) > MOST_BYTES or answer.status_code not in (200, 422):
                dear.append((label, to, answer.status_code, round(took, 2), len(answer.data)))
    assert not dear


def test_more_than_a_page_can_show_again_is_refused(open_app: Flask) -> None:
    typed = paper(PAIRS, PAIRS.shapes[0], "", "&" * 30, "1")
    answer = open_app.test_client().post("/audit", data=typed.to_dict(flat=False) | {"to": "1"})
    assert answer.status_code == 422
    assert "The list is too long." in answer.text
    typed = MultiDict({"rules": "two-player", "open": "1", "to": "1", "p-0": "x" * MAX_KEPT})
    assert len(open_app.test_client().post("/audit", data=typed).data) < MOST_BYTES
