"""A table's night: its sums equal those of its games, and the hands to talk about are the right ones."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings, strategies as st

from scorekeeper.core.sheet import read_sheet
from scorekeeper.core.words.moments import moment_text
from scorekeeper.formats.games import replay_stored
from scorekeeper.rooms.club.pages.nights.card import night_card
from scorekeeper.rooms.club.pages.nights.page import chat_lines
from scorekeeper.rooms.club.services.nights import NightHand, best_partners, closest_game, neighbours, night_at
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.services.starting import start_game
from scorekeeper.services.tables import rename_player
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import find_game, games_of
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import names_by_id, players_named
from tests.hypothesis_budget import examples
from tests.midday import midday_zone
from tests.rooms.club.services.statistics.test_figures_equal_records import eventful_table, main_player
from tests.services.cast import ANN
from tests.tables import sheet_of

PAIRS = (("Ann", "Cal"), ("Ben", "Dee"))


def today() -> date:
    return night_of(datetime.now(UTC), zone_of(None))


def of_records(table_id: str) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """For each player the games and their sums, and the nils and hands of the night, straight from the events."""
    players: dict[str, Counter[str]] = {}
    night: Counter[str] = Counter()
    for game in games_of(table_id):
        state = replay_stored(events_of(game.id))
        outcome, hands = state.board.outcome, [hand for hand in state.board.hands if hand.counted]
        if game.not_counted is not None or outcome is None:
            continue
        night.update(games=1, hands=len(hands))
        seating = state.setup.rules.seating
        totals = [score.total for score in state.board.scores]
        sat: dict[str, int] = {}
        for number in [1, *(change.hand for change in state.sheet.substitutes)]:
            for seat in seating.bidders:
                sat[state.sheet.player_at(seat, number)] = seating.side_of[seat]
        names = {main_player(table_id, name): side for name, side in sat.items()}
        for player, side in names.items():
            shown = names_by_id([player])[player]
            own = players.setdefault(shown, Counter())
            own.update(games=1, won=int(outcome.winners == (side,)), margin=totals[side] - totals[1 - side])
        for hand in hands:
            for seat, bid in zip(seating.bidders, hand.record.bids, strict=True):
                if {"nil", "blind-nil"} & set(bid.calls):
                    took = hand.record.took[seating.side_of[seat]].seats
                    made = int(took[seating.seats_of[seating.side_of[seat]].index(seat)] == 0)
                    night.update(nils=1, nils_made=made, blind_nils=int("blind-nil" in bid.calls))
    return players, night


@settings(max_examples=examples(8, 1000), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_night_equals_the_sums_of_its_games(app: Flask, data: st.DataObject) -> None:
    table_id = eventful_table(data.draw)
    night, (players, sums) = night_at(table_id, today(), zone_of(None)), of_records(table_id)
    found = {player.name: Counter(games=player.games, won=player.won, margin=player.margin) for player in night.players}
    assert found == players
    own = {"games": len(night.games), "hands": night.hands, "nils": night.nils, "nils_made": night.nils_made}
    assert +Counter(own | {"blind_nils": night.blind_nils}) == +sums


def play(table: Table, *hands: str, sides: Any = PAIRS, rules: str = "partnership", **options: Any) -> str:
    sheet = sheet_of(rules, *hands, closed="late", **options)
    if rules == "partnership":
        sheet["sides"] = [{"name": " & ".join(side), "players": list(side)} for side in sides]
    return start_game(table.id, read_sheet(sheet), author=ANN).game.id


BIG = "Ann 5 and Cal 4 took 9, Ben 2 and Dee 2 took 4"  # 90 to 40
SMALL = "Ann 3 and Cal 3 took 6, Ben 3 and Dee 3 took 7"  # 60 to 61
SET = "Ann 6 and Cal 4 took 6, Ben 3 and Dee 3 took 7"  # −100 to 61
BAGS = "Ann 1 and Cal 1 took 12, Ben 1 and Dee 1 took 1"  # ten bags: 20 + 10 − 100


def test_night_of_two_pairs_keeps_its_sides(table: Table) -> None:
    play(table, BIG)
    play(table, SMALL)
    night = night_at(table.id, today(), zone_of(None))
    assert night.fixed
    assert [(pair.name, pair.won, pair.margin) for pair in night.pairs] == [("Ann & Cal", 1, 49), ("Ben & Dee", 1, -49)]
    assert [(player.name, player.results) for player in night.players] == [
        ("Ann", [True, False]),
        ("Cal", [True, False]),
        ("Ben", [False, True]),
        ("Dee", [False, True]),
    ]


def test_sides_are_ordered_as_in_the_first_game(table: Table) -> None:
    play(table, BIG)
    play(table, "Ann 5 and Cal 4 took 9, Ben 2 and Dee 2 took 4", sides=(("Dee", "Ben"), ("Cal", "Ann")))
    night = night_at(table.id, today(), zone_of(None))
    assert [game.order for game in night.games] == [[0, 1], [1, 0]]
    assert night.fixed


def test_best_partners_played_two_games(table: Table) -> None:
    play(table, BIG)
    play(table, SMALL)
    play(table, BIG, sides=(("Ann", "Ben"), ("Cal", "Dee")))
    night = night_at(table.id, today(), zone_of(None))
    assert not night.fixed
    best = best_partners(night)
    assert best is not None
    assert (best.name, best.won, best.games) == ("Ann & Cal", 1, 2)
    assert [player.name for player in night.players][:2] == ["Ann", "Ben"]


def test_hands_to_talk_about(table: Table) -> None:
    play(table, SMALL, SMALL)
    play(table, BIG, SET)
    night = night_at(table.id, today(), zone_of(None))
    assert night.largest == NightHand(1, 1, 0, "Ann & Cal", 90)
    moment = night.moment
    assert moment is not None
    assert (moment.game, moment.hand, moment.side, moment.name) == (1, 2, 1, "Ben & Dee")
    assert (moment.before, moment.after, moment.turned) == (-50, 111, True)
    assert closest_game(night) == (0, 2)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (SET, "Ann & Cal bid 10 and took 6"),
        (BIG, "Ann & Cal made 9"),
        (BAGS, "10th bag cost Ann & Cal 100"),
        ("Ann nil took 0, Cal 5 took 6, Ben 4 took 5, Dee 2 took 2", "Ann made nil"),
        ("Ann nil took 3, Cal 3 took 3, Ben 4 took 5, Dee 2 took 2", "Ann failed nil"),
    ],
)
def test_moment_of_a_night_says_what_happened(table: Table, hand: str, words: str) -> None:
    play(table, hand)
    moment = night_at(table.id, today(), zone_of(None)).moment
    assert moment is not None
    assert moment.deed is not None
    assert moment_text(moment.deed, moment.who) == words


def test_moment_and_nils_have_the_names_of_today(table: Table) -> None:
    play(table, "Ann nil took 0, Cal 5 took 6, Ben 4 took 5, Dee 2 took 2")
    rename_player(table.id, players_named(table.id, ["Ann"])["Ann"].id, "Anna", ANN)
    night = night_at(table.id, today(), zone_of(None))
    assert night.moment is not None
    assert (night.moment.who, [hand.name for hand in night.nil_hands]) == ("Anna", ["Anna"])


def test_bags_name_who_took_most_and_what_they_cost(table: Table) -> None:
    play(table, BAGS)
    side = night_at(table.id, today(), zone_of(None)).bags[0]
    assert (side.name, side.bags, side.cost) == ("Ann & Cal", 10, 100)


def facts(table: Table) -> list[tuple[str, str, str]]:
    """The facts at the foot of the night's picture: label, value, note."""
    zone = zone_of(None)
    card: dict[str, Any] = night_card("Friday", night_at(table.id, today(), zone), zone, "")
    return [(fact["label"].text, fact["value"].text, fact["note"].text) for fact in card["facts"]]


