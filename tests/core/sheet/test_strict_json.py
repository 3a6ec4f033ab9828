"""Text that is not a sheet: every kind of broken, large and deep JSON is refused in one sentence."""

import json

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet
from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.strict_json import parse_json
from tests.core.sheet.sheets import refusal, sound
from tests.each_case import each_case
from tests.refusals import refuses

DEEP = "This JSON is nested too deeply; a sheet has at most six levels"
BROKEN = [
    (b"", "This is empty; a sheet is a JSON object"),
    (b" \n\t", "This is empty; a sheet is a JSON object"),
    ("\ufeff", "This is empty; a sheet is a JSON object"),
    ("{", ("This is not JSON (line 1, column 2)")),
    ('{"rules": }', "This is not JSON (line 1, column 11)"),
    ('{"rules": "two', "This is not JSON (line 1, column 11)"),
    ('["\x01"]', "This is not JSON (line 1, column 3)"),
    ("{}\n{}", "This is not JSON (line 2, column 1)"),
    ("Ann 5, Ben 6", "This is not JSON (line 1, column 1)"),
    ('{"took": NaN}', "NaN is not a JSON number; scores are whole numbers"),
    ('{"took": -Infinity}', "-Infinity is not a JSON number; scores are whole numbers"),
    ('{"rules": 1, "rules": 2}', '"rules" is twice in one object; use each name once'),
    ('{"a\\nb": 1, "a\\nb": 2}', '"a\\nb" is twice in one object; use each name once'),
    (b'{"rules": "\xff"}', "This is not text in UTF-8; a sheet is JSON in UTF-8"),
    ("Ann".encode("utf-16"), "This is not JSON (line 1, column 1)"),
    ('{"rules": "\ud800"}', "This is not text in UTF-8; a sheet is JSON in UTF-8"),
    ("9" * 5000, "A number in this JSON is too long; scores are small whole numbers"),
    ("[" * 100_000, DEEP),
    ('{"a":' * 100_000, DEEP),
    (" " * (4 * 1024 * 1024 + 1), "This has more than 4,194,304 bytes, the limit for a sheet"),
]


@each_case(("text", "sentence"), BROKEN)
def test_invalid_text_is_refused(text: bytes | str, sentence: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_json(text)
    assert fault_text(refused.value.fault) == sentence


def test_byte_order_mark_is_accepted() -> None:
    assert parse_json(b"\xef\xbb\xbf{}") == {}


@each_case("depth", [10, 100, 500, 900])
def test_deeply_nested_json_is_refused(depth: int) -> None:
    deep = json.loads("[" * depth + "]" * depth)
    deep_object = json.loads('{"a":' * depth + "1" + "}" * depth)
    for broken in (
        deep,
        sound(hands=deep),
        sound(hands=[deep]),
        sound(options={"target": deep}),
        sound(dealer=deep_object),
    ):
        sentence = refusal(broken)
        assert len(sentence.splitlines()) == 1
        assert len(sentence) < 200


def test_duplicate_key_among_many_is_found() -> None:
    many = ",".join(f'"a{i}":1' for i in range(100_000))
    with refuses(InvalidInput, match='"a99999" is twice'):
        parse_json(f'{{{many},"a99999":1}}')


def test_huge_number_is_quoted_short() -> None:
    assert refusal(sound(dealer=10**5000)) == ("The dealer is 999…; it must be 0 to 1 (sheet)")
    assert (
        refusal(sound(dealer=json.loads("1e999"))) == "The dealer is inf; it must be a whole number from 0 to 1 (sheet)"
    )


def test_a_long_game_is_read() -> None:
    hand = {"bids": ["6", "7"], "took": [6, 7]}
    text = json.dumps(sound(hands=[hand] * 1000))
    assert len(read_sheet(parse_json(text)).scoreboard().hands) == 1000
