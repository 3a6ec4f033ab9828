"""The world of an evening: one clock, a server with its database and copies of it, a bad line, and devices.

Everything that is drawn comes from `random`, and nothing happens but by `run`: the same seeds are the same evening.
"""

from __future__ import annotations

import heapq
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlencode
from uuid import NAMESPACE_URL, uuid5

from flask import Flask
from sqlalchemy import event
from sqlalchemy.engine import Engine

from scorekeeper import chance, clock, create_app
from scorekeeper.core.outbox import PROTOCOL
from scorekeeper.services.batches import CLOCK_TOLERANCE
from scorekeeper.services.erasing import erase_player
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.services.invites import permanent_link
from scorekeeper.services.members import pass_pen, revoke_member
from scorekeeper.services.recording import Author
from scorekeeper.services.who_played import prepare as prepare_rooms
from scorekeeper.storage.database import db, is_writing
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import games_by_id
from scorekeeper.storage.members import Role, member_by_id
from scorekeeper.storage.players import players_named
from scorekeeper.storage.setup import close_storage
from tests.rooms import rooms_with
from tests.simulation.browser import Browsers
from tests.simulation.kind import FOUR, Kind

Json = dict[str, Any]
BEGAN = datetime(2026, 11, 27, 18, 0, tzinfo=UTC)
DEVICES = ("keeper", "ann", "ben", "watcher")
"""Who starts the table, two who keep score, of whom Ben sits at a seat of his own, and one who watches."""
A_HUNG_LINE = 20_000  # ms, longer than a phone waits for an answer
PHASE = "page.sender && (page.isReady || !page.gameId) ? page.sender.statusOf(GAME).phase : null"
"""What the outbox of a page waits for, once it has loaded."""
OTHER = '{"seq": 2, "id": "b", "hash": "c"}'
FORGED = (
    (200, "<html>Welcome to our hotel</html>"),
    (200, "{"),
    (302, ""),
    (404, "<html>nginx</html>"),
    (502, ""),
    (200, "{}"),
    (200, f'{{"protocol": {PROTOCOL}, "results": []}}'),
    (429, f'{{"protocol": {PROTOCOL}, "error": {{"code": "too-many"}}}}'),
    (200, f'{{"protocol": {PROTOCOL}, "results": [{{"id": "b", "status": 200, "event": {OTHER}}}]}}'),
)
"""What else answers in place of our server: a portal, a proxy, half an answer, the answer to somebody else."""


class Crash(BaseException):
    """The server is gone in the middle of a request."""


@dataclass
class Line:
    """How bad the line of a device is: the shares of requests that meet with each fault."""

    faults: dict[str, float] = field(default_factory=dict)
    is_cut: bool = False


Content = Any
"""Of a database: its bytes, or where a server of databases has them."""
Memory = list[dict[str, Any]]
"""What a process remembers: of each cache, what is in it."""


