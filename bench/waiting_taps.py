"""Taps that waited on a phone, sent over a slow line: in one request, and each in its own."""

import json
import tempfile
import time
from pathlib import Path
from uuid import uuid4

from bench.client import Client
from bench.game import events
from bench.serving import served
from bench.table import new_games, open_table, settings, text_of

LATENCY = 0.4  # seconds from a request to its answer, besides the server's own time
EVENING = 8  # hands, each with four bids: 40 taps
Tap = dict[str, object]


def measured() -> dict[str, float]:
    """Seconds until all taps have arrived, and milliseconds of the server alone: sent together, and one by one."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder))) as app,
        Client(app) as browser,
    ):
        warm, batch, single = new_games(Path(folder), open_table(browser), 3)
        _sent(browser, warm, [_taps()])
        together = _sent(browser, batch, [_taps()])
        alone = _sent(browser, single, [[tap] for tap in _taps()])
    return {
        "taps": len(_taps()),
        "s": together[0],
        "server_ms": together[1] * 1000,
        "single_s": alone[0],
        "single_server_ms": alone[1] * 1000,
        "ratio": alone[0] / together[0],
        "server_ratio": alone[1] / together[1],
    }


def _taps() -> list[Tap]:
    played = [event for number in range(1, EVENING + 1) for event in events(number)]
    return [{"id": str(uuid4()), "kind": kind, **parts} for kind, parts in played]


def _sent(browser: Client, game: str, batches: list[list[Tap]]) -> tuple[float, float]:
    """Seconds for sending these one after the other on the slow line, and those of the server alone."""
    around = json.loads(text_of(browser.get(f"/games/{game}/events")))
    seq, hash_, server = around["seq"], around["hash"], 0.0
    began = time.perf_counter()
    for taps in batches:
        time.sleep(LATENCY)
        fields = {"entries": json.dumps(taps), "seq": str(seq), "hash": hash_, "csrf_token": around["csrf"]}
        answer = browser.post(f"/games/{game}/events", fields)
        found = json.loads(text_of(answer))
        assert [result["status"] for result in found["results"]] == [201] * len(taps), found
        seq, hash_, server = found["seq"], found["hash"], server + answer.seconds
    return time.perf_counter() - began, server
