"""Devices: how they join a table, their names and secrets, when their access ends, and who of them has the pen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.games import create_table
from scorekeeper.storage.invites import Invite, add_invite
from scorekeeper.storage.members import (
    ReplacedSecret,
    Role,
    add_member,
    change_member,
    end_replaced_secrets,
    give_pen,
    known_device,
    live_members,
    member_by_id,
    member_of,
    members_of,
    name_with_pen,
    names_at,
    newer_secret_of,
    pen_holder,
    replace_secret,
    revoke_members,
)
from scorekeeper.storage.merging import merge_players
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player

NOW = datetime.now(UTC)
PAST, FUTURE = NOW - timedelta(hours=1), NOW + timedelta(days=1)  # a run may take hours


def test_a_member_is_found_by_its_number_and_by_its_device(table: Table) -> None:
    ann = add_member(table.id, "ann", name="Ann", role=Role.KEEPER)
    elsewhere = create_table("Sunday").id
    assert (member_by_id(table.id, ann.id), member_of(table.id, "ann")) == (ann, ann)
    assert (member_by_id(elsewhere, ann.id), member_of(elsewhere, "ann"), member_of(table.id, "ben")) == (None,) * 3
    assert [member_by_id(table.id, number) for number in (2**31 - 1, 2**31, ann.id + 1)] == [None] * 3
    assert ann.last_seen is None


def test_names_of_devices_at_a_table(table: Table) -> None:
    ann = add_member(table.id, "ann", name="Ann", role=Role.KEEPER)
    ben = add_member(table.id, "ben", name="Ben", role=Role.KEEPER)
    add_member(create_table("Sunday").id, "eve", name="Eve", role=Role.KEEPER)
    revoke_members(table.id, member_id=ben.id)
    assert names_at(table.id) == {"Ann", "Ben"}
    assert names_at(table.id, except_member=ann.id) == {"Ben"}


def test_a_device_and_a_name_are_at_a_table_once(table: Table) -> None:
    ann = add_member(table.id, "ann", name="Ann", role=Role.KEEPER)
    for device, name in (("ann", "Anna"), ("ben", "Ann")):
        with pytest.raises(TakenByAnother):
            add_member(table.id, device, name=name, role=Role.SCORER)
    ben = add_member(table.id, "ben", name="Ben", role=Role.SCORER)
    with pytest.raises(TakenByAnother):
        change_member(ben.id, name="Ann")
    change_member(ben.id, name="Benny")
    assert names_at(table.id) == {"Ann", "Benny"}
    assert ann.name == "Ann"


def test_link_previews_are_deleted_when_the_next_device_joins(table: Table) -> None:
    elsewhere = create_table("Sunday")
    rows = (
        ("preview", table),
        ("just joined", table),
        ("came back", table),
        ("has the pen", table),
        ("other", elsewhere),
    )
    ids = {name: add_member(at.id, name, name=name, role=Role.SCORER, seen=name == "came back").id for name, at in rows}
    for name in ids.keys() - {"just joined"}:
        change_member(ids[name], joined=PAST)
    change_member(ids["has the pen"], pen_since=PAST)
    add_member(table.id, "ben", name="Ben", role=Role.SCORER)
    assert names_at(table.id) == {"just joined", "came back", "has the pen", "Ben"}
    assert names_at(elsewhere.id) == {"other"}
    change_member(ids["just joined"], joined=PAST)
    with pytest.raises(TakenByAnother):
        add_member(table.id, "just joined", name="Eve", role=Role.SCORER)


def test_new_member_has_what_it_joined_with(table: Table) -> None:
    invite = add_invite(Invite(table_id=table.id, role=Role.SCORER, token="t", guests=True, hands_pen=False))
    ann = add_member(table.id, "ann", name="Ann", role=Role.SCORER, invite_id=invite.id, expires=FUTURE, seen=True)
    kept = (ann.table_id, ann.device, ann.name, ann.as_role, ann.invite_id, ann.expires)
    assert kept == (table.id, "ann", "Ann", Role.SCORER, invite.id, FUTURE)
    assert ann.last_seen is not None
    assert ann.last_seen >= NOW


def test_access_of_one_device_or_of_a_role_is_revoked(table: Table) -> None:
    elsewhere = create_table("Sunday")
    people = (("ann", Role.KEEPER), ("ben", Role.SCORER), ("cal", Role.SCORER), ("dee", Role.WATCHER))
    ids = {name: add_member(table.id, name, name=name, role=role, seen=True).id for name, role in people}
    other = add_member(elsewhere.id, "eve", name="eve", role=Role.SCORER, seen=True).id
    give_pen(table.id, ids["cal"])

    def left() -> list[str]:
        return sorted(member.name for member in members_of(table.id))

    revoke_members(table.id, member_id=other)
    revoke_members(table.id, role=Role.SCORER, except_member=ids["ben"])
    assert left() == ["ann", "ben", "dee"]
    assert pen_holder(table.id) is None
    cal = member_by_id(table.id, ids["cal"])
    assert cal is not None
    assert (cal.pen_since, cal.ended()) == (None, "revoked")
    revoked = cal.revoked
    revoke_members(table.id, member_id=ids["dee"])
    assert left() == ["ann", "ben"]
    revoke_members(table.id)
    assert left() == []
    db.session.expire_all()
    assert cal.revoked == revoked, "when it was revoked first"
    assert live_members([*ids.values(), other]).keys() == {other}


def test_live_members_are_those_whose_access_goes_on(table: Table) -> None:
    ids = {
        name: add_member(table.id, name, name=name, role=Role.SCORER, expires=expires).id
        for name, expires in (("ann", None), ("ben", FUTURE), ("late", PAST), ("not asked", None))
    }
    give_pen(table.id, ids["ben"])
    found = live_members([ids["ann"], ids["ben"], ids["late"]])
    assert {row.id: (row.role, row.pen_since is not None, row.player_id) for row in found.values()} == {
        ids["ann"]: ("scorer", False, None),
        ids["ben"]: ("scorer", True, None),
    }


def test_the_pen_is_with_one_device(table: Table) -> None:
    elsewhere = create_table("Sunday")
    ann, ben, late = (
        add_member(table.id, name, name=name.title(), role=Role.SCORER, expires=expires).id
        for name, expires in (("ann", None), ("ben", FUTURE), ("late", PAST))
    )
    other = add_member(elsewhere.id, "eve", name="Eve", role=Role.SCORER).id
    assert (pen_holder(table.id), name_with_pen(table.id)) == (None, None)
    give_pen(elsewhere.id, other)
    give_pen(table.id, ann)
    give_pen(table.id, ben)
    assert (name_with_pen(table.id), name_with_pen(elsewhere.id)) == ("Ben", "Eve")
    holder = pen_holder(table.id)
    assert holder is not None
    assert (holder.id, holder.pen_since is not None) == (ben, True)
    for one in (ann, late):
        member = member_by_id(table.id, one)
        assert member is not None
        assert member.pen_since is None
    with pytest.raises(TakenByAnother):
        change_member(ann, pen_since=FUTURE)  # the database has one of a table
    give_pen(table.id, late)
    assert (pen_holder(table.id), name_with_pen(table.id)) == (None, None)


def test_the_pen_has_its_players_name(table: Table) -> None:
    ann = add_member(table.id, "ann", name="Phone 1", role=Role.SCORER).id
    change_member(ann, player_id=add_player(table.id, "Ann").id)
    give_pen(table.id, ann)
    assert name_with_pen(table.id) == "Ann"
    for name in ("Anna", "Anne"):
        add_player(table.id, name)
    merge_players(table.id, "Ann", "Anna")
    assert name_with_pen(table.id) == "Anna"
    merge_players(table.id, "Anna", "Anne")
    assert name_with_pen(table.id) == "Anne"


def test_a_new_secret_replaces_all_earlier_ones(table: Table) -> None:
    elsewhere = create_table("Sunday")
    for at, device in ((table, "first"), (elsewhere, "first"), (table, "ben")):
        add_member(at.id, device, name=device, role=Role.SCORER)
    assert (known_device("first"), known_device("nobody"), newer_secret_of("first")) == ("first", None, None)
    replace_secret("first", "second")
    with pytest.raises(TakenByAnother):
        replace_secret("first", "another")
    replace_secret("second", "third")
    replace_secret("ben", "bens second")
    assert [known_device(secret) for secret in ("first", "second", "third", "ben")] == ["third"] * 3 + ["bens second"]
    assert (newer_secret_of("second"), newer_secret_of("third")) == ("third", None)
    assert [member_of(at.id, "third") is not None for at in (table, elsewhere)] == [True, True]
    end_replaced_secrets("third")
    assert known_device("first") == "third", "its requests may be on their way"
    with write_transaction() as session:
        session.execute(update(ReplacedSecret).where(ReplacedSecret.secret != "second").values(replaced=PAST))
    end_replaced_secrets("third")
    assert [known_device(secret) for secret in ("first", "second", "third", "ben")] == [
        None,
        "third",
        "third",
        "bens second",
    ]
