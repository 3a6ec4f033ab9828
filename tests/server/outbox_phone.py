"""A phone without a screen: the app's own outbox, which sends taps to a real server and keeps what it has seen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener
from uuid import uuid4

from scorekeeper.core.outbox.machine import step
from scorekeeper.core.outbox.model import (
    Answered,
    Ask,
    AskAgain,
    Changed,
    Effect,
    Led,
    LetGo,
    Message,
    News,
    OfferRestore,
    Outbox,
    Phase,
    PutBack,
    Rebase,
    RecordAgain,
    Send,
    Settled,
    Stored,
    Take,
    TakeTheirs,
    TimeUp,
)
from tests.server.raw import ANSWER_TIMEOUT

Json = dict[str, Any]
IN_JSON = {"Accept": "application/json"}
OF_EVENT = ("seq", "kind", "payload", "who", "hash")
"""What an event has that a tap does not have, or not as such."""


class OutboxPhone:
    """A device at the table of a game, whose taps are bids of the first player.

    `line` says for each request whether it arrives, and whether its answer does. `files` has the events that it kept in
    a file, since the server had gone on without them.
    """

    def __init__(self, url: str, game: str, line: Callable[[], tuple[bool, bool]]) -> None:
        self.url, self.game, self.line = url, game, line
        self._browser = build_opener(HTTPCookieProcessor(CookieJar()))
        self.events: list[Json] = []
        self.taps: list[Json] = []
        self.files: list[Json] = []
        self.seen: dict[str, Json] = {}  # every event that the server once said it has, by its id
        self.outbox = Outbox()
        self.requests = 0
        self._based = 0
        self._csrf = ""
        self._paused: list[AskAgain] = []
        self._answers: dict[int, Json] = {}

    def join(self, token: str) -> None:
        """Open a link, and read the game."""
        page = self._open(f"/join/{token}")
        if 'name="csrf_token"' in page:
            form = re.search(r'name="csrf_token" value="([^"]+)"', page)
            assert form
            self._open("/join", {"csrf_token": form[1], "token": token})
        status, body = self._fetch({"after": "0"})
        assert status == 200
        assert isinstance(body, dict)
        self._take(body)
        self._based = self.events[-1]["seq"]
        self.tell(Led(True))
        self.changed()

    def bid(self, number: int) -> str:
        """A tap; its id."""
        tap = {"id": str(uuid4()), "kind": "bids", "hand": 1, "bids": [[str(number), None], [None, None]]}
        self.taps.append(tap)
        self.changed()
        return str(tap["id"])

    def changed(self) -> None:
        self.tell(Changed(self.game, self._stored()))

    def hear(self) -> None:
        """The server may have news."""
        self.tell(News(self.game))

    def wait(self) -> None:
        """The pauses are over."""
        paused, self._paused = self._paused, []
        for pause in paused:
            self.tell(TimeUp(self.game, pause.attempt))

    @property
    def phase(self) -> Phase:
        return self.outbox.queues[self.game].phase

    def tell(self, message: Message) -> None:
        """Give the outbox a message, and do what it asks for."""
        self.outbox, effects = step(self.outbox, message)
        for effect in effects:
            self._carry_out(effect)

    def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, Send):
            taps = [next(tap for tap in self.taps if tap["id"] == each) for each in effect.taps]
            fields = {"entries": json.dumps(taps), "seq": effect.seq, "hash": effect.hash, "csrf_token": self._csrf}
            self._answered(effect.attempt, self._fetch({}, fields))
        elif isinstance(effect, Ask):
            self._answered(effect.attempt, self._fetch({"after": effect.after, "hash": effect.hash}))
        elif isinstance(effect, AskAgain):
            self._paused.append(effect)
        elif isinstance(effect, OfferRestore):
            self._decide(effect)
        elif isinstance(effect, Take | Rebase | PutBack | TakeTheirs):
            self._store(effect)

    def _answered(self, attempt: int, answer: tuple[int, object]) -> None:
        status, body = answer
        if isinstance(body, dict):
            self._answers = {attempt: body}
            self._csrf = body.get("csrf", self._csrf)
        own = tuple((event["seq"], event["id"], event["hash"]) for event in self.events)
        self.tell(Answered(self.game, attempt, status, body, 500, own))

    def _decide(self, offer: OfferRestore) -> None:
        """The person has lost events recorded again; if the server went on without them, keeps them in a file."""
        if not offer.went_on:
            self.tell(RecordAgain(self.game))
            return
        self.files += [event for event in self.events if event["seq"] in offer.lost]
        self.tell(LetGo(self.game))

    def _store(self, effect: Take | Rebase | PutBack | TakeTheirs) -> None:
        if isinstance(effect, Rebase):
            self._based = self.events[-1]["seq"]
        else:
            (body,) = self._answers.values()
            if isinstance(effect, PutBack):
                there = {event["id"] for event in body["events"]}
                lost = [_as_tap(event) for event in self.events if event["id"] not in there]
                self.taps = [*lost, *(tap for tap in self.taps if tap["id"] not in there)]
            self._take(body)
            fits = isinstance(effect, Take) and effect.fits
            self._based = self.events[-1]["seq"] if fits else 0
        self.tell(Settled(self.game, self._stored()))

    def _take(self, body: Json) -> None:
        found = body["events"] if "events" in body else [each["event"] for each in body["results"] if "event" in each]
        if found and found[0]["seq"] == 1:
            self.events = []
        self.events += [event for event in found if not self.events or event["seq"] > self.events[-1]["seq"]]
        self.seen |= {event["id"]: event for event in found}
        self.taps = [tap for tap in self.taps if tap["id"] not in {event["id"] for event in self.events}]
        self._csrf = body.get("csrf", self._csrf)

    def _stored(self) -> Stored:
        last = self.events[-1]
        fits = self._based == last["seq"] or not self.taps
        return Stored(self.game, last["seq"], last["hash"], tuple(tap["id"] for tap in self.taps), "", fits)

    def _fetch(self, query: Json, fields: Json | None = None) -> tuple[int, object]:
        """The status and the JSON of an answer; status 0 if nothing came back."""
        self.requests += 1
        arrives, comes_back = self.line()
        if not arrives:
            return 0, None
        address = f"{self.url}/games/{self.game}/events?{urlencode(query)}"
        data = None if fields is None else urlencode(fields).encode()
        try:
            with self._browser.open(Request(address, data, IN_JSON), timeout=ANSWER_TIMEOUT) as answer:
                status, text = answer.status, answer.read()
        except HTTPError as refused:
            status, text = refused.code, refused.read()
        except (OSError, HTTPException):
            return 0, None
        return (status, json.loads(text)) if comes_back else (0, None)

    def _open(self, path: str, fields: Json | None = None) -> str:
        data = None if fields is None else urlencode(fields).encode()
        with self._browser.open(Request(f"{self.url}{path}", data), timeout=ANSWER_TIMEOUT) as answer:
            text: str = answer.read().decode()
        return text


def _as_tap(event: Json) -> Json:
    """An event that the server lost, to be sent again with its id and its moment."""
    kept = {name: value for name, value in event.items() if name not in OF_EVENT and value is not None}
    return {**event["payload"], **kept, "kind": event["kind"]}
