"""An import by mistake is taken away: no list, figure or export has it; bringing it back restores all."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs.faults import NOT_IMPORTED
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.scored import ScoredGame, scored_games
from scorekeeper.rooms.club.domain.stakes import KEPT, Stake, Stakes
from scorekeeper.rooms.club.services.nights import neighbours
from scorekeeper.rooms.club.services.ratings import rate_games
from scorekeeper.rooms.club.services.settling import set_stakes
from scorekeeper.rooms.club.services.statistics import rebuild
from scorekeeper.rooms.club.storage.seasons import add_season
from scorekeeper.services.counting import bring_back, set_counted, take_away
from scorekeeper.services.exporting import exported_games, formats_of_a_table, table_in_form
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.importing import HERE, ComparedGame, import_file, preview_import
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import count_games, create_table, games_of, last_game_by
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.search import GameFilter, games_taken_away, page_key, search_games
from tests.formats.imports.files import file
from tests.rooms.club.services.statistics.test_figures_equal_records import ANN
from tests.rooms.club.services.statistics.test_settling import SEASON
from tests.tables import sheet_of

FIGURES = ("result", "tally", "together", "rating", "rated_game", "chemistry", "owed")


BIG = "Ann 5 and Cal 4 took 10, Ben 2 and Dee 1 took 3"


SMALL = "Ann 3 and Cal 2 took 4, Ben 5 and Dee 3 took 9"


FORMS = [each.key for each in formats_of_a_table()]


LONG_AGO = datetime(2025, 2, 14, 20, tzinfo=UTC)


@pytest.fixture
def mistaken(app: Flask, table: Table) -> str:
    """A game of another table, imported into one with two games and stakes."""
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100), "bag": Stake(7)}, KEPT), LONG_AGO - timedelta(days=1))
    add_season(table.id, **SEASON, name="Winter", first_night=date(2025, 1, 1), last_night=date(2025, 3, 1))
    for hand in (BIG, SMALL):
        start_game(table.id, read_sheet(sheet_of("partnership", hand, closed="late")), author=ANN)
    return import_file(file(elsewhere()), table.id).games[0]


def elsewhere() -> bytes:
    """A list of the hands of a game long ago."""
    other = create_table("Monday").id
    started = start_game(other, read_sheet(sheet_of("partnership", SMALL, BIG, closed="late")), author=ANN).game.id
    with write_transaction() as session:
        session.execute(update(Game).where(Game.id == started).values(created=LONG_AGO))
        session.expire_all()
    return b"".join(table_in_form(other, "csv"))


def shown(table_id: str) -> dict[str, Any]:
    """What the table shows of its games, and all that is counted of them."""
    rate_games(table_id)
    found: dict[str, Any] = {
        "listed": [game.id for game in games_of(table_id)],
        "over": [game.id for game in games_of(table_id, status="over")],
        "searched": [game.id for game in search_games(table_id, GameFilter())],
        "by number": [game.id for game in search_games(table_id, GameFilter(number=3))],
        "exported": [game.id for game in exported_games(table_id)],
        "nights": neighbours(table_id, date(2025, 3, 1), UTC),
        "last": getattr(last_game_by(table_id, "partnership", 2, 2), "id", None),
        "count": count_games(table_id),
    }
    for name in FIGURES:
        of_table = Base.metadata.tables[name]
        found[name] = sorted(map(str, db.session.execute(select(of_table)).all()))
    for form in FORMS:
        content = b"".join(table_in_form(table_id, form))
        found[form] = _parts(content) if form == "xlsx" else content
    return found


def _parts(workbook: bytes) -> dict[str, bytes]:
    """The parts of a workbook, but for the one that says when it was written."""
    with ZipFile(BytesIO(workbook)) as parts:
        return {name: parts.read(name) for name in parts.namelist() if name != "docProps/core.xml"}


def test_it_is_as_if_it_had_never_been_imported_until_it_is_back(app: Flask, table: Table, mistaken: str) -> None:
    imported = shown(table.id)
    assert mistaken in imported["listed"]
    entries = events_of(mistaken)
    take_away(load_game(mistaken))
    away = shown(table.id)
    differ = {name for name in imported if away[name] != imported[name]}
    assert differ == set(imported)
    assert mistaken not in str(away)
    assert [game.id for game in games_taken_away(table.id, 9)] == [mistaken]
    assert events_of(mistaken) == entries
    assert not any(wrong for _game, wrong in rebuild(table.id))
    assert shown(table.id) == away
    bring_back(load_game(mistaken))
    assert shown(table.id) == imported
    assert games_taken_away(table.id, 9) == []


def test_counts_are_those_of_a_table_without_it(app: Flask, table: Table) -> None:
    for hand in (BIG, SMALL):
        start_game(table.id, read_sheet(sheet_of("partnership", hand, closed="late")), author=ANN)
    content = elsewhere()
    before = shown(table.id)
    (game,) = import_file(file(content), table.id).games
    take_away(load_game(game))
    assert shown(table.id) == before


def test_game_left_out_of_statistics_stays_left_out(app: Flask, table: Table, mistaken: str) -> None:
    set_counted(load_game(mistaken), "practice")
    before = shown(table.id)
    take_away(load_game(mistaken))
    bring_back(load_game(mistaken))
    assert shown(table.id) == before
    assert load_game(mistaken).game.not_counted == "practice"


def test_same_list_is_not_imported_beside_it_and_says_where_it_is(app: Flask, table: Table) -> None:
    content = elsewhere()
    (game,) = import_file(file(content), table.id).games
    take_away(load_game(game))
    (part,) = [part for part in scored_games(file(content)) if isinstance(part, ScoredGame)]
    (compared,) = preview_import([part], table.id)
    assert isinstance(compared, ComparedGame)
    assert (compared.state, compared.game and compared.game.id) == (HERE, game)
    assert "taken away" in compared.words
    assert import_file(file(content), table.id).games == []


def test_page_may_follow_a_game_taken_away_meanwhile(app: Flask, table: Table, mistaken: str) -> None:
    take_away(load_game(mistaken))
    assert page_key(table.id, 3) == (LONG_AGO, 3)
    assert page_key(table.id, 4) is None


def test_only_imported_games_are_taken_away(app: Flask, table: Table) -> None:
    game = start_game(table.id, read_sheet(sheet_of("partnership", BIG)), author=ANN).game.id
    with pytest.raises(NotNow) as refused:
        take_away(load_game(game))
    assert refused.value.fault.code == NOT_IMPORTED.key
    assert [each.id for each in games_of(table.id)] == [game]
