"""The largest lists that a tournament's pages take cost little, and so do their answers: also those made to hurt."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from flask import Flask

from scorekeeper.access.routes import MAX_FORM_TEXT, Route
from scorekeeper.rooms.tournaments.pages.setting_up.fixtures import MAX_LIST as FIXTURES
from tests.rooms.tournaments.hall import Hall

MOST_SECONDS, MOST_BYTES = 1.0, 200_000
"""For a list."""
FIELDS = {"fixtures.create": "text", "teams.create": "teams"}
"""The routes that take a text longer than a form's, and its field: a new one needs a case here."""


def lists(longest: int) -> Iterator[str]:
    """Lists of this length that ask for the most work."""
    lots, letters = Random(1), [*"abcdefghijklmnopqrstuvwxyzabcdefghijklmn"]

    def name() -> str:
        lots.shuffle(letters)
        return "".join(letters[:36])

    alike = "\n".join(f"{number % 60 + 1},{name()} & {name()},{name()} & {name()}" for number in range(1000))
    for unit in (alike, "\n".join(f"{name()} & {name()}" for _ in range(256)), "1,2,A,B\n", '"\n', 'a","\n', ",\n"):
        yield (unit * (longest // len(unit) + 1))[:longest]
        yield unit[:longest]
    for letter in '&,;"\n1\x0b👍':
        yield letter * (longest - 1)


def test_every_long_text_has_a_case(app: Flask) -> None:
    long = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if isinstance(rule, Route) and rule.operation is None and rule.longest > MAX_FORM_TEXT
        if "tournament" in rule.arguments
    }
    assert long == set(FIELDS)


def test_largest_lists_cost_little_and_are_answered_shortly(hall: Hall) -> None:
    hall.set_up([], format="fixtures", playoff="0", kept_on="paper")
    dear: list[tuple[str, str, float, int]] = []
    for endpoint, field in FIELDS.items():
        place = hall.at(endpoint.partition(".")[0])
        fields = dict(hall.director.open(place).form_with(field).fields.items())
        for text in lists(FIXTURES):
            began = time.thread_time()
            answer = hall.director.client.post(place, data=fields | {field: text})
            took = time.thread_time() - began
            size = len(answer.data)
            assert answer.status_code in (200, 302, 303, 413, 422)
            if took > MOST_SECONDS or size > MOST_BYTES:
                dear.append((endpoint, text[:20], round(took, 2), size))
    assert not dear
