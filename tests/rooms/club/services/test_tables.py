"""A table's name and place, its players' names, and how games and their ends are listed."""

from __future__ import annotations

from scorekeeper.core.game import HAND, SUBSTITUTE
from scorekeeper.rooms.club.services.statistics import rebuild, results_differ, stats_by_name
from scorekeeper.rooms.club.storage.results import every_sum
from scorekeeper.services.counting import set_counted
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.recording import record
from scorekeeper.services.starting import start_game
from scorekeeper.services.tables import rename_player
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import create_table, every_table, find_game
from scorekeeper.storage.models import Table
from tests.services.cast import ANN, BEN, BIG, EVEN, game_setup, hand_body, play
from tests.services.test_tables import OVER, number_of, seated


def played(table: Table) -> dict[str, int]:
    """How many games of each player count."""
    return {each.player.name: each.totals.games for each in every_sum(table.id)}


def test_a_renamed_player_has_the_new_name_in_games_in_progress(table: Table) -> None:
    over, running = (start_game(table.id, game_setup(*hands), author=ANN).game.id for hands in (OVER, (EVEN,)))
    elsewhere = start_game(create_table("Monday").id, game_setup(), author=ANN).game.id
    assert rename_player(table.id, number_of(table, "Cal"), "Carla", BEN) == "Cal"
    assert [seated(game) for game in (over, running, elsewhere)] == [
        ["Ann", "Ben", "Cal", "Dee"],
        ["Ann", "Ben", "Carla", "Dee"],
        ["Ann", "Ben", "Cal", "Dee"],
    ]
    entry = events_of(running)[-1]
    assert (entry.kind, entry.who, entry.payload["player"], entry.payload["seat"]) == (SUBSTITUTE, "Ben", "Carla", 2)
    assert played(table)["Carla"] == 1
    assert rename_player(table.id, number_of(table, "Carla"), "Carla", BEN) == "Carla"
    assert len(events_of(running)) == 3, "the same name changes nothing"
    assert rename_player(table.id, number_of(table, "Carla"), "Cal", BEN) == "Carla", "the name so far may come back"


def test_a_game_that_does_not_count_is_in_no_statistics(table: Table) -> None:
    first, second = (start_game(table.id, game_setup(*OVER), author=ANN).game.id for _ in range(2))
    set_counted(load_game(first), "We were learning")
    assert find_game(first).not_counted == "We were learning"
    assert set(played(table).values()) == {1}
    for game in (first, second):
        loaded = load_game(game)
        assert not results_differ(find_game(game), loaded.state)
    set_counted(load_game(first), None)
    assert find_game(first).not_counted is None
    assert set(played(table).values()) == {2}


def test_statistics_of_one_table_are_rebuilt_alone(table: Table) -> None:
    monday = create_table("Monday")
    for at in (table, monday):
        for hands in (OVER, (EVEN,)):
            start_game(at.id, game_setup(*hands), author=ANN)
    assert [(game.table_id, game.number, wrong) for game, wrong in rebuild(table.id)] == [
        (table.id, 1, False),
        (table.id, 2, False),
    ]
    assert sorted((game.table_id, game.number) for game, _wrong in rebuild()) == sorted(
        (at.id, number) for at in (table, monday) for number in (1, 2)
    )
    assert sorted(every_table()) == sorted([table.id, monday.id])


def test_figures_come_with_the_end_and_go_when_it_is_undone(table: Table, game_id: str) -> None:
    play(game_id, *OVER[:3])
    assert stats_by_name(load_game(game_id).state) == {}
    assert played(table) == {}
    record(game_id, HAND, hand_body(4, BIG), author=ANN)
    found = stats_by_name(load_game(game_id).state)
    assert sorted(found) == ["Ann", "Ben", "Cal", "Dee"]
    assert all("name" not in figures for figures in found.values())
    assert (found["Ann"]["won"], found["Ben"]["won"]) == (1, 0)
    record(game_id, "take-back", {"entry": 5}, author=ANN)
    assert played(table) == {}
    assert not results_differ(find_game(game_id), load_game(game_id).state)
