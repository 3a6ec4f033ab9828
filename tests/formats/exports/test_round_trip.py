"""Export, import and export again give equal bytes, for games of every rule set: text record, JSON and ZIP."""

import io
import json

from hypothesis import given, settings, strategies as st

from scorekeeper.formats.chain import verify
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.files.game_json import read_game
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import ExportedGame, ExportedTable, ImportedGame
from scorekeeper.formats.scored import differences
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_record import record_of, text_record
from scorekeeper.formats.text_record.read import read_record
from scorekeeper.formats.verification.file import check_file
from tests.formats.exports.games import NAMES, exported_games
from tests.formats.exports.replayed import kept_from
from tests.hypothesis_budget import examples


def names() -> st.SearchStrategy[list[str]]:
    return st.lists(NAMES.map(str.strip).filter(bool), unique=True, max_size=4)


@settings(max_examples=examples(20))
@given(exported_games(), names())
def test_each_format_survives_a_round_trip(game: ExportedGame, players: list[str]) -> None:
    check_record(game)
    check_json(game)
    check_zip(game, players)


def check_record(game: ExportedGame) -> None:
    written = record_of(game)
    imported = read_record(written.split("\n"))
    assert imported.sheet == game.sheet
    board = imported.sheet.scoreboard()
    assert list(differences(imported.sheet, board, imported.claimed)) == []
    assert text_record(imported.sheet, board, imported.started, imported.revision) == written


def check_json(game: ExportedGame) -> None:
    written = game_json(game)
    imported = read_game(json.loads(written))
    assert verify(imported.events) is None
    assert imported.sheet == game.sheet
    assert list(differences(imported.sheet, imported.sheet.scoreboard(), imported.claimed)) == []
    assert game_json(kept_from(imported)) == written


def check_zip(game: ExportedGame, players: list[str]) -> None:
    packed = b"".join(table_zip(ExportedTable("Friday", players), [game]))
    table, *imported = games_of_file(io.BytesIO(packed))
    assert isinstance(table, ExportedTable)
    games = [kept_from(one, number) for number, one in enumerate(imported, start=1) if isinstance(one, ImportedGame)]
    assert b"".join(table_zip(table, games)) == packed
    assert check_file(io.BytesIO(packed)).holds
