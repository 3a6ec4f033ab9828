"""Recording a hand over HTTP, compared with the floor, in alternating runs."""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from uuid import uuid4

from bench.client import Client
from bench.game import HANDS, record
from bench.serving import served
from bench.table import new_games, open_table, settings, token_in

RUNS = 15
Times = dict[str, list[float]]


def measured() -> dict[str, float]:
    """Milliseconds (medians over runs of the median request) and their ratios, for the POST alone and with its GET."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder))) as app,
        served("bench.floor:app", {"FLOOR_DATABASE": f"{folder}/floor.sqlite"}) as floor,
        Client(app) as browser,
        Client(floor) as bare,
    ):
        games = new_games(Path(folder), open_table(browser), RUNS + 1)
        runs = [(_hands(browser, one), _rows(bare)) for one in games][1:]  # the first run warms up
    return _figures(runs)


def _hands(browser: Client, game_id: str) -> Times:
    """Seconds of each request that records a game of twenty hands."""
    token = token_in(browser.get(f"/games/{game_id}"))

    def post(number: int, seq: int) -> float:
        form = {"hand": number, "record": json.dumps(record(number)), "entry_id": uuid4(), "seq": seq}
        answer = browser.post(f"/games/{game_id}/hands", {"csrf_token": token} | {k: str(v) for k, v in form.items()})
        assert (answer.status, answer.location) == (303, f"/games/{game_id}"), answer
        return answer.seconds

    def get() -> float:
        answer = browser.get(f"/games/{game_id}")
        assert answer.status == 200
        return answer.seconds

    return _timed(lambda number: post(number, number), get)


def _rows(bare: Client) -> Times:
    """The same with the floor."""
    form = {"record": json.dumps(record(1))}
    alone = [bare.post("/insert", form).seconds for _ in range(HANDS)]
    where = ""

    def post(_number: int) -> float:
        nonlocal where
        answer = bare.post("/insert-and-go", form)
        where = answer.location
        return answer.seconds

    return _timed(post, lambda: bare.get(where).seconds) | {"post": alone}


def _timed(post: Callable[[int], float], get: Callable[[], float]) -> Times:
    posts, both = [], []
    for number in range(1, HANDS + 1):
        posts.append(post(number))
        both.append(posts[-1] + get())
    return {"post": posts, "post_and_get": both}


def _figures(runs: list[tuple[Times, Times]]) -> dict[str, float]:
    found: dict[str, float] = {}
    for what in ("post", "post_and_get"):
        ours = median(median(hands[what]) for hands, _ in runs) * 1000
        floor = median(median(rows[what]) for _, rows in runs) * 1000
        found |= {f"{what}_ms": ours, f"{what}_floor_ms": floor, f"{what}_ratio": ours / floor}
    return found
