"""Records: a player's best is their own, a table's is the best of its players, in points only."""

import pytest

from scorekeeper.core.sheet import Sheet, read_sheet
from scorekeeper.rooms.club.storage.results import every_sum, record_of
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Table
from tests.databases import on_both
from tests.tables import sheet_of

ANN = Author("Ann")

pytestmark = on_both


def two(*hands: str, names: tuple[str, str] = ("Ann", "Ben"), rules: str = "two-player") -> Sheet:
    """A game of two, stopped after these hands."""
    sheet = sheet_of(rules, *hands)
    for side, name in zip(sheet["sides"], names, strict=True):
        side |= {"name": name, "players": [name]}
    return read_sheet({**sheet, "closed": {"reason": "late"}})


@pytest.fixture
def players(table: Table) -> dict[str, int]:
    """Ann and Ben, who played two games; another table has a better hand than either."""
    start_game(table.id, two("Ann 9 took 9, Ben 1 took 4", "Ann 5 took 5, Ben 8 took 8"), author=ANN)
    start_game(table.id, two("Ann 4 took 4, Ben 2 took 9", "Ann 6 took 6, Ben 7 took 7"), author=ANN)
    start_game(create_table("Sunday").id, two("Ann 13 took 13, Ben 1 took 0", names=("Cal", "Dee")), author=ANN)
    return {each.player.name: each.player.id for each in every_sum(table.id)}


@pytest.mark.parametrize(
    ("column", "bests"),
    [("largest", {"Ann": (90, 1), "Ben": (80, 1)}), ("run", {"Ann": (2, 1), "Ben": (2, 1)})],
)
def test_record_of_a_player_is_their_best(
    players: dict[str, int], column: str, bests: dict[str, tuple[int, int]]
) -> None:
    for name, (figure, game) in bests.items():
        best = record_of(column, player_id=players[name])
        assert best is not None
        assert (best.player_id, getattr(best, column)) == (players[name], figure)
        assert best.number == game or column == "run"


def test_record_of_a_table_is_the_best_of_its_players(players: dict[str, int], table: Table) -> None:
    best = record_of("largest", table_id=table.id)
    assert best is not None
    assert (best.player_id, best.largest, best.largest_hand, best.number) == (players["Ann"], 90, 1, 1)


def test_record_that_was_only_reached_again_is_whose_it_was(players: dict[str, int], table: Table) -> None:
    start_game(table.id, two("Ann 1 took 4, Ben 9 took 9"), author=ANN)
    best = record_of("largest", table_id=table.id)
    assert best is not None
    assert (best.player_id, best.number) == (players["Ann"], 1)


def test_player_without_games_has_no_record(players: dict[str, int]) -> None:
    nobody = max(players.values()) + 100
    assert [record_of(column, player_id=nobody) for column in ("largest", "run", "streak")] == [None] * 3


def test_chips_do_not_count_as_the_largest_hand(table: Table) -> None:
    sheet = sheet_of("gambling", "Ann 3 took 6, Ben 1 took 1, Cal 1 took 3, Dee 1 took 3")
    start_game(table.id, read_sheet({**sheet, "closed": {"reason": "late"}}), author=ANN)
    assert record_of("largest", table_id=table.id) is None
    assert record_of("run", table_id=table.id) is not None
