"""The shipped schemas: each key once, for JSON keeps only the last of two; exports fit them, at any address."""

import json
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.schema import NAMES, schema_at
from tests.formats.approved.games import games

SCHEMAS = sorted(path.name for path in files("scorekeeper.formats.schema").iterdir() if path.name.endswith(".json"))


def with_each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = [key for key, _value in pairs]
    assert len(set(keys)) == len(keys), keys
    return dict(pairs)


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_has_each_key_once(name: str) -> None:
    text = files("scorekeeper.formats.schema").joinpath(name).read_text()
    assert json.loads(text, object_pairs_hook=with_each_key_once)["$schema"]


def registry(address: str) -> Registry[Any]:
    """Every schema as a server at this address has it."""
    served = [json.loads(schema_at(name, address)) for name in NAMES]
    return Registry().with_resources([(each["$id"], Resource.from_contents(each)) for each in served])


@pytest.mark.parametrize("name", NAMES)
def test_schema_has_the_address_of_the_server_as_its_id(name: str) -> None:
    served = json.loads(schema_at(name, "https://cards.example/api/v1/schemas"))
    assert served["$id"] == f"https://cards.example/api/v1/schemas/{name}"
    Draft202012Validator.check_schema(served)


@pytest.mark.parametrize("damage", [None, "about", "entries", "sheet"])
def test_exported_game_fits_its_schema(damage: str | None) -> None:
    known = registry("https://cards.example/schemas")
    validator = Draft202012Validator({"$ref": "https://cards.example/schemas/game"}, registry=known)
    for game in games().values():
        exported = json.loads(game_json(game))
        assert validator.is_valid(exported)
        assert damage is None or not validator.is_valid(exported | {damage: {}})
