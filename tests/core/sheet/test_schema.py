"""The shipped schemas: valid themselves, and no stricter than the reader."""

import json
from importlib import resources
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.core.sheet import HAND, SETUP
from scorekeeper.formats.schema import NAMES, schema, schema_text
from tests.core.sheet.sheets import in_pairs, sound, sound_hand
from tests.each_case import each_case
from tests.schemas import faults


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_sound(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema(name)["$id"] == f"urn:scorekeeper:{name}:1"


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_ships_with_the_package(name: str) -> None:
    assert resources.files("scorekeeper.formats.schema").joinpath(f"{name}.schema.json").is_file()
    assert json.loads(schema_text(name)) == schema(name)


def test_unknown_schema_is_refused() -> None:
    with pytest.raises(KeyError):
        schema("../sheet")


def test_returned_schema_is_a_copy() -> None:
    schema("sheet")["title"] = "mine"
    assert schema("sheet")["title"] == "Scorekeeper sheet"


def test_schema_has_the_parts_that_the_reader_accepts() -> None:
    sheet: Any = schema("sheet")
    assert set(sheet["properties"]) == set(SETUP)
    assert set(sheet["$defs"]["hand"]["properties"]) == set(HAND)


@each_case("sheet", [sound(), in_pairs(), sound(closed={}), sound(hands=[])])
def test_sound_sheets_validate(sheet: object) -> None:
    assert faults("sheet", sheet) == []


@each_case(
    "sheet",
    [
        sound(format="scorekeeper-sheet/2"),
        sound(sides=[{"name": "Ann"}]),
        sound(sides=[{"name": ""}, {"name": "Ben"}]),
        sound(sides=[{"name": "A\nnn"}, {"name": "Ben"}]),
        sound(dealer="Ann"),
        sound(extra=1),
        sound(hands=[sound_hand(bids=[5, 6])]),
        sound(hands=[sound_hand(bids=["", "6"])]),
        sound(hands=[sound_hand(took=[6, None])]),
        sound(hands=[sound_hand(took=[True, 12])]),
        sound(hands=[sound_hand(note=None)]),
        sound(closed="late"),
    ],
)
def test_invalid_sheets_do_not_validate(sheet: object) -> None:
    assert faults("sheet", sheet)
