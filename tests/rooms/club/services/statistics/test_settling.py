"""Settling up: stored amounts equal those of the records, whatever happened to games and names; payments, the pot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import select

from scorekeeper.core.game.player_stats import stats_of
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.games import replay_stored
from scorekeeper.rooms.club.domain.stakes import (
    KEPT,
    LARGEST_HAND,
    MOST_NILS,
    MOST_WINS,
    POT,
    POTS,
    Stake,
    Stakes,
    Transfer,
)
from scorekeeper.rooms.club.services.settling import (
    CannotSettle,
    Marked,
    Settlement,
    changed_games,
    current_stakes,
    mark_as_paid,
    set_stakes,
    settlements,
)
from scorekeeper.rooms.club.services.statistics import rebuild
from scorekeeper.rooms.club.storage.models import OwedChange
from scorekeeper.rooms.club.storage.seasons import add_season, remove_season
from scorekeeper.rooms.club.storage.settling import NoSuchPayment, undo_payment
from scorekeeper.services.counting import set_counted
from scorekeeper.services.erasing import delete_table
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.membership import device_hash
from scorekeeper.services.merging import merge_players
from scorekeeper.services.recording import redo, undo
from scorekeeper.services.series import night_of
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import db
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import create_table, games_of
from scorekeeper.storage.members import Role, add_member
from scorekeeper.storage.merging import CannotMerge
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player
from tests.databases import on_both
from tests.hypothesis_budget import examples
from tests.midday import midday_zone
from tests.rooms.club.services.statistics.test_figures_equal_records import ANN, happen, main_player
from tests.tables import sheet_of

ALL = {"game": Stake(100), "ten": Stake(3), "set": Stake(50), "bag": Stake(7), "nil": Stake(20)}
SEASON = {"least_games": 1, "counted_by": "points", "for_win": 3, "for_tie": 1, "for_loss": 0}
BIG = "Ann 5 and Cal 4 took 10, Ben 2 and Dee 1 took 3"  # 91 to 30, one bag
PAIRS = (("Ann", "Cal"), ("Ben", "Dee"))


def of_records(table_id: str, stakes: Stakes) -> Counter[int]:
    """What each player gets, and the pot, straight from the events."""
    found: Counter[int] = Counter()
    per = stakes.per
    for game in games_of(table_id):
        state = replay_stored(events_of(game.id))
        outcome, hands = state.board.outcome, [hand for hand in state.board.hands if hand.counted]
        if game.not_counted is not None or outcome is None or not hands:
            continue
        seats = state.setup.rules.seating.seats_of
        players = {own.name: main_player(table_id, own.name) for own in stats_of(state.sheet, state.board)}
        owed: list[tuple[int, int, str, int]] = []
        for hand in hands:
            for side, scored in enumerate(hand.sides):
                failed = [contract.call for contract in scored.contracts if not contract.made]
                owed += [(hand.number, side, "nil" if call.is_nil else "set", 1) for call in failed]
                owed.append((hand.number, side, "bag", scored.overtricks))
        if len(outcome.winners) == 1:
            loser = 1 - outcome.winners[0]
            totals = [score.total for score in state.board.scores]
            owed.append((hands[-1].number, loser, "game", 1))
            owed.append((hands[-1].number, loser, "ten", max(0, totals[1 - loser] - totals[loser]) // 10))
        for hand_number, side, kind, times in owed:
            amount = per[kind].amount * times
            for place in range(2):
                payer, payee = (
                    players[state.sheet.player_at(seats[one][place], hand_number)] for one in (side, 1 - side)
                )
                found[payer] -= amount
                found[POT if per[kind].to_pot else payee] += amount
    return found


@settings(max_examples=examples(6, 1000), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_balances_equal_those_of_the_records(app: Flask, data: st.DataObject) -> None:
    table_id = create_table("Friday").id
    to_pot = data.draw(st.sets(st.sampled_from(sorted(ALL))))
    stakes = Stakes("EUR", {kind: Stake(own.amount, kind in to_pot) for kind, own in ALL.items()}, KEPT)
    set_stakes(table_id, stakes)
    for _ in range(data.draw(st.integers(1, 8))):
        try:
            happen(table_id, data.draw)
        except (InvalidInput, CannotMerge):
            db.session.rollback()
    expected = {who: amount for who, amount in of_records(table_id, stakes).items() if amount}
    assert amounts(table_id) == expected
    list(rebuild(table_id))
    assert amounts(table_id) == expected
    pot = data.draw(st.sampled_from(POTS))
    set_stakes(table_id, Stakes("EUR", stakes.per, pot))
    for settlement in settlements(table_id, UTC):
        assert sum(own.amount for own in settlement.balances) == 0
        assert len(settlement.transfers) <= max(0, len(settlement.balances) - 1)


def amounts(table_id: str) -> dict[int, int]:
    rows = [own for settlement in settlements(table_id, UTC) for own in settlement.balances]
    return {own.player_id: own.amount for own in rows if own.amount}


def play(table: Table, *hands: str, sides: Sequence[Sequence[str]] = PAIRS, **more: Any) -> str:
    sheet = sheet_of("partnership", *(hands or [BIG]), closed="late")
    sheet["sides"] = [{"name": " & ".join(side), "players": list(side)} for side in sides]
    return start_game(table.id, read_sheet(sheet), author=ANN, **more).game.id


def only(table: Table) -> Settlement:
    (found,) = settlements(table.id, UTC)
    return found


def left(table: Table) -> dict[str, int]:
    return {own.name or "pot": own.left for own in only(table).balances}


def test_nothing_is_owed_until_a_keeper_turns_it_on(table: Table) -> None:
    play(table)
    assert settlements(table.id, UTC) == []
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    assert settlements(table.id, UTC) == [], "games that began before play for nothing"
    play(table)
    assert left(table) == {"Ann": 100, "Cal": 100, "Ben": -100, "Dee": -100}
    set_stakes(table.id, None)
    play(table)
    assert current_stakes(table.id) is None
    assert left(table)["Ann"] == 100, "what was owed stays"


def test_payments_are_marked_and_undone(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    play(table)
    first, second = only(table).transfers
    paid = mark_as_paid(table.id, UTC, None, "EUR", first)
    assert only(table).transfers == [second]
    assert mark_as_paid(table.id, UTC, None, "EUR", first) == paid, "it is marked already"
    undo_payment(table.id, paid)
    assert only(table).transfers == [first, second]
    for wrong in (replace(first, amount=101), replace(first, payer=first.payee, payee=first.payer)):
        with pytest.raises(CannotSettle):
            mark_as_paid(table.id, UTC, None, "EUR", wrong)
    assert [payment.undone is None for payment in only(table).payments] == [False]
    with pytest.raises(NoSuchPayment):
        undo_payment(table.id, paid)


def test_payment_stays_when_a_game_no_longer_counts(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    game = play(table)
    transfer = only(table).transfers[0]
    mark_as_paid(table.id, UTC, None, "EUR", transfer)
    set_counted(load_game(game), "practice")
    assert only(table).transfers == [Transfer(transfer.payee, transfer.payer, 100)], "it goes back"


def test_night_has_its_own_balance(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    play(table)
    tonight = night_of(datetime.now(UTC), UTC)
    (found,) = settlements(table.id, UTC, tonight)
    mark_as_paid(table.id, UTC, tonight, "EUR", found.transfers[0])
    (found,) = settlements(table.id, UTC, tonight)
    assert len(found.transfers) == len(only(table).transfers) == 1, "a night's payment counts in the running balance"
    assert settlements(table.id, UTC, date(2020, 1, 1)) == []


@on_both
def test_payment_is_seen_everywhere_and_is_not_paid_twice(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    play(table)
    tonight = night_of(datetime.now(UTC), UTC)
    first, second = only(table).transfers
    mark_as_paid(table.id, UTC, None, "EUR", first)
    (found,) = settlements(table.id, UTC, tonight)
    assert found.transfers == [second], "it is paid on the running balance"
    with pytest.raises(CannotSettle, match="owes nothing now"):
        mark_as_paid(table.id, UTC, tonight, "EUR", first)
    assert only(table).transfers == [second], "it does not turn round"


@on_both
def test_any_sum_between_any_two_is_a_credit(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    play(table)
    first, second = only(table).transfers
    credit = Marked(credit=True)
    mark_as_paid(table.id, UTC, None, "EUR", replace(first, amount=250), credit)
    assert left(table)[name_of(table, first.payer)] == 150, "paid ahead"
    mark_as_paid(table.id, UTC, None, "EUR", Transfer(second.payer, first.payer, 100), credit)
    assert left(table)[name_of(table, second.payer)] == 0, "to the wrong one"
    assert sum(left(table).values()) == 0
    for wrong in (Transfer(first.payer, first.payer, 10), Transfer(first.payer, 999, 10)):
        with pytest.raises(CannotSettle, match="Choose who paid whom"):
            mark_as_paid(table.id, UTC, None, "EUR", wrong, credit)


def name_of(table: Table, player: int) -> str:
    return only(table).names[player]


@on_both
def test_season_has_its_own_balance_and_what_was_paid_on_its_nights(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    play(table)
    tonight = night_of(datetime.now(UTC), UTC)
    winter, spring = (
        add_season(table.id, **SEASON, name=name, first_night=tonight + ahead, last_night=tonight + ahead)
        for name, ahead in (("Winter", timedelta(0)), ("Spring", timedelta(90)))
    )
    first, second = only(table).transfers
    mark_as_paid(table.id, UTC, tonight, "EUR", first)
    (found,) = settlements(table.id, UTC, winter)
    assert found.transfers == [second], "what is paid for a night of it is paid"
    mark_as_paid(table.id, UTC, winter, "EUR", second)
    assert settlements(table.id, UTC, winter)[0].transfers == []
    assert only(table).transfers == []
    (of_the_night,) = settlements(table.id, UTC, tonight)
    assert of_the_night.transfers == [], "what is paid anywhere is paid"
    assert [own.left for own in of_the_night.balances] == [0, 0, 0, 0]
    assert [own.amount for own in of_the_night.balances] == [100, 100, -100, -100], "what it brought stays"
    assert settlements(table.id, UTC, spring) == []
    remove_season(table.id, winter.id)
    assert only(table).transfers == [], "its payments stay"


@on_both
def test_log_says_who_marked_a_payment_and_who_undid_it(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    play(table)
    ann, ben = (add_member(table.id, device_hash(name), name=f"{name}’s phone", role=Role.SCORER) for name in "AB")
    paid = mark_as_paid(table.id, UTC, None, "EUR", only(table).transfers[0], Marked(ann.id))
    (payment,) = only(table).payments
    assert (payment.by, payment.undone_by) == ("A’s phone", None)
    undo_payment(table.id, paid, ben.id)
    (payment,) = only(table).payments
    assert (payment.by, payment.undone_by) == ("A’s phone", "B’s phone")


@on_both
def test_pot_goes_to_who_won_most(table: Table) -> None:
    set_stakes(table.id, Stakes("points", {"bag": Stake(5, to_pot=True)}, MOST_WINS))
    play(table)
    play(table, sides=(("Ann", "Ben"), ("Cal", "Dee")))
    assert left(table) == {"Ann": 10, "Ben": -5, "Cal": -5}, "four bags of 5: Ann won both games"


@on_both
@pytest.mark.parametrize(
    ("pot", "hands"),
    [
        (MOST_WINS, ["Ann 5 took 5, Ben 9 took 8"]),
        (MOST_NILS, ["Ann nil took 0, Ben 4 took 13", "Ann 5 took 5, Ben 9 took 8"]),
        (LARGEST_HAND, ["Ann 5 took 5, Ben 9 took 8"]),
    ],
)
def test_pot_passes_nobody_over_who_has_no_amount(table: Table, pot: str, hands: list[str]) -> None:
    """Only Ben was set, so only he has an amount; the pot is Ann's."""
    set_stakes(table.id, Stakes("EUR", {"set": Stake(10, to_pot=True)}, pot))
    sheet = sheet_of("two-player", *hands, closed="late")
    start_game(table.id, read_sheet(sheet), author=ANN)
    assert left(table) == {"Ann": 10, "Ben": -10}


