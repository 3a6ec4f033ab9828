"""A table moved to another instance has all that docs/data.md promises, and its voided cards stay void."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select

from scorekeeper.formats.chain import ChainHead, Signature
from scorekeeper.formats.strict_json import without_end
from scorekeeper.formats.verification.file import check_file
from scorekeeper.rooms.club.storage.models import OwedRow
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.exports import checked_tournament
from scorekeeper.rooms.tournaments.services.exporting import exported_tournament
from scorekeeper.rooms.tournaments.services.phones import is_card, key_of_card, new_card
from scorekeeper.rooms.tournaments.services.recording import import_tournament, start_tournament
from scorekeeper.rooms.tournaments.storage import SIGN_UP, tournament_row, tournaments_of
from scorekeeper.services.erasing import erase_table
from scorekeeper.services.exporting import zip_of_instance
from scorekeeper.services.importing import import_file
from scorekeeper.services.part_kinds import part_kinds
from scorekeeper.storage.database import db
from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Table
from tests.formats.verification.forging import keys_in
from tests.services.cast import ANN

SWISS = (Stage("swiss", "partnership", rounds=3),)


def moved(table: Table) -> str:
    """The table on another instance: this one, without it."""
    content = b"".join(zip_of_instance())
    assert check_file(io.BytesIO(content), without_end(part_kinds)).findings == []
    erase_table(table.id)
    imported = import_file(io.BytesIO(content))
    assert imported.problems == []
    (new,) = imported.tables
    return new


@pytest.mark.usefixtures("token_key")
def test_voided_cards_stay_void_and_others_stay_valid_after_a_move(table: Table) -> None:
    """The other instance has the same key: that is what the documented move does."""
    own = start_tournament(table.id, "Open", SWISS, TournamentSettings(tables=4), ANN)[0].id
    old = {number: key_of_card(tournament_row(own), number) for number in (SIGN_UP, 1, 2)}
    new_card(own, SIGN_UP)
    new_card(own, 1)
    (row,) = tournaments_of(moved(table))
    assert [is_card(row, number, key) for number, key in old.items()] == [False, False, True]


@pytest.mark.usefixtures("token_key")
def test_file_of_an_older_version_makes_all_cards_new(table: Table) -> None:
    """It does not say which were voided."""
    own = start_tournament(table.id, "Open", SWISS, TournamentSettings(tables=4), ANN)[0].id
    keys = {number: key_of_card(tournament_row(own), number) for number in range(5)}
    exported = replace(exported_tournament(own), cards=None)
    erase_table(table.id)
    assert import_tournament(create_table("Elsewhere").id, checked_tournament(exported))
    assert not any(is_card(tournament_row(own), number, key) for number, key in keys.items())
    assert db.session.scalar(select(func.count()).select_from(OwedRow)) == 0


def test_file_of_one_tournament_is_checked_by_itself(table: Table) -> None:
    own = start_tournament(table.id, "Open", SWISS, TournamentSettings(tables=4), ANN)[0].id
    content = exported_tournament(own).written().encode()
    checked = check_file(io.BytesIO(content), without_end(part_kinds))
    assert (checked.findings, dict(checked.parts)) == ([], {"tournaments": 1})
    (found,) = check_file(io.BytesIO(content.replace(b'"Open"', b'"Shut"')), without_end(part_kinds)).findings
    assert found.code.startswith("part")


def test_signature_of_a_tournament_is_that_of_its_last_entry(table: Table, tmp_path: Path) -> None:
    exported = exported_tournament(start_tournament(table.id, "Open", SWISS, TournamentSettings(tables=4), ANN)[0].id)
    keys = keys_in(tmp_path)

    def of_another(head: ChainHead, record: str | None) -> Signature:
        return keys.sign(replace(head, seq=head.seq + 1), record)

    for signer, found in ((keys.sign, []), (of_another, ["signature-misfit"])):
        content = replace(exported, signer=signer).written().encode()
        assert [finding.code for finding in check_file(io.BytesIO(content), without_end(part_kinds)).findings] == found
