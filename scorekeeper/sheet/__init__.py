"""The public record of a game: its JSON form, both ways, and the scoreboard's."""

from scorekeeper.sheet.board import scoreboard_json
from scorekeeper.sheet.fingerprint import fingerprint
from scorekeeper.sheet.model import BadSheet, Sheet, SideNames
from scorekeeper.sheet.reading import read_hand, read_head, read_sheet
from scorekeeper.sheet.strict_json import parse_json
from scorekeeper.sheet.writing import hand_json, sheet_json

__all__ = [
    "BadSheet",
    "Sheet",
    "SideNames",
    "fingerprint",
    "hand_json",
    "parse_json",
    "read_hand",
    "read_head",
    "read_sheet",
    "scoreboard_json",
    "sheet_json",
]
