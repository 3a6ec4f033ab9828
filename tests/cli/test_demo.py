"""`scorekeeper demo --fill`: the club's year is there, adds up, and is made once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.cli import serve
from scorekeeper.formats.games import replay_stored
from scorekeeper.services import demo
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import count_games, find_table, games_of, tables
from tests.cli.runs import inside, run

FEW = 6


def test_demo_makes_a_club_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "NIGHTS", FEW)
    first = run("demo", str(tmp_path / "club"), "--fill")
    assert run("demo", str(tmp_path / "club"), "--fill").exit_code == first.exit_code == 0
    with inside():
        (table,) = tables()
        assert 2 * FEW <= count_games(table.id) <= 6 * FEW
        assert verify_stored(table.id).findings == []
        games = games_of(table.id)
        assert all(event.at <= datetime.now(UTC) for game in games for event in events_of(game.id))
        assert all(event.who and event.who.endswith("’s phone") for game in games for event in events_of(game.id))


@pytest.mark.parametrize("kind", ["sqlite"])  # which database it is makes no difference here
def test_the_clubs_year_could_be_true(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Contracts fail in one of seven, nils in one of three; games have a dozen hands, and nobody is never set."""
    monkeypatch.setattr(demo, "NIGHTS", 25)
    table = demo.make_club(datetime.now(UTC), "UTC")
    hands, made = [], Counter[tuple[bool, bool]]()
    for game in games_of(table):
        if game.rules == "partnership":
            board = replay_stored(events_of(game.id)).board
            hands.append(len(board.hands))
            contracts = [each for hand in board.hands for side in hand.sides for each in side.contracts]
            made.update((contract.call.is_nil, contract.made) for contract in contracts)
    assert 0.1 < made[False, False] / (made[False, False] + made[False, True]) < 0.2
    assert 0.2 < made[True, False] / (made[True, False] + made[True, True]) < 0.45
    assert 9 < sum(hands) / len(hands) < 14


@pytest.mark.parametrize(("language", "name"), [("de", "Der Club"), ("es", "El Club")])
def test_names_and_titles_are_those_of_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, name: str
) -> None:
    monkeypatch.setattr(demo, "NIGHTS", 1)
    monkeypatch.setenv("LANGUAGE", language)
    assert run("demo", str(tmp_path / "club"), "--fill").exit_code == 0
    with inside():
        (table,) = tables()
        assert find_table(table.id).name == name
        assert not {*names_at(table.id)} & {"Cal", "Gus", "Kim"}


def names_at(table_id: str) -> list[str]:
    return [player["name"] for game in games_of(table_id) for side in game.sides for player in side["players"]]


def test_demo_answers_this_machine_only_and_prints_its_real_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "NIGHTS", 1)
    asked: list[tuple[str, int, list[str]]] = []

    def start(host: str, port: int, *, also: Callable[[str], list[str]]) -> None:
        asked.append((host, port, also("http://127.0.0.1:4321")))

    monkeypatch.setattr(serve, "start", start)
    result = run("demo", str(tmp_path / "club"), "--port", "0")
    assert result.exit_code == 0
    ((host, port, lines),) = asked
    assert (host, port) == ("127.0.0.1", 0)
    assert ":4321/join/" in lines[0]
    assert "Making a club’s year" in result.output
