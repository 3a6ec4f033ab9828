"""Every refusal of a sheet with its sentence: the place, what is wrong, what would be right."""

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.deal import hand_rules
from scorekeeper.core.rules.scoreboard import new_game
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import HAND as PARTS_OF_A_HAND, SETUP as PARTS_OF_A_SHEET, read_sheet
from scorekeeper.core.sheet.hands import example_bid
from tests.core.sheet.sheets import in_pairs, refusal, sound, with_hand
from tests.each_case import each_case
from tests.schemas import faults

PARTS, HAND = ", ".join(PARTS_OF_A_SHEET), ", ".join(PARTS_OF_A_HAND)
ONE_LINE = "it must be one line of text without control characters"
RULED_TWICE = (
    "A ruling costs books, a set or the game; give only one, and sides and books only with books (hand 1, renege)"
)
TO_BE_SEEN = "it must have a character that can be seen"
ANN, BEN = {"name": "Ann"}, {"name": "Ben"}

Refused = list[tuple[object, str]]

SHAPES: Refused = [
    (None, f"It must be an object with {PARTS}, not null (sheet)"),
    ([], f"It must be an object with {PARTS}, not [] (sheet)"),
    ("5", f'It must be an object with {PARTS}, not "5" (sheet)'),
    (7.5, f"It must be an object with {PARTS}, not 7.5 (sheet)"),
    ({}, 'It has no "rules"; it must have rules, sides (sheet)'),
    ({"rules": "two-player"}, 'It has no "sides"; it must have rules, sides (sheet)'),
    (sound(player="Ann"), f'It has "player"; it can have {PARTS} (sheet)'),
    (
        sound(format="scorekeeper-sheet/2"),
        'The format is "scorekeeper-sheet/2"; this program reads "scorekeeper-sheet/1" (sheet)',
    ),
    (sound(format=None), 'The format is null; this program reads "scorekeeper-sheet/1" (sheet)'),
    (sound(rules=3), "The rule set must be the key of a rule set, not 3 (sheet)"),
    (sound(rules="a\nb"), f'The rule set is "a\\nb"; {ONE_LINE} (sheet)'),
    (sound(rules="x" * 41), "The rule set has 41 characters; it can have at most 40 (sheet)"),
    (sound(dealer=2), "The dealer is 2; it must be 0 to 1 (sheet)"),
    (sound(dealer=-1), "The dealer is -1; it must be 0 to 1 (sheet)"),
    (sound(dealer=True), "The dealer is true; it must be a whole number from 0 to 1 (sheet)"),
    (sound(dealer=0.0), "The dealer is 0.0; it must be a whole number from 0 to 1 (sheet)"),
    (sound(dealer="Ann"), 'The dealer is "Ann"; it must be a whole number from 0 to 1 (sheet)'),
    (in_pairs(dealer=4), "The dealer is 4; it must be 0 to 3 (sheet)"),
    (sound(hands={}), "It must be a list, not {} (hands)"),
    (sound(hands=[{}] * 1001), "The sheet has 1001 hands; it can have at most 1000 (hands)"),
    (sound(closed="late"), 'It must be an object with reason, forfeit, not "late" (closed)'),
    (sound(closed={"why": "late"}), 'It has "why"; it can have reason, forfeit (closed)'),
    (sound(closed={"reason": 5}), "The reason must be text, not 5 (closed)"),
    (sound(tags=["late"]), 'It must be an object of text, not ["late"] (tags)'),
    (sound(tags={"place": 5}), 'It must be text, not 5 (tags, "place")'),
    (sound(tags={" ": "x"}), "The name is blank; give it 1 to 40 characters (tags)"),
]

OPTIONS: Refused = [
    (sound(options=[]), "“options” must be an object of options, not [] (sheet)"),
    (sound(options={"bags": 21}), 'Option "bags" cannot be 21; it takes 0, 1 to 20 (sheet)'),
    (sound(options={"bags": "10"}), 'Option "bags" cannot be 10; it takes 0, 1 to 20 (sheet)'),
    (sound(options={"bags": 10.0}), "It must be a number, text, true, false or null, not 10.0 (sheet, options, bags)"),
    (sound(options={"bags": [10]}), "It must be a number, text, true, false or null, not [10] (sheet, options, bags)"),
    (sound(options={"bags": 10**9}), "It can have at most nine digits, not 1000000000 (sheet, options, bags)"),
    (sound(options={"tie": "x" * 41}), "It has 41 characters; it can have at most 40 (sheet, options, tie)"),
    (sound(options={"tie": "\x1b[31m"}), f'It is "\\u001b[31m"; {ONE_LINE} (sheet, options, tie)'),
    (sound(options={"a\nb": 1}), f'The name is "a\\nb"; {ONE_LINE} (sheet, options)'),
]

