"""Codes and figures for what verification finds in a file or a stored game, and differences stored with a game."""

from dataclasses import dataclass, replace
from enum import Enum

from scorekeeper.core.inputs.fields import NOWHERE, FieldPath, InvalidInput
from scorekeeper.core.rules.lines import Code, F

NOTHING = type(None)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was changed, or could not be verified: a code, its figures, and the place."""

    code: str
    figures: object
    path: FieldPath = NOWHERE

    def within(self, name: str, number: int = 0) -> "Finding":
        """The same finding inside something larger, such as a file of a ZIP."""
        return replace(self, path=self.path.within(name, number))


def found(code: Code[F], figures: F, path: FieldPath = NOWHERE) -> Finding:
    """A finding with the figures of its code."""
    return Finding(code.key, figures, path)


def found_invalid(error: InvalidInput) -> Finding:
    """What cannot be read, as a finding."""
    return Finding(error.code, error.figures, error.path)


class Part(Enum):
    """A part of an export."""

    CHECKSUMS = "checksums"
    LINE = "line"
    TAG = "tag"
    HAND = "hand"
    HEAD = "head"
    SHEET = "sheet"
    SHEET_HAND = "sheet hand"
    SCOREBOARD = "scoreboard"
    SCOREBOARD_HAND = "scoreboard hand"
    ENTRIES = "entries"
    ENTRY = "entry"
    SIGNATURE = "signature"


@dataclass(frozen=True, slots=True)
class PartOfExport:
    """A part, with its number or its name if there are several."""

    part: Part
    number: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class RulesCodes:
    """The code of the rules in a file, and the one that this version makes for the same rules."""

    file: str
    here: str


@dataclass(frozen=True, slots=True)
class LastEntries:
    """The number of the last stored entry, and of the last one written."""

    stored: int
    written: int


@dataclass(frozen=True, slots=True)
class StoredTotal:
    """A side's total in the list of games, and by its entries."""

    side: str
    stored: str
    due: str


@dataclass(frozen=True, slots=True)
class OtherRevision:
    """The revision of the rules that a game was played by, the one of today, and what that changes."""

    played: int
    now: int
    change: Finding


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure that a file has `written`, and what its own record `gives`; texts, which are stored with the game.

    Hand and line count from 1; 0 and an empty side mean the whole game.
    """

    what: str
    written: str = ""
    gives: str = ""
    hand: int = 0
    side: str = ""
    line: int = 0

    @property
    def path(self) -> FieldPath:
        """The hand, the side and the score line."""
        path = FieldPath.to("hand", self.hand) if self.hand else NOWHERE
        path = path.at(self.side) if self.side else path
        return path.at("score line", self.line) if self.line else path


NO_EXPORT = Code("no-export", NOTHING)
NO_GAME = Code("no-game", NOTHING)
CHECKSUMS_CHANGED = Code("checksums-changed", NOTHING)
BEFORE_GAME = Code("before-game", NOTHING)
COMMA_MISSING = Code("comma-missing", NOTHING)
COMMA_TOO_MANY = Code("comma-too-many", NOTHING)
END_CHANGED = Code("end-changed", NOTHING)
CHANGED = Code("changed", PartOfExport)
LINES_MISSING = Code("lines-missing", NOTHING)
UNPROTECTED = Code("unprotected", NOTHING)
CHECKSUMS_MISSING = Code("checksums-missing", NOTHING)
MISFIT = Code("signature-misfit", NOTHING)
START_DIFFERS = Code("start-differs", NOTHING)
HAND_DIFFERS = Code("hand-differs", int)
HEAD_DIFFERS = Code("head-differs", NOTHING)
UNWRITABLE = Code("unwritable", NOTHING)
DIFFERS = Code("differs", Difference)
UNKNOWN_RULES_CODE = Code("unknown-rules-code", RulesCodes)

FILE_MISSING = Code("file-missing", NOTHING)
FILE_ADDED = Code("file-added", NOTHING)
FILE_CHANGED = Code("file-changed", NOTHING)
NO_LIST = Code("no-list", NOTHING)
ANOTHER_RECORD = Code("another-record", NOTHING)
NOT_ONE_GAME = Code("not-one-game", NOTHING)

ENTRIES_LOST = Code("entries-lost", LastEntries)
TOTAL_DIFFERS = Code("total-differs", StoredTotal)
SUMMARY_DIFFERS = Code("summary-differs", NOTHING)
STATISTICS_DIFFER = Code("statistics-differ", NOTHING)
REVISION = Code("other-revision", OtherRevision)


# What differs, by its name in exports. The first nine are as old versions wrote them, with `said` and `gives`.
TRICKS = "the tricks are"
POINTS = "the points are"
TOTAL = "the total is"
OVERTRICKS = "the overtricks are"
TOTALS = "the totals are"
WINNER = "the winner is"
END = "the game's end is"
OBJECTIONS = "the objections are"
HAND_OR_LINE = "it is"
"""Of a hand: counted or not. Of a score line: its points and reason."""

LINE_CHANGED = "line-changed"
NO_CHECKSUMS = "no-checksums"
SHEET = "sheet"
UNFIT = "entries-unfit"
CHAIN = "chain-"
"""Followed by the code of the broken link: `said` is the entry's number, `gives` what the entry has."""

COUNTED, NOT_COUNTED = "counted", "not counted"
MISSING, NO_LINE, NONE = "missing", "none", "none"
FOR = " for "
"""Between the points and the reason of a score line: `-30 for penalty`."""
NOBODY = "nobody yet"
