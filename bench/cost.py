"""The processor time of an evening's requests, compared with a bare Flask app, in alternating runs.

It measures processor time because other programs on the machine lengthen every wait. Both servers include gunicorn.
"""

import json
import re
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

from bench.client import BY_A_TAP, Client
from bench.game import HANDS, record
from bench.memory import processor_seconds
from bench.serving import served
from bench.table import new_games, open_table, settings, text_of, token_in

RUNS = 9
FOLLOWERS = 3
ROWS = 30
PAGES = 100  # of each kind in a run
LINK = re.compile(r"/join/[\w-]{20,}")
VERSION = re.compile(r'data-version="([^"]+)"')
ROW = {"record": json.dumps(record(1))}


def measured() -> dict[str, float]:
    """Milliseconds of processor time and their ratios: for a game page, the first one after a hand, a 304, and a hand
    with what three followers then fetch, which are the events after it; at the floor its page, and three of 30 rows.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder))) as app,
        served("bench.floor:app", {"FLOOR_DATABASE": f"{folder}/floor.sqlite"}) as floor,
        ExitStack() as phones,
    ):
        browser, bare = (phones.enter_context(Client(port)) for port in (app, floor))
        table = open_table(browser)
        followers = [phones.enter_context(Client(app)) for _ in range(FOLLOWERS)]
        (link,) = set(LINK.findall(text_of(browser.get(f"/tables/{table}/share"))))
        for follower in followers:
            assert follower.get(link, BY_A_TAP).status == 303
        for _ in range(ROWS):
            bare.post("/insert", ROW)
        games = new_games(Path(folder), table, 2 * RUNS + 2, HANDS)
        pairs = zip(games[::2], games[1::2], strict=True)
        runs = [_run(browser, followers, bare, *pair) for pair in pairs][1:]  # the first run warms up
    found: dict[str, float] = {}
    for what in runs[0]:
        ours, theirs = (sum(run[what][side] for run in runs) / len(runs) * 1000 for side in (0, 1))
        found |= {f"{what}_ms": ours, f"{what}_floor_ms": theirs, f"{what}_ratio": ours / theirs}
    return found


def _run(
    browser: Client, followers: list[Client], bare: Client, game: str, another: str
) -> dict[str, tuple[float, float]]:
    """Seconds for each kind of request, here and at the floor; in `another` game each page is a new one."""
    path = f"/games/{game}"
    page = browser.get(path)
    token, seen = token_in(page), {"If-None-Match": f'"{VERSION.findall(text_of(page))[0]}"'}

    def save(where: str, number: int) -> int:
        seq = HANDS + number
        payload = json.dumps(record(number) | {"hand": seq})
        form = {"kind": "hand", "payload": payload, "entry_id": str(uuid4()), "seq": str(seq)}
        saved = browser.post(f"{where}/events", form | {"csrf_token": token})
        assert saved.status == 200, saved.head
        return seq

    def hand(number: int) -> None:
        seq = save(path, number)
        for follower in followers:
            assert follower.get(f"{path}/events?after={seq}").status == 200

    def new_page(_number: int) -> None:
        assert browser.get(f"/games/{another}").status == 200

    def bare_hand(_number: int) -> None:
        bare.get(bare.post("/insert-and-go", ROW).location)
        for _ in followers:
            bare.get("/rows")

    return {
        "page": (_each(lambda _: browser.get(path), PAGES), _each(lambda _: bare.get("/rows"), PAGES)),
        "new_page": (
            _each_after(lambda number: save(f"/games/{another}", number), new_page, HANDS),
            _each_after(lambda _: bare.post("/insert", ROW), lambda _: bare.get("/rows"), HANDS),
        ),
        "unchanged": (
            _each(lambda _: browser.get(f"{path}/version", seen), PAGES),
            _each(lambda _: bare.get("/version", {"If-None-Match": '"1"'}), PAGES),
        ),
        "hand": (_each(hand, HANDS), _each(bare_hand, HANDS)),
    }


def _each(work: Callable[[int], object], times: int) -> float:
    before = processor_seconds()
    for number in range(1, times + 1):
        work(number)
    return (processor_seconds() - before) / times


def _each_after(first: Callable[[int], object], work: Callable[[int], object], times: int) -> float:
    """The work alone, without what is done `first` each time."""
    seconds = 0.0
    for number in range(1, times + 1):
        first(number)
        before = processor_seconds()
        work(number)
        seconds += processor_seconds() - before
    return seconds / times
