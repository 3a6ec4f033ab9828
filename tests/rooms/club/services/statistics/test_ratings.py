"""Ratings equal a straight replay through openskill, whatever happened to games and names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, permutations
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings, strategies as st
from openskill.models import PlackettLuce
from sqlalchemy import select

from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.games import replay_stored
from scorekeeper.hooks import strengths
from scorekeeper.rooms.club.services.ratings import rate_games, shown_doubt, shown_rating
from scorekeeper.rooms.club.services.statistics import rebuild
from scorekeeper.rooms.club.storage import ratings as storage_ratings
from scorekeeper.rooms.club.storage.models import Chemistry, RatedGame, Rating
from scorekeeper.rooms.club.storage.ratings import has_unrated, lately_against
from scorekeeper.services.counting import set_counted
from scorekeeper.services.erasing import erase_player
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.merging import merge_players, unmerge_players
from scorekeeper.services.recording import record, undo
from scorekeeper.services.starting import start_game
from scorekeeper.services.tables import rename_player
from scorekeeper.storage.database import db
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import games_of, store_without_club
from scorekeeper.storage.models import Game, Player, Table
from scorekeeper.storage.players import add_player, find_player, set_unranked
from scorekeeper.storage.visits import table_row
from tests.databases import on_both
from tests.hypothesis_budget import examples
from tests.rooms.club.services.statistics.test_figures_equal_records import ANN, HANDS, eventful_table, main_player
from tests.tables import sheet_of

PAIRS = (("Ann", "Cal"), ("Ben", "Dee"))
Ratings = dict[tuple[int, int], tuple[float, float, int]]


def last_seats(table_id: str, game: Game) -> list[tuple[list[int], int, float]] | None:
    """Each side's players in the last hand, its rank and its part of the win; None if the game is not rated."""
    state = replay_stored(events_of(game.id))
    outcome, hands = state.board.outcome, [hand for hand in state.board.hands if hand.counted]
    if outcome is None or game.not_counted is not None or not hands:
        return None
    totals = [score.total for score in state.board.scores]
    order = [(side in outcome.winners, side != outcome.forfeit, totals[side]) for side in range(len(totals))]
    order = [(True, True, 0) if won else (won, stayed, total) for won, stayed, total in order]
    seating = state.board.rules.seating
    seated = [
        [
            main_player(table_id, state.sheet.player_at(seat, hands[-1].number))
            for seat in seating.bidders_of(seating.sides[side])
        ]
        for side in range(len(order))
    ]
    if any(count > 1 for count in Counter(chain(*seated)).values()):  # two names of one player
        return None
    return [
        (
            seated[side],
            1 + sum(other > own for other in order),
            1 / len(outcome.winners) if side in outcome.winners else 0.0,
        )
        for side, own in enumerate(order)
    ]


def ended(game: Game) -> tuple[Any, int]:
    times = [event.at for event in events_of(game.id) if event.kind in ("hand", "close")]
    return max(times, default=game.created), game.number


def straight_replay(table_id: str) -> tuple[Ratings, dict[tuple[int, int], tuple[int, float, float]]]:
    """Every rating, and for each two partners their games, wins and expected wins, from the events of games."""
    model = PlackettLuce(beta=25.0, sigma=5.0, tau=0.1)
    ratings: dict[tuple[int, int], Any] = {}
    games: Counter[tuple[int, int]] = Counter()
    partners: dict[tuple[int, int], tuple[int, float, float]] = {}
    for game in sorted(games_of(table_id), key=ended):
        sides = last_seats(table_id, game)
        if sides is None:
            continue
        solo = int(len(sides[0][0]) == 1)
        teams = [[ratings.get((player, solo)) or model.rating() for player in players] for players, _, _ in sides]
        chances = model.predict_win(teams)
        for (players, _, won), team, chance in zip(
            sides, model.rate(teams, ranks=[float(rank) for _, rank, _ in sides]), chances, strict=True
        ):
            for player, rating in zip(players, team, strict=True):
                ratings[player, solo] = rating
                games[player, solo] += 1
            for pair in permutations(players, 2):
                count, wins, hoped = partners.get(pair, (0, 0.0, 0.0))
                partners[pair] = count + 1, wins + won, hoped + chance
    return {key: (rating.mu, rating.sigma, games[key]) for key, rating in ratings.items()}, partners


