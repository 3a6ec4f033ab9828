"""The public record of a game: its JSON form, both ways, and the scoreboard's."""

from scorekeeper.sheet.board import scoreboard_json
from scorekeeper.sheet.fingerprint import fingerprint, is_fingerprint
from scorekeeper.sheet.hands import HAND, read_draft, read_hand
from scorekeeper.sheet.model import BadSheet, Sheet, SideNames, Substitute
from scorekeeper.sheet.reading import HEAD, read_head, read_sheet
from scorekeeper.sheet.strict_json import parse_json
from scorekeeper.sheet.writing import hand_json, sheet_json

__all__ = [
    "HAND",
    "HEAD",
    "BadSheet",
    "Sheet",
    "SideNames",
    "Substitute",
    "fingerprint",
    "hand_json",
    "is_fingerprint",
    "parse_json",
    "read_draft",
    "read_hand",
    "read_head",
    "read_sheet",
    "scoreboard_json",
    "sheet_json",
]
