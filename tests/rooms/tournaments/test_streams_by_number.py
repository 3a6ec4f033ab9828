"""Whoever watches a match when a player of it becomes called by a number reads the name no longer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from types import SimpleNamespace

import pytest
from flask import Flask

from scorekeeper.access.followers import Follower
from scorekeeper.access.live import Hub
from scorekeeper.access.own_connection import ENVIRON_KEY, HandedOver
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.services.teams import set_status
from scorekeeper.services.recording import Author
from scorekeeper.storage.members import Role
from tests.rooms.tournaments.hall import Hall
from tests.rooms.tournaments.test_desk_roles import HELPER, joined, program
from tests.web.browsing import Phone

TEAMS = ("Mia Moreau & Abe Abbot", "Bea Bolt & Ben Bond")
STREAMS = {ENVIRON_KEY: SimpleNamespace(when_answered=None)}


@dataclass
class Match:
    """A match that is played, and its hall."""

    hall: Hall
    game: str

    def call_by_number(self, status: str = ev.BY_NUMBER) -> None:
        with self.hall.app.app_context():
            team = self.hall.team(TEAMS[0])
            set_status(self.hall.id, [team], status, Author("Dora", directs=True), player="Mia Moreau")

    def follower(self, phone: Phone) -> Follower:
        """Of a phone that shows the match."""
        return taken(phone.client.get(f"/games/{self.game}/live", environ_overrides=STREAMS, buffered=False).response)

    def program(self, role: Role) -> Follower:
        """A program that follows its entries."""
        client = self.hall.app.test_client()
        headers = program(self.hall, role)
        url = f"/api/v1/games/{self.game}/events"
        return taken(client.get(url, headers=headers, environ_overrides=STREAMS, buffered=False).response)


def taken(pieces: object) -> Follower:
    assert isinstance(pieces, Iterator) or hasattr(pieces, "__iter__")
    with pytest.raises(HandedOver) as handed:
        list(chain(pieces))
    return handed.value.follower


def match_begun(app: Flask) -> Match:
    """A match whose game the desk has started."""
    hall = Hall(app)
    hall.set_up(TEAMS, format="swiss", playoff="0", rounds="1")
    hall.pair()
    (own,) = hall.open_matches
    hall.director.open(hall.at(f"desk/matches/{own.id}"))
    return Match(hall, hall.director.tap("Start the game here").url.rsplit("/", 1)[-1])


@pytest.fixture
def match(app: Flask) -> Match:
    return match_begun(app)


def test_streams_of_watchers_end_and_those_of_the_desk_go_on(match: Match) -> None:
    watcher, helper = joined(match.hall, Role.WATCHER), joined(match.hall, HELPER)
    followers = [match.follower(watcher), match.program(Role.WATCHER), match.follower(helper), match.program(HELPER)]
    ended: list[Follower] = []
    for follower in followers:
        follower.end = lambda follower=follower: ended.append(follower)  # type: ignore[misc]
    hub = Hub(match.hall.app)
    hub._followers.update(followers)
    with match.hall.app.app_context():
        hub._tell_all(beat=True)
        assert ended == []
        match.call_by_number()
        hub._tell_all(beat=False)
        assert (len(ended), set(ended)) == (2, set(followers[:2]))  # in any order
        match.call_by_number(ev.BY_NAME)
        ended.clear()
        hub._tell_all(beat=False)
    assert ended == []


def test_phone_that_polls_is_sent_to_the_page_that_says_so(match: Match) -> None:
    watcher, helper = joined(match.hall, Role.WATCHER), joined(match.hall, HELPER)
    url = f"/games/{match.game}/version"
    seen = {phone: phone.client.get(url).headers["ETag"] for phone in (watcher, helper)}

    def asked(phone: Phone) -> int:
        return phone.client.get(url, headers={"If-None-Match": seen[phone]}).status_code

    assert (asked(watcher), asked(helper)) == (304, 304)
    match.call_by_number()
    assert (asked(watcher), asked(helper)) == (403, 304)
    assert "Moreau" not in watcher.open(f"/games/{match.game}", 403).html
