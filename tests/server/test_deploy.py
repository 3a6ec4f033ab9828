"""The files of deploy/: systemd, nginx and Caddy accept them, and a backup can be restored."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import trustme

from scorekeeper import create_app
from scorekeeper.core.sheet import read_sheet
from scorekeeper.server.instance import last_backup
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.games import create_table
from scorekeeper.storage.setup import close_storage
from tests.https.proxy import CONFIG, nginx
from tests.served import CHECKOUT, environment
from tests.tables import sheet_of

DEPLOY = CHECKOUT / "deploy"
INSTALLED = "/opt/scorekeeper/bin/"
UNITS = sorted(path.name for path in DEPLOY.glob("scorekeeper*.*"))


def program(name: str) -> str:
    """A program of this machine; skips if there is none."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"no {name} here")
    return found


def run(*words: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, env=os.environ | variables, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units, with programs in an existing folder."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("scorekeeper", "scorekeeper-backup", "litestream"):
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    for name in UNITS:
        (tmp_path / name).write_text((DEPLOY / name).read_text().replace(INSTALLED, f"{programs}/"))
    return tmp_path


def test_systemd_accepts_the_units(units: Path) -> None:
    done = run(program("systemd-analyze"), "verify", *[units / name for name in UNITS])
    assert (done.returncode, [line for line in done.stderr.splitlines() if "scorekeeper" in line]) == (0, [])


def test_systemd_rates_the_server_as_well_confined(units: Path) -> None:
    done = run(program("systemd-analyze"), "security", "--offline=yes", "--threshold=20", units / "scorekeeper.service")
    assert done.returncode == 0, done.stdout


def test_unit_with_a_mistake_is_refused(units: Path) -> None:
    unit = units / "scorekeeper.service"
    unit.write_text(unit.read_text().replace("ExecStart=", "ExecBegin="))
    assert run(program("systemd-analyze"), "verify", unit).returncode != 0


def test_nginx_accepts_its_file_with_the_tested_headers(tmp_path: Path) -> None:
    shown = (DEPLOY / "nginx.conf").read_text()
    trustme.CA().issue_cert("spades.example.org").private_key_and_cert_chain_pem.write_to_path(
        str(tmp_path / "both.pem")
    )
    site = shown.replace("/etc/ssl/spades.pem", "both.pem").replace("/etc/ssl/spades.key", "both.pem")
    (tmp_path / "nginx.conf").write_text(f"pid nginx.pid;\nevents {{}}\nhttp {{ access_log off;\n{site}}}\n")
    done = run(nginx(), "-t", "-p", tmp_path, "-c", "nginx.conf", "-e", "stderr")
    assert done.returncode == 0, done.stderr
    tested = {line.strip() for line in CONFIG.splitlines() if "proxy_set_header" in line}
    assert tested <= {line.strip() for line in shown.splitlines()}


def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    done = run(
        program("caddy"), "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile", HOME=str(tmp_path)
    )
    assert done.returncode == 0, done.stderr


ACCOUNT_WITHOUT_A_HOME = """
import os.path, pwd
def unknown(uid): raise KeyError(uid)
pwd.getpwuid = unknown
os.environ.pop("HOME")
from scorekeeper import create_app
from scorekeeper.formats.png import fonts
create_app()
assert all(os.path.isfile(file) for family in fonts().values() for file in family.values()) and "HOME" not in os.environ
"""


def test_app_starts_under_the_account_of_the_unit(tmp_path: Path) -> None:
    """systemd's account for one service has neither a home folder nor a line in /etc/passwd."""
    done = run(sys.executable, "-c", ACCOUNT_WITHOUT_A_HOME, SCOREKEEPER_INSTANCE=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance with a game in it."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    app = create_app()
    with app.app_context():
        sheet = read_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4>5 took 7"))
        start_game(create_table("Friday").id, sheet, author=Author("Ann"))
    close_storage(app)
    return tmp_path / "instance"


def back_up(
    instance: Path, folder: Path, keep: int = 14, programs: Path = Path(sys.executable).parent, **settings: str
) -> subprocess.CompletedProcess[str]:
    path = f"{programs}:{os.environ['PATH']}"
    return subprocess.run(
        [DEPLOY / "scorekeeper-backup", folder, str(keep)],
        env=dict(environment(instance, **settings)) | {"PATH": path, "TMPDIR": str(instance.parent)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_backup_is_restored_and_verified(instance: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    for day in range(1, 4):
        (folder / f"games-2020010{day}T043000Z.sqlite").touch()
    done = back_up(instance, folder, keep=2)
    assert done.returncode == 0, done.stderr
    (oldest, newest) = sorted(folder.glob("games-*"))
    assert oldest.name == "games-20200103T043000Z.sqlite", "the newest two are kept"
    assert newest.stat().st_mode & 0o077 == 0
    assert {key.name for key in (folder / "signing_keys").iterdir()} == {"0001.pem"}
    assert last_backup(instance) > 0
    assert not list(tmp_path.glob("tmp.*")), "the rehearsal is cleared away"


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_backup_that_fails_its_check_is_deleted(instance: Path, tmp_path: Path) -> None:
    """A script takes the place of the command, which starts slowly: its check fails as for a forged game."""
    command = tmp_path / "bin" / "scorekeeper"
    command.parent.mkdir()
    command.write_text('#!/bin/sh\ncase $1 in backup) : >"$4" ;; check) echo "$*" >&2; exit 1 ;; esac\n')
    command.chmod(0o755)
    done = back_up(instance, tmp_path / "copies", programs=command.parent)
    assert (done.returncode, done.stderr) == (1, "check --all\n")
    assert last_backup(instance) == 0, "one that is not whole does not count"
    assert not list((tmp_path / "copies").glob("games-*"))
    assert not list(tmp_path.glob("tmp.*"))


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize(
    ("url", "shown"),
    [
        (
            "postgresql://ann:p%40ss@db.example/games?sslmode=require",
            "postgresql://ann@db.example/games?sslmode=require",
        ),
        ("postgresql://ann@db.example/games?password=p%40ss&port=5", "postgresql://ann@db.example/games?port=5"),
        ("postgresql://ann@/games?host=/run/postgresql", "postgresql://ann@/games?host=/run/postgresql"),
    ],
)
def test_password_of_the_database_is_no_argument(instance: Path, tmp_path: Path, url: str, shown: str) -> None:
    """`find` finds the programs of PostgreSQL: here one that writes down how it was called, and fails."""
    programs, called = tmp_path / "bin", tmp_path / "called"
    programs.mkdir()
    for name, does in (("find", f"echo {programs}"), ("pg_dump", f'echo "$PGPASSWORD" "$*" >{called}; exit 1')):
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o755)
    back_up(instance, tmp_path / "copies", programs=programs, SCOREKEEPER_DATABASE_URL=url, PGPASSWORD="from elsewhere")
    password = "from elsewhere" if url == shown else "p@ss"
    assert called.read_text().startswith(f"{password} --dbname={shown} --format=custom --file=")
