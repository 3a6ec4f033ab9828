"""What a million tables need at the busiest moment of a week: simulated, with costs that are measured first.

Two short evenings on PostgreSQL, one with many bids and few phones, one the other way round, tell what an event costs
with what the phones at its table fetch, and what a phone costs that only listens: in processor time, which other
programs on the machine hardly change. Then each of a million tables plays its night of a week, and the busiest minute
is looked up.
"""

import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.client import Client
from bench.following import VIEWERS, Streams, play
from bench.memory import processor_seconds
from bench.restarts import new_postgres, process_of
from bench.serving import processes
from bench.table import new_games, open_table, token_in

TABLES = 1_000_000
SECONDS = 15.0
SETTLE = 3.0
WORKERS = 2
EVENINGS = ((40, 16.0), (240, 2.0))
"""The games of each evening that is measured, and their events a second."""
HANDS_A_GAME, GAMES_A_NIGHT, A_HAND, EVENTS_A_HAND = 12, 2, 4, 5  # A_HAND in minutes; an event is a bid or a count
NIGHTS = (0.08, 0.08, 0.09, 0.11, 0.25, 0.26, 0.13)
"""How the nights of a week are shared out among its days; each table plays one a week on average."""
ZONES = {-8: 0.13, -7: 0.07, -6: 0.3, -5: 0.42, 0: 0.04, 1: 0.04}
"""Hours from UTC of the tables."""
BEGINS, SPREAD = 19.5, 1.0
"""The hour at which a night begins, and by how much that differs."""
WEEK = 7 * 24 * 60  # minutes


def measured(tables: int = TABLES) -> dict[str, float]:
    """The busiest minute: tables, phones, events a second, cores; and the hands of a year."""
    event_ms, phone_ms = _costs()
    live, hands = _week(tables)
    events = live * EVENTS_A_HAND / (A_HAND * 60)
    return {
        "tables": tables,
        "event_ms": event_ms,
        "phone_ms": phone_ms,
        "live": live,
        "phones": live * VIEWERS,
        "events": events,
        "cores": (events * event_ms + live * VIEWERS * phone_ms) / 1000,
        "hands_a_year": hands * 52,
    }


def _costs() -> tuple[float, float]:
    """Milliseconds of processor time: of an event with what phones fetch, and of a listening phone each second."""
    with tempfile.TemporaryDirectory() as folder, new_postgres(Path(folder)) as (postgres, instance):
        url = str(postgres.get_uri())
        with processes(instance, url, WORKERS) as (port, _):
            (some, many) = (_evening(instance, url, port, process_of(postgres), *each) for each in EVENINGS)
    (phones, events, cores), (more_phones, few_events, more_cores) = some, many
    determinant = events * more_phones - few_events * phones
    event = (cores * more_phones - more_cores * phones) / determinant
    phone = (events * more_cores - few_events * cores) / determinant
    return event * 1000, phone * 1000


def _evening(
    instance: Path, url: str, port: int, database: int, games: int, a_second: float
) -> tuple[float, float, float]:
    """The phones that listen, the events a second, and the cores in use."""
    with Client(port) as browser:
        of = [game for _ in range(games // 20) for game in new_games(instance, open_table(browser), 20, url=url)]
    phones = Streams(port, browser.cookies, of)
    time.sleep(SETTLE)
    with Client(port) as scorer:
        scorer.cookies |= browser.cookies
        token = token_in(scorer.get(f"/games/{of[0]}"))
        spent, began = processor_seconds() + processor_seconds(database), time.monotonic()
        posted = play(scorer, token, of, a_second, SECONDS)
        taken = time.monotonic() - began
        cores = (processor_seconds() + processor_seconds(database) - spent) / taken
    phones.stop()
    return float(len(of) * VIEWERS), len(posted) / taken, cores


def _week(tables: int) -> tuple[int, int]:
    """The most tables that play in the same minute, and the hands of the week."""
    rng = random.Random(20261126)
    long = GAMES_A_NIGHT * HANDS_A_GAME * A_HAND
    changes: Counter[int] = Counter()
    days = rng.choices(range(7), NIGHTS, k=tables)
    zones = rng.choices(list(ZONES), list(ZONES.values()), k=tables)
    for day, zone in zip(days, zones, strict=True):
        begins = int((day * 24 + rng.gauss(BEGINS, SPREAD) - zone) * 60) % WEEK
        changes[begins] += 1
        changes[begins + long] -= 1
    live = most = 0
    for minute in sorted(changes):
        live += changes[minute]
        most = max(most, live)
    return most, tables * GAMES_A_NIGHT * HANDS_A_GAME


if __name__ == "__main__":
    print(measured())
