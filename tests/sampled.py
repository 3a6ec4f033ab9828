"""A part of what is exhaustive, drawn by the commit: the soak tries all of it. Each run says its seed at the end.

`SEED=7 make test` draws the part of that seed again.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

from tests.hypothesis_budget import IN_SOAK

Case = TypeVar("Case")


@cache
def seed() -> str:
    """`SEED`, or else the commit; without git there is one part for all."""
    if "SEED" not in os.environ:
        asked = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
        try:
            commit = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
        except FileNotFoundError:
            commit = ""
        os.environ["SEED"] = commit or "0"  # for the processes of this run
    return os.environ["SEED"]


def sampled(cases: Iterable[Case], one_of: int) -> list[Case]:
    """One of `one_of` of these cases, in their order, and at least one if there are any; all of them in the soak."""
    every = list(cases)
    if IN_SOAK:
        return every
    chosen = Random(seed()).sample(range(len(every)), min(len(every), max(1, len(every) // one_of)))
    return [every[number] for number in sorted(chosen)]
