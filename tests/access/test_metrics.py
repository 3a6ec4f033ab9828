"""Metrics: what Prometheus reads, who may read it, and nothing in it that identifies a table."""

from __future__ import annotations

import re
from contextlib import ExitStack

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper.access.quotas import MAX_HEAVY_JOBS, slot
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.web.games import hands
from tests.shared_app import file_of
from tests.web.at_table import start_game
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp

TOKEN = "prometheus-" + "x" * 32


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    return make_app(METRICS_TOKEN=TOKEN)


def scrape(client: FlaskClient, token: str | None = TOKEN) -> tuple[int, str]:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {token}"} if token else {})
    return answer.status_code, answer.text


def figure(app: Flask, name: str, **labels: str) -> float:
    """One figure of the metrics; 0 if nothing was counted yet."""
    samples = [
        sample
        for family in text_string_to_metric_families(scrape(app.test_client())[1])
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    ]
    return sum(sample.value for sample in samples)


def test_metrics_do_not_exist_without_a_token_in_the_settings(make_app: MakeApp) -> None:
    client = make_app().test_client()
    assert scrape(client)[0] == scrape(client, None)[0] == scrape(client, "None")[0] == 404


@pytest.mark.parametrize("token", [None, "wrong", TOKEN[:-1], f"{TOKEN}x", "ü"])
def test_wrong_token_is_refused(app: Flask, token: str | None) -> None:
    status, text = scrape(app.test_client(), token)
    assert (status, text) == (401, "a token is needed\n")


def test_guessing_the_token_is_limited(app: Flask) -> None:
    client = app.test_client()
    answers = [scrape(client, f"guess {number}")[0] for number in range(16)]
    assert (answers[0], answers[-1]) == (401, 429)
    assert scrape(client)[0] == 200


def test_requests_are_counted_by_route_and_status_class(app: Flask) -> None:
    client = app.test_client()
    for path in ("/rules", "/rules", "/games/SECRET", "/SECRET"):
        client.get(path)
    name = "scorekeeper_request_seconds_count"
    assert figure(app, name, route="/rules", status="2xx") == 2
    assert figure(app, name, route="/games/<game>", status="4xx") == 1
    assert figure(app, name, route="(no such page)", status="4xx") == 1
    assert "SECRET" not in scrape(client)[1]


def test_events_are_counted_by_kind(app: Flask) -> None:
    pad = start_game(Phone(app.test_client()))
    name = "scorekeeper_events_recorded_total"
    assert figure(app, name, kind="start") == 1
    before = figure(app, name)
    pad.bid("Ann", "4")
    assert figure(app, name) == before + 1


def test_heavy_work_takes_slots(app: Flask) -> None:
    assert figure(app, "scorekeeper_heavy_slots") == MAX_HEAVY_JOBS
    with ExitStack() as work:
        for taken in range(1, MAX_HEAVY_JOBS + 1):
            work.enter_context(slot())
            assert figure(app, "scorekeeper_heavy_slots_in_use") == taken
    assert figure(app, "scorekeeper_heavy_slots_in_use") == 0


def test_only_rate_limit_refusals_are_counted(app: Flask) -> None:
    client = app.test_client()
    for _ in range(17):
        client.get("/api/v1/tables/none", headers={"Authorization": "Bearer guess"})
    assert figure(app, "scorekeeper_refused_total") == figure(app, "scorekeeper_refused_total", code="too-many") == 2


def test_database_errors_are_counted(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    pad = start_game(Phone(app.test_client()))

    def fail(*_words: object, **_parts: object) -> None:
        raise DatabaseBusy

    with monkeypatch.context() as patched:
        patched.setattr(hands, "record_if_any", fail)
        pad.phone.tap("4", 503)
    assert figure(app, "scorekeeper_database_errors_total", kind="busy") == 1
    pad.reload()
    file_of(app).unlink()
    pad.phone.submit(pad.page.form_with("seat"), None, 503, call="3")
    assert figure(app, "scorekeeper_database_errors_total", kind="gone") == 1


def test_labels_have_no_ids_and_no_names(app: Flask) -> None:
    pad = start_game(Phone(app.test_client()))
    pad.bid("Ann", "4")
    text = scrape(app.test_client())[1]
    labels = set(re.findall(r'(\w+)="', text))
    assert labels <= {"route", "status", "le", "kind", "code"}
    assert "Ann" not in text
    assert not re.search(r'="[^"]*[0-9a-f]{8}', text), "no id"
