"""The checksums of an exported file: a digest of the whole, and a sum of each line, so that a change shows where it is.

They prove nothing against someone who makes new ones; the chain does that. They find what a copy, a chat or an
editor changed, to the line: a sum of 16 bits misses no change of one or two neighbouring bytes.
"""

from binascii import crc_hqx
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

DIGEST = 16  # hexadecimal digits: 64 bits
SUM = 4
SEED = 0xFFFF


def line_sum(line: bytes) -> str:
    """The sum of a line, four hexadecimal digits (CRC-16 of CCITT)."""
    return f"{crc_hqx(line, SEED):04x}"


def checksums_of(lines: Sequence[bytes]) -> str:
    """The checksums of these lines: the digest, then every line's sum."""
    digest = sha256(b"\n".join(lines)).hexdigest()[:DIGEST]
    return " ".join([digest, *(line_sum(line) for line in lines)])


@dataclass(frozen=True, slots=True)
class Broken:
    """Where checksums do not fit: the line from 1, that of the checksums where the lines are as they were."""

    line: int
    missing: bool = False


def broken_at(lines: Sequence[bytes], checksums: str) -> Broken | None:
    """The first line that is not as its checksum says, or None where all are."""
    if checksums_of(lines) == checksums:
        return None
    digest, *sums = checksums.split(" ")
    whole = sha256(b"\n".join(lines)).hexdigest()[:DIGEST] == digest
    if whole or len(digest) != DIGEST or any(len(said) != SUM for said in sums):
        return Broken(len(lines) + 1)
    for number, (line, said) in enumerate(zip(lines, sums, strict=False), start=1):
        if line_sum(line) != said:
            return Broken(number)
    if len(lines) < len(sums):
        return Broken(len(lines) + 1, missing=True)
    return Broken(len(sums) + 1)
