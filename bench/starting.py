"""The time for the command to start and to answer."""

import subprocess
import sys
import time
from statistics import median

ROUNDS = 11


def measured() -> dict[str, float]:
    """Milliseconds (median) of `scorekeeper rules`, and of a Python that does nothing."""
    return {
        "rules_ms": _median("-m", "scorekeeper", "rules"),
        "nothing_ms": _median("-c", "pass"),
    }


def _median(*words: str) -> float:
    took = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
        took.append(time.perf_counter() - began)
    return median(took) * 1000
