"""Streams of versions, for programs that show a table, or something of a room, without asking again and again."""

from dataclasses import dataclass
from typing import Annotated

from flask import Response

from scorekeeper.access import current_membership
from scorekeeper.access.live import version_stream
from scorekeeper.api.asking import HEADER
from scorekeeper.api.schemas import TEXT
from scorekeeper.api.sending import AsIs
from scorekeeper.declared import Key


@dataclass(frozen=True, slots=True)
class VersionQuery:
    """Where a stream continues.

    Last-Event-ID: The last version you have, as clients of event streams send it when they connect again.
    """

    seen: Annotated[str, AsIs(TEXT), HEADER, Key("Last-Event-ID")] = ""


def versions_of(followed_id: str, query: VersionQuery, *, of_table: bool = False) -> Response:
    """The stream of versions of a table, or of what a room has under this id."""
    invite_id = current_membership().invite_id
    assert invite_id is not None  # every call has a token
    return version_stream(followed_id, invite_id, query.seen, of_table=of_table)
