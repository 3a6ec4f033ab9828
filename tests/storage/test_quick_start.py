"""Without an upgrade to do, startup does not load the upgrade code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
START = """
import sys
from flask import Flask
from scorekeeper.storage.setup import init_storage
from scorekeeper.storage.upgrade import prepare_database
app = Flask("scorekeeper")
app.config["SQLALCHEMY_DATABASE_URI"] = sys.argv[1]
init_storage(app)
prepare_database(app)
print(sorted({name.partition(".")[0] for name in sys.modules} & {"alembic", "flask_migrate", "mako"}))
"""


@pytest.mark.parametrize("kind", ["sqlite"])  # which database it is makes no difference here
def test_alembic_is_not_loaded(database: str) -> None:
    started = subprocess.run(
        [sys.executable, "-W", "error", "-c", START, database],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert started.stdout == "[]\n"
