"""The app as a user starts it: the real command in a separate process, on a free port.

It is forked from a process that has imported the app (`tests.warm`), or begins with the interpreter, where a test names
the command.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import IO

from tests.warm import Forked

CHECKOUT = Path(__file__).resolve().parents[1]
HERE = re.compile(r"On this machine +(http://\S+)")
HERE_IN_JSON = re.compile(r'"here": "([^"]+)"')
COLOURS = re.compile(r"\x1b\[[0-9;]*m")  # of a terminal
MAX_START = 120  # seconds, on a busy machine


class Served:
    """A running server. Its output is read continuously, so it never blocks."""

    def __init__(self, process: subprocess.Popen[bytes] | Forked, out: IO[str], err: IO[str]) -> None:
        self.process = process
        self.out, self.err = out, err
        self._out: list[str] = []
        self._err: list[str] = []
        self._found: Queue[str | None] = Queue()
        self._readers = [Thread(target=self._read_out), Thread(target=self._read_err)]
        for reader in self._readers:
            reader.start()

    @cached_property
    def url(self) -> str:
        """Its URL on this machine, as printed."""
        found = self._found.get(timeout=MAX_START)
        if found is None:
            raise RuntimeError(f"the server did not start: {self.end()}")
        return found

    def end(self, how: signal.Signals | None = None) -> tuple[int | None, str, str]:
        """Its exit status and all its output, on both channels; after a signal, if one is given."""
        if how is not None:
            self.process.send_signal(how)
        self.process.wait(MAX_START)
        for reader in self._readers:
            reader.join(MAX_START)
        return self.process.returncode, "".join(self._out), "".join(self._err)

    def _read_out(self) -> None:
        with suppress(OSError):  # how a terminal ends
            for line in self.out:
                self._out.append(COLOURS.sub("", line))
                if match := HERE.search(line):
                    self._found.put(match[1])
        self._found.put(None)

    def _read_err(self) -> None:
        for line in self.err:
            self._err.append(line)
            if match := HERE_IN_JSON.search(line):
                self._found.put(match[1])


@contextmanager
def reserved_port() -> Iterator[str]:
    """A port for servers that take turns with it: meanwhile, no other program of this machine is given it."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do, so that they may listen there
        holder.bind(("127.0.0.1", 0))
        yield str(holder.getsockname()[1])


def environment(instance: Path | None, **settings: str) -> Mapping[str, str]:
    """This environment without a developer's settings; `instance` is the instance folder."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    return plain | ({"SCOREKEEPER_INSTANCE": str(instance)} if instance else {}) | settings


@contextmanager
def served(
    instance: Path | None,
    *words: str,
    command: Sequence[str | Path] | None = None,
    folder: Path = CHECKOUT,
    settings: Mapping[str, str] | None = None,
    on_terminal: bool = False,
    first: Callable[[], object] | None = None,
) -> Iterator[Served]:
    """The server, once it has printed its URL; stopped at the end if it still runs.

    It is started as from a terminal, or (without one) as from a program that stores its output. Without a `command` it
    is forked, and `first` is called there before it starts.
    """
    (out, its_out), (err, its_err) = (os.openpty() if on_terminal else os.pipe()), os.pipe()
    arguments, variables = ["serve", "--port", "0", *words], environment(instance, **settings or {})
    process: subprocess.Popen[bytes] | Forked
    if command is None:
        process = Forked(arguments, folder, variables, (its_out, its_err), first)
    else:
        process = subprocess.Popen([*command, *arguments], cwd=folder, env=variables, stdout=its_out, stderr=its_err)
        os.close(its_out)
        os.close(its_err)
    with open(out, encoding="utf-8") as read, open(err, encoding="utf-8") as read_too:  # noqa: PTH123 - descriptors
        server = Served(process, read, read_too)
        try:
            assert server.url
            yield server
        finally:
            server.end(signal.SIGINT if process.poll() is None else None)
