"""Scorekeeper beside ihatemoney and the floor, in one run, with few rows and with many.

A row is a hand here, in games of ten; a bill at ihatemoney; one row at the floor. All three are served the same way and
keep their rows in SQLite, on disk before they answer. Processor time counts most: other programs do not change it much.
"""

import json
import tempfile
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from uuid import uuid4

from bench import ihatemoney
from bench.client import Client
from bench.game import record
from bench.many_games import HANDS, fill
from bench.memory import processor_seconds
from bench.serving import served
from bench.table import new_games, open_table, settings, token_in
from scorekeeper import create_app
from scorekeeper.storage import close_storage

FEW, MANY = 10, 1000
QUIET = {"SCOREKEEPER_RATE_LIMITS": "off", "SCOREKEEPER_SECURITY_LOG": "off"}
"""A single browser would soon reach the limits; the other two keep no log of exports."""
LARGE = 10_000
"""Rows from which an export is only fetched once."""
RUNS, A_RUN = 3, 4
"""Rounds in which the three take turns, and requests of each kind in a round."""
ROW = {"record": json.dumps(record(1))}
KINDS = {
    "add": "recording, and the page after it",
    "page": "a game's page, and the list of bills",
    "list": "a table's games, and the list of bills",
    "csv": "all rows as CSV",
    "json": "all rows as JSON",
}
ROWS = tuple(
    ("peer", *row)
    for size in ("few", "many")
    for what, label in KINDS.items()
    for row in (
        (f"{{{size}_rows:,.0f}} rows: {label}, processor", f"{{{size}_{what}_ms:.2f}} ms", ""),
        (f"  ihatemoney takes {{{size}_peer_{what}_ms:,.1f}} ms", f"{{{size}_{what}_ratio:.1f}} ×", "over 5 ×"),
        (
            f"  by the clock {{{size}_{what}_wall_ms:,.1f}} and {{{size}_peer_{what}_wall_ms:,.1f}} ms",
            f"{{{size}_{what}_wall_ratio:.1f}} ×",
            "",
        ),
    )
)
Work = Callable[[int], float]


def measured(rows: int = MANY) -> dict[str, float]:
    """Milliseconds of an answer (median) and of the processor for it (mean), with few rows and with this many.

    Ratios are of processor time. Raises `CannotInstall`.
    """
    python = ihatemoney.installed()
    found: dict[str, float] = {}
    for size, count in (("few", FEW), ("many", rows)):
        found[f"{size}_rows"] = count
        found |= {f"{size}_{name}": figure for name, figure in _with_rows(python, count).items()}
    return found


def _with_rows(python: Path, rows: int) -> dict[str, float]:
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder)) | QUIET) as here,
        ihatemoney.serving(python, Path(folder)) as there,
        served("bench.floor:app", {"FLOOR_DATABASE": f"{folder}/floor.sqlite"}) as floor,
        Client(here) as browser,
        Client(there) as other,
        Client(floor) as bare,
    ):
        works = {
            "": _scorekeeper(browser, here, Path(folder), rows),
            "peer_": _ihatemoney(other, there, Path(folder), rows),
            "floor_": _floor(bare, rows),
        }
        return _figures(works, (browser, other, bare), rows)


def _scorekeeper(browser: Client, port: int, folder: Path, rows: int) -> dict[str, Work]:
    table = open_table(browser)
    app = create_app({"SQLALCHEMY_DATABASE_URI": settings(folder)["SCOREKEEPER_DATABASE_URL"]})
    if rows > HANDS:  # the game that is recorded has ten of them
        with app.app_context():
            fill(table, rows // HANDS - 1)
    close_storage(app)
    (game,) = new_games(folder, table, 1, HANDS)
    browser.reconnect()
    page = f"/games/{game}"
    token = token_in(browser.get(page))

    def add(number: int) -> float:
        hand = HANDS + number
        form = {"csrf_token": token, "hand": hand, "record": json.dumps(record(hand)), "entry_id": uuid4(), "seq": hand}
        answer = browser.post(f"{page}/hands", {name: str(value) for name, value in form.items()})
        assert answer.status == 303, answer.head
        return answer.seconds + show(0)

    def show(_: int) -> float:
        return _found(browser, page)

    return {
        "add": add,
        "page": show,
        "list": lambda _: _found(browser, f"/tables/{table}/history"),
        "csv": lambda _: _fetched(browser, port, f"/tables/{table}/exports/csv"),
        "json": lambda _: _fetched(browser, port, f"/tables/{table}/exports/json"),
    }


def _ihatemoney(browser: Client, port: int, folder: Path, rows: int) -> dict[str, Work]:
    browser.reconnect()
    project = ihatemoney.Project(browser)
    project.add()
    ihatemoney.fill(folder, rows)
    bills = project.path
    return {
        "add": lambda _: project.add().seconds + _found(browser, bills),
        "page": lambda _: _found(browser, bills),
        "list": lambda _: _found(browser, bills),
        "csv": lambda _: _fetched(browser, port, f"{bills}export/bills.csv"),
        "json": lambda _: _fetched(browser, port, f"{bills}export/bills.json"),
    }


def _floor(bare: Client, rows: int) -> dict[str, Work]:
    bare.reconnect()
    for _ in range(min(rows, MANY)):  # its page shows the last thirty
        bare.post("/insert", ROW)

    def add(_: int) -> float:
        answer = bare.post("/insert-and-go", ROW)
        return answer.seconds + _found(bare, answer.location)

    return {"add": add, "page": lambda _: _found(bare, "/rows")}


def _figures(works: dict[str, dict[str, Work]], browsers: tuple[Client, ...], rows: int) -> dict[str, float]:
    """The figures of each kind of request; its rows stay as they are until the last, which adds some."""
    found: dict[str, float] = {}
    for what in reversed(KINDS):
        once = rows >= LARGE and what in ("csv", "json")
        taken: dict[str, list[tuple[float, float]]] = {who: [] for who in works}
        for run in range(1 if once else RUNS):
            for browser in browsers:
                browser.reconnect()
            for who, work in works.items():
                if what in work:
                    taken[who] += _run(work[what], run, 1 if once else A_RUN)
        for who, each in taken.items():
            if each:
                found[f"{who}{what}_wall_ms"] = median(wall for wall, _ in each) * 1000
                found[f"{who}{what}_ms"] = sum(cpu for _, cpu in each) / len(each) * 1000
        found[f"{what}_ratio"] = found[f"peer_{what}_ms"] / found[f"{what}_ms"]
        found[f"{what}_wall_ratio"] = found[f"peer_{what}_wall_ms"] / found[f"{what}_wall_ms"]
    return found


def _run(work: Work, run: int, times: int) -> list[tuple[float, float]]:
    """Seconds until each answer, and its mean share of the processor's; the first request of all warms up."""
    first = 1 + run * times
    if run == 0 and times > 1:
        work(first)
        first, times = first + 1, times - 1
    before = processor_seconds()
    walls = [work(number) for number in range(first, first + times)]
    spent = (processor_seconds() - before) / times
    return [(wall, spent) for wall in walls]


def _found(browser: Client, path: str) -> float:
    answer = browser.get(path)
    assert answer.status == 200, answer.head
    return answer.seconds


def _fetched(browser: Client, port: int, path: str) -> float:
    """Seconds until a file, which may be streamed in pieces, has arrived."""
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    connection = HTTPConnection("127.0.0.1", port, timeout=3600)
    began = time.perf_counter()
    connection.request("GET", path, headers={"Cookie": cookies})
    answer = connection.getresponse()
    content = answer.read()
    assert answer.status == 200, content
    connection.close()
    return time.perf_counter() - began
