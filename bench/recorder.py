"""Clients that record hands while the server or its database fails, and what became of each hand.

One half sends forms, as a page without a script does; the other half uses the API. A client whose hand is not
acknowledged sends the same hand again.
"""

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from uuid import uuid4

from bench.client import Answer, Client
from bench.game import record
from bench.table import new_games, open_table, text_of, token_in
from scorekeeper import create_app
from scorekeeper.formats.chain import verify
from scorekeeper.storage.events import events_of
from scorekeeper.storage.setup import close_storage

CLIENTS = 8
HANDS_A_GAME = 150
"""Hands after which a client starts its next game, before this one would be over."""
HAND_TIMEOUT = 40  # seconds until a hand has to be acknowledged
PAUSE = 0.1  # seconds that a client waits after a refusal
TRY_LATER = (503, 507)
HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
CODES = {"busy", "database-away", "database-gone", "disk-full", "no-room"}
"""The codes that tell a program to send the same again."""


@dataclass
class Recorder:
    """One client with games of its own; with the token of a link, it uses the API."""

    games: list[str]
    cookies: dict[str, str] = field(default_factory=dict)
    form_token: str = ""
    link_token: str = ""
    acknowledged: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    unclear: Counter[str] = field(default_factory=Counter)
    next_id: str = field(default_factory=lambda: str(uuid4()))
    address: str = "127.0.0.1"
    times: list[float] = field(default_factory=list)
    """When each hand was acknowledged."""
    pace: float = 0.0
    """Seconds to wait after each."""

    def record_until(self, port: int, over: Event) -> None:
        """Record hand after hand; when the connection breaks, open another."""
        while not over.is_set():
            # The server may be killed in the middle of an answer.
            with suppress(OSError, ValueError), Client(port, address=self.address) as browser:
                browser.cookies |= self.cookies
                while not over.is_set() and self._record(browser):
                    over.wait(self.pace)
            time.sleep(PAUSE)

    def _record(self, browser: Client) -> bool:
        """Send the next hand; returns whether it is acknowledged."""
        game, before = divmod(len(self.acknowledged), HANDS_A_GAME)
        send = self._by_api if self.link_token else self._by_page
        answer = send(browser, self.games[game], before + 1)
        if answer.status in ((200, 201) if self.link_token else (303,)):
            self.acknowledged.append(self.next_id)
            self.times.append(time.monotonic())
            self.next_id = str(uuid4())
            return True
        clear, reason = self._reason(answer)
        (self.refused if clear else self.unclear)[f"{answer.status} {reason}"] += 1
        return False

    def _by_page(self, browser: Client, game: str, number: int) -> Answer:
        form = {"csrf_token": self.form_token, "hand": str(number), "record": json.dumps(record(number))}
        return browser.post(f"/games/{game}/hands", form | {"entry_id": self.next_id, "seq": str(number)})

    def _by_api(self, browser: Client, game: str, number: int) -> Answer:
        entry = {"id": self.next_id, "seq": number, "kind": "hand", "hand": number, **record(number)}
        return browser.call(f"/games/{game}/entries", entry, self.link_token)

    def _reason(self, answer: Answer) -> tuple[bool, str]:
        """Whether the answer says to try again later, and its code or heading."""
        if self.link_token:
            code = str(json.loads(text_of(answer))["error"]["code"])
            return answer.status in TRY_LATER and code in CODES, code
        heading = HEADING.search(text_of(answer))
        return answer.status in TRY_LATER and heading is not None, heading[1].strip() if heading else "no page"


def new_recorders(
    instance: Path, port: int, games: int, url: str | None = None, address: str = "127.0.0.1"
) -> list[Recorder]:
    """Clients with this many new games each, on the database of the server at this port."""
    with Client(port, address=address) as browser:
        table = open_table(browser)
        with_form = new_games(instance, table, CLIENTS // 2 * games, url=url)
        form_token = token_in(browser.get(f"/games/{with_form[0]}"))
        cookies = dict(browser.cookies)
        made = json.loads(text_of(browser.call("/tables", {"name": "Programs"})))
    with_api = new_games(instance, made["table"], CLIENTS // 2 * games, url=url)
    return [
        *(Recorder(with_form[one :: CLIENTS // 2], cookies, form_token) for one in range(CLIENTS // 2)),
        *(Recorder(with_api[one :: CLIENTS // 2], link_token=made["tokens"]["scorer"]) for one in range(CLIENTS // 2)),
    ]


@contextmanager
def recording(recorders: Sequence[Recorder], port: int) -> Iterator[None]:
    """All clients record until the block ends."""
    over = Event()
    threads = [Thread(target=one.record_until, args=(port, over)) for one in recorders]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(HAND_TIMEOUT)


def wait_until_acknowledged(recorders: Sequence[Recorder], hands: int = 1) -> None:
    """Wait until this many more hands are acknowledged: the server works."""
    wait(lambda: sum(len(one.acknowledged) for one in recorders), hands)


def wait(count: Callable[[], int], more: int = 1) -> None:
    """Wait until the count has grown by this many."""
    aim, until = count() + more, time.monotonic() + HAND_TIMEOUT
    while count() < aim:
        if time.monotonic() > until:
            raise TimeoutError("the server did not recover")
        time.sleep(0.01)


def counted(url: str, instance: Path, recorders: Sequence[Recorder]) -> dict[str, float]:
    """How many hands were acknowledged, lost, recorded twice and refused, and how many chains are broken.

    Prints the reasons of refusals; `unclear` are those that do not say to try again later.
    """
    found: Counter[str] = Counter()
    app = create_app({"SQLALCHEMY_DATABASE_URI": url, "SCOREKEEPER_INSTANCE": str(instance)})
    with app.app_context():
        for one in recorders:
            lost = set(one.acknowledged)
            for game in one.games:
                entries = events_of(game)
                hands = [entry for entry in entries if entry.kind == "hand"]
                lost -= {entry.id for entry in hands}
                found["doubled"] += len(hands) - len({entry.payload["hand"] for entry in hands})
                found["broken"] += verify(entries) is not None
            found["lost"] += len(lost)
    close_storage(app)
    reasons = sum((one.refused + one.unclear for one in recorders), Counter[str]())
    for reason, times in reasons.most_common():
        print(f"{times:6} × {reason}", file=sys.stderr)
    found["acknowledged"] = sum(len(one.acknowledged) for one in recorders)
    found["refused"] = reasons.total()
    found["unclear"] = sum(one.unclear.total() for one in recorders)
    return {name: float(found[name]) for name in ("acknowledged", "lost", "doubled", "broken", "refused", "unclear")}
