"""`scorekeeper doctor`: reports a healthy server, and finds each fault, with a remedy."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import ssl
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from wsgiref.simple_server import make_server

import pytest
import trustme

from scorekeeper import create_app
from scorekeeper.access.quotas import LEAST_FREE
from scorekeeper.extras import EXTRAS, how_to_install
from scorekeeper.found_rooms import room_modules
from scorekeeper.server import doctor
from scorekeeper.storage.setup import close_storage
from scorekeeper.storage.upgrade import head_revision
from scorekeeper.version import program_version
from tests.cli.runs import damage_database, inside, only_instance, run
from tests.served import served

Usage = namedtuple("Usage", "total used free")
UNUSED = "1"  # a port on which nothing answers
SUBJECTS = ["settings", "rooms", "extras", "files", "disk", "database", "clock", "address", "keys"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A healthy instance without users."""
    folder = tmp_path_factory.mktemp("healthy") / "instance"
    with pytest.MonkeyPatch.context() as settings:
        only_instance(settings, folder)
        close_storage(create_app())
    return folder


@pytest.fixture
def instance(instance: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, for each test, on a machine with a network of its own."""
    monkeypatch.setattr(doctor, "network_address", lambda: "127.0.0.1")
    return instance


def findings(port: str = UNUSED, status: int = 0) -> dict[str, str]:
    """The doctor's finding on each subject."""
    done = run("doctor", "--port", port)
    assert done.exit_code == status, done.output
    lines = [line.partition(": ") for line in done.stdout.splitlines()]
    return {game_setup.split()[1]: f"{game_setup.split()[0]}: {message}" for game_setup, _, message in lines}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_healthy_server_has_no_findings(tmp_path: Path, instance: Path) -> None:
    with served(instance) as server:
        found = findings(server.url.rpartition(":")[2])
        server.end(signal.SIGINT)
    assert list(found) == SUBJECTS
    assert {message.partition(":")[0] for message in found.values()} == {"ok"}
    assert head_revision() in found["database"]
    assert found["address"] == f"ok: The server answers at {server.url}"


def test_programs_read_the_findings_as_json(instance: Path) -> None:
    (instance / "secret_key").unlink()
    done = run("doctor", "--json", "--port", UNUSED)
    found = json.loads(done.stdout)
    assert (done.exit_code, found["ok"], found["version"]) == (0, True, program_version())
    assert [each["subject"] for each in found["findings"]] == SUBJECTS
    assert found["findings"][-1] == {
        "level": "warn",
        "subject": "keys",
        "message": "There is no secret key",
        "advice": "The next start creates it",
    }
    shutil.rmtree(instance)
    done = run("doctor", "--json", "--port", UNUSED)
    assert (done.exit_code, json.loads(done.stdout)["ok"]) == (1, False)


def test_doctor_changes_nothing(instance: Path) -> None:
    before = contents(instance)
    findings()
    assert contents(instance) == before


def test_doctor_creates_no_instance(tmp_path: Path, instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "other"))
    assert findings(status=1)["files"].startswith("fail: There is no instance folder")
    assert not (tmp_path / "other").exists()
    (tmp_path / "other").mkdir()
    found = findings()
    assert found["database"].startswith("warn: There is none yet")
    assert found["keys"].startswith("warn: There is no secret key. There is no signing key. The next start")
    assert contents(tmp_path / "other") == {}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (" ".join(names), f"Open: {', '.join(names)}" if names else "None is open")
        for names in dict.fromkeys((tuple(room_modules()), ()))
    ],
)
def test_open_rooms_are_named(instance: Path, monkeypatch: pytest.MonkeyPatch, asked: str, message: str) -> None:
    monkeypatch.setenv("SCOREKEEPER_ROOMS", asked)
    assert findings()["rooms"].startswith(f"ok: {message}")


def test_installed_extras_are_named(instance: Path) -> None:
    assert findings()["extras"] == f"ok: Installed: {', '.join(EXTRAS)}"


def test_extras_that_are_missing_are_named(instance: Path, without: Callable[[str], None]) -> None:
    without("pictures")
    found = findings()["extras"]
    assert found.startswith("ok: Installed: club, metrics, tournaments. To add the rest, run ")
    assert found.endswith(how_to_install("pictures"))


def test_invalid_setting_is_reported(instance: Path) -> None:
    (instance / "config.toml").write_text('proxies = "many"\n')
    assert findings(status=1) == {"settings": "fail: SCOREKEEPER_PROXIES is 'many'; it must be 0, 1, 2, 3 or 4"}


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ('rate_limits = "off"', "warn: Rate limits are off"),
        ('url = "https://127.0.0.1:1"', "warn: SCOREKEEPER_URL is https, but SCOREKEEPER_PROXIES is 0"),
        ('forwarded_host = "on"', "warn: SCOREKEEPER_FORWARDED_HOST is on, but no proxy is trusted"),
    ],
)
def test_doubtful_setting_is_reported(instance: Path, written: str, message: str) -> None:
    (instance / "config.toml").write_text(f"{written}\n")
    assert findings()["settings"].startswith(message)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_files_readable_by_everyone_are_reported(instance: Path) -> None:
    instance.chmod(0o755)
    found = findings()["files"]
    assert found.startswith("warn: Every account of this machine can read")
    assert f"chmod -R go= '{instance}'" in found


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="only root gives files away")
def test_files_of_another_account_are_reported(instance: Path) -> None:
    os.chown(instance, 65534, 65534)
    assert "belongs to another account. Run this as the account that runs the server" in findings()["files"]