SIDES: Refused = [
    (sound(sides=None), "It must be a list, not null (sides)"),
    (sound(sides=[]), "A game has 2 to 8 sides, not 0 (sides)"),
    (sound(sides=[ANN]), "A game has 2 to 8 sides, not 1 (sides)"),
    (sound(sides=[ANN] * 9), "A game has 2 to 8 sides, not 9 (sides)"),
    (sound(sides=[ANN, BEN, {"name": "Cal"}]), "two-player is for 2 players, not for 3 players (sheet)"),
    (sound(rules="partnership"), "partnership is for 2 or 3 pairs, not for 2 players (sheet)"),
    (sound(sides=[ANN, "Ben"]), 'It must be an object with name, players, not "Ben" (sides, side 2)'),
    (sound(sides=[ANN, {"players": ["Ben"]}]), 'It has no "name"; it must have name (sides, side 2)'),
    (sound(sides=[ANN, {"name": "Ben", "age": 5}]), 'It has "age"; it can have name, players (sides, side 2)'),
    (sound(sides=[ANN, {"name": "  "}]), "The name is blank; give it 1 to 40 characters (sides, side 2)"),
    (
        sound(sides=[ANN, {"name": "\u200b"}]),
        'The name is "\\u200b"; it needs a character that shows (sides, side 2)',
    ),
    (sound(sides=[ANN, {"name": "x" * 41}]), "The name has 41 characters; it can have at most 40 (sides, side 2)"),
    (sound(sides=[ANN, {"name": "B\ten"}]), f'The name is "B\\ten"; {ONE_LINE} (sides, side 2)'),
    (sound(sides=[ANN, {"name": "B\u2028n"}]), f'The name is "B\\u2028n"; {ONE_LINE} (sides, side 2)'),
    (sound(sides=[ANN, {"name": "\ud800"}]), f'The name is "\\ud800"; {ONE_LINE} (sides, side 2)'),
    (sound(sides=[ANN, {"name": 5}]), "The name must be text, not 5 (sides, side 2)"),
    (sound(sides=[ANN, ANN]), 'Two sides are called "Ann"; use another name (sides)'),
    (sound(sides=[ANN, {"name": " Ann"}]), 'Two sides are called "Ann"; use another name (sides)'),
    (sound(sides=[ANN, {"name": "Ben", "players": ["Ann"]}]), 'Two players are called "Ann"; use another name (sides)'),
    (sound(sides=[ANN, {"name": "Ben", "players": "Ben"}]), '“players” must be a list, not "Ben" (sides, side 2)'),
    (sound(sides=[ANN, {"name": "Ben", "players": []}]), "It has 0 players; a side has 1 or 2 (sides, side 2)"),
    (
        sound(sides=[ANN, {"name": "Us", "players": ["B", "C"]}]),
        "The sides have different numbers of players; give each the same (sides)",
    ),
]

BIDS: Refused = [
    (with_hand(bids="5"), '“bids” must be a list, not "5" (hand 1)'),
    (with_hand(bids=["5"]), "This game needs 2 bids, not 1 (hand 1)"),
    (with_hand(bids=["5", ""]), 'The bid is ""; it must be text such as "4" (hand 1, Ben)'),
    (with_hand(bids=["5", "  "]), 'The bid is "  "; it must be text such as "4" (hand 1, Ben)'),
    (with_hand(bids=["5", None]), 'The bid is null; it must be text such as "4" (hand 1, Ben)'),
    (with_hand(bids=["5", 6]), 'The bid is 6; it must be text such as "4" (hand 1, Ben)'),
    (with_hand(bids=["5", "5>"]), 'The bid is "5>"; a call is missing beside "+" or ">" (hand 1, Ben)'),
    (with_hand(bids=["5", "+5"]), 'The bid is "+5"; a call is missing beside "+" or ">" (hand 1, Ben)'),
    (with_hand(bids=["5", "5\n6"]), f'The bid is "5\\n6"; {ONE_LINE} (hand 1, Ben)'),
    (with_hand(bids=["5", "5" * 201]), "The bid has 201 characters; it can have at most 200 (hand 1, Ben)"),
    (with_hand(bids=["5", ["5", "5"]]), 'It has 2 bids; each of its seats bids once, such as ["4"] (hand 1, Ben)'),
    (with_hand(bids=["5", "six"]), '"six" is not a bid in this game; the bids are nil, 1..13 (hand 1, Ben)'),
    (with_hand(bids=["5", "6+6"]), '"6+6" is more than one call; a bid here is one call (hand 1, Ben)'),
]

