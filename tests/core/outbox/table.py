"""A table for the outbox: phones with tabs and a store, a bad line, and a server that may be restored from a backup.

It is written apart from the machine: nothing here asks why the machine wants something, it only carries it out.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from scorekeeper.core.outbox import PROTOCOL
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
    Resumed,
    Seal,
    Send,
    Settled,
    Stored,
    Take,
    TakeTheirs,
    TimeUp,
    Unseal,
    Woken,
)

GAME = "game"
TIMEOUT = 12_000
Json = dict[str, Any]


class Draws:
    """Random numbers from bytes; when those are used up, all is well."""

    def __init__(self, given: bytes) -> None:
        self.rest = iter(given)

    def below(self, most: int) -> int:
        return next(self.rest, 0) % most


class Server:
    """A chain of events. Each hash depends on all ids before."""

    def __init__(self) -> None:
        self.events: list[tuple[str, str]] = []
        self.seen_saved: set[str] = set()
        self.append("start")
        self.backup = list(self.events)

    def append(self, event: str) -> None:
        before = self.events[-1][1] if self.events else ""
        self.events.append((event, f"{hash((before, event)):x}"))

    def listed(self, after: int) -> list[Json]:
        return [
            {"seq": seq, "id": event, "hash": seal, "kind": "hand"}
            for seq, (event, seal) in enumerate(self.events, 1)
            if seq > after
        ]

    def ids(self) -> list[str]:
        return [event for event, _ in self.events]

    def answer(self, effect: Send | Ask | Seal, own: str = "") -> tuple[int, Json]:
        """`own` is the own bid that is given: it opens at once, or is too late."""
        about: Json = {"protocol": PROTOCOL}
        after = effect.seq if isinstance(effect, Send) else effect.after
        if isinstance(effect, Seal):
            if own.endswith("0"):
                return 422, about | {"error": {"code": "bidding-is-over"}}
            if own not in self.ids():
                self.append(own)
            is_same = after <= len(self.events) and self.events[after - 1][1] == effect.hash
            last = {"seq": len(self.events), "hash": self.events[-1][1]}
            return 200, about | last | {"events": self.listed(after if is_same else 0)}
        if after and (after > len(self.events) or self.events[after - 1][1] != effect.hash):
            return 409, about | {"error": {"code": "other-history"}}
        if isinstance(effect, Ask):
            last = {"seq": len(self.events), "hash": self.events[-1][1]}
            return 200, about | last | {"events": self.listed(effect.after)}
        results: list[Json] = []
        follows = after
        for tap in effect.taps:
            if tap in self.ids():
                follows = max(follows, self.ids().index(tap) + 1)
            elif follows == len(self.events) and not (results and results[-1]["status"] == 409):
                self.append(tap)
                follows += 1
            else:
                results.append({"id": tap, "status": 409, "error": {"code": "conflict"}})
                continue
            results.append({"id": tap, "status": 200, "event": self.listed(self.ids().index(tap))[0]})
        return 200, about | {"results": results}

    def serve(self, effect: Send | Ask | Seal, own: str) -> None:
        """Answer a phone that does not hear it."""
        self.answer(effect, own)


@dataclass
class Tab:
    outbox: Outbox = field(default_factory=Outbox)
    answers: dict[int, Json] = field(default_factory=dict)  # by attempt
    is_open: bool = True


class Phone:
    """One store, and tabs of which one sends."""

    def __init__(self, table: Table, name: str) -> None:
        self.table = table
        self.name = name
        self.events: list[tuple[int, str, str]] = [(1, "start", table.server.events[0][1])]
        self.taps: list[str] = []
        self.question = ""
        self.sealed = ""
        self.based = 1
        self.offer: OfferRestore | None = None
        self.tried_at = 0
        self.tabs = [Tab()]
        self.lead(self.tabs[0])

    def stored(self) -> Stored:
        last = self.events[-1]
        fits = self.based == last[0] or not self.taps
        return Stored(GAME, last[0], last[2], tuple(self.taps), self.question, fits, sealed=self.sealed)

    def lead(self, tab: Tab) -> None:
        for each in self.tabs:
            self.tell(each, Led(each is tab))
            self.tell(each, Changed(GAME, self.stored()))

    def changed(self) -> None:
        for tab in self.tabs:
            self.tell(tab, Changed(GAME, self.stored()))

    def tell(self, tab: Tab, message: Message) -> None:
        if not tab.is_open:
            return
        tab.outbox, effects = step(tab.outbox, message)
        for effect in effects:
            self.carry_out(tab, effect)

    def carry_out(self, tab: Tab, effect: Effect) -> None:
        if isinstance(effect, Send):
            assert self.based == effect.seq, "taps are sent that were not put after the last event"
            assert self.question not in effect.taps, "a tap is sent that a person must decide about"
        if isinstance(effect, Send | Ask | Seal):
            self.tried_at = self.table.now
            self.table.request(self, tab, effect)
        elif isinstance(effect, AskAgain):
            self.table.later(effect.after, lambda: self.tell(tab, TimeUp(GAME, effect.attempt)))
        elif isinstance(effect, OfferRestore):
            self.offer = effect
        else:
            self.store(tab, effect)

    def store(self, tab: Tab, effect: Effect) -> None:
        if isinstance(effect, Take):
            self.take(tab.answers[effect.attempt])
            self.based = self.events[-1][0] if effect.fits else self.based
        elif isinstance(effect, Rebase):
            self.rebase()
        elif isinstance(effect, Unseal):
            self.table.let_go |= {effect.sealed} if effect.asks else set()  # its owner gives it up
            self.sealed = "" if self.sealed == effect.sealed else self.sealed
        elif isinstance(effect, PutBack):
            server = self.table.server.ids()
            lost = [event for _, event, _ in self.events if event not in server]
            self.taps = lost + [tap for tap in self.taps if tap not in server]
            self.take({"events": self.table.server.listed(0)})
            self.based = 0
        elif isinstance(effect, TakeTheirs):
            self.table.let_go |= {event for _, event, _ in self.events}
            self.take({"events": self.table.server.listed(0)})
            self.based = 0
        else:
            return
        self.tell(tab, Settled(GAME, self.stored()))
        self.changed()

    def take(self, body: Json) -> None:
        found = body.get("events") or [result["event"] for result in body["results"] if "event" in result]
        listed = [(each["seq"], each["id"], each["hash"]) for each in found]
        if listed[0][0] == 1:
            self.events = []
        self.events += [each for each in listed if not self.events or each[0] > self.events[-1][0]]
        ids = {event for _, event, _ in self.events}
        self.table.server.seen_saved |= ids
        self.taps = [tap for tap in self.taps if tap not in ids]

    def rebase(self) -> None:
        """What the game's module does: another phone may have recorded something else, which a person decides."""
        contradicted = self.table.draws.below(32)
        self.question = self.taps[contradicted] if contradicted < min(4, len(self.taps)) else ""
        self.based = self.events[-1][0]

    def tap(self, name: str) -> None:
        self.taps.append(name)
        if len(self.taps) == 1:
            self.based = self.events[-1][0]
        self.changed()

    def seal(self, name: str) -> None:
        """Bid for the own seat, in place of the bid that waits."""
        self.table.let_go |= {self.sealed}
        self.sealed = name
        self.changed()

    def decide(self) -> None:
        """The person answers whatever the phone asks."""
        leader = next((tab for tab in self.tabs if tab.outbox.leads), None)
        if self.question:
            self.question = ""
            self.changed()
        if leader is None or GAME not in leader.outbox.queues:
            return
        queue = leader.outbox.queues[GAME]
        if queue.phase is Phase.LOST:
            self.tell(leader, LetGo(GAME) if queue.went_on else RecordAgain(GAME))
        elif queue.phase in (Phase.REFUSED, Phase.CLOSED):
            self.tell(leader, Resumed(GAME))

    def is_due(self) -> bool:
        """Whether it has something to send that nobody has to decide about."""
        leader = next((tab for tab in self.tabs if tab.outbox.leads), None)
        phase = leader.outbox.queues[GAME].phase if leader else None
        waits = self.sealed or (self.taps and not self.question)
        return bool(waits) and phase not in (Phase.LOST, Phase.CLOSED, Phase.REFUSED, None)