def test_kept_pot_is_a_creditor(table: Table) -> None:
    set_stakes(table.id, Stakes("points", {"bag": Stake(5, to_pot=True)}, KEPT))
    play(table)
    assert left(table) == {"Ann": -5, "Cal": -5, "pot": 10}
    transfer = only(table).transfers[0]
    assert transfer.payee == POT
    mark_as_paid(table.id, UTC, None, "points", transfer)
    assert left(table)["pot"] == 5


def test_merged_names_have_one_balance(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    play(table)
    play(table, sides=(("Annie", "Cal"), ("Ben", "Dee")))
    mark_as_paid(table.id, UTC, None, "EUR", only(table).transfers[0])
    merge_players(table.id, "Annie", "Ann")
    assert sum(left(table).values()) == 0
    assert {own.name for own in only(table).balances} == {"Ann", "Ben", "Cal", "Dee"}


def test_seat_without_a_name_owes_nothing(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    play(table, sides=(("Ann", "East"), ("Ben", "Dee")), unnamed=["East"])
    assert settlements(table.id, UTC) == []


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())


def changed(table: Table) -> list[tuple[int, dict[str | None, tuple[int, int]]]]:
    return [
        (each.number, {own.name: (own.before, own.after) for own in each.changes})
        for games in changed_games(table.id, UTC).values()
        for each in games
    ]


def test_a_game_that_is_opened_again_and_ends_again_is_one_change(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100), "bag": Stake(5, to_pot=True)}))
    game = play(table)
    assert changed(table) == [], "its first end changes nothing"
    undo(game, ANN)
    opened = {"Ann": (95, 0), "Cal": (95, 0), "Ben": (-100, 0), "Dee": (-100, 0), None: (10, 0)}
    assert changed(table) == [(1, opened)]
    redo(game, ANN)
    assert changed(table) == [], "as if nothing had been"


def test_what_no_longer_counts_is_a_change_too(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    game = play(table)
    set_counted(load_game(game), "a misdeal")
    assert [number for number, _amounts in changed(table)] == [1]
    assert changed(table)[0][1]["Ann"] == (100, 0)


def test_a_change_goes_with_a_merged_name_and_with_its_game(table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    game = play(table)
    set_counted(load_game(game), "a misdeal")
    add_player(table.id, "Eve")
    merge_players(table.id, "Ann", "Eve")
    assert "Eve" in changed(table)[0][1]
    delete_table(table.id)
    assert db.session.scalars(select(OwedChange)).all() == []
