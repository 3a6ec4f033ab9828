"""Eight clients do the same at the same moment, round after round, in every way in which the two rooms are written to.

What may exist once exists once: one client succeeds and the others are refused, or all get the first one's answer. What
each may do, such as starting a game (12 clients), all do. The server of a table: hands, undo, links for one device. The
club: starts, merges crosswise, payments, stakes, names of players, seasons and presets. A tournament: its start, teams,
rounds, games and results of matches, undo, players' phones, and who keeps a score.
"""

import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any, TypeVar
from uuid import uuid4

from bench.client import BY_A_TAP, Answer, Client
from bench.game import record
from bench.restarts import new_postgres
from bench.serving import served, three_processes
from bench.table import new_games, settings, text_of, token_in
from scorekeeper import create_app
from scorekeeper.rooms.tournaments.storage import match_games, phones_of
from scorekeeper.storage.setup import close_storage

ROUNDS = 50
CLIENTS, STARTS = 8, 12
AGAIN, CREATED, NOTHING, SEE_OTHER, CONFLICT, GONE, UNFIT = 200, 201, 204, 303, 409, 410, 422
ONE_HAND = {"bids": [["5", "4"], ["2", "1"]], "took": [10, 3]}
SIGN_UP = re.compile(r"/tournaments/[^/\"]+/sign-up/[0-9A-Za-z]+")
NIGHTS = {"first_night": "2026-01-01", "last_night": "2026-03-31"}
TARGET = {"format": "swiss", "rules": "partnership", "rounds": 3, "options": {"target": 300}}


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
    races = _Races(port, made["table"], made["tokens"]["keeper"], instance, url)
    for number in range(1, rounds + 1):
        seq = 3 * number - 2
        hand = {"kind": "hand", "hand": number, **record(number)}
        races.at_game(game, seq, [hand])
        races.at_game(game, seq + 1, [{"kind": "take-back", "entry": seq + 1}], entry_id=str(uuid4()))
        races.at_game(game, seq + 2, [{"kind": "take-back", "entry": seq + 2}, hand])
        races.at_link()
        races.at_club(number)
        races.at_tournament(number)
    return {name: float(races.found[name]) for name in ("races", "nobody", "several", "unclear")}


T = TypeVar("T")
Act = Callable[[int, Client], Answer]


