"""A process that has imported the app and forks servers and other programs, because importing takes longer than most
tests.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests import late

IMPORTED = [
    *("scorekeeper.cli.serve", "scorekeeper.server.app", "scorekeeper.server.connections.processes"),
    *("flask_migrate", "gunicorn.app.base", "gunicorn.arbiter"),
    "tests.warmed",
]
"""What a server imports until it answers, and an app that was started once."""


@cache
def fork_server() -> ForkServerContext:
    """The fork server of this test process, which starts with the first server."""
    context = ForkServerContext()
    context.set_forkserver_preload(IMPORTED)
    return context


def run_elsewhere(work: Callable[..., object], *given: object) -> BaseProcess:
    """Start this work in a separate process that treats warnings as errors."""
    process = fork_server().Process(target=_work, args=(work, given))
    process.start()
    return process


def _work(work: Callable[..., object], given: Sequence[object]) -> None:
    warnings.simplefilter("error")
    work(*given)


class Forked:
    """The command `scorekeeper` with these arguments in a separate process, with the interface of `Popen`.

    `first` is called before it; `out` and `err` are the ends of pipes or of a terminal that it writes to.
    """

    def __init__(
        self,
        words: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        channels: tuple[int, int],
        first: Callable[[], object] | None,
    ) -> None:
        out, err = (Connection(number, readable=False) for number in channels)
        self._process = fork_server().Process(target=_run, args=(words, folder, dict(environment), out, err, first))
        self._process.start()
        for channel in (out, err):
            channel.close()

    @property
    def pid(self) -> int:
        """The process id."""
        return int(self._process.pid or 0)

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float) -> int | None:
        self._process.join(timeout)
        return self._process.exitcode

    def send_signal(self, how: signal.Signals) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, how)


def _run(
    words: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    out: Connection,
    err: Connection,
    first: Callable[[], object] | None,
) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for stream, number in ((out, 1), (err, 2)):
        os.dup2(stream.fileno(), number)
        stream.close()
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    sys.argv = ["scorekeeper", *words]
    warnings.simplefilter("error", DeprecationWarning)
    if late.SEED:
        late.answer_late()
        late.draw_odd_ids()
        os.register_at_fork(after_in_child=late.draw_odd_ids)
    if first is not None:
        first()

    from scorekeeper.cli import main

    main()
