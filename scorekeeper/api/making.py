"""What a post makes: once for each key that it is sent with, and where it is then."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from flask import request, url_for

from scorekeeper.access.limits import address
from scorekeeper.api.serializers import HEADER, asked_at, entry_id, json_body
from scorekeeper.core.inputs import Json
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.chain.stored_event import canonical_json
from scorekeeper.services.invites import NoSuchInvite
from scorekeeper.storage.custom_games import NoSuchCustomGame
from scorekeeper.storage.errors import NoSuchPeriod, NoSuchRow
from scorekeeper.storage.idempotency_keys import made_once
from scorekeeper.storage.presets import NoSuchPreset

REPEATABLE = "Idempotency-Key"
"""A UUID in a header: the same post again with it makes nothing more."""

NO_LONGER_THERE = (NoSuchCustomGame, NoSuchInvite, NoSuchPreset, NoSuchRow, NoSuchPeriod)

Made = tuple[Json, int, dict[str, str]]
"""An answer about what a post made, its status, and its headers."""


def posted_id(own: object = None) -> str | None:
    """The id of what is posted: its own in the body, or else the key in the header. Raises `InvalidInput`."""
    if own is not None:
        return entry_id(own)
    return entry_id(request.headers.get(REPEATABLE), REPEATABLE, asked_at(REPEATABLE, HEADER))


class AnswerGone(Exception):
    """What a key made has changed or ended since, so its first answer is no longer true."""

    def __init__(self) -> None:
        super().__init__(_("What this key made has changed or ended since then. Read it, or use a new key"))


def once(
    make: Callable[[], str | int], answer_of: Callable[[str], Json], table_id: str | None = None
) -> tuple[str, Json, bool]:
    """The id of what `make` makes, the answer about it, and whether it is new: not after the same post with its key.

    A repeat has the first answer or none: of that there is only a hash, so what was revoked since never comes back.
    `answer_of` writes nothing. A post without a table makes one, for anybody, and its key is the sender’s: another
    address can’t guess it. Raises `InvalidInput`, `EventIdTaken` if the key came with another body, `AnswerGone`.
    """
    key = posted_id()
    if key is None:
        made_id = str(make())
        return made_id, answer_of(made_id), True

    def make_and_answer() -> tuple[str, str]:
        made_id = str(make())
        return made_id, _hash_of(key, answer_of(made_id))

    whose = f"{request.endpoint} {table_id or address()}"
    made_id, first, new = made_once(key, whose, table_id, canonical_json(json_body()), make_and_answer)
    try:
        answer = answer_of(made_id)
    except NO_LONGER_THERE:
        raise AnswerGone from None
    if _hash_of(key, answer) != first:
        raise AnswerGone
    return made_id, answer, new


def _hash_of(key: str, answer: Json) -> str:
    return sha256(f"{key} {canonical_json(answer)}".encode()).hexdigest()


def made(answer: Json, endpoint: str, *, new: bool = True, **parts: Any) -> Made:
    """The answer to a post, with the address of what it made: that of the call `endpoint`, with these `parts`."""
    return answer, 201 if new else 200, {"Location": url_for(f"api.{endpoint}", **parts)}
