"""Heavy work on untrusted input, in a worker process: `python -m scorekeeper.formats.heavy TASK SECONDS`.

It is a process because a thread would compete with the pages, and could not be stopped.
"""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.faults import TOO_MUCH_WORK
from scorekeeper.core.sheet import read_sheet, scoreboard_json
from scorekeeper.formats.scored import scored_games
from scorekeeper.formats.strict_json import Budget, TooLarge, parse_json
from scorekeeper.formats.tracebacks import traceback_text
from scorekeeper.formats.verification.file import check_file

ROOT = Path(__file__).resolve().parents[2]
"""The folder of the package, where a worker finds it."""
SECONDS = 15
"""CPU seconds for one piece of work."""
WALL_CLOCK_FACTOR = 4
"""How many times longer it may take in wall-clock time, on a busy machine."""
SECRETS = "SCOREKEEPER_"


def run_sandboxed(task: str, content: bytes, seconds: int = SECONDS) -> Generator[object, None, None]:
    """What the task (a name of `TASKS`) yields for these bytes; `seconds` are CPU seconds.

    Raises the task's `InvalidInput`, and `TooLarge` if it takes more time or memory than it may.
    """
    command = [sys.executable, "-m", "scorekeeper.formats.heavy", task, str(seconds)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(SECRETS)}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, cwd=ROOT, env=environment, start_new_session=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        watch = threading.Timer(WALL_CLOCK_FACTOR * seconds, process.kill)
        watch.daemon = True
        watch.start()
        try:
            with suppress(BrokenPipeError):
                process.stdin.write(content)
                process.stdin.close()
            while True:
                kind, value = pickle.load(process.stdout)
                if kind == "end":
                    return
                if kind == "bad":
                    assert isinstance(value, InvalidInput)
                    raise value
                yield value
        except (EOFError, pickle.UnpicklingError):
            process.wait()
            raise _ended(process.returncode) from None
        finally:
            watch.cancel()
            process.kill()


def _ended(status: int) -> Exception:
    """Why a worker stopped early."""
    if status < 0 or status == OUT_OF_MEMORY:
        return TooLarge(TOO_MUCH_WORK.at(NOWHERE, {}))
    return RuntimeError(f"a worker process ended with status {status}")


Task = Callable[[bytes], Iterator[object]]

MAX_FINDINGS = 200
"""How many findings are sent back. A page shows fewer, and one proves that something is wrong."""


def check(content: bytes) -> Iterator[object]:
    """Verify an untrusted file: yields one `Verification`."""
    checked = check_file(BytesIO(content), Budget())
    del checked.findings[MAX_FINDINGS:]
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
    except Exception as error:  # what it says would be in the server's log
        sys.exit(traceback_text(error))


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