TOOK: Refused = [
    (with_hand(took=6), "“took” must be a list, not 6 (hand 1)"),
    (with_hand(took=[6, 7, 0]), "This game needs 2 trick counts, not 3 (hand 1)"),
    (with_hand(took=[6, None]), "The trick count is null; it must be a whole number from 0 to 13 (hand 1, Ben)"),
    (with_hand(took=[6, "7"]), 'The trick count is "7"; it must be a whole number from 0 to 13 (hand 1, Ben)'),
    (with_hand(took=[6, True]), "The trick count is true; it must be a whole number from 0 to 13 (hand 1, Ben)"),
    (with_hand(took=[6, 7.0]), "The trick count is 7.0; it must be a whole number from 0 to 13 (hand 1, Ben)"),
    (with_hand(took=[6, 14]), "The trick count is 14; it must be 0 to 13 (hand 1, Ben)"),
    (with_hand(took=[-1, 14]), "The trick count is -1; it must be 0 to 13 (hand 1, Ann)"),
    (with_hand(took=[6, [7, 0]]), "This game needs 1 trick count, not 2 (hand 1, Ben)"),
    (with_hand(took=[6, {"made": []}]), 'The trick count has no "tricks"; it must have tricks (hand 1, Ben)'),
    (with_hand(took=[6, {"tricks": 7, "by": 0}]), 'The trick count has "by"; it can have tricks, made (hand 1, Ben)'),
    (
        with_hand(took=[6, {"tricks": 7, "made": "bemo"}]),
        '“made” must be a list, not "bemo" (hand 1, Ben)',
    ),
    (with_hand(took=[6, {"tricks": 7, "made": [1]}]), "It must be text, not 1 (hand 1, Ben, made)"),
    (with_hand(took=[6, 6]), "Tricks add up to 12; a hand has 13 (hand 1)"),
    (
        with_hand(took=[6, {"tricks": 7, "made": ["bemo"]}]),
        '"bemo" is marked as made; this side did not call it (hand 1, Ben)',
    ),
]

HANDS: Refused = [
    (sound(hands=[5]), f"It must be an object with {HAND}, not 5 (hand 1)"),
    (sound(hands=[{"bids": ["5", "6"]}]), 'It has no "took"; it must have bids, took (hand 1)'),
    (with_hand(points=[51, 61]), f'It has "points"; it can have {HAND} (hand 1)'),
    (with_hand(note=5), "The note must be text, not 5 (hand 1)"),
    (with_hand(note="a\nb"), f'The note is "a\\nb"; {ONE_LINE} (hand 1)'),
    (with_hand(note="x" * 1001), "The note has 1001 characters; it can have at most 1000 (hand 1)"),
    (with_hand(overruled=1), "“overruled” must be true or false, not 1 (hand 1)"),
    (with_hand(reneges={}), "“reneges” must be a list, not {} (hand 1)"),
    (with_hand(reneges=[{"by": 0, "to": 1}]), 'It has no "books"; it must have by, to, books (hand 1, renege)'),
    (with_hand(reneges=[{"by": 2, "to": 0, "books": 1}]), "It is 2; it must be 0 to 1 (hand 1, renege, by)"),
    (with_hand(reneges=[{"by": 0, "to": 2, "books": 1}]), "It is 2; it must be 0 to 1 (hand 1, renege, to)"),
    *(
        (with_hand(reneges=[{"by": 0, "set": True, **twice}]), RULED_TWICE)
        for twice in ({"game": True}, {"to": 1}, {"books": 2}, {"of": "spades"})
    ),
    (with_hand(reneges=[{"by": 0, "to": 1, "books": 4}]), "It is 4; it must be 1 to 3 (hand 1, renege, books)"),
    (
        with_hand(reneges=[{"by": 0, "to": 1, "books": 1, "of": "x" * 41}]),
        "It has 41 characters; it can have at most 40 (hand 1, renege, of)",
    ),
    (with_hand(adjust=[[0, 5]]), "It must be an object with side, points, reason, not [0, 5] (hand 1, adjust)"),
    (
        with_hand(adjust=[{"side": 0, "points": 5}]),
        'It has no "reason"; it must have side, points, reason (hand 1, adjust)',
    ),
    (
        with_hand(adjust=[{"side": 0, "points": 10**6, "reason": "x"}]),
        "The number of points is 1000000; it must be −100000 to 100000 (hand 1, adjust)",
    ),
    (
        with_hand(adjust=[{"side": 0, "points": 5, "reason": ""}]),
        "The reason is blank; give it 1 to 1000 characters (hand 1, adjust)",
    ),
]

