"""JSON Schemas (2020-12) of the public record for other programs: a sheet, its scoreboard, and what exports hold."""

import json
from functools import cache
from importlib import resources

NAMES = ("sheet", "scoreboard", "game", "tournament")


@cache
def schema_text(name: str) -> str:
    """The shipped text of this schema. Raises `KeyError` for a name that is not in `NAMES`."""
    if name not in NAMES:
        raise KeyError(name)
    return resources.files(__name__).joinpath(f"{name}.schema.json").read_text("utf-8")


def schema(name: str) -> dict[str, object]:
    """This schema, ready to validate with. Raises `KeyError` for a name that is not in `NAMES`."""
    parsed: dict[str, object] = json.loads(schema_text(name))
    return parsed


def schema_at(name: str, address: str) -> str:
    """This schema for a server that has all of them at this address: they refer to each other there.

    Raises `KeyError` for a name that is not in `NAMES`.
    """
    text = schema_text(name)
    for each in NAMES:
        text = text.replace(f'"urn:scorekeeper:{each}:1', f'"{address}/{each}')
    return text
