"""What is imported is exported again, byte for byte."""

from dataclasses import replace
from itertools import count

from flask import Flask
from hypothesis import HealthCheck, given, settings, strategies as st

from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.verification.file import check_file
from scorekeeper.formats.verification.words import size_words
from scorekeeper.services.exporting import exported_game, table_in_form, zip_of_instance
from scorekeeper.services.importing import import_file
from scorekeeper.storage.games import create_table
from tests.formats.exports.games import exported_games as any_games, game_of_sheet
from tests.formats.imports.files import GAME, HANDS, MERGED, OVER, file
from tests.hypothesis_budget import examples
from tests.tables import sheet_of

NUMBERS = count(1000)  # every imported game is a different one


@settings(max_examples=examples(12, 2000), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_imported_game_is_exported_unchanged(app: Flask, data: st.DataObject) -> None:
    game = data.draw(any_games(next(NUMBERS)))
    record, whole = record_of(game), game_json(game)
    (by_record,) = import_file(file(record), create_table("Friday").id).games
    assert record_of(exported_game(by_record)) == record
    (by_json,) = import_file(file(whole), create_table("Friday").id).games
    assert game_json(exported_game(by_json)) == whole


@settings(max_examples=examples(5, 1000), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_imported_table_is_exported_unchanged(app: Flask, data: st.DataObject) -> None:
    games = [replace(data.draw(any_games(next(NUMBERS))), number=number) for number in (1, 2)]
    players = {name for game in games for side in game.sheet.sides for name in side.players}
    players |= {change.player for game in games for change in game.sheet.substitutes}
    packed = b"".join(table_zip(ExportedTable("Friday", sorted(players)), games))
    (table_id,) = import_file(file(packed)).tables
    assert b"".join(table_in_form(table_id, "zip")) == packed
    assert check_file(file(packed)).findings == []


def test_imported_zip_is_exported_with_the_same_bytes(app: Flask) -> None:
    packed = b"".join(table_zip(MERGED, [GAME, OVER]))
    (table_id,) = import_file(file(packed)).tables
    assert b"".join(table_in_form(table_id, "zip")) == packed


def test_whole_instance_is_exported_and_imported(app: Flask) -> None:
    games = [game_of_sheet(sheet_of("two-player", *HANDS), next(NUMBERS)) for _ in range(3)]
    for name, some in (("Friday", games[:2]), ("Monday", games[2:])):
        table = create_table(name)
        for game in some:
            import_file(file(game_json(game)), table.id)
    packed = b"".join(zip_of_instance())
    assert size_words(check_file(file(packed))) == "3 games, 6 hands"
