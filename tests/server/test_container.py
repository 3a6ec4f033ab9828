"""The container: the steps of its file are followed in a clean root, and what comes of them serves as the page says."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from sysconfig import get_paths
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from deploy.clean_root import Container, Stage, context_of, follow, instructions, started
from scorekeeper.server.declared_settings import SETTINGS
from tests.served import CHECKOUT

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
        word
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
    assert by_profile == {"app": [], "caddy": [], "postgres": ["postgres"]}
    assert composed["services"]["app"]["depends_on"]["postgres"]["required"] is False


def test_compose_lets_caddy_reach_the_port_of_the_app(composed: dict[str, Any]) -> None:
    (port,) = [rest for name, rest in instructions(FILE) if name == "EXPOSE"]
    assert composed["services"]["caddy"]["command"].endswith(f"--to app:{port}")
