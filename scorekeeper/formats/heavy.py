"""Heavy work in a worker process: `python -m scorekeeper.formats.heavy MODULE:FUNCTION SECONDS`.

It is a process because a thread would compete with the pages, and could not be stopped.
"""

import errno
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from pkgutil import resolve_name
from typing import BinaryIO

from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.faults import TOO_MUCH_WORK
from scorekeeper.formats.strict_json import TooLarge
from scorekeeper.formats.tracebacks import traceback_text

ROOT = Path(__file__).resolve().parents[2]
"""The folder of the package, where a worker finds it."""
SECONDS = 15
"""CPU seconds for one piece of work."""
WALL_CLOCK_FACTOR = 4
"""How many times longer it may take in wall-clock time, on a busy machine."""
SECRETS = "SCOREKEEPER_"
NO_ROOM = {errno.ENOSPC, errno.EDQUOT}

Task = Callable[[BinaryIO], Iterator[object]]
"""A function of a module, which a worker process imports by its name; it cannot seek in what it reads."""


def run_sandboxed(
    task: Task, content: bytes | Iterable[bytes], seconds: int = SECONDS
) -> Generator[object, None, None]:
    """What the task yields for these bytes, all of which it reads first; `seconds` are CPU seconds.

    Raises the task's `InvalidInput`, and `TooLarge` if it takes more time or memory than it may.
    """
    name = f"{task.__module__}:{task.__qualname__}"
    command = [sys.executable, "-m", "scorekeeper.formats.heavy", name, str(seconds)]
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
                process.stdin.writelines([content] if isinstance(content, bytes) else content)
                process.stdin.close()
            while True:
                kind, value = pickle.load(process.stdout)
                if kind == "end":
                    return
                if kind != "result":
                    raise _failed(value)
                yield value
        except (EOFError, pickle.UnpicklingError):
            process.wait()
            raise _ended(process.returncode) from None
        finally:
            watch.cancel()
            process.kill()


def _failed(value: object) -> Exception:
    """What a worker raises here: what it found wrong, a full disk, or a fault of ours, with the worker's traceback."""
    if isinstance(value, InvalidInput | OSError):
        return value
    failed = RuntimeError("a worker process failed")
    failed.add_note(str(value))
    return failed


def _ended(status: int) -> Exception:
    """Why a worker stopped early."""
    if status < 0 or status == OUT_OF_MEMORY:
        return TooLarge(TOO_MUCH_WORK.at(NOWHERE, {}))
    return RuntimeError(f"a worker process ended with status {status}")


MEMORY = 96 * 1024 * 1024
"""The memory of a worker in bytes; Python and its modules take a tenth."""
OUT_OF_MEMORY = 3
"""The exit status of a worker that needs more memory, or whose results are nested too deeply to send."""


def main(task: str, seconds: int) -> None:
    """Run the task on standard input; its results go to standard output as `(kind, value)`."""
    _limit(seconds)
    try:
        for result in resolve_name(task)(sys.stdin.buffer):
            _send("result", result)
        _send("end", None)
    except InvalidInput as error:
        _send("bad", error)
    except (MemoryError, RecursionError):
        sys.exit(OUT_OF_MEMORY)
    except OSError as error:
        _send("failed", error if error.errno in NO_ROOM else traceback_text(error))
    except Exception as error:  # what it says would be in the server's log
        _send("failed", traceback_text(error))


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
