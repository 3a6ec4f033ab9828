"""Starts a worker process for a piece of heavy work, and yields its results.

It is a process because a thread would compete with the pages, and could not be stopped.
"""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.file_faults import TOO_MUCH_WORK
from scorekeeper.formats.heavy.worker import OUT_OF_MEMORY
from scorekeeper.formats.strict_json import TooLarge

ROOT = Path(__file__).resolve().parents[3]
"""The folder of the package, where a worker finds it."""
SECONDS = 15
"""CPU seconds for one piece of work."""
PATIENCE = 4
"""How many times longer it may take in wall-clock time, on a busy machine."""
SECRETS = "SCOREKEEPER_"


def results(task: str, content: bytes, seconds: int = SECONDS) -> Generator[object, None, None]:
    """What the task (a name in `heavy.worker`) yields for these bytes; `seconds` are CPU seconds.

    Raises the task's `InvalidInput`, and `TooLarge` if it takes more time or memory than it may.
    """
    command = [sys.executable, "-m", "scorekeeper.formats.heavy.worker", task, str(seconds)]
    own = {name: value for name, value in os.environ.items() if not name.startswith(SECRETS)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT, env=own, start_new_session=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        watch = threading.Timer(PATIENCE * seconds, process.kill)
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
        return TooLarge(TOO_MUCH_WORK, NOWHERE, None)
    return RuntimeError(f"a worker process ended with status {status}")
