"""Scorekeeper beside ihatemoney and the floor, in one run, with few rows and with many.

A row is a hand here, in games of ten; a bill at ihatemoney; one row at the floor. All three are served the same way and
keep their rows in SQLite, on disk before they answer. Processor time counts most: other programs do not change it much.
"""

import json
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from statistics import median
from uuid import uuid4

from bench import ihatemoney
from bench.client import Browser
from bench.game import record
from bench.many_games import HANDS, fill
from bench.memory import processor_seconds
from bench.serving import served
from bench.table import new_games, open_table, settings, token_in
from scorekeeper import create_app
from scorekeeper.storage.setup import close_storage

FEW, MANY = 10, 1000
QUIET = {"SCOREKEEPER_RATE_LIMITS": "off", "SCOREKEEPER_SECURITY_LOG": "off"}
"""A single browser would soon reach the limits; the other two keep no log of exports."""
ROUNDS = 5
"""How often the three take turns with each kind of request."""
A_TURN, LONG = 12, 1.0
"""Requests in a turn, and the seconds after which it ends sooner."""
ENOUGH = 20.0
"""Seconds after which a kind of request gets no further round."""
ROW = {"record": json.dumps(record(1))}
KINDS = {
    "add": "recording, and the page after it",
    "page": "a game's page, and the list of bills",
    "list": "a table's games, and the list of bills",
    "csv": "all rows as CSV",
    "json": "all rows as JSON",
}
EXPORTS = {"csv", "json"}
ROWS = tuple(
    ("peer", *row)
    for size, pages, exports in (("few", 3, 3), ("many", 15, 10))
    for what, label in KINDS.items()
    for row in (
        (f"{{{size}_rows:,.0f}} rows: {label}, processor", f"{{{size}_{what}_ms:.2f}} ms", ""),
        (
            f"  ihatemoney takes {{{size}_peer_{what}_ms:,.1f}} ms",
            f"{{{size}_{what}_ratio:.1f}} ×",
            f"over {exports if what in EXPORTS else pages} ×",
        ),
        (
            f"  by the clock {{{size}_{what}_wall_ms:,.1f}} and {{{size}_peer_{what}_wall_ms:,.1f}} ms",
            f"{{{size}_{what}_wall_ratio:.1f}} ×",
            "",
        ),
    )
)
Work = Callable[[], float]
"""A request: the seconds until its answer."""
Place = dict[str, Work]
"""A table, a project: the kinds of requests for it."""


def measured(rows: int = MANY) -> dict[str, float]:
    """Milliseconds of an answer and of the processor for it (medians), with few rows and with this many.

    Ratios are of processor time. Raises `CannotInstall`.
    """
    python = ihatemoney.installed()
    found: dict[str, float] = {}
    for size, number in (("few", FEW), ("many", rows)):
        found[f"{size}_rows"] = number
        found |= {f"{size}_{name}": figure for name, figure in _with_rows(python, number).items()}
    return found


