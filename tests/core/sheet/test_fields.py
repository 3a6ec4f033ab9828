"""Fields of untrusted data: each check accepts what fits, and says what is wrong with its code and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from scorekeeper.core.inputs import Fault, FieldPath, InvalidInput
from scorekeeper.core.inputs.differences import Difference
from scorekeeper.core.inputs.faults import END_CHANGED, NOBODY_BIDS, NOWHERE, PathStep, ValueKind
from scorekeeper.core.inputs.fields import json_line, quote, whole, whole_number
from scorekeeper.core.rules.seating import Side, hand_path
from tests.each_case import each_case

HAND = FieldPath.to("hand", 3)
LONG = "x" * 1001

ACCEPTED: list[tuple[Callable[[], object], object]] = [
    (lambda: HAND.mapping({"a": 1}, "it", ("a", "b")), {"a": 1}),
    (lambda: HAND.mapping({"a": 1}, "it", ("a", "b"), ("a",)), {"a": 1}),
    (lambda: HAND.listing([1, 2], "it"), [1, 2]),
    (lambda: HAND.listing([1, 2], "it", 2), [1, 2]),
    (lambda: HAND.whole(0, "it", 0, 5), 0),
    (lambda: HAND.whole(5, "it", 0, 5), 5),
    (lambda: HAND.text("x" * 1000, "it"), "x" * 1000),
    (lambda: HAND.text(" ", "it", empty=True), " "),
    (lambda: HAND.text("a b\u200d", "it"), "a b\u200d"),
    (lambda: HAND.name(f" {'x' * 38} ", "it"), "x" * 38),
    (lambda: HAND.one_of("b", "it", ("a", "b")), "b"),
    (lambda: HAND.switch(False, "it"), False),
    (lambda: whole_number(" -999999999 "), -999_999_999),
    (lambda: whole("12"), 12),
    (lambda: whole("x"), -1),
    (lambda: whole(None, 7), 7),
    (lambda: json_line("é"), '"\\u00e9"'),
    (lambda: json_line("é", in_ascii=False), '"é"'),
    (lambda: json_line({"a": [1, True, None], "é": {}}), '{"a":[1,true,null],"\\u00e9":{}}'),
    (lambda: json_line({"a": [1, False]}, " "), '{"a": [1, false]}'),
]


@each_case(("read", "given"), ACCEPTED)
def test_what_fits_is_returned(read: Callable[[], object], given: object) -> None:
    assert read() == given


REFUSED: list[tuple[Callable[[], object], str, object]] = [
    (lambda: HAND.mapping([], "it", ("a", "b")), "not-an-object", {"what": "it", "value": "[]", "parts": ("a", "b")}),
    (lambda: HAND.mapping("x", "it", (), ("a",)), "not-an-object", {"what": "it", "value": '"x"', "parts": ("a",)}),
    (lambda: HAND.mapping(5, "tag", ()), "wrong-kind", {"what": "tag", "value": "5", "kind": ValueKind.OBJECT}),
    (lambda: HAND.mapping({"c": 1}, "it", ("a",)), "unknown-part", {"what": "it", "value": '"c"', "parts": ("a",)}),
    (
        lambda: HAND.mapping({}, "it", ("a", "b"), ("b",)),
        "missing-part",
        {"what": "it", "value": '"b"', "parts": ("b",)},
    ),
    (lambda: HAND.listing({}, "bids"), "wrong-kind", {"what": "bids", "value": "{}", "kind": ValueKind.LIST}),
    (lambda: HAND.listing([1, 2, 3], "bids", 2), "wrong-length", {"what": "bids", "found": 3, "most": 2}),
    (lambda: HAND.listing([], "bids", 2), "wrong-length", {"what": "bids", "found": 0, "most": 2}),
    (lambda: HAND.whole(True, "took", 0, 5), "not-whole", {"what": "took", "value": "true", "low": 0, "high": 5}),
    (lambda: HAND.whole("5", "took", 0, 5), "not-whole", {"what": "took", "value": '"5"', "low": 0, "high": 5}),
    (lambda: HAND.whole(6, "took", 0, 5), "out-of-range", {"what": "took", "value": "6", "low": 0, "high": 5}),
    (lambda: HAND.whole(-1, "took", 0, 5), "out-of-range", {"what": "took", "value": "-1", "low": 0, "high": 5}),
    (lambda: HAND.text(5, "note"), "wrong-kind", {"what": "note", "value": "5", "kind": ValueKind.TEXT}),
    (lambda: HAND.text(" ", "note"), "blank-text", {"what": "note", "found": 0, "most": 1000}),
    (lambda: HAND.text("", "note", 40), "blank-text", {"what": "note", "found": 0, "most": 40}),
    (lambda: HAND.text(LONG, "note"), "text-too-long", {"what": "note", "found": 1001, "most": 1000}),
    (lambda: HAND.text("a\nb", "note"), "unprintable-text", {"what": "note", "value": '"a\\nb"'}),
    (lambda: HAND.text("a\u2028b", "note"), "unprintable-text", {"what": "note", "value": '"a\\u2028b"'}),
    (lambda: HAND.text("a\u2029b", "note"), "unprintable-text", {"what": "note", "value": '"a\\u2029b"'}),
    (lambda: HAND.text("a\ud800b", "note"), "unprintable-text", {"what": "note", "value": '"a\\ud800b"'}),
    (lambda: HAND.name("x" * 41, "name"), "text-too-long", {"what": "name", "found": 41, "most": 40}),
    (lambda: HAND.name("\u200d", "name"), "unseen-name", {"what": "name", "value": '"\\u200d"'}),
    (
        lambda: HAND.one_of("c", "rules", ("a", "b")),
        "not-one-of",
        {"what": "rules", "value": '"c"', "parts": ("a", "b")},
    ),
    (
        lambda: HAND.one_of(["a"], "rules", ("a", "b")),
        "not-one-of",
        {"what": "rules", "value": '["a"]', "parts": ("a", "b")},
    ),
    (lambda: HAND.switch(0, "closed"), "wrong-kind", {"what": "closed", "value": "0", "kind": ValueKind.SWITCH}),
    (
        lambda: _raise(HAND.not_a(ValueKind.LIST, None)),
        "wrong-kind",
        {"what": "it", "value": "null", "kind": ValueKind.LIST},
    ),
]


def _raise(error: InvalidInput) -> None:
    raise error


@each_case(("read", "code", "figures"), REFUSED)
def test_what_does_not_fit_is_refused_with_its_figures(
    read: Callable[[], object], code: str, figures: Mapping[str, object]
) -> None:
    with pytest.raises(InvalidInput) as refused:
        read()
    assert (refused.value.fault.code, refused.value.fault.params, refused.value.fault.path) == (code, figures, HAND)
    assert refused.value.args == (refused.value.fault,)
    assert str(refused.value) == f"hand 3: {code} {figures}"
    assert refused.value.fault == Fault(code, figures, HAND)


@each_case("text", ["", "x", "1.0", "1e3", "0000000001", "--1", "١", "+1"])
def test_a_whole_number_has_nine_digits(text: str) -> None:
    with pytest.raises(ValueError, match="no whole number of at most nine digits"):
        whole_number(text)


def test_values_are_quoted_short() -> None:
    assert [quote(value) for value in (None, True, False, 7, 7.5, "a")] == ["null", "true", "false", "7", "7.5", '"a"']
    assert [quote(sign * 2**53 + less) for sign, less in ((1, -1), (1, 0), (-1, 1), (-1, 0))] == [
        "9007199254740991",
        "999…",
        "-9007199254740991",
        "-999…",
    ]
    assert quote("x" * 38) == f'"{"x" * 38}"'
    assert quote("x" * 39) == f'"{"x" * 38}…'
    assert (quote([]), quote({})) == ("[]", "{}")
    assert (quote([1, 2, 3, 4]), quote([1, 2, 3, 4, 5])) == ("[1, 2, 3, 4]", "[1, 2, 3, 4, …]")
    assert quote([[1], {"a": 1}, [], {}]) == "[[…], {…}, [], {}]"
    assert quote({"a": [1], "b": {"c": 1}}) == '{"a": […], "b": {…}}'
    assert quote(dict.fromkeys("abcde", 1)) == '{"a": 1, "b": 1, "c": 1, "d": 1, …}'


def test_paths_are_read_from_the_outside_in() -> None:
    path = FieldPath.to("hand", 3).at("Ann").within("game", 2).within("file")
    assert path == FieldPath((PathStep("hand", 3), PathStep("Ann")), (PathStep("file"), PathStep("game", 2)))
    assert path.parts == ("file", "game 2", "hand 3, Ann")
    assert path.words == "file: game 2: hand 3, Ann"
    assert (path.number_of("hand"), path.number_of("game"), NOWHERE.words) == (3, 0, "")
    error = FieldPath.to("line", 7).not_a(ValueKind.LIST, 5)
    inside = error.within("game", 2)
    assert inside.fault.path.words == "game 2: line 7"
    assert (inside.fault.code, inside.fault.params) == (error.fault.code, error.fault.params)
    assert str(NOWHERE.not_a(ValueKind.LIST, 5)).startswith("input: wrong-kind")


def test_a_difference_has_its_place() -> None:
    assert Difference("total").path == NOWHERE
    assert Difference("total", "1", "2", 3, "Ann", 4).path.words == "hand 3, Ann, score line 4"
    assert Difference("total", side="Ann").path.words == "Ann"
    assert END_CHANGED.at(NOWHERE, {}).within("game", 2).path.words == "game 2"


@each_case(
    ("hand", "side", "place"),
    [(2, None, "hand 2"), (2, 1, "hand 2, Ben"), (2, 2, "hand 2, side 3")],
)
def test_a_refused_hand_names_its_side_or_gives_its_number(hand: int, side: int | None, place: str) -> None:
    refused = InvalidInput(NOBODY_BIDS.at(hand_path(hand, None if side is None else Side(side)), {}))
    named = refused.with_names(("Ann", "Ben")).fault
    assert (named.path.words, named.code, named.params) == (place, "nobody-bids", {})
