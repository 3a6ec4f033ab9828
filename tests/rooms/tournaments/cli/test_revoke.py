"""`scorekeeper revoke`: after it no link, code, device, table card or sign-up link opens a table. The games stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import current_app

from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.services.phones import is_card, join_tournament, key_of_card
from scorekeeper.rooms.tournaments.services.recording import start_tournament
from scorekeeper.rooms.tournaments.storage import SIGN_UP, tournament_row, tournaments_of
from scorekeeper.services.invites import code_now, invite, link_for_one, new_code
from scorekeeper.services.members import CannotJoin, invite_of_token, join
from scorekeeper.services.recording import Author
from scorekeeper.storage.games import create_table, find_table, tables
from scorekeeper.storage.invites import invite_by_id
from scorekeeper.storage.members import Member, Role, count_devices, member_by_id
from tests.cli.runs import inside, only_instance, refusal, run

CARD = 3


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with two tables, each with a keeper's device, a tournament, and a phone that came to it."""
    folder = tmp_path_factory.mktemp("open") / "instance"
    with pytest.MonkeyPatch.context() as settings:
        only_instance(settings, folder)
        with inside():
            current_app.config["SECRET_KEY"] = "a secret"
            for name in ("Friday", "Monday"):
                table = create_table(name)
                join(invite_of_token(link_for_one(table.id, Role.KEEPER)), None, "Ann’s phone", seen=True)
                row, _new = start_tournament(
                    table.id, f"{name} Open", (Stage("swiss", "partnership"),), TournamentSettings(), Author()
                )
                join_tournament(row.id, None, "Ben’s phone", card=CARD)
    return folder


def test_everything_that_opens_a_table_ends(instance: Path) -> None:
    with inside():
        current_app.config["SECRET_KEY"] = "a secret"
        friday, monday = (next(table.id for table in tables() if table.name == name) for name in ("Friday", "Monday"))
        link = invite(friday, Role.SCORER)
        link_id, token = link.invite.id, str(link.token)
        new_code(friday, link_id)
        kept = str(invite(monday, Role.SCORER).token)
        open_at = {table: tournaments_of(table)[0] for table in (friday, monday)}
        keys = {table: [key_of_card(open_at[table], card) for card in (SIGN_UP, CARD)] for table in open_at}
    done = run("revoke", "--table", "Friday", "--yes")
    assert done.exit_code == 0, done.output
    assert done.output == "Ended, with 1 device. Make a keeper’s link with scorekeeper invite.\n"
    with inside():
        current_app.config["SECRET_KEY"] = "a secret"
        assert [count_devices(table) for table in (friday, monday)] == [0, 1]
        assert [member.revoked is not None for member in members_at(friday)] == [True, True], "the phone of a card, too"
        ended = invite_by_id(friday, link_id)
        assert ended is not None
        assert (ended.ended(), code_now(ended)) == ("revoked", None)
        with pytest.raises(CannotJoin):
            invite_of_token(token)
        assert invite_of_token(kept).table_id == monday
        for table, valid in ((friday, False), (monday, True)):
            row = tournament_row(open_at[table].id)
            assert [is_card(row, card, key) for card, key in zip((SIGN_UP, CARD), keys[table], strict=True)] == [
                valid
            ] * 2
        assert find_table(friday).name == "Friday"
    assert run("invite", "Friday", "--role", "keeper").exit_code == 0


def members_at(table: str) -> list[Member]:
    return [member for number in range(1, 9) if (member := member_by_id(table, number)) is not None]


def test_without_a_table_all_end(instance: Path) -> None:
    assert "with 2 devices" in run("revoke", "--yes").output
    with inside():
        assert [count_devices(table.id) for table in tables()] == [0, 0]


def test_it_asks_first(instance: Path) -> None:
    refused = run("revoke", text="n\n")
    assert "End all links and devices of 2 tables? Everybody needs a new link then" in refused.output
    assert "Nothing was ended" in refusal(refused)
    with inside():
        assert [count_devices(table.id) for table in tables()] == [1, 1]
    assert "There is no table called" in refusal(run("revoke", "--table", "Sunday", "--yes"))
