"""Games that exports read: scored once, in the room that games in play leave."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import Any

import pytest

from scorekeeper.core.game import GameState
from scorekeeper.core.words import language
from scorekeeper.formats.catalogues import PseudoCatalogue
from scorekeeper.formats.chain import StoredEvent
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services import exporting, game_cache
from scorekeeper.services.exporting import exported_game, game_in_form, table_in_form
from scorekeeper.services.game_cache import GameCache
from scorekeeper.services.starting import Started, start_game
from scorekeeper.storage.events import events_of, events_of_games
from scorekeeper.storage.models import Table
from tests.services.cast import ANN, BIG, EVEN, game_setup, play


def as_of(kept: GameCache, entries: list[StoredEvent]) -> GameState:
    """The state of the game after these events."""
    last = entries[-1]
    return kept.get(last.game_id, last.hash).state


def test_exported_game_is_scored_once_until_its_next_event(game_id: str) -> None:
    kept = GameCache()
    play(game_id, EVEN)
    entries = events_of(game_id)
    assert kept.after(entries).state is kept.after(entries).state is as_of(kept, entries)
    play(game_id, BIG, start=2)
    later = kept.after(events_of(game_id)).state
    assert later.seq == 3
    assert kept.known(game_id, entries[-1].hash) is None
    assert as_of(kept, events_of(game_id)) is later


def test_export_has_the_hands_of_now_in_its_reader_s_language(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def scoreboard() -> dict[str, Any]:
        found: dict[str, Any] = json.loads(b"".join(game_in_form(exported_game(game_id), "json")))["scoreboard"]
        return found

    play(game_id, EVEN)
    english = scoreboard()
    with monkeypatch.context() as abroad:
        abroad.setattr(language._PROVIDER, "current", PseudoCatalogue)
        assert scoreboard() != english
    assert scoreboard() == english
    play(game_id, BIG, start=2)
    assert [hand["number"] for hand in scoreboard()["hands"]] == [1, 2]


@pytest.mark.parametrize("alone", [False, True])
def test_json_reads_the_events_of_changed_games_only(
    table: Table, game_id: str, alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading: list[list[str]] = []

    def listening(games: Sequence[str]) -> dict[str, list[StoredEvent]]:
        reading.append(list(games))
        return events_of_games(games)

    def events() -> list[object]:
        pieces = game_in_form(exported_game(game_id, "json"), "json") if alone else table_in_form(table.id, "json")
        content = b"".join(pieces)
        assert check_file(io.BytesIO(content)).findings == []
        game = json.loads(content) if alone else json.loads(content)["games"][0]
        found: list[object] = game["entries"]
        return found

    play(game_id, EVEN)
    monkeypatch.setattr(exporting, "events_of_games", listening)
    assert events() == events()
    assert [games for games in reading if games] == [[game_id]]
    reading.clear()
    play(game_id, BIG, start=2)
    assert len(events()) == 3
    assert reading == [[game_id]]


def test_exported_games_only_use_the_room_that_played_ones_leave(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[Started] = [start_game(table.id, game_setup(), author=ANN) for _ in range(4)]
    first, second, third, fourth = (events_of(started.game.id) for started in games)
    kept = GameCache(most=2)
    played = as_of(kept, first)
    exported = kept.after(second)
    assert kept.after(third) is not kept.after(third), "no room"
    assert kept.after(second) is exported
    also_played = as_of(kept, fourth)
    assert kept.after(second) is not exported, "it gave way"
    assert as_of(kept, first) is played
    assert as_of(kept, fourth) is also_played
    monkeypatch.setattr(game_cache, "MAX_EXPORTED_EVENTS", 1)
    roomy = GameCache()
    assert roomy.after(first) is roomy.after(first)
    assert roomy.after(second) is not roomy.after(second), "their events are counted too"
