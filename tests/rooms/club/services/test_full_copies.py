"""A table moved to another instance has all that docs/data.md promises, and its voided cards stay void."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, date, datetime

from sqlalchemy import select

from scorekeeper.formats.games import ExportedPreset, ExportedTable
from scorekeeper.formats.strict_json import without_end
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.verification.file import check_file
from scorekeeper.rooms.club.domain.stakes import Stake, Stakes
from scorekeeper.rooms.club.rows import ExportedPayment, ExportedSeason, ExportedStakes, plain
from scorekeeper.rooms.club.services.copies import exported_payments, exported_stakes, take_copy
from scorekeeper.rooms.club.services.seasons import save_season
from scorekeeper.rooms.club.services.settling import set_stakes
from scorekeeper.rooms.club.storage.models import OwedRow
from scorekeeper.rooms.club.storage.seasons import SETTINGS
from scorekeeper.rooms.club.storage.settling import add_payment, undo_payment
from scorekeeper.services.erasing import erase_table
from scorekeeper.services.exporting import exported_table, zip_of_instance
from scorekeeper.services.full_copies import add_copy
from scorekeeper.services.house_rules import save_preset
from scorekeeper.services.importing import import_file, left_out_of
from scorekeeper.services.part_kinds import part_kinds
from scorekeeper.services.starting import start_game
from scorekeeper.storage.custom_games import MAX_CUSTOM_GAMES, add_custom_game, custom_games_of
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.games import create_table, find_table, store_without_club, store_zone
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player, find_player, set_unranked, unranked_names_of
from tests.services.cast import ANN, BIG, game_setup, play

OURS = {"format": "scorekeeper-night/1", "name": "Ours", "words": "", "deals": [{"name": "plain", "rule": "As usual."}]}


def full(table: Table) -> None:
    """A table that plays for money, paid some, has a custom game, a zone, and a player who wants no rank."""
    store_zone(table.id, "America/New_York")
    store_without_club(table.id, without_club=True)
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100, to_pot=False)}, coin=20))
    play(start_game(table.id, game_setup(), author=ANN).game.id, BIG, BIG, BIG, BIG)
    set_stakes(table.id, None)
    ann, ben = (add_player(table.id, name).id for name in ("Ann", "Ben"))
    add_payment(table.id, "EUR", ben, ann, 100)
    undo_payment(table.id, add_payment(table.id, "EUR", ben, None, 50))
    add_custom_game(table.id, OURS)
    set_unranked(table.id, ben, unranked=True)


def with_rows(copy: ExportedTable, name: str, row: ExportedSeason | ExportedStakes | ExportedPayment) -> ExportedTable:
    """The copy with this row alone in the list of this name."""
    return replace(copy, rows={**copy.rows, name: [plain(row)]})


def moved(table: Table) -> str:
    """The table on another instance: this one, without it."""
    content = b"".join(zip_of_instance())
    assert check_file(io.BytesIO(content), without_end(part_kinds)).findings == []
    erase_table(table.id)
    imported = import_file(io.BytesIO(content))
    assert imported.problems == []
    (new,) = imported.tables
    return new


def owed() -> list[tuple[int, ...]]:
    return sorted(tuple(row) for row in db.session.execute(select(OwedRow.game, OwedRow.bag)))


def test_moved_table_has_stakes_debts_payments_and_custom_games(table: Table) -> None:
    full(table)
    before = exported_table(table.id)
    stakes, payments, debts = exported_stakes(table.id), exported_payments(table.id), owed()
    new = moved(table)
    assert (exported_stakes(new), exported_payments(new), owed()) == (stakes, payments, debts)
    assert debts
    assert [row.coin for row in stakes] == [20, None]
    assert [payment.undone is None for payment in payments] == [True, False]
    assert [row.content for row in custom_games_of(new)] == [OURS]
    assert (find_table(new).zone, find_table(new).without_club) == ("America/New_York", True)
    assert unranked_names_of(new) == ["Ben"]
    after = exported_table(new)
    assert replace(after, files=before.files) == replace(before, parts=after.parts)


def test_importing_a_copy_again_adds_nothing_and_complains_of_nothing(table: Table) -> None:
    full(table)
    content = b"".join(zip_of_instance())
    imported = import_file(io.BytesIO(content), table.id)
    assert (imported.games, imported.problems) == ([], [])
    assert len(exported_stakes(table.id)) == 2
    assert len(exported_payments(table.id)) == 2
    assert len(custom_games_of(table.id)) == 1


def test_table_with_other_stakes_keeps_them_and_says_so(table: Table) -> None:
    full(table)
    content = b"".join(zip_of_instance())
    erase_table(table.id)
    other = create_table("Other")
    set_stakes(other.id, Stakes("USD", {"game": Stake(5, to_pot=False)}))
    store_zone(other.id, "Europe/Berlin")
    problems = " ".join(import_file(io.BytesIO(content), other.id).problems)
    assert "stakes and payments are left out" in problems
    assert "time zone is left out" in problems
    assert [row.currency for row in exported_stakes(other.id)] == ["USD"]
    assert find_player(other.id, "Ben") is not None


def test_copy_that_no_page_could_show_is_left_out(table: Table) -> None:
    """A file may say anything."""
    full(table)
    copy = exported_table(table.id)
    (stakes, _none), (paid, _undone) = exported_stakes(table.id), exported_payments(table.id)
    early = datetime(1, 1, 2, tzinfo=UTC)
    for part in (
        with_rows(copy, "stakes", replace(stakes, currency="XQX")),
        with_rows(copy, "stakes", replace(stakes, pot="mine")),
        with_rows(copy, "stakes", replace(stakes, per={"hugs": {"amount": 1, "to_pot": False}})),
        with_rows(copy, "stakes", replace(stakes, since=early)),
        with_rows(copy, "payments", replace(paid, currency="XQX")),
        with_rows(copy, "payments", replace(paid, payer=None, payee=None)),
        with_rows(copy, "payments", replace(paid, at=early)),
        replace(copy, rows={**copy.rows, "payments": [{"amount": "much"}]}),
    ):
        other = create_table("Other").id
        assert "stakes and payments are left out" in " ".join(take_copy(other, part, look=False))
        assert (exported_stakes(other), exported_payments(other)) == ([], [])
    other = create_table("Other").id
    assert "time zone is left out" in " ".join(add_copy(other, replace(copy, zone="../etc/passwd"), is_new=True))
    assert find_table(other).zone is None


def test_preview_says_of_a_copy_what_its_import_leaves_out(table: Table) -> None:
    """And it writes nothing; a new table takes everything."""
    full(table)
    winter = ExportedSeason("Winter", date(2026, 1, 1), date(2026, 3, 31), 5, "points", 3, 1, 0)
    lunch = ExportedPreset("Lunch", "partnership", {"target": 200})
    of_file = replace(with_rows(exported_table(table.id), "seasons", winter), name="Copy", presets=[lunch])
    content = b"".join(table_zip(of_file, ()))
    other = create_table("Saturday").id
    store_zone(other, "Europe/Berlin")
    set_stakes(other, Stakes("EUR", {"bag": Stake(100, to_pot=False)}))
    save_season(other, {name: getattr(winter, name) for name in SETTINGS} | {"for_win": 2})
    save_preset(other, "partnership", None, "Lunch", {"target": 300})
    for number in range(MAX_CUSTOM_GAMES):
        add_custom_game(other, OURS | {"name": f"Ours {number}"})
    before = exported_table(other)
    left_out = left_out_of(of_file, other)
    words = ("Preset “Lunch”", "Season “Winter”", "stakes and payments", "Custom game “Ours”", "time zone")
    assert [word for word, problem in zip(words, left_out, strict=True) if word not in problem] == []
    after = exported_table(other)
    assert replace(after, files=before.files) == before
    assert import_file(io.BytesIO(content), other).problems == left_out
    assert left_out_of(of_file, None) == import_file(io.BytesIO(content)).problems == []


def test_every_column_of_the_club_s_rows_in_a_copy_is_decided() -> None:
    """A new column is exported, or named here with those that are not."""
    beside = {
        "stakes": {"id", "table_id"},
        "payment": {"id", "number", "table_id", "by_id", "undone_by_id", "payer_id", "payee_id", "season_id"},
        "season": {"id", "table_id", "closed_game", "closed_by_id", "reopened", "reopened_by_id"},
    }
    exported = {
        "stakes": set(ExportedStakes.__dataclass_fields__),
        "payment": set(ExportedPayment.__dataclass_fields__) - {"payer", "payee", "season"},
        "season": set(ExportedSeason.__dataclass_fields__) - {"places"},
    }
    for name, listed in exported.items():
        assert listed | beside[name] == set(Base.metadata.tables[name].c.keys()), name
