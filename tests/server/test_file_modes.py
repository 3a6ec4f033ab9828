"""An instance's files are private to its account; a folder that others can read gets a warning."""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from scorekeeper import create_app
from scorekeeper.cli import commands
from scorekeeper.compiler import built, sources
from scorekeeper.server import static_pad
from scorekeeper.server.instance import exposed_paths
from scorekeeper.server.settings import read_settings
from scorekeeper.storage.setup import close_storage
from tests.cli.runs import exit_status
from tests.served import served

OTHERS = stat.S_IRWXG | stat.S_IRWXO

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """The default of most accounts: new files are readable by everyone."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of an instance that does not exist yet."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    return tmp_path / "instance"


def open_ones(folder: Path) -> list[str]:
    """The files there, and the folder, that others can access."""
    return [str(path) for path in (folder, *folder.rglob("*")) if path.stat().st_mode & OTHERS]


def test_server_creates_only_private_files(instance: Path) -> None:
    with served(instance) as server:
        assert {path.name for path in instance.iterdir()} > {"secret_key", "scorekeeper.sqlite"}
        assert open_ones(instance) == []
        assert server.end(signal.SIGINT)[2] == ""


def test_other_wsgi_server_creates_a_private_database(tmp_path: Path, instance: Path) -> None:
    close_storage(create_app())
    assert [path for path in open_ones(instance) if not path.endswith(".lock")] == []


def test_files_for_a_web_server_can_be_read_by_it(
    tmp_path: Path, instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A web server has an account of its own; it could give out nothing of what a command wrote for it."""
    files = dict.fromkeys(("index.html", "en/index.html", "static/js/play.js"), b"")
    monkeypatch.setattr(static_pad, "StaticPad", lambda _app, _qr: SimpleNamespace(files=files))
    monkeypatch.setattr(sources, "build", lambda _templates: [""] * len(built.PARTS))
    pad = tmp_path / "www" / "pad"
    (pad / "en").mkdir(parents=True, mode=0o700)  # as an earlier version made it
    (pad / "en" / "index.html").touch(0o600)
    (tmp_path / "www").chmod(0o700)
    for words in (["static", str(pad)], ["phone", "--output", str(tmp_path / "of" / "phones")]):
        os.umask(0o077)  # as `main` sets it for every command
        assert CliRunner().invoke(commands, words).exit_code == 0
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "of", pad, *pad.rglob("*"))}
    modes |= {path: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "of").rglob("*")}
    wrong = {path: oct(mode) for path, mode in modes.items() if mode != (0o755 if path.is_dir() else 0o644)}
    assert len(modes) == 9 + len(built.PARTS)
    assert not wrong
    assert stat.S_IMODE((tmp_path / "www").stat().st_mode) == 0o700, "what is above stays as it is"


def test_backups_and_exports_are_private(tmp_path: Path, instance: Path) -> None:
    for words in (["backup", str(tmp_path / "copy.sqlite")], ["export", "-o", str(tmp_path / "all.zip")]):
        assert exit_status(*words, SCOREKEEPER_INSTANCE=str(instance)) == 0
    assert [path for path in open_ones(tmp_path) if path != str(tmp_path)] == []


def test_restored_database_is_private(tmp_path: Path, instance: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    for words in (["backup", str(copy)], ["restore", "--force", str(copy)]):
        copy.chmod(0o644) if copy.exists() else None
        assert CliRunner().invoke(commands, words).exit_code == 0
    assert (instance / "scorekeeper.sqlite").stat().st_mode & OTHERS == 0


def test_empty_instance_folder_of_a_checkout_is_made_private(instance: Path) -> None:
    instance.mkdir()
    (instance / ".gitignore").touch()
    read_settings()
    assert instance.stat().st_mode & OTHERS == 0


@pytest.mark.parametrize(
    ("folder", "file", "named"),
    [
        (0o700, 0o600, []),
        (0o700, 0o644, []),
        (0o750, 0o640, []),
        (0o755, 0o600, ["instance"]),
        (0o711, 0o644, ["instance", "scorekeeper.sqlite"]),
    ],
)
def test_instance_open_to_others_is_found(instance: Path, folder: int, file: int, named: list[str]) -> None:
    instance.mkdir()
    database = instance / "scorekeeper.sqlite"
    database.touch()
    instance.chmod(folder)
    database.chmod(file)
    assert [path.name for path in exposed_paths(instance, f"sqlite:///{database}")] == named


def test_database_outside_the_instance_is_checked(tmp_path: Path, instance: Path) -> None:
    instance.mkdir(mode=0o700)
    elsewhere = tmp_path / "games.sqlite"
    elsewhere.touch()
    assert exposed_paths(instance, f"sqlite:///{elsewhere}") == [elsewhere]
    assert exposed_paths(instance, "postgresql://host/games") == []


def test_start_warns_about_open_files(instance: Path) -> None:
    instance.mkdir(mode=0o755)
    with served(instance) as server:
        _, _, err = server.end(signal.SIGINT)
    assert f"Every account of this machine can read {instance}." in err
    assert f"chmod -R go= '{instance}'" in err
