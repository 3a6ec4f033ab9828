"""The settings: from the environment, from config.toml, and their errors."""

import re
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.found_rooms import room_modules
from scorekeeper.server import settings
from scorekeeper.server.declared_settings import SETTINGS
from scorekeeper.server.settings import BadSetting, ServerSettings, read_settings

KEY = "k" * 32


def chosen(instance: Path, **settings: str) -> ServerSettings:
    return read_settings({"SCOREKEEPER_INSTANCE": str(instance), **settings})


def test_defaults_are_enough(tmp_path: Path) -> None:
    found = chosen(tmp_path / "new" / "folder")
    assert found.instance.is_dir()
    assert found.database_url is None
    assert len(found.secret_key) >= 32
    assert not found.access_log


def test_secret_key_is_created_once_and_private(tmp_path: Path) -> None:
    assert chosen(tmp_path).secret_key == chosen(tmp_path).secret_key
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_empty_key_file_is_filled_again(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    assert len(chosen(tmp_path).secret_key) >= 32


PARTS = {"log_format": "json_logs"}  # names of settings that differ from the variable
CHOICES = {  # a value for each setting, and its result
    "database_url": ("sqlite:////srv/scores.sqlite", "sqlite:////srv/scores.sqlite"),
    "secret_key": (KEY, KEY),
    "access_log": ("on", True),
    "security_log": ("off", False),
    "log_format": ("json", True),
    "api_origins": (
        "https://cards.example https://club.example:8443",
        ("https://cards.example", "https://club.example:8443"),
    ),
    "strangers_create_tables": ("off", False),
    "proxies": ("2", 2),
    "url": ("https://Cards.example:443/Spades/", "https://cards.example/Spades"),
    "forwarded_host": ("on", True),
    "rate_limits": ("off", False),
    "rate_limit_storage": ("database://", "database://"),
    "metrics_token": (KEY, KEY),
    "time_zone": ("Europe/Berlin", "Europe/Berlin"),
    "rooms": ("", ()),
}
ROOMS = room_modules()


@pytest.mark.parametrize("name", [name for name in CHOICES if name != "rooms" or ROOMS])
def test_each_setting_is_read_from_environment_and_file(tmp_path: Path, name: str) -> None:
    value, found = CHOICES[name]
    part = PARTS.get(name, name)
    assert getattr(chosen(tmp_path / "plain"), part) != found
    assert getattr(chosen(tmp_path, **{f"SCOREKEEPER_{name.upper()}": value}), part) == found
    (tmp_path / "config.toml").write_text(f'{name} = "{value}"\n')
    assert getattr(chosen(tmp_path), part) == found


def test_every_setting_is_tested() -> None:
    assert {setting.key for setting in SETTINGS} == {"instance", *CHOICES}


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('access_log = "on"\n')
    assert not chosen(tmp_path, SCOREKEEPER_ACCESS_LOG="off").access_log


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (
            'databse_url = "x"',
            "sets “databse_url”, which is no setting. The settings are access_log, api_origins, database_url, ",
        ),
        ('instance = "/srv"', "sets “instance”, which is no setting"),
        ("access_log = true", "sets “access_log” to True; it must be text in quotes"),
        ('access_log = "maybe"', "SCOREKEEPER_ACCESS_LOG is 'maybe'; it must be off or on"),
        ('time_zone = "Berlin"', "SCOREKEEPER_TIME_ZONE is 'Berlin'; it must be the name of a time zone"),
        ('proxies = "9"', "SCOREKEEPER_PROXIES is '9'; it must be 0, 1, 2, 3 or 4"),
        ('url = "cards.example"', "SCOREKEEPER_URL is 'cards.example'; it must be https:// or http:// and a host"),
        ('url = "https://cards.example//spades"', "perhaps with a path of letters, digits, - and _, such as https://"),
        ('url = "https://cards.example/../spades"', "SCOREKEEPER_URL is"),
        ('url = "https://cards.example/spades?x=1"', "SCOREKEEPER_URL is"),
        ('api_origins = "https://cards.example/spades"', "without a path, such as https://spades.example.org"),
        ('url = "https://ann@cards.example"', "SCOREKEEPER_URL is"),
        ('url = "https://cards.example:0"', "SCOREKEEPER_URL is"),
        ('url = "ftp://cards.example"', "SCOREKEEPER_URL is"),
        ("access_log =", "cannot be read (Invalid value"),
        ('metrics_token = "short"', "SCOREKEEPER_METRICS_TOKEN has 5 characters; it needs 32 or more"),
        (
            'rooms = "attic"',
            f"SCOREKEEPER_ROOMS is 'attic'; it must be {'some of ' + ', '.join(ROOMS) if ROOMS else 'empty'}",
        ),
        ('secret_key = "short"', "SCOREKEEPER_SECRET_KEY has 5 characters; it needs 32 or more"),
    ],
)
def test_wrong_config_file_is_reported(tmp_path: Path, written: str, message: str) -> None:
    (tmp_path / "config.toml").write_text(f"{written}\n")
    with pytest.raises(BadSetting, match=re.escape(message)):
        chosen(tmp_path)


def test_key_file_with_other_content_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("hello\n")
    with pytest.raises(BadSetting, match="Put it back from a backup; without one, move it aside"):
        chosen(tmp_path)


def test_binary_key_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_bytes(b"\xff" * 40)
    with pytest.raises(BadSetting, match="The secret key cannot be stored"):
        chosen(tmp_path)


def test_instance_folder_can_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "what? 50% #1 & ♠"
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    create_app()
    assert (folder / "scorekeeper.sqlite").is_file()


def test_installed_package_keeps_games_in_the_data_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "PACKAGE", tmp_path / "site-packages" / "scorekeeper")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    assert read_settings({}, make=False).instance == tmp_path / "data" / "scorekeeper"
    before = tmp_path / "instance"
    read_settings({"SCOREKEEPER_INSTANCE": str(before)})
    assert read_settings({}, make=False).instance == before, "an earlier version made it"
