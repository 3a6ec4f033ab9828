"""An evening of a large club: 300 live games with four viewers each, a hand every four minutes and its bids.

On SQLite, or on PostgreSQL with three server processes. Each viewer fetches what is new, as phones do.
"""

import tempfile
import time
from pathlib import Path
from statistics import quantiles

from bench.client import Client
from bench.following import VIEWERS, Streams, play
from bench.memory import Memory, megabytes, processor_seconds
from bench.restarts import new_postgres, process_of
from bench.serving import served, three_processes
from bench.table import new_games, open_table, settings, token_in

TABLES, GAMES = 15, 20
A_HAND = 240.0
"""Seconds in which a game records four bids and a count."""
EVENTS = 5
SECONDS = 60.0
SETTLE = 5.0


def on_sqlite() -> dict[str, float]:
    """Milliseconds of an answer at the 99th percentile, cores in use, and megabytes, on SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        before = Memory()
        with served("scorekeeper:create_app()", settings(instance) | {"SCOREKEEPER_RATE_LIMITS": "off"}) as port:
            return _evening(instance, port, None, before)


def on_postgres() -> dict[str, float]:
    """The same on PostgreSQL, with three processes."""
    with tempfile.TemporaryDirectory() as folder, new_postgres(Path(folder)) as (postgres, instance):
        before = Memory()
        with three_processes(instance, str(postgres.get_uri())) as (port, _):
            return _evening(instance, port, str(postgres.get_uri()), before, process_of(postgres))


def _evening(
    instance: Path, port: int, url: str | None, memory: Memory, database: int | None = None
) -> dict[str, float]:
    with Client(port) as browser:
        tables = [open_table(browser) for _ in range(TABLES)]
        games = [game for table in tables for game in new_games(instance, table, GAMES, url=url)]
    phones = Streams(port, browser.cookies, games)
    time.sleep(SETTLE)
    with Client(port) as scorer, memory:
        scorer.cookies |= browser.cookies
        token = token_in(scorer.get(f"/games/{games[0]}"))
        spent, began = _processor_seconds(database), time.monotonic()
        posted = play(scorer, token, games, len(games) * EVENTS / A_HAND, SECONDS)
        cores = (_processor_seconds(database) - spent) / (time.monotonic() - began)
        database_mb = megabytes(database) if database else 0.0
    phones.stop()
    posts = [answered - sent for sent, answered in posted.values()]
    answers = sorted(posts + phones.answers)
    return {
        "games": len(games),
        "viewers": len(games) * VIEWERS,
        "answers": len(answers),
        "post_p99_ms": quantiles(posts, n=100)[-1] * 1000,
        "p99_ms": quantiles(answers, n=100)[-1] * 1000,
        "cores": cores,
        "mb": memory.more,
        "database_mb": database_mb,
    }


def _processor_seconds(database: int | None) -> float:
    return processor_seconds() + (processor_seconds(database) if database else 0.0)
