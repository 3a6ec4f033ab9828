"""Imports: duplicates are recognised, nothing stored changes, all or nothing."""

import csv
import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from flask import Flask
from openpyxl import Workbook
from sqlalchemy import func, select

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.differences import Difference
from scorekeeper.core.words.differences import difference_text
from scorekeeper.formats.chain import NOTHING_BEFORE, StoredEvent, UnsavedEvent, chained
from scorekeeper.formats.csv_rows import hands_csv
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import ExportedGame
from scorekeeper.formats.scored import difference_json, read_difference, scored_games
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_record import record_of
from scorekeeper.services import importing
from scorekeeper.services.exporting import exported_game, table_in_form
from scorekeeper.services.importing import ComparedGame, import_file, preview_import, start_id
from scorekeeper.storage.database import db
from scorekeeper.storage.games import create_table, find_game, games_of
from scorekeeper.storage.models import EventRow, Game, Table
from scorekeeper.storage.players import most_active_players
from tests.formats.exports.games import game_of_sheet
from tests.formats.imports.files import GAME, HANDS, MERGED, OVER, file
from tests.golden.later import bring_later_version
from tests.refusals import refuses
from tests.tables import sheet_of
from tests.workbooks import saved, workbook_of_two_nights


def one(content: str | bytes, table: Table) -> ComparedGame:
    (found,) = preview_import(scored_games(file(content)), table.id)
    assert isinstance(found, ComparedGame)
    return found


def how_many() -> list[int | None]:
    return [db.session.scalar(select(func.count()).select_from(model)) for model in (Game, EventRow)]


def test_csv_is_imported(table: Table) -> None:
    assert len(import_file(file("".join(hands_csv([GAME, OVER]))), table.id).games) == 2
    assert [game.summary["totals"] for game in games_of(table.id)] == [[73, -48], [73, -48]]


def test_csv_that_was_saved_as_a_workbook_is_imported(table: Table) -> None:
    """With numbers and moments as a spreadsheet keeps them; any other workbook is refused as before."""
    workbook = Workbook()
    for row in csv.reader("".join(hands_csv([GAME, OVER])).splitlines()):
        numbers = [int(cell) if re.fullmatch(r"-?\d+", cell) else cell for cell in row]
        is_moment = [re.match(r"\d{4}-\d\d-\d\d \d", cell) for cell in row]
        cells = [datetime.fromisoformat(row[n]) if found else numbers[n] for n, found in enumerate(is_moment)]
        workbook.worksheets[0].append(cells)
    workbook.create_sheet("Notes").append(["nothing of hands"])
    assert len(import_file(file(saved(workbook)), table.id).games) == 2
    assert [game.summary["totals"] for game in games_of(table.id)] == [[73, -48], [73, -48]]
    workbook.copy_worksheet(workbook.worksheets[0])
    for content in (saved(workbook), workbook_of_two_nights()):
        with refuses(InvalidInput, "workbooks"):
            import_file(file(content), table.id)


def test_several_records_in_one_text(table: Table) -> None:
    text = f"{record_of(GAME)}\n{record_of(OVER)}"
    assert len(import_file(file(text), table.id).games) == 2
    assert b"".join(table_in_form(table.id, "text")).decode() == text


