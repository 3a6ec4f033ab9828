"""Seasons and nils in a row equal what the records say, counted here apart, whatever happened to games and names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import func, select, update

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.games import replay_stored
from scorekeeper.rooms.club.services.seasons import champions, save_season, season_players
from scorekeeper.rooms.club.services.statistics import rebuild
from scorekeeper.rooms.club.storage.models import Result, Season
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import create_table, games_from, games_of
from scorekeeper.storage.merging import CannotMerge
from scorekeeper.storage.models import Game, Player
from scorekeeper.storage.players import names_by_id, set_unranked
from tests.databases import on_both
from tests.hypothesis_budget import examples
from tests.rooms.club.services.statistics.test_figures_equal_records import Draw, happen, main_player

ZONE = "Asia/Kolkata"
NIGHTS = 4


@dataclass(frozen=True)
class Sat:
    """A player in a finished game that counts: how it ended for them, their nils, True for a made one, and how many
    contracts they had with a partner and made.
    """

    player: int
    night: date
    share: Fraction
    margin: int
    nils: tuple[bool, ...]
    contracts: tuple[int, int]


def records_of(table_id: str) -> list[Sat]:
    """Every player in every game, in the order in which the games began, from the events alone."""
    found = []
    for game in sorted(games_of(table_id), key=lambda game: (game.created, game.number)):
        state = replay_stored(events_of(game.id))
        sheet, board = state.sheet, state.board
        if game.not_counted is not None or board.outcome is None:
            continue
        seating, night = board.rules.seating, night_of(game.created, zone_of(ZONE))
        hands = [hand for hand in board.hands if hand.counted]
        sides: dict[str, int] = {}
        nils: dict[str, list[bool]] = defaultdict(list)
        contracts: dict[str, list[bool]] = defaultdict(list)
        for number in [1, *(change.hand for change in sheet.substitutes)]:
            sides |= {sheet.player_at(seat, number): seating.side_of[seat] for seat in seating.bidders}
        for hand in hands:
            for seat in seating.bidders:
                own_side = seating.side_of[seat]
                if {"nil", "blind-nil"} & set(hand.record.bids[seat].calls):
                    sat_for = seating.side_of[seat]
                    took = hand.record.took[sat_for].seats[seating.seats_of[sat_for].index(seat)]
                    nils[sheet.player_at(seat, hand.number)].append(took == 0)
                elif len(seating.seats_of[own_side]) > 1:
                    made = [own.made for own in hand.sides[own_side].contracts if not own.call.is_nil]
                    contracts[sheet.player_at(seat, hand.number)] += made
        totals = [score.total for score in board.scores]
        for name, side in sides.items():
            won = Fraction(side in board.outcome.winners, len(board.outcome.winners))
            margin = totals[side] - totals[1 - side]
            of_pairs = len(contracts[name]), sum(contracts[name])
            found.append(Sat(main_player(table_id, name), night, won, margin, tuple(nils[name]), of_pairs))
    return found


def points(season: Season, shares: Iterable[Fraction]) -> int:
    worth = {Fraction(1): season.for_win, Fraction(0): season.for_loss}
    return sum(worth.get(share, season.for_tie) for share in shares)


def in_night(season: Season, sats: list[Sat], place: int) -> tuple[Fraction, int]:
    """What a player has of one night, and how much that weighs."""
    if season.counted_by == "sets":
        bids, made = (sum(sat.contracts[part] for sat in sats) for part in (0, 1))
        return (Fraction(made, bids) if bids else Fraction(0)), bids
    if season.counted_by == "places":
        return Fraction([*(season.for_places or []), *[0] * (place + 1)][place]), len(sats)
    if season.counted_by == "share":
        return sum((sat.share for sat in sats), Fraction(0)) / len(sats), len(sats)
    return Fraction(points(season, [sat.share for sat in sats])), len(sats)


def scores(season: Season, records: list[Sat]) -> dict[int, Fraction]:
    """What each player has in the season: straight from its rules."""
    nights: dict[int, list[tuple[Fraction, int]]] = defaultdict(list)
    for night in sorted({sat.night for sat in records}):
        of_night: dict[int, list[Sat]] = defaultdict(list)
        for sat in records:
            if sat.night == night:
                of_night[sat.player].append(sat)
        worth = {
            player: (sum(sat.share == 1 for sat in sats), sum(sat.margin for sat in sats))
            for player, sats in of_night.items()
        }
        for player, sats in of_night.items():
            place = sum(other > worth[player] for other in worth.values())
            nights[player].append(in_night(season, sats, place))
    found: dict[int, Fraction] = {}
    for player, all_nights in nights.items():
        best = sorted(all_nights, reverse=True)[: season.best_nights]
        if season.counted_by in ("share", "sets"):
            won = sum((own * games for own, games in best), Fraction(0))
            found[player] = won / (sum(games for _own, games in best) or 1)
        else:
            found[player] = sum((own for own, _games in best), Fraction(0))
    return found


def longest_run(nils: Iterable[bool]) -> int:
    longest = run = 0
    for made in nils:
        run = run + 1 if made else 0
        longest = max(longest, run)
    return longest


def a_season(table_id: str, draw: Draw) -> Season:
    today = night_of(games_from(table_id)[0].created if games_from(table_id) else a_moment(), zone_of(ZONE))
    first = today - timedelta(draw(st.integers(0, NIGHTS)))
    parts: dict[str, Any] = {
        "name": "Winter",
        "first_night": first,
        "last_night": first + timedelta(draw(st.integers(0, NIGHTS))),
        "least_games": draw(st.integers(1, 3)),
        "counted_by": draw(st.sampled_from(["points", "share", "places", "sets"])),
        "for_win": draw(st.integers(0, 5)),
        "for_tie": draw(st.integers(0, 5)),
        "for_loss": draw(st.integers(0, 5)),
        "for_places": draw(st.lists(st.integers(0, 9), min_size=1, max_size=4)),
        "best_nights": draw(st.sampled_from([None, None, 1, 2])),
    }
    return save_season(table_id, parts)


def a_moment() -> Any:
    return db.session.scalar(select(func.max(Game.created)))


def play_earlier(table_id: str, draw: Draw) -> None:
    """Move a game some nights into the past, as if it had been played then."""
    known = [game.id for game in games_of(table_id)]
    if known:
        with write_transaction() as session:
            game = session.get_one(Game, draw(st.sampled_from(known)))
            session.execute(
                update(Game)
                .where(Game.id == game.id)
                .values(created=game.created - timedelta(hours=draw(st.integers(1, 24 * NIGHTS))))
            )
            session.expire_all()
        for _ in rebuild(table_id):
            pass


@on_both
@settings(max_examples=examples(4, 1000), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_seasons_and_nils_in_a_row_equal_those_of_the_records(app: Flask, data: st.DataObject) -> None:
    table_id = create_table("Friday", zone=ZONE).id
    for _ in range(data.draw(st.integers(2, 12))):
        try:
            data.draw(st.sampled_from([happen, happen, play_earlier]))(table_id, data.draw)
        except (InvalidInput, CannotMerge):
            db.session.rollback()
    db.session.rollback()  # read again
    if not games_of(table_id):
        return
    check_nils(table_id, records_of(table_id))
    season = a_season(table_id, data.draw)
    players = list(db.session.scalars(select(Player.id).where(Player.table_id == table_id)))
    left_out = main_player(table_id, names_by_id([data.draw(st.sampled_from(players))]).popitem()[1])
    if data.draw(st.booleans()):
        set_unranked(table_id, left_out, True)
    else:
        left_out = 0
    ranked = [sat for sat in records_of(table_id) if sat.player != left_out]
    check_season(season, [sat for sat in ranked if season.first_night <= sat.night <= season.last_night])


def check_season(season: Season, records: list[Sat]) -> None:
    expected, found = scores(season, records), season_players(season, zone_of(ZONE))
    games = {player: sum(sat.player == player for sat in records) for player in expected}
    assert {own.id: own.sums.games for own in found} == games
    enough = {player: score for player, score in expected.items() if games[player] >= season.least_games}
    for own in found:
        assert abs(own.score - float(expected[own.id])) < 1e-9, own
        rank = 1 + sum(score > expected[own.id] for score in enough.values()) if own.id in enough else None
        assert own.rank == rank, own
    best = max(enough.values(), default=None)
    assert {own.id for own in champions(found)} == {player for player, score in enough.items() if score == best}


def check_nils(table_id: str, records: list[Sat]) -> None:
    nils: dict[int, list[bool]] = defaultdict(list)
    for sat in records:
        nils[sat.player] += sat.nils
    rows = db.session.execute(
        select(Result.player_id, func.max(Result.nil_streak))
        .where(Result.table_id == table_id)
        .group_by(Result.player_id)
    )
    assert {row.player_id: row[1] for row in rows} == {player: longest_run(own) for player, own in nils.items()}