FORGED: tuple[tuple[int, object], ...] = (
    (200, None),  # a captive portal, an empty answer, half a JSON
    (409, None),
    (404, None),
    (403, None),
    (200, {}),
    (200, {"protocol": "2", "events": []}),
    (200, {"protocol": PROTOCOL, "results": [{"id": 1, "status": 200}]}),
    (503, {"protocol": PROTOCOL, "error": {"code": "busy"}}),
    (429, {"protocol": PROTOCOL, "error": {"code": "too-many"}}),
    (400, {"protocol": PROTOCOL, "error": {"code": "csrf"}}),
    (403, {"protocol": PROTOCOL, "error": {"code": "may-not"}}),
    (422, {"protocol": PROTOCOL, "error": {"code": "invalid"}}),
    (0, None),
)


class Table:
    """Phones and a server, in model time."""

    def __init__(self, draws: Draws, phones: int) -> None:
        self.draws = draws
        self.now = 0
        self.is_well = False
        self.steps = 0
        self.order = count()
        self.agenda: list[tuple[int, int, Callable[[], None]]] = []
        self.let_go: set[str] = set()
        self.tapped: list[str] = []
        self.server = Server()
        self.phones = [Phone(self, f"phone {number}") for number in range(phones)]

    def later(self, after: int, work: Callable[[], None]) -> None:
        heapq.heappush(self.agenda, (self.now + after, next(self.order), work))

    def run(self, until: int) -> None:
        while self.agenda and self.agenda[0][0] <= until:
            self.now, _, work = heapq.heappop(self.agenda)
            work()
            self.steps += 1
            self.check()
        self.now = until
        self.check()

    def check(self) -> None:
        """No phone is silent for more than half a minute."""
        for phone in self.phones:
            if not phone.is_due():
                phone.tried_at = self.now
            assert self.now - phone.tried_at <= 30_000, f"{phone.name} is silent"

    def request(self, phone: Phone, tab: Tab, effect: Send | Ask | Seal) -> None:
        own = phone.sealed
        fault = 0 if self.is_well else self.draws.below(10)
        delay = 100 + 40 * (0 if self.is_well else self.draws.below(100))
        forged = FORGED[self.draws.below(len(FORGED))] if fault == 6 else None

        def arrive(status: int, body: object) -> None:
            own = tuple(phone.events) if isinstance(effect, Ask) and not effect.after else ()
            if isinstance(body, dict):
                tab.answers[effect.attempt] = body
            chance = self.draws.below(250) * 4
            phone.tell(tab, Answered(GAME, effect.attempt, status, body, chance, own))

        def serve() -> None:
            status, body = self.server.answer(effect, own)
            self.later(delay, lambda: arrive(status, body))

        if fault == 6 and forged is not None:
            status, body = forged
            self.later(delay, lambda: arrive(status, body))
        elif fault == 7:  # the request is lost
            self.later(TIMEOUT, lambda: arrive(0, None))
        elif fault == 8:  # the answer is lost, and the request may be late
            self.later(2 * delay, lambda: self.server.serve(effect, own))
            self.later(TIMEOUT, lambda: arrive(0, None))
        elif fault == 9:  # doubled, and answered twice
            self.later(delay, serve)
            self.later(3 * delay, serve)
        else:
            self.later(delay, serve)

    def evening(self, length: int) -> None:
        """What people do, and what happens to the server."""
        for number in range(length):
            self.act(number)
            self.run(self.now + 50 * self.draws.below(100))

    def act(self, number: int) -> None:
        action = self.draws.below(20)
        phone = self.phones[self.draws.below(len(self.phones))]
        if action < 8:
            self.tapped.append(f"tap {number}")
            phone.tap(self.tapped[-1])
        elif action < 9:
            self.tapped.append(f"own {number}")
            phone.seal(self.tapped[-1])
        elif action < 11:
            phone.decide()
        elif action < 14:
            self.change_tabs(phone, action - 11)
        elif action == 14:
            self.server.backup = list(self.server.events)
        elif action == 15:
            self.server.events = list(self.server.backup)
        elif action < 18:
            for tab in phone.tabs:
                phone.tell(tab, News(GAME))

    @staticmethod
    def change_tabs(phone: Phone, action: int) -> None:
        """Show a tab, open one, or close the one that sends, with all that is on its way."""
        if action == 0:
            for tab in phone.tabs:
                phone.tell(tab, Woken())
        elif action == 1:
            phone.tabs.append(Tab())
            phone.lead(phone.tabs[-1])
        else:
            phone.tabs.pop().is_open = False
            phone.tabs = phone.tabs or [Tab()]
            phone.lead(phone.tabs[0])

    def settle(self) -> None:
        """The line is well, and people answer what their phones ask, until nothing is left to do."""
        self.is_well = True
        for _ in range(6 * len(self.phones)):
            for phone in self.phones:
                phone.decide()
                for tab in phone.tabs:
                    phone.tell(tab, Woken())
                    phone.tell(tab, News(GAME))
            self.run(self.now + 40_000)
