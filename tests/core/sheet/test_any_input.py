"""Any input gives a scoreboard or a one-line error: random JSON, and valid sheets with one part broken."""

import json
from typing import Any

from hypothesis import given, strategies as st

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import read_sheet, scoreboard_json
from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.strict_json import parse_json
from tests.core.rules.games import sheets
from tests.core.sheet.sheets import Json
from tests.schemas import assert_scoreboard_valid, faults
from tests.strategies import sheets as games

WORDS = ["nil", "5", "4>5", "5+bemo", "blind-nil", "0", "", "Ann", "boston", "bemo", "\ud800", "\n", *rule_sets()]
KEYS = ["rules", "options", "sides", "dealer", "hands", "closed", "tags", "bids", "took", "reneges", "adjust"]
KEYS += ["note", "overruled", "name", "players", "by", "to", "books", "side", "points", "reason", "tricks", "made"]

scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from([*WORDS, "x" * 2000])
)
json_values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=20,
)


def scored(value: object) -> Json | str:
    """The scoreboard, or the sentence that refuses the sheet."""
    try:
        sheet = read_sheet(value)
        return scoreboard_json(sheet.scoreboard(), sheet.names)
    except InvalidInput as refused:
        return fault_text(refused.fault)


def hold(answer: Json | str, value: object) -> None:
    """A refusal is one short line that can be encoded; a scoreboard matches its schema."""
    if isinstance(answer, str):
        assert len(answer.splitlines()) == 1
        assert 10 < len(answer) < 700
        assert answer.encode()
    else:
        assert faults("sheet", value) == []
        assert_scoreboard_valid(answer)


def parsed(text: bytes) -> tuple[str, object]:
    """The value in this text, or the sentence that refuses it."""
    try:
        return "", parse_json(text)
    except InvalidInput as refused:
        return fault_text(refused.fault), None


def places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    found = [path]
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        found += places(part, (*path, key))
    return found


def changed(value: Any, path: tuple[Any, ...], new: object) -> Any:
    """The value with a different value in one place."""
    if not path:
        return new
    copy = list(value) if isinstance(value, list) else dict(value)
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


def without(value: Any, path: tuple[Any, ...]) -> Any:
    """The value without one of its places."""
    if len(path) > 1:
        return changed(value, path[:1], without(value[path[0]], path[1:]))
    copy = list(value) if isinstance(value, list) else dict(value)
    del copy[path[0]]
    return copy


@given(json_values)
def test_any_json(value: object) -> None:
    hold(scored(value), value)


@given(st.dictionaries(st.sampled_from(KEYS), json_values), st.sampled_from(list(rule_sets())))
def test_any_parts_of_a_sheet(parts: Json, rules: str) -> None:
    sheet = {**parts, "rules": rules, "sides": [{"name": "Ann"}, {"name": "Ben"}]}
    hold(scored(sheet), sheet)


@given(sheets(most=3), st.data())
def test_valid_sheet_with_one_changed_part(sheet: Json, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(places(sheet)))
    broken = changed(sheet, path, data.draw(scalars | json_values))
    hold(scored(broken), broken)


@given(sheets(most=3), st.data())
def test_valid_sheet_with_one_missing_part(sheet: Json, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(places(sheet)[1:]))
    broken = without(sheet, path)
    hold(scored(broken), broken)


@given(games(most=2, least=1), st.data())
def test_any_first_tricks_in_a_hand_of_any_rule_set(sheet: Json, data: st.DataObject) -> None:
    hand = data.draw(st.sampled_from(sheet["hands"]))
    for side, took in enumerate(hand["took"] or []):
        made = data.draw(st.lists(st.sampled_from(WORDS), max_size=2))
        hand["took"][side] = {"tricks": took["tricks"] if isinstance(took, dict) else took, "made": made}
    hold(scored(sheet), sheet)


@given(sheets(most=3), st.data())
def test_mix_of_two_valid_sheets(sheet: Json, data: st.DataObject) -> None:
    other = data.draw(sheets(most=3))
    key = data.draw(st.sampled_from(sorted(sheet)))
    mixed = {**sheet, key: other[key]}
    hold(scored(mixed), mixed)


@given(st.one_of(st.binary(max_size=60), sheets(most=1).map(lambda sheet: json.dumps(sheet).encode())), st.data())
def test_any_bytes(text: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.binary(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    sentence, value = parsed(text)
    hold(sentence or scored(value), value)
