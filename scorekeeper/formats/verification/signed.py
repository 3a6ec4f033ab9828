"""The signature of a text record: which lines it is of."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.formats.blocks import Block
from scorekeeper.formats.chain import record_digest
from scorekeeper.formats.text_record.write import SEAL, SIGNATURE

MISFIT = "the signature is not for this game: it was changed, or comes from another one"
BESIDE = (f"[{SIGNATURE} ", f"[{SEAL} ")


def digest_of(block: Block) -> str | None:
    """The digest that the signature of a text record is of; None for JSON, whose entries are in the chain's head."""
    if block.is_json:
        return None
    lines = [line.decode("utf-8", "replace") for line in block.lines]
    return record_digest(unsigned(lines))


def unsigned(lines: Sequence[str]) -> list[str]:
    """The lines of a text record that its signature is of."""
    return [line for line in lines if not line.startswith(BESIDE)]
