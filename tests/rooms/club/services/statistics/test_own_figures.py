"""The game on paper, with a misdeal and a correction: its figures, sums and spreadsheets."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

import openpyxl
import pytest
from sqlalchemy import update

from scorekeeper.core.sheet import read_sheet
from scorekeeper.rooms.club.services import statistics
from scorekeeper.rooms.club.services.statistics import hands_of_figure, rebuild
from scorekeeper.rooms.club.storage.models import PlayerTotals, Result
from scorekeeper.rooms.club.storage.results import between, every_sum
from scorekeeper.services.counting import set_counted
from scorekeeper.services.exporting import table_in_form
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.merging import merge_players, unmerge_players
from scorekeeper.services.recording import Author, record
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player, find_player
from tests.paper_game import CORRECTED, HANDS, OF_PAIR, OWN, SIXTH
from tests.tables import sheet_of

ANN = Author("Ann")

ALONE = ("solo_hands", "solo_bids", "solo_made", "solo_bid_tricks", "solo_took_tricks", "solo_overtricks")


@pytest.fixture
def game(table: Table) -> str:
    """The game of the paper."""
    sheet = sheet_of("partnership", first_hand="bids-itself", least_total=10, blind_nil=200) | {"hands": HANDS}
    game_id = start_game(table.id, read_sheet(sheet), author=ANN).game.id
    record(game_id, "misdeal", {"hand": 6, "reason": "a card fell"}, author=ANN)
    record(game_id, "hand", {"hand": 6, **SIXTH}, author=ANN)
    record(game_id, "close", {"reason": "late"}, author=ANN)
    record(game_id, "correction", {"hand": 6, **CORRECTED, "reason": "Ann said three"}, author=ANN)
    return game_id


def picked(figures: Any, keys: Any) -> dict[str, int]:
    return {key: getattr(figures, key) for key in keys}


@pytest.mark.parametrize("name", OWN)
def test_sums_of_the_table_are_those_on_paper(game: str, table: Table, name: str) -> None:
    tally = sums_by_name(table)[name]
    assert picked(tally, OWN[name]) == OWN[name]
    assert picked(tally, OF_PAIR[name]) == OF_PAIR[name]


def sums_by_name(table: Table) -> dict[str, PlayerTotals]:
    return {each.player.name: each.totals for each in every_sum(table.id)}


def number_of(table: Table, name: str) -> int:
    player = find_player(table.id, name)
    assert player is not None
    return player.id


def test_sums_of_partners_are_those_on_paper(game: str, table: Table) -> None:
    for one, other in (("Ann", "Cal"), ("Cal", "Ann"), ("Ben", "Dee")):
        (together,) = between(number_of(table, one), number_of(table, other))
        assert picked(together, OF_PAIR[one]) == OF_PAIR[one]
    (against,) = between(number_of(table, "Ann"), number_of(table, "Ben"))
    assert (against.games, *picked(against, OF_PAIR["Ann"]).values()) == (1, *[0] * len(OF_PAIR["Ann"]))


@pytest.mark.parametrize(
    ("name", "figure", "hands"),
    [
        ("Ann", "own_bids", [2, 3, 6]),
        ("Ann", "own_bid_tricks", [2, 3, 6]),
        ("Ann", "blind_nils", [5]),
        ("Cal", "nils_first", [2]),
        ("Ben", "nils", [6]),
        ("Dee", "nils_made", []),
        ("Dee", "short", [6]),
        ("Cal", "side_blind", [5]),
        ("Cal", "contracts_made", [2, 5, 6]),
        ("Dee", "overtricks", [2, 3, 5, 6]),
    ],
)
def test_figure_leads_to_its_hands(game: str, table: Table, name: str, figure: str, hands: list[int]) -> None:
    found, more = hands_of_figure(figure, number_of(table, name))
    assert ([each.hand for each in found], more) == (hands, False)
    assert {each.game_id for each in found} <= {game}
    assert sum(each.times for each in found) == (OWN[name] | OF_PAIR[name])[figure]


def test_figure_of_a_pair_leads_to_its_hands(game: str, table: Table) -> None:
    found, _more = hands_of_figure("contracts", number_of(table, "Ann"), number_of(table, "Cal"))
    assert [each.hand for each in found] == [2, 3, 5, 6]
    assert hands_of_figure("contracts", number_of(table, "Ann"), number_of(table, "Ben")) == ([], False)


def test_hands_of_many_games_fill_pages_the_latest_game_first(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        start_game(
            table.id, read_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7", closed="late")), author=ANN
        )
    with write_transaction() as session:
        session.execute(update(Result).values(played=datetime(2026, 11, 19, tzinfo=UTC)))  # as of imported games
    monkeypatch.setattr(statistics, "GAMES_PER_PAGE", 2)
    pages = [hands_of_figure("own_bids", number_of(table, "Ann"), page=page) for page in (0, 1)]
    assert [([each.game_number for each in found], more) for found, more in pages] == [([3, 2], True), ([1], False)]


def test_workbook_has_the_figures_on_paper(game: str, table: Table) -> None:
    content = b"".join(table_in_form(table.id, "xlsx"))
    heads, *rows = openpyxl.load_workbook(io.BytesIO(content))["Players"].iter_rows(values_only=True)
    people = {row[0]: dict(zip(heads, row, strict=True)) for row in rows}
    assert [people["Ann"][game_setup] for game_setup in ("Bids", "Made", "Overtricks", "Nils", "Nils made")] == [
        3,
        2,
        2,
        1,
        1,
    ]
    assert [people["Ann"][game_setup] for game_setup in ("Own bids", "Tricks in own bids", "Blind nils")] == [3, 10, 1]
    averages = {name: round(own["Average own bid"], 2) for name, own in people.items()}
    assert averages == {"Ann": 3.33, "Ben": 4, "Cal": 4, "Dee": 3}


def test_game_left_out_merged_and_rebuilt_keeps_its_figures(game: str, table: Table) -> None:
    before = {name: picked(tally, OWN["Ann"]) for name, tally in sums_by_name(table).items()}
    set_counted(load_game(game), "practice")
    assert every_sum(table.id) == []
    set_counted(load_game(game), None)
    start_game(table.id, read_sheet(sheet_of("two-player")), author=ANN)
    assert {name: picked(tally, OWN["Ann"]) for name, tally in sums_by_name(table).items()} == before
    assert [changed for _, changed in rebuild(table.id)] == [False, False]


def test_merged_player_has_the_own_figures_of_both_names(game: str, table: Table) -> None:
    sheet = sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7", closed="late")
    sheet["sides"] = [{"name": name, "players": [name]} for name in ("Annie", "Eve")]
    start_game(table.id, read_sheet(sheet), author=ANN)
    merge_players(table.id, "Annie", "Ann")
    tally = sums_by_name(table)["Ann"]
    assert (tally.own_bids, tally.own_bid_tricks) == (4, 15)
    assert picked(tally, ALONE) == dict(zip(ALONE, (1, 1, 1, 5, 6, 1), strict=True))
    unmerge_players(table.id, "Annie")
    tally = sums_by_name(table)["Ann"]
    assert (tally.own_bids, tally.solo_hands) == (3, 0)


def test_partners_who_shared_only_some_hands_have_no_figures_as_a_pair(table: Table) -> None:
    hand = {"bids": [["4", "3"], ["3", "2"]], "took": [7, 6]}
    sheet = sheet_of("partnership") | {"hands": [hand]}
    game_id = start_game(table.id, read_sheet(sheet), author=ANN).game.id
    record(game_id, "substitute", {"hand": 2, "seat": 2, "player": "Eve"}, author=ANN)
    record(game_id, "hand", {"hand": 2, **hand}, author=ANN)
    record(game_id, "close", {"reason": "late"}, author=ANN)
    pairs = (("Ann", "Cal"), ("Cal", "Ann"), ("Ben", "Dee"))
    figures = [(1, 0, 0), (1, 0, 0), (1, 2, 2)]
    for another_name in ("Anna", "Annie"):  # with which all is counted again
        met = [between(number_of(table, one), number_of(table, other))[0] for one, other in pairs]
        assert [(each.games, each.hands, each.contracts) for each in met] == figures
        merge_players(table.id, add_player(table.id, another_name).main.name, "Ann")
