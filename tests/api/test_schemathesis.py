"""Schemathesis reads the OpenAPI document and tests it with valid and invalid bodies.

Whatever a schema cannot say, such as tricks that add up, is refused with 422: so a body that matches the schema may be
refused. A body that does not match must be. The suite tries a fourth of the calls; `make soak` tries all.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings

from scorekeeper.access.limits import KEY as LIMITS
from scorekeeper.api.operations import ApiCall
from tests.api.calling import API_CALLS, Program
from tests.hypothesis_budget import examples
from tests.sampled import sampled

if TYPE_CHECKING:
    import schemathesis

MAX_EXAMPLES = examples(2, 100)
WITH_A_BODY = [call for call in API_CALLS if call.operation.body is not None and call.endpoint != "api.check"]
"""Calls that can be malformed: any bytes are a file to check."""

quickly = settings(
    max_examples=MAX_EXAMPLES,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def app(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The app without its limits: the tool creates many tables."""
    monkeypatch.setattr(app.extensions[LIMITS], "enabled", False)
    return app


@cache
def described(app: Flask) -> Any:
    """The schema of the app, read once: for each, the tool looks through every module of the app for constants."""
    import schemathesis  # takes a while, so only the process that runs these tests does it

    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)


def tried(program: Program, tested: ApiCall, mode: str) -> set[int]:
    """Make the call with the tool's bodies, at an existing table; returns the statuses."""
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

    call = described(program.client.application)[tested.path][tested.method.upper()]
    here = {"table": program.table, "game": program.start()}
    headers = {"Authorization": f"Bearer {program.token}", "Accept-Encoding": "identity"}
    statuses = set()

    @quickly
    @given(case=call.as_strategy(generation_mode=GenerationMode(mode)))
    def runs(case: schemathesis.Case[Any]) -> None:
        case.path_parameters = {
            **case.path_parameters,
            **{key: here[key] for key in here if key in case.path_parameters},
        }
        answer = case.call(headers=headers)
        statuses.add(answer.status_code)
        case.validate_response(answer, excluded_checks=[ignored_auth, positive_data_acceptance])

    runs()
    return statuses


@pytest.mark.parametrize("call", sampled(API_CALLS, 4), ids=lambda call: call.endpoint)
def test_valid_requests_get_documented_responses(program: Program, call: ApiCall) -> None:
    if call.endpoint == "api.end_role":
        program.token = program.post(f"/tables/{program.table}/invites", {"role": "keeper"})["token"]
    assert tried(program, call, "positive")


@pytest.mark.parametrize("call", sampled(WITH_A_BODY, 4), ids=lambda call: call.endpoint)
def test_invalid_requests_are_refused(program: Program, call: ApiCall) -> None:
    assert tried(program, call, "negative")
