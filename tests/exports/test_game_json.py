"""A game as JSON: what stands in it, and that it comes back as it went out."""

import json

from hypothesis import given, settings

from scorekeeper.chain import verify
from scorekeeper.exports.game_json import game_json, games_json
from scorekeeper.exports.kept import KeptGame
from scorekeeper.imports.differences import differences
from scorekeeper.imports.game_json import read_game
from scorekeeper.imports.told import Told
from scorekeeper.log import fold
from tests.exports.games import kept, kept_games
from tests.schemas import hold_scoreboard, hold_sheet
from tests.tables import record_of


def game_of(told: Told) -> KeptGame:
    """The game that a file tells of, as it would be kept."""
    return KeptGame(
        str(told.id),
        fold(told.entries),
        told.entries,
        not_counted=told.not_counted,
        differences=told.differences,
    )


def test_it_holds_the_sheet_the_scoreboard_and_the_chain() -> None:
    game = kept(record_of("two-player", "Ann 5 took 6, Ben 4 took 7"))
    written = json.loads(game_json(game))
    hold_sheet(written["sheet"])
    hold_scoreboard(written["scoreboard"])
    assert [entry["kind"] for entry in written["entries"]] == ["start", "hand"]
    assert written["about"]["game"] == game.id


def test_a_thing_stands_on_a_line() -> None:
    lines = game_json(kept(record_of("two-player", *["Ann 5 took 6, Ben 4 took 7"] * 3))).splitlines()
    assert sum(line.startswith('{"bids"') for line in lines) == 3
    assert sum(line.startswith('{"number"') for line in lines) == 3
    assert sum(line.startswith('{"at"') for line in lines) == 4


def test_many_games_are_one_document() -> None:
    games = [kept(record_of("two-player", "Ann 5 took 6, Ben 4 took 7"), number) for number in (1, 2)]
    written = json.loads("".join(games_json(iter(games))))
    assert [game["about"]["game"] for game in written["games"]] == [game.id for game in games]


@settings(max_examples=300)
@given(kept_games())
def test_it_comes_back_as_it_went_out(game: KeptGame) -> None:
    written = game_json(game)
    told = read_game(json.loads(written))
    assert verify(told.entries) is None
    assert told.sheet == game.sheet
    assert list(differences(told.sheet, told.sheet.scoreboard(), told.said)) == []
    assert game_json(game_of(told)) == written
