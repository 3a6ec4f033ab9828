"""The container: what its file copies, and what runs it. `soak_container.py` follows its steps."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from deploy.clean_root import context_of, instructions
from scorekeeper.server.declared_settings import SETTINGS
from tests.served import CHECKOUT, environment

DEPLOY = CHECKOUT / "deploy"
FILE = (DEPLOY / "Containerfile").read_text()
NEEDED = ("unshare", "nsenter", "setpriv", "chroot", "ip")
CAN_FOLLOW = hasattr(os, "geteuid") and os.geteuid() == 0 and all(map(shutil.which, NEEDED))


def test_build_sees_only_what_it_copies() -> None:
    copied = {
        word.split("/", maxsplit=1)[0]
        for name, rest in instructions(FILE)
        if name == "COPY" and "--from" not in rest
        for word in rest.split()[:-1]
    }
    assert {path.parts[0] for path in context_of(CHECKOUT)} == copied
    assert not [path for path in context_of(CHECKOUT) if "__pycache__" in path.parts]


@pytest.mark.skipif(not CAN_FOLLOW, reason="only root can make a clean root, with util-linux and iproute2")
def test_container_ends_with_who_started_it(tmp_path: Path) -> None:
    """Also when that is killed, and its container has another account and a process of its own that hears nothing."""
    (tmp_path / "root").mkdir()
    command = ["sh", "-c", "trap '' TERM INT HUP; sleep 300 & wait"]
    stage = f"Stage(Path({str(tmp_path / 'root')!r}), user='10001:10001', command={command})"
    code = (
        "import sys; from pathlib import Path; from deploy.clean_root import Stage, started\n"
        f"with started({stage}, Path({str(tmp_path)!r})) as one: print(one.first, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=CHECKOUT, stdin=PIPE, stdout=PIPE, text=True) as starter:
        assert starter.stdout
        first = Path(f"/proc/{int(starter.stdout.readline())}")
        while "Uid:\t10001" not in (first / "status").read_text():
            time.sleep(0.02)
        starter.kill()
    end = time.monotonic() + 60
    while first.exists() and time.monotonic() < end:
        time.sleep(0.02)
    assert not first.exists()


@pytest.fixture(scope="module")
def composed() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yml").read_text())  # type: ignore[no-any-return]


def test_compose_runs_the_app_as_the_page_says(composed: dict[str, Any]) -> None:
    app = composed["services"]["app"]
    assert (DEPLOY / app["build"]["context"] / app["build"]["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    assert app["read_only"] is True
    assert app["tmpfs"] == ["/tmp:size=64m"]
    assert app["cap_drop"] == ["ALL"]
    assert "ports" not in app, "only Caddy reaches it"
    assert set(app["environment"]) <= {setting.name for setting in SETTINGS}
    (volume,) = [rest for name, rest in instructions(FILE) if name == "VOLUME"]
    assert app["volumes"] == [f"games:{volume}"]


def test_compose_keeps_everything_in_named_volumes(composed: dict[str, Any]) -> None:
    used = {place.partition(":")[0] for service in composed["services"].values() for place in service["volumes"]}
    assert used == set(composed["volumes"])


def test_compose_starts_postgresql_only_by_its_profile(composed: dict[str, Any]) -> None:
    by_profile = {name: service.get("profiles", []) for name, service in composed["services"].items()}
    with_postgres = {name: ["postgres"] for name in ("postgres", "backup-postgres")}
    assert by_profile == {"app": [], "caddy": [], "backup": [], **with_postgres}
    assert composed["services"]["app"]["depends_on"]["postgres"]["required"] is False


def test_compose_lets_caddy_reach_the_port_of_the_app(composed: dict[str, Any]) -> None:
    (port,) = [rest for name, rest in instructions(FILE) if name == "EXPOSE"]
    assert composed["services"]["caddy"]["command"].endswith(f"--to app:{port}")


def one_night(service: dict[str, Any], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """A service's command over one night: its `sleep` ends at once, and fails the second time; backups are named."""
    programs = folder / "programs"
    programs.mkdir()
    for name, does in (
        ("sleep", f"test $1 -le 86400 && mkdir {folder}/slept"),
        ("scorekeeper-backup", 'echo "scorekeeper-backup $*"'),
    ):
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o755)
    path = os.pathsep.join(map(str, (programs, os.environ["PATH"])))
    shell, option, script = service["command"]
    command = [shell, option, script.replace("$$", "$")]
    return subprocess.run(
        command, env=environment(None, PATH=path, **variables), capture_output=True, text=True, timeout=120, check=False
    )


def test_compose_backs_up_every_night(composed: dict[str, Any], tmp_path: Path) -> None:
    """What the script does then, `test_deploy.py` tests; what it makes beside the copies is in their volume, too."""
    service = composed["services"]["backup"]
    (folder,) = [place.partition(":")[2] for place in service["volumes"] if place.startswith("backups:")]
    assert service["environment"]["TMPDIR"] == folder
    night = one_night(service, tmp_path, TMPDIR=folder, POSTGRES="")
    assert night.stdout == f"scorekeeper-backup {folder}\n", night.stderr


def test_compose_copies_only_the_keys_beside_postgresql(composed: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "instance/signing_keys").mkdir(parents=True)
    (tmp_path / "instance/signing_keys/own.pem").write_text("a key")
    (tmp_path / "backups").mkdir()
    at = {"SCOREKEEPER_INSTANCE": str(tmp_path / "instance"), "TMPDIR": str(tmp_path / "backups"), "POSTGRES": "yes"}
    one_night(composed["services"]["backup"], tmp_path, **at)
    assert (tmp_path / "backups/signing_keys/own.pem").read_text() == "a key"
    assert list((tmp_path / "backups").iterdir()) == [tmp_path / "backups/signing_keys"]


def test_services_that_back_up_write_as_the_account_of_the_folder(composed: dict[str, Any]) -> None:
    assert composed["services"]["backup-postgres"]["user"] == "10001:10001"
    assert "-o 10001 -g 10001 /var/lib/scorekeeper /var/backups/scorekeeper" in FILE