@pytest.mark.parametrize(("free", "level"), [(LEAST_FREE - 1, "fail"), (LEAST_FREE, "warn"), (10 * LEAST_FREE, "ok")])
def test_low_disk_space_is_reported(instance: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10**9, 10**9, free))
    assert findings(status=level == "fail")["disk"].startswith(f"{level}: ")


@pytest.fixture
def file(instance: Path) -> Path:
    return instance / "scorekeeper.sqlite"


@pytest.mark.parametrize(("more", "is_said"), [(-1, True), (0, False)])
def test_room_for_temporary_files_is_reported(
    file: Path, monkeypatch: pytest.MonkeyPatch, more: int, is_said: bool
) -> None:
    usage = Usage(10**9, 10**9, LEAST_FREE + file.stat().st_size + more)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    assert ("as much room again as the database" in findings()["disk"]) == is_said


def test_missing_database_is_reported(instance: Path, file: Path) -> None:
    file.unlink()
    assert findings(status=1)["database"].startswith(f"fail: There is no database at {file}")


def test_file_that_is_no_database_is_reported(file: Path) -> None:
    file.write_bytes(b"no database" * 1000)
    assert "cannot be read as an SQLite database" in findings(status=1)["database"]


def test_damaged_database_is_reported(file: Path) -> None:
    damage_database(file)
    found = findings(status=1)["database"]
    assert found.startswith(f"fail: {file} is damaged")
    assert "scorekeeper restore" in found


@pytest.mark.parametrize(("revision", "level"), [("0001", "warn"), ("9999", "fail")])
def test_database_of_another_version_is_refused(file: Path, revision: str, level: str) -> None:
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = ?", (revision,)).close()
    found = findings(status=level == "fail")["database"]
    assert found.startswith(f"{level}: Schema {revision}")
    assert level == "fail" or "says why it can’t" in found, "this one has all tables of the newest"


def test_database_locked_by_another_program_is_reported(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SECONDS", 0.1)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE").close()
        assert "keeps the database locked" in findings(status=1)["database"]


def test_long_write_ahead_log_is_reported(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LONG_LOG", 1000)
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("CREATE TABLE more (a)").close()
        assert "A program keeps the database open" in findings()["database"]


def test_unreachable_database_server_is_reported(instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql://ann:SECRET@127.0.0.1:1/games")
    done = run("doctor", "--port", UNUSED)
    assert done.exit_code == 1
    assert "fail  database: The database does not answer" in done.stdout
    assert "SECRET" not in done.output


def test_clock_turned_back_is_reported(file: Path) -> None:
    with inside():
        from scorekeeper.core.sheet import read_sheet
        from scorekeeper.services.recording import Author
        from scorekeeper.services.starting import start_game
        from scorekeeper.storage.games import create_table
        from tests.tables import sheet_of

        start_game(create_table("Friday").id, read_sheet(sheet_of("two-player")), author=Author("Ann"))
    assert findings()["clock"].startswith("ok: ")
    with closing(sqlite3.connect(file)) as opened, opened:
        for (trigger,) in opened.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            opened.execute(f'DROP TRIGGER "{trigger}"').close()
        (at,) = opened.execute("SELECT MAX(at) FROM entry").fetchone()
        opened.execute("UPDATE entry SET at = ?", (at.replace("20", "29", 1),)).close()
    assert "the newest event is from 29" in findings(status=1)["clock"]


@pytest.fixture
def stranger() -> Iterator[str]:
    """Another program that listens; its port."""
    server = make_server("127.0.0.1", 0, lambda _environ, start: (start("200 OK", []), [b"hello"])[1])
    server.timeout = 30  # seconds, for a test that fails
    thread = Thread(target=server.handle_request)
    thread.start()
    yield str(server.server_port)
    thread.join()
    server.server_close()


@pytest.fixture
def own_https(tmp_path: Path) -> Iterator[str]:
    """The address of a server whose certificate is signed by an authority that nobody knows, in `authority.pem`."""
    authority, context = trustme.CA(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    authority.issue_cert("127.0.0.1").configure_cert(context)
    server = make_server("127.0.0.1", 0, lambda _environ, start: (start("200 OK", []), [b"ok\n"])[1])
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"https://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_certificate_that_is_not_trusted_is_named(
    instance: Path, own_https: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (instance / "config.toml").write_text(f'url = "{own_https}"\nproxies = "1"\n')
    found = findings()["address"]
    assert found.startswith(f"warn: The server at {own_https} has a certificate that is not trusted here. Phones warn")
    assert "firewall" not in found
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    assert findings()["address"] == f"ok: The server answers at {own_https}"


def test_address_for_phones_is_checked(instance: Path, stranger: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert findings()["address"].startswith("warn: Nothing answers at http://127.0.0.1:1. Start the server")
    assert findings(stranger)["address"].startswith(f"warn: Another program answers at http://127.0.0.1:{stranger}")
    monkeypatch.setattr(doctor, "network_address", lambda: None)
    assert findings()["address"].startswith("warn: This machine is on no network")


def test_unreadable_keys_are_refused(instance: Path) -> None:
    next((instance / "signing_keys").glob("*.pem")).write_text("no key")
    assert "holds no key" in findings(status=1)["keys"]
