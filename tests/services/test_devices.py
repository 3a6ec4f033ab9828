"""Devices at a table without a browser: how they join, what they are called, what they may do, how they leave."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.services import invites, members, membership
from scorekeeper.services.invites import InviteLink, invite
from scorekeeper.services.members import CannotJoin, Joined, join, open_table
from scorekeeper.services.merging import merge_players
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game, start_quick_game
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.games import create_table
from scorekeeper.storage.invites import invite_by_id
from scorekeeper.storage.members import (
    Member,
    Role,
    add_member,
    change_member,
    is_last_keeper,
    members_of,
    name_with_pen,
    pen_holder,
)
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player
from tests.services.cast import game_setup

pytestmark = pytest.mark.usefixtures("token_key")


def joined(table: Table, role: Role = Role.SCORER, name: str | None = "Ann") -> Joined:
    """A new device, by a link of its own."""
    return join(invite(table.id, role).invite, None, name, seen=True)


def named(table: Table, number: int) -> Member:
    return next(member for member in members_of(table.id) if member.id == number)


def why_not(link: InviteLink, secret: str | None = None) -> tuple[str, str]:
    """Why a link admits nobody: the reason, and the sentence."""
    assert link.token is not None
    with pytest.raises(CannotJoin) as refused:
        join(members.invite_of_token(link.token), secret, "Ann")
    return refused.value.reason, str(refused.value)


def expire(link: InviteLink, table: Table) -> None:
    with write_transaction():
        found = invite_by_id(table.id, link.invite.id)
        assert found is not None
        found.expires = datetime.now(UTC) - timedelta(seconds=1)


def test_names_are_numbered_and_a_device_may_keep_its_own(table: Table) -> None:
    ann, other, nameless = joined(table), joined(table, name=" ann "), joined(table, name=None)
    assert [device.member.name for device in (ann, other, nameless)] == ["Ann", "ann 2", "A phone"]
    assert joined(table, name="  ").member.name == "A phone 2"
    assert members.rename(ann.member, "Ann") == "Ann"
    assert members.rename(ann.member, "ANN 2") == "ANN 2 2"
    assert named(table, ann.member.id).name == "ANN 2 2"
    assert members.free_name(create_table("Monday").id, "Ann") == "Ann"
    long = joined(table, name="x" * 40).member.name
    assert (long, members.free_name(table.id, "x" * 50)) == ("x" * 40, "x" * 38 + " 2")


def test_a_taken_name_is_tried_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[object] = []

    def slow(*args: object, **more: object) -> Member:
        if len(taken) < members.MAX_ATTEMPTS:
            taken.append(more["name"])
            raise TakenByAnother
        return add_member(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(members, "add_member", slow)
    assert joined(table).member.name == "Ann"
    assert taken == ["Ann"] * members.MAX_ATTEMPTS


def test_links_say_why_they_admit_nobody(table: Table) -> None:
    revoked, expired, once = (invite(table.id, Role.SCORER, lasts=timedelta(days=1), uses=1) for _ in range(3))
    members.revoke_link(table.id, revoked.invite.id)
    expire(expired, table)
    join(once.invite, None, "Ann")
    assert why_not(revoked) == ("revoked", "This link was revoked. Ask the table for a new one.")
    assert why_not(expired) == ("expired", "This link has expired. Ask the table for a new one.")
    assert why_not(once) == ("used up", "This link is used up. Ask the table for a new one.")
    for wrong, words in (
        (members.invite_of_token, "This link is wrong or cut off. Ask the table for its link."),
        (members.invite_of_code, "That code didn’t work. Codes last 15 minutes."),
        (lambda text: members.opened_invite(table.id, text), "This link was revoked. Ask the table for a new one."),
    ):
        with pytest.raises(CannotJoin) as refused:
            wrong("nonsense")
        assert (refused.value.reason, str(refused.value)) == ("unknown", words)


def test_a_removed_device_joins_only_by_a_later_link(table: Table) -> None:
    link = invites.permanent_link(table.id, Role.SCORER)
    ann = join(link.invite, None, "Ann")
    assert members.revoke_member(ann.member, renew_links=False) == []
    assert why_not(link, ann.secret) == ("removed", "Ask the table for a new link. Older links and codes don’t work.")
    with pytest.raises(CannotJoin):
        members.asks_first(link.invite, ann.secret)
    again = join(invite(table.id, Role.WATCHER).invite, ann.secret, "Other")
    assert (again.member.id, again.member.name, again.member.as_role) == (ann.member.id, "Ann", Role.WATCHER)


def test_when_a_link_asks_first(table: Table) -> None:
    limited, permanent = invite(table.id, Role.SCORER, uses=1), invites.permanent_link(table.id, Role.SCORER)
    keeper = open_table("Monday", None, "Ann")
    assert (members.asks_first(limited.invite, None), members.asks_first(permanent.invite, None)) == (True, False)
    assert members.asks_first(permanent.invite, keeper.secret), "the device is already at a table"
    ann = join(permanent.invite, None, "Ann")
    assert not members.asks_first(limited.invite, ann.secret), "a member gains nothing"
    assert join(limited.invite, ann.secret, "Ann") == Joined(ann.table, ann.member, None)
    pen = invites.pen_invite(table.id)
    assert members.asks_first(pen.invite, ann.secret), "but the pen"


def test_a_guest_leaves_with_the_link_and_a_member_stays(table: Table) -> None:
    for guests in (True, False):
        link = invite(table.id, Role.WATCHER, lasts=timedelta(hours=1), guests=guests)
        member = join(link.invite, None, "Eve").member
        assert member.expires == (link.invite.expires if guests else None)
        assert member.invite_id == link.invite.id


def test_the_pen_goes_from_hand_to_hand(table: Table) -> None:
    ann, ben, cal = (joined(table, role, name) for role, name in zip(Role, ("Ann", "Ben", "Cal"), strict=True))
    by_role = {device.member.as_role: device for device in (ann, ben, cal)}
    scorer, watcher, keeper = (by_role[role] for role in (Role.SCORER, Role.WATCHER, Role.KEEPER))

    def at(device: Joined) -> membership.Membership:
        _table, found = membership.by_table(table.id, device.secret)
        assert found is not None
        return found

    assert pen_holder(table.id) is None
    members.take_if_free(at(scorer))
    members.take_if_free(at(keeper))
    assert pen_holder(table.id) == scorer.member
    members.pass_pen(watcher.member)
    assert (pen_holder(table.id), watcher.member.as_role) == (watcher.member, Role.SCORER)
    with pytest.raises(members.NotYours, match=f"^{watcher.member.name} has the pen, ask them to pass it$"):
        members.take(at(scorer))
    members.take(at(keeper))
    assert pen_holder(table.id) == keeper.member
    assert members.change_role(keeper.member, Role.WATCHER) == [Role.KEEPER, Role.SCORER]
    assert pen_holder(table.id) is None, "a watcher has no pen"
    other = join(invites.pen_invite(table.id).invite, None, "Dee")
    assert (pen_holder(table.id), other.member.as_role) == (other.member, Role.SCORER)


def test_who_keeps_score_is_called_by_the_name_of_the_player(table: Table) -> None:
    assert name_with_pen(table.id) is None
    dee = join(invites.pen_invite(table.id).invite, None, "A phone").member
    assert name_with_pen(table.id) == "A phone"
    change_member(dee.id, player_id=add_player(table.id, "Didi").id)
    assert name_with_pen(table.id) == "Didi"
    add_player(table.id, "Dee")
    merge_players(table.id, "Didi", "Dee")
    assert name_with_pen(table.id) == "Dee"


def test_removing_a_device_ends_the_links_that_it_saw(table: Table) -> None:
    links = {role: invites.permanent_link(table.id, role) for role in Role}
    scorer = joined(table)
    assert members.revoke_member(scorer.member) == [Role.SCORER, Role.WATCHER]
    stored = {role: invite_by_id(table.id, link.invite.id) for role, link in links.items()}
    assert [role for role, found in stored.items() if found and found.ended() is None] == [Role.KEEPER]
    assert invites.permanent_link(table.id, Role.KEEPER).invite.id == links[Role.KEEPER].invite.id
    assert invites.permanent_link(table.id, Role.WATCHER).invite.id != links[Role.WATCHER].invite.id


def test_the_last_keeper_is_the_only_permanent_one(table: Table) -> None:
    ann, scorer = joined(table, Role.KEEPER), joined(table, Role.SCORER, "Cal")
    assert is_last_keeper(table.id, ann.member.id)
    assert not is_last_keeper(table.id, scorer.member.id)
    guest = join(invite(table.id, Role.KEEPER, lasts=timedelta(hours=1), guests=True).invite, None, "Gus", seen=True)
    assert is_last_keeper(table.id, ann.member.id), "a guest leaves"
    joined(table, Role.KEEPER, "Ben")
    assert not is_last_keeper(table.id, ann.member.id)
    members.end_role(table.id, Role.KEEPER, except_member=guest.member.id)
    assert [member.name for member in members_of(table.id)] == ["Gus", "Cal"]


def test_a_device_leaves_all_its_tables(table: Table) -> None:
    own = open_table("Monday", None, "Ann")
    both = join(invites.permanent_link(table.id, Role.SCORER).invite, own.secret, "Ann")
    here = {found.name: at.role for found, at in membership.tables_here(both.secret)}
    assert here == {"Friday": Role.SCORER, "Monday": Role.KEEPER}
    assert len(membership.tables_here(own.secret)) == 2, "the answer with the new secret may have been lost"
    assert members.leave_all(both.secret) == 2
    assert membership.tables_here(both.secret) == []
    assert (members.leave_all(None), members.leave_all("nonsense")) == (0, 0)


def test_codes_last_fifteen_minutes_or_as_long_as_their_link(table: Table) -> None:
    lasting, brief = invite(table.id, Role.SCORER), invites.pen_invite(table.id)
    for link, minutes in ((lasting, 15), (brief, 10)):
        code = invites.new_code(table.id, link.invite.id)
        found = members.invite_of_code(f" {code[:4].lower()}-{code[4:]} ")
        assert (found.id, invites.code_now(found)) == (link.invite.id, code)
        assert found.code_expires is not None
        left = found.code_expires - datetime.now(UTC)
        assert timedelta(minutes=minutes - 1) < left <= timedelta(minutes=minutes)
    members.revoke_link(table.id, lasting.invite.id)
    with pytest.raises(invites.NoSuchInvite, match=r"^this link was revoked, make a new one$"):
        invites.new_code(table.id, lasting.invite.id)


def test_a_program_is_a_member_by_its_token(table: Table) -> None:
    link, once = invite(table.id, Role.WATCHER), invite(table.id, Role.SCORER, uses=1)
    assert link.token is not None
    assert once.token is not None
    program = membership.by_token(link.token)
    assert program == membership.Membership(table.id, Role.WATCHER, "Program (watcher)", None, invite_id=link.invite.id)
    for_devices = membership.by_token(once.token)
    assert for_devices is not None
    assert (for_devices.ended, for_devices.may(Role.WATCHER)) == ("for a device", False)
    assert membership.by_token("nonsense") is None


def test_the_next_quick_game_has_the_house_rules_of_the_last_one() -> None:
    first = start_quick_game(None, "Ann", None)
    table = first.started.game.table_id
    start_game(table, game_setup(nil=50), author=Author("Ann"))
    again = start_quick_game(first.secret, "Ann", None)
    assert (again.started.game.table_id, again.started.state.setup.rules.options["nil"]) == (table, 50)
