"""The signature of a text record: which lines it is of, and the same record written once more with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.chain import record_digest
from scorekeeper.exports import KeptGame
from scorekeeper.exports.record import SEAL, SIGNATURE, RecordSigner
from scorekeeper.imports.blocks import Block
from scorekeeper.imports.signature import read_signature_tag
from scorekeeper.imports.told import Told
from scorekeeper.proof.levels import signature_fits

MISFIT = "the signature is not for this game: it was changed, or comes from another one"
BESIDE = (f"[{SIGNATURE} ", f"[{SEAL} ")


def digest_of(block: Block) -> str | None:
    """The digest that the signature of a text record is of; None for JSON, whose entries are in the chain's head."""
    if block.is_json:
        return None
    lines = [line.decode("utf-8", "replace") for line in block.lines]
    return record_digest(unsigned(lines))


def as_signed(told: Told) -> RecordSigner | None:
    """Gives a text record the signature that it came with."""
    head, signature = told.head, told.signature
    return None if head is None or signature is None else lambda _digest: (head, signature)


def signed_like(content: bytes, game: KeptGame) -> KeptGame:
    """The game, to be written as a text record with the signature that this one carries; none where it does not fit."""
    lines = content.decode("utf-8", "replace").rstrip("\n").split("\n")
    line = next((line for line in lines if line.startswith(BESIDE[0])), "")
    signed = read_signature_tag([line[len(BESIDE[0]) + 1 : -2]])
    if signed is None or not signature_fits(signed.head, signed.signature, record_digest(unsigned(lines))):
        return replace(game, signer=None)
    return replace(game, signer=lambda _head, _record: signed.signature)


def unsigned(lines: Sequence[str]) -> list[str]:
    """The lines of a text record that its signature is of."""
    return [line for line in lines if not line.startswith(BESIDE)]
