"""Series: games of the same sets of players in one night, and those with an end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.counting import set_counted
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.merging import merge_players
from scorekeeper.services.recording import undo
from scorekeeper.services.series import Series, night_of, night_period, series_before
from scorekeeper.services.starting import rematch, start_game
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import find_game
from scorekeeper.storage.models import Table
from scorekeeper.storage.visits import game_row
from tests.midday import midday_zone
from tests.services.cast import ANN
from tests.tables import sheet_of

PAIRS = (("Ann", "Cal"), ("Ben", "Dee"))
ANN_WINS, BEN_WINS = (
    "Ann 4 and Cal 3 took 8, Ben 3 and Dee 2 took 5",
    "Ann 4 and Cal 3 took 5, Ben 3 and Dee 2 took 8",
)


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())


def play(table: Table, hand: str = ANN_WINS, sides: Sequence[Sequence[str]] = PAIRS, best_of: int | None = None) -> str:
    """A game of one hand that the table stops; its id."""
    sheet = sheet_of("partnership", hand, closed="late")
    sheet["sides"] = [{"name": " & ".join(side), "players": list(side)} for side in sides]
    return start_game(table.id, read_sheet(sheet), author=ANN, best_of=best_of).game.id


def before(game_id: str) -> Series | None:
    return series_before(game_row(game_id))


def test_first_game_continues_no_series(table: Table) -> None:
    assert before(play(table)) is None


def test_series_counts_the_wins_of_both_sides(table: Table) -> None:
    play(table)
    play(table, BEN_WINS)
    play(table)
    assert before(play(table)) == Series((2, 1), 0)


def test_series_follows_the_players_to_other_seats(table: Table) -> None:
    play(table)
    assert before(play(table, sides=(("Dee", "Ben"), ("Cal", "Ann")))) == Series((0, 1), 0)


def test_other_pairs_are_another_series(table: Table) -> None:
    play(table, sides=(("Ann", "Ben"), ("Cal", "Dee")))
    assert before(play(table)) is None


def test_merged_names_are_the_same_players(table: Table) -> None:
    play(table, sides=(("Annie", "Cal"), ("Ben", "Dee")))
    second = play(table)
    assert before(second) is None
    merge_players(table.id, "Annie", "Ann")
    assert before(second) == Series((1, 0), 0)


def test_game_that_does_not_count_or_is_not_over_is_left_out(table: Table) -> None:
    first, second = play(table), play(table, BEN_WINS)
    third = play(table)
    set_counted(load_game(first), "practice")
    assert before(third) == Series((0, 1), 0)
    undo(second, ANN)
    assert before(third) is None


def test_shared_win_is_nobodys(table: Table) -> None:
    play(table, "Ann 3 and Cal 3 took 6, Ben 3 and Dee 4 took 7")
    play(table, "Ann 4 and Cal 3 took 7, Ben 3 and Dee 3 took 6")
    assert before(play(table)) == Series((1, 1), 0)


def test_series_ends_with_its_night(table: Table) -> None:
    first, second = play(table), play(table)
    with write_transaction():
        find_game(first).created -= timedelta(days=1)
    assert before(second) is None


def test_best_of_three_is_won_with_two_and_the_rematch_starts_a_new_series(table: Table) -> None:
    first = play(table, best_of=3)
    assert before(first) == Series((0, 0), 3)
    second = rematch(first, ANN).game.id
    assert before(second) == Series((1, 0), 3)
    third = play(table, best_of=3)
    after = rematch(third, ANN, another=True).game
    assert after.best_of is None
    assert before(third) == Series((1, 0), 3)


def test_open_series_and_one_with_an_end_count_apart(table: Table) -> None:
    play(table)
    first = play(table, best_of=5)
    assert before(first) == Series((0, 0), 5)
    assert before(play(table)) == Series((1, 0), 0)


def test_night_ends_at_five_in_the_tables_time_zone() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert night_of(datetime(2026, 11, 20, 3, 59, tzinfo=UTC), berlin) == date(2026, 11, 19)
    assert night_of(datetime(2026, 11, 20, 4, 0, tzinfo=UTC), berlin) == date(2026, 11, 20)
    since, until = night_period(date(2026, 10, 24), berlin)
    assert (since.astimezone(UTC).hour, until.astimezone(UTC).hour) == (3, 4), "clocks go back in that night"
