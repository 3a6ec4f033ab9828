"""The shipped schemas, as checks on every sheet and scoreboard in the tests."""

from functools import cache

from jsonschema import Draft202012Validator

from scorekeeper.formats.schema import schema


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema(name))


def faults(name: str, value: object) -> list[str]:
    """The schema's complaints, each with its place."""
    return [f"{fault.json_path}: {fault.message}" for fault in validator(name).iter_errors(value)]


def assert_sheet_valid(sheet: object) -> None:
    assert faults("sheet", sheet) == []


def assert_scoreboard_valid(scoreboard: object) -> None:
    assert faults("scoreboard", scoreboard) == []
