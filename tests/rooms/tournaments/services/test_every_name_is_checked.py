"""Disguised names and texts are refused wherever one enters; a name typed on two keyboards is one name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.game import SUBSTITUTE
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import HIDDEN_LETTER
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.chain import NOTHING_BEFORE, UnsavedEvent, chained
from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.rooms.club.services.seasons import save_season
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.exports import checked_tournament
from scorekeeper.rooms.tournaments.services.exporting import exported_tournament
from scorekeeper.rooms.tournaments.services.recording import record, start_tournament
from scorekeeper.rooms.tournaments.services.teams import enter_teams, entries_of
from scorekeeper.rooms.tournaments.storage import tournaments_of
from scorekeeper.services.house_rules import checked_custom_game, save_agreed, save_preset
from scorekeeper.services.importing import DISGUISED, ComparedPart, import_file, import_games, preview_import
from scorekeeper.services.members import open_table
from scorekeeper.services.recording import record as record_in_game
from scorekeeper.services.starting import start_game
from scorekeeper.services.tables import rename_player, rename_table
from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player
from tests.each_case import each_case
from tests.formats.imports.files import file
from tests.refusals import refuses
from tests.services.cast import ANN, game_setup
from tests.services.erasures import everything_kept
from tests.services.test_every_name_is_checked import DISGUISES, OVERRIDE, sheet

SWISS = (Stage("swiss", "partnership", rounds=3),)


def tournament(table: Table, name: str = "Open", **settings: Any) -> str:
    return start_tournament(table.id, name, SWISS, TournamentSettings(**settings), ANN)[0].id


def team(tournament_id: str, number: int = 1, **parts: Any) -> None:
    record(tournament_id, ev.TEAM, {"team": number, "players": ["Ann", "Cal"], **parts}, author=ANN)


def season(table: Table, name: str) -> str:
    nights = {"first_night": date(2026, 1, 1), "last_night": date(2026, 3, 31), "best_nights": None}
    points = {"counted_by": "points", "for_win": 3, "for_tie": 1, "for_loss": 0, "for_places": None}
    return save_season(table.id, {"name": name, "least_games": 5} | nights | points).name


def substitute(table: Table, name: str) -> None:
    game = start_game(table.id, game_setup(), author=ANN).game.id
    record_in_game(game, SUBSTITUTE, {"hand": 1, "seat": 0, "player": name}, author=ANN)


def settings(table: Table, **parts: Any) -> None:
    stages = [{"format": "swiss", "rules": "partnership", "rounds": 3}]
    record(tournament(table), ev.SETTINGS, {"name": "Open", "stages": stages, **parts}, author=ANN)


ENTRIES: dict[str, Callable[[Table, str], object]] = {
    "table": lambda _table, name: open_table(name, None, None),
    "renamed table": lambda table, name: rename_table(table.id, name),
    "table of a file": lambda _table, name: import_file(file(table_zip(ExportedTable(name), ()))),
    "player": lambda table, name: start_game(table.id, read_sheet(sheet(name)), author=ANN),
    "renamed player": lambda table, name: rename_player(table.id, add_player(table.id, "Ann").id, name, ANN),
    "substitute": substitute,
    "side": lambda table, name: start_game(
        table.id,
        replace(game_setup(), sides=(replace(game_setup().sides[0], name=name), game_setup().sides[1])),
        author=ANN,
    ),
    "tag": lambda table, name: start_game(table.id, replace(game_setup(), tags={"Place": name}), author=ANN),
    "line of a game": lambda table, name: start_game(table.id, replace(game_setup(), agreed=(name,)), author=ANN),
    "line of a table": lambda table, name: save_agreed(table.id, [name]),
    "preset": lambda table, name: save_preset(table.id, "partnership", None, name, {}),
    "season": season,
    "custom game": lambda _table, name: checked_custom_game({"name": name, "deals": []}, begun=True),
    "rule of a custom game": lambda _table, name: checked_custom_game(
        {"name": "Ours", "deals": [{"name": "plain", "rule": name}]}
    ),
    "tournament": tournament,
    "renamed tournament": lambda table, name: settings(table, name=name),
    "prize": lambda table, name: settings(table, settings={"prizes": [name]}),
    "team": lambda table, name: team(tournament(table), name=name),
    "player of a team": lambda table, name: team(tournament(table), players=[name, "Cal"]),
    "reserve": lambda table, name: team(tournament(table), reserve=name),
    "list of teams": lambda table, name: enter_teams(tournament(table), entries_of(f"Ann & {name}"), ANN),
    "message": lambda table, name: record(tournament(table), ev.MESSAGE, {"text": name}, author=ANN),
    "reason": lambda table, name: record(tournament(table), ev.MESSAGE, {"text": "Hi", "reason": name}, author=ANN),
}


@each_case("name", DISGUISES)
@pytest.mark.parametrize("entry", ENTRIES)
def test_disguised_name_or_text_is_refused(app: Flask, entry: str, name: str) -> None:
    table = create_table("Friday")
    with pytest.raises(InvalidInput) as refused:
        ENTRIES[entry](table, name)
    assert refused.value.fault.code == HIDDEN_LETTER.key
    assert name not in everything_kept()


@pytest.mark.parametrize("entry", ENTRIES)
def test_plain_name_is_accepted_and_stored_in_composed_form(table: Table, entry: str) -> None:
    ENTRIES[entry](table, "Zo\u00eb’s")


def test_tournament_with_a_disguised_name_is_not_imported(table: Table) -> None:
    exported = exported_tournament(tournament(table))
    start = UnsavedEvent(kind=ev.START, payload={**exported.events[0].payload, "name": OVERRIDE})
    other = "forged0000000000000000"
    forged = checked_tournament(
        replace(exported, id=other, events=(chained(other, start, seq=1, previous=NOTHING_BEFORE),))
    )
    (compared,) = preview_import([forged], table.id)
    assert isinstance(compared, ComparedPart)
    assert compared.state == DISGUISED
    assert "U+202E" in compared.words
    imported = import_games([ExportedTable("Friday", []), forged], None)
    assert imported.parts == []
    assert len(imported.problems) == 1


@pytest.mark.parametrize("twin", ["The Aces", "the aces", "The A\u0441es", "The\u2800 Aces"])
def test_two_teams_may_not_look_alike(table: Table, twin: str) -> None:
    own = tournament(table)
    team(own, name="The Aces")
    with refuses(InvalidInput, match="Two teams are called|looks like"):
        team(own, 2, players=["Ben", "Dee"], name=twin)
    team(own, 1, name="The Aces")
    team(own, 2, players=["Ben", "Dee"], name="The Kings")


@pytest.mark.parametrize("twin", ["Harbour Open", "harbour  open", "H\u0430rbour Open"])
def test_two_open_tournaments_may_not_look_alike(table: Table, twin: str) -> None:
    own = tournament(table, "Harbour Open")
    with refuses(InvalidInput, match="Two tournaments are called|looks like"):
        tournament(table, twin)
    record(own, ev.END, {}, author=ANN)
    tournament(table, "Harbour Open")
    assert len(tournaments_of(table.id)) == 2, "next year’s may have the same name"
