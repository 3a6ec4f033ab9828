"""Members: which devices a table lists, which tables a device lists, and what leaving changes."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, event

from scorekeeper.storage import members
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.games import create_table
from scorekeeper.storage.invites import (
    Invite,
    add_invite,
    end_invites,
    limited_invites,
    live_invites,
    permanent_invites,
)
from scorekeeper.storage.members import (
    Role,
    add_member,
    change_member,
    count_members,
    every_member,
    forget_device,
    give_pen,
    member_by_id,
    members_of,
    names_at,
    pen_holder,
    revoke_members,
    tables_of,
)
from scorekeeper.storage.merging import merge_players
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player

NOW = datetime.now(UTC)
PAST, FUTURE = NOW - timedelta(hours=1), NOW + timedelta(days=1)  # a run may take hours


def test_members_are_devices_that_came_back_latest_first(table: Table) -> None:
    ids = {
        name: add_member(table.id, name, name=name, role=Role.SCORER, expires=expires, seen=name != "never back").id
        for name, expires in (("ann", None), ("ben", FUTURE), ("late", PAST), ("never back", None), ("gone", None))
    }
    change_member(ids["ann"], last_seen=PAST)
    revoke_members(table.id, member_id=ids["gone"])
    add_member(create_table("Sunday").id, "eve", name="eve", role=Role.SCORER, seen=True)
    assert [member.name for member in members_of(table.id)] == ["ben", "ann"]
    keeper = add_member(table.id, "kim", name="kim", role=Role.KEEPER, seen=True)
    [first] = members_of(table.id, but=keeper.id, limit=1)
    assert first.last_seen is not None
    place = (first.last_seen, first.id)
    assert [member.name for member in members_of(table.id, but=keeper.id, before=place, limit=1)] == ["ann"]
    assert count_members(table.id) == {Role.SCORER: 2, Role.KEEPER: 1}


def test_member_is_listed_until_the_very_moment_of_its_end(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    end = datetime.now(UTC) + timedelta(hours=1)
    guest = add_member(table.id, "guest", name="Guest", role=Role.WATCHER, expires=end, seen=True)
    for moment, listed in ((end - timedelta(microseconds=1), [guest.id]), (end, [])):
        monkeypatch.setattr(members, "utc_now", lambda moment=moment: moment)
        assert [member.id for member in members_of(table.id)] == listed
        assert [member.id for member in every_member(table.id)] == listed
        assert guest.ended(moment) == (None if listed else "expired")


def test_members_are_listed_by_their_players_latest_names(table: Table) -> None:
    players = [add_player(table.id, name).id for name in ("Ann", "Anna", "Anne", "Ben")]
    for number, player in enumerate((*players, None)):
        device = add_member(table.id, f"device {number}", name=f"Phone {number}", role=Role.SCORER, seen=True)
        change_member(device.id, player_id=player)
    merge_players(table.id, "Anna", "Ann")
    merge_players(table.id, "Ann", "Anne")
    listed = [(member.name, member.player, member.role) for member in every_member(table.id)]
    names = [None, "Ben", "Anne", "Anne", "Anne"]
    assert listed == [(f"Phone {4 - place}", name, "scorer") for place, name in enumerate(names)]
    assert [member.shown_name for member in members_of(table.id)] == ["Phone 4", *names[1:]]
    ids = [member.id for member in members_of(table.id)]
    assert [member.id for member in every_member(table.id)] == ids
    assert [member.id for member in every_member(table.id, limit=2)] == ids[:2]


def test_list_says_when_a_device_was_last_seen(table: Table) -> None:
    seen = datetime(2026, 11, 20, 21, 14, 5, tzinfo=UTC)
    change_member(add_member(table.id, "ann", name="Ann", role=Role.SCORER, seen=True).id, last_seen=seen)
    assert [member.last_seen for member in every_member(table.id)] == ["2026-11-20T21:14:05.000000Z"]


@pytest.mark.parametrize("kind", ["sqlite"])
def test_the_pen_and_the_latest_devices_have_indexes_of_their_own(table: Table) -> None:
    """A table may have thousands of devices; nearly every request asks who has the pen."""
    used: list[str] = []

    def explain(connection: Connection, _cursor: object, statement: str, values: Any, *_rest: object) -> None:
        if statement.startswith("SELECT"):
            driver: Any = connection.connection.driver_connection
            used.extend(row[3] for row in driver.execute(f"EXPLAIN QUERY PLAN {statement}", values))

    event.listen(db.engine, "before_cursor_execute", explain)
    pen_holder(table.id)
    members_of(table.id, limit=30)
    event.remove(db.engine, "before_cursor_execute", explain)
    indexes = {name for step in used for name in re.findall(r"INDEX ((?:ix|uq)_member_\w+)", step)}
    assert indexes == {"uq_member_pen", "ix_member_table_id_last_seen_id"}


def test_device_lists_the_tables_it_may_open(table: Table) -> None:
    monday, expired = create_table("Monday"), create_table("Tuesday")
    for at, expires in ((table, None), (monday, FUTURE), (expired, PAST)):
        add_member(at.id, "ann", name="Ann", role=Role.WATCHER, expires=expires, seen=True)
    add_member(create_table("Sunday").id, "ben", name="Ben", role=Role.WATCHER, seen=True)
    assert {found.name for found, _member in tables_of("ann")} == {"Friday", "Monday"}


def test_a_device_lists_its_latest_tables_first(table: Table) -> None:
    old, never = create_table("Old"), create_table("Never back")
    members = {at.name: add_member(at.id, "ann", name="Ann", role=Role.WATCHER).id for at in (never, table, old)}
    change_member(members["Old"], last_seen=PAST)
    change_member(members["Friday"], last_seen=NOW)
    assert [found.name for found, _member in tables_of("ann")] == ["Friday", "Old", "Never back"]
    assert [member.id for _table, member in tables_of("ann", limit=2)] == [members["Friday"], members["Old"]]
    with write_transaction():
        for number in range(50):
            add_member(create_table(f"Table {number}").id, "ann", name="Ann", role=Role.WATCHER)
    assert [found.name for found, _member in tables_of("ann")][3:5] == ["Table 48", "Table 47"]
    assert len(tables_of("ann")) == 50


def test_device_that_leaves_is_forgotten_and_no_other(table: Table) -> None:
    ann = add_member(table.id, "ann", name="Ann", role=Role.KEEPER, seen=True)
    add_member(table.id, "ben", name="Ben", role=Role.SCORER, seen=True)
    change_member(ann.id, player_id=add_player(table.id, "Ann").id)
    give_pen(table.id, ann.id)
    forget_device(ann.id)
    assert tables_of("ann") == []
    assert [member.name for member in members_of(table.id)] == ["Ben"]
    left = member_by_id(table.id, ann.id)
    assert left is not None
    assert (left.name, left.device, left.player_id, left.pen_since) == ("Ann", f"left {ann.id}", None, None)
    assert left.ended() == "revoked"
    assert names_at(table.id) == {"Ann", "Ben"}


def test_invites_that_still_admit_are_listed_newest_first(table: Table) -> None:
    def invite(token: str, at: Table = table, **more: object) -> Invite:
        return add_invite(
            Invite(table_id=at.id, role=Role.SCORER, token=token, **({"guests": False, "hands_pen": False} | more))
        )

    invite("older")
    invite("newer", expires=FUTURE, uses_left=1)
    invite("expired", expires=PAST)
    invite("used up", uses_left=0)
    invite("elsewhere", create_table("Sunday"))
    end_invites(table.id, invite_id=invite("revoked").id)
    invite("latest", expires=FUTURE, guests=True)
    invite("pen", expires=FUTURE, hands_pen=True)
    assert [found.token for found in permanent_invites(table.id, Role.SCORER)] == ["older"]
    limited = limited_invites(table.id, 9)
    assert [found.token for found in limited] == ["pen", "latest", "newer"]
    after = [limited_invites(table.id, 1, (found.created, found.id)) for found in limited]
    assert [[found.token for found in page] for page in after] == [["latest"], ["newer"], []]
    assert permanent_invites(table.id, Role.KEEPER) == []


def test_a_stream_goes_on_only_for_invites_that_have_not_ended(table: Table) -> None:
    ids = {
        token: add_invite(
            Invite(table_id=table.id, role=Role.SCORER, token=token, guests=False, hands_pen=False, **more)
        ).id
        for token, more in {
            "for ever": {},
            "until then": {"expires": FUTURE},
            "expired": {"expires": PAST},
            "revoked": {"revoked": PAST},
            "of no stream": {},
        }.items()
    }
    followed = [made for token, made in ids.items() if token != "of no stream"]
    assert live_invites(followed) == {ids["for ever"], ids["until then"]}
    assert live_invites([]) == set()