class Server:
    """The app on a SQLite file, whose copies can be restored; two processes serve it, which can crash at any statement.

    Each has its own caches. While one is about to read or to begin to write, the other may answer a whole request.
    """

    def __init__(self, file: Path, url: str = "") -> None:
        self.file = file
        self.app: Flask = create_app(
            {"SQLALCHEMY_DATABASE_URI": url or f"sqlite:///{file}", "TESTING": True, "RATELIMIT_ENABLED": False}
        )
        self.rooms: tuple[str, ...] = self.app.config["ROOMS"]
        self.caches = (GAME_CACHE, *(kept for room in rooms_with("caches") for kept in room.CACHES))
        self.other: Memory = []  # what the process remembers that does not serve now
        self.is_serving = False
        self.dies_after: int | None = None
        self.yields_after: int | None = None
        self.meanwhile: Callable[[], object] = tuple
        event.listen(self.app_engine(), "before_cursor_execute", self._count)
        event.listen(self.app_engine(), "commit", self._count)

    def app_engine(self) -> Engine:
        with self.app.app_context():
            return db.engine

    def _count(self, *_given: object) -> None:
        if not self.is_serving:
            return
        if self.dies_after is not None:
            self.dies_after -= 1
            if self.dies_after < 0:
                raise Crash
        elif self.yields_after is not None:
            self.yields_after -= 1
            if self.yields_after < 0 and not is_writing(db.session()):
                self.yields_after = None
                self.change_process()
                with self.app.app_context():  # a request inside another would join its context, and so its session
                    self.meanwhile()
                self.change_process()

    @contextmanager
    def serving(self) -> Iterator[None]:
        """While this lasts, it may die at a statement; once it has died, no other one does anything."""
        before, self.is_serving = self.is_serving, True
        with suppress(Crash):
            yield
        self.is_serving = before

    def change_process(self) -> None:
        """From now on the other process serves."""
        here = [dict(vars(cache)) for cache in self.caches]
        for cache, memory in zip(self.caches, self.other, strict=True):
            vars(cache).update(memory)
        self.other = here

    def open_rooms(self, rooms: tuple[str, ...]) -> None:
        """It starts again with these rooms, and no others."""
        self.app.config["ROOMS"] = rooms
        self.restart()
        prepare_rooms(self.app)

    def has_died(self) -> bool:
        """Whether it died, and starts again."""
        died = self.dies_after is not None and self.dies_after < 0
        if died:
            self.dies_after = None
            self.restart()
        return died

    def content(self) -> Content:
        """The whole database."""
        with closing(sqlite3.connect(self.file)) as found:
            return found.serialize()

    def lay_out(self, content: Content, *, cold: bool = True) -> None:
        """Replace the database, while the server is stopped or, not `cold`, under a running one."""
        close_storage(self.app)
        self.replace(content)
        if cold:
            self.restart()

    def replace(self, content: Content) -> None:
        """The same while no connection is open."""
        for old in (self.file, *(self.file.with_name(self.file.name + log) for log in ("-wal", "-shm"))):
            old.unlink(missing_ok=True)
        self.file.write_bytes(content)

    def restart(self) -> None:
        """What both processes knew is gone."""
        close_storage(self.app)
        for cached in self.caches:
            cached.clear()
        self.other = [
            {name: copy(value) for name, value in vars(cached).items() if isinstance(value, dict | int)}
            for cached in self.caches
        ]


KINDS = {
    "partnership": Kind("partnership", FOUR),
    "own": Kind("partnership", FOUR, is_own=True),
    "two": Kind("two-player", FOUR[:2]),
    "three": Kind("cutthroat", FOUR[:3], tricks=17),
    **{name: kind for room in rooms_with("simulated") for name, kind in room.KINDS.items()},
}


@dataclass
class Prepared:
    """A table with a game, and the cookies of each device."""

    kind: Kind
    server: Server
    content: Content
    cookies: dict[str, dict[Any, Any]]
    table: str
    game: str


