"""A worker process: `python -m scorekeeper.formats.heavy.worker TASK SECONDS`.

Reads its bytes from standard input, and writes pickled results.

The system holds it to its bounds, whatever it reads: it ends where it takes more time or memory than it may, and
gives way to the server that started it.
"""

import os
import pickle
import sys

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.heavy.tasks import TASKS

MEMORY = 96 * 1024 * 1024
"""Bytes of its own, Python and its modules included, which take a tenth."""
OUT_OF_MEMORY = 3
"""How a worker exits that needs more, or has values nested too deeply to send them."""


def main(task: str, seconds: int) -> None:
    """Do the task on standard input; its results go to standard output, as `(kind, value)`."""
    _limit(seconds)
    try:
        for result in TASKS[task](sys.stdin.buffer.read()):
            _send("result", result)
        _send("end", None)
    except InvalidInput as error:
        _send("bad", error)
    except (MemoryError, RecursionError):
        sys.exit(OUT_OF_MEMORY)


def _send(kind: str, value: object) -> None:
    pickle.dump((kind, value), sys.stdout.buffer)
    sys.stdout.buffer.flush()


def _limit(seconds: int) -> None:
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - it is not on Windows

    os.nice(10)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
