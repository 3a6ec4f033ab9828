"""The container: the steps of its file are followed in a clean root, and what comes of them serves as the page says.

For the soak: it builds the wheel once more, and starts ten programs.
"""

from __future__ import annotations

import re
from pathlib import Path
from sysconfig import get_paths

import pytest

from deploy.clean_root import Container, Stage, follow, started
from tests.served import CHECKOUT
from tests.server.test_container import CAN_FOLLOW, FILE

TABLES = """
import sqlite3
file = sqlite3.connect('/var/lib/scorekeeper/scorekeeper.sqlite')
print(file.execute('select name from card_table').fetchall())
"""


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """What the file builds; its packages are ours. The rehearsal takes them from the network."""
    return follow(CHECKOUT, tmp_path_factory.mktemp("image"), FILE, Path(get_paths()["purelib"]))


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
