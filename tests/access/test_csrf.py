"""Every form that changes something carries a token of its page; without it nothing is changed."""

from __future__ import annotations

from scorekeeper.access.routes import API
from tests.access.cast import Cast
from tests.access.test_every_route import METHODS, address, rules

SAFE = {"GET", "HEAD", "OPTIONS"}


def test_no_form_is_taken_without_its_token(cast: Cast) -> None:
    reached: list[str] = []

    def noted(**_parts: object) -> str:
        reached.append("a view")
        return ""

    for endpoint in cast.app.view_functions:
        cast.app.view_functions[endpoint] = noted
    for rule in rules(cast.app):
        for method in (rule.methods or set()) - SAFE & set(METHODS):
            if rule.endpoint not in API:
                answer = cast.alice.open(address(rule, cast), method=method)
                assert answer.status_code == 400, f"{method} {rule}"
                assert "Nothing was written" in answer.text
    assert reached == []


def test_a_program_needs_none(cast: Cast) -> None:
    answer = cast.charlie.post(
        f"/api/v1/tables/{cast.table}/invites", json={"role": "watcher"}, headers=cast.bearer("alice")
    )
    assert answer.status_code == 201