class _Races:
    """A table of programs, and how the races there ended."""

    def __init__(self, port: int, table: str, token: str, instance: Path, url: str) -> None:
        self._port, self._table, self._token = port, table, token
        self._instance, self._url = instance, url
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
            return client.post("/join", {"csrf_token": forms[number]}).status

        forms = dict[int, str]()

        def look(number: int, client: Client) -> None:
            client.get(path)
            forms[number] = token_in(client.get("/join"))

        self._race(join, SEE_OTHER, GONE, look)

    def at_club(self, number: int) -> None:
        """The writes of a club; names and games are new in each round."""
        table, kim, lou = f"/tables/{self._table}", f"Kim {number}", f"Lou {number}"

        def start(client: Client, *names: str, **more: object) -> Answer:
            sides = [{"name": "Us", "players": names[:2]}, {"name": "Them", "players": names[2:]}]
            return client.call(f"{table}/games", {"rules": "partnership", "sides": sides, **more}, self._token)

        self._all_do(lambda own, client: start(client, kim, "Cal", f"Guest {number} {own}", "Dee"), CREATED, STARTS)
        self._all_do(lambda _own, client: start(client, lou, "Cal", "Ben", "Dee"), CREATED, STARTS)
        self._one_does(
            lambda own, client: self._call(
                client, f"{table}/players/merge", {"name": (kim, lou)[own % 2], "into": (lou, kim)[own % 2]}
            ),
            (NOTHING,),
            (UNFIT, CONFLICT),
        )
        stakes = {"currency": "EUR", "per": {"game": {"amount": 100 + number}}}
        self._all_agree(lambda _own, client: client.call(f"{table}/stakes", stakes, self._token, "PUT"), (AGAIN,))
        with Client(self._port) as first:
            paid = (f"Payer {number}", f"Owner {number}")
            assert (
                start(first, "Eve", paid[1], "Fay", paid[0], hands=[ONE_HAND], closed={"reason": "late"}).status
                == CREATED
            )
            asked = first.get(f"/api/v1{table}/settling", {"Authorization": f"Bearer {self._token}"})
            open_now = json.loads(text_of(asked))["settlements"][0]
        transfer = {"currency": "EUR"} | {part: open_now["transfers"][0][part] for part in ("payer", "payee", "amount")}
        self._all_agree(lambda _own, client: self._call(client, f"{table}/payments", transfer), (CREATED,))
        season = {"name": f"Winter {number}", **NIGHTS}
        self._one_does(
            lambda _own, client: self._call(client, f"{table}/seasons", season), (CREATED,), (CONFLICT, UNFIT)
        )
        if number <= 10:  # a table has 20 of them at most
            preset = {"name": f"Ours {number}", "rules": "partnership", "options": {}}
            self._one_does(
                lambda _own, client: self._call(client, f"{table}/presets", preset), (CREATED,), (CONFLICT, UNFIT)
            )

    def at_tournament(self, number: int) -> None:
        """The writes of a tournament: another one in each round."""
        begun = {"id": str(uuid4()), "name": f"Open {number}", "stages": [TARGET]}
        path = f"/tables/{self._table}/tournaments"
        started = self._all_agree(lambda _own, client: self._call(client, path, begun), (CREATED, AGAIN), "tournament")
        at = f"/tournaments/{started}"
        pairs = [["Ann", "Abe"], ["Bea", "Ben"], ["Cal", "Cleo"], ["Dan", "Dot"]]
        for pair in pairs:
            entry = {"players": pair}
            self._one_does(partial(self._post, f"{at}/teams", entry), (CREATED,), (UNFIT, CONFLICT))
        here = {"id": str(uuid4()), "kind": "team-status", "teams": [1, 2, 3, 4], "status": "arrived"}
        self._one_does(partial(self._post, f"{at}/entries", here), (CREATED,), (AGAIN,))
        self._one_does(partial(self._post, f"{at}/rounds", {}), (CREATED,), (CONFLICT,))
        with Client(self._port) as first:
            found = first.get(f"/api/v1{at}", {"Authorization": f"Bearer {self._token}"})
            match = json.loads(text_of(found))["stages"][0]["rounds"][0]["matches"][0]
        own = f"{at}/matches/{match['id']}"
        self._at_phones(started, [pairs[team - 1][0] for team in match["teams"]])
        self._all_agree(partial(self._post, f"{own}/game", {}), (AGAIN, CREATED), "game")
        result = {"id": str(uuid4()), "scores": [300, 200], "signed": True}
        self._one_does(partial(self._post, f"{own}/result", result), (CREATED,), (AGAIN,))
        with Client(self._port) as first:
            seq = json.loads(text_of(first.get(f"/api/v1{at}", {"Authorization": f"Bearer {self._token}"})))["seq"]
        self._one_does(partial(self._post, f"{at}/undo", {"seq": seq}), (CREATED,), (CONFLICT,))

    def _at_phones(self, tournament: str, players: Sequence[str]) -> None:
        """Several phones sign up as one player's: one is accepted; then one of each side's keeps the score."""
        app = create_app({"SQLALCHEMY_DATABASE_URI": self._url, "SCOREKEEPER_INSTANCE": str(self._instance)})
        with Client(self._port) as desk:
            desk.get(f"/join/{self._token}", BY_A_TAP)
            (sign_up,) = set(SIGN_UP.findall(text_of(desk.get(f"/tournaments/{tournament}/teams"))))
        clients = [Client(self._port) for _ in range(CLIENTS)]
        forms = [token_in(client.get(sign_up)) for client in clients]

        def claim(own: int, _client: Client) -> Answer:
            form = {"csrf_token": forms[own], "player": players[own % 2]}
            return clients[own].post(f"{sign_up}/who", form)

        self._all_do(claim, SEE_OTHER)
        with app.app_context():
            accepted = Counter(phone.player for phone in phones_of(tournament) if phone.accepted)
        self._note(accepted, dict.fromkeys(players, 1))

        def keep(own: int, _client: Client) -> Answer:
            return clients[own].post(f"/tournaments/{tournament}/my-match/keep", {"csrf_token": forms[own]})

        self._all_do(keep, SEE_OTHER)
        with app.app_context():
            keepers = Counter(phone.game_id for phone in phones_of(tournament) if phone.keeps)
            games = match_games(tournament)
            close_storage(app)
        self._note(keepers, {game.id: 1 for game in games[:1]})
        for client in clients:
            client.close()

    def _call(self, client: Client, path: str, body: dict[str, Any]) -> Answer:
        return client.call(path, body, self._token)

    def _post(self, path: str, body: dict[str, Any], _own: int, client: Client) -> Answer:
        return client.call(path, body, self._token)

    def _note(self, found: Mapping[Any, int], expected: Mapping[Any, int]) -> None:
        self.found["races"] += 1
        self.found["nobody"] += len(found) < len(expected)
        self.found["several"] += any(count > 1 for count in found.values()) or len(found) > len(expected)

    def _one_does(self, act: Act, won: tuple[int, ...], lost: tuple[int, ...]) -> None:
        """One is answered `won`, all others `lost`."""
        self._count([answer.status for answer in self._at_once(act)], won, lost)

    def _all_do(self, act: Act, done: int, count: int = CLIENTS) -> None:
        """All are answered `done`."""
        answers = [answer.status for answer in self._at_once(act, count)]
        self.found["races"] += 1
        self.found["unclear"] += sum(status != done for status in answers)

    def _all_agree(self, act: Act, done: tuple[int, ...], part: str = "") -> str:
        """All are answered with the same content, or the same `part` of it, which is returned."""
        answers = self._at_once(act)
        contents = [json.loads(text_of(answer)) for answer in answers]
        said = {str(content.get(part)) if part else json.dumps(content) for content in contents}
        self.found["races"] += 1
        self.found["several"] += len(said) > 1
        self.found["unclear"] += sum(answer.status not in done for answer in answers)
        return said.pop()

    def _race(
        self,
        act: Callable[[int, Client], int],
        won: int,
        lost: int,
        prepare: Callable[[int, Client], None] | None = None,
    ) -> None:
        """All clients act at once: one must be answered `won`, all others `lost`."""
        self._count(self._at_once(act, prepare=prepare), (won,), (lost,))

    def _count(self, answers: Sequence[int], won: tuple[int, ...], lost: tuple[int, ...]) -> None:
        winners = sum(status in won for status in answers)
        self.found["races"] += 1
        self.found["nobody"] += winners == 0
        self.found["several"] += winners > 1
        self.found["unclear"] += sum(status not in (*won, *lost) for status in answers)

    def _at_once(
        self,
        act: Callable[[int, Client], T],
        count: int = CLIENTS,
        prepare: Callable[[int, Client], None] | None = None,
    ) -> list[T]:
        """What each client gets."""
        start = Barrier(count)

        def wait_and_act(number: int) -> T:
            with Client(self._port) as client:
                if prepare:
                    prepare(number, client)
                start.wait()
                return act(number, client)

        with ThreadPoolExecutor(count) as threads:
            return list(threads.map(wait_and_act, range(count)))
