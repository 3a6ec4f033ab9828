"""Caddy in front of the app, set up as in docs/hosting.md."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NO_CADDY = "no Caddy here: install it (apt install caddy)"
OPTIONS = "{\n\tadmin off\n\tauto_https off\n}\n"
STARTS_WITHIN = 30  # seconds, on a busy machine


@contextmanager
def caddy(folder: Path, port: str, site: str) -> Iterator[str]:
    """The URL of Caddy with these lines of a site, on a reserved port and over plain http."""
    found = shutil.which("caddy") or pytest.skip(NO_CADDY)
    folder.mkdir(exist_ok=True)
    (folder / "Caddyfile").write_text(f"{OPTIONS}http://127.0.0.1:{port} {{\n{site}\n}}\n")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [found, "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"],
            env=os.environ | {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)},
            stderr=log,
        )
    try:
        _wait(process, port, folder / "log")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(STARTS_WITHIN)


def _wait(process: subprocess.Popen[bytes], port: str, log: Path) -> None:
    end = time.monotonic() + STARTS_WITHIN
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", int(port))).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(log.read_text())
