"""The settings, each named, described and checked: from the environment, or `config.toml` in the instance folder."""

import os
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CONFIG_FILE = "config.toml"
SECRET_KEY_FILE = "secret_key"
DATABASE_FILE = "scorekeeper.sqlite"


class BadSetting(ValueError):
    """A setting that cannot be; the message names it and says what it takes."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name in the environment, and what it does."""

    name: str
    help: str
    values: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Its name in `config.toml`."""
        return self.name.removeprefix("SCOREKEEPER_").lower()


INSTANCE = Setting("SCOREKEEPER_INSTANCE", "The folder with the database, the secret key and config.toml.")
DATABASE_URL = Setting(
    "SCOREKEEPER_DATABASE_URL",
    f"Where games are kept: sqlite:///… or postgresql://…; else in {DATABASE_FILE} in the instance folder.",
)
SECRET_KEY = Setting(
    "SCOREKEEPER_SECRET_KEY", "Signs cookies and forms; made at the first start and kept in the instance folder."
)
SETTINGS = (INSTANCE, DATABASE_URL, SECRET_KEY)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The settings as they are."""

    instance: Path
    database_url: str
    secret_key: str


def read_settings(environment: Mapping[str, str] = os.environ) -> Chosen:
    """The settings of this process; makes the instance folder and the secret key if missing. Raises `BadSetting`."""
    instance = Path(environment.get(INSTANCE.name) or _default_instance()).resolve()
    _make_folder(instance)
    values = _file_values(instance / CONFIG_FILE)
    values |= {setting.key: environment[setting.name] for setting in SETTINGS if environment.get(setting.name)}
    for setting in SETTINGS:
        if setting.values and values.get(setting.key, setting.values[0]) not in setting.values:
            raise BadSetting(f"{setting.name} is {values[setting.key]!r}, it takes {' or '.join(setting.values)}")
    return Chosen(
        instance=instance,
        database_url=values.get(DATABASE_URL.key) or f"sqlite:///{instance / DATABASE_FILE}",
        secret_key=values.get(SECRET_KEY.key) or _secret_key(instance / SECRET_KEY_FILE),
    )


def _default_instance() -> Path:
    """`instance/` of the checkout, or of the current folder where the package is installed."""
    checkout = PACKAGE.parent
    return (checkout if (checkout / "pyproject.toml").is_file() else Path.cwd()) / "instance"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(
            f"the instance folder {folder} cannot be made: {error.strerror}; {INSTANCE.name} names another"
        ) from error


def _file_values(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(f"{path} cannot be read: {error}") from error
    known = {setting.key for setting in SETTINGS if setting is not INSTANCE}
    for key, value in values.items():
        if key not in known:
            raise BadSetting(f'{path} sets "{key}", it can set {", ".join(sorted(known))}')
        if not isinstance(value, str):
            raise BadSetting(f'{path} sets "{key}" to {value!r}, it must be text in quotes')
    return dict(values)


def _secret_key(path: Path) -> str:
    """The key kept in the file; the first process to start makes it, readable by its owner alone."""
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        os.write(file, secrets.token_urlsafe(48).encode("ascii"))
        os.close(file)
    except FileExistsError:
        pass
    except OSError as error:
        raise BadSetting(f"the secret key cannot be kept in {path}: {error.strerror}") from error
    key = path.read_text(encoding="ascii").strip()
    if len(key) < 32:
        raise BadSetting(f"{path} holds no key: delete it, and a new one is made at the next start")
    return key
