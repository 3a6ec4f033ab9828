"""Custom games: a table's own list of hands, in a sheet and as a file, and refusals."""

from typing import Any

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.scripted_limits import KINDS
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import read_sheet, sheet_json
from scorekeeper.core.words.bidding import KINDS_OF_LIMITS, limit_words
from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.custom_game import FORMAT, custom_game_json, read_custom_game, shipped
from tests.each_case import each_case
from tests.schemas import assert_sheet_valid
from tests.tables import Game, sheet_of

Json = dict[str, Any]

EVERY_KIND: list[tuple[Json, str]] = [
    ({"kind": "sum-is", "number": 13}, "the bids total 13"),
    ({"kind": "sum-is", "number": 15, "bids": ["nil"]}, "the bids total 15, unless one is nil"),
    ({"kind": "sum-at-most", "number": 9}, "the bids total at most 9"),
    ({"kind": "sum-at-most", "number": 9, "by": [1, 4]}, "the 1st and 4th bids total at most 9"),
    ({"kind": "at-least", "number": 2}, "everyone must bid at least 2"),
    ({"kind": "at-least", "number": 2, "by": [1, 3]}, "the 1st and 3rd bidders must bid at least 2"),
    ({"kind": "one-of", "bids": [3, 8]}, "everyone must bid 3 or 8"),
    ({"kind": "one-of", "bids": ["nil", "double-nil"], "by": [4]}, "the 4th bidder must bid nil or double nil"),
    ({"kind": "how-many", "bids": ["nil"], "low": 1, "high": 4}, "at least 1 of the bids is nil"),
    ({"kind": "how-many", "bids": [8], "low": 0, "high": 2}, "at most 2 of the bids are 8"),
    ({"kind": "how-many", "bids": [1], "low": 0, "high": 0}, "no bid is 1"),
    ({"kind": "how-many", "bids": [1], "low": 2, "high": 3}, "2 to 3 of the bids are 1"),
    ({"kind": "in-each-pair", "bids": ["nil"], "low": 1, "high": 1}, "in each pair, exactly 1 of the bids is nil"),
    ({"kind": "partners-alike"}, "partners bid alike"),
    ({"kind": "all-alike"}, "all bid the same as the first"),
    ({"kind": "rising", "number": 2}, "each bid is 2 more than the one before"),
    ({"kind": "only-by", "bids": [13]}, "nobody may bid 13"),
    ({"kind": "only-by", "bids": [13], "by": [1]}, "only the 1st bidder may bid 13"),
]


def deals(*limits: Json, **more: object) -> list[Json]:
    return [{"name": "thin ice", "rule": "As the table likes it.", "limits": list(limits), **more}]


def night(script: object, *hands: str, rules: str = "night") -> Game:
    record = {**sheet_of(rules, *hands), "deals": script}
    sheet = read_sheet(record)
    assert_sheet_valid(record)
    return Game(sheet, sheet.scoreboard())


def refused(script: object, rules: str = "night") -> str:
    with pytest.raises(InvalidInput) as found:
        night(script, rules=rules)
    return fault_text(found.value.fault)


@each_case(("limit", "words"), EVERY_KIND)
def test_every_limit_kind_has_a_notation_and_a_sentence(limit: Json, words: str) -> None:
    game = night(deals(limit, double_nil=[2]))
    assert limit_words(game.sheet.rules.script[0].limits[0]) == words
    written: Any = sheet_json(game.sheet)
    assert_sheet_valid(written)
    assert written["deals"] == deals(limit, double_nil=[2])
    assert read_sheet(written) == game.sheet


def test_every_limit_kind_is_tested() -> None:
    assert {limit["kind"] for limit, _ in EVERY_KIND} == set(KINDS)
    assert set(KINDS_OF_LIMITS) == set(KINDS)


def test_custom_game_repeats_from_its_first_deal() -> None:
    script = [*deals({"kind": "one-of", "bids": [2, 3]}), {"name": "as usual", "rule": "Bid as usual."}]
    hand = "Ann 4 and Cal 3 took 7, Ben 3 and Dee 3 took 6"
    game = night(script, hand, hand, hand)
    assert [hand.deal.name for hand in game.board.hands] == ["thin ice", "as usual", "thin ice"]
    assert game.objections == ["The 2nd bid is 4; it must be 2 or 3 (thin ice)"]
    assert game.each("Ann") == [70, 70, 70]


def test_custom_game_seats_two_pairs() -> None:
    assert night(deals({"kind": "sum-is", "number": 13})).board.rules.shape == Shape(2, 2)


@pytest.mark.parametrize("number", [0, 100])
def test_limits_accept_their_lowest_and_highest_number(number: int) -> None:
    assert night(deals({"kind": "sum-is", "number": number})).sheet.rules.script[0].limits[0].number == number


def test_lists_of_a_limit_have_forty_bids_and_sixteen_places_at_most() -> None:
    longest = {"kind": "one-of", "bids": ["nil"] * 40, "by": [1] * 16}
    (limit,) = night(deals(longest)).sheet.rules.script[0].limits
    assert (limit.bids, limit.by) == (("nil",), (1,))
    assert "at most 40 bids, not 41 " in refused(deals(longest | {"bids": ["nil"] * 41}))
    assert "at most 16 places in the bidding, not 17 " in refused(deals(longest | {"by": [1] * 17}))


def test_nil_and_double_nil_come_before_the_numbers() -> None:
    calls = night(deals()).board.next_deal.calls
    assert [call.code for call in calls[:4]] == ["nil", "double-nil", "1", "2"]


