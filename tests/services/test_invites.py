"""Links and codes: how long each lasts, whom it admits, which are listed; the first table and its keeper."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.services import invites, members
from scorekeeper.services.invites import InviteLink, NoSuchInvite, code_now, invite, limited_links, link_by_id
from scorekeeper.services.membership import token_hash
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import create_table, find_table
from scorekeeper.storage.invites import Invite, give_code, invite_by_token
from scorekeeper.storage.members import Role
from scorekeeper.storage.models import Table

pytestmark = pytest.mark.usefixtures("token_key")


def lasts(made: Invite) -> int | None:
    """Minutes that a link is valid for."""
    return None if made.expires is None else round((made.expires - datetime.now(UTC)) / timedelta(minutes=1))


def limits(token: str | None) -> tuple[str, int | None, int | None, bool, bool]:
    """The link's role, minutes, uses, whether its members are guests, and whether it gives the pen."""
    made = invite_by_token(token_hash(str(token)))
    assert made is not None
    return made.role, lasts(made), made.uses_left, made.guests, made.hands_pen


def test_each_kind_of_link_has_its_limits(table: Table) -> None:
    evening = invite(table.id, Role.WATCHER, lasts=timedelta(hours=5), guests=True)
    assert limits(evening.token) == ("watcher", 300, None, True, False)
    assert limits(invite(table.id, Role.SCORER).token) == ("scorer", None, None, False, False)
    assert limits(invites.pen_invite(table.id).token) == ("scorer", 10, 1, False, True)
    assert limits(invites.permanent_link(table.id, Role.WATCHER).token) == ("watcher", None, None, False, False)
    assert limits(invites.keeper_link(table.id)) == ("keeper", None, 1, False, False)
    assert limits(invites.link_for_one(table.id, Role.SCORER, timedelta(hours=1))) == ("scorer", 60, 1, False, False)
    assert limits(invites.first_keepers_link(table.id)) == ("keeper", 24 * 60, 1, False, False)


def test_first_keepers_link_ends_earlier_links_for_keepers(table: Table) -> None:
    earlier, watching = invites.keeper_link(table.id), invites.permanent_link(table.id, Role.WATCHER)
    again = invites.first_keepers_link(table.id)
    with pytest.raises(members.CannotJoin) as refused:
        members.invite_of_token(earlier)
    assert refused.value.reason == "revoked"
    assert members.invite_of_token(again).role == Role.KEEPER
    assert link_by_id(table.id, watching.invite.id) == watching


def test_first_table_is_offered_until_it_has_members_a_name_or_company(app: Flask) -> None:
    first = invites.first_table()
    assert first is not None
    assert find_table(first).name == "Our table"
    assert invites.first_table() == first
    member = members.join(invite(first, Role.KEEPER).invite, None, "Ann", seen=True).member
    assert invites.first_table() is None, "it has a member"
    members.leave(first, member.id)
    assert invites.first_table() == first
    create_table("Monday")
    assert invites.first_table() is None, "there is another"


def test_a_single_table_with_a_name_of_its_own_is_not_the_first(table: Table) -> None:
    assert invites.first_table() is None


def test_permanent_link_is_the_same_for_everyone_of_a_role(table: Table) -> None:
    watching, scoring = (invites.permanent_link(table.id, role) for role in (Role.WATCHER, Role.SCORER))
    assert watching != scoring
    assert invites.permanent_link(table.id, Role.WATCHER) == watching
    assert invites.permanent_link(create_table("Monday").id, Role.WATCHER) != watching


def test_link_of_another_key_is_kept_but_a_new_one_is_shown(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, limited = invites.permanent_link(table.id, Role.WATCHER), invite(table.id, Role.SCORER, uses=3)
    monkeypatch.setitem(app.config, "SECRET_KEY", "another")
    assert link_by_id(table.id, old.invite.id).token is None
    assert [link.token for link in limited_links(table.id, 5)] == [None]
    new = invites.permanent_link(table.id, Role.WATCHER)
    assert new.invite.id != old.invite.id
    assert new.token is not None
    assert invites.permanent_link(table.id, Role.WATCHER) == new, "although the older one is listed beside it"
    assert limited.token is not None


def test_limited_links_are_listed_by_the_page(table: Table) -> None:
    invites.permanent_link(table.id, Role.WATCHER)
    with write_transaction():
        made = [invite(table.id, Role.SCORER, uses=number).invite for number in range(1, 5)]
        for number, each in enumerate(made):
            each.created = datetime(2026, 1, 1 + number, tzinfo=UTC)
    invite(create_table("Monday").id, Role.SCORER, uses=9)

    def uses(found: list[InviteLink]) -> list[int | None]:
        return [link.invite.uses_left for link in found]

    assert uses(limited_links(table.id, 9)) == [4, 3, 2, 1]
    assert uses(limited_links(table.id, 2)) == [4, 3]
    last = limited_links(table.id, 2)[-1].invite
    assert uses(limited_links(table.id, 2, (last.created, last.id))) == [2, 1]


def test_an_ended_link_has_no_code(table: Table) -> None:
    ended = invite(table.id, Role.SCORER).invite.id
    members.revoke_link(table.id, ended)
    elsewhere = invite(create_table("Monday").id, Role.SCORER).invite.id
    for wrong in (ended, elsewhere, "nonsense"):
        with pytest.raises(NoSuchInvite, match=r"^this link was revoked, make a new one$"):
            invites.new_code(table.id, wrong)


def test_a_code_is_shown_while_it_works(app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    link = invite(table.id, Role.SCORER).invite
    assert code_now(link) is None
    first = invites.new_code(table.id, link.id)
    assert code_now(link) == first
    again = invites.new_code(table.id, link.id)
    assert code_now(link) == again != first
    with write_transaction():
        give_code(link.id, "a code of another key", datetime.now(UTC) + timedelta(minutes=1))
    assert code_now(link) is None
    monkeypatch.setattr(invites, "CODE_LASTS", timedelta(seconds=-1))
    invites.new_code(table.id, link.id)
    assert code_now(link) is None


def test_a_code_that_is_taken_is_made_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    link = invite(table.id, Role.SCORER).invite
    tried = list[str]()

    def taken(invite_id: str, code: str, expires: datetime) -> bool:
        tried.append(invite_id)
        return len(tried) == 3 and give_code(invite_id, code, expires)

    monkeypatch.setattr(invites, "give_code", taken)
    assert code_now(link) is None
    assert invites.new_code(table.id, link.id) == code_now(link)
    monkeypatch.setattr(invites, "give_code", lambda *_: False)
    with pytest.raises(NoSuchInvite, match=r"^no code is free right now, try again$"):
        invites.new_code(table.id, link.id)
