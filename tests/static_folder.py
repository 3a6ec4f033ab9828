"""The pad as files, written by its command once for each state of a checkout, and a plain web server for them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest
from filelock import FileLock

from scorekeeper.server.settings import PACKAGE, templates_folder
from scorekeeper.server.static_pad import qr_package
from tests.cli.runs import run
from tests.shared_app import COMPILED

BELOW = "pad"
"""The path at which it is served."""


@pytest.fixture(scope="session")
def static_folder() -> Path:
    """The folder, which other processes use too: a test that changes it takes a copy."""
    state = sha256(str(qr_package()).encode())
    for path in sorted(path for folder in (PACKAGE, templates_folder()) for path in folder.rglob("*.*")):
        state.update(path.read_bytes() if path.is_file() and "__pycache__" not in path.parts else b"")
    folder = COMPILED / f"static-{state.hexdigest()[:16]}"
    with FileLock(COMPILED / "static.lock"):
        if not folder.is_dir():
            for old in COMPILED.glob("static-*"):
                shutil.rmtree(old)
            fresh = folder.with_name("static.new")
            shutil.rmtree(fresh, ignore_errors=True)
            result = run("static", str(fresh))
            assert result.exit_code == 0, result.output
            fresh.rename(folder)
    return folder


@contextmanager
def hosted(folder: Path, port: str, host: str = "127.0.0.1") -> Iterator[str]:
    """Python's own web server, with the folder below a path; the address of the pad."""
    command = [sys.executable, "-u", "-m", "http.server", port, "--bind", host, "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        server.stdout.readline()  # it says that it serves
        try:
            yield f"http://{host}:{port}/{BELOW}/"
        finally:
            server.terminate()
