"""`python -m tests.simulation.soak --seed NAME --seconds 3600`: plays new evenings for this time of a CPU.

With `--kept FILE` it goes on where it stopped. It says which evenings failed, each made as short as it can be, and what
of `REACHED` was not.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from tests.simulation.browser import Browsers
from tests.simulation.evening import Played, acts_of, played, shortest
from tests.simulation.planted import tables
from tests.simulation.reached import unreached
from tests.simulation.world import KINDS

KEPT_EVERY = 10


def drawn(seed: str, number: int) -> tuple[str, list[int]]:
    """The kind and the acts of one evening of a seed."""
    return list(KINDS)[number % len(KINDS)], acts_of(Random(f"{seed} {number}").randrange(2**31))


def said_of(found: Played) -> str:
    """A failing evening for people: what went wrong, what happened, and the acts that do it again."""
    return "\n".join([f"{found.fault}", *found.story, f"played(browsers, prepared, {found.acts})"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", required=True)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--kept", type=Path)
    given = parser.parse_args()
    kept: dict[str, Any] = {"played": 0, "seconds": 0.0, "failed": [], "reached": {}}
    if given.kept and given.kept.is_file():
        kept = json.loads(given.kept.read_text("utf-8"))
    reached = Counter[str](kept["reached"])
    with tables() as prepared:
        browsers = Browsers()
        while kept["seconds"] < given.seconds:
            began = process_time()
            kind, acts = drawn(given.seed, kept["played"])
            found = played(browsers, prepared[kind], acts)
            reached += found.reached
            kept["played"] += 1
            kept["seconds"] += process_time() - began
            if found.fault is not None:
                kept["failed"].append([kind, acts, found.fault])
                sys.stdout.write(f"{kind}: {said_of(shortest(browsers, prepared[kind], found))}\n")
                sys.stdout.flush()
            if given.kept and (kept["played"] % KEPT_EVERY == 0 or kept["seconds"] >= given.seconds):
                given.kept.write_text(json.dumps(kept | {"reached": dict(reached)}), "utf-8")
    missing = unreached(reached)
    sys.stdout.write(f"{kept['played']} evenings, {len(kept['failed'])} failed; not reached: {missing or 'nothing'}\n")
    sys.exit(bool(kept["failed"] or missing))


if __name__ == "__main__":
    main()
