"""If the server cannot start, it says why in one line, and the exit status is 2."""

import json
import signal
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import commands
from scorekeeper.server import instance
from tests.cli.runs import damage_database
from tests.served import served


def refusal(instance: Path, *words: str, **settings: str) -> str:
    """The command's message when it does not start."""
    names = ("INSTANCE", "DATABASE_URL", "SECRET_KEY", "ACCESS_LOG")
    others: dict[str, str | None] = {f"SCOREKEEPER_{name}": None for name in names}
    ended = CliRunner().invoke(
        commands, ["serve", *words], env=others | {"SCOREKEEPER_INSTANCE": str(instance)} | settings
    )
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr


def test_busy_port_suggests_a_free_one(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        message = refusal(tmp_path, "--host", "127.0.0.1", "--port", str(port))
    assert f"Port {port} is in use" in message
    free = int(message.split()[-1])
    with socket.create_server(("127.0.0.1", free)):
        pass


def test_log_as_json_says_why_it_did_not_start(tmp_path: Path) -> None:
    found = json.loads(refusal(tmp_path, "--host", "nowhere.invalid", SCOREKEEPER_LOG_FORMAT="json"))
    assert (found["level"], found["event"]) == ("error", "not-started")
    assert found["message"].startswith("There is no host nowhere.invalid")


def test_address_of_another_machine_is_refused(tmp_path: Path) -> None:
    message = refusal(tmp_path, "--host", "198.51.100.7", "--port", "0")
    assert "198.51.100.7 is not an address of this machine. Use --host 0.0.0.0" in message


def test_unknown_host_is_refused(tmp_path: Path) -> None:
    assert "There is no host nowhere.invalid" in refusal(tmp_path, "--host", "nowhere.invalid", "--port", "0")


def test_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    message = refusal(tmp_path / "file" / "folder", "--port", "0")
    assert "cannot be created (Not a directory). Name another with SCOREKEEPER_INSTANCE" in message


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nonsense", "sqlite:////folder/file or postgresql://user@host/name"),
        ("mysql://host/name", "SQLite or PostgreSQL, not in mysql"),
        ("sqlite://", "Scorekeeper stores games in a file"),
        ("sqlite:////proc/scores.sqlite", "cannot be opened (No such file or directory)"),
        ("postgresql://keeper:secret@127.0.0.1:1/scores", "keeper:***@127.0.0.1:1/scores cannot be opened"),
    ],
)
def test_unsupported_database_is_refused(tmp_path: Path, address: str, message: str) -> None:
    line = refusal(tmp_path, "--port", "0", SCOREKEEPER_DATABASE_URL=address)
    assert message in line
    assert "secret" not in line


def test_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "scorekeeper.sqlite").write_text("This is a letter to my aunt.\n" * 50)
    assert "cannot be read as an SQLite database" in refusal(tmp_path, "--port", "0")


def test_damaged_database_is_refused(tmp_path: Path) -> None:
    """To go on writing to it would lose more."""
    with served(tmp_path) as server:
        server.end(signal.SIGTERM)
    damage_database(tmp_path / "scorekeeper.sqlite")
    damaged = (tmp_path / "scorekeeper.sqlite").read_bytes()
    message = refusal(tmp_path, "--port", "0")
    assert "is damaged (" in message
    assert "scorekeeper restore" in message
    assert (tmp_path / "scorekeeper.sqlite").read_bytes() == damaged


def test_second_server_on_the_same_database_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instance, "SETTLES", 0.1)
    with served(tmp_path, "--host", "127.0.0.1"):
        assert "Another server uses" in refusal(tmp_path, "--port", "0")
    with served(tmp_path, "--host", "127.0.0.1") as again:
        assert again.end(signal.SIGTERM)[0] == 0


def test_server_that_was_killed_keeps_no_other_out(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "127.0.0.1") as server:
        server.end(signal.SIGKILL)
    with served(tmp_path, "--host", "127.0.0.1") as again:
        assert again.end(signal.SIGTERM)[0] == 0


def test_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "scorekeeper.sqlite")) as database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
        database.commit()
    message = refusal(tmp_path, "--port", "0")
    assert "was written by a newer version of Scorekeeper" in message
    assert "Nothing was changed" in message


def test_several_processes_on_sqlite_are_refused(tmp_path: Path) -> None:
    message = refusal(tmp_path, "--workers", "3", "--port", "0")
    assert "--workers needs PostgreSQL" in message
    assert not list(tmp_path.glob("*.sqlite"))


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("counters", "why"),
    [
        ("memory://", "each process would count on its own: use database://"),
        ("redis://127.0.0.1:1", "use memory:// for one process, or database:// for several"),
    ],
)
def test_counters_that_processes_cannot_share_are_refused(
    tmp_path: Path, new_postgres: Callable[[], str], counters: str, why: str
) -> None:
    settings = {"SCOREKEEPER_DATABASE_URL": new_postgres(), "SCOREKEEPER_RATE_LIMIT_STORAGE": counters}
    assert why in refusal(tmp_path, "--workers", "3", "--port", "0", **settings)


def test_counters_in_an_sqlite_file_are_refused(tmp_path: Path) -> None:
    message = refusal(tmp_path, "--port", "0", SCOREKEEPER_RATE_LIMIT_STORAGE="database://")
    assert "only PostgreSQL can count for several processes" in message
