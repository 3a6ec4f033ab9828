"""The lines of an export are put together for speed: they are the JSON of the objects that programs get."""

import json

from hypothesis import given

from scorekeeper.core.sheet import scoreboard_json, sheet_json
from scorekeeper.formats.chain import canonical_json, event_line
from scorekeeper.formats.chain.stored_event import StoredPayload
from scorekeeper.formats.game_json import game_json, stored_json
from scorekeeper.formats.games import ExportedGame
from tests.formats.exports.games import exported_games, game_of_sheet
from tests.tables import sheet_of

GAME = game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"))


@given(game=exported_games())
def test_hands_are_those_of_the_sheet_and_of_the_scoreboard(game: ExportedGame) -> None:
    objects = [sheet_json(game.sheet)["hands"], scoreboard_json(game.board, game.sheet.names)["hands"]]
    due = [json.dumps(hand, ensure_ascii=False) for hands in objects for hand in hands]
    written = [line.removesuffix(",") for line in game_json(game).split("\n")]
    assert [line for line in written if line.startswith(('{"bids"', '{"number"'))] == due


@given(game=exported_games())
def test_events_are_canonical(game: ExportedGame) -> None:
    for entry in game.events:
        due = canonical_json(stored_json(entry))
        stored = entry._replace(payload=StoredPayload(canonical_json(entry.payload)))
        assert [event_line(entry), event_line(stored)] == [due, due]


def test_rewritten_event_has_its_new_payload() -> None:
    start = GAME.events[0]
    stored = start._replace(payload=StoredPayload(canonical_json(start.payload)))
    rewritten = stored._replace(payload={**stored.payload, "tags": {"place": "elsewhere"}})
    assert json.loads(event_line(rewritten))["payload"]["tags"] == {"place": "elsewhere"}


def test_event_of_an_older_version_has_no_salt() -> None:
    salted = GAME.events[0]._replace(salt="ab", reason='"late"', who=None)
    assert [event_line(each) for each in (salted, salted._replace(salt=None))] == [
        canonical_json(stored_json(each)) for each in (salted, salted._replace(salt=None))
    ]
