"""What reading a file may cost, to the last byte and line; and where text files are split."""

from __future__ import annotations

import io
import json
from dataclasses import astuple

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats import strict_json
from scorekeeper.formats.game_json import FIRST_LINE
from scorekeeper.formats.heavy import OUT_OF_MEMORY, _ended
from scorekeeper.formats.strict_json import MAX_MEMBER_BYTES, Budget, TooLarge, parse_json, without_end
from scorekeeper.formats.text_file import Between, Block, blocks, lines_of, text_lines, text_start
from tests.each_case import each_case


def why(error: pytest.ExceptionInfo[InvalidInput]) -> tuple[str, str, object]:
    """Place, code and params."""
    fault = error.value.fault
    return fault.path.words, fault.code, tuple(fault.params.values())


def test_a_member_may_be_as_large_as_allowed_and_no_larger() -> None:
    budget = Budget(members=9, unpacked=MAX_MEMBER_BYTES * 2, ratio=100)
    budget.spend_member("game.json", MAX_MEMBER_BYTES, MAX_MEMBER_BYTES)
    with pytest.raises(InvalidInput) as refused:
        budget.spend_member("game.json", MAX_MEMBER_BYTES, MAX_MEMBER_BYTES + 1)
    assert why(refused) == ("game.json", "too-many-bytes", (MAX_MEMBER_BYTES,))
    budget.spend_member("game.json", 1, 100)
    with pytest.raises(InvalidInput) as refused:
        budget.spend_member("game.json", 1, 101)
    assert why(refused) == ("game.json", "zip-bomb", (100,))
    budget.spend_member("empty.json", 0, 100)
    assert (budget.members, budget.unpacked) == (6, MAX_MEMBER_BYTES - 200)


def test_the_last_member_and_byte_of_a_zip_are_allowed() -> None:
    for members, unpacked in ((2, 1000), (9, 20)):
        budget = Budget(members=members, unpacked=unpacked)
        for _ in range(2):
            budget.spend_member("game.json", 10, 10)
        with pytest.raises(TooLarge) as refused:
            budget.spend_member("game.json", 10, 10)
        assert why(refused) == ("", "zip-too-large", ())


def test_the_last_line_of_a_text_is_allowed() -> None:
    budget = Budget(lines=3)
    assert list(budget.counted([b"a\nb\n", b"c\n"])) == [b"a\nb\n", b"c\n"]
    assert budget.lines == 0
    budget.spend_text(b"no end")
    with pytest.raises(TooLarge) as refused:
        budget.spend_text(b"\n")
    assert why(refused) == ("", "too-many-lines", ())


def test_own_files_have_no_budget() -> None:
    limits = [limit for limit in astuple(without_end()) if isinstance(limit, int)]
    assert len(limits) == 6
    assert min(limits) > 10**18
    without_end().spend_member("SHA256SUMS", 1, MAX_MEMBER_BYTES + 1)


@each_case(
    ("text", "code", "figures"),
    [
        ("", "json-empty", ()),
        (" \n", "json-empty", ()),
        (b"\xff{}", "not-utf8-json", ()),
        ("[" * 100_000, "json-too-deep", ()),
        ("[" * 65 + "]" * 65, "json-too-deep", ()),
        ('{"a":' * 65 + "1" + "}" * 65, "json-too-deep", ()),
        ('[{"a":' * 33 + "1" + "}]" * 33, "json-too-deep", ()),
        ('{\n "a": }', "json-malformed", (2, 7)),
        ('{"a": 1, "a": 2}', "json-said-twice", ('"a"',)),
        ("[NaN]", "json-no-number", ("NaN",)),
        ("[-Infinity]", "json-no-number", ("-Infinity",)),
        ("1" * 5000, "json-number-too-long", ()),
    ],
)
def test_json_that_is_refused(text: str | bytes, code: str, figures: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_json(text)
    assert why(refused) == ("", code, figures)


def test_json_may_be_as_deep_as_allowed() -> None:
    for deepest in ("[" * 64 + "]" * 64, '[{"a":' * 32 + "1" + "}]" * 32, "[" + "[]," * 9_000 + "{}]"):
        assert json.dumps(parse_json(deepest), separators=(",", ":")) == deepest


def test_json_may_be_as_large_as_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "LARGEST", 5)
    assert parse_json('"abc"') == "abc"
    assert parse_json(b"\xef\xbb\xbf[]") == []
    with pytest.raises(InvalidInput) as refused:
        parse_json('"ab\u00fc"')
    assert why(refused) == ("", "json-too-large", (5,))


def parts(*lines: str) -> list[Block | Between]:
    return list(blocks(line.encode() for line in lines))


def test_games_of_a_text_are_split_where_each_begins_and_after_its_checksums() -> None:
    record, seal = '[Record "scorekeeper/1"]', '[Seal "12 34"]'
    one, empty, two, three = parts(record, "1. x", seal, "", record, "", record, seal)
    assert one == Block(1, False, [record.encode(), b"1. x", seal.encode()], "12 34")
    assert empty == Between(4, b"")
    assert two == Block(5, False, [record.encode(), b""], None)
    assert three == Block(7, False, [record.encode(), seal.encode()], "12 34")
    assert isinstance(one, Block)
    assert isinstance(two, Block)
    assert (one.covered_lines, one.end, one.checksums_line) == ([record.encode(), b"1. x"], 3, 3)
    assert (two.covered_lines, two.end, two.checksums_line) == ([record.encode(), b""], 5, 5)


def test_json_of_several_games_is_split_too() -> None:
    lines = (FIRST_LINE, '"a": 1,', '"seal": "12 34"},', FIRST_LINE, '"seal"', "]}", "")
    one, two = parts(*lines)
    assert isinstance(one, Block)
    assert isinstance(two, Block)
    assert (one.start, one.is_json, one.checksums, one.end, one.checksums_line) == (1, True, "12 34", 3, 3)
    assert (two.start, two.is_json, two.checksums, two.end, two.checksums_line) == (4, True, None, 5, 5)
    (damaged,) = parts("{", '[Seal "12"]')
    assert isinstance(damaged, Block)
    assert (damaged.is_json, damaged.checksums) == (False, "12")
    (marked,) = parts("\ufeff[Record]")
    assert isinstance(marked, Block)
    assert not marked.is_json


@each_case(
    ("pieces", "lines"),
    [
        ([b"a\nb"], [b"a", b"b"]),
        ([b"a", b"b\n", b"c\nd", b"e\n"], [b"ab", b"c", b"de", b""]),
        ([], [b""]),
        ([b"\n\n"], [b"", b"", b""]),
    ],
)
def test_lines_come_whole_from_pieces(pieces: list[bytes], lines: list[bytes]) -> None:
    assert list(lines_of(pieces)) == lines


def test_lines_of_a_text() -> None:
    content = b"a\nb\n\nc"
    assert list(text_lines(io.BytesIO(content))) == ["a", "b", "", "c"]
    with pytest.raises(InvalidInput) as refused:
        list(text_lines(io.BytesIO(b"\xff")))
    assert refused.value.fault.code == "not-utf8-file"
    file = io.BytesIO(content)
    list(text_lines(file))
    assert not file.closed, "it may be read again"
    assert text_start(b"\xef\xbb\xbf \n{") == b"{"


def test_a_worker_that_was_stopped_had_too_much_to_do() -> None:
    for status in (-9, OUT_OF_MEMORY):
        stopped = _ended(status)
        assert isinstance(stopped, TooLarge)
        assert (stopped.fault.code, stopped.fault.path.words) == ("too-much-work", "")
    assert str(_ended(1)) == "a worker process ended with status 1"
