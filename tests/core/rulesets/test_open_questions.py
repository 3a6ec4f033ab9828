"""What no source decides, as the app reads it: overlapping house rules, sides that are out, hands without play."""

from typing import Any

from scorekeeper.core.pages.looking_up.rulebook import describe
from scorekeeper.core.rules.ruleset import HouseRules, is_same
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import read_sheet
from tests.core.rulesets.cast import hurricane
from tests.each_case import each_case
from tests.tables import game, partnership, sheet_of, table, two_player

three = table("cutthroat", Shape(3))


def rules(key: str, **options: Any) -> HouseRules:
    return rule_set(key).with_options(options)


def test_cost_of_a_set_overrides_the_loss_of_ten_for_200_but_not_of_a_blind_number() -> None:
    for costs, points in (("bid", -200), ("short", -20), ("nothing", 0)):
        assert two_player("Ann 10 took 8", ten_for_200="flat", set_costs=costs).total("Ann") == points
        options: dict[str, Any] = {"blind_numbers": 6, "blind_behind": 0, "set_costs": costs}
        sheet = sheet_of("partnership", **options) | {
            "hands": [{"bids": [["blind-7", "partner"], ["3", "2"]], "took": [5, 8]}]
        }
        assert read_sheet(sheet).scoreboard().scores[0].total == -70


def test_bemo_stays_with_those_who_took_the_tricks_after_a_renege() -> None:
    berkley = table("berkley-two")
    hand = "Ann 6+bemo took 6 made bemo, Ben 7 took 7"
    assert berkley(hand).points("Ann") == 60 + 60
    assert berkley(f"{hand}; Ann gives Ben 2 books").points("Ann") == -60 + 60


def test_side_that_is_out_by_sets_or_concession_is_no_part_of_a_tie() -> None:
    level = (
        "Ann 8 took 7, Ben 5 took 5, Cal 5 took 5",
        "Ann 8 took 7, Ben 5 took 5, Cal 5 took 5; Ann adjusted +260 for luck",
    )
    out = three(*level, sets_lose=2, tie="shared")
    assert (out.total("Ann"), out.total("Ben"), out.winners) == (100, 100, ["Ben", "Cal"])
    stopped = sheet_of("cutthroat", "Ann 5 took 5, Ben 5 took 5, Cal 5 took 7", shape=Shape(3))
    conceded = read_sheet(stopped | {"closed": {"reason": "late", "forfeit": 0}}).scoreboard()
    assert conceded.outcome is not None
    assert conceded.outcome.winners == (2,)


def test_when_all_are_out_by_sets_together_the_highest_wins_and_the_tie_rule_decides() -> None:
    for tie, winners in (("shared", ["Ann", "Ben"]), ("play-on", [])):
        hand = "Ann 7 took 6, Ben 8 took 7; Ann adjusted -10 for talking"
        both = two_player(hand, hand, sets_lose=2, tie=tie)
        assert (both.total("Ann"), both.total("Ben")) == (-160, -160)
        assert both.winners == winners
    ahead = two_player("Ann 7 took 6, Ben 8 took 7", "Ann 7 took 6, Ben 8 took 7", sets_lose=2)
    assert ahead.winners == ["Ann"]


def test_last_hand_at_the_losing_score_ends_hurricane_by_hands_and_other_games_by_the_floor() -> None:
    hand = "Ann 6 and Cal 4 took 9, Ben 2 and Dee 2 took 4"
    ended = [
        hurricane(hand, hands=1, lose_at=-100).board.outcome,
        partnership(hand, hands=1, lose_at=-100).board.outcome,
    ]
    assert [outcome.ended_by if outcome else None for outcome in ended] == ["hands", "floor"]


def test_blind_17_that_becomes_17_is_lowered() -> None:
    berkley = game("berkley-three-2", "Ann blind-17>17 took 17, Ben 0 took 0, Cal 1 took 1")
    assert [found.code for found in berkley.last.objections] == ["lowered"]


