"""Kinds of fields that bodies of calls have, beside those of `declared`, and a body that only names something."""

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.api.schemas import SEQ, UUID, ref
from scorekeeper.api.serializers import entry_id
from scorekeeper.core.game.event_json import MAX_SEQ
from scorekeeper.core.inputs import FieldPath, Json
from scorekeeper.declared import Name, Note, OneOf, Whole


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


class EntryId:
    """The id of what is posted."""

    schema = UUID

    def read(self, where: FieldPath, value: object, what: str) -> str | None:
        """The id in canonical form."""
        return entry_id(value, what)


PostedId = Annotated[str | None, EntryId()]
LastSeen = Annotated[int | None, Whole(1, MAX_SEQ), Note(SEQ["description"])]


TAKEN, ASKED = "taken", "asked"
"""Whether a new name that looks like a player's is taken all the same, or refused, to ask about it."""
HowTaken = Annotated[str, OneOf((TAKEN, ASKED))]


@dataclass(frozen=True, slots=True)
class Named:
    """A body that names something: who erases it repeats its name."""

    name: Annotated[str, SheetName()]
