"""The result of verification: what was found, how much was checked, and the parts of an export by line."""

import re
from dataclasses import dataclass, field

from scorekeeper.core.inputs.findings import CHANGED, Finding, Part, PartOfExport, found
from scorekeeper.formats.text_file import Block
from scorekeeper.formats.verification.levels import Levels

SECTIONS = {b'"sheet"': Part.SHEET, b'"scoreboard"': Part.SCOREBOARD, b'"entries"': Part.ENTRIES}
ROWS = {Part.SHEET: Part.SHEET_HAND, Part.SCOREBOARD: Part.SCOREBOARD_HAND, Part.ENTRIES: Part.ENTRY}
SIGNATURE = b'"signature"'
HAND = re.compile(rb"(\d{1,4})\. ")
TAG = re.compile(rb'\[(?:"([^"]+)"|([A-Za-z][A-Za-z0-9_-]*))')


def line_changed(block: Block, line: int) -> Finding:
    """The finding for a line of the block, counted from 1, that was changed after export."""
    return found(CHANGED, _part(block, line))


def _part(block: Block, line: int) -> PartOfExport:
    if line > len(block.covered_lines):
        return PartOfExport(Part.CHECKSUMS)
    return _of_json(block, line) if block.is_json else _of_text(block.lines[line - 1])


def _of_text(line: bytes) -> PartOfExport:
    if match := HAND.match(line):
        return PartOfExport(Part.HAND, int(match[1]))
    if match := TAG.match(line):
        return PartOfExport(Part.TAG, name=(match[1] or match[2]).decode("utf-8", "replace"))
    return PartOfExport(Part.LINE)


def _of_json(block: Block, line: int) -> PartOfExport:
    if block.lines[line - 1].startswith(SIGNATURE):
        return PartOfExport(Part.SIGNATURE)
    section, since = Part.HEAD, line
    for number, content in enumerate(block.lines[:line], start=1):
        begun = next((part for sign, part in SECTIONS.items() if content.startswith(sign)), None)
        if begun is not None:
            section, since = begun, number
    return PartOfExport(ROWS[section], line - since) if line > since else PartOfExport(section)


@dataclass(slots=True)
class Checked:
    """What was verified and found; `notes` are not faults, but say what could not be verified. `levels` says how far a

    file without findings can be trusted.
    """

    games: int = 0
    hands: int = 0
    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    levels: Levels = field(default_factory=Levels)

    @property
    def holds(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def undamaged(self) -> bool | None:
        """Whether nothing was miscopied; None if the file has nothing that would show it."""
        if len(self.findings) > self.levels.differences:
            return False
        return self.levels.is_undamaged