def check_ratings(table_id: str) -> None:
    """What is stored equals a straight replay."""
    while not rate_games(table_id):
        pass
    db.session.rollback()  # read again
    expected, partners = straight_replay(table_id)
    rows = db.session.scalars(select(Rating).where(Rating.table_id == table_id)).all()
    found = {(row.player_id, row.solo): (row.mu, row.sigma, row.games) for row in rows}
    assert found.keys() == expected.keys()
    for key, own in expected.items():
        assert found[key] == pytest.approx(own)
    pairs = db.session.scalars(
        select(Chemistry).join(Player, Player.id == Chemistry.player_id).where(Player.table_id == table_id)
    )
    together = {(row.player_id, row.other_id): row for row in pairs}
    assert together.keys() == partners.keys()
    for pair, (games, wins, hoped) in partners.items():
        row = together[pair]
        assert row.games == games
        assert row.share == pytest.approx(wins * WHOLE_WIN, abs=games)
        assert row.expected == pytest.approx(hoped * WHOLE_WIN, abs=games)
    latest = select(RatedGame).where(RatedGame.table_id == table_id).order_by(RatedGame.ended, RatedGame.number)
    last = {(row.player_id, row.solo): row for row in db.session.scalars(latest)}
    assert {key: (row.mu, row.sigma) for key, row in last.items()} == {key: own[:2] for key, own in found.items()}


