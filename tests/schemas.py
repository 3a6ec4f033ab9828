"""The shipped schemas, as checks on every sheet and scoreboard in the tests."""

from functools import cache

import jsonschema
import jsonschema_rs

from scorekeeper.formats.schema import schema


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    """The faster of two libraries, by a factor of a hundred."""
    return jsonschema_rs.Draft202012Validator(schema(name))


def faults(name: str, value: object) -> list[str]:
    """The schema's complaints, each with its place."""
    try:
        found = [(fault.instance_path, fault.message) for fault in validator(name).iter_errors(value)]
    except UnicodeEncodeError:  # half a surrogate pair, which JSON may have
        slower = jsonschema.Draft202012Validator(schema(name))
        found = [(list(fault.absolute_path), fault.message) for fault in slower.iter_errors(value)]
    return [f"{'/'.join(map(str, location))}: {message}" for location, message in found]


def assert_sheet_valid(sheet: object) -> None:
    assert faults("sheet", sheet) == []


def assert_scoreboard_valid(scoreboard: object) -> None:
    assert faults("scoreboard", scoreboard) == []
