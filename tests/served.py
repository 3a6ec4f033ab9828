"""The app as a user starts it: the real command in a separate process, on a free port."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import IO

CHECKOUT = Path(__file__).resolve().parents[1]
SCOREKEEPER = (sys.executable, "-W", "error::DeprecationWarning", "-m", "scorekeeper")
HERE = re.compile(r"On this machine +(http://\S+)")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")  # of a terminal
LONGEST_START = 120  # seconds, on a busy machine


class Served:
    """A running server. Its output is read all the time, so that it never blocks."""

    def __init__(self, process: subprocess.Popen[str], out: IO[str]) -> None:
        self.process = process
        self.out = out
        self._out: list[str] = []
        self._err: list[str] = []
        self._found: Queue[str | None] = Queue()
        self._readers = [Thread(target=self._read_out), Thread(target=self._read_err)]
        for reader in self._readers:
            reader.start()

    @cached_property
    def url(self) -> str:
        """Its URL on this machine, as printed."""
        found = self._found.get(timeout=LONGEST_START)
        if found is None:
            raise RuntimeError(f"the server did not start: {self.end()}")
        return found

    def end(self, how: signal.Signals | None = None) -> tuple[int, str, str]:
        """Its exit status and all its output, on both channels; after a signal, if one is given."""
        if how is not None:
            self.process.send_signal(how)
        self.process.wait(LONGEST_START)
        for reader in self._readers:
            reader.join(LONGEST_START)
        return self.process.returncode, "".join(self._out), "".join(self._err)

    def _read_out(self) -> None:
        with suppress(OSError):  # how a terminal ends
            for line in self.out:
                self._out.append(COLOURS.sub("", line))
                if match := HERE.search(line):
                    self._found.put(match[1])
        self._found.put(None)

    def _read_err(self) -> None:
        assert self.process.stderr is not None
        self._err.extend(self.process.stderr)


def environment(instance: Path | None, **settings: str) -> Mapping[str, str]:
    """This environment without a developer's settings; `instance` is the instance folder."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    return plain | ({"SCOREKEEPER_INSTANCE": str(instance)} if instance else {}) | settings


@contextmanager
def served(
    instance: Path | None,
    *words: str,
    command: Sequence[str | Path] = SCOREKEEPER,
    folder: Path = CHECKOUT,
    settings: Mapping[str, str] | None = None,
    on_terminal: bool = False,
) -> Iterator[Served]:
    """The server, once it has printed its URL; stopped at the end if it still runs.

    It is started as from a terminal, or (without one) as from a program that stores its output.
    """
    terminal, line = pty.openpty() if on_terminal else (None, subprocess.PIPE)
    process = subprocess.Popen(
        [*command, "serve", "--port", "0", *words],
        cwd=folder,
        env=environment(instance, **settings or {}),
        stdout=line,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    if terminal is not None:
        os.close(line)
    out = process.stdout if terminal is None else open(terminal, encoding="utf-8")  # noqa: SIM115, PTH123 - a descriptor
    assert out is not None
    server = Served(process, out)
    try:
        assert server.url
        yield server
    finally:
        server.end(signal.SIGINT if process.poll() is None else None)
        for channel in (out, process.stderr):
            assert channel is not None
            channel.close()
