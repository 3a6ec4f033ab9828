"""Flask's own command finds the app, as `flask --app scorekeeper`."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.cli import FlaskGroup


def test_flask_command_finds_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("FLASK_RUN_FROM_CLI", "true")
    listed = CliRunner().invoke(FlaskGroup(), ["--app", "scorekeeper", "routes"])
    assert listed.exit_code == 0, listed.output
    assert "/games/<game>/bids" in listed.output
