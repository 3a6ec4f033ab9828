"""A dataclass whose fields say what they take is its own reader, writer and schema, and gives forms their bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated

import pytest
from werkzeug.datastructures import MultiDict
from wtforms import Form

from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.declared import (
    BESIDE,
    NOT_GIVEN,
    Most,
    Name,
    Note,
    NotGiven,
    OneOf,
    Usual,
    Whole,
    read,
    schema,
    written,
)
from scorekeeper.formats.days import Day
from scorekeeper.web.declared_fields import field_of
from tests.each_case import each_case

WHERE = FieldPath.to("cup")


@dataclass(frozen=True)
class Cup:
    """Something with a field of each kind."""

    seq: Annotated[int, BESIDE]
    name: Annotated[str, Name()]
    day: Annotated[date, Day()]
    table: Annotated[str | None, Name(), Usual(None)]
    rounds: Annotated[int, Whole(1, 9)] = 3
    tables: Annotated[int | None, Whole(1, 4), Note("Null: enough.")] = None
    seeds: Annotated[str, OneOf(("lot", "entry"))] = "lot"
    public: bool = False
    places: Annotated[list[Annotated[int, Whole(0, 6)]] | None, Most(2, too_many=faults.LIST_TOO_LONG)] = None


NEEDED: Mapping[str, object] = {"name": "Spring", "day": "2026-05-01"}


def test_what_is_written_is_read_again_and_defaults_are_left_out() -> None:
    cup = read(Cup, {**NEEDED, "tables": 2, "places": [6, 3], "public": True}, WHERE, {"seq": 7})
    assert cup == Cup(7, "Spring", date(2026, 5, 1), None, tables=2, places=[6, 3], public=True)
    assert written(cup).keys() == {"name", "day", "table", "tables", "places", "public"}


@each_case(
    ("given", "code"),
    [
        ({"name": None}, faults.WRONG_KIND),
        ({"day": "May"}, faults.WRONG_KIND),
        ({"day": "0001-01-01"}, faults.OUT_OF_RANGE),
        ({"rounds": 10}, faults.OUT_OF_RANGE),
        ({"rounds": None}, faults.NOT_WHOLE),
        ({"seeds": "height"}, faults.NOT_ONE_OF),
        ({"public": 1}, faults.WRONG_KIND),
        ({"places": [1, 2, 3]}, faults.LIST_TOO_LONG),
        ({"places": [7]}, faults.OUT_OF_RANGE),
        ({"seq": 7}, faults.UNKNOWN_PART),
    ],
)
def test_refusal_names_the_fault(given: Mapping[str, object], code: faults.FaultCode[faults.Nothing]) -> None:
    with pytest.raises(InvalidInput) as refused:
        read(Cup, {**NEEDED, **given}, WHERE, {"seq": 7})
    assert (refused.value.fault.code, refused.value.fault.path.words) == (code.key, "cup")


@dataclass(frozen=True)
class CupChange:
    """A change of a cup."""

    name: Annotated[str, Name()] | NotGiven = NOT_GIVEN
    table: Annotated[str | None, Name()] | NotGiven = NOT_GIVEN


def test_change_tells_what_it_leaves_from_null() -> None:
    left, emptied = read(CupChange, {}, WHERE), read(CupChange, {"table": None}, WHERE)
    assert (left.table, emptied.table) == (NOT_GIVEN, None)
    assert (written(left), written(emptied)) == ({}, {"table": None})
    assert [part["type"] for part in schema(CupChange)["properties"].values()] == ["string", ["string", "null"]]
    with pytest.raises(InvalidInput) as refused:
        read(CupChange, {"name": None}, WHERE)
    assert refused.value.fault.code == faults.WRONG_KIND.key


def test_part_without_a_default_must_be_given() -> None:
    with pytest.raises(InvalidInput) as refused:
        read(Cup, {"name": "Spring"}, WHERE, {"seq": 7})
    assert refused.value.fault.code == faults.MISSING_PART.key


def test_schema_has_bounds_choices_and_notes() -> None:
    found = schema(Cup)
    assert found["required"] == ["name", "day"]
    assert found["properties"]["tables"] == {
        "type": ["integer", "null"],
        "minimum": 1,
        "maximum": 4,
        "description": "Null: enough.",
    }
    assert found["properties"]["seeds"] == {"enum": ["lot", "entry"]}


class CupForm(Form):
    """Its form."""

    rounds = field_of(Cup, "rounds", "Rounds")
    tables = field_of(Cup, "tables", "Tables")
    seeds = field_of(Cup, "seeds", "Seeds", words={"entry": "In the order of entry", "lot": "By lot"})
    public = field_of(Cup, "public", "Public", "For all")


def test_form_begins_with_defaults_and_has_choices_in_the_order_of_their_words() -> None:
    form = CupForm()
    assert form.data == {"rounds": 3, "tables": None, "seeds": "lot", "public": False}
    assert [value for value, *_label in form.seeds.iter_choices()] == ["entry", "lot"]
    assert (form.rounds.flags.min, form.rounds.flags.max) == (1, 9)


@each_case(
    ("given", "wrong"),
    [
        ({"rounds": "9", "tables": "", "seeds": "entry"}, []),
        ({"rounds": "10", "tables": "5", "seeds": "lot"}, ["rounds", "tables"]),
        ({"rounds": "", "seeds": "height"}, ["rounds", "seeds"]),
    ],
)
def test_form_takes_what_the_dataclass_takes(given: dict[str, str], wrong: list[str]) -> None:
    form = CupForm(MultiDict(given))
    form.validate()
    assert sorted(form.errors) == wrong
