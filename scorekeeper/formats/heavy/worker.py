"""A worker process: `python -m scorekeeper.formats.heavy.worker TASK SECONDS`, and the tasks it can do."""

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from io import BytesIO

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet, scoreboard_json
from scorekeeper.formats.scored import scored_games
from scorekeeper.formats.strict_json import Budget, parse_json
from scorekeeper.formats.verification.file import check_file

Task = Callable[[bytes], Iterator[object]]

MOST_FINDINGS = 200
"""How many findings are sent back. A page shows fewer, and one proves that something is wrong."""


def check(content: bytes) -> Iterator[object]:
    """Verify an untrusted file: yields one `Checked`."""
    checked = check_file(BytesIO(content), Budget())
    del checked.findings[MOST_FINDINGS:]
    yield checked


def games(content: bytes) -> Iterator[object]:
    """Score an untrusted file: yields each `ScoredGame` and `ExportedTable`."""
    yield from scored_games(BytesIO(content), Budget())


def score(content: bytes) -> Iterator[object]:
    """Score a sheet in the JSON body of a call: yields its scoreboard as JSON."""
    try:
        value = parse_json(content)
    except InvalidInput as error:
        raise error.within("body") from error
    sheet = read_sheet(value)
    yield scoreboard_json(sheet.scoreboard(), sheet.names)


TASKS: dict[str, Task] = {task.__name__: task for task in (check, games, score)}


MEMORY = 96 * 1024 * 1024
"""The memory of a worker in bytes; Python and its modules take a tenth."""
OUT_OF_MEMORY = 3
"""The exit status of a worker that needs more memory, or whose results are nested too deeply to send."""


def main(task: str, seconds: int) -> None:
    """Run the task on standard input; its results go to standard output as `(kind, value)`."""
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
