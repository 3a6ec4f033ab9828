"""The shipped schemas: each key once, for JSON keeps only the last of two."""

import json
from importlib.resources import files

import pytest

SCHEMAS = sorted(path.name for path in files("scorekeeper.formats.schema").iterdir() if path.name.endswith(".json"))


def with_each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = [key for key, _value in pairs]
    assert len(set(keys)) == len(keys), keys
    return dict(pairs)


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_has_each_key_once(name: str) -> None:
    text = files("scorekeeper.formats.schema").joinpath(name).read_text()
    assert json.loads(text, object_pairs_hook=with_each_key_once)["$defs"]
