"""The first program of docs/api.md, against a server that has just started."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.docs.pages import blocks, page, section
from tests.served import served

TEXT = section(page("docs/api.md"), "A first program")


def test_first_program_prints_what_the_page_says(tmp_path: Path) -> None:
    (program,), (says,) = blocks(TEXT, "python"), blocks(TEXT, "")
    with served(tmp_path, "--host", "127.0.0.1") as server:
        own = program.replace("http://127.0.0.1:8000", server.url)
        done = subprocess.run([sys.executable, "-c", own], capture_output=True, text=True, check=True)
    shown = says.replace("http://127.0.0.1:8000", server.url).splitlines()
    assert shown[:2] == done.stdout.splitlines()[:2]
    assert done.stdout.splitlines()[2].startswith(shown[2].removesuffix("…"))
