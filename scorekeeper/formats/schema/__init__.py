"""JSON Schemas (2020-12) of the public record: the shape of a sheet and a scoreboard for other programs."""

import json
from functools import cache
from importlib import resources

NAMES = ("sheet", "scoreboard")


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
