"""Signatures of exports, read. Whether one fits is another question, asked by `scorekeeper.formats.keys`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from scorekeeper.core.inputs import FieldPath
from scorekeeper.formats.chain import ChainHead, Signature
from scorekeeper.formats.game_json.write import SIGNATURE

LONGEST = 200
TAG = re.compile(
    r"(?P<key>[\w-]{43}) (?P<at>[\dT:.-]{26}Z) "
    r"(?P<game>[\w.~%-]{1,1000}) (?P<seq>\d{1,7}) (?P<hash>[\da-f]{64}) (?P<value>[\w-]{86})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class SignedRecord:
    """What the tag of a text record says: the signature, and the head of the chain that it names."""

    head: ChainHead
    signature: Signature


def read_signature(where: FieldPath, value: object) -> Signature:
    """A signature in JSON. Raises `InvalidInput`."""
    here = where.at("signature")
    parts: Any = here.mapping(value, "it", SIGNATURE, required=SIGNATURE)
    return Signature(*(here.text(parts[name], name, LONGEST) for name in SIGNATURE))


def read_signature_tag(values: list[object]) -> SignedRecord | None:
    """The signature in a tag of a text record; None where the tag says something else."""
    match = TAG.fullmatch(values[0]) if len(values) == 1 and isinstance(values[0], str) else None
    if match is None:
        return None
    game = unquote(match["game"])
    if not game.isprintable() or quote(game, safe="") != match["game"]:
        return None
    head = ChainHead(game, int(match["seq"]), match["hash"])
    return SignedRecord(head, Signature(match["key"], match["at"], match["value"]))
