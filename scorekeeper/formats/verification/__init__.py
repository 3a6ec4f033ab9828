"""Verification: whether the chain is whole, and every score follows from the record; what was found, in four levels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.core.inputs import NOWHERE, Fault
from scorekeeper.core.inputs.faults import PART_CHANGED, ExportPart, PartOfExport
from scorekeeper.core.sheet.record_text import SEAL, SIGNATURE
from scorekeeper.formats.chain import ChainHead, Signature, record_digest, statement
from scorekeeper.formats.keys import is_signed_by
from scorekeeper.formats.text_file import Block

NOT_SIGNED = (f"[{SIGNATURE} ", f"[{SEAL} ")


def digest_of(block: Block) -> str | None:
    """The digest that the signature of a text record covers; None for JSON, whose events are in the chain's head."""
    if block.is_json:
        return None
    lines = [line.decode("utf-8", "replace") for line in block.lines]
    return record_digest(unsigned(lines))


def unsigned(lines: Sequence[str]) -> list[str]:
    """The lines of a text record that its signature covers."""
    return [line for line in lines if not line.startswith(NOT_SIGNED)]


class ServerMatch(StrEnum):
    """How a chain's head compares with the game on this server; `NO` also if there is none."""

    NOW = "now"
    EARLIER = "earlier"
    NO = "no"


@dataclass(frozen=True, slots=True)
class TrustedKeys:
    """What a file is compared with: public keys with their owners' names, and the games of this server.

    `match` is None without a server to ask.
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    match: Callable[[ChainHead], ServerMatch] | None = None


NO_TRUSTED_KEYS = TrustedKeys()


@dataclass(frozen=True, slots=True)
class Claim:
    """The chain head that an undamaged game claims; for a text record also the key that signed it."""

    head: ChainHead
    record_key: str | None = None
    is_record: bool = False


@dataclass(slots=True)
class TrustReport:
    """How many of the checked games reach each level.

    `differences`: findings that are about scores. `traced`: games whose checksums or chain could show damage at all.
    `signed_by`: valid signatures, by public key; `misfits`: signatures that fit neither game nor key; `void`:
    those of damaged games, which are worthless. `claims` can be compared with the games of a server afterwards, as the
    file may be read where there is no database; `matches` counts the results.
    """

    trusted: TrustedKeys = NO_TRUSTED_KEYS
    games: int = 0
    adding_up: int = 0
    differences: int = 0
    traced: int = 0
    undamaged: int = 0
    signed_by: Counter[str] = field(default_factory=Counter)
    misfits: int = 0
    void: int = 0
    claims: list[Claim] = field(default_factory=list)
    matches: Counter[ServerMatch] = field(default_factory=Counter)

    def note(
        self,
        *,
        differences: int,
        undamaged: bool | None,
        head: ChainHead | None,
        signature: Signature | None,
        record: str | None,
    ) -> bool:
        """Count one game; False where its signature does not fit it.

        `differences` are scores that its record does not give; `undamaged` is None where nothing in the file could
        show damage. `head` is the chain's; for a text record, whose digest is `record`, it is the one that its
        signature names: it counts only where a known key signed it.
        """
        self.games += 1
        self.adding_up += not differences
        self.differences += differences
        self.traced += undamaged is not None
        self.undamaged += undamaged is True
        fits = bool(undamaged and head and signature and signature_fits(head, signature, record))
        if signature is not None:
            self.signed_by[signature.key] += fits
            self.misfits += bool(undamaged and not fits)
            self.void += not undamaged
        if undamaged and head is not None:
            key = signature.key if fits and signature is not None else None
            self.claims.append(Claim(head, key, record is not None))
        return fits or signature is None or not undamaged

    def compare(self, trusted: TrustedKeys) -> None:
        """Compare the claims with these keys and games."""
        self.trusted = trusted
        if trusted.match is None:
            return
        tied = [claim for claim in self.claims if not claim.is_record or claim.record_key in trusted.keys]
        self.matches = Counter(trusted.match(claim.head) for claim in tied)
        self.matches[ServerMatch.NO] += self.games - len(tied)

    @property
    def adds_up(self) -> bool:
        """Whether every score in the file follows from its record."""
        return 0 < self.games == self.adding_up

    @property
    def is_undamaged(self) -> bool | None:
        """Whether nothing was miscopied; None if no game could show it."""
        return (0 < self.games == self.undamaged) if self.traced else None

    @property
    def known_signers(self) -> list[str]:
        """The owners of the known keys, if known keys signed every game."""
        signed = {key: count for key, count in self.signed_by.items() if count and key in self.trusted.keys}
        if not self.games or sum(signed.values()) != self.games:
            return []
        return list(dict.fromkeys(self.trusted.keys[key] for key in signed))

    @property
    def unknown_keys(self) -> list[str]:
        """The keys of valid signatures by unknown owners."""
        return [key for key, count in self.signed_by.items() if count and key not in self.trusted.keys]

    @property
    def on_server(self) -> ServerMatch | None:
        """The weakest result of all games; None without a server to ask."""
        if self.trusted.match is None or not self.games:
            return None
        return next(match for match in (ServerMatch.NO, ServerMatch.EARLIER, ServerMatch.NOW) if self.matches[match])


def signature_fits(head: ChainHead, signature: Signature, record: str | None = None) -> bool:
    """Whether the signature's key signed this head, and for a text record its lines."""
    return is_signed_by(signature.key, signature.value, statement(head, signature.at, record))


