"""The settings of access: each is checked, and its error says what it accepts."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.server.settings import BadSetting, read_settings


def settings(folder: Path, **values: str) -> dict[str, str]:
    return {"SCOREKEEPER_INSTANCE": str(folder)} | {f"SCOREKEEPER_{name}": value for name, value in values.items()}


def test_defaults(tmp_path: Path) -> None:
    chosen = read_settings(settings(tmp_path))
    assert (chosen.strangers_create_tables, chosen.proxies, chosen.rate_limits) == (True, 0, True)
    assert chosen.rate_limit_storage is None


def test_settings_are_used(tmp_path: Path) -> None:
    chosen = read_settings(settings(tmp_path, STRANGERS_CREATE_TABLES="off", PROXIES="2", RATE_LIMITS="off"))
    assert (chosen.strangers_create_tables, chosen.proxies, chosen.rate_limits) == (False, 2, False)


@pytest.mark.parametrize(
    ("name", "value"), [("PROXIES", "-1"), ("PROXIES", "many"), ("RATE_LIMITS", "no"), ("STRANGERS_CREATE_TABLES", "")]
)
def test_invalid_setting_is_refused(tmp_path: Path, name: str, value: str) -> None:
    if not value:
        assert read_settings(settings(tmp_path, **{name: value})).strangers_create_tables
        return
    with pytest.raises(BadSetting, match=f"SCOREKEEPER_{name} is '{value}'; it must be "):
        read_settings(settings(tmp_path, **{name: value}))


@pytest.mark.parametrize("address", ["nowhere://", "redis://127.0.0.1:1", "x"])
def test_invalid_storage_for_limits_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    with pytest.raises(BadSetting, match="SCOREKEEPER_RATE_LIMIT_STORAGE is"):
        create_app({"RATE_LIMIT_STORAGE": address})
