"""A statistic is a figure of a game, its column and a label: sums, spreadsheets and pages follow."""

from __future__ import annotations

import io
from dataclasses import fields

import openpyxl
import pytest
from flask import Flask

from scorekeeper.core.game.player_stats import LABELS, OWN_LABELS, PlayerStats
from scorekeeper.rooms.club.storage.models import SideStats, SummedStats
from scorekeeper.rooms.club.storage.results import FIGURES, SUMMED
from tests.web.browsing import Phone
from tests.web.record import between, table_with


@pytest.fixture
def labelled(monkeypatch: pytest.MonkeyPatch) -> str:
    """A figure that is already summed, and now has a label: the tricks that Ann and Ben bid."""
    monkeypatch.setitem(LABELS, "bid_tricks", "Tricks bid")
    return "Tricks bid"


def test_every_figure_of_a_game_has_its_column() -> None:
    """Except the total: the game itself has it."""
    assert {field.name for field in fields(PlayerStats)} == {"name", "total", *FIGURES}
    columns = {*SideStats.__annotations__, *SummedStats.__annotations__}
    assert set(SUMMED) == columns <= set(FIGURES)
    assert {*LABELS, *OWN_LABELS} <= set(SUMMED)


def test_labelled_figure_is_on_the_page_of_a_player(labelled: str, app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben"), between("Ann", "Cal"))
    phone.open(f"{table}/players")
    ann = next(link for link in phone.page.links if link.label.startswith("Ann"))
    assert f"{labelled}20 in 2 games" in phone.open(ann.url).text


@pytest.mark.parametrize(("whose", "games", "bid"), [("table", 2, 20), ("game", 1, 10)])
def test_labelled_figure_is_in_the_workbooks(
    labelled: str, app: Flask, phone: Phone, whose: str, games: int, bid: int
) -> None:
    table, (game, _) = table_with(app, phone, between("Ann", "Ben"), between("Ann", "Cal"))
    content = phone.client.get(f"{table if whose == 'table' else game}/exports/xlsx").get_data()
    heads, *rows = openpyxl.load_workbook(io.BytesIO(content))["Players"].iter_rows(values_only=True)
    ann = dict(zip(heads, next(row for row in rows if row[0] == "Ann"), strict=True))
    assert (ann["Games"], ann[labelled], ann["Hands"]) == (games, bid, 2 * games)