class World:
    """An evening."""

    def __init__(self, browsers: Browsers, prepared: Prepared, seed: int) -> None:
        self.browsers, self.prepared, self.server = browsers, prepared, prepared.server
        self.random = Random(seed)
        self.now = 0  # ms since the evening began
        self.agenda: list[tuple[int, int, Callable[[], object]]] = []
        self.order = count()
        self.lines = {name: Line() for name in DEVICES}
        self.clients = {name: self.server.app.test_client() for name in DEVICES}
        self.copies: list[Content] = []
        self.reached: Counter[str] = Counter()
        self.given_own: list[Json] = []  # the bids for an own seat that the server took
        self.heard: list[Json] = []  # what pages say: notices, warnings, what they stored
        self.tried: set[tuple[str, str]] = set()  # refused taps that a person of this device has sent again
        self.removed: set[str] = set()  # whose access ended once
        self.requests = 0
        self.coming: dict[int, tuple[str, Callable[[], object]]] = {}  # requests that reach the server later
        self.served = ""  # whose request is answered now
        self.server_skew = 0  # ms
        self.latest = BEGAN  # that the server takes a phone's word for
        self.story: list[str] = []  # what happened, for people to read
        self.server.app.config["ROOMS"] = self.server.rooms
        self.server.dies_after = self.server.yields_after = None
        self.server.meanwhile = self._serve_another
        self.server.lay_out(prepared.content)
        for name, client in self.clients.items():
            client._cookies = dict(prepared.cookies[name])
        browsers.call("begin", seed % 2**31, self._moment())
        for name in DEVICES:
            browsers.call("device", name, {})

    def _moment(self) -> int:
        return round(BEGAN.timestamp() * 1000) + self.now

    # Time

    def later(self, after: int, work: Callable[[], object]) -> None:
        heapq.heappush(self.agenda, (self.now + max(0, after), next(self.order), work))

    def run(self, ms: int) -> None:
        """Let this time pass."""
        until = self.now + ms
        self.settle()
        while self.agenda and self.agenda[0][0] <= until:
            self._set(self.agenda[0][0])
            heapq.heappop(self.agenda)[2]()
            self.settle()
        self._set(until)

    def stop_in(self, device: str, phase: str) -> bool:
        """Let time pass until a page of this device is in this phase; whether it was."""
        return self.stop_once(lambda: phase in self.phases(device))

    def stop_once(self, has_come: Callable[[], bool], ms: int = 5000) -> bool:
        """Let time pass until this has come, also between operations of stores; whether it has."""
        until = self.now + ms
        while True:
            self.browsers.work()
            if has_come():
                return True
            if self.browsers.call("left"):
                self.browsers.some(1)
                continue
            self._hear()
            if not self.agenda or self.agenda[0][0] > until:
                return False
            self._set(self.agenda[0][0])
            heapq.heappop(self.agenda)[2]()

    def _set(self, now: int) -> None:
        self.now = now
        self.browsers.call("time", self._moment())

    def time(self, _zone: tzinfo) -> datetime:
        now = BEGAN + timedelta(milliseconds=self.now + self.server_skew)
        self.latest = max(self.latest, now + CLOCK_TOLERANCE)
        return now

    def settle(self) -> None:
        """What pages do at once, and what they ask for."""
        self.browsers.rest()
        self._hear()

    def _hear(self) -> None:
        for word in self.browsers.heard():
            kind = word["kind"]
            if kind == "timer":
                self.later(round(word["ms"]), partial(self._resume, word["number"]))
            elif kind == "request":
                self._request(word)
            else:
                self.hear(word)

    def hear(self, word: Json) -> None:
        self.heard.append(word)

    def reach(self, what: str, *devices: str) -> None:
        """Count what befalls devices, or the server, in the phase that each of their outboxes is in."""
        self.reached[what] += 1
        for device in devices or DEVICES:
            for phase in self.phases(device):
                self.reached[f"{what} while {phase}"] += 1

    def phases(self, device: str, game: str = "") -> list[str]:
        """What each page of a device waits for, with its own game or this one; at home, with that of this evening."""
        asked = PHASE.replace("GAME", json.dumps(game) if game else f"page.gameId || {json.dumps(self.prepared.game)}")
        tabs = range(self.browsers.call("tabs", device))
        return [phase for tab in tabs if (phase := self.browsers.of_page(device, tab, asked)) is not None]

    def tell(self, *words: object) -> None:
        self.story.append(f"{self.now / 1000:8.2f} {' '.join(map(str, words))}")

    # Requests

    def _resume(self, number: int, *given: object) -> bool:
        found: bool = self.browsers.call("resume", number, *given)
        return found

    def _request(self, asked: Json) -> None:
        """A page's request on its way, over a line that may lose it."""
        self.requests += 1
        device, number = asked["device"], asked["number"]
        form = dict(parse_qsl(asked["body"] or "", keep_blank_values=True))
        if entries := form.get("entries"):
            ids = [entry["id"] for entry in json.loads(entries)]
            self.hear({"kind": "sends", "device": device, "ids": ids, "hash": form.get("hash", "")})
        if "entry_id" in form and "taps" in form:
            self.hear({"kind": "starts", "device": device, "game": form["entry_id"], "taps": form["taps"]})
        line, delay = self.lines[device], 20 + self.random.randrange(80)
        fault = self._fault(line)
        self.reach(f"request {fault}", device)

        def arrive(status: int, text: str, url: str = "", is_redirected: bool = False, after: int = delay) -> None:
            self.later(after, partial(self._resume, number, status, text, url, is_redirected))

        def serve(is_heard: bool = True, after: int = delay) -> None:
            status, text, url, is_redirected = self.answer(device, asked)
            if is_heard:
                arrive(status, text, url, is_redirected, after)

        coming = next(self.order)

        def serve_once() -> None:
            if self.coming.pop(coming, None):
                serve()

        unheard = partial(serve, is_heard=False)
        if fault in ("well", "late"):
            self.coming[coming] = device, serve_once
        late, very_late = self.random.randrange(500, 15_000), self.random.randrange(15_000, 45_000)
        works: dict[str, list[tuple[int, Callable[[], object]]]] = {
            "well": [(delay, serve_once)],
            "cut": [(0, partial(arrive, 0, ""))],
            "lost": [(0, partial(arrive, 0, "", after=A_HUNG_LINE))],
            "answer lost": [(delay, unheard), (0, partial(arrive, 0, "", after=A_HUNG_LINE))],
            "late": [(late, serve_once)],
            "very late": [(very_late, unheard)],  # the page has given up, and asked again
            "doubled": [(delay, serve), (delay + late // 4, unheard)],
            "forged": [(0, partial(arrive, *self.random.choice(FORGED)))],
            "stranger": [(delay, partial(arrive, *self._strange(asked)))],
        }
        for after, work in works[fault]:
            self.later(after, work)

    def _strange(self, asked: Json) -> tuple[int, str]:
        """What somebody else is answered, about the same number, or what a server of another version says."""
        form = dict(parse_qsl(asked["body"] or ""))
        seq = int(form.get("seq") or 1)
        error = {"code": "malformed", "message": "This server does not know that."}
        refused = 400, json.dumps({"protocol": PROTOCOL, "error": error})
        event = {"seq": seq + 1, "id": "b", "hash": "c"}
        recorded = 200, json.dumps({"protocol": PROTOCOL, "results": [{"id": "b", "status": 200, "event": event}]})
        return self.random.choice((refused, recorded, recorded, FORGED[7]) if "entries" in form else FORGED[2:5])

    def _serve_another(self) -> None:
        """The other process answers the next request of another device, if one is on its way."""
        work = next((work for device, work in self.coming.values() if device != self.served), None)
        if work is not None:
            self.reach("requests met", self.served)
            work()

    def _fault(self, line: Line) -> str:
        if line.is_cut:
            return "cut"
        drawn = self.random.random()
        for fault, share in line.faults.items():
            drawn -= share
            if drawn < 0:
                return fault
        return "well"

    def answer(self, device: str, asked: Json) -> tuple[int, str, str, bool]:
        """The server's answer to a request of a device."""
        path = asked["url"].partition("?")[0]
        if path.endswith("/rules"):  # which no evening changes
            return 200, "<title>The rules</title>", f"http://table{path}", False
        is_sealed = path.endswith("/bids/own") and "after=" in asked["url"]
        headers = {"Accept": "application/json"} if is_sealed or path.endswith("/events") else {}
        kind = {"content_type": "application/x-www-form-urlencoded", "data": asked["body"]} if asked["body"] else {}
        before, self.served = self.served, device
        with self.server.serving():
            reply = self.clients[device].open(
                asked["url"], method=asked["method"], headers=headers, follow_redirects=True, **kind
            )
        self.served = before
        if self.server.has_died():
            self.tell("the server has died, and starts again")
            self.reach("server crashed", device)
            return 502, "", "", False
        assert reply.status_code != 500, f"the server fails: {asked['method']} {asked['url']} {reply.text[:300]}"
        if asked["method"] == "POST" and path.endswith("/events") and reply.status_code == 200:
            seq = int(dict(parse_qsl(asked["body"]))["seq"])
            check_batch(seq, json.loads(reply.text), lambda: self.ids_of(path.split("/")[2]))
        if is_sealed and reply.status_code == 200:
            self.given_own.append(dict(parse_qsl(asked["body"])))
        return reply.status_code, reply.text, f"http://table{reply.request.full_path.rstrip('?')}", bool(reply.history)

    # The table

    def has(self, game: str) -> bool:
        """Whether the server has this game: one that was restored may lack a rematch."""
        with self.server.app.test_request_context():
            return bool(games_by_id([game]))

    def ids_of(self, game: str) -> list[str]:
        """Of the events that the server has."""
        with self.server.app.test_request_context():
            return [event.id for event in events_of(game)]

    def remove(self, device: str) -> None:
        with self.server.app.test_request_context():
            member = member_by_id(self.prepared.table, DEVICES.index(device) + 1)
            if member is not None and not member.ended():
                revoke_member(member)
                self.removed.add(device)
                self.reach("access revoked", device)

    def let_in(self, device: str) -> None:
        with self.server.app.test_request_context():
            token = permanent_link(self.prepared.table, Role.SCORER).token
        status = self.answer(device, {"url": f"/join/{token}", "method": "GET", "body": None})[0]
        assert status != 403, f"{device} cannot come back"
        self.reach("access given back", device)

    def take_pen(self, device: str) -> None:
        with self.server.app.test_request_context():
            member = member_by_id(self.prepared.table, DEVICES.index(device) + 1)
            if member is not None and not member.ended():
                pass_pen(member)
                self.reach("pen handed over")

    def forget_session(self, device: str) -> None:
        self.clients[device].delete_cookie("session")

    def erase(self, name: str) -> None:
        with self.server.app.test_request_context():
            found = players_named(self.prepared.table, [name])
            if name in found:
                erase_player(self.prepared.table, found[name].id, Author("Keeper"))
                self.reach("name erased")

    # The server

    def back_up(self) -> None:
        self.copies.append(self.server.content())

    def restore(self, *, cold: bool, number: int = -1) -> None:
        """Put a copy back: the last one, or that with this number."""
        if self.copies:
            self.server.lay_out(self.copies[number], cold=cold)
            self.reach("server restored" if cold else "server restored while it ran")


def check_batch(seq: int, reply: Json, ids: Callable[[], list[str]]) -> None:
    """What the server says of the entries of a phone that has seen event `seq`: after one that it refuses none is
    recorded, and its own are no news; `ids` are those of its events.
    """
    results = reply["results"]
    statuses = [result["status"] for result in results]
    refused = next((number for number, status in enumerate(statuses) if status >= 400), len(statuses))
    assert all(status >= 400 for status in statuses[refused:]), f"entries are recorded after a refused one: {statuses}"
    is_behind = statuses[refused : refused + 1] == [409] and results[refused]["error"]["code"] == "another-came-first"
    is_own = {*range(seq + 1, reply["seq"] + 1)} <= {result["event"]["seq"] for result in results[:refused]}
    is_other = is_behind and "already used" in results[refused]["error"]["message"]  # two phones put it back, one later
    is_itself = is_behind and not is_other and results[refused]["id"] in ids()
    assert not is_itself, f"an entry came before itself: {results}"
    assert not (is_behind and is_own), f"only its own entry came before one of this phone: {results}"


@contextmanager
def given(time: Callable[[tzinfo], datetime], seed: int) -> Iterator[None]:
    """This clock and this chance in place of the server's."""
    kept = chance.source, clock.__dict__["datetime"]
    chance.source = Random(seed)
    setattr(clock, "datetime", SimpleNamespace(now=time))  # noqa: B010 - for mypy
    try:
        yield
    finally:
        chance.source = kept[0]
        setattr(clock, "datetime", kept[1])  # noqa: B010


def prepare(folder: Path, name: str = "partnership", make: Callable[[Path], Server] = Server) -> Prepared:
    """A table with its devices, and a game of this kind, on the server that `make` gives this file."""
    with given(lambda _zone: BEGAN - timedelta(minutes=1), 1):
        return _prepared(make(folder / f"{name}.sqlite"), KINDS[name])


def _prepared(server: Server, kind: Kind) -> Prepared:
    clients = {name: server.app.test_client() for name in DEVICES}
    keeper = clients["keeper"]

    def form(client: Any, page: str, address: str, **fields: object) -> str:
        token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(page).text)
        body = urlencode(fields | {"csrf_token": token[1] if token else ""})
        reply = client.post(address, data=body, content_type="application/x-www-form-urlencoded", follow_redirects=True)
        assert reply.status_code < 400, reply.text
        return str(reply.request.path)

    table = form(keeper, "/tables/new", "/tables", name="Thursday").split("/")[2]
    tokens = {}
    for role in ("keeper", "scorer", "watcher"):
        page = keeper.get(f"/tables/{table}/share?role={role}").text
        found = re.search(r"/join/([\w-]+)", page)
        assert found, role
        tokens[role] = found[1]
    for name in DEVICES[1:]:
        role = "watcher" if name == "watcher" else "scorer"
        assert clients[name].get(f"/join/{tokens[role]}", follow_redirects=True).status_code == 200
    seats = {f"seat-{seat}": name for seat, name in enumerate(kind.seats)}
    options = {"option-target": str(kind.target), "dealer": str(len(seats) - 1), "rules": kind.rules}
    page = f"/tables/{table}/games/new?rules={kind.rules}"
    if len(seats) < 4:  # of these the start names its content, as in a game from a file: an erasure changes its id
        options["entry_id"] = str(uuid5(NAMESPACE_URL, kind.rules))
    if kind.begin is None:
        game = form(keeper, page, f"/tables/{table}/games", **seats, **options).split("/")[2]
    else:
        with server.app.test_request_context():
            game = kind.begin(table)
    if kind.is_own:
        form(clients["ben"], f"/tables/{table}/who", f"/tables/{table}/who", name="Ben")
    server.restart()
    cookies = {name: dict(client._cookies or {}) for name, client in clients.items()}
    return Prepared(kind, server, server.content(), cookies, table, game)
