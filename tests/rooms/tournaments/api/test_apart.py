"""Programs keep teams apart by an entry, and read who is."""

from __future__ import annotations

from flask import Flask

from tests.rooms.tournaments.directing import Directed


def test_entry_keeps_two_teams_apart_and_only_the_desk_reads_it(app: Flask) -> None:
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 2})
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    assert directed.write("apart", first=2, second=1)["apart"] == [{"teams": [1, 2], "how": "opponents"}]
    assert all({1, 2} != set(match["teams"]) for match in directed.pair())
    watcher = directed.program.again()
    watcher.token = directed.program.made["tokens"]["watcher"]
    assert watcher.get(f"/tournaments/{directed.id}")["apart"] == []
    assert directed.write("apart", first=1, second=2, how="no")["apart"] == []
