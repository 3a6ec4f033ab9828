"""Streams of versions: a program hears that a table or a tournament changed, and nothing else."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace

import pytest
from werkzeug.test import TestResponse

from scorekeeper.access import followers
from scorekeeper.access.followers import AccessEnded, Current, ProgramViewer
from scorekeeper.access.live import HUB, Hub
from scorekeeper.access.own_connection import ENVIRON_KEY, HandedOver
from scorekeeper.storage.games import live_tables
from tests.api.calling import Program

MESSAGE = re.compile(r'id: (\w+)\nevent: version\ndata: (\{"version": "\w+"\})\n\n')


def opened(program: Program, *, seen: str = "", own: bool = False) -> TestResponse:
    """The stream of the program's table, at a server that keeps connections open (`own`) or not."""
    headers = {"Authorization": f"Bearer {program.token}"} | ({"Last-Event-ID": seen} if seen else {})
    environ = {ENVIRON_KEY: SimpleNamespace(when_answered=None) if own else SimpleNamespace()}
    path = f"/api/v1/tables/{program.table}/stream"
    return program.client.get(path, headers=headers, environ_overrides=environ, buffered=False)


def version_of_stream(text: str) -> str:
    (found,) = MESSAGE.findall(text)
    assert json.loads(found[1]) == {"version": found[0]}
    return str(found[0])


def test_stream_begins_with_the_version_and_goes_on_after_the_last_one(program: Program, game: str) -> None:
    first = opened(program)
    assert (first.mimetype, first.headers["Cache-Control"]) == ("text/event-stream", "no-store")
    version = version_of_stream(first.text)
    assert MESSAGE.findall(opened(program, seen=version).text) == []
    program.hand(game, 1)
    after_hand = version_of_stream(opened(program, seen=version).text)
    program.call("PATCH", f"/tables/{program.table}", {"name": "Friday"})
    assert len({version, after_hand, version_of_stream(opened(program).text)}) == 3


def test_stream_hands_over_a_follower_that_hears_of_each_change_once(program: Program, game: str) -> None:
    pieces = iter(opened(program, own=True).response)
    next(pieces)
    with pytest.raises(HandedOver) as handed:
        next(pieces)
    follower = handed.value.follower
    assert isinstance(follower, ProgramViewer)
    written: list[bytes] = []
    follower.write = written.append
    current = Current({}, {follower.invite_id})

    def look(beat: bool = False) -> None:
        with program.client.application.app_context():
            follower.look(live_tables({program.table})[program.table], current, beat)

    look()
    assert written == []
    program.hand(game, 1)
    look()
    look(beat=True)
    assert len(written) == 2
    assert version_of_stream(written[0].decode()) == follower.version
    assert written[1] == followers.SIGN_OF_LIFE
    with pytest.raises(AccessEnded):
        follower.look(None, Current({}, ()), beat=True)


def test_streams_of_a_link_are_counted_together_with_those_of_games(program: Program, game: str) -> None:
    hub = program.client.application.extensions[HUB]
    assert isinstance(hub, Hub)
    link = program.get("/me")["invite"]
    for number in range(ProgramViewer.most):
        hub._followers.add(ProgramViewer(str(number), link, "", of_table=True))  # no thread of the hub runs here
    try:
        answer = opened(program, own=True)
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (429, "too-many")
        assert program.call("GET", f"/games/{game}/events").status_code == 429
    finally:
        hub._followers.clear()


def test_stream_of_another_table_is_not_found(program: Program) -> None:
    assert program.call("GET", "/tables/nowhere/stream").status_code == 404
