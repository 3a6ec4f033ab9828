"""The cost of hostile files: how long the sender waits, how much memory they take, and how long other tables wait."""

import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import quantiles
from uuid import uuid4

from bench import hostile_files
from bench.client import Client
from bench.game import record
from bench.memory import Memory
from bench.serving import served
from bench.table import new_games, open_table, settings, token_in

FILES: dict[str, Callable[[], bytes]] = {
    "zip_8_kb": lambda: hostile_files.lines(1),
    "zip_83_kb": lambda: hostile_files.lines(10),
    "zip_248_kb": lambda: hostile_files.lines(30),
    "take_backs": lambda: hostile_files.take_backs(5_000),
    "tiny_games": lambda: hostile_files.tiny_games(2_000),
}
SENDERS = 10
PAGES = 200
TOO_LONG = 30.0  # seconds after which the client gives up
PAUSE = 0.02


def measured() -> dict[str, float]:
    """Seconds and megabytes for each file, and the effect on another table, in milliseconds."""
    found: dict[str, float] = {}
    for name, content in FILES.items():
        with _server() as port, Client(port) as sender:
            token = token_in(sender.get("/check"))
            with Memory() as memory:
                found[f"{name}_s"] = _check(sender, token, content())
            found[f"{name}_mb"] = memory.more
    return (
        found
        | _ten_at_once()
        | _import("import_22_kb", hostile_files.long_sheets(1))
        | _import("import_large", hostile_files.tiny_games(2_000))
    )


@contextmanager
def _server() -> Iterator[int]:
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder)) | {"SCOREKEEPER_RATE_LIMITS": "off"}) as port,
    ):
        yield port


def _check(sender: Client, token: str, content: bytes) -> float:
    """Seconds until the response."""
    began = time.perf_counter()
    try:
        answer = sender.upload("/check", {"csrf_token": token}, "games.zip", content)
    except TimeoutError:
        return TOO_LONG
    assert answer.status in (200, 422, 503), answer.head
    return time.perf_counter() - began


def _ten_at_once() -> dict[str, float]:
    """A page of another table while ten of the largest files keep arriving."""
    content, seconds, over = hostile_files.lines(30), list[float](), threading.Event()

    def send() -> None:
        with Client(port) as sender:
            token = token_in(sender.get("/check"))
            while not over.is_set():
                seconds.append(_check(sender, token, content))

    with tempfile.TemporaryDirectory() as folder:
        served_here = served("scorekeeper:create_app()", settings(Path(folder)) | {"SCOREKEEPER_RATE_LIMITS": "off"})
        with served_here as port, Client(port) as browser:
            (game,) = new_games(Path(folder), open_table(browser), 1, 20)
            senders = [threading.Thread(target=send) for _ in range(SENDERS)]
            with Memory() as memory:
                for sender in senders:
                    sender.start()
                pages = [_timed(lambda: browser.get(f"/games/{game}").status == 200) for _ in range(PAGES)]
                over.set()
                for sender in senders:
                    sender.join()
    return {"ten_page_p95_ms": quantiles(pages, n=20)[-1], "ten_worst_s": max(seconds), "ten_mb": memory.more}


def _import(name: str, content: bytes) -> dict[str, float]:
    """Another table's slowest saves during an import."""
    saves, over = list[float](), threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        served_here = served("scorekeeper:create_app()", settings(Path(folder)) | {"SCOREKEEPER_RATE_LIMITS": "off"})
        with served_here as port, Client(port) as browser, Client(port) as other:
            table = open_table(browser)
            (game,) = new_games(Path(folder), open_table(other), 1)

            def import_games() -> None:
                _import_file(browser, table, content)
                over.set()

            importing = threading.Thread(target=import_games)
            token = token_in(other.get(f"/games/{game}"))
            importing.start()
            while not over.is_set() or len(saves) < 20:
                saves.append(_timed(partial(_save, other, game, token, len(saves) + 1)))
                time.sleep(PAUSE)
            importing.join()
    return {f"{name}_save_ms": max(saves), f"{name}_saves": float(len(saves))}


def _import_file(browser: Client, table: str, content: bytes) -> None:
    path = f"/tables/{table}/import"
    token = token_in(browser.get(path))
    try:
        preview = browser.upload(path, {"csrf_token": token}, "games.zip", content)
        held = preview.held
        if preview.status == 200 and held:
            browser.post(path, {"csrf_token": token, "held": held})
    except TimeoutError:
        return


def _save(browser: Client, game: str, token: str, number: int) -> bool:
    form = {"hand": str(number), "record": json.dumps(record(number)), "entry_id": str(uuid4()), "seq": str(number)}
    return browser.post(f"/games/{game}/hands", {"csrf_token": token} | form).status == 303


def _timed(do: Callable[[], bool]) -> float:
    began = time.perf_counter()
    assert do()
    return (time.perf_counter() - began) * 1000
