"""A whole room joins at the same moment, on both databases: every device joins once, with a name of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from scorekeeper.access.cookie import NAME
from scorekeeper.storage.members import Role, members_of
from tests.access.cast import Cast
from tests.databases import on_both

ROOM = 8


def all_at_once(act: Callable[[int], int]) -> list[int]:
    """The result for each device of a room, all acting at the same moment."""
    ready = Barrier(ROOM)

    def one(device: int) -> int:
        ready.wait()
        return act(device)

    with ThreadPoolExecutor(ROOM) as room:
        return sorted(room.map(one, range(ROOM)))


@on_both
def test_every_device_gets_a_unique_name(cast: Cast) -> None:
    token = cast.score(Role.SCORER)
    clients = [cast.app.test_client() for _ in range(ROOM)]
    assert all_at_once(lambda device: clients[device].get(f"/join/{token}").status_code) == [303] * ROOM
    assert all_at_once(lambda device: clients[device].get(f"/tables/{cast.table}").status_code) == [200] * ROOM
    for client in clients:  # "last seen" never waits: during another's write it is skipped until next time
        client.get(f"/tables/{cast.table}")
    with cast.app.app_context():
        names = [member.name for member in members_of(cast.table)]
    assert len(names) == len(set(names)) == ROOM + 3


@on_both
def test_link_for_one_admits_one(cast: Cast) -> None:
    invite_link = cast.invited(Role.SCORER, uses=1)
    cast.app.config["WTF_CSRF_ENABLED"] = False
    with cast.app.app_context():
        before = len(members_of(cast.table))
    clients = [cast.app.test_client() for _ in range(ROOM)]
    for client in clients:
        client.get(f"/join/{invite_link.token}")
    joined = all_at_once(lambda device: clients[device].post("/join").status_code)
    assert joined == [303, *[410] * (ROOM - 1)]
    with cast.app.app_context():
        assert len(members_of(cast.table)) <= before + 1


@on_both
def test_device_that_opens_a_link_often_is_one_member(cast: Cast) -> None:
    """Each tab gets a newer cookie, or none; whichever arrives last, it works at both tables."""
    cast.app.config["WTF_CSRF_ENABLED"] = False
    cookie = cast.olga.get_cookie(NAME)
    assert cookie
    tabs = [cast.app.test_client() for _ in range(ROOM)]
    for tab in tabs:
        tab.set_cookie(NAME, cookie.value)
        tab.get(f"/join/{cast.score(Role.SCORER)}")  # it asks
    assert all_at_once(lambda tab: tabs[tab].post("/join", data={}).status_code) == [303] * ROOM
    assert all_at_once(lambda tab: tabs[tab].get(f"/tables/{cast.table}").status_code) == [200] * ROOM
    assert all_at_once(lambda tab: tabs[tab].get(f"/tables/{cast.other_table}").status_code) == [200] * ROOM
    with cast.app.app_context():
        assert len(members_of(cast.table)) == 4
