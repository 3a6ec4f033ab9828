"""What verification finds, each at its place in the file."""

import re
from dataclasses import dataclass, field

from scorekeeper.formats.text_file import Block
from scorekeeper.formats.verification.levels import Levels

SECTIONS = {b'"sheet"': "the sheet", b'"scoreboard"': "the scoreboard", b'"entries"': "the entries"}
SIGNATURE = b'"signature"'
HAND = re.compile(rb"(\d{1,4})\. ")
TAG = re.compile(rb"\[\"?([A-Za-z][A-Za-z0-9_-]*)")


def label(block: Block, line: int) -> str:
    """The line of the block, counted from 1, in words."""
    if line > len(block.sealed):
        return "the seal"
    return _of_json(block, line) if block.is_json else _of_text(block.lines[line - 1])


def _of_text(line: bytes) -> str:
    if match := HAND.match(line):
        return f"hand {int(match[1])}"
    if match := TAG.match(line):
        return f"the tag {match[1].decode('ascii')}"
    return "this line"


def _of_json(block: Block, line: int) -> str:
    if block.lines[line - 1].startswith(SIGNATURE):
        return "the signature"
    section, since = "", 0
    for number, content in enumerate(block.lines[:line], start=1):
        name = next((words for sign, words in SECTIONS.items() if content.startswith(sign)), None)
        if name is not None:
            section, since = name, number
    here = line - since
    if not section:
        return "the head of the file"
    if not here:
        return f"the head of {section}"
    return f"entry {here}" if section == "the entries" else f"hand {here} of {section}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was changed: a sentence, the line of the file, and the file in the ZIP."""

    what: str
    line: int = 0
    file: str = ""

    def __str__(self) -> str:
        places = [self.file, f"line {self.line}" if self.line else ""]
        where = ", ".join(place for place in places if place)
        return f"{where}: {self.what}" if where else self.what


@dataclass(slots=True)
class Checked:
    """What was verified and found; `notes` are not faults, but what could not be verified.

    `levels` says what holds if nothing was found, and what that is worth.
    """

    games: int = 0
    hands: int = 0
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    levels: Levels = field(default_factory=Levels)

    @property
    def holds(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def undamaged(self) -> bool | None:
        """Whether nothing was miscopied; None if nothing in the file could show it."""
        if len(self.findings) > self.levels.differences:
            return False
        return self.levels.is_undamaged

    def words(self) -> str:
        """The result in one sentence."""
        if self.findings:
            return str(self.findings[0])
        if not self.games:
            return "there is no game in it"
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        hands = "1 hand" if self.hands == 1 else f"{self.hands:,} hands"
        return f"{games}, {hands}: every score is what the record gives"
