"""Every refusal of a sheet with its sentence: the place, what is wrong, what would be right."""

import pytest

from scorekeeper.core.rules.deal import deal
from scorekeeper.core.rules.faults import MalformedHand
from scorekeeper.core.rules.scoreboard import new_game
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import HAND as PARTS_OF_A_HAND
from scorekeeper.core.sheet import HEAD as PARTS_OF_A_SHEET
from scorekeeper.core.sheet.hands import example_bid
from scorekeeper.core.sheet.model import hand_refused
from tests.core.sheet.sheets import in_pairs, refusal, sound, with_hand
from tests.schemas import faults

PARTS, HAND = ", ".join(PARTS_OF_A_SHEET), ", ".join(PARTS_OF_A_HAND)
ONE_LINE = "it must be one line of text without control characters"
TO_BE_SEEN = "it must have a character that can be seen"
ANN, BEN = {"name": "Ann"}, {"name": "Ben"}

Refused = list[tuple[object, str]]

SHAPES: Refused = [
    (None, f"sheet: it is null, it must be an object with {PARTS}"),
    ([], f"sheet: it is [], it must be an object with {PARTS}"),
    ("5", f'sheet: it is "5", it must be an object with {PARTS}'),
    (7.5, f"sheet: it is 7.5, it must be an object with {PARTS}"),
    ({}, 'sheet: it has no "rules", it must have rules, sides'),
    ({"rules": "two-player"}, 'sheet: it has no "sides", it must have rules, sides'),
    (sound(player="Ann"), f'sheet: it has "player", its parts are {PARTS}'),
    (
        sound(format="scorekeeper-sheet/2"),
        'sheet: format is "scorekeeper-sheet/2", this program reads "scorekeeper-sheet/1"',
    ),
    (sound(format=None), 'sheet: format is null, this program reads "scorekeeper-sheet/1"'),
    (sound(rules=3), "sheet: rules is 3, it must be the key of a rule set"),
    (sound(rules="a\nb"), f'sheet: rules is "a\\nb", {ONE_LINE}'),
    (sound(rules="x" * 41), "sheet: rules has 41 characters, it may have 40"),
    (sound(dealer=2), "sheet: dealer is 2, it must be from 0 to 1"),
    (sound(dealer=-1), "sheet: dealer is -1, it must be from 0 to 1"),
    (sound(dealer=True), "sheet: dealer is true, it must be a whole number from 0 to 1"),
    (sound(dealer=0.0), "sheet: dealer is 0.0, it must be a whole number from 0 to 1"),
    (sound(dealer="Ann"), 'sheet: dealer is "Ann", it must be a whole number from 0 to 1'),
    (in_pairs(dealer=4), "sheet: dealer is 4, it must be from 0 to 3"),
    (sound(hands={}), "hands: it is {}, it must be a list"),
    (sound(hands=[{}] * 1001), "hands: the sheet has 1001 hands, it may have 1000"),
    (sound(closed="late"), 'closed: it is "late", it must be an object with reason, forfeit'),
    (sound(closed={"why": "late"}), 'closed: it has "why", its parts are reason, forfeit'),
    (sound(closed={"reason": 5}), "closed: reason is 5, it must be text"),
    (sound(tags=["late"]), 'tags: it is ["late"], it must be an object of text'),
    (sound(tags={"place": 5}), 'tags: the tag "place" is 5, it must be text'),
    (sound(tags={" ": "x"}), "tags: a tag is blank, it must have 1 to 40 characters"),
]

OPTIONS: Refused = [
    (sound(options=[]), "sheet: options is [], it must be an object of options"),
    (sound(options={"bags": 21}), 'sheet: option "bags" cannot be 21; it takes: 0, 1 to 20'),
    (sound(options={"bags": "10"}), 'sheet: option "bags" cannot be 10; it takes: 0, 1 to 20'),
    (sound(options={"bags": 10.0}), 'sheet: option "bags" is 10.0, it must be a number, text, true, false or null'),
    (sound(options={"bags": [10]}), 'sheet: option "bags" is [10], it must be a number, text, true, false or null'),
    (sound(options={"bags": 10**9}), 'sheet: option "bags" is 1000000000, it must have at most nine digits'),
    (sound(options={"tie": "x" * 41}), 'sheet: option "tie" has 41 characters, it may have 40'),
    (sound(options={"tie": "\x1b[31m"}), f'sheet: option "tie" is "\\u001b[31m", {ONE_LINE}'),
    (sound(options={"a\nb": 1}), f'sheet: the name of an option is "a\\nb", {ONE_LINE}'),
]