def _with_rows(python: Path, rows: int) -> dict[str, float]:
    """With few rows each round has a table and a project of its own, so that these few stay few."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder)) | QUIET) as here,
        ihatemoney.serving(python, Path(folder)) as there,
        served("bench.floor:app", {"FLOOR_DATABASE": f"{folder}/floor.sqlite"}) as floor,
        ExitStack() as browsers,
    ):
        opened = [[browsers.enter_context(Browser(port)) for _ in range(ROUNDS)] for port in (here, there, floor)]
        works = {
            "": _scorekeeper(opened[0], Path(folder), rows),
            "peer_": _ihatemoney(opened[1], Path(folder), rows),
            "floor_": _floor(opened[2], rows),
        }
        return _figures(works)


def _scorekeeper(browsers: list[Browser], folder: Path, rows: int) -> list[Place]:
    """The table of each round, or with many rows the same table with a game for each round."""
    if rows == FEW:
        tables = [open_table(browser) for browser in browsers]
        games = [game for table in tables for game in new_games(folder, table, 1, HANDS)]
    else:
        browsers = browsers[:1] * ROUNDS
        tables = [open_table(browsers[0])] * ROUNDS
        app = create_app({"SQLALCHEMY_DATABASE_URI": settings(folder)["SCOREKEEPER_DATABASE_URL"]})
        with app.app_context():
            fill(tables[0], rows // HANDS - ROUNDS)
        close_storage(app)
        games = new_games(folder, tables[0], ROUNDS, HANDS)
    return [_table(browser, *ids) for browser, *ids in zip(browsers, tables, games, strict=True)]


def _table(browser: Browser, table: str, game: str) -> Place:
    page, numbers = f"/games/{game}", count(HANDS + 1)
    token = token_in(browser.get(page))

    def add() -> float:
        hand = next(numbers)
        form = {"csrf_token": token, "hand": hand, "record": json.dumps(record(hand)), "entry_id": uuid4(), "seq": hand}
        answer = browser.post(f"{page}/hands", {name: str(value) for name, value in form.items()})
        assert answer.status == 303, answer.head
        return answer.seconds + _found(browser, page)

    return {
        "add": add,
        "page": lambda: _found(browser, page),
        "list": lambda: _found(browser, f"/tables/{table}/history"),
        "csv": lambda: browser.fetch(f"/tables/{table}/exports/csv"),
        "json": lambda: browser.fetch(f"/tables/{table}/exports/json"),
    }


def _ihatemoney(browsers: list[Browser], folder: Path, rows: int) -> list[Place]:
    places = []
    for number, browser in enumerate(browsers if rows == FEW else browsers[:1], start=1):
        project = ihatemoney.Project(browser, f"thursday{number}")
        project.add()
        ihatemoney.fill(folder, project.name, rows)
        places.append(_project(browser, project))
    return places * (ROUNDS // len(places))


def _project(browser: Browser, project: ihatemoney.Project) -> Place:
    bills = project.path
    return {
        "add": lambda: project.add().seconds + _found(browser, bills),
        "page": lambda: _found(browser, bills),
        "list": lambda: _found(browser, bills),
        "csv": lambda: browser.fetch(f"{bills}export/bills.csv"),
        "json": lambda: browser.fetch(f"{bills}export/bills.json"),
    }


def _floor(browsers: list[Browser], rows: int) -> list[Place]:
    bare = browsers[0]
    for _ in range(min(rows, MANY)):  # its page shows the last thirty
        bare.post("/insert", ROW)

    def add() -> float:
        answer = bare.post("/insert-and-go", ROW)
        return answer.seconds + _found(bare, answer.location)

    return [{"add": add, "page": lambda: _found(bare, "/rows")}] * ROUNDS


def _figures(works: dict[str, list[Place]]) -> dict[str, float]:
    """The figures of each kind of request; its rows stay as they are until the last, which adds some."""
    found: dict[str, float] = {}
    for what in reversed(KINDS):
        taken: dict[str, list[tuple[float, float]]] = {who: [] for who in works}
        began = time.perf_counter()
        for turn in range(ROUNDS):
            for who, places in works.items():
                if what in places[turn]:
                    taken[who].append(_turn(places[turn][what]))
            if time.perf_counter() - began > ENOUGH:
                break
        for who, each in taken.items():
            if each:
                walls, spent = zip(*each, strict=True)
                found[f"{who}{what}_wall_ms"], found[f"{who}{what}_ms"] = median(walls) * 1000, median(spent) * 1000
        found[f"{what}_ratio"] = found[f"peer_{what}_ms"] / found[f"{what}_ms"]
        found[f"{what}_wall_ratio"] = found[f"peer_{what}_wall_ms"] / found[f"{what}_wall_ms"]
    return found


def _turn(work: Work) -> tuple[float, float]:
    """Seconds until an answer (median), and of the processor for it (mean); a short first request warms up."""
    before, began = processor_seconds(), time.perf_counter()
    walls = [work()]
    if walls[0] < LONG:
        walls, before, began = [], processor_seconds(), time.perf_counter()
    while len(walls) < A_TURN and (not walls or time.perf_counter() - began < LONG):
        walls.append(work())
    return median(walls), (processor_seconds() - before) / len(walls)


def _found(browser: Browser, path: str) -> float:
    answer = browser.get(path)
    assert answer.status == 200, answer.head
    return answer.seconds
