"""What stands in for an erased name, who erased it, and what an erasure leaves behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest
from flask import Flask

from scorekeeper.core.game import ERASE
from scorekeeper.formats.chain import hash_of
from scorekeeper.services import erasing
from scorekeeper.services.erasing import (
    IMPORTS_FOLDER,
    ErasurePlan,
    erase_player,
    erase_table,
    plan_erasure,
    plan_game,
    plan_table,
)
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.importing import import_file
from scorekeeper.services.merging import merge_players
from scorekeeper.services.recording import Author, record
from scorekeeper.services.starting import Started, start_game
from scorekeeper.storage.events import events_of, last_seq_of
from scorekeeper.storage.games import find_game
from scorekeeper.storage.members import Role, add_member
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player
from tests.each_case import each_case
from tests.formats.imports.files import file
from tests.services.cast import BEN, EVEN, game_setup, hand_body, play
from tests.services.erasures import NAME, erase, finished_game, player_id
from tests.tables import sheet_of


@pytest.fixture
def started(table: Table) -> Started:
    return finished_game(table)


def instead(table: Table, *names: str) -> list[str]:
    """The pseudonyms of a player with these names, the last of which is shown."""
    for name in names:
        add_player(table.id, name)
    for other in names[:-1]:
        merge_players(table.id, other, names[-1])
    found = plan_table(table.id, player_id(table, names[-1])).instead
    return [found[name] for name in names]


@each_case(
    ("names", "pseudonyms"),
    [
        (["Zoe"], ["Player 1"]),
        (["Play"], ["Somebody 1"]),
        (["SOME", "player"], ["Guest 2", "Guest 1"]),
        (["est", "lay", "body"], ["— 2", "— 3", "— 1"]),
    ],
)
def test_a_pseudonym_tells_nothing_of_the_name(table: Table, names: list[str], pseudonyms: list[str]) -> None:
    assert instead(table, *names) == pseudonyms


def test_many_taken_names_are_passed_over(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "TRIED_AT_ONCE", 2)
    for number in (1, 2, 3, 5):
        add_player(table.id, f"Player {number}")
        add_member(table.id, f"device {number}", name=f"Player {number}'s phone", role=Role.SCORER, seen=True)
    assert instead(table, "Zoe", "Zo") == ["Player 6", "Player 4"]
    add_member(table.id, "a device", name="Zo's phone", role=Role.SCORER, seen=True)
    add_member(table.id, "taken", name="Player 4's phone", role=Role.SCORER, seen=True)
    devices = plan_table(table.id, player_id(table, "Zo")).devices
    assert list(devices.values()) == [("Zo's phone", "Player 4's phone (2)")]


def test_a_plan_counts_the_games_that_count(started: Started, table: Table) -> None:
    assert plan_table(table.id, player_id(table)).played == 1
    add_player(table.id, "Zoe")
    assert plan_table(table.id, player_id(table, "Zoe")).played == 0


def test_an_erasure_is_an_event_with_its_writer_and_the_new_hashes(started: Started, table: Table) -> None:
    game, before = started.game.id, last_seq_of(started.game.id)
    plan, _clean = erase_player(table.id, player_id(table), Author(f"{NAME}'s phone"))
    assert [change.game_id for change in plan.games] == [game]
    events = events_of(game)
    assert (events[-1].seq, events[-1].kind, events[-1].who) == (before + 1, ERASE, "Player 1's phone")
    changed = {entry.seq: hash_of(entry) for entry in events[:-1] if entry.salt is None}
    assert events[-1].payload == {"entries": {str(seq): found for seq, found in changed.items()}}
    assert load_game(game).state.seq == before + 1
    nobody = erase_player(table.id, player_id(table, "Cal"), Author())
    assert nobody[1]
    assert events_of(game)[-1].who is None


def test_what_is_recorded_meanwhile_is_erased_too(
    started: Started, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_game(table.id, game_setup(), author=BEN).game.id
    play(running, EVEN)
    record(running, "hand", {**hand_body(2, EVEN), "note": f"{NAME} watched"}, author=BEN)

    def then_a_hand(table_id: str, player: int) -> ErasurePlan:
        plan = plan_erasure(table_id, player)
        record(running, "hand", {**hand_body(3, EVEN), "note": f"{NAME} left"}, author=BEN)
        return plan

    monkeypatch.setattr(erasing, "plan_erasure", then_a_hand)
    assert erase(table)
    notes = [hand.note for hand in load_game(running).state.sheet.hands]
    assert notes == ["", "Player 1 watched", "Player 1 left"]
    assert [entry.kind for entry in events_of(running)].count(ERASE) == 1


def test_an_id_made_from_the_names_is_replaced_and_others_stay(table: Table) -> None:
    sheet = json.dumps(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"))
    (imported,) = import_file(file(sheet), table.id).games
    typed = start_game(table.id, game_setup(), author=BEN).game.id
    before = [[entry.id for entry in events_of(game)] for game in (imported, typed)]
    assert UUID(before[0][0]).version == 5
    erase(table, "Ann")
    after = [
        [entry.id for entry in events_of(game)][: len(ids)] for game, ids in zip((imported, typed), before, strict=True)
    ]
    assert UUID(after[0][0]).version == 4
    assert after[0][1:] == before[0][1:]
    assert after[1] == before[1]


def test_a_game_without_the_player_is_not_planned(started: Started, table: Table) -> None:
    pseudonyms = plan_table(table.id, player_id(table)).pseudonyms
    other = start_game(table.id, game_setup(EVEN), author=BEN).game.id
    assert plan_game(other, pseudonyms) is None
    found = plan_game(started.game.id, pseudonyms)
    assert found is not None
    assert (found.number, found.last.seq) == (find_game(started.game.id).number, last_seq_of(started.game.id))


def test_nothing_stays_in_previews(app: Flask, started: Started, table: Table) -> None:
    file_of_one = Path(app.instance_path, IMPORTS_FOLDER, "one", "preview.json")
    erasures: list[Callable[[], bool]] = [lambda: erase(table), lambda: erase_table(table.id)]
    for erasure in erasures:
        file_of_one.parent.mkdir(parents=True, exist_ok=True)
        file_of_one.write_text(NAME)
        assert erasure()
        assert not file_of_one.exists()
