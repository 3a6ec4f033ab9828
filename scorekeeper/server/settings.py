"""Reads and checks the settings, from the environment or `config.toml` in the instance folder."""

import os
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import IO, Any
from zoneinfo import ZoneInfo

from flask import Config
from platformdirs import user_data_path

from scorekeeper.chance import random_token
from scorekeeper.core.words.language import either, translate as _, with_commas
from scorekeeper.durable_files import make_folder, write_private
from scorekeeper.extras import how_to_install, is_installed
from scorekeeper.found_rooms import room_modules
from scorekeeper.server.declared_settings import (
    ACCESS_LOG,
    API_ORIGINS,
    DATABASE_URL,
    FORWARDED_HOST,
    INSTANCE,
    LOG_FORMAT,
    METRICS_TOKEN,
    PROXIES,
    RATE_LIMIT_STORAGE,
    RATE_LIMITS,
    ROOMS,
    SECRET_KEY,
    SECURITY_LOG,
    SETTINGS,
    STRANGERS_CREATE_TABLES,
    TIME_ZONE,
    URL,
    Setting,
)
from scorekeeper.storage.upgrade import file_locked

PACKAGE = Path(__file__).resolve().parent.parent
CONFIG_FILE = "config.toml"
SECRET_KEY_FILE = "secret_key"
USED = "used"
"""An empty file: the first start that had a database made it. What a start that failed leaves does not count."""
ADDRESS = "address"
"""The file with the address at which the server said that phones find it."""


class BadSetting(ValueError):
    """An invalid setting; the message names it and says what it takes."""


def templates_folder() -> Path:
    """The folder of the templates: inside the package, or next to it in a checkout."""
    inside = PACKAGE / "templates"
    return inside if inside.is_dir() else PACKAGE.parent / "templates"


MIN_KEY_LENGTH = 32
PUBLIC_URL = re.compile(
    r"(?P<scheme>https?)://(?P<host>[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:(?P<port>[1-9][0-9]{0,4}))?"
    r"(?P<path>(/[a-zA-Z0-9_-]+)*)/?",
    re.IGNORECASE,
)
DEFAULT_PORTS = {"http": "80", "https": "443"}


PREFIX = "SCOREKEEPER_"
ALIKE = 0.8
"""How much of a name has to be like that of a setting, from 0 to 1, to be a slip of the keyboard."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings; without a database address, the database is a file in the instance folder."""

    instance: Path
    database_url: str | None
    secret_key: str
    access_log: bool = False
    security_log: bool = True
    json_logs: bool = False
    strangers_create_tables: bool = True
    proxies: int = 0
    url: str | None = None
    forwarded_host: bool = False
    rate_limits: bool = True
    rate_limit_storage: str | None = None
    api_origins: tuple[str, ...] = ()
    metrics_token: str | None = None
    time_zone: str = "UTC"
    rooms: tuple[str, ...] = ()
    used_before: bool = False
    """Whether an earlier start had a database."""


def read_settings(environment: Mapping[str, str] = os.environ, *, make: bool = True) -> ServerSettings:
    """The settings of this process; with `make` it creates a missing instance folder and secret key.

    Raises `BadSetting`. A missing secret key that is not created is empty.
    """
    instance = Path(environment.get(INSTANCE.name) or _default_instance()).resolve()
    if make:
        _make_folder(instance)
    values = _given(instance, environment)
    for setting in SETTINGS:
        if setting.values and values.get(setting.key, setting.values[0]) not in setting.values:
            raise _wrong(setting, values[setting.key], either(setting.values))
    return ServerSettings(
        instance=instance,
        database_url=values.get(DATABASE_URL.key) or None,
        access_log=values.get(ACCESS_LOG.key) == "on",
        security_log=values.get(SECURITY_LOG.key) != "off",
        json_logs=values.get(LOG_FORMAT.key) == "json",
        strangers_create_tables=values.get(STRANGERS_CREATE_TABLES.key) != "off",
        proxies=int(values.get(PROXIES.key, "0")),
        url=_public_url(values[URL.key]) if values.get(URL.key) else None,
        forwarded_host=values.get(FORWARDED_HOST.key) == "on",
        rate_limits=values.get(RATE_LIMITS.key) != "off",
        rate_limit_storage=values.get(RATE_LIMIT_STORAGE.key) or None,
        api_origins=tuple(_origin(each) for each in values.get(API_ORIGINS.key, "").split()),
        metrics_token=_metrics_token(values),
        time_zone=_time_zone(values.get(TIME_ZONE.key) or "UTC"),
        rooms=_rooms(values.get(ROOMS.key)),
        used_before=any((instance / name).exists() for name in (USED, ADDRESS)),
        # The last: what is wrong with a setting is said before anything is written.
        secret_key=_given_secret(values, SECRET_KEY) or _secret_key(instance / SECRET_KEY_FILE, make),
    )


