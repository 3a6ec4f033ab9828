"""Seasons, nights and ratings of a table: as CSV, as sheets of its workbook, and seasons in its ZIP and back."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime, timedelta
from typing import Any

import openpyxl
import pytest
from flask import Flask

from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.files import UnknownFormat
from scorekeeper.rooms.club.domain.stakes import Stake, Stakes
from scorekeeper.rooms.club.services.seasons import save_season
from scorekeeper.rooms.club.services.settling import mark_as_paid, set_stakes, settlements
from scorekeeper.rooms.club.storage.seasons import seasons_of
from scorekeeper.services.exporting import table_in_form
from scorekeeper.services.importing import import_file
from scorekeeper.services.starting import start_game
from scorekeeper.services.tables import show_club
from scorekeeper.storage.games import create_table
from scorekeeper.storage.players import find_player, set_unranked
from tests.services.cast import ANN
from tests.tables import sheet_of

PARTS: dict[str, Any] = {
    "name": "=Winter",
    "first_night": date(2026, 1, 1),
    "last_night": date(2999, 1, 1),
    "least_games": 1,
    "counted_by": "points",
    "for_win": 3,
    "for_tie": 1,
    "for_loss": 0,
    "for_places": [6, 3, 1],
    "best_nights": 4,
}


PAIR = "Ann 5 and Cal 4 took 9, Ben nil took 0, Dee 4 took 4"  # 90 to 140


@pytest.fixture
def club(app: Flask) -> str:
    """A table in India with two games of tonight and a season; Dee asked to be left out of rankings."""
    table = create_table("Friday", zone="Asia/Kolkata")
    for _ in range(2):
        start_game(table.id, read_sheet(sheet_of("partnership", PAIR, closed="late")), author=ANN)
    save_season(table.id, PARTS)
    dee = find_player(table.id, "Dee")
    assert dee is not None
    set_unranked(table.id, dee.id, True)
    return table.id


def rows(table_id: str, form: str) -> list[list[str]]:
    content = b"".join(table_in_form(table_id, form)).decode()
    return list(csv.reader(io.StringIO(content)))


def test_nights_have_a_row_for_each_player(club: str) -> None:
    head, *found = rows(club, "nights")
    assert head == ["night", "player", "games", "won", "points", "nils", "nils made", "share"]
    assert [row[1:] for row in found] == [
        ["Ben", "2", "2", "100", "2", "2", "2"],
        ["Dee", "2", "2", "100", "0", "0", "2"],
        ["Ann", "2", "0", "-100", "0", "0", "0"],
        ["Cal", "2", "0", "-100", "0", "0", "0"],
    ]
    assert abs(date.fromisoformat(found[0][0]) - datetime.now(UTC).date()) <= timedelta(1)


def test_seasons_have_the_best_first_and_nobody_who_is_left_out(club: str) -> None:
    head, *found = rows(club, "seasons")
    assert head[:5] == ["season", "first night", "last night", "over", "rank"]
    assert [row[4:] for row in found] == [
        ["1", "Ben", "2", "2", "6", "2"],
        ["2", "Ann", "2", "0", "0", "0"],
        ["2", "Cal", "2", "0", "0", "0"],
    ]
    assert found[0][:4] == ["'=Winter", "2026-01-01", "2999-01-01", "no"]


def test_ratings_have_a_row_for_each_game_and_player(club: str) -> None:
    _head, *found = rows(club, "ratings")
    of_game = {(row[0], row[3]): row for row in found}
    assert set(of_game) == {(game, name) for game in "12" for name in ("Ann", "Ben", "Cal")}
    ann, ben = of_game["1", "Ann"], of_game["1", "Ben"]
    assert (ann[2], ann[6:], ben[6:]) == ("pairs", ["0.5000", "0.0000"], ["0.5000", "1.0000"])
    assert int(ben[4]) > 1500 > int(ann[4])


def test_settling_has_a_row_for_each_player_of_a_game_and_for_payments(club: str) -> None:
    set_stakes(club, Stakes("EUR", {"game": Stake(50)}))
    start_game(club, read_sheet(sheet_of("partnership", PAIR, closed="late")), author=ANN)
    (own,) = settlements(club, UTC)
    mark_as_paid(club, UTC, None, "EUR", own.transfers[0])
    head, *found = rows(club, "settling")
    assert head[2:5] == ["player", "currency", "for a game"]
    assert [row[2:5] for row in found if row[0]] == [
        ["Ann", "EUR", "-0.50"],
        ["Ben", "EUR", "0.50"],
        ["Cal", "EUR", "-0.50"],
        ["Dee", "EUR", "0.50"],
    ]
    assert [row[0] for row in found[:4]] == ["3"] * 4
    assert [row[10] for row in found[4:]] == ["0.50", "-0.50"]
    book = openpyxl.load_workbook(io.BytesIO(b"".join(table_in_form(club, "xlsx"))))
    assert [cell.value for cell in book["Settling up"][2]][2:5] == ["Ann", "EUR", -0.5]


def test_workbook_has_a_sheet_of_each(club: str) -> None:
    book = openpyxl.load_workbook(io.BytesIO(b"".join(table_in_form(club, "xlsx"))))
    assert book.sheetnames == ["Games", "Hands", "Players", "Nights", "Seasons", "Ratings"]
    assert [cell.value for cell in book["Nights"][2]][1:] == ["Ben", 2, 2, 100, 2, 2]
    assert [cell.value for cell in book["Seasons"][1]][:3] == ["Season", "First night", "Last night"]
    assert [cell.value for cell in book["Seasons"][1]][3:] == ["Rank", "Player", "Games", "Won", "Score"]
    assert [cell.value for cell in book["Seasons"][2]][3:] == [1, "Ben", 2, 2, 6]
    assert (book["Seasons"][2][0].value, book["Seasons"][2][0].data_type) == ("=Winter", "s")
    assert [cell.value for cell in book["Ratings"][2]][:3] == ["Ben", "With partners", 2]


def test_table_without_the_club_exports_none_of_it(club: str) -> None:
    show_club(club, False)
    for form in ("nights", "seasons", "ratings", "settling"):
        with pytest.raises(UnknownFormat):
            table_in_form(club, form)
    book = openpyxl.load_workbook(io.BytesIO(b"".join(table_in_form(club, "xlsx"))))
    assert book.sheetnames == ["Games", "Hands", "Players"]


def test_zip_brings_the_seasons_back_and_leaves_those_alone_that_are_there(club: str) -> None:
    packed = b"".join(table_in_form(club, "zip"))
    (other,) = import_file(io.BytesIO(packed)).tables
    (season,) = seasons_of(other)
    assert {name: getattr(season, name) for name in PARTS} == PARTS
    assert import_file(io.BytesIO(packed), other).problems == []
    third = create_table("Third").id
    save_season(third, PARTS | {"least_games": 9})
    assert import_file(io.BytesIO(packed), third).problems == [
        'Season “=Winter” is left out: Two seasons are called "=Winter"; use another name'
    ]
    assert [own.least_games for own in seasons_of(third)] == [9]