@on_both
@settings(max_examples=examples(6, 1000), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_ratings_equal_a_straight_replay(app: Flask, data: st.DataObject) -> None:
    check_ratings(eventful_table(data.draw))


def a_game(table_id: str, hands: Sequence[int] = (0, 0), sides: Sequence[Sequence[str]] = PAIRS) -> Game:
    """A game with these hands that the table stops, between these sides."""
    sheet = sheet_of("partnership", blind_nil=200) | {"hands": [HANDS[hand] for hand in hands]}
    sheet["sides"] = [{"name": " & ".join(side), "players": list(side)} for side in sides]
    return start_game(table_id, read_sheet(sheet | {"closed": {"reason": "late"}}), author=ANN).game


def rating_of(table: Table, name: str) -> tuple[int, int, int]:
    player = find_player(table.id, name)
    assert player is not None
    row = db.session.get_one(Rating, (player.id, 0), populate_existing=True)
    return shown_rating(row.mu), shown_doubt(row.sigma), row.games


def test_rating_rises_for_winners_and_falls_for_losers(table: Table) -> None:
    a_game(table.id)
    ann, ben = rating_of(table, "Ann"), rating_of(table, "Ben")
    assert ann == (1520, 300, 1)
    assert ben == (1480, 300, 1)


def test_games_against_somebody_are_compared_with_what_ratings_expected(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for sides in (PAIRS, PAIRS, (("Ann", "Ben"), ("Cal", "Dee"))):
        a_game(table.id, sides=sides)
    start_game(table.id, read_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7", closed="late")), author=ANN)
    ann, ben, cal = (main_player(table.id, name) for name in ("Ann", "Ben", "Cal"))
    own = select(RatedGame).where(RatedGame.player_id == ann).order_by(RatedGame.ended, RatedGame.number)
    first, second, third, alone = [(row.share, row.expected) for row in db.session.scalars(own)]
    found = lately_against(ann)
    assert found[ben] == (3, *map(sum, zip(first, second, alone, strict=True)))
    assert found[cal] == (1, *third)
    monkeypatch.setattr(storage_ratings, "LATELY", 1)
    assert lately_against(ann)[ben] == (1, *alone), "the latest games of each kind only"


def test_seeds_of_a_tournament_know_who_is_stronger_by_any_name(table: Table) -> None:
    a_game(table.id)
    sheet = sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7", closed="late")
    sheet["sides"] = [{"name": name, "players": [name]} for name in ("Eve", "Ben")]
    start_game(table.id, read_sheet(sheet), author=ANN)
    add_player(table.id, "Cy")
    merge_players(table.id, "Cy", "Ann")
    set_unranked(table.id, main_player(table.id, "Dee"), True)
    rate_games(table.id)
    (found,) = strengths(table.id, ["Ann", "Cy", "Ben", "Dee", "Eve", "Nobody"])
    assert sorted(found) == ["Ann", "Ben", "Cy", "Eve"], "not who asked to be left out, nor who never played"
    assert found["Ann"] == found["Cy"] > 25 > found["Ben"]
    store_without_club(table.id, without_club=True)
    assert strengths(table.id, ["Ann"]) == [{}]


def test_correction_of_the_first_game_rates_all_later_ones_again(table: Table) -> None:
    first = a_game(table.id, [0])
    a_game(table.id, [3])
    before = rating_of(table, "Ann")
    record(
        first.id,
        "correction",
        {"hand": 1, "bids": [["4", "3"], ["3", "2"]], "took": [0, 13], "reason": "x"},
        author=ANN,
    )
    assert rating_of(table, "Ann") < before
    check_ratings(table.id)


def test_game_left_out_is_not_rated_until_it_counts_again(table: Table) -> None:
    game = a_game(table.id)
    after = rating_of(table, "Ann")
    set_counted(load_game(game.id), "practice")
    assert db.session.scalars(select(Rating)).all() == []
    set_counted(load_game(game.id), None)
    assert rating_of(table, "Ann") == after


def test_undone_end_takes_the_rating_back(table: Table) -> None:
    game = a_game(table.id)
    undo(game.id, ANN)
    assert db.session.scalars(select(Rating)).all() == []
    assert db.session.scalars(select(Chemistry)).all() == []


def test_game_without_hands_is_not_rated(table: Table) -> None:
    a_game(table.id, [])
    assert db.session.scalars(select(Rating)).all() == []
    assert not has_unrated(table_row(table.id))


def test_side_that_concedes_has_lost(table: Table) -> None:
    game = start_game(table.id, read_sheet(sheet_of("partnership") | {"hands": [HANDS[0]]}), author=ANN).game
    record(game.id, "close", {"reason": "late", "forfeit": 0}, author=ANN)
    check_ratings(table.id)
    assert rating_of(table, "Ann")[0] < 1500


def test_merged_names_share_one_rating_and_get_their_own_back(table: Table) -> None:
    a_game(table.id)
    a_game(table.id, sides=(("Annie", "Cal"), ("Ben", "Dee")))
    alone = rating_of(table, "Annie")
    merge_players(table.id, "Annie", "Ann")
    check_ratings(table.id)
    assert rating_of(table, "Ann")[2] == 2
    unmerge_players(table.id, "Annie")
    check_ratings(table.id)
    assert rating_of(table, "Annie") == alone


def test_renamed_and_erased_players_keep_their_rating(table: Table) -> None:
    a_game(table.id)
    player = find_player(table.id, "Ann")
    assert player is not None
    before = rating_of(table, "Ann")
    rename_player(table.id, player.id, "Anna", ANN)
    assert rating_of(table, "Anna") == before
    check_ratings(table.id)
    renamed = find_player(table.id, "Anna")
    assert renamed is not None
    erase_player(table.id, renamed.id, ANN)
    check_ratings(table.id)
    assert db.session.get_one(Rating, (renamed.id, 0)).games == 1


def test_rebuild_rates_every_game_from_the_first_one(table: Table) -> None:
    for _ in range(3):
        a_game(table.id)
    before = rating_of(table, "Ann")
    for _ in rebuild(table.id):
        pass
    assert rating_of(table, "Ann") == before
