"""The command as tests call it: quickly inside this process, or for real as a separate process."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import commands, main
from scorekeeper.core.words.language import ENGLISH, use_catalogues
from scorekeeper.server.instance import app_without_pages
from scorekeeper.storage.setup import close_storage
from tests.warm import run_elsewhere

CHECKOUT = Path(__file__).resolve().parent.parent.parent


def run(*arguments: str, text: str | bytes = "") -> Result:
    """The command in this process. Raises errors that are not meant for the user.

    Its language ends with it: what comes next in this process may have no request that says another.
    """
    before = use_catalogues(lambda: ENGLISH)
    try:
        result = copy_context().run(CliRunner().invoke, commands, arguments, input=text, prog_name="scorekeeper")
    finally:
        use_catalogues(before)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def run_for_real(*arguments: str, text: bytes = b"", **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """The command as a process, with these variables in its environment."""
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        input=text,
        capture_output=True,
        cwd=CHECKOUT,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


def exit_status(*arguments: str, **environment: str) -> int | None:
    """The exit status of the command in a forked process, which starts faster than a new interpreter."""
    process = run_elsewhere(_main, arguments, environment)
    process.join(60)
    return process.exitcode


def _main(arguments: tuple[str, ...], environment: dict[str, str]) -> None:
    os.environ.update(environment)
    os.umask(0o022)  # the default of most accounts
    sys.argv = ["scorekeeper", *arguments]
    main()


def only_instance(settings: pytest.MonkeyPatch, folder: Path) -> None:
    """Name this instance folder, and set nothing else."""
    for name in [name for name in os.environ if name.startswith("SCOREKEEPER_")]:
        settings.delenv(name)
    settings.setenv("SCOREKEEPER_INSTANCE", str(folder))


@contextmanager
def inside() -> Iterator[None]:
    """Inside the instance's app; its connections are closed afterwards."""
    app = app_without_pages()
    try:
        with app.app_context():
            yield
    finally:
        close_storage(app)


def refusal(result: Result) -> str:
    """The one line on standard error for a bad sheet."""
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("Error: ")
    return result.stderr.removeprefix("Error: ").removesuffix("\n")


def written(path: Path, sheet: Any) -> str:
    """A file with this sheet; its name."""
    path.write_text(json.dumps(sheet), "utf-8")
    return str(path)


def damage_database(file: Path) -> None:
    """Overwrite the page of an SQLite file where its list of games begins."""
    content = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as opened:
        (size,) = opened.execute("PRAGMA page_size").fetchone()
        (page,) = opened.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'game'").fetchone()
    content[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(content)
