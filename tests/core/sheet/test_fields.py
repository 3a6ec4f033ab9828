"""Fields of untrusted data: each check accepts what fits, and says what is wrong with its code and figures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import NOBODY_BIDS, Bounds, Kind, Length, Misfit, Parts, WrongKind
from scorekeeper.core.inputs.fields import NOWHERE, Step, json_text, quote, whole, whole_number
from scorekeeper.core.inputs.findings import Difference, Finding, found_invalid
from scorekeeper.core.rules.faults import MalformedHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet.model import hand_refused
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
    (lambda: json_text("é"), '"\\u00e9"'),
]


@each_case(("read", "given"), ACCEPTED)
def test_what_fits_is_returned(read: Callable[[], object], given: object) -> None:
    assert read() == given


REFUSED: list[tuple[Callable[[], object], str, object]] = [
    (lambda: HAND.mapping([], "it", ("a", "b")), "not-an-object", Parts("it", "[]", ("a", "b"))),
    (lambda: HAND.mapping("x", "it", (), ("a",)), "not-an-object", Parts("it", '"x"', ("a",))),
    (lambda: HAND.mapping(5, "tag", ()), "wrong-kind", WrongKind("tag", "5", Kind.OBJECT)),
    (lambda: HAND.mapping({"c": 1}, "it", ("a",)), "unknown-part", Parts("it", '"c"', ("a",))),
    (lambda: HAND.mapping({}, "it", ("a", "b"), ("b",)), "missing-part", Parts("it", '"b"', ("b",))),
    (lambda: HAND.listing({}, "bids"), "wrong-kind", WrongKind("bids", "{}", Kind.LIST)),
    (lambda: HAND.listing([1, 2, 3], "bids", 2), "wrong-length", Length("bids", 3, 2)),
    (lambda: HAND.listing([], "bids", 2), "wrong-length", Length("bids", 0, 2)),
    (lambda: HAND.whole(True, "took", 0, 5), "not-whole", Bounds("took", "true", 0, 5)),
    (lambda: HAND.whole("5", "took", 0, 5), "not-whole", Bounds("took", '"5"', 0, 5)),
    (lambda: HAND.whole(6, "took", 0, 5), "out-of-range", Bounds("took", "6", 0, 5)),
    (lambda: HAND.whole(-1, "took", 0, 5), "out-of-range", Bounds("took", "-1", 0, 5)),
    (lambda: HAND.text(5, "note"), "wrong-kind", WrongKind("note", "5", Kind.TEXT)),
    (lambda: HAND.text(" ", "note"), "blank-text", Length("note", 0, 1000)),
    (lambda: HAND.text("", "note", 40), "blank-text", Length("note", 0, 40)),
    (lambda: HAND.text(LONG, "note"), "text-too-long", Length("note", 1001, 1000)),
    (lambda: HAND.text("a\nb", "note"), "unprintable-text", Misfit("note", '"a\\nb"')),
    (lambda: HAND.text("a\u2028b", "note"), "unprintable-text", Misfit("note", '"a\\u2028b"')),
    (lambda: HAND.text("a\u2029b", "note"), "unprintable-text", Misfit("note", '"a\\u2029b"')),
    (lambda: HAND.text("a\ud800b", "note"), "unprintable-text", Misfit("note", '"a\\ud800b"')),
    (lambda: HAND.name("x" * 41, "name"), "text-too-long", Length("name", 41, 40)),
    (lambda: HAND.name("\u200d", "name"), "unseen-name", Misfit("name", '"\\u200d"')),
    (lambda: HAND.one_of("c", "rules", ("a", "b")), "not-one-of", Parts("rules", '"c"', ("a", "b"))),
    (lambda: HAND.one_of(["a"], "rules", ("a", "b")), "not-one-of", Parts("rules", '["a"]', ("a", "b"))),
    (lambda: HAND.switch(0, "closed"), "wrong-kind", WrongKind("closed", "0", Kind.SWITCH)),
    (lambda: _raise(HAND.not_a(Kind.LIST, None)), "wrong-kind", WrongKind("it", "null", Kind.LIST)),
]


def _raise(error: InvalidInput) -> None:
    raise error


@each_case(("read", "code", "figures"), REFUSED)
def test_what_does_not_fit_is_refused_with_its_figures(read: Callable[[], object], code: str, figures: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        read()
    assert (refused.value.code, refused.value.figures, refused.value.path) == (code, figures, HAND)
    assert refused.value.args[1:] == (HAND, figures)
    assert str(refused.value) == f"hand 3: {code} {figures}"
    assert found_invalid(refused.value) == Finding(code, figures, HAND)


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
    assert path == FieldPath((Step("hand", 3), Step("Ann")), (Step("file"), Step("game", 2)))
    assert path.parts == ("file", "game 2", "hand 3, Ann")
    assert path.words == "file: game 2: hand 3, Ann"
    assert (path.number_of("hand"), path.number_of("game"), NOWHERE.words) == (3, 0, "")
    error = InvalidInput(NOWHERE.not_a(Kind.LIST, 5).args[0], FieldPath.to("line", 7), WrongKind("it", "5", Kind.LIST))
    inside = error.within("game", 2)
    assert (error.line, error.hand, inside.line, inside.path.words) == (7, 0, 7, "game 2: line 7")
    assert (inside.code, inside.figures) == (error.code, error.figures)
    assert str(NOWHERE.not_a(Kind.LIST, 5)).startswith("input: wrong-kind")


def test_a_difference_has_its_place() -> None:
    assert Difference("total").path == NOWHERE
    assert Difference("total", "1", "2", 3, "Ann", 4).path.words == "hand 3, Ann, score line 4"
    assert Difference("total", side="Ann").path.words == "Ann"
    assert Finding("end-changed", None).within("game", 2).path.words == "game 2"


@each_case(
    ("hand", "side", "place"),
    [(2, None, "hand 2"), (2, 1, "hand 2, Ben"), (2, 2, "hand 2, side 3"), (0, None, "first dealer")],
)
def test_a_refused_hand_names_its_side_or_gives_its_number(hand: int, side: int | None, place: str) -> None:
    fault = MalformedHand(hand, None if side is None else Side(side), NOBODY_BIDS, None)
    refused = hand_refused(fault, ("Ann", "Ben"))
    assert (refused.path.words, refused.code, refused.figures) == (place, "nobody-bids", None)
