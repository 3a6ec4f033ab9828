"""This program's version, as `pyproject.toml` says it."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def program_version() -> str:
    """The version; "0" if the program is not installed, but run from a folder."""
    try:
        return version("spades-scorekeeper")
    except PackageNotFoundError:
        return "0"
