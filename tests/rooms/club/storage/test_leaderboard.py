"""A table's leaderboard: by each figure, of all time and of a period, page by page."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.rooms.club.storage.leaderboard import (
    SORTINGS,
    Leader,
    Pair,
    Period,
    Sums,
    games_among,
    leaderboard,
    leaderboard_by_rating,
    most_active,
)
from scorekeeper.rooms.club.storage.models import PlayerTotals, Rating
from scorekeeper.rooms.club.storage.results import SHARE, SUMMED
from scorekeeper.services.merging import merge_players
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.players import add_player, count_players, most_active_players, newest_names_of, roster_of
from tests.each_case import each_case
from tests.rooms.club.storage.won import won
from tests.storage.finished_games import game_between, ids_in

SUNDAY = datetime(2026, 11, 15, 20, 0, tzinfo=UTC)
WEEK = timedelta(days=7)


def leaders(period: Period, by: str, limit: int = 20, skip: int = 0) -> list[tuple[str, int | None]]:
    return [(leader.name, leader.rank) for leader in leaderboard(period, by, limit, skip)]


def pair(one: int, other: int, games: int, won: int) -> Pair:
    """The games of two who shared no win."""
    return Pair(one, other, games, won, won * WHOLE_WIN)


@pytest.fixture
def games(table: Table) -> list[Game]:
    """Last week Ann beat Ben twice and Dee once; this week Ben beat Ann, and Cal beat Ben twice and Dee once."""
    elsewhere = create_table("Sunday")
    won(game_between(elsewhere, "Ann", "Zoe", began=SUNDAY + WEEK))
    earlier = [
        won(game_between(table, "Ann", other, began=SUNDAY), bids=3, made=2, hands=4) for other in ("Ben", "Ben", "Dee")
    ]
    pairs = (("Ben", "Ann"), ("Cal", "Ben"), ("Cal", "Ben"), ("Cal", "Dee"))
    later = [
        won(game_between(table, *pair, began=SUNDAY + WEEK), bids=2, made=1, hands=4, overtricks=place, nils_made=place)
        for place, pair in enumerate(pairs)
    ]
    add_player(table.id, "Eve")
    return earlier + later


BOARDS = {
    "won": ["Cal 1", "Ann 2", "Ben 3", "Dee -", "Eve -"],
    "games": ["Ben 1", "Ann 2", "Cal 3", "Dee -", "Eve -"],
    "made": ["Ann 1", "Ben 2", "Cal 2", "Dee -", "Eve -"],
    "nils": ["Cal 1", "Ben 2", "Ann 2", "Dee -", "Eve -"],
    "bags": ["Ben 1", "Ann 1", "Cal 3", "Dee -", "Eve -"],
    "sets": ["Ann 1", "Ben 2", "Cal 2", "Dee -", "Eve -"],
}


@each_case("by", BOARDS)
def test_leaderboard_of_all_time_and_of_its_whole_period_agree(table: Table, games: list[Game], by: str) -> None:
    wanted = [(line.split()[0], None if line.endswith("-") else int(line[-1])) for line in BOARDS[by]]
    always, since = Period(table.id, ranked_from=3), Period(table.id, ranked_from=3, since=SUNDAY)
    assert leaders(always, by) == wanted
    assert leaders(since, by) == wanted[:4], "the others have not played"
    for skip in range(7):
        assert leaders(always, by, 2, skip) == wanted[skip : skip + 2], skip
        assert leaders(since, by, 2, skip) == wanted[:4][skip : skip + 2], skip


@pytest.fixture
def alike(table: Table) -> Period:
    """Many players have the same figures and games; a few have none."""
    rng = random.Random(7)
    with write_transaction() as session:
        for number in range(30):
            sums = {key: rng.randint(0, 2) for key in (SHARE, *SUMMED)}
            player = add_player(table.id, f"Player {number}")
            if number % 10:
                session.add(PlayerTotals(player_id=player.id, table_id=table.id, games=rng.randint(2, 4), **sums))
    return Period(table.id, ranked_from=3)


@each_case("by", SORTINGS)
def test_pages_of_a_leaderboard_follow_one_another_with_their_ranks(alike: Period, by: str) -> None:
    """Of players alike, the names decide, and they share a rank."""
    whole = leaders(alike, by, 99)
    assert [len(whole), len({name for name, _rank in whole})] == [30, 30]
    for length in (1, 7):
        pages = [leaders(alike, by, length, skip) for skip in range(0, 35, length)]
        assert [leader for page in pages for leader in page] == whole


def test_pages_of_the_leaderboard_by_rating_follow_one_another(table: Table) -> None:
    """First who has rated games enough, then who has fewer, then who has none; equal ratings share a rank."""
    with write_transaction() as session:
        for number, games in enumerate((5, 3, 4, 1, 2, 0, 0)):
            player = add_player(table.id, f"Player {number}")
            if games:
                rated = Rating(
                    player_id=player.id, solo=0, table_id=table.id, games=games, mu=25 + number // 2, sigma=8
                )
                session.add(rated)

    def page(limit: int, skip: int = 0) -> list[tuple[str, int | None]]:
        found = leaderboard_by_rating(table.id, 0, 3, limit, skip)
        return [(leader.name.removeprefix("Player "), leader.rank) for leader in found]

    whole = [("2", 1), ("0", 2), ("1", 2), ("4", None), ("3", None), ("5", None), ("6", None)]
    assert page(20) == whole
    for length in (1, 2, 3, 5):
        assert [leader for skip in range(0, 10, length) for leader in page(length, skip)] == whole, length


def test_leaderboard_by_name_has_no_ranks(table: Table, games: list[Game]) -> None:
    merge_players(table.id, "Eve", "Cal")
    add_player(table.id, "Fay")
    always, since = Period(table.id, ranked_from=1), Period(table.id, ranked_from=1, since=SUNDAY)
    assert leaders(always, "name") == [(name, None) for name in ("Ann", "Ben", "Cal", "Dee", "Fay")]
    assert leaders(since, "name") == [(name, None) for name in ("Ann", "Ben", "Cal", "Dee")]
    assert leaders(always, "name", 2, 1) == [("Ben", None), ("Cal", None)]
    assert leaders(always, "games", 9)[-1] == ("Fay", None), "merged names are left out"


def test_leader_has_the_sums_of_the_period(table: Table, games: list[Game]) -> None:
    ids = ids_in(*games)
    of_all = Sums(
        games=4,
        won=3,
        share=3 * WHOLE_WIN,
        bids=9,
        made=6,
        nils=0,
        nils_made=0,
        overtricks=0,
        hands=12,
        own_bids=0,
        own_bid_tricks=0,
        margin=0,
        solo_bids=0,
        solo_made=0,
    )
    (ann,) = [one for one in leaderboard(Period(table.id, ranked_from=4), "won", 9) if one.name == "Ann"]
    assert ann == Leader(ids["Ann"], "Ann", of_all, 1)
    this_week = Period(table.id, ranked_from=1, since=SUNDAY + WEEK)
    cal = Leader(ids["Cal"], "Cal", Sums(3, 3, 3 * WHOLE_WIN, 6, 3, 0, 6, 6, 12, 0, 0, 0, 0, 0), 1)
    assert leaderboard(this_week, "won", 1) == [cal]
    assert leaders(this_week, "won") == [("Cal", 1), ("Ben", 2), ("Ann", 3), ("Dee", 3)]
    after = Period(table.id, ranked_from=1, since=SUNDAY + WEEK + timedelta(seconds=1))
    assert leaders(after, "won") == []
    first = leaderboard(Period(table.id, ranked_from=9), "won", 9)[-1]
    assert (first.name, first.sums) == ("Eve", None)


@pytest.mark.parametrize("since", [None, SUNDAY])
def test_a_shared_win_counts_its_part(table: Table, since: datetime | None) -> None:
    """Three shared by three are one, exactly; of two who won as often, the one who shared is behind."""
    thirds = {"shared": 1, "share": WHOLE_WIN // 3}
    half = {"shared": 1, "share": WHOLE_WIN // 2}
    games: list[tuple[str, str, dict[str, int]]] = [
        *([("Ann", "Ben", thirds)] * 3),
        ("Cal", "Ben", {}),
        *([("Ben", "Cal", {})] * 2),
        ("Dee", "Ben", {}),
        ("Dee", "Ben", half),
        ("Ben", "Dee", {}),
    ]
    for winner, loser, figures in games:
        won(game_between(table, winner, loser, began=SUNDAY), 0, "points", **figures)
    found = leaderboard(Period(table.id, ranked_from=1, since=since), "won", 9)
    shares = {leader.name: leader.sums.share for leader in found if leader.sums is not None}
    assert shares == {"Dee": WHOLE_WIN * 3 // 2, "Ann": WHOLE_WIN, "Cal": WHOLE_WIN, "Ben": 3 * WHOLE_WIN}
    assert [(leader.name, leader.rank) for leader in found] == [("Dee", 1), ("Ben", 2), ("Ann", 2), ("Cal", 2)]
    assert [leader.sums.won for leader in found if leader.sums is not None] == [2, 3, 3, 1]


def test_those_with_the_most_games_come_first(table: Table, games: list[Game]) -> None:
    ids = ids_in(*games)
    always, this_week = Period(table.id, ranked_from=1), Period(table.id, ranked_from=1, since=SUNDAY + WEEK)
    assert list(most_active(always, 9).items()) == [(ids[name], name) for name in ("Ben", "Ann", "Cal", "Dee")]
    assert list(most_active(this_week, 9).values()) == ["Ben", "Cal", "Ann", "Dee"]
    assert list(most_active(always, 2).values()) == ["Ben", "Ann"]
    add_player(table.id, "Abe")
    found = [(one.name, one.games) for one in most_active_players(table.id)]
    assert found == [("Ben", 5), ("Ann", 4), ("Cal", 3), ("Dee", 2), ("Abe", 0), ("Eve", 0)]
    assert [one.name for one in most_active_players(table.id, 4)] == ["Ben", "Ann", "Cal", "Dee"]
    merge_players(table.id, "Eve", "Cal")
    assert (roster_of(table.id, 2), newest_names_of(table.id, 2)) == (["Ann", "Ben"], ["Abe", "Cal"])
    assert (count_players(table.id), count_players(create_table("Monday").id)) == (5, 0)


def test_games_of_each_two_players(table: Table, games: list[Game]) -> None:
    ids = ids_in(*games)
    ann, ben, cal = (ids[name] for name in ("Ann", "Ben", "Cal"))
    won(game_between(table, "Ann Cal", "Ben Dee", began=SUNDAY + WEEK))
    always, this_week = Period(table.id, ranked_from=1), Period(table.id, ranked_from=1, since=SUNDAY + WEEK)
    assert set(games_among(always, [ann, ben, cal], partners=False)) == {
        pair(ann, ben, 4, 3),
        pair(ben, ann, 4, 1),
        pair(ben, cal, 3, 0),
        pair(cal, ben, 3, 3),
    }
    assert set(games_among(this_week, [ann, ben], partners=False)) == {pair(ann, ben, 2, 1), pair(ben, ann, 2, 1)}
    for period in (always, this_week):
        assert set(games_among(period, [ann, ben, cal], partners=True)) == {pair(ann, cal, 1, 1), pair(cal, ann, 1, 1)}
    assert games_among(always, [cal], partners=False) == []
