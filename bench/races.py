"""Eight clients do the same at the same moment, round after round: one of them may succeed, the others are refused.

They record a hand, undo it, redo it while others record it again, and join by a link for one device.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any
from uuid import uuid4

from bench.client import Client
from bench.game import record
from bench.restarts import new_postgres
from bench.serving import served, three_processes
from bench.table import new_games, settings, text_of, token_in

ROUNDS = 50
CLIENTS = 8
AGAIN, CREATED, SEE_OTHER, CONFLICT, GONE = 200, 201, 303, 409, 410


def on_sqlite(rounds: int = ROUNDS) -> dict[str, float]:
    """In how many races nobody or several succeeded, on SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        own = settings(Path(folder)) | {"SCOREKEEPER_RATE_LIMITS": "off"}
        with served("scorekeeper:create_app()", own) as port:
            return _run(Path(folder), port, own["SCOREKEEPER_DATABASE_URL"], rounds)


def on_postgres(rounds: int = ROUNDS) -> dict[str, float]:
    """The same with three processes on PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder, new_postgres(Path(folder)) as (postgres, instance):
        url = str(postgres.get_uri())
        with three_processes(instance, url) as (port, _):
            return _run(instance, port, url, rounds)


def _run(instance: Path, port: int, url: str, rounds: int) -> dict[str, float]:
    with Client(port) as first:
        made = json.loads(text_of(first.call("/tables", {"name": "Races"})))
    (game,) = new_games(instance, made["table"], 1, url=url)
    races = _Races(port, made["table"], made["tokens"]["keeper"])
    for number in range(1, rounds + 1):
        seq = 3 * number - 2
        hand = {"kind": "hand", "hand": number, **record(number)}
        races.at_game(game, seq, [hand])
        races.at_game(game, seq + 1, [{"kind": "take-back", "entry": seq + 1}], entry_id=str(uuid4()))
        races.at_game(game, seq + 2, [{"kind": "take-back", "entry": seq + 2}, hand])
        races.at_link()
    return {name: float(races.found[name]) for name in ("races", "nobody", "several", "unclear")}


class _Races:
    """A table of programs, and how the races there ended."""

    def __init__(self, port: int, table: str, token: str) -> None:
        self._port, self._table, self._token = port, table, token
        self.found = Counter[str]()

    def at_game(self, game: str, seq: int, entries: list[dict[str, Any]], entry_id: str = "") -> None:
        """Clients write these entries after entry `seq`, each with an id of its own unless one is given."""

        def write(number: int, client: Client) -> int:
            entry = {"id": entry_id or str(uuid4()), "seq": seq, **entries[number % len(entries)]}
            return client.call(f"/games/{game}/entries", entry, self._token).status

        self._race(write, CREATED, AGAIN if entry_id else CONFLICT)

    def at_link(self) -> None:
        """Clients that have all opened the same link for one device join by it."""
        with Client(self._port) as keeper:
            invite = {"role": "scorer", "uses": 1}
            made = keeper.call(f"/tables/{self._table}/invites", invite, self._token)
        path = f"/join/{json.loads(text_of(made))['token']}"

        def join(number: int, client: Client) -> int:
            return client.post("/join", {"csrf_token": forms[number], "name": f"Phone {number}"}).status

        forms = dict[int, str]()

        def look(number: int, client: Client) -> None:
            client.get(path)
            forms[number] = token_in(client.get("/join"))

        self._race(join, SEE_OTHER, GONE, look)

    def _race(
        self,
        act: Callable[[int, Client], int],
        won: int,
        lost: int,
        prepare: Callable[[int, Client], None] | None = None,
    ) -> None:
        """All clients act at once: one must be answered `won`, all others `lost`."""
        start = Barrier(CLIENTS)

        def wait_and_act(number: int) -> int:
            with Client(self._port) as client:
                if prepare:
                    prepare(number, client)
                start.wait()
                return act(number, client)

        with ThreadPoolExecutor(CLIENTS) as threads:
            answers = Counter(threads.map(wait_and_act, range(CLIENTS)))
        self.found["races"] += 1
        self.found["nobody"] += answers[won] == 0
        self.found["several"] += answers[won] > 1
        self.found["unclear"] += CLIENTS - answers[won] - answers[lost]
