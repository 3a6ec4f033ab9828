"""Kinds of fields that bodies of calls have, beside those of `declared`, and a body that only names something."""

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.api.schemas import Json, ref
from scorekeeper.core.inputs import FieldPath
from scorekeeper.declared import Name


class SheetName(Name):
    """A name, by the schema that the record has for it."""

    schema = ref("SheetName")


@dataclass(frozen=True, slots=True)
class AsIs:
    """What is read elsewhere, with its schema."""

    schema: Json

    def read(self, where: FieldPath, value: object, what: str) -> Any:
        """The value."""
        return value


@dataclass(frozen=True, slots=True)
class Named:
    """A body that names something: who erases it repeats its name."""

    name: Annotated[str, SheetName()]
