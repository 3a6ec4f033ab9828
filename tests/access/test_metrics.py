"""Metrics: what Prometheus reads, who may read it, and nothing in it that identifies a table."""

from __future__ import annotations

import os
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from scorekeeper.access.quotas import LEAST_FREE, MAX_HEAVY_JOBS, slot
from scorekeeper.server.instance import BACKED_UP
from scorekeeper.server.metrics import FORMER_NAMES
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.upgrade import head_revision
from scorekeeper.version import program_version
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


def all_figures(app: Flask) -> list[Sample]:
    """Every figure of the metrics."""
    return [
        sample for family in text_string_to_metric_families(scrape(app.test_client())[1]) for sample in family.samples
    ]


def figure(app: Flask, name: str, **labels: str) -> float:
    """One figure of the metrics; 0 if nothing was counted yet."""
    return sum(
        sample.value for sample in all_figures(app) if sample.name == name and labels.items() <= sample.labels.items()
    )


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
    name = "scorekeeper_http_request_duration_seconds_count"
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
    assert figure(app, "scorekeeper_requests_refused_total") == 2
    assert figure(app, "scorekeeper_requests_refused_total", code="too-many") == 2


def test_renamed_metrics_keep_their_former_names_for_one_version(app: Flask) -> None:
    app.test_client().get("/rules")
    for _ in range(16):
        app.test_client().get("/api/v1/tables/none", headers={"Authorization": "Bearer guess"})
    found = all_figures(app)
    for former, name in FORMER_NAMES.items():
        now, before = (
            [(each.name.removeprefix(start), each.labels, each.value) for each in found if each.name.startswith(start)]
            for start in (name, former)
        )
        assert now == before != []


def test_metrics_say_which_program_runs(app: Flask) -> None:
    assert figure(app, "scorekeeper_ready") == 1
    labels = {"version": program_version(), "schema": head_revision(), "database": "sqlite"}
    assert figure(app, "scorekeeper_build_info", **labels) == 1


def test_metrics_say_how_old_the_last_good_backup_is(app: Flask) -> None:
    name = "scorekeeper_last_good_backup_timestamp_seconds"
    assert figure(app, name) == 0
    (Path(app.instance_path) / BACKED_UP).touch()
    os.utime(Path(app.instance_path) / BACKED_UP, (1_800_000_000,) * 2)
    assert figure(app, name) == 1_800_000_000


def test_metrics_say_how_much_disk_is_free_and_needed(app: Flask) -> None:
    assert figure(app, "scorekeeper_disk_free_bytes") > figure(app, "scorekeeper_disk_needed_bytes") == LEAST_FREE


def test_taps_that_phones_hold_are_counted_until_they_are_taken(app: Flask) -> None:
    phone = Phone(app.test_client())
    start_game(phone)
    events = f"{phone.page.url}/events?after=1"
    for waiting, phones in ((7, 1), (2, 1), (0, 0)):
        assert phone.client.get(f"{events}&waiting={waiting}").status_code == 200
        assert figure(app, "scorekeeper_unsent_taps") == waiting
        assert figure(app, "scorekeeper_phones_with_unsent_taps") == phones


def test_metrics_without_a_database_still_say_what_was_counted(app: Flask) -> None:
    start_game(Phone(app.test_client()))
    file_of(app).unlink()
    found = {sample.name: sample.value for sample in all_figures(app)}
    assert found["scorekeeper_ready"] == 0
    assert found["scorekeeper_disk_free_bytes"] > 0
    assert "scorekeeper_unsent_taps" not in found


def test_database_errors_are_counted(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    pad = start_game(Phone(app.test_client()))

    def fail(*_words: object, **_parts: object) -> None:
        raise DatabaseBusy

    with monkeypatch.context() as patched:
        patched.setattr(hands, "record_event", fail)
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
    assert labels <= {"route", "status", "le", "kind", "code", "version", "python", "schema", "database"}
    assert "Ann" not in text
    assert not re.search(r'="[^"]*[0-9a-f]{8}', text), "no id"
