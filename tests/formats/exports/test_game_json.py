"""A game as JSON: its content, and an unchanged round trip."""

import io
import json

from scorekeeper.core.inputs.differences import LINE_CHANGED, Difference
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.game_json import game_json, games_json
from scorekeeper.formats.games import ImportedGame
from tests.formats.exports.games import game_of_sheet
from tests.schemas import assert_scoreboard_valid, assert_sheet_valid
from tests.tables import sheet_of


def test_json_has_the_sheet_the_scoreboard_and_the_chain() -> None:
    game = game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"))
    written = json.loads(game_json(game))
    assert_sheet_valid(written["sheet"])
    assert_scoreboard_valid(written["scoreboard"])
    assert [entry["kind"] for entry in written["entries"]] == ["start", "hand"]
    assert written["about"]["game"] == game.id


def test_json_has_one_item_per_line() -> None:
    lines = game_json(game_of_sheet(sheet_of("two-player", *["Ann 5 took 6, Ben 4 took 7"] * 3))).splitlines()
    assert sum(line.startswith('{"bids"') for line in lines) == 3
    assert sum(line.startswith('{"number"') for line in lines) == 3
    assert sum(line.startswith('{"at"') for line in lines) == 4


def test_many_games_are_one_document() -> None:
    games = [game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"), number) for number in (1, 2)]
    written = json.loads(b"".join(games_json(games)))
    assert [game["about"]["game"] for game in written["games"]] == [game.id for game in games]


def test_a_changed_line_has_its_number_in_the_file() -> None:
    """Several games may follow each other in one file."""
    games = [game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"), number) for number in (1, 2)]
    lines = "\n".join(game_json(game) for game in games).split("\n")
    events = [number for number, line in enumerate(lines) if line.startswith('{"at":"2026')]
    assert len(events) == 4
    for changed in events:
        forged = [
            line.replace('{"at":"2026', '{"at":"2025') if at == changed else line for at, line in enumerate(lines)
        ]
        read = games_of_file(io.BytesIO("\n".join(forged).encode()))
        notes = [note for game in read if isinstance(game, ImportedGame) for note in game.notes]
        assert notes == [Difference(LINE_CHANGED, str(changed + 1))]
