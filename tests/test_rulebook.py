"""The rules as data: complete for every rule set and table, and with the very numbers that score."""

import json
from typing import Any

import pytest

from scorekeeper.core.pages.looking_up.rulebook import contents, describe
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from tests.each_case import each_case
from tests.tables import TABLES, anchors


def book(key: str, shape: Shape | None = None, **options: Any) -> Any:
    return describe(rule_set(key).with_options(options, shape))


def call(described: Any, code: str) -> Any:
    return next(call for call in described["calls"] if call["code"] == code)


def test_the_contents_list_every_rule_set() -> None:
    assert [rules["key"] for rules in contents()] == list(rule_sets())
    assert contents()[0] == {
        "key": "partnership",
        "name": "Partnership Spades",
        "players": "2 or 3 pairs",
        "idea": rule_set("partnership").idea,
        "source": rule_set("partnership").source,
    }


@each_case(("key", "shape"), TABLES)
def test_every_rule_set_is_described_for_every_table(key: str, shape: Shape) -> None:
    described = book(key, shape)
    assert json.loads(json.dumps(described)) == described
    assert described["format"] == "scorekeeper-rules/1"
    assert described["table"] in described["tables"]
    assert described["calls"]
    assert described["deals"]
    assert described["endings"]
    for part in (*described["limits"], *described["scoring"]):
        assert part["rule"]
        assert part["text"].strip()
    for deal in described["deals"]:
        assert set(deal["calls"]) <= {call["code"] for call in described["calls"]}


@each_case(("key", "shape"), TABLES)
def test_every_option_is_described(key: str, shape: Shape) -> None:
    for option in book(key, shape)["options"]:
        assert option["name"]
        assert option["help"].endswith(".")
        assert option["takes"]
        assert option["value"] == option["default"]


def test_call_has_its_promise_and_points() -> None:
    assert call(book("partnership"), "5") == {
        "code": "5",
        "name": "5",
        "nickname": None,
        "kind": "number",
        "rule": "number",
        "promise": "at least 5 tricks",
        "by": "each player",
        "for_both": False,
        "beside": False,
        "made": 50,
        "made_text": "+50",
        "failed": -50,
        "failed_text": "−50",
        "wins": False,
        "overtricks": True,
        "blind": False,
        "behind": 0,
        "failed_tricks": None,
        "remarks": [],
        "granted": True,
    }


@each_case(
    ("key", "options", "code", "promise", "remarks"),
    [
        ("partnership", {}, "nil", "no tricks", ["if set, its tricks are bags"]),
        ("partnership", {"failed_nil": "helps"}, "nil", "no tricks", ["if set, its tricks help the partner"]),
        ("two-player", {"failed_nil": "helps"}, "nil", "no tricks", ["if set, its tricks are bags"]),
        ("cutthroat", {}, "nil", "no tricks", ["if set, its tricks don’t count"]),
        (
            "partnership",
            {"blind_nil": 200, "blind_behind": 150},
            "blind-nil",
            "no tricks",
            ["before looking", "if 150 or more behind", "if set, its tricks are bags"],
        ),
        ("partnership", {"pair_bids": "pair"}, "partner", "your partner’s number is for both", []),
        (
            "berkley-two",
            {},
            "nil-front",
            "no tricks in the front hand",
            ["with a number", "before looking", "if set, its tricks are overtricks"],
        ),
        (
            "berkley-two",
            {"failed_nil": "helps"},
            "naught-right",
            "no tricks in the right hand",
            ["with a number", "if set, its tricks help the number"],
        ),
        (
            "berkley-two",
            {"failed_nil": "helps"},
            "double-naught",
            "no tricks in either hand",
            ["if set, its tricks are overtricks"],
        ),
        ("berkley-two", {}, "blind-6", "at least 6 tricks", ["if 100 or more behind"]),
        ("berkley-two", {}, "bemo", "the first 6 tricks", ["with a number"]),
        ("berkley-three-1", {}, "blind-0", "no tricks", []),
        ("miser", {}, "0", "no tricks", []),
        ("miser", {}, "13", "cannot fail, worth nothing", []),
        ("gambling", {}, "0", "cannot fail", []),
    ],
)
def test_call_has_its_conditions(
    key: str, options: dict[str, Any], code: str, promise: str, remarks: list[str]
) -> None:
    found = call(book(key, **options), code)
    assert (found["promise"], found["remarks"]) == (promise, remarks)


@each_case(
    ("key", "options", "failed"),
    [
        ("two-player", {}, "−60"),
        ("two-player", {"set_costs": "short"}, "−10 a trick short"),
        ("two-player", {"set_costs": "nothing"}, "0"),
        ("gambling", {}, "1 a trick"),
    ],
)
def test_failed_call_has_its_cost(key: str, options: dict[str, Any], failed: str) -> None:
    assert call(book(key, **options), "6")["failed_text"] == failed