def test_an_undated_sheet_is_recognised_by_a_version_with_more_house_rules(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = json.dumps(sheet_of("two-player", *HANDS, nil=50))
    import_file(file(sheet), table.id)
    bring_later_version(monkeypatch)
    assert one(sheet, table).state == "here"


def test_undated_sheet_imported_by_an_earlier_version_is_recognised(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = json.dumps(sheet_of("two-player", *HANDS, nil=50))
    with monkeypatch.context() as earlier:
        earlier.setattr(
            importing, "start_id", lambda imported, table_id, listed=True: start_id(imported, table_id, True)
        )
        import_file(file(sheet), table.id)
    assert one(sheet, table).state == "here"


def test_truncated_record_is_refused(table: Table) -> None:
    """A record typed by hand may have no hands yet; an exported one ends with its checksums."""
    cut = record_of(GAME).partition("[Result")[0]
    assert [difference.what for difference in one(cut, table).differences] == ["no-checksums"]


@pytest.mark.parametrize("form", [game_json, record_of])
def test_existing_game_is_not_imported_again(table: Table, form: Callable[[ExportedGame], str]) -> None:
    import_file(file(form(GAME)), table.id)
    before = how_many()
    assert one(form(GAME), table).state == "here"
    again = import_file(file(form(GAME)), table.id)
    assert (again.skipped, again.elsewhere) == (1, 0)
    assert how_many() == before


def test_game_of_another_table_is_counted_apart(table: Table) -> None:
    import_file(file(game_json(GAME)), table.id)
    other = import_file(file(game_json(GAME)), create_table("Monday").id)
    assert (other.games, other.skipped, other.elsewhere) == ([], 1, 1)


def test_record_of_a_local_game_is_recognised(table: Table) -> None:
    (game_id,) = import_file(file(game_json(GAME)), table.id).games
    found = one(record_of(GAME), table)
    assert (found.state, found.game and found.game.id) == ("here", game_id)


def test_what_a_preview_says_of_each_game(table: Table) -> None:
    def verdict(content: str, at: Table = table) -> tuple[str, str, int | None]:
        found = one(content, at)
        return found.state, found.words, None if found.game is None else found.game.number

    sheet = json.dumps(sheet_of("two-player", *HANDS, nil=50))
    longer = game_json(game_of_sheet(sheet_of("two-player", *HANDS, HANDS[0])))
    assert verdict(game_json(GAME)) == verdict(sheet) == ("new", "will be imported", None)
    (unknown,) = preview_import(scored_games(file(sheet)), None)
    assert isinstance(unknown, ComparedGame)
    assert (unknown.state, unknown.words) == ("new", "will be imported")
    import_file(file(game_json(GAME)), table.id)
    import_file(file(sheet), table.id)
    assert verdict(game_json(GAME)) == verdict(record_of(GAME)) == ("here", "it is already here", 1)
    assert verdict(sheet) == ("here", "it was imported before", 2)
    assert verdict(game_json(GAME), create_table("Monday")) == (
        "other",
        "it is already at another table of this server",
        1,
    )
    assert verdict(longer) == ("further", "it is already here with 3 entries (the file has 4); nothing changes", 1)
    other = record_of(game_of_sheet(sheet_of("two-player", HANDS[0]))).partition("[Result")[0]
    alike = "the same players started game 1 in the same minute; nothing changes"
    assert verdict(other) == ("alike", alike, 1)
    import_file(file(game_json(game_of_sheet(sheet_of("two-player", *HANDS, HANDS[0]), 3))), table.id)
    shorter = game_json(game_of_sheet(sheet_of("two-player", *HANDS), 3))
    assert verdict(shorter) == ("older", "it is already here with more entries (4; the file has 3)", 3)


def test_an_imported_game_keeps_the_revision_of_its_rules(table: Table) -> None:
    unsigned = record_of(GAME).partition("[Result")[0]
    assert '[Revision "1"]' in unsigned
    (game_id,) = import_file(file(unsigned.replace('[Revision "1"]', '[Revision "7"]')), table.id).games
    assert (find_game(game_id).revision, exported_game(game_id).events[0].payload["revision"]) == (7, 7)


def test_another_game_of_the_same_players_is_alike_only_if_it_began_in_the_same_minute(table: Table) -> None:
    import_file(file(game_json(GAME)), table.id)
    record = record_of(game_of_sheet(sheet_of("two-player", HANDS[0]))).partition("[Result")[0]
    states = []
    for minutes in (-1, 0, 1):
        started = GAME.started + timedelta(minutes=minutes)
        states.append(one(record.replace(f"{GAME.started:%H:%M}", f"{started:%H:%M}"), table).state)
    assert states == ["new", "alike", "new"]


def test_older_and_later_exports_are_recognised(table: Table) -> None:
    longer = game_of_sheet(sheet_of("two-player", *HANDS, HANDS[0]))
    import_file(file(game_json(GAME)), table.id)
    assert one(game_json(longer), table).state == "further"
    import_file(file(game_json(game_of_sheet(sheet_of("two-player", *HANDS, HANDS[0]), 3))), table.id)
    assert one(game_json(game_of_sheet(sheet_of("two-player", *HANDS), 3)), table).state == "older"


def test_different_game_with_the_same_id_is_found(table: Table) -> None:
    import_file(file(game_json(GAME)), table.id)
    other = game_of_sheet(sheet_of("two-player", HANDS[0], "Ann 6 took 7, Ben nil took 6"))
    assert one(game_json(other), table).words == "it differs from the game that is here from entry 3"


@pytest.mark.parametrize(
    "difference",
    [
        Difference("total", "99", "21", 1, "Ann"),
        Difference("hand", "50 for made", "51 for made", 12, "Ann & Cal", 3),
        Difference("A sentence of an old version"),
    ],
)
def test_stored_difference_is_read_as_it_was_written(difference: Difference) -> None:
    assert read_difference(json.loads(json.dumps(difference_json(difference)))) == difference


def test_a_game_under_another_id_is_known_by_its_entries(table: Table) -> None:
    import_file(file(game_json(GAME)), table.id)
    copied = list[StoredEvent]()
    for entry in GAME.events:
        new = UnsavedEvent(
            kind=entry.kind, payload=entry.payload, id=entry.id, who=entry.who, at=entry.at, salt=entry.salt
        )
        before = copied[-1].hash if copied else NOTHING_BEFORE
        copied.append(chained("another-game-of-its-own", new, seq=entry.seq, previous=before))
    found = one(game_json(replace(GAME, id=copied[0].game_id, events=tuple(copied))), table)
    assert found.words == "it differs from the game that is here from entry 1"
    assert (found.state, found.game and found.game.number) == ("other", 1)


def test_wrong_score_is_reported_and_stored(table: Table) -> None:
    wrong = record_of(GAME).replace("| 52 : -100 | 73 : -48", "| 62 : -100 | 83 : -48")
    found = one(wrong, table)
    assert [difference_text(difference) for difference in found.differences] == [
        "Line 13 of the file was changed after export",
        "Points written 62, should be 52 (hand 2, Ann)",
        "Total written 83, should be 73 (hand 2, Ann)",
    ]
    (game_id,) = import_file(file(wrong), table.id).games
    assert [found["hand"] for found in exported_game(game_id).differences if "hand" in found] == [2, 2]
    assert exported_game(game_id).board.scores[0].total == 73


def test_broken_chain_is_imported_as_a_new_one(table: Table) -> None:
    wrong = game_json(GAME).replace('"took":[7,6]', '"took":[6,7]')
    found = one(wrong, table)
    assert "The chain is broken. Entry 3 was changed" in map(difference_text, found.differences)
    (game_id,) = import_file(file(wrong), table.id).games
    assert game_id != GAME.id
    assert exported_game(game_id).sheet == GAME.sheet


WRONG = {
    "": "The file is empty",
    "hello": "Can’t read this file",
    "PK\x03\x04": "Can’t read this ZIP",
    "{}": "rules",
    '{"format": "other"}': "this program reads",
    '[Record "scorekeeper/9"]': "this program reads",
    "[]": "",
}


@pytest.mark.parametrize("content", [content for content in WRONG if content != "[]"])
def test_unknown_file_is_refused(table: Table, content: str) -> None:
    with refuses(InvalidInput, match=WRONG[content]):
        import_file(file(content), table.id)


def test_merged_names_are_imported(app: Flask) -> None:
    (table_id,) = import_file(file(b"".join(table_zip(MERGED, [GAME])))).tables
    assert [each.name for each in most_active_players(table_id)] == ["Ann", "Ben"]
