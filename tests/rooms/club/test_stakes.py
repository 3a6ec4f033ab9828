"""What a game owes by the table's stakes, and the fewest payments that settle balances."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, permutations

from hypothesis import given, settings, strategies as st

from scorekeeper.core.sheet import read_sheet
from scorekeeper.rooms.club.domain.stakes import (
    POT,
    Stake,
    Stakes,
    Transfer,
    are_fewest,
    fewest_payments,
    owed_in,
    rounded,
    shared_out,
)
from tests.hypothesis_budget import examples
from tests.tables import sheet_of

EUROS = {"game": Stake(100), "ten": Stake(1), "set": Stake(50), "bag": Stake(5), "nil": Stake(20)}
MADE = "Ann 5 and Cal 4 took 10, Ben 2 and Dee 1 took 3"  # 91 to 30, one bag
SET = "Ann 6 and Cal 4 took 6, Ben 3 and Dee 3 took 7"  # −100 to 61, one bag
NIL = "Ann nil took 1, Cal 4 took 5, Ben 3 and Dee 3 took 7"


def owed(*hands: str, rules: str = "partnership", **stakes: Stake) -> dict[str, dict[str, int]]:
    sheet = read_sheet(sheet_of(rules, *hands, closed="late"))
    return owed_in(sheet, sheet.scoreboard(), Stakes("EUR", stakes or EUROS))


def test_each_loser_pays_one_winner() -> None:
    assert owed(MADE) == {
        "Ann": {"game": 100, "ten": 6, "bag": -5},
        "Cal": {"game": 100, "ten": 6, "bag": -5},
        "Ben": {"game": -100, "ten": -6, "bag": 5},
        "Dee": {"game": -100, "ten": -6, "bag": 5},
    }


def test_sets_and_failed_nils_cost_the_side() -> None:
    assert owed(SET)["Ann"] == {"set": -50, "bag": 5, "game": -100, "ten": -16}
    assert owed(NIL, nil=Stake(20))["Cal"] == {"nil": -20}
    assert owed(NIL, nil=Stake(20))["Ben"] == {"nil": 20}


def test_alone_everyone_pays_each_of_the_others() -> None:
    found = owed("Ann 2 took 9, Ben 5 took 5, Cal 3 took 3", rules="cutthroat", bag=Stake(5))
    assert found == {"Ann": {"bag": -70}, "Ben": {"bag": 35}, "Cal": {"bag": 35}}


def test_chips_and_tenths_are_no_points_of_difference() -> None:
    found = owed("Ann 2 took 9, Ben 5 took 2, Cal 3 took 1, Dee 2 took 1", rules="call-break", ten=Stake(1))
    assert found == {"Ann": {}, "Ben": {}, "Cal": {}, "Dee": {}}


def test_what_goes_into_the_pot_is_missing_from_the_sum() -> None:
    found = owed(MADE, bag=Stake(5, to_pot=True))
    assert found == {"Ann": {"bag": -5}, "Cal": {"bag": -5}, "Ben": {}, "Dee": {}}


def test_a_side_that_concedes_in_the_lead_owes_no_difference() -> None:
    sheet = read_sheet(sheet_of("partnership", SET) | {"closed": {"reason": "late", "forfeit": 1}})
    assert owed_in(sheet, sheet.scoreboard(), Stakes("EUR", {"game": Stake(100), "ten": Stake(1)})) == {
        "Ann": {"game": 100},
        "Cal": {"game": 100},
        "Ben": {"game": -100},
        "Dee": {"game": -100},
    }


def test_a_stake_of_nothing_is_no_stake() -> None:
    assert owed(MADE, game=Stake(0)) == {"Ann": {}, "Cal": {}, "Ben": {}, "Dee": {}}


def test_game_without_a_hand_owes_nothing() -> None:
    assert owed() == {}


def test_pot_is_shared_in_whole_parts() -> None:
    assert shared_out(101, {1: 3, 2: 3, 3: 1}) == {1: 50, 2: 50}
    assert shared_out(100, {1: 0, 2: 0}) == {}
    assert shared_out(0, {1: 2}) == shared_out(1, {1: 2, 2: 2}) == shared_out(100, {}) == {}
    assert shared_out(1, {1: 1}) == {1: 1}


def test_largest_debtor_pays_largest_creditor() -> None:
    assert fewest_payments({1: -700, 2: 500, 3: -100, 4: 300}) == [
        Transfer(1, 2, 500),
        Transfer(1, 4, 200),
        Transfer(3, 4, 100),
    ]


def test_of_equal_balances_the_first_is_settled_first() -> None:
    assert fewest_payments({1: -3, 2: -3, 3: 2, 4: 2, 5: 2}) == [
        Transfer(1, 3, 2),
        Transfer(2, 4, 2),
        Transfer(1, 5, 1),
        Transfer(2, 5, 1),
    ]


def test_balances_that_settle_among_themselves_take_fewer_payments() -> None:
    assert len(fewest_payments({1: 5, 2: 4, 3: -4, 4: -3, 5: -2})) == 3
    twelve = dict(enumerate([7, -7, 3, 5, -8, 1, 1, -2, 10, -4, -6, 0], start=1))
    assert len(fewest_payments(twelve)) == 1 + 2 + 2 + 2
    with_the_pot = {1: 5, 2: 4, 3: -4, 4: -3, 5: -2, **{who: 100 if who % 2 else -100 for who in range(6, 14)}}
    assert len(fewest_payments(with_the_pot)) == 1 + 2 + 4


def test_beyond_twelve_players_payments_are_few() -> None:
    balances = {who: 1 if who % 2 else -1 for who in range(20)}
    assert len(fewest_payments(balances)) == 10
    assert are_fewest(balances), "each two settle among themselves"
    assert not are_fewest({who: who for who in range(1, 14)} | {14: -91})
    fourteen = dict(enumerate([5, -5, 7, -7, 1, -1, 3, 3, 3, 3, 3, -4, -4, -7]))
    assert are_fewest(fourteen)
    assert len(fewest_payments(fourteen)) == 3 + 8 - 1


@settings(max_examples=examples(60))
@given(st.lists(st.integers(-6, 6), max_size=6))
def test_no_fewer_payments_settle_a_ledger(amounts: list[int]) -> None:
    """Against the most groups that any order of the balances falls into."""
    balances = dict(enumerate([-sum(amounts), *amounts], start=POT))
    left = [amount for amount in balances.values() if amount]
    groups = max((zeros_of(order) for order in permutations(left)), default=0)
    assert len(fewest_payments(balances)) == len(left) - groups


def zeros_of(amounts: Sequence[int]) -> int:
    return sum(total == 0 for total in accumulate(amounts))


@settings(max_examples=examples(100))
@given(st.lists(st.integers(-10_000, 10_000), max_size=12))
def test_payments_settle_every_ledger(amounts: list[int]) -> None:
    balances = dict(enumerate([-sum(amounts), *amounts], start=POT))
    payments = fewest_payments(balances)
    assert len(payments) <= max(0, sum(1 for amount in balances.values() if amount) - 1)
    for payment in payments:
        assert payment.amount > 0
        balances[payment.payer] += payment.amount
        balances[payment.payee] -= payment.amount
    assert not any(balances.values())


def test_rounded_balances_are_paid_in_coins() -> None:
    assert rounded({1: 163, 2: -81, 3: -82}, 5) == {1: 165, 2: -80, 3: -85}
    assert rounded({1: 2, 2: -2}, 5) == {1: 0, 2: 0}, "too little for a coin"
    assert rounded({1: 7, 2: -7}, 1) == {1: 7, 2: -7}
    assert rounded({}, 5) == {}


@settings(max_examples=examples(100))
@given(st.lists(st.integers(-10_000, 10_000), max_size=12), st.sampled_from([1, 2, 5, 10, 25, 100]))
def test_rounding_leaves_less_than_a_coin_to_each_and_asks_for_no_second_payment(amounts: list[int], coin: int) -> None:
    balances = dict(enumerate([-sum(amounts), *amounts], start=POT))
    in_coins = rounded(balances, coin)
    assert sum(in_coins.values()) == 0
    assert all(amount % coin == 0 for amount in in_coins.values())
    rest = {who: amount - in_coins[who] for who, amount in balances.items()}
    assert all(abs(amount) < coin for amount in rest.values())
    assert not any(rest[who] for who, amount in balances.items() if amount % coin == 0), "who is even stays so"
    assert not any(rounded(rest, coin).values())
