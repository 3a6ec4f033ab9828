"""Each line of the security log: what happened, to which device and link, at which table."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.services import invites, members
from scorekeeper.services.membership import short_hash
from scorekeeper.services.starting import start_game
from scorekeeper.services.tables import remove_empty_game
from scorekeeper.storage.games import create_table
from scorekeeper.storage.members import Role
from scorekeeper.storage.models import Table
from tests.services.cast import ANN, game_setup


@pytest.fixture
def table(app: Flask) -> Iterator[Table]:
    """A table, during a request from a phone."""
    with app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.7"}):
        yield create_table("Friday")


@pytest.fixture
def heard(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The log from here on."""
    caplog.set_level(logging.INFO, "scorekeeper.security")
    return caplog


def line(
    what: str,
    table: Table | None = None,
    device: int | None = None,
    link: str | None = None,
    tournament: str | None = None,
) -> str:
    """A line about this table, tournament, device and link."""
    ids = {"table": table and table.id, "tournament": tournament, "device": device, "link": link}
    hashes = [f"{name}={short_hash(f'{name} {value}')}" for name, value in ids.items() if value is not None]
    return " ".join([what, *hashes, "from=192.0.2.7"])


def test_each_step_of_a_device_is_a_line(table: Table, heard: pytest.LogCaptureFixture) -> None:
    own = members.open_table("Monday", None, "Ann")
    link = invites.invite(table.id, Role.SCORER)
    ann = members.join(link.invite, own.secret, "Ann").member
    pen = invites.pen_invite(table.id)
    ben = members.join(pen.invite, None, "Ben").member
    members.pass_pen(ann)
    members.change_role(ben, Role.WATCHER)
    members.revoke_member(ben)
    members.revoke_member(ann, renew_links=False)
    members.leave(table.id, ann.id)
    assert heard.messages == [
        line("table started", own.table, own.member.id),
        line("link made role=scorer", table, link=link.invite.id),
        line("joined role=scorer pen=no", table, ann.id, link.invite.id),
        line("link made role=scorer", table, link=pen.invite.id),
        line("joined role=scorer pen=yes", table, ben.id, pen.invite.id),
        line("pen passed", table, ann.id),
        line("role changed role=watcher", table, ben.id),
        line("device removed role=watcher links=ended", table, ben.id),
        line("device removed role=scorer links=kept", table, ann.id),
        line("left", table, ann.id),
    ]


def test_each_step_of_a_link_is_a_line(table: Table, heard: pytest.LogCaptureFixture) -> None:
    link = invites.invite(table.id, Role.WATCHER)
    invites.new_code(table.id, link.invite.id)
    members.revoke_link(table.id, link.invite.id)
    members.end_role(table.id, Role.WATCHER)
    assert heard.messages == [
        line("link made role=watcher", table, link=link.invite.id),
        line("code made role=watcher", table, link=link.invite.id),
        line("link revoked", table, link=link.invite.id),
        line("role revoked role=watcher", table),
    ]


def test_a_line_comes_with_its_facts(table: Table, heard: pytest.LogCaptureFixture) -> None:
    remove_empty_game(start_game(table.id, game_setup(), author=ANN).game.id)
    (record,) = heard.records
    facts = {"event": "game deleted", "table": short_hash(f"table {table.id}"), "from": "192.0.2.7"}
    assert (record.getMessage(), vars(record)["facts"]) == (line("game deleted", table), facts)


def test_a_member_who_joins_again_is_no_line(table: Table, heard: pytest.LogCaptureFixture) -> None:
    link = invites.permanent_link(table.id, Role.SCORER)
    ann = members.join(link.invite, None, "Ann")
    heard.clear()
    members.join(link.invite, ann.secret, "Ann")
    assert heard.messages == []
