"""`/tmp` is full while the instance's disk has room: games are saved, and the database is rewritten, all the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.runs import CHECKOUT

FULL = """
for folder in /tmp /var/tmp /usr/tmp; do
    if [ -d $folder ]; then mount -t tmpfs -o size=64k tmpfs $folder && head -c 60000 /dev/zero > $folder/full; fi
done
exec "$@"
"""
"""Makes the folders for temporary files small and full, for this process and those it starts."""

SAVES = """
import tempfile
from scorekeeper import create_app
from scorekeeper.storage.database import db
app = create_app({"WTF_CSRF_ENABLED": False})
client = app.test_client()
assert client.post("/tables", data={"name": "Thursday"}).status_code == 303
with app.app_context():
    driver = db.engine.raw_connection().driver_connection
    driver.execute("PRAGMA cache_size = 10")
    driver.execute("CREATE TABLE more AS WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) "
                   "SELECT randomblob(1000) AS x FROM n")
    driver.execute("CREATE TEMP TABLE sorted AS SELECT x FROM more ORDER BY x")
    driver.execute("VACUUM")
print("saved")
"""


def may_mount() -> bool:
    """Whether this account may have mounts of its own, as in a container that allows it."""
    unshare = shutil.which("unshare")
    command = [str(unshare), "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return unshare is not None and subprocess.run(command, check=False, capture_output=True).returncode == 0


@pytest.mark.skipif(sys.platform != "linux" or not may_mount(), reason="needs mounts of its own")
def test_a_full_tmp_keeps_nothing_from_being_saved(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    if instance.is_relative_to("/tmp"):
        pytest.skip("the tests' own folder is in /tmp")
    run = subprocess.run(
        ["unshare", "-m", "sh", "-c", FULL, "sh", sys.executable, "-c", SAVES],
        cwd=CHECKOUT,
        env={**os.environ, "SCOREKEEPER_INSTANCE": str(instance), "SCOREKEEPER_RATE_LIMITS": "off"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.stdout == "saved\n", run.stderr[-2000:]
