"""The house rules of clubs and tournaments: what each does to a hand, and the sheets in `tests/data/`."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.looking_up.rulebook import describe
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import read_sheet
from tests.core.rulesets.cast import hurricane
from tests.each_case import each_case
from tests.tables import partnership, refusal, sheet_of, table, two_player

SHEETS = json.loads((Path(__file__).parents[2] / "data" / "club_sheets.json").read_text("utf-8"))


@each_case("case", SHEETS)
def test_sheet_with_totals_is_read(case: dict[str, Any]) -> None:
    shape = rule_set(case["rules"]).shapes[0]
    players = ["Ann", "Ben", "Cal", "Dee"][: shape.sides * shape.players_per_side]
    names = [players[side :: shape.sides] for side in range(shape.sides)]
    sides = [{"name": " & ".join(own), "players": own} for own in names]
    head = {"format": "scorekeeper-sheet/1", "sides": sides, "dealer": 0}
    board = read_sheet({**head, **{key: case[key] for key in ("rules", "options", "hands")}}).scoreboard()
    assert [score.total for score in board.scores] == case["totals"]
    assert [score.towards_penalty for score in board.scores] == case["bags"]
    assert (board.outcome.ended_by if board.outcome else None) == case.get("ended_by")
    assert [hand.objections for hand in board.hands if hand.objections] == []


def test_price_of_a_bag() -> None:
    for points, total in ((1, 52), (0, 50), (-1, 48), (-10, 30)):
        game = two_player("Ann 5 took 7", overtrick_points=points)
        assert (game.total("Ann"), game.bags("Ann")) == (total, 2)


def test_tricks_of_failed_nils_cost_like_bags() -> None:
    game = partnership("Ann nil took 1, Cal 4 took 4, Ben 3 and Dee 4 took 8", overtrick_points=-10)
    assert (game.total("Ann"), game.bags("Ann")) == (40 - 100 - 10, 1)


def test_zero_penalty_has_no_line() -> None:
    game = two_player("Ann 1 took 12", bag_penalty=0)
    assert [line.reason for line in game.last.sides[0].lines] == ["contract-made", "bags"]
    assert game.bags("Ann") == 1


def test_each_bag_can_cost_the_penalty() -> None:
    assert two_player("Ann 5 took 7", bags=1, bag_penalty=10).total("Ann") == 32


def test_zero_may_be_a_number() -> None:
    game = partnership("Ann 4 took 4, Cal 0 took 2, Ben 3 and Dee 4 took 7", zero="number")
    assert (game.total("Ann"), game.bags("Ann")) == (42, 2)
    assert partnership("Ann 0 and Cal 0 took 3, Ben 3 and Dee 4 took 10", zero="number").total("Ann") == 3
    assert two_player("Ann nil took 0", zero="number").total("Ann") == 100
    assert two_player("Ann 0 took 3", zero="number").total("Ann") == 3


def test_without_zero_there_is_no_nil() -> None:
    for options in ({"zero": "refused"}, {"nil": 0}):
        assert "nil" not in two_player(**options).board.next_deal.by_code


def test_price_of_ten_tricks() -> None:
    for value, made, failed in (
        ("off", 100, -100),
        ("ladder", 200, -100),
        ("flat", 200, -200),
        ("flat-100", 200, -100),
        ("flat-150", 150, -150),
        (True, 200, -100),
        (False, 100, -100),
    ):
        assert two_player("Ann 10 took 10", ten_for_200=value).total("Ann") == made
        assert two_player("Ann 10 took 9", ten_for_200=value).total("Ann") == failed
    assert two_player("Ann 13 took 13", ten_for_200="flat").total("Ann") == 200
    assert two_player("Ann 13 took 12", ten_for_200="ladder").total("Ann") == -130


def test_cost_of_a_set() -> None:
    for value, points in (("bid", -60), ("short", -20), ("nothing", 0)):
        assert two_player("Ann 6 took 4", set_costs=value).total("Ann") == points
        assert two_player("Ann 6 took 6", set_costs=value).total("Ann") == 60
    assert partnership("Ann nil took 1, Cal 5 took 2, Ben 5 and Dee 5 took 10", set_costs="short").total("Ann") == -129


def test_rules_state_the_cost_of_a_set_by_the_trick() -> None:
    for value, is_mentioned in (("short", True), ("bid", False)):
        scoring: Any = describe(two_player(set_costs=value).board.rules)["scoring"]
        assert (
            "A set contract loses 10 for each trick it is short." in [part["text"] for part in scoring]
        ) is is_mentioned


def test_boston_can_win_the_game() -> None:
    game = two_player("so far Ann -200, Ben 300", "Ann 13 took 13, Ben 1 took 0", boston="wins")
    assert (game.winners, game.total("Ann")) == (["Ann"], -70)
    assert partnership("Ann 6 and Cal 7 took 13, Ben 1 and Dee 1 took 0", boston="wins").winners == ["Ann & Cal"]
    assert two_player("Ann 13 took 12, Ben 1 took 1", boston="wins").winners == []
    assert two_player("Ann 13 took 13, Ben 1 took 0").winners == []


def test_price_of_all_the_tricks_may_be_written_as_a_number() -> None:
    assert two_player("Ann 13 took 13", boston=350).total("Ann") == 350


def test_side_that_lost_by_sets_cannot_win_an_early_end() -> None:
    three = table("cutthroat", Shape(3))
    hands = (
        "Ann 8 took 7, Ben 5 took 5, Cal 5 took 5",
        "Ann 8 took 7, Ben 5 took 5, Cal 5 took 5; Ann adjusted +400 for luck",
    )
    assert three(*hands, sets_lose=2).winners == []  # Ben and Cal are level
    stopped = three(*hands, closed="late", sets_lose=2)
    assert (stopped.total("Ann"), stopped.total("Ben"), stopped.winners) == (240, 100, ["Ben", "Cal"])
    assert three(*hands, closed="late").winners == ["Ann"]


def test_sets_in_a_row_alone_lose_the_game() -> None:
    set_once, made = "Ann 8 took 7, Ben 5 took 6", "Ann 7 took 7, Ben 5 took 6"
    assert two_player(set_once, made, set_once, made, set_once, sets_in_a_row_lose=2).winners == []
    assert two_player(set_once, made, set_once, set_once, sets_in_a_row_lose=2).winners == ["Ben"]
    assert two_player(set_once, set_once, sets_in_a_row_lose=3).winners == []


def test_older_sets_in_a_row_do_not_go_with_the_new_ones() -> None:
    both = {"sets_lose": 3, "sets_in_a_row": True, "sets_in_a_row_lose": 2}
    refused = 'Option "sets_in_a_row" cannot be true while "sets_in_a_row_lose" is 2'
    assert refused in refusal(two_player, **both)
    assert two_player(**{**both, "sets_in_a_row_lose": 0}).board.rules.options["sets_in_a_row"] is True


def test_table_may_stop_before_the_least_number_of_hands() -> None:
    game = two_player("Ann 5 took 5, Ben 5 took 8", least_hands=10, closed="late")
    assert game.winners == ["Ben"]


def test_least_of_the_first_hand_needs_a_first_hand_without_bids() -> None:
    assert two_player("Ann 1 took 1, Ben 12 took 12", first_hand_least=4).winners == []


def test_side_that_lost_in_the_first_hand_cannot_win() -> None:
    both: dict[str, Any] = {"first_hand": "bids-itself", "first_hand_least": 4, "least_hands": 2}
    sheet = sheet_of("two-player", **both) | {
        "hands": [{"bids": None, "took": [10, 3]}, {"bids": ["1", "10"], "took": [1, 12]}]
    }
    outcome = read_sheet(sheet).scoreboard().outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ended_by, outcome.figure, outcome.hand) == ((0,), "sets", 0, 2)


def test_end_names_the_sets_that_lost_even_if_a_made_hand_came_after_them() -> None:
    game = two_player(
        "Ann 8 took 7, Ben 5 took 6",
        "Ann 8 took 7, Ben 5 took 6",
        "Ann 7 took 7, Ben 5 took 6",
        sets_in_a_row_lose=2,
        least_hands=3,
    )
    assert game.outcome == "Ben won 153 to −90; a side was set 2 times"


def test_no_target_needs_a_last_hand() -> None:
    for key in ("two-player", "toss", "whiz"):
        assert 'Option "target" cannot be 0 while "hands" is 0' in refusal(table(key), target=0)
    high = two_player("so far Ann 9000, Ben 0", "Ann 5 took 5, Ben 5 took 8", target=0, hands=3)
    assert (high.winners, high.board.rules.scoring.target) == ([], 0)


def test_mirrors_without_a_spade_may_be_a_number() -> None:
    mirrors = table("mirrors")
    hand = "Ann 0 and Cal 5 took 6, Ben 4 and Dee 4 took 7"
    assert mirrors(hand, zero="number").total("Ann") == 51
    assert mirrors("Ann nil took 0, Cal 5 took 5, Ben 4 and Dee 4 took 8", zero="number").total("Ann") == 150
    assert "0 or nil" in mirrors(zero="number").board.next_deal.text
    assert mirrors().board.next_deal.text.endswith("with none, nil.")
    for key in ("mirrors", "suicide", "whiz"):
        assert "it takes nil, number" in refusal(table(key), zero="refused")


def test_blind_number_in_evil_is_for_both_partners() -> None:
    for key in ("evil", "night"):
        game = table(key)(
            "so far Ann 0, Ben 100", "Ann blind-6 and Cal partner took 7, Ben 3 and Dee 3 took 6", blind_numbers=6
        )
        assert game.points("Ann") == 121


def test_price_of_ten_applies_in_smaller_games() -> None:
    for key in ("high-low", "hurricane", "mirrors", "suicide", "whiz", "toss"):
        game = table(key, Shape(2, 2))("Ann 5 and Cal 5 took 10, Ben 1 and Dee 2 took 3", ten_for_200="ladder")
        assert game.total("Ann") == 200


def test_game_ends_at_its_hand_limit() -> None:
    hand = "Ann 5 took 6, Ben 7 took 7"
    assert two_player(hand, hands=2).winners == []
    assert two_player(hand, hand, hands=2).winners == ["Ben"]
    assert two_player("so far Ann 480, Ben 0", "Ann 5 took 6, Ben 7 took 7", hands=4).winners == ["Ann"]
    level = "Ann 6 took 6, Ben 6 took 7; Ben adjusted -1 for talking"
    assert two_player(level, hands=1).winners == []
    assert two_player(level, hands=1, tie="shared").winners == ["Ann", "Ben"]


def test_every_game_on_the_standard_table_may_have_a_floor() -> None:
    game = hurricane("so far Ann -150, Ben 100", "Ann 6 and Cal 6 took 5, Ben 4 and Dee 4 took 8", lose_at=-200)
    assert game.board.outcome
    assert game.board.outcome.ended_by == "floor"


def test_ten_for_200_prices_a_contract_of_more_than_all_the_tricks() -> None:
    """It can only fail."""
    six = table("partnership", Shape(3, 2))
    bids = "Ann 5 and Dee 5 took 6, Ben 1 and Eve 0 took 1, Cal 0 and Fay 1 took 1"
    assert six(bids, ten_for_200="flat", zero="number").total("Ann") == -200
    toss = table("toss", Shape(2, 2))
    for value, points in (("flat", -200), ("flat-100", -100), ("flat-150", -150), ("ladder", -120)):
        game = toss("Ann 6 and Cal 6 took 10, Ben 1 and Dee 1 took 1", tricks=11, ten_for_200=value)
        assert game.total("Ann") == points


def test_five_or_six_can_play_alone_and_six_in_pairs() -> None:
    six = table("partnership", Shape(3, 2))
    game = six("Ann 2 and Dee 1 took 4, Ben 1 and Eve 1 took 2, Cal 1 and Fay 2 took 2")
    assert [score.total for score in game.board.scores] == [31, 20, -30]
    five = table("cutthroat", Shape(5))
    assert five("Ann 2 took 4, Ben 2 took 2, Cal 2 took 2, Dee 2 took 1, Eve 1 took 1").total("Ann") == 22
    assert six().board.rules.seating.tricks == 8
    eighteen = table("cutthroat", Shape(3))
    assert eighteen("Ann 6 took 6, Ben 6 took 6, Cal 6 took 6", tricks=18).total("Cal") == 60


def test_hand_with_too_few_bids_is_not_played_and_one_with_enough_is() -> None:
    def hand(bids: list[object], took: list[int] | None) -> Any:
        sheet = {
            "rules": "partnership",
            "options": {"least_total": 11},
            "sides": [{"name": name, "players": name.split()} for name in ("Ann Cal", "Ben Dee")],
            "hands": [{"bids": bids, "took": took}],
        }
        with pytest.raises(InvalidInput) as found:
            read_sheet(sheet).scoreboard()
        return found.value.fault.code, found.value.fault.params

    assert hand([["2", "3"], ["3", "2"]], [7, 6]) == ("not-played", {"found": 10, "needed": 11})
    assert hand([["3", "3"], ["3", "2"]], None) == ("is-played", {"found": 11, "needed": 11})
