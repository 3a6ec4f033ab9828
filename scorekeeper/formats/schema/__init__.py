"""The JSON Schemas (2020-12) of the public record: what a sheet and a scoreboard look like to another program."""

import json
from functools import cache
from importlib import resources

NAMES = ("sheet", "scoreboard")


@cache
def schema_text(name: str) -> str:
    """The schema of this name as it ships. Raises `KeyError` for a name that is not one of `NAMES`."""
    if name not in NAMES:
        raise KeyError(name)
    return resources.files(__name__).joinpath(f"{name}.schema.json").read_text("utf-8")


def schema(name: str) -> dict[str, object]:
    """The schema of this name, ready to validate with. Raises `KeyError` for a name that is not one of `NAMES`."""
    found: dict[str, object] = json.loads(schema_text(name))
    return found
