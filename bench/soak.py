"""20,000 hands recorded over HTTP, with what phones then fetch: the memory of the server stays flat.

It is compared once all caches are full: the one of games holds 512, and more than that are played.
"""

import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from uuid import uuid4

from bench.client import Client
from bench.game import record
from bench.memory import megabytes
from bench.restarts import new_postgres
from bench.serving import served, three_processes
from bench.table import new_games, open_table, settings, token_in

HANDS = 20_000
HANDS_A_GAME = 15
BATCH_SIZE = 50
"""Games in play at the same time."""
CLIENTS = 6
"""Connections, so that each of several processes gets some."""
SAMPLES = 40


def on_sqlite(hands: int = HANDS) -> dict[str, float]:
    """Megabytes of the server after half of the hands and after all of them, on SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        own = settings(Path(folder)) | {"SCOREKEEPER_RATE_LIMITS": "off"}
        with served("scorekeeper:create_app()", own) as port:
            return _soak(Path(folder), port, own["SCOREKEEPER_DATABASE_URL"], hands)


def on_postgres(hands: int = HANDS) -> dict[str, float]:
    """The same with three processes on PostgreSQL, which is no child process of this one and so does not count."""
    with tempfile.TemporaryDirectory() as folder, new_postgres(Path(folder)) as (postgres, instance):
        url = str(postgres.get_uri())
        with three_processes(instance, url) as (port, _):
            return _soak(instance, port, url, hands)


def _soak(instance: Path, port: int, url: str, hands: int) -> dict[str, float]:
    with Client(port) as first:
        table = open_table(first)
        games = new_games(instance, table, -(-hands // HANDS_A_GAME), url=url)
        token, cookies = token_in(first.get(f"/games/{games[0]}")), dict(first.cookies)
    samples = list[float]()
    recorded = 0
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(port)) for _ in range(CLIENTS)]
        for client in clients:
            client.cookies |= cookies
        for first_game in range(0, len(games), BATCH_SIZE):
            for number in range(1, HANDS_A_GAME + 1):
                for game in games[first_game : first_game + BATCH_SIZE]:
                    if recorded == hands:
                        break
                    _record(clients[recorded % CLIENTS], clients[(recorded + 1) % CLIENTS], token, game, number)
                    recorded += 1
                    if recorded % (hands // SAMPLES) == 0:
                        samples.append(megabytes())
    middle, last = median(samples[SAMPLES // 2 - 4 : SAMPLES // 2 + 1]), median(samples[-5:])
    return {
        "hands": recorded,
        "first_mb": samples[0],
        "middle_mb": middle,
        "last_mb": last,
        "growth": last / middle - 1,
    }


def _record(scorer: Client, viewer: Client, token: str, game: str, number: int) -> None:
    """A hand, and what its scorer and a viewer fetch then."""
    form = {"csrf_token": token, "kind": "hand", "payload": json.dumps({"hand": number, **record(number)})}
    answer = scorer.post(f"/games/{game}/events", form | {"entry_id": str(uuid4()), "seq": str(number)})
    assert answer.status == 200, answer.head
    answer = viewer.get(f"/games/{game}/events?after={number}")
    assert answer.status == 200, answer.head
    if number % 5 == 0:
        for path in (f"/games/{game}", f"/games/{game}/sheet", f"/api/v1/games/{game}"):
            viewer.get(path)
