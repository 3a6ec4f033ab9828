"""House rules of other score pads: nils that are one call, bags that score nothing, limits on bids."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.game.player_stats import stats_of
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.limits import WithinTricks
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.sheet import read_sheet
from tests.core.rulesets.cast import berkley_two
from tests.each_case import each_case
from tests.refusals import refuses
from tests.tables import game, partnership, sheet_of, table, two_player

call_break = table("call-break")
NIL_TOOK_ONE = "Ann nil took 1, Cal 2 took 1, Ben 3 and Dee 3 took 11"


@each_case(("failed_nil", "points", "bags"), [("bags", -119, 1), ("bags-unscored", -120, 1), ("ignored", -120, 0)])
def test_tricks_of_a_failed_nil_may_be_bags_that_score_nothing(failed_nil: str, points: int, bags: int) -> None:
    played = partnership(NIL_TOOK_ONE, failed_nil=failed_nil)
    assert (played.points("Ann"), played.bags("Ann"), played.overtricks("Ann")) == (points, bags, bags)


def test_unscored_bags_cost_the_penalty_and_never_what_a_bag_costs() -> None:
    hand = "Ann nil took 1, Cal 2 took 1, Ben 3 and Dee 3 took 11"
    assert partnership("so far Ann 300 with 9 bags", hand, failed_nil="bags-unscored").points("Ann") == -120 - 100
    assert partnership(hand, failed_nil="bags-unscored", overtrick_points=-10).points("Ann") == -120


def test_unscored_bags_are_nothing_where_bags_are_off() -> None:
    for failed_nil in ("bags-unscored", "ignored"):
        played = partnership(NIL_TOOK_ONE, failed_nil=failed_nil, bags=0, tie="fewest-overtricks")
        assert (played.points("Ann"), played.overtricks("Ann")) == (-120, 0)


def test_unscored_bags_are_for_games_on_the_standard_table() -> None:
    assert two_player("Ann nil took 3", failed_nil="bags-unscored").bags("Ann") == 3
    with refuses(InvalidInput, match="failed_nil"):
        berkley_two("Ann 5 took 5/0, Ben 5 took 8/0", failed_nil="bags-unscored")


@each_case(
    ("hand", "points", "line"),
    [
        ("Ann nil took 0, Cal nil took 0", 200, "+200 Nil of both made"),
        ("Ann nil took 1, Cal nil took 0", -200, "-200 Nil of both set, took 1"),
        ("Ann nil took 1, Cal nil took 2", -200, "-200 Nil of both set, took 3"),
        ("Ann blind-nil took 0, Cal blind-nil took 0", 400, "+400 Blind nil of both made"),
        ("Ann blind-nil took 0, Cal blind-nil took 2", -400, "-400 Blind nil of both set, took 2"),
    ],
)
def test_nils_of_both_partners_may_be_one_call(hand: str, points: int, line: str) -> None:
    for failed_nil in ("bags", "helps", "bags-unscored", "ignored"):
        options: dict[str, Any] = {"blind_nil": 200, "blind_behind": 0, "failed_nil": failed_nil}
        played = partnership(hand, two_nils="joint", **options)
        assert (played.points("Ann"), played.lines("Ann"), played.bags("Ann")) == (points, [line], 0)


def test_nil_beside_a_blind_nil_or_a_number_stays_apart() -> None:
    options: dict[str, Any] = {"blind_nil": 200, "blind_behind": 0, "two_nils": "joint"}
    apart = partnership("Ann nil took 1, Cal blind-nil took 0", **options)
    assert apart.lines("Ann") == ["-100 Nil set, took 1", "+200 Blind nil made", "+1 1 bag from the nil (now 1)"]
    assert partnership(NIL_TOOK_ONE, **options).points("Ann") == -119


def test_figures_keep_two_nils_that_are_one_call() -> None:
    sheet = sheet_of("partnership", "Ann nil took 1, Cal nil took 0", two_nils="joint", closed="late")
    read = read_sheet(sheet)
    found = {stats.name: (stats.nils, stats.nils_made) for stats in stats_of(read, read.scoreboard())}
    assert (found["Ann"], found["Cal"]) == ((1, 0), (1, 1))


def test_two_nils_are_no_option_where_nobody_chooses_them() -> None:
    having = {
        key
        for key, rules in rule_sets().items()
        for shape in rules.shapes
        for option in rules.options(shape)
        if option.key == "two_nils"
    }
    assert having == {"partnership", "high-low", "hurricane", "whiz", "toss", "night"}


@each_case(
    ("options", "made", "failed"),
    [
        ({"boston": "200"}, 200, -200),
        ({"boston": "200", "boston_failed": "bid"}, 200, -130),
        ({"boston": "350", "boston_failed": "bid", "ten_for_200": "flat"}, 350, -130),
        ({"boston": "350", "boston_failed": "bid", "set_costs": "nothing"}, 350, 0),
        ({"boston": "350", "boston_failed": "bid", "set_costs": "short"}, 350, -10),
        ({"boston": "plain", "boston_failed": "bid", "ten_for_200": "flat"}, 200, -200),
    ],
)
def test_failed_contract_of_all_the_tricks_may_lose_its_bid(options: dict[str, Any], made: int, failed: int) -> None:
    assert two_player("Ann 13 took 13, Ben 1 took 0", **options).points("Ann") == made
    assert two_player("Ann 13 took 12, Ben 1 took 1", **options).points("Ann") == failed


def test_all_the_bids_together_may_have_a_limit() -> None:
    hand = "Ann 4 and Cal 4 took 8, Ben 3 and Dee 3 took 5"
    assert partnership(hand, most_total=14).objections == []
    assert partnership(hand, most_total=13).objections == ["Bids total 14; they can total at most 13"]
    assert partnership(hand, most_total=13).points("Ann") == 80


def test_bids_of_a_pair_above_the_tricks_are_irregular_and_scored() -> None:
    played = partnership("Ann 8 and Cal 6 took 13, Ben 1 and Dee 1 took 0")
    assert played.objections == ["The contract is 14; there are only 13 to take (Ann & Cal)"]
    assert played.points("Ann") == -140
    assert partnership("Ann 8 and Cal 5 took 13, Ben 1 and Dee 1 took 0").objections == []


@each_case("hand", [1, 4, 14, 20, 23, 25, 28, 33, 34])
def test_partners_bid_no_more_than_the_tricks_in_hands_of_evil_that_they_bid_freely(hand: int) -> None:
    free = rule_set("evil").with_options({}).hand_rules_of(hand)
    assert any(isinstance(limit, WithinTricks) for limit in free.limits)


@each_case("hand", sorted(set(range(1, 46)) - {1, 4, 14, 20, 23, 25, 28, 33, 34}))
def test_cards_or_limits_decide_the_bids_of_the_others(hand: int) -> None:
    limited = rule_set("evil").with_options({}).hand_rules_of(hand)
    assert not any(isinstance(limit, WithinTricks) for limit in limited.limits)


def test_impossible_contract_of_a_custom_game_is_irregular_where_it_has_no_limit() -> None:
    spoken = {"bids": [["12", "6"], ["1", "1"]], "took": [12, 1]}
    sheet = sheet_of("night") | {"hands": [spoken, spoken]}
    with_limits = {"name": "low", "rule": "At most 30.", "limits": [{"kind": "sum-at-most", "number": 30}]}
    deals = [{"name": "free", "rule": "As usual.", "limits": []}, with_limits]
    for own, objected in (({}, [1, 1]), ({"deals": deals}, [1, 0])):
        board = read_sheet(sheet | own).scoreboard()
        assert [len(hand.objections) for hand in board.hands] == objected


def test_cards_may_decide_that_partners_bid_more_than_the_tricks() -> None:
    """In hand 37 of Evil the first bids hearts and the third clubs: eight of each are possible."""
    as_usual = {"bids": [["3", "3"], ["3", "3"]], "took": [6, 7], "overruled": True}
    split = {"bids": [["8", "8"], ["5", "5"]], "took": [12, 1]}
    sheet = sheet_of("evil", all_hands=True) | {"hands": [*[as_usual] * 36, split]}
    assert read_sheet(sheet).scoreboard().hands[36].objections == ()


def test_failed_nil_may_count_as_a_set() -> None:
    failed = "Ann nil took 1, Cal 4 took 4, Ben 3 and Dee 3 took 8"
    both = "Ann nil took 1, Cal 4 took 3, Ben 3 and Dee 3 took 9"
    assert partnership(failed, failed, sets_lose=2).winners == []
    assert partnership(failed, failed, sets_lose=2, sets_lose_nil=True).winners == ["Ben & Dee"]
    assert partnership(both, sets_lose=2, sets_lose_nil=True).winners == [], "a hand brings one set at most"
    assert partnership(failed, failed, sets_in_a_row_lose=2, sets_lose_nil=True).winners == ["Ben & Dee"]


def test_blind_numbers_begin_with_four() -> None:
    hand = "Ann blind-4 and Cal partner took 5, Ben 3 and Dee 3 took 8"
    assert partnership(hand, blind_numbers=4, blind_behind=0).points("Ann") == 81
    for none in (3, 14):
        with refuses(InvalidInput, match="blind_numbers"):
            rule_set("partnership").with_options({"blind_numbers": none})


def test_call_break_may_have_a_highest_call_and_no_tenths() -> None:
    hand = "Ann 3 took 5, Ben 2 took 1, Cal 4 took 4, Dee 2 took 3"
    assert [call_break(hand, overtrick_points=points).points("Ann") for points in (1, 0)] == [32, 30]
    codes = [
        list(rule_set("call-break").with_options({"highest_call": most}).hand_rules_of(1).codes) for most in (0, 8)
    ]
    assert [found[-1] for found in codes] == ["13", "8"]


@each_case(("ten_for_200", "made", "failed"), [("flat", 200, -200), ("flat-150", 150, -150), ("ladder", 500, -140)])
def test_ten_for_200_prices_every_contract_of_ten_and_more(ten_for_200: str, made: int, failed: int) -> None:
    three = Shape(3)
    hands = [f"Ann 14 took {tricks}, Ben 1 took {16 - tricks}, Cal 1 took 1" for tricks in (14, 13)]
    assert [game("cutthroat", hand, shape=three, ten_for_200=ten_for_200).points("Ann") for hand in hands] == [
        made,
        failed,
    ]
    seven = "Ann 7 and Cal 7 took 12, Ben 1 and Dee 1 took 1"
    assert partnership(seven, ten_for_200=ten_for_200).points("Ann") == failed