@each_case("options", [{"zero": "refused"}, {"nil": 0}])
def test_blind_nil_stays_where_nobody_may_bid_nil(options: dict[str, Any]) -> None:
    calls = partnership(blind_nil=200, **options).board.next_deal.by_code
    assert "blind-nil" in calls
    assert "nil" not in calls


def test_suicide_offers_no_game_in_which_nil_is_refused() -> None:
    nil = next(option for option in rule_set("suicide").options(Shape(2, 2)) if option.key == "nil")
    assert not any(is_same(value, 0) for value in nil.values)


def test_unplayed_hand_ends_a_run_of_sets() -> None:
    hand = "Ann 8 took 7, Ben 5 took 6"
    sheet = sheet_of("two-player", hand, hand, sets_lose=2, sets_in_a_row=True, least_total=11)
    assert read_sheet(sheet).scoreboard().outcome is not None
    between = sheet | {"hands": [sheet["hands"][0], {"bids": ["4", "4"], "took": None}, sheet["hands"][1]]}
    assert read_sheet(between).scoreboard().outcome is None


def test_unplayed_blind_number_scores_ten_a_trick() -> None:
    options: dict[str, Any] = {"blind_numbers": 6, "blind_behind": 0, "least_total": 11}
    unplayed = {"bids": [["blind-6", "partner"], ["2", "2"]], "took": None}
    board = read_sheet(sheet_of("partnership", **options) | {"hands": [unplayed]}).scoreboard()
    assert [score.total for score in board.scores] == [60, 40]


def calls_of(key: str, **options: Any) -> dict[str, Any]:
    book: Any = describe(rules(key, **options))
    return {call["code"]: call for call in book["calls"]}


def test_number_for_both_is_bid_by_the_pair() -> None:
    one = calls_of("partnership", pair_bids="pair")
    assert (one["6"]["for_both"], one["nil"]["for_both"]) == (True, False)
    blind = calls_of("partnership", blind_numbers=6)
    assert (blind["6"]["for_both"], blind["blind-6"]["for_both"]) == (False, True)
    assert not any(call["for_both"] for call in calls_of("partnership").values())


def option_sentence(key: str, option: str, **options: Any) -> str:
    book: Any = describe(rules(key, **options))
    return str(next(each["rule"] for each in book["options"] if each["key"] == option))


@each_case("value", ["ladder", "flat", "flat-100", "flat-150"])
def test_sentence_of_ten_for_200_names_the_prices_that_score(value: str) -> None:
    for costs in ("bid", "short", "nothing"):
        calls = calls_of("partnership", ten_for_200=value, set_costs=costs)
        sentence = option_sentence("partnership", "ten_for_200", ten_for_200=value, set_costs=costs)
        for number in range(10, 14):
            made, failed = calls[str(number)]["made"], -calls[str(number)]["failed"]
            lost = "10 a trick bid" if (value, costs) == ("ladder", "bid") else f"{failed}" if failed else "nothing"
            assert (value, costs) != ("ladder", "bid") or failed == 10 * number
            assert f"{number}" in sentence or "10 or more" in sentence
            assert f"{made}" in sentence
            assert f"lose {lost}" in sentence


@each_case("value", ["200", "350"])
def test_sentence_of_all_the_tricks_names_the_prices_that_score(value: str) -> None:
    for costs, loses in (("bid", f"loses {value}"), ("short", "loses 10 a trick short"), ("nothing", "loses nothing")):
        assert calls_of("partnership", boston=value, set_costs=costs)["13"]["made"] == int(value)
        sentence = option_sentence("partnership", "boston", boston=value, set_costs=costs)
        assert f"wins {value}" in sentence
        assert loses in sentence


def test_sentence_of_ten_for_200_leaves_out_all_the_tricks_where_they_have_a_price() -> None:
    for boston, is_left_out in (("plain", False), ("200", True), ("350", True), ("wins", False)):
        sentence = option_sentence("partnership", "ten_for_200", ten_for_200="flat", boston=boston)
        assert ("all the tricks" in sentence) == is_left_out
