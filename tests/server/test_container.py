"""The container: the steps of its file are followed in a clean root, and what comes of them serves as the page says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from sysconfig import get_paths
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from deploy.clean_root import Container, Stage, context_of, follow, instructions, started
from scorekeeper.server.declared_settings import SETTINGS
from tests.served import CHECKOUT, environment

DEPLOY = CHECKOUT / "deploy"
FILE = (DEPLOY / "Containerfile").read_text()
NEEDED = ("unshare", "nsenter", "chroot", "ip")
CAN_FOLLOW = hasattr(os, "geteuid") and os.geteuid() == 0 and all(map(shutil.which, NEEDED))

TABLES = """
import sqlite3
file = sqlite3.connect('/var/lib/scorekeeper/scorekeeper.sqlite')
print(file.execute('select name from card_table').fetchall())
"""


def test_build_sees_only_what_it_copies() -> None:
    copied = {
        word.split("/", maxsplit=1)[0]
        for name, rest in instructions(FILE)
        if name == "COPY" and "--from" not in rest
        for word in rest.split()[:-1]
    }
    assert {path.parts[0] for path in context_of(CHECKOUT)} == copied
    assert not [path for path in context_of(CHECKOUT) if "__pycache__" in path.parts]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """What the file builds; its packages are ours. The rehearsal takes them from the network."""
    return follow(CHECKOUT, tmp_path_factory.mktemp("image"), FILE, Path(get_paths()["purelib"]))


@pytest.mark.exhaustive
@pytest.mark.skipif(not CAN_FOLLOW, reason="only root can make a clean root, with util-linux and iproute2")
def test_container_serves_as_the_page_says(image: Stage, tmp_path: Path) -> None:
    with started(
        image, tmp_path, SCOREKEEPER_URL="https://spades.example.org", SCOREKEEPER_TIME_ZONE="Europe/Berlin"
    ) as one:
        one.wait_until_healthy()
        invited = one.run("scorekeeper", "invite", "--new", "Our table")
        assert "https://spades.example.org/join/" in invited.stdout, invited.stderr
        assert is_confined(one)
        assert one.stop() == 0
    with started(image, tmp_path) as again:
        again.wait_until_healthy()
        assert "Our table" in again.run("python3", "-c", TABLES).stdout, "the volume has what was saved"


def is_confined(container: Container) -> bool:
    """Not root, its own files cannot be written, its games are for its account alone."""
    assert container.run("id", "-u").stdout == "10001\n"
    status = Path(f"/proc/{container.first}/status").read_text()
    assert re.search(r"^Uid:\t10001\t10001\t10001\t10001$", status, re.MULTILINE)
    assert "Read-only file system" in container.run("touch", "/opt/scorekeeper/x", root=True).stderr
    assert container.run("stat", "-c", "%a %u", "/var/lib/scorekeeper").stdout == "700 10001\n"
    return True


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
    """A service's command over one night: its `sleep` ends at once, and fails the second time."""
    programs = folder / "programs"
    programs.mkdir()
    (programs / "sleep").write_text(f"#!/bin/sh\ntest $1 -le 86400 && mkdir {folder}/slept\n")
    (programs / "sleep").chmod(0o755)
    path = os.pathsep.join(map(str, (programs, Path(sys.executable).parent, DEPLOY, os.environ["PATH"])))
    shell, option, script = service["command"]
    command = [shell, option, script.replace("$$", "$")]
    return subprocess.run(
        command, env=environment(None, PATH=path, **variables), capture_output=True, text=True, timeout=120, check=False
    )


def test_compose_backs_up_every_night(composed: dict[str, Any], tmp_path: Path) -> None:
    instance, backups = tmp_path / "instance", tmp_path / "backups"
    backups.mkdir()
    at = {"SCOREKEEPER_INSTANCE": str(instance), "TMPDIR": str(backups), "POSTGRES": ""}
    invite = [str(Path(sys.executable).parent / "scorekeeper"), "invite", "--new", "Our table"]
    subprocess.run(invite, env=environment(None, **at), check=True, capture_output=True, timeout=60)
    night = one_night(composed["services"]["backup"], tmp_path, **at)
    (copy,) = backups.glob("games-*.sqlite")
    assert f"{copy} is complete and verified." in night.stdout, night.stderr
    assert list((backups / "signing_keys").glob("*.pem"))
    assert [path for path in backups.iterdir() if path.name.startswith("tmp.")] == []


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