def test_picture_says_which_nils_hands_bags_and_games_stood_out(table: Table) -> None:
    play(table, BAGS)
    assert facts(table) == [
        ("Most bags", "Ann & Cal, 10", "cost them 100"),
        ("Closest game", "by 50", "−20–−70, in 1 hand"),
    ]
    play(table, "Ann nil took 0, Cal 5 took 6, Ben 4 took 5, Dee blind-nil took 2", blind_nil=200)
    assert facts(table)[0] == ("Nils", "1 of 2 made", "blind 0 of 1")
    play(table, BIG)
    assert facts(table)[1] == ("Biggest hand", "+151", "game 2, hand 1")


def test_picture_of_changing_partners_says_who_made_most_nils(table: Table) -> None:
    play(table, "Ann nil took 0, Cal 5 took 6, Ben 4 took 5, Dee 2 took 2")
    play(table, SMALL, sides=(("Ann", "Ben"), ("Cal", "Dee")))
    assert facts(table) == [
        ("Nils", "1 of 1 made", "Ann made 1 of 1"),
        ("Most bags", "Ann & Cal, 1", "cost them nothing"),
    ]


def test_lines_for_the_chat_count_the_games_where_nobody_stands_out(table: Table) -> None:
    assert chat_lines("Friday", night_at(table.id, today(), zone_of(None))) == ["", ""]
    play(table, BIG)
    play(table, BIG, sides=(("Ann", "Ben"), ("Cal", "Dee")))
    who, what = chat_lines("Friday", night_at(table.id, today(), zone_of(None)))
    assert (who, what) == ("Friday: Ann won 2 of 2", "2 games")


