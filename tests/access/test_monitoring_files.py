"""The files of deploy/monitoring: Prometheus accepts them, and they ask only for what the server says."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from shutil import copytree

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.served import CHECKOUT
from tests.server.test_deploy import program, run
from tests.web.conftest import MakeApp

FILES = CHECKOUT / "deploy/monitoring"
TOKEN = "prometheus-" + "x" * 32
OURS = re.compile(r"\bscorekeeper_\w+")


@pytest.fixture
def page(make_app: MakeApp) -> str:
    """What a new server says, when one page has been asked for and one is missing."""
    client = make_app(METRICS_TOKEN=TOKEN).test_client()
    client.get("/rules")
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return answer.text


def test_prometheus_has_nothing_to_say_about_our_names(page: str) -> None:
    done = subprocess.run(
        [program("promtool"), "check", "metrics"], input=page, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_prometheus_accepts_its_file(tmp_path: Path) -> None:
    copytree(FILES, tmp_path / "here")
    (tmp_path / "here/scorekeeper-token").write_text(TOKEN)
    done = run(program("promtool"), "check", "config", tmp_path / "here/prometheus.yml")
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_alert_fires_when_it_should() -> None:
    done = run(program("promtool"), "test", "rules", FILES / "alerts_test.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    alerts = set(re.findall(r"alert: (\w+)", (FILES / "scorekeeper-alerts.yml").read_text()))
    assert {alert for alert in alerts if alert in (FILES / "alerts_test.yml").read_text()} == alerts


def test_prometheus_understands_the_dashboard(tmp_path: Path) -> None:
    rules = [{"record": f"panel:{number}", "expr": asked} for number, asked in enumerate(_questions())]
    (tmp_path / "panels.json").write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))
    done = run(program("promtool"), "check", "rules", "--lint=none", tmp_path / "panels.json")
    assert done.returncode == 0, done.stdout + done.stderr


def test_alerts_and_dashboard_ask_for_what_the_server_says(page: str) -> None:
    known = {
        f"{family.name}{ending}"
        for family in text_string_to_metric_families(page)
        for ending in ("", "_total", "_bucket", "_count", "_sum")
    }
    asked = set(OURS.findall("".join(_questions()) + (FILES / "scorekeeper-alerts.yml").read_text()))
    assert len(asked) > 10
    assert asked <= known


def _questions() -> list[str]:
    """What the panels of the dashboard ask for."""
    panels = json.loads((FILES / "dashboard.json").read_text())["panels"]
    return [target["expr"].replace("$job", "scorekeeper") for panel in panels for target in panel["targets"]]