def test_call_that_cannot_fail_costs_nothing() -> None:
    assert call(book("two-player", zero="number", set_costs="short"), "0")["failed_text"] == "0"
    assert call(book("gambling"), "0")["failed_text"] == "0"


def test_figures_of_a_game_in_tenths_are_shown_as_players_say_them() -> None:
    described = book("call-break")
    three = call(described, "3")
    assert (three["made"], three["made_text"], three["failed_text"]) == (30, "+3", "−3")
    assert described["scoring"][0]["text"] == "Each trick above a made bid is an overtrick and scores 0.1."


def test_board_and_boston_have_their_names() -> None:
    berkley = book("berkley-two")
    assert [call(berkley, code)["name"] for code in ("4", "5", "13", "blind-6")] == [
        "4 (board)",
        "5",
        "13 (Boston)",
        "Blind 6",
    ]


def test_call_that_no_hand_allows_is_marked() -> None:
    assert call(book("night"), "double-nil")["granted"] is False
    assert call(book("evil"), "double-nil")["granted"] is True


def test_calls_are_in_tables_of_three_kinds() -> None:
    berkley = book("berkley-two")
    assert [call(berkley, code)["kind"] for code in ("6", "blind-6", "bemo")] == ["number", "blind", "special"]


@pytest.mark.parametrize(("key", "target"), [("partnership", 500), ("two-handed", 300), ("gambling", None)])
def test_target_is_that_of_the_game(key: str, target: int | None) -> None:
    assert book(key)["target"] == target


def test_nil_says_where_its_tricks_go() -> None:
    nil = call(book("partnership"), "nil")
    assert (nil["promise"], nil["made"], nil["failed"], nil["failed_tricks"]) == ("no tricks", 100, -100, "bags")
    assert call(book("cutthroat"), "nil")["failed_tricks"] == "ignored"


def test_house_rules_show_in_the_calls() -> None:
    described = book("two-player", blind_nil=200, nil=50, ten_for_200=True, blind_behind=150)
    assert call(described, "nil")["made"] == 50
    assert (call(described, "13")["made"], call(described, "13")["failed"]) == (500, -130)
    blind = call(described, "blind-nil")
    assert (blind["made"], blind["blind"], blind["behind"]) == (200, True, 150)
    assert {"one-round", "behind"} <= {limit["rule"] for limit in described["limits"]}


def test_house_rules_show_in_the_scoring() -> None:
    described = book("two-player", bags=5, bag_penalty=50, bags_carry=False)
    penalty = next(part["text"] for part in described["scoring"] if part["rule"] == "bag-penalty")
    assert penalty == "Every 5 bags cost 50 points, once a hand at most; then the count starts again."
    assert "bag-penalty" not in anchors(book("two-player", bags=0))
    assert "bag-penalty" not in anchors(book("two-player", bag_penalty=0))


def test_table_has_the_tricks_that_are_played() -> None:
    assert book("toss", Shape(4, 2), tricks=26)["table"] == {"sides": 4, "people": 2, "tricks": 26}


@pytest.mark.parametrize(
    ("tie", "words"),
    [
        ("play-on", "On a tie at the top, play another hand."),
        (
            "fewest-overtricks",
            "On a tie at the top, the fewest overtricks in the game win; if those tie too, play another hand.",
        ),
        ("shared", "A tie at the top is shared."),
    ],
)
def test_the_end_and_the_tie_rule(tie: str, words: str) -> None:
    assert book("two-handed", tie=tie, lose_at=-200)["endings"] == [
        f"The game ends when a side has 300 or more after a hand. The highest score wins. {words}",
        f"The game ends when a side has −200 or less after a hand. The highest score wins. {words}",
        f"If time is called, the hand that was dealt is the last. The highest score wins. {words}",
        "If the table stops early, the highest score wins; a tie is shared.",
    ]


def test_partners_play_for_one_contract() -> None:
    assert book("partnership")["scoring"][0]["text"] == "Partners’ numbers add up to one contract, which both play for."
    assert "Partners" not in book("cutthroat")["scoring"][0]["text"]


def test_rule_set_lists_its_shapes() -> None:
    assert book("cutthroat")["tables"] == [
        {"sides": 3, "people": 1, "tricks": 17},
        {"sides": 4, "people": 1, "tricks": 13},
        {"sides": 5, "people": 1, "tricks": 10},
        {"sides": 6, "people": 1, "tricks": 8},
    ]
    assert book("cutthroat")["players"] == "3 to 6 players"
    assert len(book("cutthroat", Shape(3))["calls"]) == 18
    assert len(book("cutthroat", Shape(4))["calls"]) == 14


def test_an_option_with_its_range() -> None:
    bags = next(option for option in book("partnership", bags=5)["options"] if option["key"] == "bags")
    assert (bags["default"], bags["value"], bags["values"]) == (10, 5, [0])
    assert (bags["low"], bags["high"], bags["takes"]) == (1, 20, "0, 1 to 20")
