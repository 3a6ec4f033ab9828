"""The time zone of the pages: a setting, UTC by default, refused if there is no such zone."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.server.settings import BadSetting, read_settings
from scorekeeper.web.formatting import local


def test_default_time_zone_is_utc(tmp_path: Path) -> None:
    assert read_settings({"SCOREKEEPER_INSTANCE": str(tmp_path)}).time_zone == "UTC"


def test_time_zone_is_set_by_its_name(tmp_path: Path) -> None:
    chosen = read_settings({"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_TIME_ZONE": "Asia/Kathmandu"})
    app = Flask("clock")
    app.config["TIME_ZONE"] = chosen.time_zone
    with app.app_context():
        assert f"{local(datetime(2026, 11, 20, 12, 0, tzinfo=UTC)):%H:%M}" == "17:45"


@pytest.mark.parametrize("name", ["Nowhere/Land", "../etc/passwd", "Berlin time", "+02:00"])
def test_unknown_time_zone_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadSetting, match="it must be the name of a time zone, such as Europe/Berlin"):
        read_settings({"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_TIME_ZONE": name})