SIDES: Refused = [
    (sound(sides=None), "sides: it is null, it must be a list"),
    (sound(sides=[]), "sides: there are 0, a game has 2 to 8"),
    (sound(sides=[ANN]), "sides: there are 1, a game has 2 to 8"),
    (sound(sides=[ANN] * 9), "sides: there are 9, a game has 2 to 8"),
    (sound(sides=[ANN, BEN, {"name": "Cal"}]), "sheet: two-player is played by 2 players, not by 3 players"),
    (sound(rules="partnership"), "sheet: partnership is played by 2 or 3 sides of 2, not by 2 players"),
    (sound(sides=[ANN, "Ben"]), 'sides, side 2: it is "Ben", it must be an object with name, players'),
    (sound(sides=[ANN, {"players": ["Ben"]}]), 'sides, side 2: it has no "name", it must have name'),
    (sound(sides=[ANN, {"name": "Ben", "age": 5}]), 'sides, side 2: it has "age", its parts are name, players'),
    (sound(sides=[ANN, {"name": "  "}]), "sides, side 2: name is blank, it must have 1 to 40 characters"),
    (sound(sides=[ANN, {"name": "\u200b"}]), f'sides, side 2: name is "\\u200b", {TO_BE_SEEN}'),
    (sound(sides=[ANN, {"name": "x" * 41}]), "sides, side 2: name has 41 characters, it may have 40"),
    (sound(sides=[ANN, {"name": "B\ten"}]), f'sides, side 2: name is "B\\ten", {ONE_LINE}'),
    (sound(sides=[ANN, {"name": "B\u2028n"}]), f'sides, side 2: name is "B\\u2028n", {ONE_LINE}'),
    (sound(sides=[ANN, {"name": "\ud800"}]), f'sides, side 2: name is "\\ud800", {ONE_LINE}'),
    (sound(sides=[ANN, {"name": 5}]), "sides, side 2: name is 5, it must be text"),
    (sound(sides=[ANN, ANN]), 'sides: two sides are called "Ann", names must differ'),
    (sound(sides=[ANN, {"name": " Ann"}]), 'sides: two sides are called "Ann", names must differ'),
    (sound(sides=[ANN, {"name": "Ben", "players": ["Ann"]}]), 'sides: two players are called "Ann", names must differ'),
    (sound(sides=[ANN, {"name": "Ben", "players": []}]), "sides, side 2: it has 0 players, a side has 1 or 2"),
    (
        sound(sides=[ANN, {"name": "Us", "players": ["B", "C"]}]),
        "sides: they have different numbers of players, each side has the same",
    ),
]

BIDS: Refused = [
    (with_hand(bids="5"), 'hand 1: bids is "5", it must be a list'),
    (with_hand(bids=["5"]), "hand 1: bids has 1 entry, this game needs 2"),
    (with_hand(bids=["5", ""]), 'hand 1, Ben: the bid is "", it must be text such as "4"'),
    (with_hand(bids=["5", "  "]), 'hand 1, Ben: the bid is "  ", it must be text such as "4"'),
    (with_hand(bids=["5", None]), 'hand 1, Ben: the bid is null, it must be text such as "4"'),
    (with_hand(bids=["5", 6]), 'hand 1, Ben: the bid is 6, it must be text such as "4"'),
    (with_hand(bids=["5", "5>"]), 'hand 1, Ben: the bid is "5>", a call is missing beside "+" or ">"'),
    (with_hand(bids=["5", "+5"]), 'hand 1, Ben: the bid is "+5", a call is missing beside "+" or ">"'),
    (with_hand(bids=["5", "5\n6"]), f'hand 1, Ben: the bid is "5\\n6", {ONE_LINE}'),
    (with_hand(bids=["5", "5" * 201]), "hand 1, Ben: the bid has 201 characters, it may have 200"),
    (with_hand(bids=["5", ["5", "5"]]), 'hand 1, Ben: it has 2 bids, each of its seats bids once: ["4"]'),
    (with_hand(bids=["5", "six"]), 'hand 1, Ben: "six" is no call of this game, its calls are nil, 1..13'),
    (with_hand(bids=["5", "6+6"]), 'hand 1, Ben: "6+6" is more than one call, a bid is one call here'),
]

TOOK: Refused = [
    (with_hand(took=6), "hand 1: took is 6, it must be a list"),
    (with_hand(took=[6, 7, 0]), "hand 1: took has 3 entries, this game needs 2"),
    (with_hand(took=[6, None]), "hand 1, Ben: took is null, it must be a whole number from 0 to 13"),
    (with_hand(took=[6, "7"]), 'hand 1, Ben: took is "7", it must be a whole number from 0 to 13'),
    (with_hand(took=[6, True]), "hand 1, Ben: took is true, it must be a whole number from 0 to 13"),
    (with_hand(took=[6, 7.0]), "hand 1, Ben: took is 7.0, it must be a whole number from 0 to 13"),
    (with_hand(took=[6, 14]), "hand 1, Ben: took is 14, it must be from 0 to 13"),
    (with_hand(took=[-1, 14]), "hand 1, Ann: took is -1, it must be from 0 to 13"),
    (with_hand(took=[6, [7, 0]]), "hand 1, Ben: took has 2 entries, this game needs 1"),
    (with_hand(took=[6, {"made": []}]), 'hand 1, Ben: took has no "tricks", it must have tricks'),
    (with_hand(took=[6, {"tricks": 7, "by": 0}]), 'hand 1, Ben: took has "by", its parts are tricks, made'),
    (with_hand(took=[6, {"tricks": 7, "made": "bemo"}]), 'hand 1, Ben: made is "bemo", it must be a list'),
    (with_hand(took=[6, {"tricks": 7, "made": [1]}]), "hand 1, Ben: a fact made is 1, it must be text"),
    (with_hand(took=[6, 6]), "hand 1: tricks add up to 12, this game has 13"),
    (
        with_hand(took=[6, {"tricks": 7, "made": ["bemo"]}]),
        'hand 1, Ben: "bemo" is said to be made, it can be made only where this side called it',
    ),
]