SECTIONS = {b'"sheet"': ExportPart.SHEET, b'"scoreboard"': ExportPart.SCOREBOARD, b'"entries"': ExportPart.ENTRIES}
ROWS = {
    ExportPart.SHEET: ExportPart.SHEET_HAND,
    ExportPart.SCOREBOARD: ExportPart.SCOREBOARD_HAND,
    ExportPart.ENTRIES: ExportPart.ENTRY,
}
SIGNATURE_BEGINS = b'"signature"'
HAND = re.compile(rb"(\d{1,4})\. ")
TAG = re.compile(rb'\[(?:"([^"]+)"|([A-Za-z][A-Za-z0-9_-]*))')


def line_changed(block: Block, line: int) -> Fault:
    """The finding for a line of the block, counted from 1, that was changed after export."""
    return PART_CHANGED.at(NOWHERE, _part(block, line))


def _part(block: Block, line: int) -> PartOfExport:
    if line > len(block.covered_lines):
        return _of(ExportPart.CHECKSUMS)
    return _of_json(block, line) if block.is_json else _of_text(block.lines[line - 1])


def _of(part: ExportPart, number: int = 0, name: str = "") -> PartOfExport:
    return {"part": part, "number": number, "name": name}


def _of_text(line: bytes) -> PartOfExport:
    if match := HAND.match(line):
        return _of(ExportPart.HAND, int(match[1]))
    if match := TAG.match(line):
        return _of(ExportPart.TAG, name=(match[1] or match[2]).decode("utf-8", "replace"))
    return _of(ExportPart.LINE)


def _of_json(block: Block, line: int) -> PartOfExport:
    if block.lines[line - 1].startswith(SIGNATURE_BEGINS):
        return _of(ExportPart.SIGNATURE)
    section, since = ExportPart.HEAD, line
    for number, content in enumerate(block.lines[:line], start=1):
        begun = next((part for sign, part in SECTIONS.items() if content.startswith(sign)), None)
        if begun is not None:
            section, since = begun, number
    return _of(ROWS[section], line - since) if line > since else _of(section)


@dataclass(slots=True)
class Verification:
    """What was verified and found; `notes` are not faults, but say what could not be verified.

    `trust` says how far a file without findings can be trusted. `parts` counts those of rooms, by their folder.
    """

    games: int = 0
    hands: int = 0
    findings: list[Fault] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)
    trust: TrustReport = field(default_factory=TrustReport)
    parts: Counter[str] = field(default_factory=Counter)

    @property
    def holds(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def undamaged(self) -> bool | None:
        """Whether nothing was miscopied; None if the file has nothing that would show it."""
        if len(self.findings) > self.trust.differences:
            return False
        return self.trust.is_undamaged
