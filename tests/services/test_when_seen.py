"""When a device was last seen: noted once a minute, and its cookie is extended on the first request of a day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.services.invites import invite
from scorekeeper.services.members import Joined, join, leave, revoke_member
from scorekeeper.services.membership import by_game, by_table, by_token
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.invites import invite_by_id
from scorekeeper.storage.members import Role, change_member, member_by_id
from scorekeeper.storage.models import Table


@pytest.fixture(autouse=True)
def key(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key from which tokens are made."""
    monkeypatch.setitem(app.config, "SECRET_KEY", "a secret")


@pytest.fixture
def ann(table: Table) -> Joined:
    """Ann's phone, which has just joined."""
    return join(invite(table.id, Role.SCORER).invite, None, "Ann", seen=True)


def secret_of(joined: Joined) -> str:
    assert joined.secret is not None
    return joined.secret


def was_seen(joined: Joined, before: timedelta) -> None:
    """Let the device's last request be some time ago."""
    with write_transaction():
        change_member(joined.member.id, last_seen=datetime.now(UTC) - before)


def seen(joined: Joined) -> timedelta:
    """How long ago the device was last seen."""
    member = member_by_id(joined.table.id, joined.member.id)
    assert member is not None
    assert member.last_seen is not None
    return datetime.now(UTC) - member.last_seen


def test_a_request_is_noted_once_a_minute(table: Table, game_id: str, ann: Joined) -> None:
    for ago, noted in ((50, False), (70, True)):
        for ask in (lambda: by_table(table.id, ann.secret), lambda: by_game(game_id, ann.secret)):
            was_seen(ann, timedelta(seconds=ago))
            ask()
            assert (seen(ann) < timedelta(seconds=40)) == noted


def test_a_removed_device_is_not_noted(table: Table, ann: Joined) -> None:
    was_seen(ann, timedelta(hours=1))
    revoke_member(ann.member)
    found = by_table(table.id, ann.secret)[1]
    assert found is not None
    assert (found.ended, found.may(Role.WATCHER), found.renew_cookie) == ("revoked", False, False)
    assert seen(ann) > timedelta(minutes=50)


def test_the_first_request_of_a_day_extends_the_cookie(table: Table, ann: Joined) -> None:
    def renews() -> bool:
        found = by_table(table.id, ann.secret)[1]
        assert found is not None
        return found.renew_cookie

    was_seen(ann, timedelta(days=1))
    assert [renews(), renews()] == [True, False]


def test_a_stranger_has_no_membership_and_a_program_no_name_of_its_own(table: Table, game_id: str) -> None:
    assert [by_table(table.id, secret)[1] for secret in (None, "nonsense")] == [None, None]
    assert [by_game(game_id, secret)[1] for secret in (None, "nonsense")] == [None, None]
    link = invite(table.id, Role.SCORER)
    assert by_token(str(link.token)) is not None
    first = invite_by_id(table.id, link.invite.id)
    assert first is not None
    noted = first.last_used
    assert noted is not None
    assert by_token(str(link.token)) is not None
    assert first.last_used == noted, "once a minute"


def test_who_left_is_a_stranger(table: Table, ann: Joined) -> None:
    leave(table.id, ann.member.id)
    assert by_table(table.id, ann.secret)[1] is None
