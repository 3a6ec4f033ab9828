"""Which answers have tokens: no repeat of what starts a game or a tournament is one of them."""

from __future__ import annotations

from typing import Any

from flask import Flask

from tests.access.test_long_texts import parts_of
from tests.api.calling import API_CALLS

TOKENS = {"token", "tokens", "link", "links", "secret"}


def test_only_these_calls_answer_with_tokens(app: Flask) -> None:
    document: Any = app.test_client().get("/api/v1/openapi.json").json
    found = set()
    for call in API_CALLS:
        answers = document["paths"][call.path][call.method]["responses"]
        for status, answer in answers.items():
            if status < "300":
                for _path, schema in parts_of(answer.get("content", {}), status, document, set()):
                    if TOKENS & schema.get("properties", {}).keys():
                        found.add(call.name)
    assert found == {"new_table", "invites", "new_invite", "put_out"}