def logs_are_json(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the settings ask for logs as JSON, even if others of them are wrong."""
    try:
        values = _given(Path(environment.get(INSTANCE.name) or _default_instance()).resolve(), environment)
    except BadSetting:
        return False
    return values.get(LOG_FORMAT.key) == "json"


def _wrong(setting: Setting, given: str, expected: str) -> BadSetting:
    return BadSetting(
        _("{setting} is {value}; it must be {expected}", setting=setting.name, value=repr(given), expected=expected)
    )


def _public_url(given: str) -> str:
    """Scheme and host, with a port unless it is the usual one, and perhaps a path without a slash at its end."""
    match = PUBLIC_URL.fullmatch(given)
    if match is None:
        expected = _(
            "https:// or http:// and a host, perhaps with a path of letters, digits, - and _, such as {url}",
            url="https://home.example/spades",
        )
        raise _wrong(URL, given, expected)
    return f"{_origin_of(match)}{match['path']}"


def _origin(given: str) -> str:
    """A website: scheme and host, with a port unless it is the usual one."""
    match = PUBLIC_URL.fullmatch(given)
    if match is None or match["path"]:
        expected = _("https:// or http:// and a host, without a path, such as {url}", url="https://spades.example.org")
        raise _wrong(API_ORIGINS, given, expected)
    return _origin_of(match)


def _origin_of(match: re.Match[str]) -> str:
    scheme, host, port = match["scheme"].lower(), match["host"].lower(), match["port"]
    return f"{scheme}://{host}" if port in (None, DEFAULT_PORTS[scheme]) else f"{scheme}://{host}:{port}"


def _time_zone(name: str) -> str:
    try:
        if name != "UTC":  # works even on machines without time zone data
            ZoneInfo(name)
    except (ValueError, LookupError, OSError) as error:
        expected = _("the name of a time zone, such as {zone}", zone="Europe/Berlin")
        raise _wrong(TIME_ZONE, name, expected) from error
    return name


def _rooms(given: str | None) -> tuple[str, ...]:
    """The rooms that are open; without a value, all whose packages are installed."""
    known = tuple(room_modules())
    if given is None:
        return tuple(filter(is_installed, known))
    asked = given.split()
    if not set(asked) <= set(known):
        some = _("some of {rooms}, with spaces between them, or empty", rooms=with_commas(known))
        raise _wrong(ROOMS, given, some if known else _("empty: there are no rooms here"))
    _refuse_without(ROOMS, *(name for name in known if name in asked))
    return tuple(name for name in known if name in asked)


def _refuse_without(setting: Setting, *extras: str) -> None:
    """Raise `BadSetting` unless the packages of all these extras are there."""
    missing = [extra for extra in extras if not is_installed(extra)]
    if missing:
        raise BadSetting(
            _(
                "{setting} needs packages that are not installed. Run {command}",
                setting=setting.name,
                command=how_to_install(*missing),
            )
        )


def _default_instance() -> Path:
    """`instance/` of the checkout; if the package is installed, the user's data folder.

    Earlier versions made `instance/` in the current folder: if one is in use there, it is returned.
    """
    checkout = PACKAGE.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "instance"
    before = Path.cwd() / "instance"
    return before if _has_content(before / SECRET_KEY_FILE) else user_data_path("scorekeeper", appauthor=False)


def _make_folder(folder: Path) -> None:
    try:
        make_folder(folder)
        if [path.name for path in folder.iterdir()] == [".gitignore"]:  # the empty folder of a fresh checkout
            with suppress(PermissionError):
                folder.chmod(0o700)
    except OSError as error:
        raise BadSetting(
            _(
                "The instance folder {folder} cannot be created ({why}). Name another with {setting}",
                folder=str(folder),
                why=str(error.strerror or error),
                setting=INSTANCE.name,
            )
        ) from error


def _given(instance: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """The values in `config.toml` and in the environment, which wins. Only that of rooms may be empty."""
    config, file = Config(instance), str(instance / CONFIG_FILE)
    try:
        config.from_file(CONFIG_FILE, load=_in_capitals, silent=True, text=False)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(_("{file} cannot be read ({why})", file=file, why=str(error))) from error
    _refuse_misspelt(environment)
    # Not `from_prefixed_env`, which also takes empty variables, and those that are no settings.
    variables = {setting.key: environment.get(setting.name) for setting in SETTINGS if setting is not INSTANCE}
    given = {key: value for key, value in variables.items() if value or (key == ROOMS.key and value is not None)}
    config.from_mapping({key.upper(): value for key, value in given.items()})
    values = config.get_namespace("")
    for key, value in values.items():
        if key not in variables:
            raise BadSetting(
                _(
                    "{file} sets “{key}”, which is no setting. The settings are {known}",
                    file=file,
                    key=key,
                    known=with_commas(sorted(variables)),
                )
            )
        if not isinstance(value, str):
            raise BadSetting(
                _("{file} sets “{key}” to {value}; it must be text in quotes", file=file, key=key, value=repr(value))
            )
    return values


def _refuse_misspelt(environment: Mapping[str, str]) -> None:
    """Raise `BadSetting` for a variable that is nearly called like a setting, and would do nothing."""
    known = {setting.key: setting.name for setting in SETTINGS}
    for name in environment:
        key = name.removeprefix(PREFIX).lower()
        like = get_close_matches(key, known, 1, ALIKE) if name.startswith(PREFIX) and key not in known else []
        if like:
            raise BadSetting(
                _("{variable} is no setting. Did you mean {setting}?", variable=name, setting=known[like[0]])
            )


def _in_capitals(file: IO[bytes]) -> dict[str, Any]:
    return {key.upper(): value for key, value in tomllib.load(file).items()}  # Flask ignores any other key


def _given_secret(values: Mapping[str, str], setting: Setting) -> str | None:
    secret = values.get(setting.key)
    if secret and len(secret) < MIN_KEY_LENGTH:
        raise BadSetting(
            _(
                "{setting} has {length} characters; it needs {least} or more",
                setting=setting.name,
                length=len(secret),
                least=MIN_KEY_LENGTH,
            )
        )
    return secret or None


def _metrics_token(values: Mapping[str, str]) -> str | None:
    token = _given_secret(values, METRICS_TOKEN)
    if token:
        _refuse_without(METRICS_TOKEN, "metrics")
    return token


def _secret_key(path: Path, make: bool) -> str:
    """The key in the file; the first process to start creates it, readable only by its owner."""
    try:
        if not make and not _has_content(path):
            return ""
        if not _has_content(path):
            with file_locked(path.with_name(f"{path.name}.lock")):
                if not _has_content(path):  # another process may have been faster
                    _make_key(path)
        key = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(
            _("The secret key cannot be stored in {file} ({why})", file=str(path), why=str(error))
        ) from error
    if len(key) < MIN_KEY_LENGTH:
        raise BadSetting(
            _(
                "{file} has no key. Put it back from a backup; without one, move it aside: the next start makes a new "
                "key, and every device has to join again",
                file=str(path),
            )
        )
    return key


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _make_key(path: Path) -> None:
    write_private(path, random_token(48).encode("ascii"))