EVE = {"hand": 1, "seat": 2, "player": "Eve"}
DEALS = {"hand": 1, "seat": 0}

LATER: Refused = [
    (in_pairs(substitutes={}), "It must be a list, not {} (substitutes)"),
    (in_pairs(substitutes=[EVE] * 101), "A game has at most 100 substitutes, not 101 (substitutes)"),
    (in_pairs(substitutes=[EVE, EVE | {"seat": 9}]), "The seat is 9; it must be 0 to 3 (substitutes, number 2)"),
    (in_pairs(substitutes=[EVE | {"hand": 0}]), "The hand is 0; it must be 1 to 1000 (substitutes, number 1)"),
    (
        in_pairs(substitutes=[EVE | {"player": "Ann"}]),
        "Two players would be called Ann; use another name (substitutes, hand 1)",
    ),
    (in_pairs(dealers=5), "It must be a list, not 5 (dealers)"),
    (in_pairs(dealers=[DEALS] * 101), "There can be at most 100 dealers, not 101 (dealers)"),
    (in_pairs(dealers=[DEALS, DEALS | {"seat": 4}]), "The seat is 4; it must be 0 to 3 (dealers, number 2)"),
    (in_pairs(dealers=[{"hand": 1}]), 'It has no "seat"; it must have hand, seat (dealers, number 1)'),
    (in_pairs(agreed=5), "It must be a list, not 5 (agreed)"),
    (in_pairs(agreed=["x"] * 13), "There are 13 lines; a table has at most 12 (agreed)"),
    (in_pairs(agreed=["y", "x" * 121]), "It has 121 characters; it can have at most 120 (agreed line 2)"),
    (in_pairs(closed={"forfeit": 2}), "The side that concedes is 2; it must be 0 to 1 (closed)"),
    (in_pairs(deals=[]), "A list has 1 to 100 deals, not 0 (deals)"),
]

ALL = [*SHAPES, *OPTIONS, *SIDES, *BIDS, *TOOK, *HANDS, *LATER]


@each_case(("sheet", "sentence"), ALL)
def test_invalid_sheet_is_refused(sheet: object, sentence: str) -> None:
    assert refusal(sheet) == sentence


def test_reader_refuses_what_the_schema_refuses() -> None:
    """The reader refuses all of these; the schema allows those that only the rules can judge."""
    let_pass = {sentence for sheet, sentence in ALL if not faults("sheet", sheet)}
    assert len(let_pass) < len(ALL) / 2
    for sentence in let_pass:
        assert not sentence.startswith("sheet: it")


def test_unknown_rule_set_is_reported() -> None:
    assert refusal(sound(rules="bridge")).startswith('There is no rule set "bridge"; there are partnership, two-player')


def test_a_hand_without_bidding_has_no_bids() -> None:
    rules = {"target": 300, "first_hand": "bids-itself"}
    assert refusal(sound(options=rules)) == "This hand bids itself; its bids must be null (hand 1)"


def test_partners_each_bid() -> None:
    hand = {"bids": ["5", ["4", "5"]], "took": [4, 9]}
    assert (
        refusal({**in_pairs(), "hands": [hand]})
        == 'It has 1 bid; each of its seats bids once, such as ["4", "4"] (hand 1, Us)'
    )


def test_wrong_hand_is_named() -> None:
    hand = {"bids": ["5", "6"], "took": [6, 7]}
    assert refusal(sound(hands=[hand, hand, {**hand, "took": [6, 6]}])) == "Tricks add up to 12; a hand has 13 (hand 3)"


def test_unknown_dealer_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        new_game(rule_set("two-player").with_options({}), Seat(2))
    assert refused.value.with_names(("Ann", "Ben")).fault.path.words == "first dealer"


@pytest.mark.parametrize(("spoken", "example"), [("3 4 5", "4"), ("5 6 nil", "6"), ("nil", "nil")])
def test_example_of_a_bid_is_valid(spoken: str, example: str) -> None:
    calls = rule_set("partnership").with_options({}).hand_rules_of(1).calls
    known = {call.code: call for call in calls}
    assert example_bid(hand_rules([known[code] for code in spoken.split()])) == example


def test_the_next_hand_may_have_a_substitute_and_a_dealer() -> None:
    sheet = read_sheet(in_pairs(substitutes=[EVE | {"hand": 2}, EVE], dealers=[DEALS | {"hand": 2}, DEALS]))
    assert [change.hand for change in sheet.substitutes] == [change.hand for change in sheet.dealers] == [1, 2]
    assert len(read_sheet(in_pairs(dealers=[DEALS] * 100, agreed=["x" * 120] * 12)).agreed) == 12
