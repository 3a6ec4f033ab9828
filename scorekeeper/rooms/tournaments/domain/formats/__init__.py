"""The formats: one file each. Every module here with a `FORMAT` is one."""

import importlib
import pkgutil
from functools import cache

from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.rooms.tournaments.domain.format import Format


@cache
def formats() -> dict[str, Format]:
    """All formats by key, in the order of the menu."""
    return {found.key: found for found in sorted(_found(), key=lambda found: found.order)}


def _found() -> list[Format]:
    names = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    return [importlib.import_module(f"{__name__}.{name}").FORMAT for name in names]


def find_format(key: str) -> Format:
    """The format with this key. Raises `InvalidInput` with the known keys."""
    if key not in formats():
        where = FieldPath.to("format")
        raise InvalidInput(
            faults.NOT_ONE_OF.at(where, {"what": "format", "value": quote(key), "parts": tuple(formats())})
        )
    return formats()[key]
