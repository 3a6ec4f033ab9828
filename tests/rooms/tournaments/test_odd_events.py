"""Every kind of event with odd values over the API: it is refused, or every page reads it, also after a restart."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.domain.log.event_json import RECORDED
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.services.cache import TOURNAMENT_CACHE, load_tournament
from scorekeeper.rooms.tournaments.services.recording import POSTED_KINDS
from scorekeeper.services.game_cache import GAME_CACHE
from tests.hypothesis_budget import IN_SOAK
from tests.rooms.tournaments.directing import Directed
from tests.rooms.tournaments.fields import stage
from tests.rooms.tournaments.test_event_json import BODIES
from tests.sampled import sampled
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp

Json = dict[str, Any]
ODD: tuple[object, ...] = (
    None,
    0,
    -1,
    2,
    3,
    5000,
    10**6,
    True,
    "x",
    "",
    "²",
    [],
    [0],
    [1] * 300,
    [1, 1],
    [9999],
    {},
    "a" * 300,
)
EVERY = 31
"""The suite tries one of this many; `make soak` tries them all."""
PAGES = (
    "desk",
    "rounds",
    "teams",
    "standings",
    "bracket",
    "wall",
    "public",
    "settings",
    "my-match",
    "podium",
    "adjustments",
    "print",
    "matches.csv",
    "standings.csv",
    "desk/matches/1",
    "desk/matches/2",
)
STAGES = {
    "swiss": [stage("swiss", rounds=3, minutes=40, advance=2), stage("single-elimination")],
    "round-robin": [stage("round-robin")],
    "double-elimination": [stage("double-elimination", minutes=30)],
    "open": [stage("open")],
    "rotation": [stage("rotation", rounds=4)],
}


def changed(value: Any) -> Iterator[Any]:
    """The same JSON with one part at a time replaced by each odd value, left out, or twice."""
    yield from ODD
    if isinstance(value, dict):
        for key in value:
            yield {name: part for name, part in value.items() if name != key}
            for part in changed(value[key]):
                yield value | {key: part}
    elif isinstance(value, list) and value:
        yield [*value, *copy.deepcopy(value)]
        for part in changed(value[0]):
            yield [part, *value[1:]]


class Judge:
    """Posts events, and reads the tournament on every page after each that was accepted."""

    def __init__(self, app: Flask, form: str) -> None:
        self.app = app
        self.directed = Directed(app, *STAGES[form], public=True)
        count = 8 if form == "rotation" else 4
        names = [f"{first}{second}" for first in ("Ann", "Ben", "Cal", "Dan") for second in ("os", "ulf", "yra", "im")]
        entries = (
            [[name] for name in names[:count]]
            if form == "rotation"
            else list(zip(names[::2], names[1::2], strict=True))
        )
        self.directed.enter(*entries[:count])
        self.matches = self.directed.pair()
        self.phone: Phone = self.directed.phone()
        self.broke: list[str] = []
        self.accepted = 0

    @property
    def round(self) -> Json:
        """The round that was paired, as its event has it."""
        path = f"/tournaments/{self.directed.id}/entries?limit=200"
        entries = self.directed.program.get(path)["entries"]
        found: Json = next(entry["payload"] for entry in entries if entry["kind"] == "round")
        return found

    @property
    def state(self) -> TournamentState:
        """The tournament as it is now, of which every page is made."""
        with self.app.app_context():
            return load_tournament(self.directed.id).state

    def post(self, body: Json) -> None:
        """Post an entry; if it is written, read all pages, and undo it."""
        path = f"/tournaments/{self.directed.id}/entries"
        try:
            answer = self.directed.program.call("POST", path, body)
        except Exception as error:
            self.broke.append(f"{body}: {error!r}")
            return
        if answer.status_code not in (201, 409, 422):
            self.broke.append(f"{body}: {answer.status_code} {answer.text[:200]}")
        if answer.status_code == 201:
            self.accepted += 1
            number = answer.get_json()["entry"]
            self.read(body)
            before = self.state
            TOURNAMENT_CACHE.clear()
            GAME_CACHE.clear()
            if self.state != before:
                self.broke.append(f"{body}: a restart reads it in another way")
            undone = self.directed.program.call("POST", path, {"kind": "take-back", "entry": number})
            if undone.status_code != 201:
                self.broke.append(f"{body}: not undone {undone.text[:200]}")

    def read(self, body: Json) -> None:
        """Open every page, and Home."""
        for page in (
            "/",
            f"/tables/{self.directed.program.table}",
            *(f"/tournaments/{self.directed.id}/{page}" for page in PAGES),
        ):
            try:
                status = self.phone.client.get(page).status_code
            except Exception as error:
                self.broke.append(f"{body}: {page} {error!r}")
            else:
                if status >= 500:
                    self.broke.append(f"{body}: {page} {status}")


def posts(judge: Judge, kind: str) -> Iterator[Json]:
    """Bodies of this kind, each with something odd."""
    sound: Json = copy.deepcopy(BODIES[kind])
    if kind == "round":
        sound = copy.deepcopy(judge.round)
        for pairing in sound["pairings"]:
            pairing |= {"match": pairing["match"] + 20, "slot": "W1.1", "pool": 1, "wave": 1}
        sound |= {"round": 2, "counted": [[1, 5]], "plan": [[[[1], [2]]]]}
    for key, value in (("match", 1), ("round", 1), ("team", 2)):
        if key in sound and kind != "round":
            sound[key] = value
    for body in (sound, *(odd for odd in changed(sound) if isinstance(odd, dict))):
        yield {**body, "kind": kind}


@pytest.mark.parametrize("form", sampled(STAGES, len(STAGES)))
def test_no_odd_event_breaks_a_page(make_app: MakeApp, form: str) -> None:
    judge = Judge(make_app(RATE_LIMITS=False), form)
    for kind in POSTED_KINDS:
        if kind in RECORDED and kind != "take-back":
            for body in islice(posts(judge, kind), None, None, 1 if IN_SOAK else EVERY):
                judge.post(body)
    assert judge.accepted > 3
    assert not judge.broke, "\n".join(judge.broke)
