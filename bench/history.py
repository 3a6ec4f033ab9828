"""The pages of a table with 100,000 games and of one with 100: its history, a player, a season, an export’s start."""

import http.client
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

from bench.client import Client
from bench.many_games import BEGAN, MINUTES, fill, some_game
from bench.serving import served
from bench.table import open_table, settings
from scorekeeper import create_app
from scorekeeper.rooms.club.services.ratings import rate_again
from scorekeeper.rooms.club.services.seasons import save_season
from scorekeeper.rooms.club.storage.results import every_sum
from scorekeeper.storage.setup import close_storage

FEW, MANY = 100, 100_000
RUNS, WARM_UP = 60, 5
NAMES = ("history", "players", "player", "pair", "game", "table", "night", "season", "places", "owed", "export")


@dataclass(frozen=True)
class Table:
    """A served table: the client that requests its pages, and their URLs."""

    client: Client
    port: int
    pages: list[str]

    def seconds(self, name: str) -> float:
        """The time for one page, or for the first bytes of the export."""
        path = self.pages[NAMES.index(name)]
        return _first_piece(self.client, self.port, path) if name == "export" else _page(self.client, path)


def measured() -> dict[str, float]:
    """Milliseconds (medians) of each page at both tables, requested in turn, and their ratios."""
    with (
        tempfile.TemporaryDirectory() as few,
        tempfile.TemporaryDirectory() as many,
        served("scorekeeper:create_app()", settings(Path(few))) as small,
        served("scorekeeper:create_app()", settings(Path(many))) as large,
    ):
        filled = [(small, *_filled(Path(few), small, FEW)), (large, *_filled(Path(many), large, MANY))]
        tables = [Table(_again(port, cookies), port, pages) for port, cookies, pages in filled]
        found: dict[str, float] = {"games": float(MANY)}
        for name in NAMES:
            small_ms, large_ms = (1000 * median(times) for times in _by_turns(tables, name))
            found |= {f"{name}_few_ms": small_ms, f"{name}_ms": large_ms, f"{name}_ratio": large_ms / small_ms}
        for table in tables:
            table.client.close()
    return found


def _filled(instance: Path, port: int, games: int) -> tuple[dict[str, str], list[str]]:
    """A table with this many games: its creator's cookies, and the URLs of its pages."""
    with Client(port) as browser:
        pages = _pages(instance, open_table(browser), games)
    return browser.cookies, pages


def _again(port: int, cookies: dict[str, str]) -> Client:
    """The same browser with a new connection: the old one times out while a table is filled."""
    client = Client(port)
    client.cookies = cookies
    return client


def _by_turns(tables: Sequence[Table], name: str) -> list[list[float]]:
    """Seconds at each table, measured in turn, so that other load on the machine affects both equally."""
    times: list[list[float]] = [[] for _ in tables]
    for run in range(RUNS + WARM_UP):
        for table, kept in zip(tables, times, strict=True):
            seconds = table.seconds(name)
            if run >= WARM_UP:
                kept.append(seconds)
    return times


def _pages(instance: Path, table: str, games: int) -> list[str]:
    """The URLs of the pages, after writing this many games directly to the database."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{instance}/scorekeeper.sqlite"})
    with app.app_context():
        fill(table, games)
        rate_again(table)
        seasons = [_season(table, games, **parts) for parts in (BY_POINTS, BY_PLACES)]
        game, players = some_game(table), [each.player.id for each in every_sum(table)]
    close_storage(app)
    at = f"/tables/{table}"
    player = f"{at}/players/{players[0]}"
    pair = f"{player}/with/{players[1]}"
    of_seasons = [*(f"{at}/seasons/{season}" for season in seasons), f"{at}/settling/seasons/{seasons[0]}"]
    of_games = [f"{at}/history", f"{at}/players", player, pair, f"/games/{game}", at, f"{at}/night"]
    return [*of_games, *of_seasons, f"{at}/exports/csv"]


BY_POINTS = {"name": "By points", "counted_by": "points"}
BY_PLACES = {"name": "Best nights", "counted_by": "places", "for_places": [6, 3, 1], "best_nights": 2}


def _season(table: str, games: int, **parts: Any) -> int:
    """A season of the last three nights, some 90 games at either table."""
    last = (BEGAN + timedelta(minutes=MINUTES * games)).date()
    points = {"for_win": 3, "for_tie": 1, "for_loss": 0, "for_places": None, "best_nights": None}
    nights = {"first_night": last - timedelta(days=2), "last_night": last, "least_games": 1}
    return save_season(table, points | nights | parts).id


def _page(client: Client, path: str) -> float:
    answer = client.get(path)
    assert answer.status == 200, (path, answer.status)
    return answer.seconds


def _first_piece(client: Client, port: int, path: str) -> float:
    """Seconds to the first bytes of a download, which is then abandoned."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    began = time.perf_counter()
    connection.request("GET", path, headers={"Cookie": cookies})
    answer = connection.getresponse()
    assert answer.status == 200, (path, answer.status)
    answer.read(1)
    seconds = time.perf_counter() - began
    connection.close()
    return seconds