def test_double_nil_depends_on_the_place_in_the_bidding() -> None:
    hand = "Ann double-nil took 0, Cal 3 took 3, Ben 5 and Dee 5 took 10"
    assert night(deals(double_nil=[4]), hand).objections == []
    assert night(deals(double_nil=[1, 2]), hand).objections == [
        "The 4th bid is double nil; only the 1st and 2nd bidders may bid that in this hand (thin ice)"
    ]
    assert night(deals(double_nil=[4]), hand).points("Ann") == 230


def test_custom_game_without_a_list_has_ordinary_bidding() -> None:
    house = rule_set("night").with_options({})
    assert [deal.name for deal in house.scoring.deals] == ["as usual"]


@each_case(
    ("script", "sentence"),
    [
        ([], "A list has 1 to 100 deals, not 0 (deals)"),
        (deals() * 101, "A list has 1 to 100 deals, not 101 (deals)"),
        ({}, "It must be a list, not {} (deals)"),
        ([{"name": "x"}], 'It has no "rule"; it must have name, rule (deal 1)'),
        ([{"name": " ", "rule": "x"}], "The name is blank; give it 1 to 40 characters (deal 1)"),
        ([{"name": "x", "rule": "y" * 301}], "The rule has 301 characters; it can have at most 300 (deal 1)"),
        (
            [{"name": "x", "rule": "y", "moon": 1}],
            'It has "moon"; it can have name, rule, limits, double_nil (deal 1)',
        ),
        (deals({"kind": "moon"}), f'The kind is "moon"; it must be one of {", ".join(KINDS)} (deal 1, limit 1)'),
        (
            deals({"kind": ["sum-is"]}),
            f'The kind is ["sum-is"]; it must be one of {", ".join(KINDS)} (deal 1, limit 1)',
        ),
        (deals({"kind": "sum-is"}), 'It has no "number"; it must have number (deal 1, limit 1, sum-is)'),
        (
            deals({"kind": "rising", "number": 1, "by": [1]}),
            'It has "by"; it can have kind, number (deal 1, limit 1, rising)',
        ),
        (
            deals({"kind": "sum-is", "number": "13"}),
            'The number is "13"; it must be a whole number from 0 to 100 (deal 1, limit 1)',
        ),
        (deals({"kind": "sum-is", "number": 101}), "The number is 101; it must be 0 to 100 (deal 1, limit 1)"),
        (
            deals({"kind": "one-of", "bids": ["moon"]}),
            '"moon" is not a bid here; the bids are nil, double-nil, '
            + ", ".join(str(n) for n in range(1, 14))
            + ' (sheet, deal 1, "thin ice", one-of)',
        ),
        (
            deals({"kind": "one-of", "bids": []}),
            'It has no bid; give at least one (sheet, deal 1, "thin ice", one-of)',
        ),
        (
            deals({"kind": "one-of", "bids": [None]}),
            "The bid must be text, not null (deal 1, limit 1)",
        ),
        (
            deals({"kind": "one-of", "bids": [1] * 41}),
            "There can be at most 40 bids, not 41 (deal 1, limit 1)",
        ),
        (
            deals({"kind": "how-many", "bids": [1], "low": 3, "high": 2}),
            ('Low is 3 and high is 2; they must be 0 ≤ low ≤ high ≤ 4 (sheet, deal 1, "thin ice", how-many)'),
        ),
        (
            deals({"kind": "at-least", "number": 2, "by": [5]}),
            ('5 is not a place in the bidding; the places are 1 to 4 (sheet, deal 1, "thin ice", at-least)'),
        ),
        (deals(double_nil=[6]), '6 is not a place in the bidding; the places are 1 to 4 (sheet, deal 1, "thin ice")'),
        (deals(double_nil=[0]), "The place of a double nil is 0; it must be 1 to 16 (deal 1)"),
        (deals(*[{"kind": "all-alike"}] * 9), "It has 9 limits; a deal has at most 8 (deal 1)"),
    ],
)
def test_invalid_list_is_refused_in_one_sentence(script: object, sentence: str) -> None:
    assert refused(script) == sentence


def test_list_is_refused_for_other_rule_sets() -> None:
    assert refused(deals(), rules="partnership") == (
        "partnership has deals of its own; leave out the list of deals (sheet)"
    )


@pytest.mark.parametrize("name", list(shipped()))
def test_exported_custom_game_can_be_imported(name: str) -> None:
    found = shipped()[name]
    written = custom_game_json(found)
    assert written["format"] == FORMAT
    assert read_custom_game(written) == found


@each_case(
    ("value", "sentence"),
    [
        ([], "It must be an object with format, name, words, deals, not [] (custom game)"),
        ({"name": "x"}, 'It has no "deals"; it must have name, deals (custom game)'),
        (
            {"name": "x", "deals": deals(), "format": "other/1"},
            'The format is "other/1"; this program reads "scorekeeper-night/1" (custom game)',
        ),
        (
            {"name": "x", "deals": deals({"kind": "one-of", "bids": [14]})},
            '"14" is not a bid here; the bids are nil, double-nil, '
            + ", ".join(str(n) for n in range(1, 14))
            + ' (deal 1, "thin ice", one-of)',
        ),
    ],
)
def test_file_without_a_custom_game_is_refused(value: object, sentence: str) -> None:
    with pytest.raises(InvalidInput) as found:
        read_custom_game(value)
    assert fault_text(found.value.fault) == sentence


def test_names_of_built_in_custom_games_differ_from_evil() -> None:
    evil = {deal.name for deal in rule_set("evil").with_options({}).scoring.deals}
    own = [deal.name for night in shipped().values() for deal in night.script]
    assert not evil & set(own)
    assert len(own) == len(set(own))
