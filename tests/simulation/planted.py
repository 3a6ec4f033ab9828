"""`python -m tests.simulation.planted`: plants each fault of tests/data/planted.toml, and plays until it is found.

`--sample 10` plants some, drawn by `--seed`; `--most 20` plays that many evenings instead of a hundred.
"""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

CHECKOUT = Path(__file__).resolve().parents[2]
FAULTS = CHECKOUT / "tests" / "data" / "planted.toml"
COPIED = ("scorekeeper", "templates", "tests", ".pytest_cache/compiled", "pyproject.toml", "babel.cfg")
HUNG = 900  # seconds: an evening that never ends is found, too
KILLED, SURVIVED = 3, 0


@dataclass(frozen=True)
class Fault:
    """A text of a file, and what stands there instead."""

    file: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}: {' '.join(self.old.split())[:70]} → {' '.join(self.new.split())[:50] or 'nothing'}"


def faults() -> list[Fault]:
    """All of them."""
    return [Fault(**each) for each in tomllib.loads(FAULTS.read_text("utf-8"))["fault"]]


def found_by(fault: Fault, most: int) -> str:
    """Which evening finds the fault, or why none has to; empty if none does."""
    with TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        for part in filter(lambda part: (CHECKOUT / part).exists(), COPIED):
            place = copy / part
            place.parent.mkdir(parents=True, exist_ok=True)
            if (CHECKOUT / part).is_dir():
                shutil.copytree(CHECKOUT / part, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(CHECKOUT / part, place)
        text = (copy / fault.file).read_text("utf-8")
        (copy / fault.file).write_text(text.replace(fault.old, fault.new), "utf-8")
        command = [sys.executable, "-m", "tests.simulation.planted", "--here", str(most)]
        try:
            ran = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=HUNG, check=False)
        except subprocess.TimeoutExpired:
            return "it never ends"
    if ran.returncode == SURVIVED:
        return ""
    return ran.stdout.strip().splitlines()[-1] if ran.returncode == KILLED else "it does not start"


def play_here(most: int) -> int:
    """Play evenings in this checkout until one fails."""
    from flask import Flask

    from tests.browser_client import BrowserClient
    from tests.shared_app import share_what_apps_compile
    from tests.simulation.browser import Browsers
    from tests.simulation.evening import acts_of, played
    from tests.simulation.found import FOUND, again
    from tests.simulation.world import KINDS, prepare

    logging.disable(logging.CRITICAL)
    Flask.test_client_class = BrowserClient
    share_what_apps_compile()
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        os.environ["SCOREKEEPER_INSTANCE"] = folder
        browsers, prepared = Browsers(), {kind: prepare(Path(folder), kind) for kind in KINDS}
        known = [(kind, list(acts), None) for kind, acts in FOUND]
        drawn = [(kind, acts_of(seed), None) for seed, kind in zip(range(most - len(known) - 1), cycle(KINDS))]
        for number, (kind, acts, first) in enumerate([("partnership", [], again), *known, *drawn], 1):
            fault = played(browsers, prepared[kind], acts, first).fault
            if fault is not None:
                sys.stdout.write(f"evening {number}: {' '.join(fault.split())[:150]}\n")
                return KILLED
    return SURVIVED


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--most", type=int, default=100)
    parser.add_argument("--here", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        sys.exit(play_here(given.here))
    chosen = faults()
    if given.sample:
        chosen = Random(given.seed).sample(chosen, given.sample)
    survived = []
    for fault in chosen:
        evening = found_by(fault, given.most)
        sys.stdout.write(f"{'killed' if evening else 'SURVIVED'}  {fault}  {evening}\n")
        sys.stdout.flush()
        survived += [] if evening else [fault]
    sys.stdout.write(f"{len(chosen) - len(survived)} of {len(chosen)} found\n")
    sys.exit(bool(survived))


if __name__ == "__main__":
    main()