HANDS: Refused = [
    (sound(hands=[5]), f"hand 1: it is 5, it must be an object with {HAND}"),
    (sound(hands=[{"bids": ["5", "6"]}]), 'hand 1: it has no "took", it must have bids, took'),
    (with_hand(points=[51, 61]), f'hand 1: it has "points", its parts are {HAND}'),
    (with_hand(note=5), "hand 1: note is 5, it must be text"),
    (with_hand(note="a\nb"), f'hand 1: note is "a\\nb", {ONE_LINE}'),
    (with_hand(note="x" * 1001), "hand 1: note has 1001 characters, it may have 1000"),
    (with_hand(overruled=1), "hand 1: overruled is 1, it must be true or false"),
    (with_hand(reneges={}), "hand 1: reneges is {}, it must be a list"),
    (with_hand(reneges=[{"by": 0, "to": 1}]), 'hand 1: a renege has no "books", it must have by, to, books'),
    (with_hand(reneges=[{"by": 0, "to": 2, "books": 1}]), "hand 1: a renege's to is 2, it must be from 0 to 1"),
    (with_hand(reneges=[{"by": 0, "to": 1, "books": 4}]), "hand 1: a renege's books is 4, it must be from 1 to 3"),
    (with_hand(adjust=[[0, 5]]), "hand 1: an adjustment is [0, 5], it must be an object with side, points, reason"),
    (
        with_hand(adjust=[{"side": 0, "points": 5}]),
        'hand 1: an adjustment has no "reason", it must have side, points, reason',
    ),
    (
        with_hand(adjust=[{"side": 0, "points": 10**6, "reason": "x"}]),
        "hand 1: an adjustment's points is 1000000, it must be from -100000 to 100000",
    ),
    (
        with_hand(adjust=[{"side": 0, "points": 5, "reason": ""}]),
        "hand 1: an adjustment's reason is blank, it must have 1 to 1000 characters",
    ),
]

ALL = [*SHAPES, *OPTIONS, *SIDES, *BIDS, *TOOK, *HANDS]


@pytest.mark.parametrize(("sheet", "sentence"), ALL, ids=range(len(ALL)))
def test_a_broken_sheet_is_refused_in_one_sentence(sheet: object, sentence: str) -> None:
    assert refusal(sheet) == sentence


def test_what_the_schema_refuses_the_reader_refuses() -> None:
    """All of these are refused by the reader; what only the rules can know, the schema lets pass."""
    let_pass = {sentence for sheet, sentence in ALL if not faults("sheet", sheet)}
    assert len(let_pass) < len(ALL) / 2
    for sentence in let_pass:
        assert not sentence.startswith("sheet: it")


def test_a_rule_set_that_is_none_is_named() -> None:
    assert refusal(sound(rules="bridge")).startswith(
        'sheet: there is no rule set "bridge"; there are: partnership, two-player'
    )


def test_partners_each_bid() -> None:
    hand = {"bids": ["5", ["4", "5"]], "took": [4, 9]}
    assert (
        refusal({**in_pairs(), "hands": [hand]}) == 'hand 1, Us: it has 1 bid, each of its seats bids once: ["4", "4"]'
    )


def test_the_hand_at_fault_is_named() -> None:
    hand = {"bids": ["5", "6"], "took": [6, 7]}
    assert (
        refusal(sound(hands=[hand, hand, {**hand, "took": [6, 6]}])) == "hand 3: tricks add up to 12, this game has 13"
    )


def test_a_dealer_who_does_not_sit_at_the_table_is_refused_there() -> None:
    with pytest.raises(MalformedHand) as refused:
        new_game(rule_set("two-player").with_options({}), Seat(2))
    assert hand_refused(refused.value, ("Ann", "Ben")).path.words == "first dealer"


@pytest.mark.parametrize(("said", "example"), [("3 4 5", "4"), ("5 6 nil", "6"), ("nil", "nil")])
def test_the_example_of_a_bid_is_one_that_may_be_said(said: str, example: str) -> None:
    calls = rule_set("partnership").with_options({}).deal_of(1).calls
    known = {call.code: call for call in calls}
    assert example_bid(deal([known[code] for code in said.split()])) == example


def test_a_substitute_who_cannot_be_is_named_by_number() -> None:
    eve = {"hand": 1, "seat": 2, "player": "Eve"}
    assert refusal(in_pairs(substitutes=[eve, eve | {"seat": 9}])) == (
        "substitutes, number 2: seat is 9, it must be from 0 to 3"
    )
