"""What an import gives: the games and tables it added, what it could not take, and why and where it stopped."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.core.game import HAND, SUBSTITUTE
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import NO_TABLE
from scorekeeper.formats.chain import verify
from scorekeeper.formats.csv_rows import hands_csv
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.scored import FilePart, ScoredGame, scored_games
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_record import record_of
from scorekeeper.services import importing
from scorekeeper.services.exporting import exported_game
from scorekeeper.services.importing import Imported, ImportStopped, import_file, import_games
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.games import create_table, find_game, find_table, games_of
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player, names_of
from tests.formats.exports.games import game_of_sheet
from tests.formats.imports.files import GAME, HANDS, MERGED, OVER, file
from tests.tables import sheet_of


def interrupted(content: bytes, games: int) -> Iterator[FilePart]:
    """The parts of a file, until the database is too busy after some games."""
    for part in scored_games(file(content)):
        if isinstance(part, ScoredGame):
            if not games:
                raise DatabaseBusy
            games -= 1
        yield part


def test_import_says_what_it_added(app: Flask, table: Table) -> None:
    packed = b"".join(table_zip(MERGED, [GAME, OVER]))
    imported = import_file(file(packed))
    (table_id,) = imported.tables
    assert find_table(table_id).name == "Friday"
    begun = {game.events[0].id: game.id for game in (GAME, OVER)}
    assert imported == Imported(games=[GAME.id, OVER.id], begun=begun, tables=[table_id])
    assert [game.id for game in games_of(table_id)] == [OVER.id, GAME.id]
    again = import_file(file(packed), table_id)
    assert again == Imported(skipped=2)


def test_a_game_without_a_table_is_refused_where_it_is(app: Flask) -> None:
    with pytest.raises(InvalidInput) as refused:
        import_file(file(f"{record_of(GAME)}\n{record_of(OVER)}"))
    assert (refused.value.fault.code, refused.value.fault.path.words, refused.value.fault.params) == (
        NO_TABLE.key,
        "game 1",
        {},
    )
    packed = table_zip(MERGED, [GAME])
    assert import_file(file(packed)).games == [GAME.id], "the games of a ZIP come with their table"


@pytest.mark.parametrize(("games", "words"), [(1, "1 game was imported"), (2, "2 games were imported")])
def test_a_stopped_import_says_why_and_how_far_it_came(
    table: Table, monkeypatch: pytest.MonkeyPatch, games: int, words: str
) -> None:
    monkeypatch.setattr(importing, "IMPORT_BATCH", 1)
    content = "\n".join(record_of(game_of_sheet(sheet_of("two-player", *HANDS), number)) for number in (1, 2, 3))
    with pytest.raises(ImportStopped) as stopped:
        import_games(interrupted(content.encode(), games), table.id)
    assert str(stopped.value) == f"{DatabaseBusy()}. {words}; import the same file again for the rest"
    assert len(stopped.value.imported.games) == games == len(games_of(table.id))
    assert isinstance(stopped.value.__cause__, DatabaseBusy)


def test_an_import_that_only_made_a_table_was_stopped_too(app: Flask) -> None:
    packed = b"".join(table_zip(MERGED, [GAME]))
    with pytest.raises(ImportStopped, match="0 games were imported") as stopped:
        import_games(interrupted(packed, 0), None)
    assert [find_table(each).name for each in stopped.value.imported.tables] == ["Friday"]


def test_an_import_lists_merges_that_are_impossible_and_forgets_those_that_were_made(table: Table) -> None:
    add_player(table.id, "Annie")
    impossible = replace(MERGED, merged={"Ann": "Ben"})
    packed = b"".join(table_zip(impossible, [GAME]))
    words = "Ann and Ben both played in game 1, so they are two players"
    assert import_file(file(packed), table.id).problems == [words]
    merging = b"".join(table_zip(MERGED, [GAME]))
    assert import_file(file(merging), table.id).problems == []
    assert import_file(file(merging), table.id).problems == [], "they are merged already"


def test_each_table_of_a_file_gets_its_own_games_and_names(app: Flask) -> None:
    other = ExportedTable("Monday", ["Ann", "Ben", "Zoe"], {})
    parts = [*scored_games(file(table_zip(MERGED, [GAME]))), *scored_games(file(table_zip(other, [OVER])))]
    imported = import_games(parts, None)
    assert [find_table(each).name for each in imported.tables] == ["Friday", "Monday"]
    assert [[game.id for game in games_of(each)] for each in imported.tables] == [[GAME.id], [OVER.id]]
    assert [sorted(names_of(each)) for each in imported.tables] == [["Ann", "Annie", "Ben"], ["Ann", "Ben", "Zoe"]]


def test_many_names_are_seated(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "IMPORT_BATCH", 2)
    names = ["Ann", "Ben", "Cal", "Dee", "Eve"]
    (table_id,) = import_file(file(table_zip(ExportedTable("Friday", names, {}), [GAME]))).tables
    assert sorted(names_of(table_id)) == names


def test_a_list_of_hands_gets_a_chain_dated_when_the_game_began(table: Table) -> None:
    (game_id,) = import_file(file("".join(hands_csv([GAME]))), table.id).games
    entries = exported_game(game_id).events
    assert [entry.at.replace(second=0, microsecond=0) for entry in entries] == [
        GAME.started.replace(second=0, microsecond=0)
    ] * 3
    assert len({entry.at for entry in entries}) == 1
    assert (verify(entries), {entry.game_id for entry in entries}) == (None, {game_id})
    assert [(entry.seq, entry.kind) for entry in entries] == [(1, "start"), (2, HAND), (3, HAND)]
    assert find_game(game_id).created == entries[0].at


def test_an_undated_sheet_begins_now(table: Table) -> None:
    before = datetime.now(UTC)
    (game_id,) = import_file(file(json.dumps(sheet_of("two-player", *HANDS))), table.id).games
    times = {entry.at for entry in exported_game(game_id).events}
    assert len(times) == 1
    assert before - timedelta(seconds=1) <= times.pop() <= datetime.now(UTC)


def test_a_substitute_of_an_imported_game_is_a_player(table: Table) -> None:
    sheet = sheet_of("two-player", *HANDS)
    sheet["substitutes"] = [{"hand": 2, "seat": 1, "player": "Eve"}]
    game = game_of_sheet(sheet, 5)
    import_file(file(game_json(game)), table.id)
    assert sorted(names_of(table.id)) == ["Ann", "Ben", "Eve"]
    assert SUBSTITUTE in [entry.kind for entry in game.events]


def test_where_a_figure_differs_is_said_for_each_game(table: Table) -> None:
    wrong = record_of(GAME).replace("| 52 : -100 | 73 : -48", "| 62 : -100 | 83 : -48")
    imported = import_file(io.BytesIO(f"{record_of(OVER)}\n{wrong}".encode()), table.id)
    assert len(imported.games) == 2
    assert {where.words for where, _difference in imported.differences} == {"game 2"}
    assert len(imported.differences) == 3
    stored = {game.number: game.differences for game in games_of(table.id)}
    assert (len(stored[2] or ()), stored[1] or None) == (3, None)


def test_a_table_that_is_given_takes_all_games_of_a_zip(table: Table) -> None:
    imported = import_file(file(table_zip(MERGED, [GAME])), table.id)
    assert (imported.tables, imported.games) == ([], [GAME.id])
    assert find_game(GAME.id).table_id == table.id
    assert create_table("Monday").id != table.id
