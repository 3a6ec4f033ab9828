"""An import's preview says which names of a file look alike; nothing is refused, and each stays as it is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.formats.chain import NOTHING_BEFORE, UnsavedEvent, chained
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.exports import checked_tournament
from scorekeeper.rooms.tournaments.services.exporting import exported_tournament
from scorekeeper.rooms.tournaments.services.recording import record, start_tournament
from scorekeeper.services.importing import import_games, preview_import
from scorekeeper.services.names_of_files import NamesOfFile
from scorekeeper.storage.games import create_table
from tests.services.cast import ANN


def tournament_with(table: str, *teams: str) -> str:
    own = start_tournament(table, "Open", (Stage("swiss", "partnership", rounds=3),), TournamentSettings(), ANN)[0].id
    for number, name in enumerate(teams, start=1):
        record(own, ev.TEAM, {"team": number, "players": [f"A{number}", f"B{number}"], "name": name}, author=ANN)
    return own


@pytest.mark.parametrize(("name", "words"), [("The Aces", "are called"), ("The A\u0441es", "look alike")])
def test_teams_and_tournaments_that_look_alike_are_named_and_imported(app: Flask, name: str, words: str) -> None:
    with app.app_context():
        table = create_table("Friday").id
        exported = exported_tournament(tournament_with(table, "The Aces", "The Kings"))
        forged = []
        previous = NOTHING_BEFORE
        for entry in exported.events:
            payload = dict(entry.payload)
            if payload.get("name") == "The Kings":
                payload["name"] = name
            event = UnsavedEvent(kind=entry.kind, payload=payload, at=entry.at)
            forged.append(chained("forged0000000000000000", event, seq=entry.seq, previous=previous))
            previous = forged[-1].hash
        part = checked_tournament(replace(exported, id="forged0000000000000000", events=tuple(forged)))
        names = NamesOfFile(table)
        for compared in preview_import([part], table):
            names.add(compared)
        teams, tournaments = names.alike()
        assert (teams.of, teams.name, teams.other) == ("teams", name, "The Aces")
        assert words in teams.text
        assert (tournaments.of, tournaments.name, tournaments.other) == ("tournaments", "Open", "Open")
        assert [each.exported.id for each in import_games([part], table).parts] == ["forged0000000000000000"]
