"""Exports and the findings for damaged files match the approved texts; the approved exports can be read back."""

import io
import time
from datetime import datetime

import pytest

from scorekeeper.formats.games import replay_untrusted
from scorekeeper.formats.scored import ScoredGame, scored_games
from scorekeeper.formats.xlsx.game import table_xlsx
from tests.approved import expect_approved
from tests.each_case import each_case
from tests.formats.approved.games import games
from tests.formats.approved.texts import FOLDER, TEXTS, text_of
from tests.formats.approved.workbooks import workbook_text


@each_case("name", TEXTS)
def test_text_matches_the_approved_one(name: str) -> None:
    expect_approved(FOLDER / name, text_of(name))


@pytest.mark.parametrize("name", ["hands.csv", "records.txt", "games.json"])
def test_approved_exports_are_read_back(name: str) -> None:
    found = [game for game in scored_games(io.BytesIO((FOLDER / name).read_bytes())) if isinstance(game, ScoredGame)]
    written = [game for game in games().values() if game.sheet.hands or name != "hands.csv"]
    assert [game.imported.sheet for game in found] == [game.sheet for game in written]
    assert [game.differences for game in found] == [()] * len(written)
    if name == "games.json":
        assert [replay_untrusted(game.imported.events).events for game in found] == [g.state.events for g in written]
    assert [_minute(game.imported.started) for game in found] == [_minute(game.started) for game in written]


def _minute(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"


def test_exports_are_in_utc_wherever_the_server_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        for name in ("hands.csv", "records.txt", "games.json", "zip.txt", "read_back.txt"):
            assert text_of(name) == (FOLDER / name).read_bytes().decode()
        (row,) = [line for line in workbook_text(table_xlsx([games()["new"]], ())) if line.startswith("  B2 ")]
        assert f"{games()['new'].started:%Y, %-m, %-d, %-H, %-M}" in row
    finally:
        monkeypatch.undo()
        time.tzset()
