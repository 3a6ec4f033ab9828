"""What a page or a phone posts for an event: its fields, an id made with the form, and the last event its writer saw.

The game's moves check them, on a phone as on the server.
"""

import uuid
from collections.abc import Iterator, Mapping

from flask import request

from scorekeeper.chance import new_id
from scorekeeper.core.inputs.fields import whole_number
from scorekeeper.core.inputs.spelling import composed


class PostedFields(Mapping[str, str]):
    """The values typed or tapped in this request, by field name, without space around them and without empty ones.

    `known` are fields that the server knows better.
    """

    def __init__(self, **known: str) -> None:
        self._known = known

    def __getitem__(self, name: str) -> str:
        text = self._known.get(name) or composed(request.form[name].strip())
        if not text:
            raise KeyError(name)
        return text

    def __iter__(self) -> Iterator[str]:
        return (name for name in {**request.form, **self._known} if name in self)

    def __len__(self) -> int:
        return sum(1 for _name in self)


def posted_number(name: str) -> int | None:
    """The whole number in a field; None if it is missing or malformed."""
    try:
        return whole_number(request.form.get(name, ""))
    except ValueError:
        return None


def posted_id() -> str | None:
    """The event's id; None if it is missing or malformed, so that a new one is made."""
    try:
        return str(uuid.UUID(request.form.get("entry_id", "")))
    except ValueError:
        return None


def id_again(is_used: bool = False) -> str:
    """The id for a form that is shown, perhaps again: another one if the event of the first is recorded."""
    return new_id() if is_used else posted_id() or new_id()


def posted_seq() -> int | None:
    """The number of the last event that the writer saw; None if the form does not say."""
    seq = posted_number("seq")
    return seq if seq is not None and seq > 0 else None
