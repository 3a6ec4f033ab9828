"""A ZIP: the text record of each game must belong to it."""

import io

import pytest

from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats import table_zip
from scorekeeper.formats.games import ExportedGame, ExportedTable
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.verification.file import check_file
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of

GAME = game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"))
OTHER = game_of_sheet(sheet_of("two-player", "Ann 5 took 7, Ben 4 took 6"), 2)


def packed(monkeypatch: pytest.MonkeyPatch, record: str) -> list[str]:
    """The findings for a ZIP of one game with this text record."""
    monkeypatch.setattr(table_zip, "record_of", lambda game: record)
    content = b"".join(table_zip.table_zip(ExportedTable("Friday", ["Ann", "Ben"]), [GAME]))
    return [fault_text(finding) for finding in check_file(io.BytesIO(content)).findings]


def record(game: ExportedGame) -> str:
    return record_of(game)


def test_record_of_the_game_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert packed(monkeypatch, record(GAME)) == []


def test_record_of_another_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert packed(monkeypatch, record(OTHER)) == [
        "The text record is of another game than the file beside it (games/000001.txt)"
    ]


def test_record_without_its_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = record(GAME).partition("[Result")[0]
    (found, *_) = packed(monkeypatch, cut)
    assert "(games/000001.txt, line " in found


def test_readme_of_another_version_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_zip, "README", "Spades.\n")
    assert packed(monkeypatch, record(GAME)) == []
