"""Links and codes: which of them admit, how often, and what ends them; and the sides that devices sign for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import NoSuchTable
from scorekeeper.storage.games import create_table
from scorekeeper.storage.invites import (
    Invite,
    add_invite,
    end_invites,
    give_code,
    invite_by_code,
    invite_by_id,
    invite_by_token,
    invites_of_programs,
    mark_used_by_program,
    permanent_invites,
    use_up,
)
from scorekeeper.storage.members import Role, add_member, attach_device, detach_device, side_of_device
from scorekeeper.storage.models import Table
from tests.storage.finished_games import game_between

NOW = datetime.now(UTC)
PAST, FUTURE = NOW - timedelta(hours=1), NOW + timedelta(days=1)  # a run may take hours


def invite(table: Table, token: str, role: Role = Role.SCORER, **more: object) -> Invite:
    return add_invite(
        Invite(table_id=table.id, role=role, token=token, **({"guests": False, "hands_pen": False} | more))
    )


def read_again(one: Invite) -> Invite:
    db.session.expire_all()
    return one


def test_invite_is_found_by_its_token_and_at_its_table(table: Table) -> None:
    one, elsewhere = invite(table, "one"), create_table("Sunday")
    other = invite(elsewhere, "other")
    assert (invite_by_token("one"), invite_by_token("other"), invite_by_token("none")) == (one, other, None)
    assert (invite_by_id(table.id, one.id), invite_by_id(elsewhere.id, one.id)) == (one, None)
    with pytest.raises(NoSuchTable):
        add_invite(Invite(table_id="nowhere", role=Role.SCORER, token="t", guests=False, hands_pen=False))


def test_invite_says_why_it_admits_nobody(table: Table) -> None:
    cases: list[tuple[dict[str, Any], str | None]] = [
        ({}, None),
        ({"uses_left": 1, "expires": FUTURE}, None),
        ({"uses_left": 0}, "used up"),
        ({"expires": PAST}, "expired"),
        ({"revoked": PAST, "expires": PAST, "uses_left": 0}, "revoked"),
    ]
    for place, (given, why) in enumerate(cases):
        assert invite(table, str(place), **given).ended() == why, given
    ends = invite(table, "ends", expires=FUTURE)
    assert [ends.ended(FUTURE + timedelta(microseconds=late)) for late in (-1, 0, 1)] == [None, "expired", "expired"]


def test_member_says_why_its_access_ended(table: Table) -> None:
    guest = add_member(table.id, "ann", name="Ann", role=Role.WATCHER, expires=FUTURE)
    assert [guest.ended(FUTURE + timedelta(microseconds=late)) for late in (-1, 0)] == [None, "expired"]
    assert (guest.as_role, guest.as_role.rank, guest.ended()) == (Role.WATCHER, 1, None)
    may = {(one, least) for one in Role for least in Role if one.may(least)}
    order = [Role.WATCHER, Role.SCORER, Role.KEEPER]
    assert may == {(one, least) for place, one in enumerate(order) for least in order[: place + 1]}


def test_code_opens_its_invite_until_it_expires(table: Table) -> None:
    one, other = invite(table, "one"), invite(table, "other")
    assert give_code(one.id, "ABCD", FUTURE)
    assert not give_code(other.id, "ABCD", FUTURE), "it is taken"
    assert invite_by_code("ABCD") == one
    assert give_code(one.id, "EFGH", FUTURE)
    assert (invite_by_code("ABCD"), invite_by_code("EFGH")) == (None, one)
    assert give_code(other.id, "ABCD", PAST)
    assert invite_by_code("ABCD") is None


def test_invite_is_used_up(table: Table) -> None:
    twice, unlimited = invite(table, "twice", uses_left=2), invite(table, "unlimited")
    assert [use_up(twice.id) for _ in range(3)] == [True, True, False]
    assert read_again(twice).uses_left == 0
    assert not use_up(unlimited.id)


def test_one_invite_or_those_of_a_role_are_ended(table: Table) -> None:
    elsewhere = create_table("Sunday")
    keeper, scorer, other = invite(table, "keeper", Role.KEEPER), invite(table, "scorer"), invite(elsewhere, "other")
    give_code(scorer.id, "ABCD", FUTURE)
    end_invites(table.id, invite_id=other.id)
    end_invites(table.id, role=Role.SCORER)
    assert [read_again(one).ended() for one in (keeper, scorer, other)] == [None, "revoked", None]
    assert (scorer.code, scorer.code_expires) == (None, None)
    ended = scorer.revoked
    assert ended is not None
    assert ended >= NOW
    end_invites(table.id)
    assert [read_again(one).ended() for one in (keeper, scorer, other)] == ["revoked", "revoked", None]
    assert scorer.revoked == ended, "when it was revoked first"


def test_links_of_programs_are_listed_by_their_last_use(table: Table) -> None:
    first, second, unused, ended = (invite(table, token) for token in ("first", "second", "unused", "ended"))
    elsewhere = invite(create_table("Sunday"), "elsewhere")
    for one in (second, first, ended, elsewhere):
        mark_used_by_program(one.id)
    end_invites(table.id, invite_id=ended.id)
    assert [one.token for one in invites_of_programs(table.id, 9)] == ["first", "second"]
    assert [one.token for one in invites_of_programs(table.id, 1)] == ["first"]
    last = read_again(first).last_used
    assert last is not None
    assert last >= NOW
    assert unused.last_used is None


def test_invites_of_the_same_moment_are_listed_by_id(table: Table) -> None:
    ids = [invite(table, str(number)).id for number in range(9)]
    with write_transaction():
        for one in permanent_invites(table.id, Role.SCORER):
            one.created = PAST
    assert [one.id for one in permanent_invites(table.id, Role.SCORER)] == sorted(ids, reverse=True)
    with write_transaction():
        for one in permanent_invites(table.id, Role.SCORER):
            one.last_used = PAST
    assert [one.id for one in invites_of_programs(table.id, 9)] == sorted(ids, reverse=True)


def test_devices_sign_for_a_side_of_their_game_only(table: Table) -> None:
    one, other = (game_between(table, "Ann", "Ben").id for _ in range(2))
    ann, ben = (add_member(table.id, name, name=name, role=Role.SCORER).id for name in ("ann", "ben"))
    assert [attach_device(one, ann, 1), attach_device(one, ben, 0), attach_device(other, ann, 0)] == [1, 0, 0]
    assert attach_device(one, ann, 0) == 1
    detach_device(one, ann)
    assert [side_of_device(one, ann), side_of_device(one, ben), side_of_device(other, ann)] == [None, 0, 0]
