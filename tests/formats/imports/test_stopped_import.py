"""Imports score before they write, write a few games at a time, and leave whole games when stopped."""

import io
from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.formats.scored import scored_games
from scorekeeper.formats.text_record import record_of
from scorekeeper.services import importing
from scorekeeper.services.importing import ImportStopped, import_file, import_games
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.games import games_of
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import add_imported_game
from tests.databases import on_both
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of

HANDS = ("Ann 5 took 6, Ben 4 took 7", "Ann 5 took 7, Ben nil took 6")
GAMES = [game_of_sheet(sheet_of("two-player", *HANDS, closed="late"), number) for number in range(1, 8)]
FILE = "\n".join(record_of(game) for game in GAMES).encode()
A_GAME = 4  # events: its start, two hands, its stop


@pytest.fixture
def commits(app: Flask) -> Iterator[list[int]]:
    """One for each transaction that wrote."""
    found: list[int] = []

    def committed(_connection: object) -> None:
        found.append(1)

    event.listen(db.engine, "commit", committed)
    yield found
    event.remove(db.engine, "commit", committed)


def test_import_scores_outside_of_transactions(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    after, scored = Scoreboard.after, list[bool]()

    def watched(board: Scoreboard, record: object) -> Scoreboard:
        scored.append("writing" in db.session().info)
        return after(board, record)  # type: ignore[arg-type]

    monkeypatch.setattr(Scoreboard, "after", watched)
    import_file(io.BytesIO(FILE), table.id)
    assert len(scored) >= len(GAMES) * len(HANDS)
    assert not any(scored)


@pytest.mark.parametrize(("at_once", "transactions"), [(500, 1), (2 * A_GAME, 4), (1, 7)])
def test_games_are_written_in_batches(
    table: Table, commits: list[int], monkeypatch: pytest.MonkeyPatch, at_once: int, transactions: int
) -> None:
    monkeypatch.setattr(importing, "IMPORT_BATCH", at_once)
    monkeypatch.setattr(importing, "TURN", 60)
    commits.clear()
    import_file(io.BytesIO(FILE), table.id)
    assert len(commits) == transactions
    assert len(games_of(table.id)) == len(GAMES)


def test_import_lets_others_write_after_its_turn(
    table: Table, commits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "TURN", 0)
    commits.clear()
    import_file(io.BytesIO(FILE), table.id)
    assert len(commits) == len(GAMES)


@on_both
def test_stopped_import_leaves_whole_games_and_can_continue(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "IMPORT_BATCH", 2 * A_GAME)
    monkeypatch.setattr(importing, "TURN", 60)
    taken = list[object]()

    def busy(*words: object, **more: object) -> object:
        taken.append(words)
        if len(taken) == 6:
            raise DatabaseBusy
        return add_imported_game(*words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(importing, "add_imported_game", busy)
    with pytest.raises(ImportStopped, match="4 games were imported; import the same file again"):
        import_file(io.BytesIO(FILE), table.id)
    assert [game.last_seq for game in games_of(table.id)] == [A_GAME] * 4
    again = import_file(io.BytesIO(FILE), table.id)
    assert (len(again.games), again.skipped) == (3, 4)


def test_failed_import_stores_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_words: object, **_more: object) -> object:
        raise DatabaseBusy

    monkeypatch.setattr(importing, "add_imported_game", busy)
    with pytest.raises(DatabaseBusy):
        import_games(scored_games(io.BytesIO(FILE)), table.id)
    assert games_of(table.id) == []


def test_duplicate_game_in_a_file_is_imported_once(table: Table) -> None:
    imported = import_file(io.BytesIO(FILE + b"\n" + FILE), table.id)
    assert (len(imported.games), imported.skipped) == (len(GAMES), len(GAMES))