def test_lines_for_the_chat_name_all_who_won_as_often(table: Table) -> None:
    play(table, BIG)
    play(table, BIG, sides=(("Eve", "Gil"), ("Fay", "Hal")))
    who, what = chat_lines("Friday", night_at(table.id, today(), zone_of(None)))
    assert (who, what) == ("Friday: Ann, Cal, Eve, Gil won 1 of 1 each", "2 games")


def test_bags_of_several_games_are_added_up(table: Table) -> None:
    play(table, BAGS)
    play(table, BAGS, SMALL)
    night = night_at(table.id, today(), zone_of(None))
    assert [(side.name, side.bags, side.cost) for side in night.bags] == [("Ann & Cal", 20, 200), ("Ben & Dee", 1, 0)]
    assert night.hands == 3


def test_nils_are_counted_for_their_players_and_the_night(table: Table) -> None:
    play(table, "Ann nil took 0, Cal 5 took 6, Ben 4 took 5, Dee blind-nil took 2", blind_nil=200)
    night = night_at(table.id, today(), zone_of(None))
    assert {player.name: (player.nils, player.nils_made) for player in night.players} == {
        "Ann": (1, 1),
        "Cal": (0, 0),
        "Ben": (0, 0),
        "Dee": (1, 0),
    }
    assert (night.nils, night.nils_made, night.blind_nils, night.blind_nils_made) == (2, 1, 1, 0)


def test_game_in_chips_counts_wins_and_no_points(table: Table) -> None:
    play(table, "Ann 3 took 6, Ben 1 took 1, Cal 1 took 3, Dee 1 took 3", rules="gambling")
    night = night_at(table.id, today(), zone_of(None))
    assert (night.largest, night.moment, closest_game(night), night.pairs, night.fixed) == (None, None, None, [], False)
    assert [(player.name, player.won, player.margin) for player in night.players] == [
        ("Ann", 1, 0),
        ("Ben", 0, 0),
        ("Cal", 0, 0),
        ("Dee", 0, 0),
    ]


def test_game_nobody_won_alone_is_won_by_nobody(table: Table) -> None:
    play(table, "Ann 3 and Cal 3 took 6, Ben 3 and Dee 4 took 7", "Ann 4 and Cal 3 took 7, Ben 3 and Dee 3 took 6")
    night = night_at(table.id, today(), zone_of(None))
    assert [game.winner for game in night.games] == [None]
    assert [player.results for player in night.players] == [[False]] * 4
    assert (closest_game(night), best_partners(night)) == (None, None)


def test_nights_before_and_after_have_games(table: Table) -> None:
    for days in (0, 3, 9):
        game = play(table)
        with write_transaction():
            find_game(game).created -= timedelta(days=days)
    middle = today() - timedelta(days=3)
    assert neighbours(table.id, middle, zone_of(None)) == (today() - timedelta(days=9), today())
    assert neighbours(table.id, today(), zone_of(None)) == (middle, None)


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())
