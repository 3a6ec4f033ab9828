"""The time to replay a game, with all its lines."""

import json
import time
from collections.abc import Callable
from statistics import median

from bench.game import HANDS, game, sheet
from scorekeeper.core.rules.scoreboard import replay
from scorekeeper.core.sheet import read_sheet, scoreboard_json

ROUNDS = 400


def measured() -> dict[str, float]:
    """Milliseconds for the game (medians), and hands a second; `from_json` also reads the sheet and writes JSON."""
    played = game()
    text = json.dumps(sheet(HANDS))

    def from_json() -> None:
        read = read_sheet(json.loads(text))
        json.dumps(scoreboard_json(read.scoreboard(), read.names))

    ms = _median(lambda: replay(played.rules, played.dealer, played.hands))
    return {"ms": ms, "hands_per_second": HANDS / ms * 1000, "from_json_ms": _median(from_json)}


def _median(work: Callable[[], object]) -> float:
    for _ in range(20):
        work()
    taken = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return median(taken) * 1000
